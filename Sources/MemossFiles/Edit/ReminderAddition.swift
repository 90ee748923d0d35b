/// Creates files and registers their unknown tags.
public struct ReminderAddition: FolderEdit {
    /// The paths are relative to the root, differ, and must not exist.
    package var files: [(new: NewReminder, path: String)]
    /// The creation date of new tags.
    package var today: CivilDate
    /// Returns a new UUID at each call.
    package var freshID: @Sendable () -> String
    /// Further tags to register.
    package var otherTags: [TagName] = []

    /// - Parameters:
    ///   - new: the reminder or note.
    ///   - path: of the new file, relative to the root.
    ///   - today: the creation date of new tags.
    ///   - freshID: returns a new UUID at each call.
    public init(
        of new: NewReminder,
        at path: String,
        today: CivilDate,
        freshID: @escaping @Sendable () -> String
    ) {
        self.init(of: [(new, path)], today: today, freshID: freshID)
    }

    package init(
        of files: [(new: NewReminder, path: String)],
        today: CivilDate,
        freshID: @escaping @Sendable () -> String
    ) {
        (self.files, self.today, self.freshID) = (files, today, freshID)
    }

    /// - Returns: the plan, and the tags that it registers.
    /// - Throws: a `MemossError` if there are tags and the registry cannot be edited, or the file would not read back as
    ///   intended.
    public func plan(in context: EditContext) throws(MemossError) -> (plan: EditPlan, tags: [Tag]) {
        var plan = EditPlan()
        plan.isWhole = true
        var added: [Tag] = []
        var registry = context.registry
        var names = files.flatMap(\.new.tags) + otherTags
        if let tag = registry.settings.profile?.taskTag, files.contains(where: { !$0.new.isNote }) { names.append(tag) }
        if !names.isEmpty {
            let colors = files.map(\.new.tagColors).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
            let (edits, tags) = try context.registering(names, colors: colors, today: today, id: freshID)
            plan.edits += edits
            added = tags
            // A tag nested in another new tag takes over its spelling.
            if let written = edits.first?.after { registry = registry.replaced(by: written) }
        }
        for (new, path) in files {
            var new = new
            do throws(ParseError) {
                new = try new.shared(with: registry.settings.profile, at: path)
            } catch {
                throw MemossError(.failure, "\(path): \(error.message)", outcome: MemossError.unchanged)
            }
            new.tags = registry.canonical(new.tags)
            do throws(EditRefusal) {
                plan.edits.append(FileEdit(path: path, before: nil, after: try new.contents()))
            } catch {
                throw MemossError(.failure, "\(path): \(error.reason)", outcome: MemossError.unchanged)
            }
        }
        plan.edits.sort { PathOrder.precedes($0.path, $1.path) }
        return (plan, added)
    }
}
