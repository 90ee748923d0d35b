extension TagRegistry {
    /// The colour of the tag, or of its nearest ancestor with one.
    package func color(of name: TagName) -> TagColor? {
        func own(_ name: TagName) -> TagColor? { index(named: name).flatMap { tags[$0].color } }
        return own(name) ?? (name.isNested ? name.lineage.dropFirst().lazy.compactMap(own).first : nil)
    }

    /// The colour for a new tag: the first of the presets that the fewest tags use.
    ///
    /// - Parameter others: colours of new tags that are not registered yet.
    package func leastUsedPreset(after others: some Sequence<TagColor> = []) -> TagColor {
        var presets = PresetSupply(self)
        for color in others { presets.count(color) }
        return presets.next()
    }
}

/// Colours for several new tags: each call returns the least used preset.
package struct PresetSupply {
    private var counts: [TagColor: Int] = [:]

    package init(_ registry: TagRegistry) {
        for tag in registry.tags {
            if let color = tag.color { count(color) }
        }
    }

    package mutating func count(_ color: TagColor) { counts[color, default: 0] += 1 }

    package mutating func next() -> TagColor {
        let presets = TagColor.Preset.allCases.map(\.color)
        let color = presets.min { counts[$0, default: 0] < counts[$1, default: 0] } ?? TagColor.Preset.moss.color
        count(color)
        return color
    }
}

extension TagRegistry {
    /// Whether the tag or one of its ancestors is registered, as a name or an alias.
    package func knows(_ name: TagName) -> Bool { canonical(name).lineage.contains { tag(named: $0) != nil } }

    /// Entries for the names that are not registered, each with its colour or else the least used preset.
    ///
    /// - Parameter id: returns a new UUID at each call.
    func newEntries(
        for names: [TagName],
        colors: [TagName: TagColor] = [:],
        today: CivilDate,
        id: () -> String
    ) -> [Tag] {
        var tags: [Tag] = []
        var presets = PresetSupply(self)
        var added: Set<TagName> = []
        for name in names where !knows(name) && !name.lineage.contains(where: added.contains) {
            added.insert(name)
            let color = colors[name] ?? presets.next()
            tags.append(Tag(name: name, color: color, id: id(), created: today.description))
        }
        return tags
    }
}
