extension ReminderFolder {
    /// Replaces files by contents that something else records, such as a commit of git: all of them or none, and without
    /// a step of undo. The caller holds the lock.
    ///
    /// - Parameter what: the description of the edit, in case that it is interrupted.
    /// - Returns: false if another program has changed one of the files since it was read. Nothing is then written.
    package func replace(_ files: [FileEdit], as what: String, at moment: Instant) throws(MemossError) -> Bool {
        guard !files.isEmpty else { return true }
        return try withLock { () throws(MemossError) in
            let transaction = Transaction(memoss: memoss, threads: threads, progress: progress)
            let purpose = Transaction.Purpose.replace(what: what, when: moment.secondsSince1970)
            let failure: Transaction.Failure
            do throws(Transaction.Failure) {
                _ = try transaction.run(files, purpose)
                return true
            } catch {
                failure = error
            }
            if case .conflict = failure { return false }
            throw MemossError(failure, root: root)
        }
    }

    /// Whether `replace` accepts a file: it is not hidden, and its owner can be kept.
    package func canReplace(_ file: FileEdit) -> Bool {
        !FilePath.isHidden(file.path) && file.before.map { (try? disk.canReplace($0.stamp)) == true } ?? true
    }
}
