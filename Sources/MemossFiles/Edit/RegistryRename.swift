/// Renames a tag in the registry, with changes as small as in a reminder.
struct RegistryRename: Sendable {
    let old: TagName
    let new: TagName
    let keepsAlias: Bool
    /// The new entry if neither name is registered; nil writes none.
    let fresh: Tag?

    /// - Returns: the new bytes of the registry, or nil if nothing changes.
    /// - Throws: an `EditRefusal` if the rename cannot be done in place, or does not read back as intended.
    func apply(to registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        guard let document = registry.document else {
            throw EditRefusal(reason: "the registry cannot be read", offset: 0)
        }
        var edit = RegistryEditor(document: document)
        var intended = registry.tags
        let places = Dictionary(registry.tags.enumerated().map { ($1.name, $0) }) { first, _ in first }
        var removed: [YAMLDocument.Entry] = []
        var gone: Set<Int> = []
        for (place, tag) in registry.tags.enumerated() {
            guard let renamed = tag.name.renamed(from: old, to: new), let entry = registry.entry(of: tag.name) else {
                continue
            }
            if renamed != tag.name, let existing = registry.tag(named: renamed),
                let target = registry.entry(of: existing.name)
            {
                // A merge: the old entry is removed, and its names become aliases of the other entry.
                removed.append(entry)
                gone.insert(place)
                let names = existing.aliases + tag.aliases + (keepsAlias ? [tag.name] : [])
                let aliases = try edit.setAliases(names, of: target, name: existing.name, had: existing.aliases)
                if let place = places[existing.name] { intended[place].aliases = aliases }
            } else {
                if !renamed.isSpelled(as: tag.name) { try edit.rename(entry.key, to: renamed.text) }
                // A nested name needs no alias of its own: the alias of its ancestor covers it.
                let former = tag.name == old && keepsAlias && renamed != tag.name ? [tag.name] : []
                let aliases = try edit.setAliases(tag.aliases + former, of: entry, name: renamed, had: tag.aliases)
                (intended[place].name, intended[place].aliases) = (renamed, aliases)
            }
        }
        try edit.remove(removed)
        intended = intended.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
        try addAlias(to: registry, &edit, &intended)
        let after = try edit.result()
        if let after, !TagRegistry(parsing: after).isSame(as: intended) {
            throw EditRefusal(reason: "the edit would change more than the tag", offset: document.range.lowerBound)
        }
        return after
    }

    /// Makes the old name an alias of the new one if it was not registered itself.
    private func addAlias(
        to registry: TagRegistry,
        _ edit: inout RegistryEditor,
        _ intended: inout [Tag]
    ) throws(EditRefusal) {
        guard registry.tag(named: old) == nil, old != new, keepsAlias else { return }
        if let target = registry.tag(named: new), let entry = registry.entry(of: target.name) {
            let names = target.aliases + [old]
            let aliases = try edit.setAliases(names, of: entry, name: target.name, had: target.aliases)
            for index in intended.indices where intended[index].name == target.name {
                intended[index].aliases = aliases
            }
        } else if let fresh {
            let place = registry.place(of: fresh.name)
            edit.insert(fresh, at: place, of: registry)
            intended.insert(fresh, at: place)
        }
    }
}
