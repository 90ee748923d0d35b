import Interaction
import MemossFiles

extension FormView {
    /// A menu of the parts, and a question for each.
    mutating func converse(_ ask: ([String]) -> String?) -> Dialogue<Answer> {
        let isNew = form.original == nil && form.title.isEmpty
        if isNew, !fill(.title, ask), !form.isChanged { return .cancelled }
        while true {
            let menu = [heading, notice].compactMap(\.self) + state
            notice = nil
            guard let line = ask(menu + ["Number to change, Return to save, e for the editor, Ctrl-D to cancel:"])
            else {
                let isLeft = !form.isChanged || (ask(["Discard your changes? [y/N]"]) ?? "y").isYes
                if isLeft { return .cancelled }
                continue
            }
            let typed = line.trimmed
            if let number = Int(typed), choices.indices.contains(number - 1) {
                _ = fill(choices[number - 1], ask)
            } else if typed.isEmpty || typed.lowercased() == "e" {
                var end = answer(typed.isEmpty ? .save : .openEditor)
                if form.question == .move {
                    let line = ask([words.question(of: form)[1].trimmed])?.trimmed
                    end = answer(.field(line == "" ? .confirm : .text(.insert(String((line ?? "").prefix(1))))))
                }
                if let end { return end }
            } else {
                notice = "'\(typed)' is not a number from 1 to \(choices.count)."
            }
        }
    }

    private var choices: [ReminderForm.Part] { form.parts.filter { $0 != .save } }

    /// The values by number, what goes with them, and the faults.
    private var state: [String] {
        let title = words.title(of: form).first.map { String($0.dropFirst(2)) }
        let besides = [title, words.series(of: form), words.besides(form).map { "Also: \($0)" }].compactMap(\.self)
        let faults = form.parts.compactMap { part in
            words.fault(of: part, form).map { "\(words.label(of: part, form)): \($0)" }
        }
        return choices.enumerated().map { "\($0 + 1) \(words.label(of: $1, form)): \(value(of: $1))" } + besides
            + faults
    }

    private func value(of part: ReminderForm.Part) -> String {
        // The interpretation of a text, or else the text.
        func text(_ versions: [String], _ field: TextField, _ none: String = "none") -> String {
            versions.first.map { String($0.dropFirst(2)) } ?? (field.isEmpty ? none : field.text)
        }
        switch part {
        case .title: return text([], form.title)
        case .day: return text(words.date(of: form), form.date.day)
        case .time: return text([], form.date.time, "all day")
        case .deadline: return text(words.deadline(of: form), form.deadline)
        case .tags:
            return form.tags.selected.isEmpty ? "none" : form.tags.selected.map(\.text).joined(separator: ", ")
        case .repeats: return words.repeats(of: form)
        case .alarms: return text([], form.alarms)
        case .end: return text(words.end(of: form), form.end, "never")
        case .note:
            let lines = form.note.text.split(separator: "\n", omittingEmptySubsequences: false)
            let more = lines.count > 1 ? " and \((lines.count - 1).counted("more line"))" : ""
            return form.note.isEmpty ? "none" : String(lines[0]) + more
        case .save: return ""
        }
    }

    /// Asks for a part until it is understood.
    ///
    /// - Returns: false at the end of the input.
    private mutating func fill(_ part: ReminderForm.Part, _ ask: ([String]) -> String?) -> Bool {
        var faults: [String] = []
        repeat {
            if part == .tags {
                var picker = TagPicker(title: heading, field: form.tags)
                if case .done(let field) = picker.converse(ask) { form.replaceTags(by: field) }
                return true
            }
            guard let line = ask(faults + question(about: part)) else { return false }
            if line.trimmed.isEmpty { return true }
            let row = part == .repeats ? Int(line.trimmed).flatMap { RepeatsField.Row(rawValue: $0 - 1) } : nil
            if let row, row != .other { form.choose(row) } else { form.set(part, to: line == "-" ? "" : line) }
            faults = words.fault(of: part, form).map { [$0] } ?? []
        } while !faults.isEmpty && part != .title
        return true
    }

    private func question(about part: ReminderForm.Part) -> [String] {
        let label = words.label(of: part, form)
        switch part {
        case .title: return [form.title.isEmpty ? "What do you need to remember?" : "Title (Return keeps it):"]
        case .day: return ["\(label), such as tomorrow or 25 dec (Return keeps it, - is none):"]
        case .time: return ["Time, such as 9am or 14:30 (Return keeps it, - is all day):"]
        case .end: return ["Last day (Return keeps it, - is never):"]
        case .repeats:
            let rows = RepeatsField.Row.allCases.dropLast().map { "\($0.rawValue + 1) \(words.name(of: $0, form))" }
            return [rows.joined(separator: ", "), "Number, or a rule such as every 2 weeks:"]
        default: return ["\(label) (Return keeps it, - is none):"]
        }
    }
}

