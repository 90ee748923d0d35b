import CLibrary
import MemossFiles

extension GitSync {
    /// Merges with `git merge`, which also writes the files: for what git cannot compute apart from them, and what only git
    /// can write. What something else saves in the same moment may be lost, and a file that is only half written when git
    /// is killed is restored by the next run.
    ///
    /// - Parameter reason: why git has to; it is said. Nil if there are no commits yet.
    mutating func mergeInPlace(
        _ theirs: String,
        of remote: GitRemote,
        into tree: GitWorkTree,
        because reason: String? = nil,
        in session: inout Session
    ) throws(MemossError) -> MergeOutcome {
        if let reason {
            session.console.warnOnce(
                "git itself writes the files of this merge, because \(reason): what another program saves meanwhile may be lost"
            )
        }
        let attributes = try AttributesFile(for: history)
        let merge = ["merge", "-q", "--no-edit", "--ff", "--commit", "--no-squash", "--no-autostash", "--no-stat"]
        let message = ["--no-rerere-autoupdate", "-m", Self.mergeMessage + remote.label, theirs]
        let present = try isSparse() ? files(tagged: "H") : []
        let done: GitProgram.Output
        var ignoresRenames = false
        if let head = tree.head {
            try updateReferences(["create \(Self.ours) \(head)", "create \(Self.theirs) \(theirs)"])
            try git.flush()
            let settings = attributes.settings + Self.usual(tree.branch)
            let first = try git.run(settings + merge + message)
            let records = first.status == 0 ? [] : try history.top.data(["ls-files", "-u", "-z"]).split(separator: 0)
            if try hasMixedReminders(records, head, theirs) {
                try git.succeed(["merge", "--abort"])
                ignoresRenames = true
                // Git 2.39 ignores this option in its default strategy.
                done = try git.run(settings + merge + ["-s", "recursive", "-Xno-renames"] + message)
            } else {
                done = first
            }
        } else {
            done = try git.run(merge + message)
            if let path = Self.overwritten(done) { throw Self.bothBegan(path, remote) }
        }
        try checkOutAgain(present)
        var isMerged = done.status == 0
        if !isMerged { isMerged = try commitBoth(in: try session.folder()) }
        guard isMerged else {
            let conflicts = try GitConflicts(root: git.directory)?.unmerged() ?? []
            guard conflicts.isEmpty else {
                try git.flush()
                try forgetMerge()
                let found = try SyncConflict.all(in: &session)
                record { $0.conflicts = found }
                return .stopped
            }
            try? undoInterruptedMerge(in: &session, isOver: true)
            throw Self.refusal(done, remote, isShallow: history.isShallow)
        }
        try flush()
        try forgetMerge()
        try report(from: tree.head, and: theirs, in: &session)
        if ignoresRenames, let head = tree.head {
            let kept = try self.kept(head, theirs, in: try session.folder())
            record { $0.kept += kept }
        }
        return .merged
    }

    /// The files of the index with a tag of `git ls-files -t`: `H` for one that is checked out, `S` for one that is not.
    private func files(tagged tag: Character) throws(MemossError) -> Set<String> {
        let lines = try history.top.data(["ls-files", "-t", "-z"]).split(separator: 0)
        return Set(
            lines.map { String(decoding: $0, as: UTF8.self) }.filter { $0.first == tag }.map { String($0.dropFirst(2)) }
        )
    }

    /// Checks out files that the merge has taken out of a sparse clone, since they are outside its cone: their reminders would fall
    /// silent here.
    private func checkOutAgain(_ files: Set<String>) throws(MemossError) {
        let lost = files.isEmpty ? [] : files.intersection(try self.files(tagged: "S"))
        guard !lost.isEmpty else { return }
        func list(_ paths: Set<String>) -> [UInt8] { Array(paths.sorted().map { $0 + "\0" }.joined().utf8) }
        try history.top.succeed(["update-index", "--no-skip-worktree", "-z", "--stdin"], input: list(lost))
        // What another program has put there since is not overwritten.
        let missing = lost.filter { (try? Directory.isTaken("\(history.top.directory)/\($0)")) != true }
        try history.top.succeed(["checkout-index", "-q", "-u", "-z", "--stdin"], input: list(missing))
    }

