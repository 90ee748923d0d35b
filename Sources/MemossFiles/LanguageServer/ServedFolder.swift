/// The folder of a language server: as it is on the disk, and with what the client has not saved.
package struct ServedFolder: Sendable {
    /// The real path of the root.
    package let root: String
    /// As the folder was read from the disk.
    package private(set) var disk: Snapshot
    package private(set) var diskZones: [String: Zone]
    private let ignored: IgnoreList
    /// Problems of the check that are not in a snapshot, by the folder.
    let otherProblems: [Problem]

    /// With the text of open documents.
    private(set) var snapshot: Snapshot
    private(set) var zones: [String: Zone]
    /// The files of the snapshot that differ from the disk.
    private(set) var open: Set<PathKey> = []
    /// For one file, whose own tags do not count: a tag that is being typed there would be suggested. The others have not
    /// changed since.
    private var suggestions: (path: PathKey, all: TagSuggestions)?

    /// - Parameters:
    ///   - root: the real path of the folder.
    ///   - snapshot: the whole folder, and the zones that its reminders name.
    ///   - ignored: the files that are not read.
    ///   - otherProblems: what a check reports besides, such as interrupted edits.
    package init(
        root: String,
        _ snapshot: Snapshot,
        _ zones: [String: Zone],
        ignored: IgnoreList,
        otherProblems: [Problem] = []
    ) {
        (self.root, disk, diskZones, self.ignored) = (root, snapshot, zones, ignored)
        (self.snapshot, self.zones, self.otherProblems) = (snapshot, zones, otherProblems)
    }

    /// The path relative to the root of a file that can be open here: a reminder, a note, a conflict copy or the registry.
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

    // MARK: Unsaved text

    /// Puts the text of a document, or again the contents of the file, in the snapshot.
    ///
    /// - Parameter bytes: nil for a file that does not exist.
    mutating func replace(_ path: String, by bytes: [UInt8]?, isOpen: Bool, from database: ZoneDatabase) {
        if isOpen { open.insert(PathKey(path)) } else { open.remove(PathKey(path)) }
        if suggestions?.path != PathKey(path) { suggestions = nil }
        // Of an ignored file, only that it is ignored is reported.
        guard path == TagRegistry.fileName || FolderWalk.readsFile(at: path, ignoring: ignored) else { return }
        if path == TagRegistry.fileName {
            snapshot = snapshot.replacing(registry: TagRegistry(parsing: bytes ?? []))
            return
        }
        let output = bytes.map { ReminderDecoder.decode($0, path: path, registry: snapshot.registry) }
        guard let refreshed = snapshot.refreshed([PathKey(path): output], zones, from: database) else { return }
        (snapshot, zones) = refreshed
    }

    /// The suggestions for the tags of a file.
    mutating func suggestions(for path: String, today: CivilDate) -> TagSuggestions {
        if let suggestions, suggestions.path == PathKey(path) { return suggestions.all }
        let new = TagSuggestions(snapshot.refreshed([PathKey(path): nil]) ?? snapshot, today: today)
        suggestions = (PathKey(path), new)
        return new
    }
}
