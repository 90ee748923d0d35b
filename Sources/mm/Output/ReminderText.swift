import MemossFiles
import Merge

/// Reminders as rows of a listing: handle, title, when, deadline, recurrence badge, tags.
struct ReminderText: Sendable {
    let registry: TagRegistry
    let time: TimeContext
    let clock: Clock
    let handles: AbbreviatedIDs
    /// The files that could not be read.
    let unread: [SkippedFile]

    /// - Parameter hasHandles: whether handles are shown; computing them needs all ids.
    init(_ snapshot: Snapshot, _ time: TimeContext, _ clock: Clock, hasHandles: Bool = true) {
        registry = snapshot.registry
        unread = SkippedFile.unread(in: snapshot)
        self.time = time
        self.clock = clock
        handles = AbbreviatedIDs(hasHandles ? snapshot : Snapshot(registry: TagRegistry()))
    }

    func row(_ reminder: Reminder) -> [Columns.Cell] {
        row(reminder, missed: time.otherMissedOccurrences(of: reminder))
    }

    /// The row among today's reminders, where occurrences missed today have their own rows.
    func rowOfToday(_ reminder: Reminder) -> [Columns.Cell] {
        row(reminder, missed: Agenda.missedBeforeToday(of: reminder, in: time))
    }

    /// - Parameter missed: the number of missed occurrences without a row of their own.
    func row(_ reminder: Reminder, missed: Int) -> [Columns.Cell] {
        let status = time.status(reminder)
        let notes = [dateBehindSnooze(of: reminder), deadline(of: reminder), Self.missed(missed)]
        let isMuted = reminder.isCompleted
        return [
            .text(handle(of: reminder), isMuted ? .dimmed : .handle),
            titleWithBoxes(of: reminder, isMuted ? .dimmed : .plain),
            .text(when(reminder), style(of: status)),
            .text(notes.filter { !$0.isEmpty }.joined(separator: ", "), style(of: status)),
            .whole(badge(reminder), isMuted ? .dimmed : .badge),
            .chips(chips(of: reminder, isMuted: isMuted)),
        ]
    }

    /// The row of a reminder that needs attention, with the problem.
    func problemRow(_ reminder: Reminder) -> [Columns.Cell] {
        let problem = reminder.attention?.problem
        let line = problem?.line.map { "line \($0): " } ?? ""
        return [
            .text(handle(of: reminder), .handle), .text(title(of: reminder)),
            .text(Printable.line(line + (problem?.advisedStatement ?? "")), .overdue),
        ]
    }

    /// Empty if the file cannot be read, because that contains the id. Quoted where a shell needs it: the first
    /// word of a line must not select another file.
    func handle(of reminder: Reminder) -> String {
        reminder.attention?.hidesFile == true ? "" : Printable.line(handles.handle(of: reminder).shellWord)
    }

    /// The title with a mark, so that colour is not needed: `!` needs attention, `✓` completed, `·` a note.
    func title(of reminder: Reminder) -> String {
        let mark = mark(of: reminder)
        return (mark.isEmpty ? "" : mark + " ") + Printable.line(reminder.title)
    }

    /// The same with the number of boxes that are ticked, if the text was kept: `Shopping (2/5)`.
    ///
    /// - Parameter isMarked: whether the title has its mark.
    func titleWithBoxes(of reminder: Reminder, _ style: Style = .plain, isMarked: Bool = true) -> Columns.Cell {
        let boxes = boxes(of: reminder)
        return .text((isMarked ? title(of: reminder) : Printable.line(reminder.title)) + boxes, style, end: boxes)
    }

    /// Both sides of a conflict have some of the boxes, so these have no number.
    private func boxes(of reminder: Reminder) -> String {
        if reminder.body.isEmpty || reminder.isInConflict { return "" }
        if reminder.isTextInConflict { return " (in conflict)" }
        let boxes = Checklist.counts(in: reminder.body)
        return boxes.all == 0 ? "" : " (\(boxes.ticked)/\(boxes.all))"
    }

    func mark(of reminder: Reminder) -> String {
        reminder.isBroken ? "!" : reminder.completed != .open ? "✓" : reminder.isNote ? "·" : ""
    }

    /// The tags in natural order.
    func chips(of reminder: Reminder, isMuted: Bool = false) -> [TagChip] {
        let names = names(of: reminder)
        let inText = textNames(of: reminder, besides: names)
        var chips: [TagChip] = []
        chips.reserveCapacity(names.count + inText.count)
        for name in names.count < 2 ? names : names.sorted(by: { NaturalOrder.precedes($0.text, $1.text) }) {
            chips.append(TagChip(name.text, color: registry.color(of: name), isMuted: isMuted))
        }
        for name in inText {
            chips.append(TagChip("#" + name.text, color: registry.color(of: name), isMuted: isMuted))
        }
        return chips
    }

    /// The tags without duplicates, spelt as in the registry.
    func names(of reminder: Reminder) -> [TagName] {
        registry.canonical(reminder.tags)
    }

