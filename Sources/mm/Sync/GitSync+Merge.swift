import CLibrary
import MemossFiles

extension GitSync {
    enum MergeOutcome {
        case merged
        /// There are conflicts, left as `git merge` leaves them.
        case stopped
        /// Files were changed while they were merged. The branch is as before.
        case changed
    }

    /// Merges the other side into the branch like `git merge`, with `mm` as the merge driver. Git computes the result, and
    /// `MergeInstallation` writes the files. If the process or the machine dies, the files or the branch may have
    /// advanced without the other; the sides of the merge have names until both have, so that the next sync goes on.
    ///
    /// - Throws: a `MemossError` if git refused or failed; nothing has changed then.
    mutating func merge(
        _ theirs: String,
        of remote: GitRemote,
        into tree: GitWorkTree,
        in session: inout Session
    ) throws(MemossError) -> MergeOutcome {
        begin()
        let folder = try session.folder()
        guard let head = tree.head else { return try mergeInPlace(theirs, of: remote, into: tree, in: &session) }
        try checkRegistry(theirs, head, of: remote)
        try checkIgnored(theirs, head, of: remote)
        let attempt: ComputedMerge.Attempt
        do throws(MemossError) {
            attempt = try compute(head, theirs, of: remote.label, in: folder)
        } catch {
            guard error.message.contains("refusing to merge unrelated histories") else { throw error }
            throw Self.unrelated(remote, isShallow: history.isShallow)
        }
        let merged: ComputedMerge
        switch attempt {
        case .computed(let found): merged = found
        case .needsGit(let reason):
            return try mergeInPlace(theirs, of: remote, into: tree, because: reason, in: &session)
        }
        let unsuitable = "it changes links, modes or other things that only git can write"
        guard let installation = try MergeInstallation(history, from: head, to: merged.tree) else {
            return try mergeInPlace(theirs, of: remote, into: tree, because: unsuitable, in: &session)
        }
        let result: String
        if let commit = merged.commit {
            result = commit
        } else {
            result = try commit(merged, [head, theirs], remote.label)
        }
        // Everything that the names refer to is on the disk before them, and they before the files.
        try git.flush()
        try updateReferences(
            ["create \(Self.ours) \(head)", "create \(Self.theirs) \(theirs)", "create \(Self.result) \(result)"]
        )
        try flushReferences()
        let outcome: MergeInstallation.Outcome
        do throws(MemossError) {
            outcome = try installation.write(in: folder, at: try session.time().now)
        } catch {
            try? forgetMerge()
            throw error
        }
        guard case .done = outcome else {
            try forgetMerge()
            if case .changed = outcome { return .changed }
            return try mergeInPlace(theirs, of: remote, into: tree, because: unsuitable, in: &session)
        }
        return try finish(merged, result, theirs, from: head, remote.label, in: &session)
    }

    /// Points the index and the branch at a merge whose files have been written.
    private mutating func finish(
        _ merged: ComputedMerge,
        _ result: String,
        _ theirs: String,
        from head: String,
        _ remote: String,
        in session: inout Session
    ) throws(MemossError) -> MergeOutcome {
        let index = try git.run(["write-tree"], capturesErrors: false)
        if index.text != merged.tree {
            // Without a look at the files, which are newer than the index. An interrupted run may have left it unmerged.
            let command = index.status == 0 ? ["read-tree", "-i", "-m", head] : ["read-tree"]
            try git.succeed(command + [merged.tree])
        }
        if merged.commit != nil {
            let way = merged.isFastForward ? "Fast-forward" : "Merge made by mm"
            try updateReferences(
                ["update ORIG_HEAD \(head)", "update HEAD \(result) \(head)"],
                because: "merge \(remote): \(way)"
            )
        } else {
            try updateReferences(["update ORIG_HEAD \(head)"])
            try leaveConflicts(merged, theirs, remote)
        }
        _ = try git.run(["update-index", "-q", "--refresh"])
        try flush()
        try forgetMerge()
        guard merged.commit != nil else {
            let found = try SyncConflict.all(in: &session)
            record { $0.conflicts = found }
            return .stopped
        }
        // As with git itself, the status of this hook counts for nothing.
        _ = try git.run(["hook", "run", "--ignore-missing", "post-merge", "--", "0"])
        try report(from: head, and: theirs, in: &session)
        return .merged
    }

