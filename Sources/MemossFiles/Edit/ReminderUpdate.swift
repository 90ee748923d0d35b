/// Edits some fields of one file and registers its unknown tags.
public struct ReminderUpdate: FolderEdit {
    package var path: String
    package var edit: ReminderChange
    /// The creation date of new tags.
    package var today: CivilDate
    /// Returns a new UUID at each call.
    package var freshID: @Sendable () -> String

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
        (self.path, self.edit, self.today, self.freshID) = (path, edit, today, freshID)
    }

    /// - Throws: a `MemossError` if a value is invalid for its key, or as `FileUpdate` does.
    public func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        let contents = try context.contents(of: path)
        let changes: [FileChange]
        do throws(ParseError) {
            changes = try edit.changes(of: contents.bytes, zones: context.zones)
        } catch {
            throw MemossError(.failure, error)
        }
        if changes.contains(where: \.needsRegistry) { try context.registry.requireEditable() }
        var plan = try context.plan(changes, of: contents, at: path)
        guard !edit.tags.adding.isEmpty, plan.skipped.isEmpty else { return plan }
        plan.edits += try context.registering(edit.tags.adding, today: today, id: freshID).edits
        plan.isWhole = true
        plan.edits.sort { PathOrder.precedes($0.path, $1.path) }
        return plan
    }
}
