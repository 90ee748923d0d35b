import Interaction
import MemossFiles

extension TagPicker: PlainView {
    /// The question that the next line answers, if it is not the main one.
    enum Question: Sendable {
        case remove(TagName)
        case create(TagName)
        case color(ColorPicker)
    }

    private static let fewSuggestions = 8
    private static let manySuggestions = 40

    var prompt: [String] {
        switch question {
        case .remove(let name): return notices + ["Remove tag \(name)? [y/N]"]
        case .create(let name):
            let similar = field.suggestions.filter { $0.kind == .existing }.prefix(3).map { "'\($0.name)'" }
            let note = similar.isEmpty ? [] : ["Similar tags: \(similar.joined(separator: ", "))."]
            return notices + note + ["Create tag \(name)? [y/N]"]
        case .color(let picker): return notices + picker.prompt
        case nil: break
        }
        let chips = field.selected.enumerated().map { "\($0 + 1) \($1)" }
        let rest = offered.indices.dropFirst(listed)
        let shown = rest.prefix(listed == 0 ? Self.fewSuggestions : Self.manySuggestions).map { index in
            "\(field.selected.count + index + 1) \(offered[index].name) (\(offered[index].count.counted("file")))"
        }
        let more = rest.count - shown.count
        return notices + [title, chips.isEmpty ? "No tags." : "Tags: " + chips.joined(separator: ", ")]
            + (shown.isEmpty ? [] : ["Other tags: " + shown.joined(separator: ", ")])
            + [
                "Name or number to add, number of a tag to remove it,"
                    + (more > 0 ? " ? for \(more) more tags," : "") + " Return to save, Ctrl-D to cancel:"
            ]
    }

    private var offered: [TagSuggestions.Suggestion] { field.suggestions.filter { $0.kind == .existing } }

    mutating func answer(_ line: String?) -> Dialogue<TagsChange>? {
        notices = []
        guard let line else { return .cancelled }
        if let question {
            self.question = nil
            answer(question, line)
            return nil
        }
        let typed = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if typed.isEmpty { return .done(field.change) }
        let few = Self.fewSuggestions
        let next = listed == 0 ? few : listed + Self.manySuggestions
        listed = typed == "?" && next < offered.count ? next : 0
        if typed == "?" { return nil }
        if let number = Int(typed) { choose(number) } else { add(typed) }
        return nil
    }

    private mutating func choose(_ number: Int) {
        let (index, count) = (number - 1, field.selected.count)
        if field.selected.indices.contains(index) {
            question = .remove(field.selected[index])
        } else if offered.indices.contains(index - count) {
            type(offered[index - count].name.text)
            take(field.handle(.confirm))
        } else {
            notices.append("There is no number \(number). For a tag with this name, type #\(number).")
        }
    }

    private mutating func add(_ typed: String) {
        type(typed)
        if let refusal = field.refusalText {
            notices.append(refusal)
        } else if let row = field.suggestions.last, row.kind == .create {
            question = .create(row.name)
            return
        } else {
            // Take exactly the typed name, ignoring similar tags.
            take(field.handle(.text(.insert(",\n"))))
        }
        type("")
    }

    private mutating func answer(_ asked: Question, _ line: String) {
        switch asked {
        case .remove(let name): if Confirmation.isYes(Array(line.utf8)) { take(field.remove(name)) }
        case .create(let name):
            guard Confirmation.isYes(Array(line.utf8)) else { return type("") }
            field.highlightNewTag()
            take(field.handle(.confirm))
            if case .color(_, let colors) = field.mode { question = .color(ColorPicker(name: name, field: colors)) }
        case .color(var picker):
            guard case .done(let color) = picker.answer(line) else {
                notices.append("'\(line)' is not one of the colours.")
                question = .color(picker)
                return
            }
            if let index = picker.field.choices.firstIndex(where: { $0.color == color }) {
                _ = field.handle(.text(.insert("\(index + 1)")))
            }
            take(field.handle(.confirm))
        }
    }

    private mutating func type(_ text: String) {
        _ = field.handle(.text(.end))
        _ = field.handle(.text(.deleteToStart))
        if !text.isEmpty { _ = field.handle(.text(.insert(text))) }
    }

    private mutating func take(_ effects: [TagField.Effect]) {
        for effect in effects {
            switch effect {
            case .create(let name, let color):
                let preset = color.map { ColorField($0).choice.name }
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
        let choices = field.choices.enumerated().map { "\($0 + 1) \($1.name)" }
        return [
            "Colours: " + choices.joined(separator: ", "),
            "Number of the colour for \(name) (Return: \(field.choice.name), Ctrl-D cancels):",
        ]
    }

    mutating func answer(_ line: String?) -> Dialogue<TagColor>? {
        guard let line else { return .cancelled }
        let typed = line.filter { !$0.isWhitespace }
        if typed.isEmpty { return .done(field.choice.color) }
        if let number = Int(typed) {
            return field.choices.indices.contains(number - 1) ? .done(field.choices[number - 1].color) : nil
        }
        return (try? TagColor(parsing: typed)).map { .done($0) }
    }
}

extension ReminderPicker: PlainView {
    /// The answer that chooses every line.
    private static let all = "*"

    var prompt: [String] {
        let lines = field.matches.enumerated().map { "\($0 + 1) \(plainText(of: $1))" }
        return (lines.isEmpty ? ["Nothing contains these words."] : lines) + notices
            + [
                "Numbers to choose, \(Self.all) to choose all of the list, words to narrow it, Return alone for the "
                    + "whole list again, Ctrl-D to cancel:"
            ]
    }

    mutating func answer(_ line: String?) -> Dialogue<[Int]>? {
        notices = []
        guard let line else { return .cancelled }
        let words = line.split { $0.isWhitespace || $0 == "," }
        if words == [Substring(Self.all)], !field.matches.isEmpty { return .done(field.matches) }
        let numbers = words.compactMap { Int($0) }
        if !words.isEmpty, numbers.count == words.count {
            let places = numbers.map { $0 - 1 }
            if places.allSatisfy(field.matches.indices.contains) {
                return .done(Set(places).sorted().map { field.matches[$0] })
            }
            // If one number is wrong, choose nothing rather than a part.
            let missing = numbers.filter { !field.matches.indices.contains($0 - 1) }.map(String.init)
            notices = ["There is no line \(missing.listed("or")). Nothing is chosen yet."]
            return nil
        }
        _ = field.handle(.text(.end))
        _ = field.handle(.text(.deleteToStart))
        _ = field.handle(.text(.insert(line)))
        return nil
    }
}