    /// Leaves what `git merge` leaves of a merge with conflicts, so that a person can finish or abort it.
    private func leaveConflicts(_ merged: ComputedMerge, _ theirs: String, _ remote: String) throws(MemossError) {
        var paths: [ArraySlice<UInt8>] = []
        for record in merged.unmerged {
            guard let tab = record.firstIndex(of: 0x09), paths.last != record[(tab + 1)...] else { continue }
            paths.append(record[(tab + 1)...])
        }
        let none = Array("0 \(String(repeating: "0", count: theirs.utf8.count))\t".utf8)
        let lines = paths.map { none + $0 } + merged.unmerged.map(Array.init)
        try git.succeed(["update-index", "-z", "--index-info"], input: Array(lines.joined(separator: [0])) + [0])
        try git.succeed(["update-ref", "AUTO_MERGE", merged.tree])
        let list = paths.map { "#\t\(Printable.line(String(decoding: $0, as: UTF8.self)))\n" }.joined()
        let directory = try git.repository()
        // The last one makes it a merge.
        let files = [
            ("MERGE_MSG", "\(Self.mergeMessage)\(remote)\n\n# Conflicts:\n\(list)"), ("MERGE_MODE", ""),
            ("MERGE_HEAD", theirs + "\n"),
        ]
        for (name, text) in files {
            try naming(try Directory.removeFile("\(directory)/\(name)"))
            try naming(try Directory.createFile("\(directory)/\(name)", Array(text.utf8)))
        }
    }

    /// Records what a merge has changed.
    ///
    /// - Parameter head: our side; nil if there was no commit.
    mutating func report(from head: String?, and theirs: String, in session: inout Session) throws(MemossError) {
        let folder = try session.folder()
        let result = try git.line(["rev-parse", "--verify", "HEAD"])
        let incoming = try history.difference(from: head, to: result, in: folder)
        let both: FolderDifference?
        if head == nil || result == theirs {
            both = nil
        } else {
            both = incoming.common(with: try history.difference(from: theirs, to: result, in: folder))
        }
        let problems = try session.problems(in: incoming)
        record { report in
            report.incoming.append(incoming)
            report.broken += both?.unreadable ?? []
            report.problems += problems
        }
    }

    /// Goes on with a merge that was interrupted after its files were written, and forgets one that was interrupted
    /// before. What was edited since is committed like any other edit, and merged anew.
    mutating func finishInterruptedMerge(in session: inout Session) throws(MemossError) {
        guard let sides = try interruptedMerge() else { return }
        let folder = try session.folderToEdit(willWrite: true)
        defer { session.unlock() }
        if let sentence = folder.recover() { throw MemossError(.failure, sentence) }
        let head = try git.run(["rev-parse", "--verify", "--quiet", "HEAD"], capturesErrors: false).text
        guard let result = sides.result else { return try undoInterruptedMerge(in: &session) }
        guard head == sides.ours, try !GitOperation.isMerging(git) else { return try forgetMerge() }
        let tree = try git.line(["rev-parse", "--verify", result + "^{tree}"])
        guard let installation = try MergeInstallation(history, from: head, to: tree), try installation.hasBegun(),
            case .done = try installation.write(in: folder, at: try session.time().now)
        else {
            if try git.run(["write-tree"], capturesErrors: false).status != 0 { try git.succeed(["read-tree", head]) }
            return try forgetMerge()
        }
        session.console.warn("an earlier merge was interrupted; it is finished now")
        let subject = try git.line(["log", "-1", "--format=%s", result, "--"])
        let isOurs = result != sides.theirs && subject.hasPrefix(Self.mergeMessage)
        let label = isOurs ? String(subject.dropFirst(Self.mergeMessage.count)) : "the other side"
        var merged = ComputedMerge(tree: tree)
        (merged.commit, merged.isFastForward) = (result, result == sides.theirs)
        if result != sides.theirs, case .computed(let again) = try compute(head, sides.theirs, of: label, in: folder),
            again.tree == tree, again.commit == nil
        {
            merged = again
        }
        _ = try finish(merged, result, sides.theirs, from: head, label, in: &session)
    }

    static func unrelated(_ remote: GitRemote, isShallow: Bool) -> MemossError {
        MemossError(
            .failure,
            "this branch and \(remote.label) have no commit in common",
            hints: isShallow
                ? [GitHistory.shallowHint]
                : ["if they belong together: git merge --allow-unrelated-histories \(remote.label)"]
        )
    }

