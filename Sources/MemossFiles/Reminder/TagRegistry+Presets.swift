extension TagRegistry {
    /// The colour for a new tag: the preset that the fewest tags have, the first of those.
    package func leastUsedPreset() -> TagColor {
        var presets = PresetSupply(self)
        return presets.next()
    }
}

/// Colours for several new tags, one after the other: each time the preset that the fewest tags have.
struct PresetSupply {
    private var counts: [TagColor: Int] = [:]

    init(_ registry: TagRegistry) {
        for tag in registry.tags {
            if let color = tag.color { counts[color, default: 0] += 1 }
        }
    }

    mutating func next() -> TagColor {
        let presets = TagColor.Preset.allCases.map(\.color)
        let color = presets.min { counts[$0, default: 0] < counts[$1, default: 0] } ?? TagColor.Preset.moss.color
        counts[color, default: 0] += 1
        return color
    }
}

extension TagRegistry {
    /// Whether the tag or one above it has an entry, under this name or as a former one.
    func knows(_ name: TagName) -> Bool { canonical(name).lineage.contains { tag(named: $0) != nil } }

    /// Entries for those of the names that it does not know, each with the least used preset.
    ///
    /// - Parameter id: gives a new UUID at each call.
    func newEntries(for names: [TagName], today: CivilDate, id: () -> String) -> [Tag] {
        var tags: [Tag] = []
        var presets = PresetSupply(self)
        var added: Set<TagName> = []
        for name in names where !knows(name) && !name.lineage.contains(where: added.contains) {
            added.insert(name)
            tags.append(Tag(name: name, color: presets.next(), id: id(), created: today.description))
        }
        return tags
    }
}
