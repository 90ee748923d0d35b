import CLibrary
import MemossFiles

/// Brings a folder and a branch of a remote repository together: commits, fetches, merges, checks and pushes.
///
/// The lock of the folder is held while git reads its files for a commit and while a merge writes them, never while
/// waiting for the network.
struct GitSync {
    struct Options {
        /// The name of the remote; nil for that of the upstream branch.
        var remote: String?
        /// The commit message; nil for one that summarises the changes.
        var message: String?
        var isDryRun = false
    }

    /// The number of attempts, for when others push while we merge.
    private static let attempts = 5

    let options: Options
    let history: GitHistory
    private(set) var report = SyncReport()
    /// Whether nothing was written since the last flush.
    private var isDurable = false
    var git: GitProgram { history.git }

    init(_ options: Options, of folder: ReminderFolder) throws(MemossError) {
        self.options = options
        history = try GitHistory(of: folder, isWriting: !options.isDryRun)
    }

    // MARK: Steps

    mutating func run(in session: inout Session) throws(MemossError) {
        if !options.isDryRun {
            try finishInterruptedMerge(in: &session)
            try forgetCommittedMerge()
            try concludeMerge(in: &session)
        }
        var tree = try GitWorkTree(history)
        let remote = try GitRemote(options.remote, for: tree.branch, git)
        (report.branch, report.remote, report.isDryRun) = (tree.branch, remote, options.isDryRun)
        if !session.canAsk { remote?.neverAsk() }
        if options.isDryRun { return try preview(tree, remote, in: &session) }
        // A first commit here would have no common ancestor with the remote's commits.
        let isJoining = tree.head == nil && remote != nil
        if !isJoining, tree.hasChanges {
            tree = try locked(tree.branch, in: &session) { sync, tree, session throws(MemossError) in
                try sync.commit(tree, in: &session)
            }
        }
        if let remote { try exchange(tree, remote, in: &session) }
    }

    /// Reports what a run would commit, merge and push, based on the last fetch.
    private mutating func preview(
        _ tree: GitWorkTree,
        _ remote: GitRemote?,
        in session: inout Session
    ) throws(MemossError) {
        let folder = try session.folder()
        report.leftOut = tree.modules
        if tree.hasChanges {
            let change = try history.difference(from: tree.head, to: nil, in: folder)
            report.commits = [.init(message: options.message ?? SyncMessage(change).text, change: change)]
        }
        guard let remote, let head = tree.head, let theirs = try remote.commit() else { return }
        let base = try git.run(["merge-base", head, theirs], capturesErrors: false)
        guard base.status == 0 else {
            guard base.status == 1 else { throw GitProgram.failed(["merge-base"], "status \(base.status)") }
            throw Self.unrelated(remote, isShallow: history.isShallow)
        }
        report.incoming = [try history.difference(from: base.text, to: theirs, in: folder)]
        report.outgoing = try history.difference(from: base.text, to: head, in: folder)
    }

