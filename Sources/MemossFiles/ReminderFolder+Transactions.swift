extension ReminderFolder {
    var memoss: MemossDirectory { MemossDirectory(disk: disk, root: root) }

    // MARK: Locking

    /// The folder with its lock taken; the lock is held as long as a copy of the result exists. A folder that was never
    /// edited has no directory for a lock file: there, the first edit takes the lock.
    ///
    /// Take the lock before reading the files that an edit is based on, so that concurrent processes wait for each
    /// other instead of rejecting each other's edits.
    ///
    /// If the folder is not writable, `commit` reports the error, provided that there is something to write.
    ///
    /// - Parameter creating: creates the directory for the lock, because an edit is certain to follow.
    /// - Throws: a `MemossError` if another process does not release the lock in time.
    public func locked(creating: Bool = false) throws(MemossError) -> ReminderFolder {
        guard lock == nil, refusal == nil else { return self }
        // Git writes files after it has looked at them: an edit in between would be lost.
        try waitForGit()
        var folder = self
        do throws(FolderLock.Failure) {
            if creating { try system(try memoss.create()) }
            if try system(try memoss.exists()) { folder.lock = try FolderLock.take(memoss) }
        } catch {
            guard !creating, case .system(let reason) = error, reason.isPermissionDenied else {
                throw MemossError(error)
            }
            folder.refusal = MemossError(error)
        }
        return folder
    }

    /// Waits while git writes the files of the repository that the folder is in. A lock that a git left which died, or whose
    /// git only waits for its user, does not count.
    ///
    /// - Throws: a `MemossError` if git does not finish in time.
    private func waitForGit() throws(MemossError) {
        guard let git = GitLock(ofIndexAbove: root, on: disk), git.exists else { return }
        let seconds = GitLock.timeout / 1_000
        switch git.wait() {
        case .none: return
        case .process(let process):
            throw MemossError(
                .failure,
                "git (process \(process)) is writing to this folder and did not finish within \(seconds) seconds; "
                    + "nothing was changed",
                remedy: .retry
            )
        case .unknown:
            throw MemossError(
                .failure,
                "git may be writing to this folder: \(git.path) did not go away within \(seconds) seconds, and the system "
                    + "does not say which process it belongs to; nothing was changed. If no git is running, delete that file",
                remedy: .retry
            )
        }
    }

    /// Checks that git, if it began while an edit was written, has not replaced the files of the edit.
    private func checkAfterGit(_ edits: [FileEdit]) throws(MemossError) {
        guard let git = GitLock(ofIndexAbove: root, on: disk), git.exists else { return }
        _ = git.wait()
        let lost = edits.filter { edit in
            (try? unlessMissing(try disk.readToEdit(memoss.absolute(edit.path))))??.bytes != edit.after
        }
        guard !lost.isEmpty else { return }
        throw MemossError(
            .failure,
            "git wrote \(lost.map(\.path).joined(separator: ", ")) in the same moment, and the edit is gone",
            remedy: .retry
        )
    }

    /// The folder without the lock, which is released unless another copy holds it.
    package func unlocked() -> ReminderFolder {
        var folder = self
        (folder.lock, folder.refusal) = (nil, nil)
        return folder
    }

    /// Holds the lock and recovers any interrupted edit first.
    func withLock<Value>(_ body: () throws(MemossError) -> Value) throws(MemossError) -> Value {
        // Even if the lock is free by now, files that were read without it may have changed.
        if let refusal { throw refusal }
        try waitForGit()
        let held: FolderLock
        let outcome: Recovery.Outcome?
        do throws(FolderLock.Failure) {
            try system(try memoss.create())
            if let lock { held = lock } else { held = try FolderLock.take(memoss) }
            outcome = try system(try Recovery(memoss).run())
        } catch {
            throw MemossError(error)
        }
        if let outcome, outcome == .foreign { throw MemossError(.failure, outcome.sentence) }
        return try withExtendedLifetime(held, body)
    }

    private func system<Value>(
        _ body: @autoclosure () throws(SystemError) -> Value
    ) throws(FolderLock.Failure) -> Value {
        do throws(SystemError) { return try body() } catch { throw .system(error) }
    }

    // MARK: Recovery

    /// Completes or rolls back an interrupted edit, if there is one and no process is working on it.
    ///
    /// - Returns: a sentence for the user about what was done; nil if there was nothing to do.
    package func recover() -> String? {
        // A single system call, since every command does this.
        do throws(SystemError) {
            guard try memoss.holdsJournal() else { return nil }
        } catch {
            return error.isForeign ? Self.unrecovered(error) : nil
        }
        if lock != nil { return recovered() }
        do throws(FolderLock.Failure) {
            let lock = try FolderLock.take(memoss, timeout: 0)
            return withExtendedLifetime(lock) { recovered() }
        } catch {
            guard case .system(let reason) = error else { return nil }
            return Self.unrecovered(reason)
        }
    }

    private func recovered() -> String? {
        do throws(SystemError) {
            return try Recovery(memoss).run().map(\.sentence)
        } catch {
            return Self.unrecovered(error)
        }
    }

    private static func unrecovered(_ error: SystemError) -> String {
        if error.isForeign { return "\(error.description): nothing can be edited until it is removed" }
        return "an edit was interrupted and can be neither finished nor reverted: \(error.reason): "
            + "files may be only partly edited"
    }

    // MARK: Edits

    /// Applies a plan: all of its changes or none.
    ///
    /// - Parameters:
    ///   - plan: computed for this folder while its lock was held.
    ///   - what: the description of the edit in `mm undo --list`.
    ///   - moment: the time of the edit.
    /// - Returns: the written edits, and the skipped files.
    /// - Throws: a `MemossError` if a file has changed since it was read. Nothing is then written.
    public func commit(_ plan: EditPlan, as what: String, at moment: Instant) throws(MemossError) -> EditPlan {
        guard !plan.isEmpty else { return plan }
        let plan = plan.stamped(at: moment, sharing: settings().profile)
        return try withLock { () throws(MemossError) in
            let others = try editsOfOtherNames(plan.edits)
            let done = try plan.commit(
                in: memoss,
                and: others,
                as: what,
                at: moment,
                threads: threads,
                progress: progress
            )
            try checkAfterGit(done.edits)
            return done
        }
    }

    /// The same edits of the other names of files with hard links in the folder. Replacing one name does not change the
    /// others, and one reminder would become two.
    private func editsOfOtherNames(_ edits: [FileEdit]) throws(MemossError) -> [FileEdit] {
        func path(_ edit: FileEdit) -> String { edit.target ?? edit.path }
        let several = edits.filter { edit in
            guard edit.before != nil, edit.after != nil else { return false }
            return (try? disk.hasSeveralNames(memoss.absolute(path(edit)), follows: true)) == true
        }
        guard !several.isEmpty else { return [] }
        let names = try naming(
            root,
            try FolderWalk(root: root, ignored: ignored, threads: threads, disk: disk).otherNames()
        )
        var known = Set(edits.map { PathKey(path($0)) })
        return several.flatMap { edit in
            names.hardLinks(of: path(edit)).filter { known.insert(PathKey($0)).inserted }.map { name in
                FileEdit(path: name, before: edit.before, after: edit.after)
            }
        }
    }

    /// What `commit` would do, as far as that can be determined without writing: it checks permissions of files and
    /// directories.
    ///
    /// - Returns: the plan with the files that would be skipped moved to `skipped`.
    /// - Throws: the `MemossError` that `commit` would throw.
    ///
    /// - Parameter moment: when it would be applied.
    package func dryRun(_ plan: EditPlan, at moment: Instant? = nil) throws(MemossError) -> EditPlan {
        plan.isEmpty ? plan : try plan.stamped(at: moment, sharing: settings().profile).dryRun(in: memoss)
    }

    // MARK: History

    /// The edits that can be undone or redone, newest first.
    ///
    /// - Parameter warn: receives a sentence for each entry that had to be ignored.
    /// - Throws: a `MemossError` if the stored edits cannot be read.
    public func history(_ warn: (String) -> Void = { _ in }) throws(MemossError) -> [UndoEntry] {
        do throws(SystemError) {
            let manifests = try UndoStore(memoss).manifests { warn($0.description) }
            return manifests.filter { !$0.beginsFolder }.reversed().map(UndoEntry.init)
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason)")
        }
    }

    /// When the last edit of each file was made, if it was a certain step and the file is still as it left it.
    ///
    /// - Parameter what: what the description of the step begins with.
    package func lastSteps(_ what: String) -> [PathKey: Instant] {
        var (seen, found): (Set<PathKey>, [PathKey: Instant]) = ([], [:])
        for entry in (try? history()) ?? [] where !entry.isUndone {
            for path in entry.paths where seen.insert(PathKey(path)).inserted {
                guard entry.what.hasPrefix(what), let bytes = try? contents(of: path).bytes,
                    SHA256.hex(bytes) == entry.digests[PathKey(path)]
                else { continue }
                found[PathKey(path)] = entry.moment
            }
        }
        return found
    }

    /// The next undo or redo; nil if there is none.
    ///
    /// - Throws: a `MemossError` that names the files that have changed since `mm` wrote them.
    public func step(_ direction: UndoStep.Direction) throws(MemossError) -> UndoStep? {
        try UndoStep.next(direction, in: memoss)
    }

    /// Forgets the last edit, whose files stay as they are, so that the one before it can be undone.
    ///
    /// - Returns: the edit; nil if there is none.
    package func forgetLastEdit() throws(MemossError) -> UndoEntry? {
        try withLock { () throws(MemossError) in
            do throws(SystemError) {
                let store = UndoStore(memoss)
                guard let last = try store.next(.undo), !last.beginsFolder else { return nil }
                try store.remove(last.number)
                return UndoEntry(last)
            } catch {
                throw MemossError(.failure, "\(error.path): \(error.reason)")
            }
        }
    }

    /// Checks that a step is not known to fail. Nothing is written.
    ///
    /// - Throws: the `MemossError` that `commit` would throw.
    package func dryRun(_ step: UndoStep) throws(MemossError) { try step.dryRun(in: memoss) }

    /// Applies a step that `step` returned: all of its files or none.
    ///
    /// - Throws: a `MemossError` if a file has changed since. Nothing is then written.
    public func commit(_ step: UndoStep) throws(MemossError) {
        try withLock { () throws(MemossError) in
            try step.commit(in: memoss, threads: threads, progress: progress)
        }
    }
}
