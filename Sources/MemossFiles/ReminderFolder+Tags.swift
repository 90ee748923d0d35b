extension ReminderFolder {
    /// An edit of tags, worked out but not made, and the tags that it concerns, as the registry spells them.
    public struct TagPlan: Sendable {
        public var plan = EditPlan()
        public var tags: [TagName] = []
    }

    /// Works out a rename of a tag, in every file that carries it and in the registry. Nothing is written.
    ///
    /// - Returns: two tags: the present name of the one that is renamed, and the name that the files will carry, which is
    ///   that of the tag which the new name is a former one of, if they become one.
    /// - Throws: a `MemossError`: no such tag, a new name that exists, a registry that cannot be edited.
    public func plan(_ rename: TagRename, in snapshot: Snapshot) throws(MemossError) -> TagPlan {
        guard let resolved = try rename.resolved(in: snapshot) else { return TagPlan(tags: [rename.old, rename.new]) }
        var plan = try rename.planFiles(resolved, in: snapshot, place, threads: threads, progress: progress)
        let hints = rename.keepsAlias ? ["to rename without keeping the old name as an alias: --no-alias"] : []
        plan.edits += try registryEdit(hints: hints) { registry throws(EditRefusal) in
            try rename.registryRename(resolved, in: registry, snapshot).apply(to: registry)
        }
        return TagPlan(plan: plan, tags: [resolved.sources[0], resolved.target])
    }

    /// Works out a new entry of the registry. Nothing is written.
    ///
    /// - Returns: the name as it is registered; no edit where it is already.
    /// - Throws: a `MemossError`: a name that another tag has or had, a colour that is not the registered tag's, a registry
    ///   that cannot be edited.
    public func plan(_ addition: TagAddition, in snapshot: Snapshot) throws(MemossError) -> TagPlan {
        try snapshot.requireEditableTags()
        guard let tag = try addition.entry(in: snapshot.registry) else { return TagPlan(tags: [addition.name]) }
        return TagPlan(plan: EditPlan(edits: try registryEdit(.add([tag]))), tags: [tag.name])
    }

    /// Works out another colour of a tag. Nothing is written.
    ///
    /// - Throws: a `MemossError`: no such tag, a registry that cannot be edited.
    public func plan(_ coloring: TagColoring, in snapshot: Snapshot) throws(MemossError) -> TagPlan {
        try snapshot.requireEditableTags()
        let (tag, change) = try coloring.change(in: snapshot)
        return TagPlan(plan: EditPlan(edits: try registryEdit(change)), tags: [tag])
    }

    /// Works out how a tag goes, with those nested in it, from every file and from the registry. Nothing is written.
    ///
    /// - Returns: the tag itself first, then the nested ones that the registry knows.
    /// - Throws: a `MemossError`: no such tag, a registry that cannot be edited.
    public func plan(_ deletion: TagDeletion, in snapshot: Snapshot) throws(MemossError) -> TagPlan {
        try snapshot.requireEditableTags()
        let resolved = try deletion.resolved(in: snapshot)
        let sweep = TagDeletion.sweep(resolved, registry: snapshot.registry)
        var plan = try sweep.plan(in: snapshot, place, threads: threads, progress: progress)
        let names = resolved.registered.map(\.name)
        plan.edits += try registryEdit(.remove(Set(names)))
        return TagPlan(plan: plan, tags: [resolved.name] + names.filter { $0 != resolved.name })
    }

    /// Works out which tags go as no file carries them. Nothing is written.
    ///
    /// - Throws: a `MemossError` for a registry that cannot be edited.
    public func plan(_ pruning: TagPruning, in snapshot: Snapshot) throws(MemossError) -> TagPlan {
        try snapshot.requireEditableTags()
        let (tags, skipped) = pruning.unused(in: snapshot, place)
        let edits = tags.isEmpty ? [] : try registryEdit(.remove(Set(tags.map(\.name))))
        return TagPlan(plan: EditPlan(edits: edits, skipped: skipped), tags: tags.map(\.name))
    }

    /// Works out entries for the tags that only files know. Nothing is written.
    ///
    /// - Throws: a `MemossError` for a registry that cannot be edited.
    public func plan(_ adoption: TagAdoption, in snapshot: Snapshot) throws(MemossError) -> TagPlan {
        try snapshot.requireEditableTags()
        let (tags, skipped) = adoption.entries(in: snapshot)
        let edits = tags.isEmpty ? [] : try registryEdit(.add(tags))
        return TagPlan(plan: EditPlan(edits: edits, skipped: skipped), tags: tags.map(\.name))
    }

    // MARK: The registry

    /// Entries for the tags that the registry does not know, each with the least used preset.
    ///
    /// - Parameter id: gives a new UUID at each call.
    /// - Throws: a `MemossError` for a registry that cannot be edited.
    func registering(
        _ names: [TagName],
        besides registry: TagRegistry,
        today: CivilDate,
        id: () -> String
    ) throws(MemossError) -> (edits: [FileEdit], tags: [Tag]) {
        try registry.requireEditable()
        let tags = registry.newEntries(for: names, today: today, id: id)
        return tags.isEmpty ? ([], []) : (try registryEdit(.add(tags)), tags)
    }

    private func registryEdit(_ change: RegistryChange) throws(MemossError) -> [FileEdit] {
        try registryEdit { registry throws(EditRefusal) in try change.apply(to: registry) }
    }

    /// - Returns: none where the registry says so already.
    private func registryEdit(
        hints: [String] = [],
        _ edit: (TagRegistry) throws(EditRefusal) -> [UInt8]?
    ) throws(MemossError) -> [FileEdit] {
        guard try isInside(TagRegistry.fileName) else {
            throw MemossError(.failure, "\(TagRegistry.fileName): \(MemossError.reason(.outside))")
        }
        let contents = try contents(of: TagRegistry.fileName)
        let after: [UInt8]?
        do throws(EditRefusal) {
            after = try edit(TagRegistry(parsing: contents.bytes))
        } catch {
            let place = TextPosition(of: error.offset, in: contents.bytes)
            let message = "\(TagRegistry.fileName):\(place.line):\(place.column): \(error.reason)"
            throw MemossError(.failure, message, hints: hints)
        }
        guard let after else { return [] }
        return try plan(replacing: contents, at: TagRegistry.fileName, by: after).edits
    }
}
