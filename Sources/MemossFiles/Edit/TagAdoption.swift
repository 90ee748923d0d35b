/// Registers all tags that files use and the registry lacks.
package struct TagAdoption: TagEdit {
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
        var plan = EditPlan(edits: edits, skipped: skipped)
        // They may have tags that are not registered now.
        plan.skip(SkippedFile.unread(in: context.snapshot))
        let registry = context.registry
        let sweep = TagSweep.ofTexts { registry.tag(named: registry.canonical($0)) == nil }
        return TagPlan(plan: plan, tags: tags.map(\.name), sweep: sweep)
    }

    /// - Returns: the entries, and the files with tags that cannot be registered.
    func entries(in snapshot: Snapshot) -> (tags: [Tag], skipped: [SkippedFile]) {
        let registry = snapshot.registry
        let carriers = snapshot.reminders
        var presets = PresetSupply(registry)
        var tags: [Tag] = []
        // Items that are not read as tags.
        var skipped = snapshot.problems.filter { $0.id == .invalidTags }.map { problem in
            var skipped = SkippedFile(problem.path, problem.message)
            (skipped.line, skipped.column) = (problem.line, problem.column)
            return skipped
        }
        for name in TagSpellings(carriers, registry: registry).mostFrequent where registry.tag(named: name) == nil {
            do throws(ParseError) {
                let validated = try TagName(validating: name.text)
                tags.append(Tag(name: validated, color: presets.next(), id: freshID(), created: today))
            } catch {
                let carrier = carriers.first { $0.allTags.contains { registry.canonical($0) == name } }
                let reason = "the tag '\(name)' cannot be registered: \(error.message)"
                skipped.append(SkippedFile(carrier?.path ?? TagRegistry.fileName, reason))
            }
        }
        return (tags, skipped)
    }
}
