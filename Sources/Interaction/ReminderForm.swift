internal import Bytes
package import MemossFiles

/// A form for one reminder, new or existing. Events in, effects out.
///
/// - Tab and the arrows move between parts. Return goes to the next part, and saves on the last. In the tags and the
///   rules, Up and Down first move through the rows.
/// - An existing reminder changes only where a text was changed, so anything that the form does not show or cannot
///   express is kept.
/// - Escape leaves, asking first if anything was changed.
package struct ReminderForm: Sendable {
    package enum Part: Int, Sendable, CaseIterable {
        case title, day, time, deadline, tags, repeats, end, alarms, note, save
    }

    package enum Event: Sendable, Hashable {
        case field(FieldEvent)
        case next, previous
        case save
        /// Continue in an editor with the entered values.
        case openEditor
        /// Return with more input directly after it; see `TagField.endPastedLine`.
        case pastedLineBreak
    }

    package enum Effect: Sendable, Hashable {
        /// Everything is valid: use `change()` or `reminder(id:created:)`.
        case save, openEditor
        /// Close the form without changing anything.
        case cancelled
    }

    package internal(set) var title: TextField
    package internal(set) var date: DateField
    /// The deadline as one WHEN.
    package internal(set) var deadline: TextField
    package internal(set) var tags: TagField
    package internal(set) var repeats: RepeatsField
    package internal(set) var end: TextField
    /// Alarms in words, with commas between them.
    package internal(set) var alarms: TextField
    package internal(set) var note: TextField
    /// Whether the body can be edited here, which is not the case if it is long or is not valid text.
    package let isNoteEditable: Bool
    package internal(set) var focus = Part.title
    /// Whether the focus is on the unchanged text of a date or time, and nothing was typed there: the first letter then
    /// replaces it. Any other key, or a blank, begins to edit it.
    package private(set) var isFresh = false
    package enum Question: Sendable, Hashable {
        /// Whether to discard the changes.
        case discard
        /// Whether to move phrases from the title to their parts before saving.
        case move
    }

    /// The question that the next key answers.
    package internal(set) var question: Question?
    /// What follows the answer about the title.
    var asked = Effect.save
    /// The title whose phrases the user wants to keep.
    var keptTitle: String?
    /// The current meaning of the texts.
    package internal(set) var reading = Reading()

    /// The reminder as it was when the form was opened; nil for a new one.
    package let original: Reminder?
    /// The reminder that the edit applies to: the original, or its current state if another program has changed it.
    var current: Reminder?
    /// The current time and the time zones.
    package let time: TimeContext
    /// The time zone of the dates.
    package let zone: Zone
    /// The parts whose text in the file cannot be read, with the error. The text is kept unless the user changes it.
    private let unread: [Part: (text: String, error: ParseError)]
    let oldDeadline: String
    let oldEnd: String
    let oldAlarms: String
    /// Whether the file has an alarm that the form does not show.
    let hasUnreadAlarms: Bool
    let oldNote: String
    /// Whether saving was attempted, after which every fault is shown.
    private var isAttempted = false
    /// The parts that the user has visited and left, whose faults are shown.
    private var left: Set<Part> = []

    /// A form for a new reminder.
    ///
    /// - Parameter tags: the tags to begin with.
    package init(tags: [TagName] = [], from source: TagSuggestions, at time: TimeContext) {
        self.init(nil, tags: tags, from: source, at: time)
    }

    /// A form for an existing reminder or note, even if parts of it cannot be read.
    ///
    /// - Parameters:
    ///   - reminder: includes its whole body, and the keys in `shownKeys` as they are written.
    ///   - problems: the problems in the file.
    package init(
        of reminder: Reminder,
        _ problems: [Problem] = [],
        from source: TagSuggestions,
        at time: TimeContext
    ) {
        self.init(reminder, problems, tags: source.registry.canonical(reminder.tags), from: source, at: time)
    }

    /// The keys whose values are shown as written if they cannot be read.
    package static let shownKeys = KeptKeys.named(Array(partsOfKeys.keys))

    private static let partsOfKeys: [String: Part] = [
        "scheduled": .day, "due": .deadline, "recurrence": .repeats, "until": .end,
    ]

    private init(
        _ reminder: Reminder?,
        _ problems: [Problem] = [],
        tags: [TagName],
        from source: TagSuggestions,
        at time: TimeContext
    ) {
        (original, current, self.time) = (reminder, reminder, time)
        zone = reminder.map(time.zone(of:)) ?? time.zone
        title = TextField(reminder?.title ?? "")
        var unread: [Part: (text: String, error: ParseError)] = [:]
        for field in reminder?.frontMatter ?? [] {
            let key = field.key.lowercased()
            guard let part = Self.partsOfKeys[key], let text = field.value.texts.first, !text.isEmpty,
                let problem = problems.first(where: { $0.severity == .error && $0.key?.lowercased() == key })
            else { continue }
            unread[part] = (text, ParseError(problem.message, suggestion: problem.suggestion))
        }
        self.unread = unread
        let hasDay = unread[.day] == nil
        date = DateField(hasDay ? reminder?.date : nil, in: zone, unread: unread[.day]?.text)
        let ownDeadline = hasDay ? reminder?.separateDeadline : reminder?.deadline
        oldDeadline = ownDeadline?.description ?? unread[.deadline]?.text ?? ""
        deadline = TextField(oldDeadline)
        self.tags = TagField(tags, from: source)
        repeats = RepeatsField(reminder?.recurrence ?? unread[.repeats]?.text)
        oldEnd = reminder?.until?.description ?? unread[.end]?.text ?? ""
        end = TextField(oldEnd)
        oldAlarms = (reminder?.alarms ?? []).map(\.trigger.description).joined(separator: ", ")
        alarms = TextField(oldAlarms)
        hasUnreadAlarms = problems.contains { $0.severity == .error && $0.key == KnownKey.reminders.rawValue }
        let body = Self.note(of: reminder?.body ?? [])
        isNoteEditable = body != nil
        oldNote = body ?? ""
        note = TextField(oldNote)
        read()
    }

    /// The body as text that can be edited and written back without side effects; nil if that is not possible.
    private static func note(of body: [UInt8]) -> String? {
        guard body.count <= longestNote, var text = String(validating: body, as: UTF8.self) else { return nil }
        let returns = body.count { $0 == Ascii.carriageReturn }
        if returns > 0 {
            let ends = zip(body, body.dropFirst()).count { $0 == Ascii.carriageReturn && $1 == Ascii.lineFeed }
            guard returns == ends, ends == body.count(where: { $0 == Ascii.lineFeed }) else { return nil }
            text = String(decoding: body.filter { $0 != Ascii.carriageReturn }, as: UTF8.self)
        }
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }

    private static let longestNote = 4_096

    /// Whether anything was changed.
    package var isChanged: Bool {
        title.text != (original?.title ?? "") || date.isChanged || deadline.text != oldDeadline
            || tags.change != TagsChange() || !tags.text.isEmpty || repeats.setting(on: reading.day) != .kept
            || end.text != oldEnd || alarms.text != oldAlarms || note.text != oldNote
    }

    /// Whether the date shown is the deadline, because the reminder has no other date.
    package var isOnDeadline: Bool { unread[.day] == nil && original?.dateKey == "due" }

    /// Whether the reminder repeats, so that its series can end.
    package var isSeries: Bool { repeats.chosen(on: reading.day) != .never }

    /// The parts that currently apply, in order.
    package var parts: [Part] {
        Part.allCases.filter { part in
            switch part {
            case .end: isSeries
            case .alarms: original?.isNote != true
            case .note: isNoteEditable
            case .deadline: !isOnDeadline
            default: true
            }
        }
    }

    /// Why the file's text for this part cannot be read; nil if it can, or if the text was changed.
    package func unreadable(_ part: Part) -> ParseError? {
        let isKept =
            switch part {
            case .day, .time: !date.isChanged
            case .deadline: deadline.text == oldDeadline
            case .repeats: repeats.setting(on: reading.day) == .kept
            case .end: end.text == oldEnd
            case .title, .tags, .alarms, .note, .save: false
            }
        return isKept ? unread[part]?.error : nil
    }

    /// The fault in a part, once the user has left it or tried to save.
    package func fault(of part: Part) -> ParseError? {
        if let error = unreadable(part) { return error }
        guard isAttempted || part != .title && part != focus && left.contains(part) else { return nil }
        return reading.faults[part]
    }

    // MARK: Events

    package mutating func handle(_ event: Event) -> [Effect] {
        if let question {
            self.question = nil
            switch event {
            case .field(.text(.insert(let answer))): return self.answer(question, answer.lowercased())
            // Return gives the usual answer. It discards nothing.
            case .field(.confirm) where question == .move: return self.answer(question, "y")
            default: return []
            }
        }
        defer { read() }
        switch event {
        case .next: move(by: 1)
        case .previous: move(by: -1)
        case .save: return attempt(.save)
        case .openEditor: return attempt(.openEditor)
        case .pastedLineBreak:
            guard focus == .tags else { return handle(.field(.confirm)) }
            return take(tags.endPastedLine())
        case .field(.cancel):
            if focus == .tags, case .color = tags.mode { return take(tags.handle(.cancel)) }
            guard isChanged else { return [.cancelled] }
            question = .discard
        case .field(let event): return handle(event)
        }
        return []
    }

    private mutating func handle(_ event: FieldEvent) -> [Effect] {
        switch focus {
        case .title: edit(\.title, event)
        case .day: edit(\.date.day, event)
        case .time: edit(\.date.time, event)
        case .deadline: edit(\.deadline, event)
        case .alarms: edit(\.alarms, event)
        case .end:
            if event == .text(.insert(" ")), end.isEmpty { end = TextField(usualEnd) } else { edit(\.end, event) }
        case .tags: return handleTags(event)
        case .repeats:
            if let move = repeats.handle(event) { self.move(by: move == .next ? 1 : -1) }
        case .note: handleNote(event)
        case .save:
            if event == .confirm { return attempt(.save) }
            moveWith(event)
        }
        return []
    }

    /// The suggested end of a series: a month after the date.
    package var usualEnd: String {
        let start = reading.date?.clock(in: zone, allDayAt: .midnight).date ?? time.zone.civil(at: time.now).date
        return start.adding(months: 1).description
    }

    private mutating func edit(_ field: WritableKeyPath<ReminderForm, TextField>, _ event: FieldEvent) {
        guard case .text(let edit) = event else { return moveWith(event) }
        if isFresh, case .insert(let text) = edit, text.first?.isWhitespace == false {
            self[keyPath: field] = TextField()
        }
        isFresh = false
        self[keyPath: field].handle(edit.onOneLine)
    }

    private mutating func moveWith(_ event: FieldEvent) {
        switch event {
        case .up: if focus != parts.first { move(by: -1) }
        case .down: if focus != .save { move(by: 1) }
        case .pageUp: focus(on: parts.first ?? .title)
        case .pageDown: focus(on: .save)
        case .confirm, .complete: move(by: 1)
        case .text, .cancel: break
        }
    }

    private mutating func handleTags(_ event: FieldEvent) -> [Effect] {
        let isEmpty = tags.text.isEmpty && tags.highlight == nil
        switch (tags.mode, event) {
        case (.color, _): break
        case (_, .up) where isEmpty, (_, .down) where isEmpty: return moving(event)
        case (_, .complete):
            let old = tags.text
            _ = tags.handle(.complete)
            if tags.text == old || tags.text.isEmpty {
                takeTypedTag()
                return moving(event)
            }
            return []
        default: break
        }
        return take(tags.handle(event))
    }

    private mutating func moving(_ event: FieldEvent) -> [Effect] {
        moveWith(event)
        return []
    }

    private mutating func take(_ effects: [TagField.Effect]) -> [Effect] {
        if effects.contains(.done) { move(by: 1) }
        return []
    }

    /// Adds the typed text as a tag if it is a tag's name.
    private mutating func takeTypedTag() {
        guard let row = tags.suggestions.first, row.kind == .existing, row.match == .exact, !tags.text.isEmpty else {
            return
        }
        _ = tags.handle(.text(.insert("\n")))
    }

    /// Return starts a new line; arrows leave the note from its first and last line.
    private mutating func handleNote(_ event: FieldEvent) {
        switch event {
        case .confirm: note.handle(.insert("\n"))
        case .text(.insert(let text)): note.handle(.insert(String(text.map { $0.isNewline ? "\n" : $0 })))
        case .text(let edit): note.handle(edit)
        case .up where note.moveLine(by: -1), .down where note.moveLine(by: 1): break
        default: moveWith(event)
        }
    }

    /// Tab on the last part moves to the first.
    private mutating func move(by step: Int) {
        let parts = parts
        let index = parts.firstIndex(of: focus) ?? 0
        focus(on: parts[(index + step + parts.count) % parts.count])
    }

    package mutating func focus(on part: Part) {
        left.insert(focus)
        if part == .repeats, focus != .repeats { repeats.enter(on: reading.day) }
        focus = part
        isFresh = isPrefilled(part)
    }

    /// Whether a part has the text of the file.
    private func isPrefilled(_ part: Part) -> Bool {
        switch part {
        case .day: !date.day.isEmpty && date.isDayKept
        case .time: !date.time.isEmpty && date.isTimeKept
        case .deadline: !deadline.isEmpty && deadline.text == oldDeadline
        case .end: !end.isEmpty && end.text == oldEnd
        case .alarms: !alarms.isEmpty && alarms.text == oldAlarms
        case .title, .tags, .repeats, .note, .save: false
        }
    }

    mutating func attempt(_ effect: Effect) -> [Effect] {
        takeTypedTag()
        read()
        isAttempted = true
        if let first = parts.first(where: { reading.faults[$0] != nil }) {
            focus(on: first)
        } else if keptTitle != title.text, !misplaced.isEmpty {
            (question, asked) = (.move, effect)
        } else {
            return [effect]
        }
        return []
    }

    // MARK: Texts

    /// Replaces the text of a part.
    package mutating func set(_ part: Part, to text: String) {
        switch part {
        case .title: title = TextField(text)
        case .day: date.day = TextField(text)
        case .time: date.time = TextField(text)
        case .deadline: deadline = TextField(text)
        case .repeats: repeats.type(text)
        case .end: end = TextField(text)
        case .alarms: alarms = TextField(text)
        case .note: note = TextField(text)
        case .tags, .save: break
        }
        left.insert(part)
        read()
    }

    package mutating func choose(_ row: RepeatsField.Row) {
        repeats.choose(row)
        read()
    }

    package mutating func replaceTags(by field: TagField) {
        tags = field
        read()
    }

    /// Bases the edit on the current state of the reminder, which another program has changed.
    package mutating func rebase(on reminder: Reminder) {
        current = reminder
        read()
    }
}
