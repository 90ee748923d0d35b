/// Edits some fields of one file and registers its unknown tags.
public struct ReminderChange: FolderEdit {
    package var path: String
    package var edit: ReminderEdit
    /// The creation date of new tags.
    package var today: CivilDate
    /// Returns a new UUID at each call.
    package var freshID: @Sendable () -> String

    public init(
        of path: String,
        _ edit: ReminderEdit,
        today: CivilDate,
        freshID: @escaping @Sendable () -> String
    ) {
        (self.path, self.edit, self.today, self.freshID) = (path, edit, today, freshID)
    }

    /// - Throws: a `MemossError` if a value is invalid for its key, or as `FileChanges` does.
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

/// Changes to one file.
public struct FileChanges: FolderEdit {
    package var path: String
    package var changes: [FileChange]

    public init(of path: String, _ changes: [FileChange]) { (self.path, self.changes) = (path, changes) }

    /// - Returns: a plan without edits if nothing changes; a file that cannot be edited is among the skipped.
    /// - Throws: a `MemossError` if the file cannot be read, or the registry for an edit of tags.
    public func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        if changes.contains(where: \.needsRegistry) { try context.registry.requireEditable() }
        return try context.plan(changes, of: try context.contents(of: path), at: path)
    }
}
