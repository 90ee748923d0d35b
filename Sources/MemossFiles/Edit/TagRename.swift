/// A rename of a tag over a whole folder: every file that carries it or a nested one, and the registry.
public struct TagRename: FolderEdit {
    package var old: TagName
    package var new: TagName
    /// Lets the new name exist already.
    package var merges: Bool
    /// Keeps the old name as an alias of the new one.
    package var keepsAlias: Bool
    /// For a registry entry, where there is none yet: an id and the day.
    package var freshID: String
    package var today: String

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

    /// A rename in every file that carries the tag, and in the registry.
    ///
    /// - Returns: two tags: the present name of the one that is renamed, and the name that the files will carry, which is
    ///   that of the tag which the new name is a former one of, if they become one.
    /// - Throws: a `MemossError`: no such tag, a new name that exists, a registry that cannot be edited.
    public func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        guard let resolved = try resolved(in: context.snapshot) else { return TagPlan(tags: [old, new]) }
        var plan = try planFiles(resolved, in: context)
        let remedy = keepsAlias ? Remedy.dropAlias : nil
        plan.edits += try context.registryEdits(remedy: remedy) { registry throws(EditRefusal) in
            try registryRename(resolved, in: registry).apply(to: registry)
        }
        return TagPlan(plan: plan, tags: [resolved.sources[0], resolved.target])
    }

    /// What is to be done once the names are known to be good.
    struct Resolved {
        /// Every name that counts as the old tag, the present one first.
        var sources: [TagName]
        var target: TagName
    }

    /// - Throws: a `MemossError`: no such tag (with the nearest names), or a new name that exists, without `merges`.
    func resolved(in snapshot: Snapshot) throws(MemossError) -> Resolved? {
        let registry = snapshot.registry
        if new.isSpelled(as: old) { return nil }
        try snapshot.requireEditableTags()
        let index = TagIndex(snapshot.reminders, registry: registry)
        // The target: a name given by a former one is written under its present one.
        let formerly = registry.tag(named: new) == nil ? registry.tag(formerly: new) : nil
        let present = registry.tag(named: old) ?? registry.tag(formerly: old)
        if let formerly, formerly.name != present?.name {
            guard merges else { throw exists(formerly.name) }
            return Resolved(sources: sources(present, registry), target: formerly.name)
        }
        if let present, registry.tag(named: old) == nil, present.name == new {
            // Renamed before: files that still carry the former name follow.
            return Resolved(sources: [old], target: present.name)
        }
        let isCarried = index.count(of: old) > 0
        guard present != nil || isCarried || registry.tags.contains(where: { $0.name.isAtOrBelow(old) }) else {
            throw index.unknown(old, registry: registry)
        }
        let name = present?.name ?? old
        let isOther = new != name && formerly == nil
        let isTaken = registry.tag(named: new) != nil || index.count(of: new) > 0
        if isOther, isTaken, !merges {
            // Moved below itself before: what is there already is the tag's own.
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
            "the tag '\(name)' exists already",
            remedy: .merge(tag: old.text, into: new.text)
        )
    }
}

extension TagRewrite {
    /// Renames all of `sources`, and what is below them. A name that is at or below the target already stays.
    static func renaming(_ sources: [TagName], to target: TagName) -> TagRewrite {
        let order = Dictionary(sources.enumerated().map { ($1, $0) }) { first, _ in first }
        return TagRewrite { name in
            // Those that the name is at or below, in their order.
            for source in name.lineage.compactMap({ order[$0] }).sorted().map({ sources[$0] }) {
                let rewrite = TagRewrite.renaming(source, to: target)
                if let change = rewrite.change(name) { return change }
            }
            return nil
        }
    }
}
