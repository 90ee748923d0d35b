package import MemossFiles

/// A field for the colour of a tag: one of the presets, or the colour that it already has.
package struct ColorField: Sendable, Hashable {
    package struct Choice: Sendable, Hashable {
        /// The name of a preset, or `#RRGGBB`.
        package var name: String
        package var color: TagColor
    }

    package let choices: [Choice]
    /// An index into `choices`.
    package private(set) var highlight: Int

    /// - Parameter color: the colour to highlight first; nil for the first preset.
    package init(_ color: TagColor?) {
        var choices = TagColor.Preset.allCases.map { Choice(name: $0.rawValue, color: $0.color) }
        if let color, !choices.contains(where: { $0.color == color }) {
            choices.append(Choice(name: color.hex, color: color))
        }
        self.choices = choices
        highlight = choices.firstIndex { $0.color == color } ?? 0
    }

    package var choice: Choice { choices[highlight] }

    /// Arrows and Tab wrap around; a digit chooses, counting from 1. The owner of the field handles confirming and
    /// cancelling.
    package mutating func handle(_ event: FieldEvent) {
        let count = choices.count
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
