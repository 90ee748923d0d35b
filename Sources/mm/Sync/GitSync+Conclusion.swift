import MemossFiles

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
        let marked = change.newConflicts.isEmpty ? try markedFile() : change.newConflicts.first
        if let path = marked {
            throw MemossError(
                .failure,
                "\(Printable.line(path)) has conflict markers; the merge was not committed",
                hints: ["merge its sides with: mm resolve --add \(path.shellWord)"]
            )
        }
        if let path = own.unreadable.first {
            throw MemossError(
                .failure,
                "\(Printable.line(path)) cannot be read, although both sides can; the merge was not committed",
                hints: [
                    "see why: mm check \(path.shellWord)", "once it is mended: git add \(path.shellWord), and mm sync",
                ]
            )
        }
        try succeed(["commit", "-q", "--no-edit", "--cleanup=strip"])
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
        guard try GitOperation.isMerging(git), try GitConflicts(root: git.directory)?.unmerged().isEmpty == true else {
            return false
        }
        let directory = try git.line(["rev-parse", "--absolute-git-dir"])
        do throws(SystemError) {
            let message = try Directory.contents(of: directory + "/MERGE_MSG")?.bytes ?? []
            return message.starts(with: Self.mergeMessage.utf8)
        } catch {
            throw MemossError(.failure, "\(directory)/MERGE_MSG: \(error.reason)")
        }
    }

    /// A staged file, of whatever kind, in which git finds conflict markers.
    private func markedFile() throws(MemossError) -> String? {
        let found = try git.run(
            ["diff", "--cached", "--check", "--no-ext-diff", "HEAD", "--", ":/"],
            capturesErrors: false
        )
        // 2 is for findings.
        guard found.status == 0 || found.status == 2 else {
            throw MemossError(
                .failure,
                "git cannot tell whether conflict markers are left (status \(found.status)); the merge was not committed"
            )
        }
        let line = found.text.split(separator: "\n").first { $0.hasSuffix(": leftover conflict marker") }
        return line.map { line in line.split(separator: ":").first.map(String.init) ?? String(line) }
    }
}