    /// Fetches, merges and pushes until both sides have the same commits.
    private mutating func exchange(
        _ tree: GitWorkTree,
        _ remote: GitRemote,
        in session: inout Session
    ) throws(MemossError) {
        var tree = tree
        var fetched: Set<String?> = []
        var refusal: MemossError?
        for _ in 0..<Self.attempts {
            let theirs: String?
            begin()
            switch try remote.fetch() {
            case .found(let commit): theirs = commit
            case .missing: theirs = nil
            case .unreachable(let reason): return report.fault = reason
            }
            if try needsMerge(theirs, in: tree.head) {
                tree = try locked(tree.branch, in: &session) { sync, tree, session throws(MemossError) in
                    // A repository without commits takes the remote's commits first, and then adds its own files.
                    let isJoining = tree.head == nil && theirs != nil
                    // Otherwise, commit again: files may have been edited during the fetch.
                    var tree = isJoining ? tree : try sync.commit(tree, in: &session)
                    guard let theirs else { return tree }
                    for _ in 0..<Self.attempts {
                        switch try sync.merge(theirs, of: remote, into: tree, in: &session) {
                        case .stopped: return tree
                        case .merged:
                            let merged = try GitWorkTree(sync.history)
                            return isJoining ? try sync.commit(merged, in: &session) : merged
                        case .changed: tree = try sync.commit(try GitWorkTree(sync.history), in: &session)
                        }
                    }
                    throw MemossError(
                        .failure,
                        "other programs keep changing files while they are merged; your changes are committed here",
                        hints: ["merge them later with: mm sync"]
                    )
                }
                guard report.conflicts.isEmpty, report.broken.isEmpty else { return }
            }
            guard let head = tree.head, head != theirs else { return }
            fetched.insert(theirs)
            switch try remote.push(head) {
            case .done:
                report.outgoing = try history.difference(from: theirs, to: head, in: try session.folder())
                return
            case .overtaken(let failure): refusal = failure
            case .unreachable(let reason): return report.fault = reason
            }
        }
        // The remote repository looks as if others pushed, but they do not: a git that was killed there has left a lock.
        if fetched.count == 1, let refusal { throw refusal }
        throw MemossError(
            .failure,
            "gave up after \(Self.attempts) attempts, because others keep pushing to \(remote.label); your changes are committed here",
            hints: ["push it with: mm sync"]
        )
    }

    /// Whether this side lacks commits of the other side, or has no commit at all.
    private func needsMerge(_ theirs: String?, in head: String?) throws(MemossError) -> Bool {
        guard let head else { return true }
        guard let theirs, theirs != head else { return false }
        let found = try git.run(["merge-base", "--is-ancestor", theirs, head])
        guard found.status < 2 else { throw GitProgram.failed(["merge-base"], found) }
        return found.status == 1
    }

    // MARK: Committing

    /// Commits the files of the folder as they are, even those that cannot be parsed.
    ///
    /// - Returns: the state after the commit.
    private mutating func commit(
        _ tree: GitWorkTree,
        in session: inout Session
    ) throws(MemossError) -> GitWorkTree {
        report.leftOut = tree.modules
        guard tree.hasChanges else { return tree }
        begin()
        try checkIdentity()
        let staged = try git.line(["write-tree"])
        do throws(MemossError) {
            try commitAll(tree, in: &session)
        } catch {
            // Nothing was committed, so the index goes back to what it was. If that fails too, the first reason is what matters.
            _ = try? git.run(["read-tree", staged])
            throw error
        }
        return try GitWorkTree(history)
    }

    private mutating func commitAll(_ tree: GitWorkTree, in session: inout Session) throws(MemossError) {
        let folder = try session.folder()
        var change = try stage(tree, in: folder)
        // An editor may just have emptied a file to write it again.
        for _ in 0..<Self.attempts where !change.emptied.isEmpty {
            usleep(200_000)
            change = try stage(tree, in: folder)
        }
        if let path = change.emptied.first { throw Self.emptied(path, change.emptied.count) }
        if let fault = try markers(in: change, of: folder) { throw fault }
        let text = options.message ?? SyncMessage(change).text
        let difference = try git.run(["diff", "--cached", "--quiet", "--ignore-submodules=none"])
        // Only a file's time or line endings have changed.
        guard difference.status == 1 else { return }
        // The files are in the repository before a commit refers to them.
        try git.flush()
        try git.succeed(["commit", "-q", "-m", text])
        try flush()
        report.commits.append(.init(message: text, change: change))
    }

    func isSparse() throws(MemossError) -> Bool {
        try git.run(["config", "--type=bool", "--get", "core.sparsecheckout"], capturesErrors: false).text == "true"
    }