    /// Commits a merge that git stopped only because both sides created a reminder with the same file name.
    ///
    /// - Returns: false if anything else is unmerged. Then nothing is changed.
    private func commitBoth(in folder: ReminderFolder) throws(MemossError) -> Bool {
        guard let conflicts = try GitConflicts(root: git.directory), try GitOperation.isMerging(git) else {
            return false
        }
        let entries = try entriesOfBoth(try conflicts.unmerged(), in: folder)
        guard !entries.isEmpty else { return false }
        try git.succeed(["update-index", "-z", "--index-info"], input: indexLines(entries))
        let paths = Array(entries.map { "\($0.path)\0" }.joined().utf8)
        try git.succeed(["checkout-index", "-q", "-f", "-u", "-z", "--stdin"], input: paths)
        try git.succeed(["commit", "-q", "--no-edit"])
        return true
    }

    /// The reminders that one side deleted and the other only moved. A merge that ignores renames keeps them.
    private func kept(
        _ ours: String,
        _ theirs: String,
        in folder: ReminderFolder
    ) throws(MemossError) -> [ReminderDifference] {
        let base = try git.line(["merge-base", ours, theirs])
        var deleted: Set<PathKey> = []
        for side in [ours, theirs] {
            for change in try history.difference(from: base, to: side, in: folder).reminders
            where change.kind == .deleted { deleted.insert(PathKey(change.reminder.path)) }
        }
        return try history.difference(from: base, to: "HEAD", in: folder).reminders.filter { change in
            change.parts.contains { if case .moved(let path) = $0 { deleted.contains(PathKey(path)) } else { false } }
        }
    }

    /// The file here that kept git from checking out the first commit.
    private static func overwritten(_ done: GitProgram.Output) -> String? {
        guard done.status != 0, done.text.contains("would be overwritten by merge") else { return nil }
        let line = done.text.split(separator: "\n").first { $0.hasPrefix("error: Untracked working tree file '") }
        return line?.split(separator: "'").dropFirst().first.map(String.init) ?? TagRegistry.fileName
    }

    private static func bothBegan(_ path: String, _ remote: GitRemote) -> MemossError {
        MemossError(
            .failure,
            "\(path) is here and on \(remote.label), and nothing is committed here yet; nothing was merged",
            hints: [
                "if they belong together: git add -A && git commit -m first, "
                    + "then git merge --allow-unrelated-histories \(remote.label)",
                "otherwise clone the other repository into an empty directory",
            ]
        )
    }

    private static func refusal(_ done: GitProgram.Output, _ remote: GitRemote, isShallow: Bool) -> MemossError {
        done.text.contains("refusing to merge unrelated histories")
            ? unrelated(remote, isShallow: isShallow) : GitProgram.failed(["merge"], done)
    }

    /// Overrides settings with which git would drop the changes of one side, such as `-s ours`.
    private static func usual(_ branch: String) -> [String] {
        // `-c` splits at the first `=`, so a branch name with `=` cannot be set this way.
        let options = branch.contains("=") ? [] : ["-c", "branch.\(branch).mergeOptions="]
        return options + ["-c", "pull.twohead=ort"]
    }

    /// Restores the files that an interrupted merge has written from the last commit, except those edited since.
    ///
    /// - Parameter isOver: whether this process ran the merge, and it has just failed.
    func undoInterruptedMerge(in session: inout Session, isOver: Bool = false) throws(MemossError) {
        guard let sides = try interruptedMerge() else { return }
        let head = try git.run(["rev-parse", "--verify", "--quiet", "HEAD"], capturesErrors: false)
        // If HEAD has moved, or the merge waits to be committed, all of its files are complete.
        let isWaiting = try GitOperation.isMerging(git) && !isOver
        if head.text == sides.ours, !isWaiting {
            let restored = try GitMergeRollback(sides.ours, try result(of: sides), in: history.top).run()
            if restored > 0, !isOver {
                session.console.warn(
                    "an earlier merge was interrupted: \(restored.counted("file")) \(restored == 1 ? "was" : "were") "
                        + "restored from the last commit"
                )
            }
        }
        try forgetMerge()
    }

    /// The files that the merge was going to write, as a commit or a tree.
    private func result(of sides: (ours: String, theirs: String, result: String?)) throws(MemossError) -> String {
        let attributes = try AttributesFile(for: history)
        let found = try git.run(
            attributes.settings + ["merge-tree", "--write-tree", sides.ours, sides.theirs],
            capturesErrors: false
        )
        let tree = String(decoding: found.bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        return found.status < 2 && !tree.isEmpty ? tree : sides.theirs
    }
}
