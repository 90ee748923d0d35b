import Interaction
import MemossFiles

/// Composes the screen: a title, the list or a text, and the input or messages.
extension UserInterface {
    private static let hints = [
        "Space done", "a add", "/ filter", "u undo", "1-5 views", "Enter edit", "s snooze", "r reschedule", "t tags",
        "d delete",
        "? help", "q quit",
    ]

    /// As many hints as fit, the first and the last two before others.
    private var hint: String {
        var hints = Self.hints
        while hints.count > 2, hints.joined(separator: "  ").count > size.width { hints.remove(at: hints.count - 3) }
        return hints.joined(separator: "  ")
    }

    mutating func frame() -> Frame {
        noteSeen()
        let below = lower()
        let room = max(0, size.height - 1 - below.lines.count)
        _ = browser.handle(.height(room))
        var lines = [titleLine()]
        var cursor: Frame.Place?
        if case .text(let offset, _) = browser.mode, let page {
            lines += page.lines.dropFirst(offset).prefix(room)
        } else {
            let drawn = view.lines(of: browser, width: size.width, height: room)
            lines += drawn.lines
            cursor = drawn.cursor.map { Frame.Place(line: $0.line + 1, column: $0.column) }
        }
        lines += repeatElement([], count: max(0, 1 + room - lines.count))
        if let place = below.cursor { cursor = Frame.Place(line: lines.count + place.line, column: place.column) }
        lines += below.lines
        // On a terminal with a single line, show the input.
        let excess = max(0, lines.count - size.height)
        cursor = cursor.map { Frame.Place(line: max(0, $0.line - excess), column: $0.column) }
        return Frame(Array(lines.dropFirst(excess)), cursor: cursor)
    }

    private func line(_ text: String, _ style: Style = .plain) -> [Frame.Cell] {
        let shown = Printable.line(text).truncated(to: size.width)
        return Frame.lines(Array(painter.painted(shown, style).utf8), width: size.width).first ?? []
    }

    private func titleLine() -> [Frame.Cell] {
        var parts: [String]
        if case .text = browser.mode, let page {
            switch page.kind {
            case .help: parts = ["Keys"]
            case .show(let path): parts = [path.path]
            case .output: parts = ["Output"]
            }
        } else {
            parts = [view.list.title]
            if !browser.marks.isEmpty {
                let hidden = browser.hiddenMarks.count
                parts.append("\(browser.marks.count) marked" + (hidden > 0 ? ", \(hidden) not shown" : ""))
            }
            if !shownFilter.isEmpty { parts.append("/" + shownFilter) }
        }
        return line(parts.joined(separator: " · "), .heading)
    }

    // MARK: Below the list

    private mutating func lower() -> (lines: [[Frame.Cell]], cursor: Frame.Place?) {
        switch browser.mode {
        case .tags(let field, let paths):
            let one = paths.count == 1 ? snapshot.reminder(at: paths[0].path)?.title : nil
            let title = "Tags of " + (one.map { "'\($0)'" } ?? "\(paths.count) reminders")
            let low = TerminalSize(width: size.width, height: min(size.height, 10))
            let frame = TagPicker(title: title, field: field).frame(in: low, painter)
            return (frame.lines, frame.cursor)
        case .deletion(let paths): return (messageLines + question("Delete", paths, isWhole: true), nil)
        case .confirmation(let action):
            let hidden = Set(browser.hiddenMarks.map(\.path))
            let what = hidden.count == 1 ? "is" : "are"
            let first = "\(titles(browser.targets.filter(hidden.contains))) \(what) marked, but not shown here. "
            let verb = (hidden.isEmpty ? "" : first) + verb(of: action)
            return (messageLines + question(verb, browser.targets), nil)
        case .refusal:
            return (messageLines + [line("What you type is ignored. Return goes back to the list", .dimmed)], nil)
        case .input(let input, let field): return prompt(input, field)
        case .text(let offset, let count):
            let shown = min(count, offset + max(1, size.height - 2))
            let more = shown < count ? "\((count - shown).counted("more line"))" : nil
            let (down, back) = (more.map { $0 + ": Space or PgDn" }, "q goes back")
            let keys = isShowingCurrent ? "x b e t s S X r d act on it, u undoes" : nil
            // Use the first text that fits.
            let texts = [[down, keys, back], [down, back], [more, back]].map {
                $0.compactMap(\.self).joined(separator: "; ")
            }
            let text = texts.first { $0.count <= size.width } ?? back
            return (messageLines + [line(text, .dimmed)], nil)
        case .list:
            if isReading {
                return ([line("Still reading: these are the first files, and keys wait. q quits", .dimmed)], nil)
            }
            let messages = messageLines
            return (messages.isEmpty ? [line(hint, .dimmed)] : messages, nil)
        }
    }

    private func verb(of action: Browser.Action) -> String {
        switch action {
        case .tags: "Choose the tags of"
        case .snooze, .snoozeUntil: "Snooze"
        case .skip: "Skip"
        case .catchUp: "Pass over what was missed of"
        case .move: "Reschedule"
        case .delete: "Delete"
        default: browser.completes ? "Complete" : "Reopen"
        }
    }

