package import MemossFiles

/// The folder of a language server: the files on disk, overlaid with the client's open documents.
package struct ServedFolder: Sendable {
    /// The real path of the root.
    package let root: String
    private let ignored: IgnoreList
    /// Problems that a check reports about the folder, but that are not in a snapshot.
    private(set) var otherProblems: [Problem]
    /// Whether the snapshot has only the first files of the folder, while the others are being read.
    let isPart: Bool

    /// The snapshot, including the text of open documents.
    package private(set) var snapshot: Snapshot
    package private(set) var zones: [String: Zone]
    /// The files that are open in the client. Their contents on disk are ignored until they are closed.
    private(set) var open: Set<PathKey> = []
    /// The cached suggestions for one file, excluding its own tags, so that a tag being typed is not suggested. They
    /// are valid until another file changes.
    private var suggestions: (path: PathKey, all: TagSuggestions)?
    /// Computed when first needed; nil after a change to the registry.
    private var peers: CheckPeers?

    /// - Parameters:
    ///   - root: the real path of the folder.
    ///   - snapshot: the whole folder, and the zones that its reminders name.
    ///   - ignored: the files that are not read as reminders.
    ///   - otherProblems: problems that are not in the snapshot, such as interrupted edits.
    ///   - isPart: whether the snapshot has only the first files of the folder.
    package init(
        root: String,
        _ snapshot: Snapshot,
        _ zones: [String: Zone],
        ignored: IgnoreList,
        otherProblems: [Problem] = [],
        isPart: Bool = false
    ) {
        (self.root, self.ignored, self.isPart) = (root, ignored, isPart)
        (self.snapshot, self.zones, self.otherProblems) = (snapshot, zones, otherProblems)
    }

    /// The path relative to the root; nil unless the file is a reminder, a note, a conflict copy or the registry.
    ///
    /// - Parameter path: the real path.
    func relative(_ path: String) -> String? {
        guard path.utf8.starts(with: (root == "/" ? "/" : root + "/").utf8) else { return nil }
        let relative = String(decoding: path.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1), as: UTF8.self)
        let isRead =
            relative == TagRegistry.fileName || FolderWalk.readsFile(at: relative, ignoring: ignored)
            || ConflictCopyName.isCertain(relative)
        return isRead ? relative : nil
    }

    // MARK: Changes

    /// Takes the new state of files that are not open.
    mutating func follow(
        _ new: Snapshot,
        _ zones: [String: Zone],
        changed paths: Set<PathKey>,
        otherProblems: [Problem]
    ) {
        for file in paths {
            peers?.replace(snapshot.reminder(at: file.path), by: new.reminder(at: file.path))
        }
        (snapshot, self.zones, self.otherProblems) = (new, zones, otherProblems)
        if !paths.isEmpty { suggestions = nil }
    }

    /// Updates the snapshot with the text of a document, or with the file's contents once it is closed.
    ///
    /// - Parameter bytes: nil if the file does not exist.
    mutating func replace(_ path: String, by bytes: [UInt8]?, isOpen: Bool, from database: ZoneDatabase) {
        var bytes = bytes
        if isOpen { open.insert(PathKey(path)) } else { open.remove(PathKey(path)) }
        if suggestions?.path != PathKey(path) { suggestions = nil }
        // The contents of an ignored file do not matter; a check reports only that it is ignored.
        guard path == TagRegistry.fileName || FolderWalk.readsFile(at: path, ignoring: ignored) else { return }
        if path == TagRegistry.fileName {
            snapshot = snapshot.replacing(registry: TagRegistry(parsing: bytes ?? []))
            peers = nil
            return
        }
        // An open document is a file of its own, as its text may become.
        if !isOpen, snapshot.otherName(at: path) != nil { bytes = nil }
        let output = bytes.map { ReminderDecoder.decode($0, path: path, registry: snapshot.registry) }
        let old = snapshot.reminder(at: path)
        guard snapshot.refresh([PathKey(path): output], &zones, from: database) else { return }
        peers?.replace(old, by: output?.reminder)
    }

    // MARK: Look-up

    /// The suggestions for the tags of a file.
    mutating func suggestions(for path: String, today: CivilDate) -> TagSuggestions {
        if let suggestions, suggestions.path == PathKey(path) { return suggestions.all }
        let new = TagSuggestions(snapshot, today: today, besides: path)
        suggestions = (PathKey(path), new)
        return new
    }

    /// A smaller snapshot, in which a check finds the same problems for these files.
    mutating func snapshot(toCheck paths: Set<PathKey>) -> Snapshot {
        var peers = peers ?? CheckPeers(snapshot)
        self.peers = nil
        defer { self.peers = peers }
        return peers.snapshot(of: paths, in: snapshot)
    }
}
