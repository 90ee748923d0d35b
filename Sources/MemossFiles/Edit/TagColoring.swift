/// Changes the colour of a tag. A tag that only files use is registered.
public struct TagColoring: TagEdit {
    package var name: TagName
    package var color: TagColor
    /// The id and creation date of the entry, if a new one is needed.
    package var freshID: String
    package var today: String

    /// - Parameters:
    ///   - name: a registered tag, or one that only files have.
    ///   - color: its new colour.
    ///   - freshID: a new UUID, the id of the entry if a new one is needed.
    ///   - today: the creation date of a new entry, such as `2026-11-22`.
    public init(of name: TagName, color: TagColor, freshID: String, today: String) {
        (self.name, self.color, self.freshID, self.today) = (name, color, freshID, today)
    }

    /// - Returns: the tag as registered.
    /// - Throws: a `MemossError` if there is no such tag, or the registry cannot be edited.
    public func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        try context.snapshot.requireEditableTags()
        let (tag, change) = try change(in: context.snapshot)
        return TagPlan(plan: EditPlan(edits: try context.edits(of: change)), tags: [tag])
    }

    /// - Throws: a `MemossError` if neither the registry nor a file has the tag.
    func change(in snapshot: Snapshot) throws(MemossError) -> (tag: TagName, change: RegistryChange) {
        let registry = snapshot.registry
        let present = registry.canonical(name)
        if let tag = registry.tag(named: present) { return (tag.name, .color(tag.name, color)) }
        let index = TagIndex(snapshot.reminders, registry: registry)
        guard index.count(of: present) > 0 else { throw index.unknown(name, registry: registry) }
        let spelling = TagSpellings(snapshot.reminders, registry: registry).spelling(of: present)
        let validated: TagName
        do throws(ParseError) {
            validated = try TagName(validating: spelling.text)
        } catch {
            throw MemossError(.failure, "the tag '\(spelling)' cannot be registered: \(error.message)")
        }
        return (validated, .add([Tag(name: validated, color: color, id: freshID, created: today)]))
    }
}
