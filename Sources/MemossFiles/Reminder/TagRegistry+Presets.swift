extension TagRegistry {
    /// The colour for a new tag: the preset that the fewest tags have, the first of those.
    ///
    /// - Parameter others: colours that are given out at the same time.
    public func leastUsedPreset(besides others: [TagColor] = []) -> TagColor {
        var counts: [TagColor: Int] = [:]
        for color in tags.compactMap(\.color) + others { counts[color, default: 0] += 1 }
        let presets = TagColor.Preset.allCases.map(\.color)
        return presets.min { counts[$0, default: 0] < counts[$1, default: 0] } ?? TagColor.Preset.moss.color
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
        for name in names where !knows(name) && !tags.contains(where: { name.isAtOrBelow($0.name) }) {
            let color = leastUsedPreset(besides: tags.compactMap(\.color))
            tags.append(Tag(name: name, color: color, id: id(), created: today.description))
        }
        return tags
    }
}
