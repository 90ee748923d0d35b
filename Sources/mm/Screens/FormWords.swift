import Interaction
import MemossFiles

/// The words of a form, for both of its views.
struct FormWords: Sendable {
    private let interpretation: Interpretation
    private let clock: Clock

    init(_ interpretation: Interpretation, _ clock: Clock) {
        (self.interpretation, self.clock) = (interpretation, clock)
    }

    func label(of part: ReminderForm.Part, _ form: ReminderForm) -> String {
        switch part {
        case .title: "Title"
        case .day: form.isOnDeadline ? "Due" : "Date"
        case .time: "Time"
        case .deadline: "Due"
        case .tags: "Tags"
        case .repeats: "Repeats"
        case .end: "Ends"
        case .alarms: "Alarm"
        case .note: "Text"
        case .save: "Save"
        }
    }

    /// `→ Sun 22 Nov 09:00 (tomorrow)` and shorter versions; empty if the text cannot be read.
    func date(of form: ReminderForm) -> [String] {
        if form.unreadable(.day) != nil { return [] }
        guard form.reading.faults[.day] == nil, form.reading.faults[.time] == nil else { return [] }
        // The deadline has its own part.
        let isEmpty = form.date.day.isEmpty && form.date.time.isEmpty
        if isEmpty, !form.isOnDeadline, form.reading.deadline != nil { return [] }
        guard let date = form.reading.date else { return form.original?.isNote == true ? [] : ["→ Someday"] }
        let zone = form.original?.timezone
        return [
            "→ " + interpretation.dateText(date, zone), "→ " + interpretation.dateText(date, zone, withDistance: false),
        ]
    }

    /// Says that what would be a date or a tag on the command line is part of the title.
    func title(of form: ReminderForm) -> [String] {
        guard let line = form.titleLine else { return [] }
        let isSilent = form.reading.date == nil && form.original?.isNote != true
        let doubtful = isSilent ? line.misspelling?.typed ?? line.unused : nil
        let found = line.phrases.map(\.text) + [doubtful].compactMap(\.self)
        guard !found.isEmpty else { return [] }
        let text = found.map { "'\($0)'" }.listed("and") + (found.count == 1 ? " is" : " are") + " part of the title"
        return ["→ \(text): dates and tags have their own lines", "→ " + text]
    }

    /// What the next key answers, in ever shorter versions; empty if there is no question.
    func question(of form: ReminderForm) -> [String] {
        switch form.question {
        case nil: return []
        case .discard: return ["Discard your changes? [y/N] "]
        case .move:
            let phrases = form.misplaced
            let parts = phrases.map { phrase in
                let part =
                    switch phrase.part {
                    case .date: "the date"
                    case .deadline: "the deadline"
                    case .rule: "the rule"
                    case .alarm: "an alarm"
                    case .tag: "a tag"
                    }
                return "'\(phrase.text)' \(part)"
            }
            let it = phrases.count == 1 ? "it" : "them"
            let keys = [" [Y, n: leave \(it) in the title, Esc: go back] ", " [Y/n] "]
            return keys.map { "Make \(parts.listed("and"))?" + $0 } + ["Move \(it) out of the title?" + keys[1]]
        }
    }

