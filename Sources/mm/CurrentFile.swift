import MemossFiles
import Merge

/// A file as it is now, after a person has edited what it held before.
struct CurrentFile {
    let path: String
    let contents: FileContents
    /// How the program that the folder is shared with reads the file.
    private let profile: Profile?

    /// - Parameters:
    ///   - path: where it was.
    ///   - old: what it was.
    /// - Returns: nil if it no longer exists, or cannot be edited.
    init?(_ path: String, _ old: FileContents, in folder: ReminderFolder) {
        self.path = folder.isGone(path) ? folder.path(ofMoved: path, old) ?? path : path
        guard let contents = try? folder.contents(toEdit: self.path) else { return nil }
        self.contents = contents
        profile = folder.settings().profile
    }

    /// The edit that writes what the person made of `before`, together with what another program has changed.
    ///
    /// - Returns: nil if both have changed the same.
    func replacement(of before: FileContents, by bytes: [UInt8]) -> FileReplacement? {
        let merge = FileMerge(
            base: before.bytes,
            ours: contents.bytes,
            theirs: bytes,
            kind: FileMerge.Kind(path: path),
            sharing: profile
        )
        return merge.isClean ? FileReplacement(of: contents, at: path, by: merge.bytes) : nil
    }

    /// What another program has done; nil if nothing.
    func news(since before: FileContents, at old: String) -> String? {
        let place = path.isSamePath(as: old) ? nil : "moved \(old) to \(path)"
        let change = contents.bytes == before.bytes ? nil : place == nil ? "changed \(path)" : "changed it"
        let what = [place, change].compactMap(\.self)
        return what.isEmpty ? nil : "another program has \(what.joined(separator: " and ")) meanwhile"
    }
}

extension ReminderFolder {
    /// Where another program has moved a file: the only one with its id, or else the same file under another name.
    func path(ofMoved path: String, _ contents: FileContents) -> String? {
        guard let old = ReminderDecoder.decode(contents.bytes, path: path, registry: registry()).reminder,
            let reminders = try? read().snapshot.reminders
        else { return nil }
        var found = reminders.filter { $0.id == old.id }
        if found.isEmpty {
            found = reminders.filter { $0.title == old.title && (try? self.contents(of: $0.path)) == contents }
        }
        return found.count == 1 ? found[0].path : nil
    }
}