extension TagPicker {
    /// More other tags are not listed, because each is read aloud.
    private static let mostOthers = 8

    mutating func converse(_ ask: ([String]) -> String?) -> Dialogue<TagField> {
        var news: [String] = []
        while true {
            let chips = field.selected.map(\.text).joined(separator: ", ")
            let others = field.suggestions.filter { $0.kind == .existing }.prefix(Self.mostOthers).map {
                "\($0.name) (\($0.count.counted("file")))"
            }
            let tags = [chips.isEmpty ? "No tags." : "Tags: \(chips)"]
            let list = others.isEmpty ? [] : ["Other tags: " + others.joined(separator: ", ")]
            let question = "Tags to add, -TAG to remove, Return to save, Ctrl-D to cancel:"
            guard let line = ask(news + [title] + tags + list + [question]) else { return .cancelled }
            if line.trimmed.isEmpty { return .done(field) }
            news = change(line, ask)
        }
    }

    /// - Returns: what to say about it.
    private mutating func change(_ line: String, _ ask: ([String]) -> String?) -> [String] {
        let before = field
        var effects: [TagField.Effect] = []
        for item in line.split(separator: ",").map({ String($0).trimmed }) {
            let removed = field.selected.first { CaseFolding.folded("-" + $0.text) == CaseFolding.folded(item) }
            effects += removed.map { field.remove($0) } ?? field.handle(.text(.insert(item + "\n")))
        }
        var news = field.refusalText.map { [$0] } ?? []
        for effect in effects {
            switch effect {
            case .create(let name, let color):
                var probe = before
                _ = probe.handle(.text(.insert(name.text)))
                let similar = probe.suggestions.filter { $0.kind == .existing }.prefix(3).map { "'\($0.name)'" }
                let note = similar.isEmpty ? [] : ["Similar tags: \(similar.joined(separator: ", "))."]
                if ask(note + ["Create tag \(name)? [y/N]"])?.isYes == true {
                    news.append("Created tag \(name)" + (color.map { ", \(ColorField($0).choice.name)." } ?? "."))
                } else {
                    _ = field.remove(name)
                }
            case .select(let name): news.append("Added tag \(name).")
            case .remove(let name): news.append("Removed tag \(name).")
            case .done, .cancelled: break
            }
        }
        for event in [TextField.Event.end, .deleteToStart] { _ = field.handle(.text(event)) }
        return news
    }
}

extension ColorPicker {
    mutating func converse(_ ask: ([String]) -> String?) -> Dialogue<TagColor> {
        let choices = field.choices.enumerated().map { "\($0 + 1) \($1.name)" }.joined(separator: ", ")
        let question = "Number of the colour for \(name) (Return: \(field.choice.name), Ctrl-D cancels):"
        while let typed = ask(["Colours: " + choices, question])?.trimmed {
            if typed.isEmpty { return .done(field.choice.color) }
            if let number = Int(typed) {
                if field.choices.indices.contains(number - 1) { return .done(field.choices[number - 1].color) }
            } else if let color = try? TagColor(parsing: typed) {
                return .done(color)
            }
        }
        return .cancelled
    }
}

extension ReminderPicker {
    /// The answer that chooses every line.
    private static let all = "*"

    mutating func converse(_ ask: ([String]) -> String?) -> Dialogue<[Int]> {
        var notices: [String] = []
        let question =
            "Numbers to choose, \(Self.all) to choose all of the list, words to narrow it, Return alone for the "
            + "whole list again, Ctrl-D to cancel:"
        while true {
            let lines = field.matches.enumerated().map { "\($0 + 1) \(plainText(of: $1))" }
            let list = lines.isEmpty ? ["Nothing contains these words."] : lines
            guard let line = ask(list + notices + [question]) else { return .cancelled }
            notices = []
            if line.trimmed == Self.all, !field.matches.isEmpty { return .done(field.matches) }
            let words = line.split { $0.isWhitespace || $0 == "," }
            let places = words.compactMap { Int($0) }.map { $0 - 1 }
            guard !words.isEmpty, places.count == words.count else {
                for event in [TextField.Event.end, .deleteToStart, .insert(line)] { _ = field.handle(.text(event)) }
                continue
            }
            // If one number is wrong, choose nothing rather than a part.
            let missing = places.filter { !field.matches.indices.contains($0) }.map { "\($0 + 1)" }
            if missing.isEmpty { return .done(Set(places).sorted().map { field.matches[$0] }) }
            notices = ["There is no line \(missing.listed("or")). Nothing is chosen yet."]
        }
    }
}

extension String {
    /// The words with single blanks between them.
    fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    fileprivate var isYes: Bool { Confirmation.isYes(Array(utf8)) }
}