    /// What a new date means for a series: `moves this occurrence only: Every Monday, then Mon 7 Dec; passes over 2
    /// occurrences`. Nil if there is nothing to say.
    func series(of form: ReminderForm) -> String? {
        guard let old = form.original, let date = form.reading.date, date != old.date, form.reading.faults.isEmpty
        else {
            return nil
        }
        var new = old
        if form.isOnDeadline { new.deadline = date } else { new.scheduled = date }
        (new.recurrence, new.until) = (form.reading.rule, form.reading.until)
        let texts = [
            interpretation.rescheduled(from: old, to: new), interpretation.passedOver(from: old, to: new),
        ].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// The time if the text of the date gives another than that of the time says.
    func time(of form: ReminderForm) -> [String] {
        guard form.date.isTimeKept, !form.date.isDayKept, form.reading.faults[.day] == nil,
            let date = form.reading.date, date.offset == nil
        else { return [] }
        let time = date.time?.description ?? ""
        guard time != form.date.time.text else { return [] }
        return ["→ " + (date.time?.text(clock) ?? "All day") + ", from the date"]
    }

    /// Says that the text of the focused part is not understood, as long as nothing else says so.
    func doubt(of part: ReminderForm.Part, _ form: ReminderForm) -> [String] {
        guard part == form.focus, form.reading.unread.contains(part), fault(of: part, form) == nil else { return [] }
        return ["→ not understood yet"]
    }

    /// Anything about time in the file that the form does not show and leaves unchanged: `snoozed until Sun 22 Nov
    /// 15:00, times of America/Toronto`. Nil if there is nothing.
    func besides(_ form: ReminderForm) -> String? {
        guard let original = form.original else { return nil }
        let date = { (date: DateValue) in interpretation.shortText(date, original.timezone) }
        var parts: [String] = []
        if let snoozed = original.snoozed, let end = form.time.snooze(original), end > form.time.now {
            parts.append("snoozed until \(date(snoozed))")
        }
        if let zone = form.time.foreignZone(original.timezone) { parts.append("times of \(zone)") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    func deadline(of form: ReminderForm) -> [String] {
        guard !form.deadline.isEmpty, let deadline = form.reading.deadline, form.reading.faults[.deadline] == nil else {
            return []
        }
        let (zone, date) = (form.original?.timezone, form.reading.date)
        return [true, false].map { withDistance in
            "→ "
                + interpretation.deadlineText(
                    deadline,
                    besides: date == deadline ? nil : date,
                    zone,
                    withDistance: withDistance
                )
        }
    }

    /// A warning if the deadline is before the date; nil otherwise.
    func doubtOfDeadline(of form: ReminderForm) -> String? {
        guard !form.deadline.isEmpty, form.reading.faults.isEmpty, form.reading.date != form.reading.deadline else {
            return nil
        }
        return interpretation.doubt(of: form.reading.deadline, after: form.reading.date, in: form.original?.timezone)
    }

    func end(of form: ReminderForm) -> [String] {
        guard let until = form.reading.until, form.reading.faults[.end] == nil else { return [] }
        return ["→ " + interpretation.shortText(until, form.original?.timezone)]
    }

    /// What the end says of a rule that ends by itself, such as `daily for 3 times`; nil for other rules.
    func endOfRule(of form: ReminderForm) -> String? {
        let rule = form.reading.rule.flatMap { try? RecurrenceRule(parsing: $0) }
        return rule.map { $0.count != nil || $0.until != nil } == true ? "With the rule" : nil
    }

    /// `→ Sun 22 Nov 08:45`: when the next alarm rings.
    func alarms(of form: ReminderForm) -> [String] {
        guard !form.alarms.isEmpty, form.reading.faults[.alarms] == nil, let date = form.reading.date else { return [] }
        var reminder = Reminder(path: "", title: "")
        (reminder.isNote, reminder.scheduled, reminder.deadline) = (false, date, form.reading.deadline)
        reminder.timezone = form.original?.timezone
        reminder.alarms = form.reading.alarms.map { Alarm($0) }
        var time = form.time
        time.deadlinesRing = false
        var cursor = AlarmCursor(reminder, in: time)
        guard let next = cursor.next() else { return ["→ all have passed"] }
        return ["→ " + interpretation.shortText(DateValue(time.zone.civil(at: next.instant)), nil)]
    }

    func usualEnd(of form: ReminderForm) -> String {
        guard let end = try? DateValue(when: form.usualEnd, now: form.time.local) else { return form.usualEnd }
        return interpretation.shortText(end, form.original?.timezone)
    }

    func name(of row: RepeatsField.Row, _ form: ReminderForm) -> String {
        switch row {
        case .never: "Never"
        case .daily: "Daily"
        case .weekly: "Weekly on \(form.reading.day.weekday.name)"
        case .monthly: "Monthly on the \(ordinalText(form.reading.day.day))"
        case .other: "Other: "
        }
    }

    /// `Every Monday, then Mon 30 Nov, Mon 7 Dec, Mon 14 Dec`.
    ///
    /// - Parameter count: the maximum number of dates to name.
    func repeats(of form: ReminderForm, dates count: Int = 3) -> String {
        guard form.isSeries else { return "Never" }
        let typed = form.repeats.rule(form.repeats.chosen(on: form.reading.day), on: form.reading.day) ?? ""
        guard form.reading.faults[.repeats] == nil, let date = form.reading.date,
            let rule = form.reading.rule.flatMap({ try? RecurrenceRule(parsing: $0) })
        else { return typed }
        if form.reading.anchor == .completion {
            return rule.displayName(anchor: nil, clock) + ", counted from completion"
        }
        let name = rule.displayName(anchor: date, clock)
        if count == 0 { return name }
        let next = form.reading.next.prefix(count).map { interpretation.shortText($0, form.original?.timezone) }
        return next.isEmpty ? name + ", then no more" : "\(name), then \(next.joined(separator: ", "))"
    }

    /// The fault in a part; nil if there is none, or if the user is still typing.
    func fault(of part: ReminderForm.Part, _ form: ReminderForm) -> String? {
        guard let fault = form.fault(of: part) else { return nil }
        let isSomeday = part == .day && WhenPhrase.isSomeday(form.date.day.text)
        let hint = isSomeday ? "for Someday, leave it empty" : fault.suggestion.map { "did you mean '\($0)'?" }
        return fault.message + (hint.map { "; " + $0 } ?? "")
    }

    private static func hint(for form: ReminderForm) -> String {
        let text =
            switch form.focus {
            case .day: form.date.day
            case .time: form.date.time
            case .deadline: form.deadline
            case .alarms: form.alarms
            default: form.end
            }
        if form.isFresh { return "Typing replaces it, ← edits it" }
        return text.isEmpty ? "" : "Ctrl-U erases"
    }

    /// What the keys do, in ever shorter versions.
    func hints(of form: ReminderForm) -> [String] {
        // The presets have their own hint.
        if form.focus == .tags, case .color = form.tags.mode { return [] }
        let own =
            switch form.focus {
            case .tags where !form.tags.text.isEmpty: "Return adds, Tab completes"
            case .tags: "Type a tag, PgDn shows more"
            case .repeats: "Return chooses, or type a rule"
            case .end where form.end.isEmpty: "Space sets an end"
            case .note: "Return begins a line"
            case .save: "Return saves"
            case .title where !form.title.isEmpty: "Ctrl-U erases"
            case .day, .time, .deadline, .end, .alarms: Self.hint(for: form)
            case .title: ""
            }
        // Here Tab completes a tag, and does not move.
        let moves = form.focus == .tags && !form.tags.text.isEmpty ? "" : "Tab moves, "
        let all = moves + "Ctrl-S saves, Ctrl-E opens the editor, Esc cancels"
        let few = moves + "Ctrl-S saves, Esc cancels"
        let start = own.isEmpty ? "" : own + ". "
        return [start + all, start + few, few, "Ctrl-S saves, Esc cancels"]
    }
}
