/// Renames a tag in a whole folder: in the registry and in every file that has it or a nested tag.
public struct TagRename: TagEdit {
    package var old: TagName
    package var new: TagName
    /// Allows the new name to exist already.
    package var merges: Bool
    /// Keeps the old name as an alias of the new one.
    package var keepsAlias: Bool
    /// The id and creation date of a registry entry, if a new one is needed.
    package var freshID: String
    package var today: String

    /// - Parameters:
    ///   - old: the tag, by its name or a former one.
    ///   - new: its new name.
    ///   - merges: whether `new` may already exist.
    ///   - keepsAlias: whether `old` becomes an alias of `new` in the registry.
    ///   - freshID: a new UUID, the id of the entry if a new one is needed.
    ///   - today: the creation date of a new entry, such as `2026-11-22`.
    public init(
        from old: TagName,
        to new: TagName,
        merges: Bool,
        keepsAlias: Bool,
        freshID: String,
        today: String
    ) {
        self.old = old
        self.new = new
        self.merges = merges
        self.keepsAlias = keepsAlias
        self.freshID = freshID
        self.today = today
    }

    package var concerned: [TagName]? { [old, new] }

    /// Plans the rename in the registry and in every file that has the tag.
    ///
    /// - Returns: two tags: the current name of the renamed tag, and the name that the files will have. If the new name
    ///   is an alias and the tags are merged, that is the name of the alias's tag.
    /// - Throws: a `MemossError` if there is no such tag, the new name exists, or the registry cannot be edited.
    public func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        guard let resolved = try resolved(in: context) else { return TagPlan(tags: [old, new]) }
        let sweep = try self.sweep(resolved, in: context)
        var (plan, lookalikes) = try sweep.outcome(in: context)
        let remedy = keepsAlias ? Remedy.dropAlias : nil
        plan.edits += try context.registryEdits(remedy: remedy) { registry throws(EditRefusal) in
            try registryRename(resolved, in: registry).apply(to: registry)
        }
        return TagPlan(
            plan: plan,
            tags: [resolved.sources[0], resolved.target],
            lookalikes: lookalikes,
            sweep: sweep
        )
    }

    /// The rename after its names have been validated.
    struct Resolved {
        /// All names of the old tag, the current one first.
        var sources: [TagName]
        var target: TagName
    }

    /// - Throws: a `MemossError` if there is no such tag (with the nearest names), or the new name exists and `merges` is
    ///   false.
    func resolved(in context: EditContext) throws(MemossError) -> Resolved? {
        let (snapshot, registry) = (context.snapshot, context.registry)
        if new.isSpelled(as: old) { return nil }
        try snapshot.requireEditableTags()
        if new != old { try snapshot.requireNotShared(old) }
        let index = TagIndex(snapshot.reminders, registry: registry)
        // The target: an alias is replaced by its current name.
        let former = registry.tag(named: new) == nil ? registry.tag(alias: new) : nil
        let present = registry.tag(named: old) ?? registry.tag(alias: old)
        if let former, former.name != present?.name {
            guard merges else { throw exists(former.name) }
            return Resolved(sources: sources(present, registry), target: former.name)
        }
        if let present, registry.tag(named: old) == nil, present.name == new {
            // Already renamed: update the files that still have the alias.
            return Resolved(sources: [old], target: present.name)
        }
        let isCarried = index.count(of: old) > 0
        let isRegistered = present != nil || registry.tags.contains { $0.name.isAtOrBelow(old) }
        guard isRegistered || isCarried || context.isNamedInBase(old) else {
            throw index.unknown(old, registry: registry)
        }
        let name = present?.name ?? old
        let isOther = new != name && former == nil
        let isTaken = registry.tag(named: new) != nil || index.count(of: new) > 0
        if isOther, isTaken, !merges {
            // Already moved below itself: existing nested tags belong to the tag.
            let isDone = new.isAtOrBelow(name) && present == nil && index.carriers(of: name) == index.carriers(of: new)
            if isDone { return nil }
            throw exists(registry.tag(named: new)?.name ?? new)
        }
        return Resolved(
            sources: sources(present, registry),
            target: registry.tag(named: new).flatMap { isOther ? $0.name : nil } ?? new
        )
    }

    private func sources(_ present: Tag?, _ registry: TagRegistry) -> [TagName] {
        guard let present else { return [old] }
        return [present.name] + present.aliases.filter { registry.tag(named: $0) == nil }
    }

    private func exists(_ name: TagName) -> MemossError {
        MemossError(
            .failure,
            "the tag '\(name)' already exists",
            remedy: .merge(tag: old.text, into: new.text, keepsAlias: keepsAlias, inTexts: false)
        )
    }
}

extension TagRewrite {
    /// Renames all of `sources` and the tags nested in them. A name that is already at or below the target is kept.
    static func renaming(_ sources: [TagName], to target: TagName) -> TagRewrite {
        let order = Dictionary(sources.enumerated().map { ($1, $0) }) { first, _ in first }
        return TagRewrite { name in
            // The sources at or above the name, in their order.
            for source in name.lineage.compactMap({ order[$0] }).sorted().map({ sources[$0] }) {
                let rewrite = TagRewrite.renaming(source, to: target)
                if let change = rewrite.change(name) { return change }
            }
            return nil
        }
    }
}
