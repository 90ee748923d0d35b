/// Creates a file and registers its unknown tags.
public struct ReminderAddition: FolderEdit {
    package var new: NewReminder
    /// Relative to the root; must not exist.
    package var path: String
    /// The creation date of new tags.
    package var today: CivilDate
    /// Returns a new UUID at each call.
    package var freshID: @Sendable () -> String

    public init(
        of new: NewReminder,
        at path: String,
        today: CivilDate,
        freshID: @escaping @Sendable () -> String
    ) {
        (self.new, self.path, self.today, self.freshID) = (new, path, today, freshID)
    }

    /// - Returns: the plan, and the tags that it registers.
    /// - Throws: a `MemossError` if there are tags and the registry cannot be edited, or the file would not read back as
    ///   intended.
    public func plan(in context: EditContext) throws(MemossError) -> (plan: EditPlan, tags: [Tag]) {
        var plan = EditPlan()
        plan.isWhole = true
        var new = new
        var added: [Tag] = []
        if !new.tags.isEmpty {
            let (edits, tags) = try context.registering(new.tags, today: today, id: freshID)
            plan.edits += edits
            added = tags
            // A tag nested in another new tag takes over its spelling.
            let written = edits.first?.after.map { TagRegistry(parsing: $0) } ?? context.registry
            new.tags = written.canonical(new.tags)
        }
        do throws(EditRefusal) {
            plan.edits.append(FileEdit(path: path, before: nil, after: try new.contents()))
        } catch {
            throw MemossError(.failure, "\(path): \(error.reason): nothing was changed")
        }
        plan.edits.sort { PathOrder.precedes($0.path, $1.path) }
        return (plan, added)
    }
}