    /// Stages the files of the folder.
    private func stage(_ tree: GitWorkTree, in folder: ReminderFolder) throws(MemossError) -> FolderDifference {
        let others = tree.modules.map { ":(top,exclude,literal)\($0)" } + [GitWorkTree.leftover]
        // Of a file outside the cone of a sparse clone, git would else stage nothing at all.
        let arguments = ["-c", "advice.addEmbeddedRepo=false", "add", "-A"] + (try isSparse() ? ["--sparse"] : [])
        try git.succeed(arguments + ["--", "."] + others)
        return try history.difference(from: tree.head, to: try git.line(["write-tree"]), in: folder)
    }

    /// Such a file is rather what a power failure has left than what somebody meant.
    private static func emptied(_ path: String, _ count: Int) -> MemossError {
        let others = count > 1 ? " and \((count - 1).counted("other file"))" : ""
        return MemossError(
            .failure,
            "\(Printable.line(path))\(others) \(count > 1 ? "have" : "has") lost all contents, which the last commit still has; "
                + "nothing was committed",
            hints: [
                "bring \(count > 1 ? "them" : "it") back: git restore -- \(path.shellWord)",
                "if you emptied it on purpose: git commit -m emptied -- \(path.shellWord)",
            ]
        )
    }

    private func checkIdentity() throws(MemossError) {
        for who in ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"] {
            let found = try git.run(["var", who])
            guard found.status != 0 else { continue }
            throw MemossError(
                .failure,
                "git needs your name and email address to commit",
                hints: ["set it: git config --global user.name NAME", "and: git config --global user.email ADDRESS"]
            )
        }
    }

    // MARK: The lock

    /// Runs an action under the lock of the folder, so no other `mm` edits the files that git reads and writes. First
    /// cleans up after interrupted runs.
    private mutating func locked(
        _ branch: String,
        in session: inout Session,
        _ body: (inout GitSync, GitWorkTree, inout Session) throws(MemossError) -> GitWorkTree
    ) throws(MemossError) -> GitWorkTree {
        let folder = try session.folderToEdit(willWrite: true)
        defer { session.unlock() }
        if let sentence = folder.recover() { throw MemossError(.failure, sentence) }
        let tree = try GitWorkTree(history)
        guard tree.branch == branch else {
            throw MemossError(
                .failure,
                "\(tree.branch) was checked out in the meantime, instead of \(branch)",
                hints: ["sync it with: mm sync"]
            )
        }
        return try body(&self, tree, &session)
    }

    // MARK: Running git

    /// Makes everything durable that was written.
    mutating func flush() throws(MemossError) {
        try git.flush()
        isDurable = true
    }

    /// Ends the sync: everything that was written is durable.
    mutating func end() throws(MemossError) { if !isDurable { try flush() } }

    /// Call this before anything is written, so that it is flushed at the end.
    mutating func begin() { isDurable = false }

    /// Changes the private report from an extension in another file.
    mutating func record(_ change: (inout SyncReport) -> Void) { change(&report) }
}

extension GitHistory {
    /// The changes to reminders and tags between two commits or trees.
    ///
    /// - Parameters:
    ///   - old: nil for a folder without files.
    ///   - new: nil for the files on disk.
    func difference(
        from old: String?,
        to new: String?,
        in folder: ReminderFolder
    ) throws(MemossError) -> FolderDifference {
        func commit(_ hash: String) -> GitCommit {
            GitCommit(hash: hash, moment: Instant(secondsSince1970: 0), subject: "")
        }
        let from: GitCommit
        if let old { from = commit(old) } else { from = commit(try emptyTree()) }
        var changes = try changes(from: from, to: new.map(commit))
        let ignored = try ignoreLists(from: from, to: new.map(commit), changes, present: folder.ignored)
        changes += ignored.affected
        let contents = try ChangedContents(of: changes, from: git)
        return try contents.difference(changes, ignoring: ignored.lists, folder.registry())
    }

    private func emptyTree() throws(MemossError) -> String {
        try git.line(["hash-object", "-t", "tree", "--stdin"])
    }
}
