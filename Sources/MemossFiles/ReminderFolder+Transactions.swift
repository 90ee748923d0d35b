extension ReminderFolder {
    var place: WorkingPlace { WorkingPlace(disk: disk, root: root) }

    // MARK: Locking

    /// The folder with its lock taken; the lock is held as long as a copy of the result exists. A folder that was never
    /// edited has no directory for a lock file: there, the first edit takes the lock.
    ///
    /// Take the lock before reading what an edit is based on, so that concurrent processes wait for each other instead of
    /// rejecting each other's edits.
    ///
    /// If the folder is not writable, `commit` reports the error, provided that there is something to write.
    ///
    /// - Parameter makesPlace: creates the directory for the lock, because an edit is certain to follow.
    /// - Throws: a `MemossError` if another process does not release the lock in time.
    public func takingTurn(makesPlace: Bool = false) throws(MemossError) -> ReminderFolder {
        guard lock == nil, refusal == nil else { return self }
        do throws(FolderLock.Failure) {
            return try turnTaken(makesPlace: makesPlace)
        } catch {
            guard !makesPlace, case .system(let reason) = error, reason.isLackOfRights else { throw MemossError(error) }
            var folder = self
            folder.refusal = MemossError(error)
            return folder
        }
    }

    private func turnTaken(makesPlace: Bool) throws(FolderLock.Failure) -> ReminderFolder {
        do throws(SystemError) {
            if makesPlace { try place.make() }
            guard try place.exists() else { return self }
        } catch {
            throw .system(error)
        }
        return try locked()
    }

    /// The folder without the lock, which is released unless another copy holds it.
    package func endingTurn() -> ReminderFolder {
        var folder = self
        folder.lock = nil
        folder.refusal = nil
        return folder
    }

    private func locked() throws(FolderLock.Failure) -> ReminderFolder {
        guard lock == nil else { return self }
        var folder = self
        folder.lock = try FolderLock.take(place, patience: FolderLock.patience)
        return folder
    }

    // MARK: Recovery

    /// Completes or rolls back an interrupted edit, if there is one and no process is working on it.
    ///
    /// - Returns: a sentence for the user about what was done; nil if there was nothing to do.
    package func recover() -> String? {
        // A single system call, since every command does this.
        do throws(SystemError) {
            guard try place.holdsJournal() else { return nil }
        } catch {
            // Another user's `.memoss` may be closed; any other error could hide an interrupted edit.
            if error.isForeign { return Self.unrecovered(error) }
            return error.isLackOfRights
                ? nil : "cannot look for an interrupted edit: \(error.reason): files may be only partly edited"
        }
        if lock != nil { return recovered() }
        do throws(FolderLock.Failure) {
            let lock = try FolderLock.take(place, patience: 0)
            return withExtendedLifetime(lock) { recovered() }
        } catch {
            guard case .system(let reason) = error else { return nil }
            return Self.unrecovered(reason)
        }
    }

    private func recovered() -> String? {
        do throws(SystemError) {
            return try Recovery(place).run().map(\.sentence)
        } catch {
            return Self.unrecovered(error)
        }
    }

    private static func unrecovered(_ error: SystemError) -> String {
        if error.isForeign { return "\(error.whole): nothing can be edited until it is gone" }
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
    /// - Returns: what was written, and which files were skipped.
    /// - Throws: a `MemossError` if a file has changed since it was read. Nothing is then written.
    public func commit(_ plan: EditPlan, as what: String, at moment: Instant) throws(MemossError) -> EditPlan {
        guard !plan.isEmpty else { return plan }
        let folder = try lockedToEdit()
        return try withExtendedLifetime(folder) { () throws(MemossError) in
            try plan.commit(in: place, as: what, at: moment, threads: threads, progress: progress)
        }
    }

    /// What `commit` would do, as far as that can be determined without writing: it checks permissions of files and
    /// directories.
    ///
    /// - Returns: the plan with the files that would be skipped moved to `skipped`.
    /// - Throws: the `MemossError` that `commit` would throw.
    package func rehearse(_ plan: EditPlan) throws(MemossError) -> EditPlan {
        plan.isEmpty ? plan : try plan.rehearse(in: place)
    }

    /// The folder with its lock taken and any interrupted edit recovered.
    private func lockedToEdit() throws(MemossError) -> ReminderFolder {
        // Even if the lock is free by now, others may have changed what was read without it.
        if let refusal { throw refusal }
        try system { () throws(SystemError) in try place.make() }
        let folder: ReminderFolder
        do throws(FolderLock.Failure) { folder = try locked() } catch { throw MemossError(error) }
        let outcome = try system { () throws(SystemError) in try Recovery(place).run() }
        if let outcome, outcome == .foreign { throw MemossError(.failure, outcome.sentence) }
        return folder
    }

    private func system<Value>(_ body: () throws(SystemError) -> Value) throws(MemossError) -> Value {
        do throws(SystemError) { return try body() } catch { throw MemossError(FolderLock.Failure.system(error)) }
    }

    // MARK: History

    /// The edits that can be undone or redone, newest first.
    ///
    /// - Parameter warn: receives a sentence for each entry that had to be ignored.
    public func history(_ warn: (String) -> Void = { _ in }) throws(MemossError) -> [HistoryEntry] {
        do throws(SystemError) {
            return try UndoStore(place).manifests { warn($0.whole) }.filter { !$0.beginsFolder }.reversed().map(
                HistoryEntry.init
            )
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason)")
        }
    }

    /// The next undo or redo; nil if there is none.
    ///
    /// - Throws: a `MemossError` that names the files that have changed since `mm` wrote them.
    public func step(_ direction: HistoryStep.Direction) throws(MemossError) -> HistoryStep? {
        try HistoryStep.next(direction, in: place)
    }

    /// Checks that a step is not known to fail. Nothing is written.
    ///
    /// - Throws: the `MemossError` that `carryOut` would throw.
    package func rehearse(_ step: HistoryStep) throws(MemossError) { try step.rehearse(in: place) }

    /// Applies a step that `step` returned.
    public func carryOut(_ step: HistoryStep) throws(MemossError) {
        let folder = try lockedToEdit()
        try withExtendedLifetime(folder) { () throws(MemossError) in
            try step.carryOut(in: place, threads: threads, progress: progress)
        }
    }
}
