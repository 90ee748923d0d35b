/// Adds an entry to the registry.
package struct TagAddition: FolderEdit {
    package var name: TagName
    /// Nil for the least used preset.
    package var color: TagColor?
    /// The id and creation date of the entry.
    package var freshID: String
    package var today: String

    package init(of name: TagName, color: TagColor?, freshID: String, today: String) {
        (self.name, self.color, self.freshID, self.today) = (name, color, freshID, today)
    }

    /// - Returns: the name as registered; no edit if it is registered already.
    /// - Throws: a `MemossError` if another tag has the name or has it as an alias, the registered tag has a different
    ///   colour, or the registry cannot be edited.
    package func plan(in context: EditContext) throws(MemossError) -> TagPlan {
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
                    "the tag '\(tag.name)' already exists, in this spelling",
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

/// Changes the colour of a tag. A tag that only files use is registered.
package struct TagColoring: FolderEdit {
    package var name: TagName
    package var color: TagColor
    /// The id and creation date of the entry, if a new one is needed.
    package var freshID: String
    package var today: String

    package init(of name: TagName, color: TagColor, freshID: String, today: String) {
        (self.name, self.color, self.freshID, self.today) = (name, color, freshID, today)
    }

    /// - Throws: a `MemossError` if there is no such tag, or the registry cannot be edited.
    package func plan(in context: EditContext) throws(MemossError) -> TagPlan {
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

/// Registers all tags that files use and the registry lacks.
package struct TagAdoption: FolderEdit {
    package var today: String
    /// Returns a new UUID at each call.
    package var freshID: @Sendable () -> String

    package init(today: String, freshID: @escaping @Sendable () -> String) {
        (self.today, self.freshID) = (today, freshID)
    }

    /// - Throws: a `MemossError` if the registry cannot be edited.
    package func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        try context.snapshot.requireEditableTags()
        let (tags, skipped) = entries(in: context.snapshot)
        let edits = tags.isEmpty ? [] : try context.edits(of: .add(tags))
        return TagPlan(plan: EditPlan(edits: edits, skipped: skipped), tags: tags.map(\.name))
    }

    /// - Returns: the entries, and the files with tags that cannot be registered.
    func entries(in snapshot: Snapshot) -> (tags: [Tag], skipped: [SkippedFile]) {
        let registry = snapshot.registry
        let carriers = snapshot.reminders
        var presets = PresetSupply(registry)
        var tags: [Tag] = []
        var skipped: [SkippedFile] = []
        for name in TagSpellings(carriers, registry: registry).mostFrequent where registry.tag(named: name) == nil {
            do throws(ParseError) {
                let validated = try TagName(validating: name.text)
                guard validated == name else { throw ParseError("a tag's name cannot begin or end with a space") }
                tags.append(Tag(name: validated, color: presets.next(), id: freshID(), created: today))
            } catch {
                let carrier = carriers.first { $0.tags.contains { registry.canonical($0) == name } }
                let reason = "the tag '\(name)' cannot be registered: \(error.message)"
                skipped.append(SkippedFile(carrier?.path ?? TagRegistry.fileName, reason))
            }
        }
        return (tags, skipped)
    }
}
