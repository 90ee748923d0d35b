import Interaction
import MemossFiles

extension FormView: PlainView {
    /// The question that the next line answers, if it is not the main one.
    enum Question: Sendable {
        case text(ReminderForm.Part)
        case repeats
        case tags(TagPicker)
        case discard
        case move
    }

    var prompt: [String] {
        switch question {
        case .text(.title) where form.title.isEmpty: return notices + ["What do you need to remember?"]
        case .text(.title): return notices + ["Title (Return keeps it):"]
        case .text(.day):
            let label = words.label(of: .day, form)
            return notices + ["\(label), such as tomorrow or 25 dec (Return keeps it, - is none):"]
        case .text(.time): return notices + ["Time, such as 9am or 14:30 (Return keeps it, - is all day):"]
        case .text(.end): return notices + ["Last day (Return keeps it, - is never):"]
        case .text(let part): return notices + ["\(words.label(of: part, form)) (Return keeps it, - is none):"]
        case .repeats:
            let rows = RepeatsField.Row.allCases.dropLast().map { "\($0.rawValue + 1) \(words.name(of: $0, form))" }
            return notices + [rows.joined(separator: ", "), "Number, or a rule such as every 2 weeks:"]
        case .tags(let picker): return notices + picker.prompt
        case .discard: return notices + ["Discard your changes? [y/N]"]
        case .move: return words.question(of: form).dropFirst().prefix(1).map { String($0.dropLast()) }
        case nil: break
        }
        let first = [heading, notice].compactMap(\.self) + notices
        let besides =
            [words.title(of: form).first.map { String($0.dropFirst(2)) }, words.series(of: form)].compactMap(\.self)
            + (words.besides(form).map { ["Also: \($0)"] } ?? [])
        let lines = choices.enumerated().map { "\($0 + 1) \(words.label(of: $1, form)): \(value(of: $1))" } + besides
        let faults = form.parts.compactMap { part in
            words.fault(of: part, form).map { "\(words.label(of: part, form)): \($0)" }
        }
        return first + lines + faults + ["Number to change, Return to save, e for the editor, Ctrl-D to cancel:"]
    }

    private var choices: [ReminderForm.Part] { form.parts.filter { $0 != .save } }

    private func value(of part: ReminderForm.Part) -> String {
        switch part {
        case .title: return form.title.isEmpty ? "none" : form.title.text
        case .day:
            let shown = words.date(of: form).first.map { String($0.dropFirst(2)) }
            return shown ?? (form.date.day.isEmpty ? "none" : form.date.day.text)
        case .time: return form.date.time.isEmpty ? "all day" : form.date.time.text
        case .deadline:
            return words.deadline(of: form).first.map { String($0.dropFirst(2)) }
                ?? (form.deadline.isEmpty ? "none" : form.deadline.text)
        case .tags:
            return form.tags.selected.isEmpty ? "none" : form.tags.selected.map(\.text).joined(separator: ", ")
        case .repeats: return words.repeats(of: form)
        case .end:
            return words.end(of: form).first.map { String($0.dropFirst(2)) }
                ?? (form.end.isEmpty ? "never" : form.end.text)
        case .note:
            let lines = form.note.text.split(separator: "\n", omittingEmptySubsequences: false)
            let more = lines.count > 1 ? " and \((lines.count - 1).counted("more line"))" : ""
            return form.note.isEmpty ? "none" : String(lines[0]) + more
        case .save: return ""
        }
    }

    mutating func answer(_ line: String?) -> Dialogue<Answer>? {
        (notices, notice) = ([], nil)
        guard let question else { return menu(line) }
        self.question = nil
        switch question {
        case .text(.title) where line == nil && form.original == nil && form.title.isEmpty: return leave()
        case .text(let part):
            guard let line, !line.allSatisfy(\.isWhitespace) else { return nil }
            form.set(part, to: line == "-" ? "" : line)
            if form.reading.faults[part] != nil, part != .title { self.question = question }
            notices = words.fault(of: part, form).map { [$0] } ?? []
        case .repeats: choose(line)
        case .tags(var picker):
            switch picker.answer(line) {
            case .done: form.replaceTags(by: picker.field)
            case .cancelled: break
            case nil: self.question = .tags(picker)
            }
        case .discard:
            if line.map({ Confirmation.isYes(Array($0.utf8)) }) ?? true { return .cancelled }
        case .move:
            let letter = line.map { String($0.drop(while: \.isWhitespace).prefix(1)) } ?? ""
            return answer(.field(.text(.insert(letter))))
        }
        return nil
    }

    private mutating func menu(_ line: String?) -> Dialogue<Answer>? {
        guard let line else { return leave() }
        let typed = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if typed.isEmpty || typed.lowercased() == "e" {
            let dialogue = answer(typed.isEmpty ? .save : .openEditor)
            if form.question == .move { question = .move }
            return dialogue
        }
        guard let number = Int(typed), choices.indices.contains(number - 1) else {
            notices = ["'\(typed)' is not a number from 1 to \(choices.count)."]
            return nil
        }
        switch choices[number - 1] {
        case .tags: question = .tags(TagPicker(title: heading, field: form.tags))
        case .repeats: question = .repeats
        case let part: question = .text(part)
        }
        return nil
    }

    private mutating func leave() -> Dialogue<Answer>? {
        guard form.isChanged else { return .cancelled }
        question = .discard
        return nil
    }

    private mutating func choose(_ line: String?) {
        guard let line else { return }
        let typed = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let number = Int(typed), let row = RepeatsField.Row(rawValue: number - 1), row != .other {
            form.choose(row)
        } else if !typed.isEmpty {
            form.set(.repeats, to: typed)
            if let fault = words.fault(of: .repeats, form) {
                notices = [fault]
                question = .repeats
            }
        }
    }
}
