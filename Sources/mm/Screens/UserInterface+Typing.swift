import Interaction
import MemossFiles

/// What the typed text means, and how it may go on.
extension UserInterface {
    /// How the typed text is interpreted, or why it is invalid.
    mutating func interpretation(of input: Browser.Input, _ text: String) -> (text: String, isFault: Bool)? {
        let isEmpty = text.allSatisfy(\.isWhitespace)
        do throws(MemossError) {
            switch input {
            case .tick(let path): return try boxes(of: path, with: isEmpty ? nil : text)
            case _ where isEmpty: return nil
            case .filter: return isListLate ? nil : fault.map { ($0, true) }
            case .addition: return try interpretation(ofAddition: text)
            case .snooze(let paths): return try snoozeEnd(paths, text).map { ("→ until \($0)", false) }
            case .move(let paths): return ("→ " + (try date(afterMoving: paths, text)), false)
            case .command:
                let words = Self.commandWords(text)
                let found = Command.named(Array(words.prefix(2))) ?? Command.named(Array(words.prefix(1)))
                let about = try completed(words) == nil ? "" : "; for " + subject
                return found.map { ("\($0.syntax.name): \($0.syntax.summary)" + about, false) }
            }
        } catch {
            return (error.message, true)
        }
    }

    /// The boxes in the text of a reminder that have these words; without words, all that are open.
    private mutating func boxes(
        of path: PathKey,
        with text: String?
    ) throws(MemossError) -> (text: String, isFault: Bool)? {
        let items = Checklist(try session.folder().excerpt(of: path.path, isWhole: true).body).items
        let found = items.filter { item in text.map { TextSearch.finds(item.text, $0) } ?? !item.isTicked }
        guard !found.isEmpty else { return text.map { ("no line '- [ ] …' of \(path.path) has '\($0)'", true) } }
        return ("→ " + found.map { "[\($0.isTicked ? "x" : " ")] \($0.text)" }.joined(separator: "  "), false)
    }

    /// When the first of these would be due again, as `mm snooze` computes it.
    private mutating func snoozeEnd(_ paths: [PathKey], _ text: String) throws(MemossError) -> String? {
        guard let first = paths.first, let reminder = snapshot.reminder(at: first.path),
            case .run(let invocation) = try parsed(.snooze([first], until: text))
        else { return nil }
        let step = try SnoozeWords(invocation).step(invocation, at: time)
        let outcome = try StepOutcome(step, of: reminder, in: [], context: time)
        return outcome.snoozed.map { Interpretation(time, clock).dateText($0, reminder.timezone) }
    }

    /// The new date of a single reminder, or what several get.
    private mutating func date(afterMoving paths: [PathKey], _ text: String) throws(MemossError) -> String {
        if Self.movesEach(paths, text) { return "each by \(text), from its own date" }
        let reminder = paths.count == 1 ? snapshot.reminder(at: paths[0].path) : nil
        let zone = reminder.map(time.zone(of:)) ?? time.zone
        let when = try reading { () throws(ParseError) in try time.when(text, in: zone) }
        if let reminder {
            var new = reminder
            new.scheduled = when.changing(reminder.scheduled, in: zone)
            let words = Interpretation(time, clock)
            let date = new.scheduled.map { words.dateText($0, reminder.timezone) }
            let series = [words.rescheduled(from: reminder, to: new), words.passedOver(from: reminder, to: new)]
            return ([date] + series).compactMap(\.self).joined(separator: "; ")
        }
        switch when.named {
        case .time: return "at \(when.value.time?.text(clock) ?? text), each on its day"
        case .allDay: return "all day, each on its day"
        case .day, .both, .dayWithoutTime:
            let kept = when.named == .day ? "; a time stays" : ""
            return Interpretation(time, clock).dateText(when.value, nil) + kept
        }
    }

    /// Whether several reminders keep their distances: `+1w` moves each by a week.
    static func movesEach(_ paths: [PathKey], _ text: String) -> Bool {
        guard paths.count > 1, let sign = text.first, "+-".contains(sign) else { return false }
        return CivilDuration.readShift(text) != nil
    }

    /// Describes what a command without a selector acts on.
    private var subject: String {
        let targets = browser.targets
        let hidden = browser.hiddenMarks.isEmpty ? "" : ", \(browser.hiddenMarks.count) not shown"
        guard targets.count == 1, hidden.isEmpty else { return "\(targets.count.counted("marked reminder"))\(hidden)" }
        return "'\(snapshot.reminder(at: targets[0].path)?.title ?? targets[0].path)'"
    }

