import MemossFiles
import Merge

/// Writes the files of a computed merge. The transaction that writes every edit also writes those of the folder: it compares
/// each with what was merged, and merges it again if it was saved since. A file that is hidden or outside of the folder is
/// replaced atomically.
struct MergeInstallation {
    private let history: GitHistory
    private let changes: [Change]
    private let git: GitProgram

    enum Outcome {
        case done
        /// A file was changed since it was merged, in a way that only a new merge can tell. Only hidden files and those outside of
        /// the folder may have been written.
        case changed
        /// There is something that only git can write, such as a symbolic link. Nothing was written.
        case unsuitable
    }

    private struct Change {
        /// From the top of the repository.
        let path: String
        /// Nil where the file does not exist.
        let before: String?
        let after: String?
    }

    /// - Returns: nil if there is something that only git can write.
    init?(_ history: GitHistory, from old: String, to new: String) throws(MemossError) {
        let options = ["--raw", "-z", "--no-renames", "--no-abbrev", "--no-relative", "--no-ext-diff"]
        let raw = try history.top.data(["diff"] + options + ["--ignore-submodules=none", old, new, "--"])
        let parts = raw.split(separator: 0)
        var changes: [Change] = []
        for place in stride(from: 0, to: parts.count - 1, by: 2) {
            let words = String(decoding: parts[place].dropFirst(), as: UTF8.self).split(separator: " ").map(String.init)
            guard words.count == 5, let path = String(validating: parts[place + 1], as: UTF8.self) else { return nil }
            // A submodule stays as it is checked out.
            if words[..<2].allSatisfy({ ["000000", "160000"].contains($0) }) { continue }
            let isFile = words[0] == words[1] || words[0] == "000000" && words[1] == "100644" || words[1] == "000000"
            guard isFile, words[..<2].allSatisfy({ $0.hasPrefix("100") || $0 == "000000" }), !path.utf8.contains(0x0A)
            else { return nil }
            let states = zip(words, words.dropFirst(2)).map { $0 == "000000" ? nil : $1 }
            changes.append(Change(path: path, before: states[0], after: states[1]))
        }
        // A file in place of a directory, or the other way round.
        let removed = Set(changes.lazy.filter { $0.after == nil }.map(\.path))
        let added = Set(changes.lazy.filter { $0.before == nil }.map(\.path))
        guard !added.contains(where: { FilePath.parents(of: $0).contains(where: removed.contains) }),
            !removed.contains(where: { FilePath.parents(of: $0).contains(where: added.contains) })
        else { return nil }
        (self.history, self.changes, git) = (history, changes, history.top)
    }

    // MARK: Reading

    /// Whether some files have their new contents already, as after an interrupted run, and all others their old ones.
    func hasBegun() throws(MemossError) -> Bool {
        let (wanted, (states, modified)) = (try contents(of: changes, \.after), try states())
        var hasBegun = false
        for ((change, now), wanted) in zip(states, wanted) {
            if now?.bytes == wanted {
                hasBegun = true
            } else if (now == nil) != (change.before == nil) || modified.contains(change.path) {
                return false
            }
        }
        return hasBegun
    }

    private func now(_ change: Change) throws(MemossError) -> FileContents? {
        do throws(SystemError) {
            return try Directory.contents(of: "\(git.directory)/\(change.path)")
        } catch {
            let what = "\(Printable.line(change.path)): \(error.reason)"
            throw MemossError(.failure, what, hints: ["nothing was merged"])
        }
    }

    /// The files as they are, and those that differ from the index. Git looks at them after they were read: a file that is
    /// saved in between is either among the latter, or its transaction finds it changed.
    private func states() throws(MemossError) -> ([(change: Change, now: FileContents?)], modified: Set<String>) {
        var states: [(change: Change, now: FileContents?)] = []
        for change in changes { states.append((change, try now(change))) }
        return (states, try modified())
    }

    /// The tracked files that differ from the index.
    private func modified() throws(MemossError) -> Set<String> {
        let options = ["--porcelain", "-z", "--no-renames", "--untracked-files=no", "--ignore-submodules=all"]
        let lines = try git.data(["--no-optional-locks", "status"] + options).split(separator: 0)
        return Set(
            lines.filter { $0.dropFirst().first != UInt8(ascii: " ") }.map {
                String(decoding: $0.dropFirst(3), as: UTF8.self)
            }
        )
    }

