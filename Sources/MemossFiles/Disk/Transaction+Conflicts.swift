internal import CLibrary

/// Detects what other programs write during an edit.
extension Transaction {
    func isAsRead(_ step: Step) throws(SystemError) -> Bool {
        guard let before = step.operation.before else { return true }
        guard let status = try disk.status(at: place.absolute(step.entry.path)) else { return false }
        return FileStamp(status) == before.stamp
    }

    /// Whether the file that was replaced is the one that was read.
    func isOldAsRead(_ step: Step, _ journal: Journal) throws(SystemError) -> Bool {
        guard let before = step.operation.before else { return true }
        do throws(SystemError) {
            return try disk.read(place.temporary(step.entry, journal)) == before
        } catch {
            // A symbolic link or a directory.
            if error.isLoop || error.code == EISDIR || error.code == EINVAL { return false }
            guard error.isMissing else { throw error }
        }
        return try isOldUntouched(step, journal)
    }

    /// Whether the old file is unmodified: a program that has it open can write to it at any time.
    func isOldUntouched(_ step: Step, _ journal: Journal) throws(SystemError) -> Bool {
        guard let before = step.operation.before else { return true }
        var kept = try disk.status(at: place.temporary(step.entry, journal))
        if kept == nil { kept = try disk.status(at: place.fromImage(step.entry, journal)) }
        // The image may be a copy, which no other program has open.
        guard let stamp = kept.map(FileStamp.init), stamp.identity == before.stamp.identity else { return true }
        return stamp == before.stamp
    }

    /// Restores a file that another program wrote over the old one at the last moment.
    func giveBack(_ step: Step, _ journal: Journal) throws(SystemError) {
        if try Recovery(place).giveBack(step.entry, journal) { return }
        // Without an exchange, the only remaining name of the old file is in the undo store.
        guard let before = step.operation.before, let image = try imageOf(before, step, journal) else { return }
        try disk.rename(image, place.absolute(step.entry.path))
    }

    private func imageOf(
        _ before: FileContents,
        _ step: Step,
        _ journal: Journal
    ) throws(SystemError) -> String? {
        let image = place.fromImage(step.entry, journal)
        guard let status = try disk.status(at: image) else { return nil }
        return FileStamp(status).identity == before.stamp.identity ? image : nil
    }
}
