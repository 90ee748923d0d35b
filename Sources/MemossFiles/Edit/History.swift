/// An edit that can be undone or redone.
public struct HistoryEntry: Sendable, Hashable {
    package var number: Int
    package var moment: Instant
    public var what: String
    package var isUndone: Bool
    /// Relative to the root.
    package var paths: [String]

    init(_ manifest: Journal) {
        number = manifest.number
        moment = Instant(secondsSince1970: manifest.when)
        what = manifest.what
        isUndone = manifest.direction == .undo
        paths = manifest.active.map(\.path)
    }
}

extension Journal {
    /// Whether the edit created the registry: before it there was no folder, so it cannot be undone.
    var beginsFolder: Bool { entries.contains { $0.path == TagRegistry.fileName && $0.before == nil } }
}

/// One undo or redo, planned but not applied.
public struct HistoryStep: Sendable {
    public enum Direction: Sendable {
        case undo, redo
    }

    package var direction: Direction
    package var entry: HistoryEntry
    package var plan: EditPlan
    let manifest: Journal

    /// Nil if there is nothing to undo or redo.
    ///
    /// - Throws: a `MemossError` that names the files that have changed since `mm` wrote them.
    static func next(_ direction: Direction, in place: WorkingPlace) throws(MemossError) -> HistoryStep? {
        let wanted: Journal.Direction = direction == .undo ? .undo : .redo
        let manifest: Journal
        let found: (plan: EditPlan, moved: [String], lost: [String])
        do throws(SystemError) {
            guard let next = try UndoStore(place).next(wanted), !next.beginsFolder else { return nil }
            manifest = next
            var journal = manifest
            journal.direction = wanted
            found = try plan(journal, in: place)
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason): nothing was changed")
        }
        if let refusal = refusal(direction, manifest.what, moved: found.moved, lost: found.lost) { throw refusal }
        return HistoryStep(direction: direction, entry: HistoryEntry(manifest), plan: found.plan, manifest: manifest)
    }

    /// - Returns: also the files that have changed since `mm` wrote them, and those whose saved bytes are missing.
    private static func plan(
        _ journal: Journal,
        in place: WorkingPlace
    ) throws(SystemError) -> (plan: EditPlan, moved: [String], lost: [String]) {
        var plan = EditPlan()
        var moved: [String] = []
        var lost: [String] = []
        for entry in journal.active {
            let now = try contents(of: place.absolute(entry.path), place.disk)
            guard now.map({ SHA256.hex($0.bytes) }) == journal.from(entry) else {
                moved.append(entry.path)
                continue
            }
            guard let wanted = journal.to(entry) else {
                plan.edits.append(FileEdit(path: entry.path, before: now, after: nil))
                continue
            }
            guard let image = try image(of: entry, journal, in: place),
                SHA256.hex(image.bytes) == wanted
            else {
                lost.append(entry.path)
                continue
            }
            let model = now == nil ? image.stamp : nil
            var edit = FileEdit(path: entry.path, before: now, after: image.bytes)
            edit.model = model
            plan.edits.append(edit)
        }
        return (plan, moved, lost)
    }

    /// - Returns: also nil for a foreign file: whatever it contains, `mm` did not save it.
    private static func image(
        of entry: Journal.Entry,
        _ journal: Journal,
        in place: WorkingPlace
    ) throws(SystemError) -> FileContents? {
        do throws(SystemError) {
            let limit = WorkingPlace.Longest.image
            return try place.read(place.toImage(entry, journal), limit: limit, ofAnyone: true)
        } catch {
            if error.isMissing || error.isForeign { return nil }
            throw error
        }
    }

    private static func contents(of path: String, _ disk: Disk) throws(SystemError) -> FileContents? {
        do throws(SystemError) {
            return try disk.read(path)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
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
            return MemossError(.failure, "changed since the edit: \(names): nothing was \(verb) (\(what))")
        }
        if !lost.isEmpty {
            let names = lost.joined(separator: ", ")
            return MemossError(.failure, "the saved contents are missing: \(names): nothing was \(verb) (\(what))")
        }
        return nil
    }

    private var operations: [Transaction.Operation] { plan.edits.map { Transaction.Operation($0, isRequired: true) } }

    /// - Throws: a `MemossError` if the step is known to fail. Nothing is written.
    func rehearse(in place: WorkingPlace) throws(MemossError) {
        do throws(Transaction.Failure) {
            _ = try Transaction(place: place).rehearse(operations, undoing: manifest)
        } catch {
            throw MemossError(error, root: place.root)
        }
    }

    /// Applies the step as one transaction: all of its files or none.
    func carryOut(in place: WorkingPlace, threads: Int, progress: Progress.Report?) throws(MemossError) {
        do throws(Transaction.Failure) {
            let purpose: Transaction.Purpose = direction == .undo ? .undo(manifest) : .redo(manifest)
            _ = try Transaction(place: place, threads: threads, progress: progress).run(operations, purpose)
        } catch {
            throw MemossError(error, root: place.root)
        }
    }
}
