/// Removes a tag and those nested in it from every file and from the registry.
public struct TagDeletion: TagEdit {
    /// An alias denotes its tag.
    package var name: TagName

    /// - Parameter name: the tag, by its name or a former one.
    public init(of name: TagName) { self.name = name }

    package var concerned: [TagName]? { [name] }

    /// - Returns: the tag itself first, followed by the registered nested ones.
    /// - Throws: a `MemossError` if there is no such tag, or the registry cannot be edited.
    public func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        try context.snapshot.requireEditableTags()
        let resolved = try resolved(in: context)
        let sweep = Self.sweep(resolved, registry: context.registry)
        var (plan, lookalikes) = try sweep.outcome(in: context)
        let names = resolved.registered.map(\.name)
        if plan.skipped.isEmpty {
            plan.edits += try context.edits(of: .remove(Set(names)))
        } else if !names.isEmpty {
            // The files that still have the tag need its colour and its former names.
            let reason = "the tag '\(resolved.name)' stays registered, because a file that was not edited may have it"
            plan.skip([SkippedFile(TagRegistry.fileName, reason)])
        }
        return TagPlan(
            plan: plan,
            tags: [resolved.name] + names.filter { $0 != resolved.name },
            lookalikes: lookalikes,
            sweep: sweep
        )
    }

    struct Resolved {
        var name: TagName
        /// The entries to remove: the tag and those nested in it.
        var registered: [Tag]
        /// All names of the tag.
        var names: [TagName]
    }

    /// - Throws: a `MemossError` with the nearest names if neither the registry nor a file has the tag.
    func resolved(in context: EditContext) throws(MemossError) -> Resolved {
        let (snapshot, registry) = (context.snapshot, context.registry)
        try snapshot.requireNotShared(name)
        let present = registry.canonical(name)
        let registered = registry.tags.filter { $0.name.isAtOrBelow(present) }
        let index = TagIndex(snapshot.reminders, registry: registry)
        guard !registered.isEmpty || index.count(of: present) > 0 || context.isNamedInBase(present) else {
            throw index.unknown(name, registry: registry)
        }
        return Resolved(
            name: registered.first { $0.name == present }?.name ?? present,
            registered: registered,
            names: [present] + registered.flatMap { [$0.name] + $0.aliases }
        )
    }

    static func sweep(_ resolved: Resolved, registry: TagRegistry) -> TagSweep {
        let rewrite = TagRewrite { registry.canonical($0).isAtOrBelow(resolved.name) ? .remove : nil }
        return TagSweep(rewrite: rewrite, names: resolved.names)
    }
}