    private mutating func interpretation(
        ofAddition text: String
    ) throws(MemossError) -> (text: String, isFault: Bool) {
        if browser.view == .notes { return ("→ " + (try note(text)), false) }
        guard text.contains("\n") else { return ("→ " + (try addition(text)), false) }
        let lines = CaptureList(parsing: Array(text.utf8)).lines
        var all: [String] = []
        for line in lines {
            do throws(MemossError) {
                all.append(try addition(line.text))
            } catch {
                return ("line \(line.number): \(error.message)", true)
            }
        }
        return ("→ \(lines.count.counted("reminder")): " + all.joined(separator: "; "), false)
    }

    private mutating func note(_ text: String) throws(MemossError) -> String {
        let title = String(text.prefix { !$0.isNewline })
        let line = CaptureLine(title: title)
        var new = try invocation(of: .note, [text]).reminder(titled: line.title, at: time)
        (new.isNote, new.tags) = (true, line.tagNames)
        let text = interpretation(ofTags: new.tags).of(new)
        return ([text, Session.unread(in: title, time)].compactMap(\.self) + doubts(about: new.tags))
            .joined(separator: "; ")
    }

    private mutating func interpretation(ofTags tags: [TagName]) -> Interpretation {
        let registry = snapshot.registry
        let new = registry.canonical(tags).filter { registry.tag(named: $0) == nil }
        return Interpretation(time, clock, registry: registry, newTags: new)
    }

    private mutating func addition(_ line: String) throws(MemossError) -> String {
        let invocation = invocation(of: .add, [line])
        var session = Session(globals, console: Console(recordingFor: size, painter))
        let fields = try NewFields(invocation, &session, from: .prompt)
        let captured = CaptureLine(parsing: line, now: fields.clock, times: fields.times)
        let new = try fields.reminder(from: captured)
        let warnings = captured.warnings(of: new, at: nil, fields).map { $0.text + ($0.hint.map { ": " + $0 } ?? "") }
        let text = interpretation(ofTags: new.tags).of(new)
        return ([text] + warnings + doubts(about: new.tags)).joined(separator: "; ")
    }

    /// Asks about new tags that nearly are known ones.
    private func doubts(about tags: [TagName]) -> [String] {
        tags.compactMap { name in
            snapshot.registry.lookalike(of: name).map { "'\(name)' is a new tag: did you mean '\($0)'?" }
        }
    }

    private func reading<Value>(_ read: () throws(ParseError) -> Value) throws(MemossError) -> Value {
        do throws(ParseError) {
            return try read()
        } catch {
            throw MemossError(.usage, error)
        }
    }

    /// Completions for the last characters of a text.
    mutating func suggestions(for input: Browser.Input, _ before: String) -> (count: Int, candidates: [String]) {
        let isNewWord = before.last?.isWhitespace ?? true
        var words = before.split(whereSeparator: \.isWhitespace).map(String.init)
        if input == .command { words = Self.commandWords(before) }
        if isNewWord { words.append("") }
        var place = CompletionPlace()
        switch input {
        case .filter:
            words = [before]
            QueryCompletion.fill(before, in: &place)
        case .addition: place = Completer(.mm).place(in: [browser.view == .notes ? "note" : "add"] + words)
        case .snooze:
            words = [before]
            place = Completer(.mm).place(in: ["snooze", "x", before])
            place.wanted = .none
        case .move:
            words = [before]
            place = Completer(.mm).place(in: ["add", "x", OptionSyntax.scheduled.name, before])
        case .tick: return (0, [])
        case .command: place = Completer(.withAliases).place(in: words)
        }
        FolderCandidates.offer(to: &place, in: snapshot, today: time.local.date)
        let typed = words.last ?? ""
        // Inside quotes, the word differs from the typed text.
        guard before.hasSuffix(typed) else { return (0, []) }
        let folded = CaseFolding.folded(typed)
        let found = place.candidates.filter {
            CaseFolding.folded($0.text).hasPrefix(folded) && Printable.isPlain($0.text)
        }
        let isCommand = input == .command
        let texts = found.map {
            (isCommand ? $0.text.shellWord : $0.text) + ($0.isComplete && found.count == 1 ? " " : "")
        }
        return (typed.count, texts)
    }
}