    /// The contents before or after, as git writes them to the files.
    private func contents(
        of changes: [Change],
        _ version: KeyPath<Change, String?>
    ) throws(MemossError) -> [[UInt8]?] {
        let files = changes.compactMap { change in change[keyPath: version].map { (object: $0, path: change.path) } }
        var found = try git.checkedOut(files)[...]
        return try changes.map { change throws(MemossError) in
            guard change[keyPath: version] != nil else { return nil }
            guard let bytes = found.popFirst() ?? nil else {
                throw MemossError(
                    .failure,
                    "\(Printable.line(change.path)): git cannot give its contents; a filter (.gitattributes) may fail",
                    hints: ["nothing was merged"]
                )
            }
            return bytes
        }
    }

    // MARK: Writing

    /// Writes the files that do not have their new contents yet.
    func write(in folder: ReminderFolder, at moment: Instant) throws(MemossError) -> Outcome {
        let (states, modified) = try states()
        for (change, now) in states where !isOutside(change) {
            let edit = FileEdit(path: change.path, before: now, after: nil)
            guard folder.canReplace(edit) || !folder.canReplace(FileEdit(path: change.path, before: nil, after: nil))
            else { return .unsuitable }
        }
        // The rules of `.gitattributes` decide how git converts the others.
        let isRule = { (change: Change) in FilePath.name(of: change.path) == GitSetup.attributesName }
        for states in [states.filter { isRule($0.change) }, states.filter { !isRule($0.change) }] {
            guard let edits = try edits(states, modified) else { return .changed }
            var own: [FileEdit] = []
            for var edit in edits {
                guard edit.path.hasPrefix(history.prefix), folder.canReplace(edit) else {
                    guard try replace(edit) else { return .changed }
                    continue
                }
                edit.path.removeFirst(history.prefix.count)
                own.append(edit)
            }
            guard try folder.replace(own, as: "merge with mm sync", at: moment) else { return .changed }
            for edit in edits where edit.after == nil {
                Directory.removeEmptyParents(of: edit.path, in: git.directory)
            }
        }
        return .done
    }

    private func isOutside(_ change: Change) -> Bool { !change.path.hasPrefix(history.prefix) }

    /// Nil if a file was changed in a way that cannot be merged with its new contents.
    private func edits(
        _ states: [(change: Change, now: FileContents?)],
        _ modified: Set<String>
    ) throws(MemossError) -> [FileEdit]? {
        let wanted = try contents(of: states.map(\.change), \.after)
        let bases = try contents(of: states.map(\.change), \.before)
        var edits: [FileEdit] = []
        for (((change, now), wanted), base) in zip(zip(states, wanted), bases) where now?.bytes != wanted {
            guard (now == nil) == (change.before == nil) else { return nil }
            // Git treats a file as unchanged if lstat(2) fails.
            let isSaved = modified.contains(change.path) || !Self.areSame(now?.bytes, base)
            if let now, let wanted {
                guard let base = isSaved ? base : now.bytes,
                    let edit = FileEdit.merging(change.path, now, from: base, to: wanted)
                else { return nil }
                edits.append(edit)
            } else {
                guard !isSaved else { return nil }
                edits.append(FileEdit(path: change.path, before: now, after: wanted))
            }
        }
        return edits
    }

    /// Whether they are the same except for line endings, which git may convert.
    private static func areSame(_ bytes: [UInt8]?, _ other: [UInt8]?) -> Bool {
        let carriageReturn = UInt8(ascii: "\r")
        return bytes == other
            || bytes?.filter { $0 != carriageReturn } == other?.filter { $0 != carriageReturn }
    }

    /// - Returns: false if the file has changed since it was read.
    private func replace(_ edit: FileEdit) throws(MemossError) -> Bool {
        let place = "\(git.directory)/\(edit.path)"
        do throws(SystemError) {
            if let bytes = edit.after { return try Directory.replaceFile(place, edit.before, by: bytes) }
            guard try Directory.contents(of: place)?.bytes == edit.before?.bytes else { return false }
            try Directory.removeFile(place)
            return true
        } catch {
            throw MemossError(.failure, "\(Printable.line(edit.path)): \(error.reason)")
        }
    }
}
