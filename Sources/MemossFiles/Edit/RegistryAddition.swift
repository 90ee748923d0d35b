/// Entries for tags that the registry does not know yet, each in its alphabetical place.
struct RegistryAddition {
    let names: [TagName]
    let today: CivilDate

    /// - Parameter id: gives a new UUID at each call.
    /// - Returns: the registry's new bytes, and the tags that were added; nil if it knows all of them.
    /// - Throws: an `EditRefusal` where it cannot be done in place.
    func apply(
        to registry: TagRegistry,
        _ id: () -> String
    ) throws(EditRefusal) -> (bytes: [UInt8], added: [Tag])? {
        var registry = registry
        var result: (bytes: [UInt8], added: [Tag])?
        for name in names where !registry.knows(name) {
            guard let document = registry.document else {
                throw EditRefusal(reason: "the registry cannot be read", offset: 0)
            }
            let tag = Tag(name: name, color: registry.leastUsedPreset, id: id(), created: today.description)
            var edit = RegistryEdit(document: document)
            var intended = registry.tags
            intended.insert(tag, at: edit.insert(tag, besides: registry))
            guard let bytes = try edit.result() else { continue }
            registry = TagRegistry(parsing: bytes)
            guard registry.isSame(as: intended) else {
                throw EditRefusal(
                    reason: "the edit would change more than '\(name)'",
                    offset: document.range.lowerBound
                )
            }
            result = (bytes, (result?.added ?? []) + [tag])
        }
        return result
    }
}

extension TagRegistry {
    /// Whether the tag or one above it has an entry, under this name or as a former one.
    func knows(_ name: TagName) -> Bool { canonical(name).lineage.contains { tag(named: $0) != nil } }

    /// The preset that fewest tags have; of several the first.
    var leastUsedPreset: TagColor? {
        let used = tags.compactMap(\.color)
        return TagColor.Preset.allCases.map(\.color).min { a, b in
            used.count { $0 == a } < used.count { $0 == b }
        }
    }
}
