/// Removes a tag and those nested in it from every file and from the registry.
package struct TagDeletion: FolderEdit {
    /// An alias denotes its tag.
    package var name: TagName

    package init(of name: TagName) { self.name = name }

    /// - Returns: the tag itself first, followed by the registered nested ones.
    /// - Throws: a `MemossError` if there is no such tag, or the registry cannot be edited.
    package func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        try context.snapshot.requireEditableTags()
        let resolved = try resolved(in: context.snapshot)
        var plan = try Self.sweep(resolved, registry: context.registry).plan(in: context)
        let names = resolved.registered.map(\.name)
        plan.edits += try context.edits(of: .remove(Set(names)))
        return TagPlan(plan: plan, tags: [resolved.name] + names.filter { $0 != resolved.name })
    }

    struct Resolved {
        var name: TagName
        /// The entries to remove: the tag and those nested in it.
        var registered: [Tag]
        /// All names of the tag.
        var names: [TagName]
    }

    /// - Throws: a `MemossError` with the nearest names if neither the registry nor a file has the tag.
    func resolved(in snapshot: Snapshot) throws(MemossError) -> Resolved {
        let registry = snapshot.registry
        let present = registry.canonical(name)
        let registered = registry.tags.filter { $0.name.isAtOrBelow(present) }
        let index = TagIndex(snapshot.reminders, registry: registry)
        guard !registered.isEmpty || index.count(of: present) > 0 else { throw index.unknown(name, registry: registry) }
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

/// Removes unused tags from the registry.
package struct TagPruning: FolderEdit {
    package init() {}

    /// - Throws: a `MemossError` if the registry cannot be edited.
    package func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        try context.snapshot.requireEditableTags()
        let (tags, skipped) = unused(in: context)
        let edits = tags.isEmpty ? [] : try context.edits(of: .remove(Set(tags.map(\.name))))
        return TagPlan(plan: EditPlan(edits: edits, skipped: skipped), tags: tags.map(\.name))
    }

    /// The tags that no file uses. A tag that an unreadable file may use is kept, and the file is reported as skipped.
    private func unused(in context: EditContext) -> (tags: [Tag], skipped: [SkippedFile]) {
        let snapshot = context.snapshot
        let index = TagIndex(snapshot.reminders, registry: snapshot.registry)
        let unreadable = UnreadableFiles(in: context)
        var tags: [Tag] = []
        var kept: [PathKey: (file: SkippedFile, names: [TagName])] = [:]
        for tag in snapshot.registry.tags where index.count(of: tag.name) == 0 {
            let carriers = unreadable.carriers(of: [tag.name] + tag.aliases)
            if carriers.isEmpty { tags.append(tag) }
            for file in carriers { kept[PathKey(file.path), default: (file, [])].names.append(tag.name) }
        }
        let skipped = kept.values.sorted { PathOrder.precedes($0.file.path, $1.file.path) }.map { file, names in
            var file = file
            let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
            let more = names.count > 3 ? " and \(names.count - 3) more" : ""
            let kept = names.count == 1 ? "that tag is" : "those tags are"
            file.reason += "; it may use \(shown)\(more), so \(kept) kept"
            return file
        }
        return (tags, skipped)
    }
}
