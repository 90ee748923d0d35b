import MemossFiles

extension TagPicker: PlainView {
    private static let mostSuggestions = 8

    var prompt: [String] {
        if let removal { return notices + ["Remove tag \(removal)? [y/N]"] }
        let chips = field.selected.enumerated().map { "\($0 + 1) \($1)" }
        let offered = offered.enumerated().map { index, row in
            "\(field.selected.count + index + 1) \(row.name) (\(row.count == 1 ? "1 file" : "\(row.count) files"))"
        }
        return notices + [title, chips.isEmpty ? "No tags." : "Tags: " + chips.joined(separator: ", ")]
            + (offered.isEmpty ? [] : ["Other tags: " + offered.joined(separator: ", ")])
            + ["Name or number to add, number of a tag to remove it, Return to save, Ctrl-D to cancel:"]
    }

    private var offered: ArraySlice<TagSuggestions.Suggestion> {
        field.suggestions.filter { $0.kind == .existing }.prefix(Self.mostSuggestions)
    }

    mutating func answer(_ line: String?) -> Dialogue<TagsChange>? {
        notices = []
        guard let line else { return .cancelled }
        if let name = removal {
            removal = nil
            if Confirmation.isYes(Array(line.utf8)) { take(field.remove(name)) }
            return nil
        }
        let typed = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if typed.isEmpty { return .done(field.change) }
        let number = Int(typed).map { $0 - 1 } ?? -1
        if field.selected.indices.contains(number) {
            removal = field.selected[number]
        } else if offered.indices.contains(number - field.selected.count) {
            take(field.handle(.text(.insert(offered[number - field.selected.count].name.text + ",\n"))))
        } else {
            take(field.handle(.text(.insert(typed + ",\n"))))
            if let refusal { notices.append(refusal) }
            _ = field.handle(.text(.deleteToStart))
        }
        return nil
    }

    private mutating func take(_ effects: [TagField.Effect]) {
        for effect in effects {
            switch effect {
            case .create(let name, let color):
                let preset = ColorField.presets.first { $0.color == color }?.rawValue
                notices.append("Created tag \(name)" + (preset.map { ", \($0)." } ?? "."))
            case .select(let name): notices.append("Added tag \(name).")
            case .remove(let name): notices.append("Removed tag \(name).")
            case .done, .cancelled: break
            }
        }
    }
}

extension ColorPicker: PlainView {
    var prompt: [String] {
        let presets = ColorField.presets.enumerated().map { "\($0 + 1) \($1.rawValue)" }
        return [
            "Colours: " + presets.joined(separator: ", "),
            "Number of the colour for \(name) (Return: \(field.preset.rawValue), Ctrl-D cancels):",
        ]
    }

    mutating func answer(_ line: String?) -> Dialogue<TagColor>? {
        guard let line else { return .cancelled }
        let typed = line.filter { !$0.isWhitespace }
        if typed.isEmpty { return .done(field.preset.color) }
        if let number = Int(typed), ColorField.presets.indices.contains(number - 1) {
            return .done(ColorField.presets[number - 1].color)
        }
        return (try? TagColor(parsing: typed)).map { .done($0) }
    }
}

extension ReminderPicker: PlainView {
    var prompt: [String] {
        let lines = field.matches.enumerated().map { "\($0 + 1) \(plainText(of: $1))" }
        return (lines.isEmpty ? ["Nothing has these words."] : lines)
            + ["Numbers to take, words to narrow the list, Ctrl-D to cancel:"]
    }

    mutating func answer(_ line: String?) -> Dialogue<[Int]>? {
        guard let line else { return .cancelled }
        let words = line.split { $0.isWhitespace || $0 == "," }
        let places = words.compactMap { Int($0) }.map { $0 - 1 }.filter { field.matches.indices.contains($0) }
        if !words.isEmpty, places.count == words.count { return .done(places.map { field.matches[$0] }) }
        _ = field.handle(.text(.end))
        _ = field.handle(.text(.deleteToStart))
        _ = field.handle(.text(.insert(line)))
        return nil
    }
}
