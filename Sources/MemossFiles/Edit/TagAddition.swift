/// Adds an entry to the registry.
public struct TagAddition: TagEdit {
    package var name: TagName
    /// Nil for the least used preset.
    package var color: TagColor?
    /// The id and creation date of the entry.
    package var freshID: String
    package var today: String

    /// - Parameters:
    ///   - name: a valid name.
    ///   - color: nil for the least used preset.
    ///   - freshID: a new UUID, the id of the entry.
    ///   - today: the creation date of the entry, such as `2026-11-22`.
    public init(of name: TagName, color: TagColor?, freshID: String, today: String) {
        (self.name, self.color, self.freshID, self.today) = (name, color, freshID, today)
    }

    /// - Returns: the name as registered; no edit if it is registered already.
    /// - Throws: a `MemossError` if another tag has the name or has it as an alias, the registered tag has a different
    ///   colour, or the registry cannot be edited.
    public func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        try context.snapshot.requireEditableTags()
        guard let tag = try entry(in: context.registry) else { return TagPlan(tags: [name]) }
        return TagPlan(plan: EditPlan(edits: try context.edits(of: .add([tag]))), tags: [tag.name])
    }

    /// - Returns: nil if the registry already has the tag.
    /// - Throws: a `MemossError` if another tag has the name or has it as an alias, or the registered tag has a different
    ///   colour.
    func entry(in registry: TagRegistry) throws(MemossError) -> Tag? {
        if let tag = registry.tag(named: name) {
            guard tag.name.isSpelled(as: name) else {
                throw MemossError(
                    .failure,
                    "the tag '\(tag.name)' already exists, with this spelling",
                    remedy: .respell(tag: tag.name.text, as: name.text)
                )
            }
            if let color, tag.color != color {
                let found = tag.color.map { "the colour \($0)" } ?? "no colour"
                throw MemossError(
                    .failure,
                    "the tag '\(tag.name)' already exists, with \(found)",
                    remedy: .recolor(tag: tag.name.text, as: color.description)
                )
            }
            return nil
        }
        if let tag = registry.tag(alias: name) {
            throw MemossError(.failure, "'\(name)' is a former name of the tag '\(tag.name)'")
        }
        return Tag(
            // A tag below an alias is registered below the current name.
            name: registry.canonical(name),
            color: color ?? registry.leastUsedPreset(),
            id: freshID,
            created: today
        )
    }
}
