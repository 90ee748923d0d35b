/// Replaces former names of tags in files with the current ones.
///
/// Such files result from a merge: one side renamed a tag, and the other created a file with the old name.
package struct TagSettlement: TagEdit {
    package init() {}

    /// - Returns: the plan, and the current names of the tags concerned.
    /// - Throws: a `MemossError` if the registry cannot be edited, or the folder was not read completely.
    package func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        let (snapshot, registry) = (context.snapshot, context.registry)
        try snapshot.requireEditableTags()
        let owners = Dictionary(
            registry.tags.flatMap { tag in tag.aliases.map { ($0, [tag.name]) } }
        ) { $0.contains($1[0]) ? $0 : $0 + $1 }
        /// The tags that a name may be a former name of; empty unless there are several.
        @Sendable func doubt(_ name: TagName) -> [TagName] {
            for ancestor in name.lineage {
                if registry.tag(named: ancestor) != nil { return [] }
                if let owners = owners[ancestor] { return owners.count > 1 ? owners : [] }
            }
            return []
        }
        var rewrite = TagRewrite { name in
            guard doubt(name).isEmpty else { return nil }
            let canonical = registry.canonical(name)
            return canonical == name ? nil : .rename(TagRewrite.Renaming(name: canonical))
        }
        rewrite.keepsComments = true
        let sweep = TagSweep(rewrite: rewrite, names: registry.tags.flatMap(\.aliases))
        var plan = try sweep.plan(in: context)
        plan.skip(
            snapshot.reminders.compactMap { reminder in
                guard let name = reminder.allTags.first(where: { !doubt($0).isEmpty }) else { return nil }
                let owners = doubt(name).map { "'\($0)'" }.joined(separator: " and of ")
                return SkippedFile(reminder.path, "the tag '\(name)' is a former name of \(owners)")
            }
        )
        let former =
            snapshot.reminders.flatMap(\.allTags).filter { rewrite.change($0) != nil }
            + context.bases().flatMap { $0.bytes.map(rewrite.tags(ofBase:)) ?? [] }
        return TagPlan(plan: plan, tags: registry.canonical(former), sweep: owners.isEmpty ? nil : sweep)
    }
}

extension TagSettlement {
    /// Bases that use a former name of a tag, and so do not find the files with its current name.
    static func problems(of snapshot: Snapshot, contents: (String) -> [UInt8]?) -> [Problem] {
        let registry = snapshot.registry
        let rewrite = TagRewrite { registry.canonical($0) == $0 ? nil : .remove }
        return snapshot.contentsOfBases(contents).filter { $0.bytes.map(rewrite.mayApply(toBase:)) ?? false }.map {
            Problem(path: $0.path, id: .formerTag, message: "a base uses a former name of a tag")
        }
    }
}
