extension ReminderFolder {
    var place: WorkingPlace { WorkingPlace(disk: disk, root: root) }

    // MARK: Turns

    /// The folder, with the turn to write in it taken for as long as a copy of what is returned lives. A folder that
    /// was never edited has no place for a lock: there the turn is taken when the first edit is made.
    ///
    /// What an edit stands on is read after this, so that processes which edit at once wait for each other instead of
    /// refusing each other's work.
    ///
    /// Who may not write there is told so by `commit`, if there is something to write at all.
    ///
    /// - Parameter makesPlace: make that place, as an edit is sure to follow.
    /// - Throws: a `MemossError` if another process does not finish in time.
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

    /// The folder without the turn, which ends when no other copy holds it.
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

    /// Finishes or takes back an edit that was interrupted, if there is one and nobody is at work on it.
    ///
    /// - Returns: what was done, a sentence for a person; nil if there was nothing to do.
    package func recover() -> String? {
        // One look, as every command does this.
        do throws(SystemError) {
            guard try place.holdsJournal() else { return nil }
        } catch {
            return error.isForeign ? Self.unrecovered(error) : nil
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
        if error.isForeign { return "\(error.whole): nothing can be edited while it is there" }
        return "an edit was interrupted, and can neither be finished nor taken back: \(error.reason): "
            + "what is read may be half of it"
    }

    // MARK: Edits

    /// Makes the changes of a plan, all of them or none.
    ///
    /// - Parameters:
    ///   - plan: worked out for this folder while its lock was held.
    ///   - what: what the edit is called in `mm undo --list`.
    ///   - moment: when it is made.
    /// - Returns: what was written, and what had to be left.
    /// - Throws: a `MemossError` if a file was changed since it was read: then nothing is written.
    public func commit(_ plan: EditPlan, as what: String, at moment: Instant) throws(MemossError) -> EditPlan {
        guard !plan.isEmpty else { return plan }
        let folder = try lockedToEdit()
        return try withExtendedLifetime(folder) { () throws(MemossError) in
            try plan.commit(in: place, as: what, at: moment, threads: threads, progress: progress)
        }
    }

    /// What `commit` would do, as far as can be known without writing: files and directories that may not be written.
    ///
    /// - Returns: the plan without what would be left, which is among its skipped.
    /// - Throws: the `MemossError` that `commit` would throw.
    package func rehearse(_ plan: EditPlan) throws(MemossError) -> EditPlan {
        plan.isEmpty ? plan : try plan.rehearse(in: place)
    }

    /// With the lock, and nothing left to recover.
    private func lockedToEdit() throws(MemossError) -> ReminderFolder {
        // Had it come free since then, others may have written what was read without it.
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

    /// The edits that can be taken back, and those that were, the newest first.
    ///
    /// - Parameter warn: hears what had to be passed over, in a sentence.
    public func history(_ warn: (String) -> Void = { _ in }) throws(MemossError) -> [HistoryEntry] {
        do throws(SystemError) {
            return try UndoStore(place).manifests { warn($0.whole) }.filter { !$0.beginsFolder }.reversed().map(
                HistoryEntry.init
            )
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason)")
        }
    }

    /// What undo, or redo, would do next; nil if there is nothing.
    ///
    /// - Throws: a `MemossError` that names the files which are not as `mm` left them.
    public func step(_ direction: HistoryStep.Direction) throws(MemossError) -> HistoryStep? {
        try HistoryStep.next(direction, in: place)
    }

    /// That nothing is known to be in the way of a step. Nothing is written.
    ///
    /// - Throws: the `MemossError` that `carryOut` would throw.
    package func rehearse(_ step: HistoryStep) throws(MemossError) { try step.rehearse(in: place) }

    /// Makes a step that `step` worked out.
    public func carryOut(_ step: HistoryStep) throws(MemossError) {
        let folder = try lockedToEdit()
        try withExtendedLifetime(folder) { () throws(MemossError) in
            try step.carryOut(in: place, threads: threads, progress: progress)
        }
    }
}
