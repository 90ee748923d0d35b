/// The choice of one of the preset colours.
package struct ColorField: Sendable, Hashable {
    package static let presets = TagColor.Preset.allCases

    /// An index into `presets`.
    package private(set) var highlight: Int

    /// - Parameter color: the one to begin at; the first preset if it is none of them.
    package init(_ color: TagColor?) { highlight = Self.presets.firstIndex { $0.color == color } ?? 0 }

    package var preset: TagColor.Preset { Self.presets[highlight] }

    /// Arrows and Tab move round and round; a digit chooses, counted from 1. Whoever owns the field handles the end.
    package mutating func handle(_ event: FieldEvent) {
        let count = Self.presets.count
        switch event {
        case .up, .text(.left): highlight = (highlight + count - 1) % count
        case .down, .complete, .text(.right): highlight = (highlight + 1) % count
        case .pageUp, .text(.start): highlight = 0
        case .pageDown, .text(.end): highlight = count - 1
        case .text(.insert(let digit)):
            if let number = Int(digit), (1...count).contains(number) { highlight = number - 1 }
        case .text, .confirm, .cancel: break
        }
    }
}
