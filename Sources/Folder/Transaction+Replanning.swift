internal import Text

/// Plans files again that another program changes while the edit is prepared: of a thousand files, one is often being
/// saved.
///
/// A file is still never overwritten: it is read, planned and compared again. What can only be right for the bytes that
/// were read, a deletion for example, is refused as before.
extension Transaction {
    /// How often the whole edit is begun again, because a file changed after the last comparison.
    static let maximumAttempts = 4
    /// How often changed files are planned again within one attempt.
    private static let maximumRounds = 8
    /// The time between two attempts to read a file that is just being written, in milliseconds.
    private static let pause = 2

    /// Compares every file with what was read, and prepares those again that have changed since. Files that have changed
    /// before are compared last and replaced first, because they are the most likely to change once more.
    func settle(_ groups: [[Step]], _ edit: inout JournaledEdit) throws(Failure) -> [[Step]] {
        var steps = Array(groups.joined())
        var restless = self.restless
        var paths = try changes(groups, edit)
        for round in 0... {
            restless.formUnion(paths.lazy.map { PathKey($0) })
            guard !restless.isEmpty else { return groups }
            let changed = Set(paths.map { PathKey($0) })
            for index in steps.indices where changed.contains(PathKey(steps[index].file.path)) {
                guard round < Self.maximumRounds, let file = again(steps[index].file) else { throw .conflict(paths) }
                steps[index] = try prepareAgain(steps[index], file, &edit)
            }
            let doubtful = Self.groups(steps.filter { restless.contains(PathKey($0.file.path)) })
            if !changed.isEmpty { try syncPrepared(doubtful, edit.journal, isBatch: false) }
            paths = try changes(doubtful, edit)
            guard paths.isEmpty else { continue }
            return doubtful + Self.groups(steps.filter { !restless.contains(PathKey($0.file.path)) })
        }
        return groups
    }

    /// Replaces what was prepared for a file. The journal lists the names already; the mark adds the new digests.
    private func prepareAgain(_ step: Step, _ file: FileEdit, _ edit: inout JournaledEdit) throws(Failure) -> Step {
        var new = Step(step.index, file, at: step.entry.path, number: step.entry.index, edit.journal.direction)
        do throws(SystemError) {
            try edit.removeTemporaries(step.entry)
            try disk.remove(edit.oldImage(step.entry))
        } catch {
            throw .refused(path: file.path, .system(error))
        }
        new = prepare([[new]], edit, isDurable: true).joined().first ?? new
        if let failure = new.failure { throw .refused(path: file.path, failure) }
        new.entry.isReplanned = true
        for index in edit.journal.entries.indices where edit.journal.entries[index].index == new.entry.index {
            edit.journal.entries[index] = new.entry
        }
        return new
    }

    /// - Returns: whether all files with these paths could be planned again.
    mutating func planAgain(_ files: inout [FileEdit], at paths: [String]) -> Bool {
        var changed = Set(paths.map { PathKey($0) })
        restless.formUnion(changed)
        for index in files.indices where changed.remove(PathKey(files[index].path)) != nil {
            guard let file = again(files[index]) else { return false }
            files[index] = file
        }
        return changed.isEmpty
    }

    /// The same edit of the file as it is now; nil if it does not apply to it. A file that is just being saved may be
    /// empty or missing for a moment.
    private func again(_ file: FileEdit) -> FileEdit? {
        guard let before = file.before else { return nil }
        for round in 0..<Self.maximumRounds {
            if round > 0 { disk.calls.pause(milliseconds: Self.pause * round) }
            guard let now = try? memoss.anywhere.readToEdit(memoss.absolute(file.path)) else { continue }
            // The file may have been protected on purpose.
            guard now.stamp.hasSameAccess(as: before.stamp) else { return nil }
            var new = file
            new.before = now
            // Saved without a change.
            if now.bytes == before.bytes { return new }
            guard let replanning = file.again else { return nil }
            guard let after = replanning.bytes(now.bytes) else { continue }
            new.after = after
            return new
        }
        return nil
    }
}
