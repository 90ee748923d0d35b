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
