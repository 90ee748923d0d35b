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
    let manifest: Journal

    /// Nil if there is nothing to undo or redo.
    ///
    /// - Throws: a `MemossError` that names the files that have changed since `mm` wrote them.
    static func next(_ direction: Direction, in memoss: MemossDirectory) throws(MemossError) -> UndoStep? {
        let wanted: Journal.Direction = direction == .undo ? .undo : .redo
        let manifest: Journal
        let found: (plan: EditPlan, moved: [String], lost: [String])
        do throws(SystemError) {
            guard let next = try UndoStore(memoss).next(wanted), !next.beginsFolder else { return nil }
            manifest = next
            var journal = manifest
            journal.direction = wanted
            found = try plan(JournaledEdit(journal, in: memoss))
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason); nothing was changed")
        }
        if let refusal = refusal(direction, manifest.what, moved: found.moved, lost: found.lost) { throw refusal }
        return UndoStep(direction: direction, entry: UndoEntry(manifest), plan: found.plan, manifest: manifest)
    }

    /// - Returns: the plan, the files that have changed since `mm` wrote them, and those whose saved bytes are missing.
    private static func plan(
        _ edit: JournaledEdit
    ) throws(SystemError) -> (plan: EditPlan, moved: [String], lost: [String]) {
        var plan = EditPlan()
        var moved: [String] = []
        var lost: [String] = []
        for entry in edit.journal.active {
            let now = try unlessMissing(try edit.disk.read(edit.target(entry)))
            guard now.map({ SHA256.hex($0.bytes) }) == edit.journal.old(entry) else {
                moved.append(entry.path)
                continue
            }
            guard let wanted = edit.journal.new(entry) else {
                plan.edits.append(FileEdit(path: entry.path, before: now, after: nil))
                continue
            }
            guard let image = try edit.memoss.image(edit.newImage(entry), digest: wanted) else {
                lost.append(entry.path)
                continue
            }
            var file = FileEdit(path: entry.path, before: now, after: image.bytes)
            file.model = now == nil ? image.stamp : nil
            plan.edits.append(file)
        }
        return (plan, moved, lost)
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
                remedy: direction == .undo ? .restoreAsEdited(paths: moved) : nil
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
        let transaction = Transaction(memoss: memoss, threads: threads, progress: progress)
        _ = try memoss.reporting(try transaction.run(plan.edits, .revert(manifest)))
    }
}
