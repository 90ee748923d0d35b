import MemossFiles
import Merge

extension GitSync {
    /// What the message of a merge by `mm sync` begins with.
    static let mergeMessage = "mm: merge "

    /// Commits a merge that an earlier run has begun, once all of its conflicts are resolved, as a person would. A merge that
    /// somebody else has begun is left alone.
    mutating func concludeMerge(in session: inout Session) throws(MemossError) {
        guard try isResolved() else { return }
        let folder = try session.folderToEdit(willWrite: true)
        defer { session.unlock() }
        // Another process may have committed it meanwhile.
        guard try isResolved() else { return }
        let head = try git.line(["rev-parse", "--verify", "HEAD"])
        let state = try git.line(["write-tree"])
        let change = try history.difference(from: head, to: state, in: folder)
        let theirs = try git.line(["rev-parse", "--verify", "MERGE_HEAD"])
        // What neither side has, but the person who resolved the conflicts.
        let own = change.common(with: try history.difference(from: theirs, to: state, in: folder))
        if let fault = try markers(in: change, of: folder) { throw fault }
        if let path = own.unreadable.first {
            throw MemossError(
                .failure,
                "\(Printable.line(path)) cannot be read, although both sides can; the merge was not committed",
                hints: [
                    "see why: mm check \(path.shellWord)", "once it is mended: git add \(path.shellWord), and mm sync",
                ]
            )
        }
        begin()
        try git.succeed(["commit", "-q", "--no-edit", "--cleanup=strip"])
        session.console.info("all conflicts are resolved: committed the merge")
        let incoming = change.without(own)
        let problems = try session.problems(in: change)
        record { report in
            report.incoming.append(incoming)
            report.problems += problems
        }
    }

    /// Whether a merge by `mm sync` waits only to be committed.
    private func isResolved() throws(MemossError) -> Bool {
        guard try GitOperation.isMergingBySync(git) else { return false }
        return try GitConflicts(root: git.directory)?.unmerged().isEmpty == true
    }

    /// The error that names a staged file with conflict markers that the last commit does not have; nil if there is none.
    func markers(in change: FolderDifference, of folder: ReminderFolder) throws(MemossError) -> MemossError? {
        let found = change.newConflicts.isEmpty ? try markedFile(besides: change) : change.newConflicts.first
        guard let path = found else { return nil }
        let now = try? Directory.contents(of: folder.absolute(path))
        let hint =
            if let now, !FileMerge.holdsMarkers(now.bytes) {
                "the file no longer has any; stage it: git add \(path.shellWord)"
            } else if ConflictFinder.isOurs(path) {
                "merge its sides with: mm resolve --add \(path.shellWord)"
            } else {
                "edit the file, and stage it: git add \(path.shellWord)"
            }
        let what =
            "\(Printable.line(path)) has conflict markers, which the last commit does not have; nothing was committed"
        return MemossError(.failure, what, hints: [hint])
    }

    /// The first file that has new conflict markers and is not a reminder: its path in the folder, or `:/PATH` outside.
    private func markedFile(besides change: FolderDifference) throws(MemossError) -> String? {
        let options = ["diff", "--cached"] + GitChange.rawFormat + ["--no-textconv", "-G^<<<<<<< ", "--", ":/"]
        let known = Set(change.reminders.map { PathKey($0.reminder.path) })
        var files: [(path: String, object: String)] = []
        for change in GitChange.all(in: try git.data(options), isWorkTree: false) {
            let isInside = change.path.hasPrefix(history.prefix)
            let path = isInside ? String(change.path.dropFirst(history.prefix.count)) : ":/\(change.path)"
            switch change.after {
            case .object(let object), .other(let object):
                if !known.contains(PathKey(path)) { files.append((path, object)) }
            case .absent, .file: break
            }
        }
        let staged = try GitObjects(files.map { Array($0.object.utf8) }, from: git).files
        return zip(files, staged).first { file, bytes in
            // Markdown may quote markers in a code block.
            let holds =
                file.path.lowercased().hasSuffix(".md") ? FileMerge.holdsConflict(inText:) : FileMerge.holdsMarkers
            return bytes.map(holds) == true
        }?.0.path
    }
}
