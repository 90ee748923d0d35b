/// Edits some fields of one file or of several, and registers their unknown tags.
public struct ReminderUpdate: FolderEdit {
    /// The paths are relative to the root, each once.
    package var changes: [(path: String, change: ReminderChange)]
    /// The creation date of new tags.
    package var today: CivilDate
    /// Returns a new UUID at each call.
    package var freshID: @Sendable () -> String
    package var skipsInapplicable: Bool

    /// - Parameters:
    ///   - path: relative to the root.
    ///   - edit: the fields to change.
    ///   - today: the creation date of new tags.
    ///   - freshID: returns a new UUID at each call.
    public init(
        of path: String,
        _ edit: ReminderChange,
        today: CivilDate,
        freshID: @escaping @Sendable () -> String
    ) {
        self.init(of: [(path, edit)], today: today, freshID: freshID)
    }

    /// - Parameters:
    ///   - changes: the path of each file relative to the root, each once, and the fields to change.
    ///   - today: the creation date of new tags.
    ///   - skipsInapplicable: whether a file that cannot be read, or that a value is invalid for, is skipped, and does
    ///     not stop the others.
    ///   - freshID: returns a new UUID at each call.
    package init(
        of changes: [(path: String, change: ReminderChange)],
        today: CivilDate,
        skipsInapplicable: Bool = false,
        freshID: @escaping @Sendable () -> String
    ) {
        (self.changes, self.today, self.freshID) = (changes, today, freshID)
        self.skipsInapplicable = skipsInapplicable
    }

    /// - Throws: a `MemossError` if a value is invalid for its key, or as `BulkChange` does.
    public func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        if changes.contains(where: { FileChange.tags($0.change.tags).needsRegistry }) {
            try context.registry.requireEditable()
        }
        let names = changes.flatMap(\.change.tags.adding)
        let colors = changes.map(\.change.tags.colors).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        let added = names.isEmpty ? [] : try context.registering(names, colors: colors, today: today, id: freshID).edits
        // A tag nested in another new tag takes over its spelling.
        let registry = added.first?.after.map { context.registry.replaced(by: $0) } ?? context.registry
        let edits = Dictionary(changes.map { (PathKey($0.path), $0.change) }) { first, _ in first }
        var plan = try context.plan(filesAt: changes.map(\.path), skipsInapplicable: skipsInapplicable) {
            path,
            bytes throws(MemossError) in
            guard var edit = edits[PathKey(path)] else { return [] }
            edit.tags.adding = registry.canonical(edit.tags.adding)
            edit.profile = registry.settings.profile
            let changes: [FileChange]
            do throws(ParseError) {
                changes = try edit.changes(of: bytes, zones: context.zones)
            } catch {
                throw MemossError(.failure, error)
            }
            return try changes.withStatus(of: bytes, at: path, registry, today: today)
        }
        guard !names.isEmpty, plan.skipped.count < changes.count else { return plan }
        // A tag is not registered for a single file that cannot be written.
        plan.isWhole = plan.edits.count < 2
        plan.edits += added
        plan.edits.sort { PathOrder.precedes($0.path, $1.path) }
        return plan
    }
}