    /// The tags that only its text has, where texts are read: each once, spelt as in the registry.
    ///
    /// - Parameter names: those of the front matter.
    func textNames(of reminder: Reminder, besides names: [TagName]) -> [TagName] {
        var found = reminder.textTags
        if found.isEmpty { return found }
        found = registry.canonical(found)
        found.removeAll(where: names.contains)
        return found
    }

    /// All wordings, longest first.
    func badge(_ reminder: Reminder) -> [String] {
        if let rule = reminder.attention?.rule {
            let text = Printable.line(rule)
            return (text.count > 24 ? [] : [text + "?"]) + (text.count > 12 ? [text.prefix(11) + "…?"] : [])
        }
        return reminder.rule?.badge(anchor: reminder.date).spellings ?? []
    }

    /// `+2 missed`; empty if none were.
    static func missed(_ count: Int) -> String {
        switch count {
        case ..<1: ""
        case ..<TimeContext.mostMissed: "+\(count) missed"
        default: "+\(TimeContext.mostMissed) or more missed"
        }
    }

    // MARK: When

    /// Relative to today: `today 09:00`, `overdue 07:30`, `snoozed 10:15`, `Tue 24 Nov 18:30`, `due tomorrow`.
    func when(_ reminder: Reminder) -> String {
        if case .on(let value) = reminder.completed {
            return relative(time.shown(value, of: reminder)).text
        }
        if reminder.isCompleted { return reminder.completed == .open ? "archived" : "completed" }
        if let snooze = snoozeAhead(of: reminder) {
            let day = relative(DateValue(time.zone.civil(at: snooze)))
            return "snoozed " + (day.days == 0 ? day.time : day.text)
        }
        guard let date = reminder.date else { return reminder.isBroken ? "needs attention" : "" }
        let shown = time.shown(date, of: reminder)
        let day = relative(shown)
        let offset = offset(of: reminder, shown, day)
        // The local day differs from the day in the reminder's zone.
        if shown.isAllDay, reminder.snoozed == nil {
            let isOver = day.days == 0 && time.hasPassed(date, of: reminder)
            let isToday = day.days != 0 && time.isToday(reminder)
            if isOver || isToday, let there = elsewhere(reminder, isOver ? "over" : "today") {
                return (reminder.dateKey == "due" ? "due " : "") + there
            }
        }
        if day.days == 0, !shown.isAllDay, !reminder.expires, time.hasPassed(date, of: reminder) {
            return "overdue " + day.time + offset
        }
        return (reminder.dateKey == "due" ? "due " : "") + day.text + offset
    }

    private func snoozeAhead(of reminder: Reminder) -> Instant? {
        reminder.snoozed == nil ? nil : time.snooze(reminder).flatMap { $0 > time.now ? $0 : nil }
    }

    /// `today in New York`; nil for a reminder in your own time zone.
    func elsewhere(_ reminder: Reminder, _ what: String) -> String? {
        guard let zone = time.foreignZone(reminder.timezone) else { return nil }
        let city = zone.split(separator: "/").last ?? ""
        return "\(what) in " + String(city.map { $0 == "_" ? " " : $0 })
    }

    /// The date that is still to come, if `when` says the end of a snooze: `for today 14:00`.
    private func dateBehindSnooze(of reminder: Reminder) -> String {
        guard snoozeAhead(of: reminder) != nil, !reminder.isCompleted, let date = reminder.scheduled, !date.isAllDay,
            !time.hasPassed(date, of: reminder)
        else { return "" }
        return "for " + relative(time.shown(date, of: reminder)).text
    }

    /// The deadline, if `when` says something else: `due Fri 27 Nov`.
    private func deadline(of reminder: Reminder) -> String {
        let isHidden = snoozeAhead(of: reminder) != nil
        guard !reminder.isCompleted, let deadline = isHidden ? reminder.deadline : reminder.separateDeadline
        else { return "" }
        return "due " + relative(time.shown(deadline, of: reminder)).text
    }

    /// ` +01:00` for a time that occurs twice because clocks go back; otherwise empty.
    func offset(of shown: DateValue, at instant: Instant) -> String {
        guard !shown.isAllDay, case .fold = time.zone.resolve(shown.clock) else { return "" }
        return " \(time.zone.offset(at: instant))"
    }

    /// The same if a listing shows the time of the date.
    private func offset(of reminder: Reminder, _ shown: DateValue, _ day: RelativeDay) -> String {
        guard day.days >= -1, !shown.isAllDay, let due = time.due(reminder) else { return "" }
        return offset(of: shown, at: due)
    }

    func relative(_ value: DateValue) -> RelativeDay { RelativeDay(value, from: time.local.date, clock) }

    private func style(of status: TimeContext.Status) -> Style {
        switch status {
        case .broken, .overdue: .overdue
        case .today: .today
        case .completed, .archived: .dimmed
        default: .plain
        }
    }
}

extension Reminder {
    /// The date that supplies the days of a rule that names none; nil if they are not fixed.
    func dayOfRule(_ time: TimeContext) -> DateValue? {
        self.anchor == .completion ? nil : self.date ?? DateValue(time.local.date)
    }
}
