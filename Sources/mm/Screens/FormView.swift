import Interaction
import MemossFiles

/// A form on a terminal: one part below the other, with the meaning of each text next to it.
struct FormView: DialogueView {
    enum Answer: Sendable {
        /// Write the entered values.
        case save(ReminderForm)
        /// Continue in an editor.
        case editor(ReminderForm)
    }

    var form: ReminderForm
    let heading: String
    let words: FormWords
    /// Why the last attempt to save failed.
    var notice: String?

    init(_ form: ReminderForm, _ interpretation: Interpretation, _ clock: Clock, notice: String? = nil) {
        (self.form, self.notice) = (form, notice)
        heading = form.original.map { "Edit '\($0.title)'" } ?? "New reminder"
        words = FormWords(interpretation, clock)
    }

    // MARK: Keys

    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<Answer>? {
        // A second Control-C discards the changes; a second Escape returns to the form.
        let key = form.question == .discard && key == .control("c") ? Key.character("y") : key
        guard let event = ReminderForm.Event(key, isFollowed: isFollowed) else { return nil }
        return answer(event)
    }

    mutating func answer(_ event: ReminderForm.Event) -> Dialogue<Answer>? {
        // In one expression with the answer, the form of the answer would be that before the event.
        let effects = form.handle(event)
        switch effects.first {
        case .save: return .done(.save(form))
        case .openEditor: return .done(.editor(form))
        case .cancelled: return .cancelled
        case nil: return nil
        }
    }

    // MARK: Drawing

    private static let indent = 10
    private static let mostSuggestions = 6
    private static let mostNoteLines = 5

    func frame(in size: TerminalSize, _ painter: Painter) -> Frame {
        var drawing = FrameDrawing(width: size.width, painter)
        drawing.line(heading, .heading)
        if let notice { drawing.wrapped(notice, .warning, indent: 0) }
        let parts = form.parts
        for part in parts {
            // Leave room for the parts below this one, and for the hint.
            let below = parts.count - (parts.firstIndex(of: part) ?? 0)
            draw(part, &drawing, room: size.height - drawing.lineCount - below - 1)
        }
        // The hint stays, because it says how to save and how to leave.
        drawing.crop(from: 0, to: max(1, size.height - 1))
        drawHint(&drawing)
        return drawing.frame(height: size.height)
    }

    private func draw(_ part: ReminderForm.Part, _ drawing: inout FrameDrawing, room: Int) {
        let isFocused = part == form.focus && form.question == nil
        drawing.text(isFocused ? "> " : "  ", .heading)
        if part == .save {
            if isFocused { drawing.putCursor() }
            drawing.line("[ Save ]", isFocused ? .highlighted : .plain)
            return
        }
        let label = words.label(of: part, form)
        drawing.text(label.padding(to: Self.indent - 2), isFocused ? .heading : .dimmed)
        switch part {
        case .title:
            field(form.title, "What do you need to remember?", isFocused, &drawing)
            aside(words.title(of: form), &drawing)
        case .day:
            field(form.date.day, isFocused ? "tomorrow, friday, 25 dec" : "None", isFocused, &drawing)
            aside(words.date(of: form), &drawing)
        case .time:
            let other = words.time(of: form)
            let hint = isFocused ? "9am, 14:30, or empty for all day" : "All day"
            field(form.date.time, other.isEmpty ? hint : "", isFocused, &drawing)
            aside(other, &drawing)
        case .deadline:
            field(form.deadline, isFocused ? "A deadline, such as 25 dec" : "None", isFocused, &drawing)
            aside(words.deadline(of: form), &drawing)
        case .tags:
            drawing.drawTags(form.tags, indent: Self.indent, isFocused: isFocused)
            if isFocused { drawSuggestions(&drawing, room: room) }
        case .repeats:
            if isFocused { drawRows(&drawing) } else { drawing.text(repeats(in: drawing.width - drawing.column)) }
        case .end:
            let end = words.endOfRule(of: form) ?? "Never"
            field(form.end, isFocused ? "\(end). Space: \(words.usualEnd(of: form))" : end, isFocused, &drawing)
            aside(form.end.isEmpty ? [] : words.end(of: form), &drawing)
        case .alarms:
            field(form.alarms, isFocused ? "Before the date, such as 15 min before" : "None", isFocused, &drawing)
            aside(words.alarms(of: form), &drawing)
        case .note: drawNote(&drawing, isFocused)
        case .save: break
        }
        aside(words.doubt(of: part, form), &drawing)
        if drawing.column > 0 { drawing.endLine() }
        // If there is little room, the fields take precedence.
        if part == .time, room > 3 {
            if let text = words.series(of: form) { drawing.wrapped(text, .today, indent: Self.indent) }
            if let text = words.besides(form) { drawing.wrapped(text, .dimmed, indent: Self.indent) }
        }
        if part == .deadline, let text = words.doubtOfDeadline(of: form) {
            drawing.wrapped(text, .warning, indent: Self.indent)
        }
        if let fault = words.fault(of: part, form) { drawing.wrapped(fault, .warning, indent: Self.indent) }
    }

