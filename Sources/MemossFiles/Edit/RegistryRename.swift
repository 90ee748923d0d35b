/// A rename carried into the registry, as surgically as into a reminder.
struct RegistryRename: Sendable {
    let old: TagName
    let new: TagName
    let keepsAlias: Bool
    /// What a new entry gets, where neither name is registered yet; nil writes none.
    let fresh: Tag?

    /// - Returns: the new bytes of the registry, or nil if nothing changes.
    /// - Throws: an `EditRefusal` where it cannot be done in place.
    func apply(to registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        guard let document = registry.document else {
            throw EditRefusal(reason: "the registry cannot be read", offset: 0)
        }
        var edit = RegistryEdit(document: document)
        let isDescent = new != old && new.isAtOrBelow(old)
        for tag in registry.tags where tag.name.isAtOrBelow(old) && !(isDescent && tag.name.isAtOrBelow(new)) {
            guard let renamed = tag.name.replacing(old, by: new), let entry = registry.entry(of: tag.name) else {
                continue
            }
            let existing = renamed == tag.name ? nil : registry.tag(named: renamed)
            if let existing, let target = registry.entry(of: existing.name) {
                // A merge: the old entry goes, its names go on as former names of the other.
                try edit.remove(entry)
                let names = tag.aliases + (keepsAlias ? [tag.name] : [])
                try edit.setAliases(existing.aliases + names, of: target, name: existing.name, had: existing.aliases)
            } else {
                if !renamed.isSpelled(as: tag.name) { try edit.rename(entry.key, to: renamed.text) }
                // A nested name needs no alias of its own: that of the tag above it covers it.
                let isTag = tag.name == old
                let former = isTag && keepsAlias && renamed != tag.name ? [tag.name] : []
                try edit.setAliases(tag.aliases + former, of: entry, name: renamed, had: tag.aliases)
            }
        }
        if registry.tag(named: old) == nil, old != new, keepsAlias {
            if let target = registry.tag(named: new), let entry = registry.entry(of: target.name) {
                try edit.setAliases(target.aliases + [old], of: entry, name: target.name, had: target.aliases)
            } else if let fresh {
                edit.insert(fresh, besides: registry)
            }
        }
        return try edit.result()
    }
}