    /// - Parameter isWhole: whether to say which of them are series, because a row may show only one occurrence.
    private func titles(_ paths: [PathKey], isWhole: Bool = false) -> String {
        let found = paths.map { ($0.path, snapshot.reminder(at: $0.path)) }
        let series = isWhole ? found.count { $1?.recurrence != nil } : 0
        if found.count > 3 {
            return "\(found.count) reminders" + (series > 0 ? ", \(series) of them whole series" : "")
        }
        return found.map { path, reminder in
            guard let reminder else { return path }
            return (isWhole && reminder.recurrence != nil ? "the whole series " : "") + "'\(reminder.title)' (\(path))"
        }.listed("and")
    }

    private func question(_ verb: String, _ paths: [PathKey], isWhole: Bool = false) -> [[Frame.Cell]] {
        let text = Printable.line("\(verb) \(titles(paths, isWhole: isWhole))? [y/N]")
        return text.wrapped(to: size.width).map { line($0, .warning) }
    }

    private mutating func prompt(
        _ input: Browser.Input,
        _ field: TextField
    ) -> (lines: [[Frame.Cell]], cursor: Frame.Place?) {
        var above = messageLines
        if let found = browser.completion, !found.candidates.isEmpty {
            above.append(candidates(found))
        } else if let (text, isFault) = interpretation(of: input, field.text), above.isEmpty {
            above += Printable.line(text).wrapped(to: size.width).prefix(3).map {
                line($0, isFault ? .overdue : .today)
            }
        } else if above.isEmpty {
            above = [line(hint(for: input), .dimmed)]
        }
        var drawing = FrameDrawing(width: size.width, painter)
        let label =
            switch input {
            case .filter: "/"
            case .addition: browser.view == .notes ? "Add a note: " : "Add: "
            case .snooze(let paths): "Snooze" + (paths.count > 1 ? " \(paths.count)" : "") + " until: "
            case .move(let paths): "Move" + (paths.count > 1 ? " \(paths.count)" : "") + " to: "
            case .tick: "Tick: "
            case .command: ":"
            }
        drawing.text(label, .heading)
        drawing.field(field, placeholder: "", browser.isFresh ? .highlighted : .plain)
        drawing.endLine()
        let frame = drawing.frame(height: 1)
        let cursor = frame.cursor.map { Frame.Place(line: above.count, column: $0.column) }
        return (above + frame.lines, cursor)
    }

    private mutating func hint(for input: Browser.Input) -> String {
        switch input {
        case .filter:
            (countListed().map { $0.counted("reminder") + " shown. " } ?? "")
                + (browser.isFresh
                    ? "Typing replaces the filter, ← edits it, Esc clears it"
                    : "Return keeps the filter, Tab completes, Esc clears it")
        case .addition where browser.view == .notes: "A title, with +TAG in it. ↑ recalls, Esc cancels"
        case .addition: "A title, with @WHEN, @due WHEN, @RULE and +TAG in it. ↑ recalls, Esc cancels"
        case .snooze: "A time such as tomorrow 9am, or a duration such as 2h. Esc cancels"
        case .move: "A date such as friday or 25 dec 9am; a day alone keeps the time. Esc cancels"
        case .tick: "Words of a line, which is then ticked or unticked; none for the first open one. Esc cancels"
        case .command: "A command of mm, such as: list tag:work. Tab completes, ↑ recalls, Esc cancels"
        }
    }

    /// The candidates around the chosen one, on one line.
    private func candidates(_ found: Browser.Completion) -> [Frame.Cell] {
        var drawing = FrameDrawing(width: size.width, painter)
        let start = max(0, (found.index ?? 0) - 2)
        for (index, text) in found.candidates.enumerated().dropFirst(start).prefix(20) {
            if drawing.column > 0 { drawing.text("  ") }
            drawing.text(text, index == found.index ? .highlighted : .plain)
        }
        drawing.endLine()
        return drawing.frame(height: 1).lines.first ?? []
    }

    // MARK: Texts

    var messageLines: [[Frame.Cell]] {
        let lost = loss.map {
            [Browser.Message(.error, $0 + ": showing the last known state until the folder is back")]
        }
        return lines(of: (lost ?? []) + browser.messages)
    }

    func lines(of messages: [Browser.Message]) -> [[Frame.Cell]] {
        messages.flatMap { message -> [[Frame.Cell]] in
            let (label, style): (String, Style) =
                switch message.kind {
                case .information: ("", .plain)
                case .warning: ("warning: ", .warning)
                case .error: ("mm: ", .error)
                case .hint: ("  ", .plain)
                }
            let text = Printable.line(message.text).wrapped(to: size.width, after: label.count, indent: 2)
            return text.enumerated().map { number, text in
                let start = number == 0 ? painter.painted(label, style) : "  "
                let bytes = Array((start + painter.painted(text, message.kind == .hint ? .suggestion : .plain)).utf8)
                return Frame.lines(bytes, width: size.width).first ?? []
            }
        }
    }

    func helpLines() -> [[Frame.Cell]] {
        var layout = TextLayout(width: size.width)
        layout.heading("Keys of the list")
        layout.table(BrowserKeys.all.map { ($0.names, $0.help) })
        layout.heading("Marks")
        layout.table([
            ("○ ✓", "open, completed"), ("!", "needs attention: its file has a problem"), ("·", "a note"),
            ("> *", "the cursor, marked"), ("# + o - ?", "days of a habit: done, some, missed, skipped, open"),
        ])
        return Frame.lines(Array(layout.text.utf8), width: size.width)
    }
}