    /// Draws the part of a text around the cursor, or else its beginning.
    private func field(_ field: TextField, _ placeholder: String, _ hasCursor: Bool, _ drawing: inout FrameDrawing) {
        if hasCursor || field.isEmpty {
            let style = hasCursor && form.isFresh ? Style.highlighted : .plain
            drawing.field(field, placeholder: placeholder, hasCursor: hasCursor, style)
        } else {
            drawing.text(String(field.text.prefix(4 * drawing.width)))
        }
    }

    /// The rule on one line, with as many of its dates as fit.
    private func repeats(in room: Int) -> String {
        let versions = [3, 2, 1, 0].map { words.repeats(of: form, dates: $0) }
        return versions.first { CellWidth.of($0) <= room } ?? versions[3]
    }

    /// Draws the meaning of a text after or below it, in the first version that fits.
    private func aside(_ versions: [String], _ drawing: inout FrameDrawing) {
        guard let shortest = versions.last else { return }
        let room = drawing.width - drawing.column - 2
        if let text = versions.first(where: { CellWidth.of($0) <= room }) {
            drawing.text("  " + text, .today)
        } else {
            drawing.endLine()
            drawing.wrapped(shortest, .today, indent: Self.indent)
        }
    }

    private func drawSuggestions(_ drawing: inout FrameDrawing, room: Int) {
        let room = max(2, min(Self.mostSuggestions, room))
        if case .color(let name, let colors) = form.tags.mode { return drawing.drawColors(colors, for: name) }
        drawing.drawSuggestions(of: form.tags, room: room, indent: Self.indent - 2)
    }

    private func drawRows(_ drawing: inout FrameDrawing) {
        let chosen = form.repeats.chosen(on: form.reading.day)
        for row in RepeatsField.Row.allCases {
            if row != .never { drawing.text(String(repeating: " ", count: min(Self.indent, drawing.width / 2))) }
            let isHighlighted = row == form.repeats.highlight
            drawing.text(isHighlighted ? "> " : "  ", .heading)
            drawing.text(row == chosen ? "✓ " : "  ", .today)
            if isHighlighted, row != .other { drawing.putCursor() }
            drawing.text(words.name(of: row, form), isHighlighted ? .heading : .plain)
            if row == .other {
                field(form.repeats.text, "every 2 weeks, last friday of the month", isHighlighted, &drawing)
            }
            drawing.endLine()
        }
        if form.isSeries, form.reading.faults[.repeats] == nil {
            drawing.wrapped(words.repeats(of: form), .today, indent: Self.indent)
        }
    }

    private func drawNote(_ drawing: inout FrameDrawing, _ isFocused: Bool) {
        let lines = form.note.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 1 else {
            return field(form.note, isFocused ? "Text below the dates" : "None", isFocused, &drawing)
        }
        guard isFocused else {
            let more = "  and \((lines.count - 1).counted("more line"))"
            let first = lines.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
            let room = drawing.width - drawing.column - CellWidth.of(more)
            drawing.text(Printable.line(String(first.prefix(4 * drawing.width))).truncated(to: max(1, room)))
            return drawing.text(more, .dimmed)
        }
        let above = form.note.before.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let below = form.note.after.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let current = above.count - 1
        let first = max(0, min(current - Self.mostNoteLines / 2, lines.count - Self.mostNoteLines))
        for index in lines.indices.dropFirst(first).prefix(Self.mostNoteLines) {
            if index > first { drawing.text(String(repeating: " ", count: min(Self.indent, drawing.width / 2))) }
            if index == current {
                field(TextField(above.last ?? "", below.first ?? ""), "", true, &drawing)
            } else {
                drawing.text(lines[index])
            }
            drawing.endLine()
        }
    }

    private func drawHint(_ drawing: inout FrameDrawing) {
        let question = words.question(of: form)
        let versions = question.isEmpty ? words.hints(of: form) : question
        guard let last = versions.last else { return }
        drawing.text(
            versions.first { CellWidth.of($0) <= drawing.width } ?? last,
            question.isEmpty ? .dimmed : .warning
        )
        if !question.isEmpty { drawing.putCursor() }
        drawing.endLine()
    }
}

extension ReminderForm.Event {
    /// The keys of fields and of the form; nil for a key that the form does not use.
    fileprivate init?(_ key: Key, isFollowed: Bool) {
        switch key {
        case .control("s"): self = .save
        case .control("e"): self = .openEditor
        case .backTab: self = .previous
        case .enter where isFollowed: self = .pastedLineBreak
        default:
            guard let event = FieldEvent(key) else { return nil }
            self = .field(event)
        }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - CellWidth.of(self)))
    }
}
