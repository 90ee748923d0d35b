/// One undo or redo, planned but not applied.
public struct UndoStep: Sendable {
    /// Which way to go.
    public enum Direction: Sendable {
        /// Restore the files as they were before the edit.
        case undo
        /// Apply the undone edit again.
        case redo
    }

    /// Undo or redo.
    package var direction: Direction
    /// The edit to undo or to redo.
    package var entry: UndoEntry
    /// The edits of files that the step makes.
    public var plan: EditPlan
    /// The files that another program, such as git, has already restored. Redo leaves them alone too.
    package var restored: [String] = []
    /// Whether some of those are as they were before an earlier edit.
    package var isRestoredFurther = false
    /// The files that others have changed in other places since. These changes stay.
    package var changedElsewhere: [String] = []
    let manifest: Journal

    /// Nil if there is nothing to undo or redo.
    ///
    /// - Throws: a `MemossError` that names the files that have changed since `mm` wrote them.
    static func next(_ direction: Direction, in memoss: MemossDirectory) throws(MemossError) -> UndoStep? {
        let wanted: Journal.Direction = direction == .undo ? .undo : .redo
        var manifest: Journal
        let found: Found
        do throws(SystemError) {
            guard let next = try UndoStore(memoss).next(wanted), !next.beginsFolder else { return nil }
            manifest = next
            var journal = manifest
            journal.direction = wanted
            var step = try plan(JournaledEdit(journal, in: memoss))
            if direction == .undo, !step.moved.isEmpty { try step.passOver(before: manifest.number, in: memoss) }
            found = step
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason)", outcome: MemossError.unchanged)
        }
        if let refusal = refusal(direction, manifest.what, moved: found.moved, lost: found.lost) { throw refusal }
        let entry = UndoEntry(manifest)
        let restored = Set(found.restored.map { PathKey($0) })
        for index in manifest.entries.indices where restored.contains(PathKey(manifest.entries[index].path)) {
            manifest.entries[index].isSkipped = true
        }
        return UndoStep(
            direction: direction,
            entry: entry,
            plan: found.plan,
            restored: found.restored,
            isRestoredFurther: found.isRestoredFurther,
            changedElsewhere: found.changedElsewhere,
            manifest: manifest
        )
    }

    private struct Found {
        var plan = EditPlan()
        /// The files that have changed since `mm` wrote them.
        var moved: [String] = []
        /// Those that have changed only where the edit did not.
        var changedElsewhere: [String] = []
        /// Those whose saved bytes are missing.
        var lost: [String] = []
        /// The files that are already as they were before the edit, or before an earlier one.
        var restored: [String] = []
        var isRestoredFurther = false
        /// The digests of the files that have changed.
        var digests: [PathKey: String?] = [:]

        /// Moves the files that have changed to what they were before an earlier edit to those that are restored:
        /// `git checkout` reverts all edits of a file at once.
        mutating func passOver(before number: Int, in memoss: MemossDirectory) throws(SystemError) {
            var further: Set<PathKey> = []
            for edit in try UndoStore(memoss).manifests() where edit.number < number && edit.direction != .undo {
                for entry in edit.active where digests[PathKey(entry.path)] == .some(entry.before) {
                    further.insert(PathKey(entry.path))
                }
            }
            isRestoredFurther = !further.isEmpty
            restored += moved.filter { further.contains(PathKey($0)) }
            moved.removeAll { further.contains(PathKey($0)) }
        }
    }

    private static func plan(_ edit: JournaledEdit) throws(SystemError) -> Found {
        var found = Found()
        for entry in edit.journal.active {
            let now = try unlessMissing(try edit.disk.read(edit.target(entry)))
            let digest = now.map { SHA256.hex($0.bytes) }
            let wanted = edit.journal.new(entry)
            guard digest == edit.journal.old(entry) else {
                if digest == wanted, edit.journal.direction == .undo {
                    found.restored.append(entry.path)
                } else if let now, let bytes = try Self.bytes(of: now, without: entry, edit) {
                    found.plan.edits.append(FileEdit(path: entry.path, before: now, after: bytes))
                    found.changedElsewhere.append(entry.path)
                } else {
                    found.moved.append(entry.path)
                    found.digests[PathKey(entry.path)] = .some(digest)
                }
                continue
            }
            guard let wanted else {
                found.plan.edits.append(FileEdit(path: entry.path, before: now, after: nil))
                continue
            }
            guard let image = try edit.memoss.image(edit.newImage(entry), digest: wanted) else {
                found.lost.append(entry.path)
                continue
            }
            var file = FileEdit(path: entry.path, before: now, after: image.bytes)
            file.model = now == nil ? image.stamp : nil
            found.plan.edits.append(file)
        }
        return found
    }

    /// The bytes of a changed file with the edit undone or redone; nil if the changes overlap it, or contradict what was before it.
    private static func bytes(
        of now: FileContents,
        without entry: Journal.Entry,
        _ edit: JournaledEdit
    ) throws(SystemError) -> [UInt8]? {
        guard let old = edit.journal.old(entry), let wanted = edit.journal.new(entry),
            let image = try edit.memoss.image(edit.newImage(entry), digest: wanted)
        else { return nil }
        guard let bytes = LaterChanges(since: image.bytes, old, now: now.bytes)?.bytes else { return nil }
        // Lines that were changed apart may still belong together: another clone completed the occurrence that was skipped here.
        func problems(_ bytes: [UInt8]) -> Set<ProblemID> {
            let snapshot = Snapshot(files: [entry.path: bytes])
            return Set(FolderCheck.problems(of: snapshot, in: .ofLocalTimes) { _ in bytes }.map(\.id))
        }
        let isNew = !problems(bytes).subtracting(problems(image.bytes)).subtracting(problems(now.bytes)).isEmpty
        return isNew ? nil : bytes
    }

    private static func refusal(
        _ direction: Direction,
        _ what: String,
        moved: [String],
        lost: [String]
    ) -> MemossError? {
        let verb = direction == .undo ? "undone" : "redone"
        if !moved.isEmpty {
            let names = moved.joined(separator: ", ")
            return MemossError(
                .failure,
                "\(names): changed since the edit; nothing was \(verb) (\(what))",
                remedy: direction == .undo ? .restoreAsEdited(paths: moved) : .restoreAsUndone(paths: moved)
            )
        }
        if !lost.isEmpty {
            let names = lost.joined(separator: ", ")
            return MemossError(.failure, "\(names): the saved contents are missing; nothing was \(verb) (\(what))")
        }
        return nil
    }

    /// - Throws: a `MemossError` if the step is known to fail. Nothing is written.
    func dryRun(in memoss: MemossDirectory) throws(MemossError) {
        _ = try memoss.reporting(try Transaction(memoss: memoss).dryRun(plan.edits, reverting: manifest))
    }

    /// Applies the step as one transaction: all of its files or none.
    func commit(in memoss: MemossDirectory, threads: Int, progress: Progress.Report?) throws(MemossError) {
        guard !plan.edits.isEmpty else { return try forget(in: memoss) }
        let transaction = Transaction(memoss: memoss, threads: threads, progress: progress)
        _ = try memoss.reporting(try transaction.run(plan.edits, .revert(manifest)))
    }

    /// Drops an edit of which nothing is left to undo.
    private func forget(in memoss: MemossDirectory) throws(MemossError) {
        do throws(SystemError) {
            try UndoStore(memoss).remove(manifest.number)
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason)", outcome: MemossError.unchanged)
        }
    }
}
