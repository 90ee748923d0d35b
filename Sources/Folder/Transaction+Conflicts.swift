internal import Bytes
internal import CLibrary
internal import Text

/// Detects changes by other programs during an edit.
extension Transaction {
    /// The paths of files that are not the ones that were read.
    func changes(_ groups: [[Step]], _ edit: JournaledEdit) throws(Failure) -> [String] {
        let differences = map(groups) { step -> (path: String, error: SystemError?)? in
            let path = step.file.path
            do throws(SystemError) {
                guard let before = step.file.before else {
                    return try disk.exists(edit.target(step.entry)) ? (path, nil) : nil
                }
                let now = try disk.read(edit.target(step.entry))
                return now == before ? nil : (path, nil)
            } catch {
                return (path, error.isMissing || error.code == ELOOP || error.code == EISDIR ? nil : error)
            }
        }.compactMap { $0 }
        for (path, error) in differences {
            if let error { throw .refused(path: path, .system(error)) }
        }
        return differences.map(\.path).sorted(by: ByteOrder.precedes)
    }

    func isAsRead(_ step: Step, _ edit: JournaledEdit) throws(SystemError) -> Bool {
        guard let before = step.file.before else { return true }
        guard let status = try disk.status(at: edit.target(step.entry)) else { return false }
        return FileStamp(status) == before.stamp
    }

    /// Whether the file that was replaced is the one that was read.
    func isOldAsRead(_ step: Step, _ edit: JournaledEdit) throws(SystemError) -> Bool {
        guard let before = step.file.before else { return true }
        do throws(SystemError) {
            if let old = try unlessMissing(try disk.read(edit.temporary(step.entry))) { return old == before }
        } catch {
            if error.isNotFile { return false }
            throw error
        }
        return try isOldUntouched(step, edit)
    }

    /// Whether the old file is unmodified: a program that has it open can write to it at any time.
    func isOldUntouched(_ step: Step, _ edit: JournaledEdit) throws(SystemError) -> Bool {
        guard let before = step.file.before else { return true }
        var old = try disk.status(at: edit.temporary(step.entry))
        if old == nil { old = try disk.status(at: edit.oldImage(step.entry)) }
        // The image may be a copy, which no other program has open.
        guard let stamp = old.map(FileStamp.init), stamp.identity == before.stamp.identity else { return true }
        return stamp == before.stamp
    }

    /// Whether the old file is unmodified and stays so. Undo keeps the old file; where there is none, it is about to be
    /// deleted with whatever a program that has it open still writes.
    func isOldFinal(_ step: Step, _ edit: JournaledEdit) throws(SystemError) -> Bool {
        if edit.journal.direction == .replace, try !isOldReleased(step, edit) { return false }
        return try isOldUntouched(step, edit)
    }

    /// Waits for the programs that have the old file open for writing.
    ///
    /// - Returns: false if one of them keeps it.
    private func isOldReleased(_ step: Step, _ edit: JournaledEdit) throws(SystemError) -> Bool {
        guard step.file.before != nil else { return true }
        let held = edit.temporary(step.entry)
        // Without an exchange, the undo store has its only name.
        let path = try disk.exists(held) ? held : edit.oldImage(step.entry)
        let file = try disk.open(path, O_RDONLY | O_NOFOLLOW)
        var waited = 0
        while disk.calls.isOpenForWriting(file.raw) {
            guard waited < Self.patience else { return false }
            disk.calls.pause(milliseconds: Self.interval)
            waited += Self.interval
        }
        return true
    }

    /// How long to wait for a program that has an old file open, in milliseconds.
    private static var patience: Int { 1_000 }
    /// The time between two looks at it, in milliseconds.
    private static var interval: Int { 10 }

    /// Restores a file that another program wrote over the old one at the last moment.
    func swapBack(_ step: Step, _ edit: JournaledEdit) throws(SystemError) {
        if try edit.swapBack(step.entry) { return }
        // Without an exchange, the only remaining name of the old file is in the undo store.
        let image = edit.oldImage(step.entry)
        guard let before = step.file.before, let status = try disk.status(at: image) else { return }
        if FileStamp(status).identity == before.stamp.identity { try disk.rename(image, edit.target(step.entry)) }
    }
}
