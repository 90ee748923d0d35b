extension TagRename {
    /// The rename in every file that has the tag.
    ///
    /// - Throws: a `MemossError` if a text has the tag and cannot have its new name.
    func sweep(_ resolved: Resolved, in context: EditContext) throws(MemossError) -> TagSweep {
        let registry = context.registry
        let name = registry.canonical(resolved.sources[0])
        let renaming = TagRewrite.renaming(resolved.sources, to: resolved.target)
        // A nested name may itself be the alias of another tag; it is then not nested in this one.
        let rewrite = TagRewrite { tag in registry.canonical(tag).isAtOrBelow(name) ? renaming.change(tag) : nil }
        let isInText = context.snapshot.reminders.contains { reminder in
            reminder.textTags.contains { rewrite.change($0) != nil }
        }
        // Half a rename helps nobody.
        if isInText, !TextTags.canHold(resolved.target) {
            throw MemossError(.failure, TagRewrite.cannotHold(resolved.target), outcome: MemossError.unchanged)
        }
        return TagSweep(rewrite: rewrite, names: resolved.sources)
    }

    /// The same rename in the registry.
    func registryRename(_ resolved: Resolved, in registry: TagRegistry) -> RegistryRename {
        let name = registry.tag(named: old)?.name ?? registry.tag(alias: old)?.name ?? old
        let fresh = Tag(
            name: resolved.target,
            color: registry.leastUsedPreset(),
            id: freshID,
            created: today,
            aliases: [old]
        )
        // Already renamed: the registry is up to date.
        let isDone = name == resolved.target && old != name
        return RegistryRename(
            old: isDone ? old : name,
            new: resolved.target,
            keepsAlias: keepsAlias,
            fresh: keepsAlias ? fresh : nil
        )
    }
}