    /// Refuses a merge that deletes the registry: without it, commands would not find the folder, and no notification
    /// would be shown.
    private func checkRegistry(_ theirs: String, _ head: String, of remote: GitRemote) throws(MemossError) {
        let options = ["--name-only", "-z", "--no-renames", "--no-ext-diff", "--diff-filter=D"]
        let deleted = try git.run(
            ["diff"] + options + ["\(head)...\(theirs)", "--", TagRegistry.fileName],
            capturesErrors: false
        )
        // Without a common ancestor, git refuses the merge itself.
        guard deleted.status == 0, !deleted.bytes.isEmpty else { return }
        throw MemossError(
            .failure,
            "\(TagRegistry.fileName) was deleted on \(remote.label), and without it this is not a reminder folder; nothing was "
                + "merged",
            hints: [
                "restore it in the other clone: git checkout COMMIT -- \(TagRegistry.fileName), and mm sync there",
                "if you meant to delete it: git merge \(remote.label)",
            ]
        )
    }

    /// Git silently overwrites files that it ignores, even to create a directory in their place.
    private func checkIgnored(_ theirs: String, _ head: String, of remote: GitRemote) throws(MemossError) {
        let options = ["--name-only", "-z", "--no-renames", "--no-ext-diff", "--diff-filter=A"]
        let names = try git.data(["diff"] + options + [head, theirs, "--"]).split(separator: 0)
        let added = names.map { String(decoding: $0, as: UTF8.self) }
        let parents = Set(added.flatMap { FilePath.parents(of: $0) })
        var present: [String] = []
        for path in added + parents.sorted() {
            let place = "\(history.top.directory)/\(path)"
            do throws(SystemError) {
                if try parents.contains(path) ? Directory.isFile(at: place) : Directory.isTaken(place) {
                    present.append(path)
                }
            } catch {
                throw MemossError(.failure, "\(Printable.line(path)): \(error.reason)", hints: ["nothing was merged"])
            }
        }
        guard !present.isEmpty else { return }
        let tracked = try history.top.data(["--literal-pathspecs", "ls-files", "-z", "--"] + present).split(
            separator: 0
        )
        let known = Set(tracked.map { String(decoding: $0, as: UTF8.self) })
        guard let path = present.first(where: { path in !known.contains { $0 == path || $0.hasPrefix(path + "/") } })
        else { return }
        throw MemossError(
            .failure,
            "\(Printable.line(path)) comes from \(remote.label), but a file that git does not track has this name here",
            hints: ["rename one of the two; nothing was merged"]
        )
    }

    // MARK: Interrupted merges

    /// While files are written, these refs name the sides of a merge, and its result unless git itself writes the files.
    private static let place = "refs/worktree/mm-sync"
    static var ours: String { "\(place)/ours" }
    static var theirs: String { "\(place)/theirs" }
    private static var result: String { "\(place)/result" }

    /// The sides of a merge that did not finish; nil if there is none.
    func interruptedMerge() throws(MemossError) -> (ours: String, theirs: String, result: String?)? {
        let found = try git.data(["for-each-ref", "--format=%(refname) %(objectname)", Self.place])
        let pairs = String(decoding: found, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        let names = Dictionary(pairs.map { (String($0[0]), String($0[1])) }) { first, _ in first }
        guard let ours = names[Self.ours], let theirs = names[Self.theirs] else {
            // Git failed between two of the names, before or after the files are written.
            if !names.isEmpty { try forgetMerge() }
            return nil
        }
        return (ours, theirs, names[Self.result])
    }

    /// Git was killed after it had committed a merge, and still waits for that commit.
    func forgetCommittedMerge() throws(MemossError) {
        guard try GitOperation.isMerging(git), try GitConflicts(root: git.directory)?.unmerged().isEmpty != false,
            try git.run(["merge-base", "--is-ancestor", "MERGE_HEAD", "HEAD"], capturesErrors: false).status == 0
        else { return }
        try git.succeed(["merge", "--quit"])
    }

    func forgetMerge() throws(MemossError) {
        try updateReferences([Self.ours, Self.theirs, Self.result].map { "delete \($0)" })
    }

    /// Makes the names of the sides durable. Git has synced the files of the references, but not their directories.
    private func flushReferences() throws(MemossError) {
        let own = try git.repository()
        var places = FilePath.parents(of: Self.ours).map { "\(own)/\($0)" } + [own]
        places.removeAll { (try? Directory.isTaken($0)) == false }
        // There are none if git keeps references in tables.
        guard places.count == FilePath.parents(of: Self.ours).count + 1 else { return try git.flush() }
        for place in places { try naming(try Directory.sync(place)) }
    }

    func updateReferences(_ commands: [String], because reason: String? = nil) throws(MemossError) {
        let options = (reason.map { ["-m", $0] } ?? []) + ["--stdin"]
        try git.succeed(["update-ref"] + options, input: Array((commands.joined(separator: "\n") + "\n").utf8))
    }
}
