import MemossFiles
import Merge

/// The output of `mm show`: everything about one reminder.
struct ReminderCard {
    private static let occurrencesShown = 5
    /// The limit for a body, in bytes. Nobody reads more on a terminal.
    private static let longestBody = 1 << 20

    let reminder: Reminder
    let text: ReminderText
    let standing: NotificationPlan.Standing
    private let body: [UInt8]
    private let missing: Int
    private let fields: [FrontMatterField]
    private let occurrences: [Occurrence]
    /// The problems of keys that cannot be read.
    private let problems: [Problem]

    /// - Parameters:
    ///   - snapshot: the snapshot that contains the reminder.
    ///   - fields: the keys of its front matter.
    ///   - missing: the number of bytes of the body that were not read.
    init(
        _ reminder: Reminder,
        in snapshot: Snapshot,
        _ text: ReminderText,
        _ standing: NotificationPlan.Standing,
        fields: [FrontMatterField],
        body: [UInt8],
        missing: Int
    ) {
        (self.fields, self.body, self.missing) = (fields, body, missing)
        let own = reminder.isCompleted ? nil : reminder.attention?.problem
        let others = snapshot.problems.filter {
            $0.path.isSamePath(as: reminder.path) && $0.severity == .error && $0 != own
        }
        problems = (own.map { [$0] } ?? []) + others
        self.reminder = reminder
        self.text = text
        self.standing = standing
        occurrences = Array(reminder.timesAhead(in: text.time).prefix(Self.occurrencesShown))
    }

    // MARK: Text

    func draw(in console: inout Console) {
        console.prose(text.title(of: reminder), .heading)
        for problem in problems {
            let line = problem.line.map { "line \($0): " } ?? ""
            field("problem", line + problem.advisedStatement, .overdue, in: &console)
        }
        if reminder.versions.count > 1 {
            for version in reminder.versions { field("version", summary(of: version), .plain, in: &console) }
        } else {
            drawTimes(in: &console)
        }
        drawTags(in: &console)
        let list = Checklist(body)
        if FileMerge.holdsConflict(inText: body) {
            let remedy = "mm resolve \(reminder.path.shellWord)"
            field("conflict", "both sides changed the text; to resolve it: \(remedy)", .overdue, in: &console)
        } else if !list.items.isEmpty {
            field("boxes", "\(list.tickedCount) of \(list.items.count) ticked", .plain, in: &console)
        }
        field("file", reminder.path, .plain, in: &console)
        field("id", "\(reminder.id)\(reminder.writtenID == nil ? " (from the path)" : "")", .plain, in: &console)
        if let created = reminder.created {
            field("created", text.relative(text.time.shown(creation: created)).fullText, .plain, in: &console)
        }
        for (index, other) in otherFields.enumerated() {
            field(index == 0 ? "keys" : "", "\(other.key): \(other.value.text)", .plain, in: &console)
        }
        field("plan", reason, .plain, in: &console)
        for (index, occurrence) in occurrences.enumerated() {
            field(index == 0 ? "next" : "", clock(occurrence), .plain, in: &console)
        }
        if let habit = Habit(of: reminder, in: text.time) { draw(HabitCalendar(habit: habit), in: &console) }
        drawBody(in: &console)
    }

    private func drawBody(in console: inout Console) {
        var end = min(body.count, Self.longestBody)
        if end < body.count { end = body[..<end].lastIndex(of: UInt8(ascii: "\n")) ?? end }
        let more = body.count - end + missing
        defer {
            if more > 0 { console.line("… \(more) more bytes in \(Printable.line(reminder.path))", .dimmed) }
        }
        let lines = Printable.text(Array(body[..<end])).inkedLines
        if !lines.isEmpty { console.line() }
        for line in lines { console.line(String(line)) }
    }

    private func drawTimes(in console: inout Console) {
        if let date = reminder.date {
            field(reminder.dateKey == "due" ? "due" : "when", when(date), style(of: date), in: &console)
        } else if !reminder.isNote, !reminder.isBroken {
            field("when", "someday", .plain, in: &console)
        }
        let missed = text.time.otherMissedOccurrences(of: reminder)
        if missed > 0 {
            let number = missed < TimeContext.mostMissed ? "\(missed)" : "\(missed) or more"
            field("missed", "\(number) later occurrence\(missed == 1 ? "" : "s")", .overdue, in: &console)
        }
        if let deadline = reminder.separateDeadline {
            let isSilent =
                !text.time.deadlinesRing && !reminder.isCompleted && !text.time.hasPassed(deadline, of: reminder)
            let text = when(deadline) + (isSilent ? Interpretation.withoutNotification : "")
            field("due", text, style(of: deadline), in: &console)
        }
        if let rule = reminder.rule {
            let name =
                rule.displayName(anchor: reminder.dayOfRule(text.time), text.clock)
                + (reminder.anchor == .completion ? ", counted from completion" : "")
            let until = reminder.until.map { " until \(text.relative($0).fullText)" } ?? ""
            field("repeats", name + until, .plain, in: &console)
        }
        if reminder.expires { field("event", "passes without being done", .plain, in: &console) }
        if let place = reminder.movedFrom, !reminder.isBeginning { field("moved", full(place), .plain, in: &console) }
        if let snoozed = reminder.snoozed { field("snoozed", full(snoozed), .plain, in: &console) }
        let alarms = reminder.alarms.map { alarm in
            if case .exact(let date) = alarm.trigger.moment { full(date) } else { alarm.trigger.description }
        }
        if !alarms.isEmpty { field("alarms", alarms.joined(separator: ", "), .plain, in: &console) }
        if case .on(let value) = reminder.completed {
            // A series that was completed early ends with its last occurrence, whenever that was done.
            let isAhead = value.date > text.time.local.date
            field("completed", full(value) + (isAhead ? ", its last occurrence" : ""), .plain, in: &console)
        }
    }

    /// One side of a conflict. The sides usually differ in their dates.
    private func summary(of version: ReminderVersion) -> String {
        var side = version.reminder
        side.attention = nil
        let state = side.isNote ? "a note" : side.isCompleted ? "completed" : side.date == nil ? "someday" : ""
        let parts = [
            side.title == reminder.title ? "" : side.title, state, state == "someday" ? "" : text.when(side),
            side.rule.map { $0.displayName(anchor: side.dayOfRule(text.time), text.clock) } ?? "",
        ]
        return (version.label.map { "\($0): " } ?? "") + parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func field(_ name: String, _ value: String, _ style: Style, in console: inout Console) {
        guard !value.isEmpty else { return }
        let lines = Printable.line(value).wrapped(to: console.width, after: 12, indent: 12)
        for (index, line) in lines.enumerated() {
            console.draw { painter, bytes in
                painter.append("  " + (index == 0 ? name : "").padded(to: 10), .dimmed, to: &bytes)
                painter.append(line + "\n", style, to: &bytes)
            }
        }
    }

    private func draw(_ calendar: HabitCalendar, in console: inout Console) {
        field("history", calendar.summary, .plain, in: &console)
        for line in calendar.lines(width: console.width.map { $0 - 12 }) {
            console.draw { painter, bytes in
                painter.append("  " + line.label.padded(to: 10), .dimmed, to: &bytes)
                for (index, cell) in line.cells.enumerated() {
                    painter.append(index == 0 ? cell.text : " " + cell.text, cell.style, to: &bytes)
                }
                bytes.append(0x0A)
            }
        }
    }

    /// The keys in the file that no other line shows.
    private var otherFields: [FrontMatterField] {
        if reminder.versions.count > 1 { return [] }
        let shown: [(key: String, isShown: Bool)] = [
            ("title", true), ("id", reminder.writtenID != nil), ("tags", !reminder.tags.isEmpty),
            ("created", reminder.created != nil), ("scheduled", reminder.scheduled != nil),
            ("due", reminder.deadline != nil), ("timezone", reminder.timezone != nil && reminder.date != nil),
            ("recurrence", reminder.rule != nil), ("until", reminder.until != nil && reminder.rule != nil),
            ("expires", reminder.expires), ("moved_from", reminder.movedFrom != nil),
            ("snoozed", reminder.snoozed != nil),
            ("reminders", !reminder.alarms.isEmpty), ("complete_instances", Habit(of: reminder, in: text.time) != nil),
        ]
        let repeated = Dictionary(grouping: fields) { Array($0.key.utf8) }.filter { $0.value.count > 1 }
        return fields.filter { field in
            if !repeated.isEmpty, repeated[Array(field.key.utf8)] != nil { return true }
            let isCompletion = if case .on = reminder.completed { field.key == "completed" } else { false }
            return field.value.isPresent && !isCompletion
                && !shown.contains { $0.key == reminder.names.own(field.key) && $0.isShown }
        }
    }

    private func drawTags(in console: inout Console) {
        let rows = ChipRow.wrapped(
            text.chips(of: reminder, isMuted: reminder.isCompleted),
            cells: console.width.map { $0 - 12 }
        )
        for (index, row) in rows.enumerated() {
            console.draw { painter, bytes in
                painter.append("  " + (index == 0 ? "tags" : "").padded(to: 10), .dimmed, to: &bytes)
                painter.append(row, to: &bytes)
                bytes.append(0x0A)
            }
        }
    }

    private func style(of date: DateValue) -> Style {
        switch text.time.status(reminder) {
        case .overdue: isLate(date) ? .overdue : .plain
        case .today: text.time.shown(date, of: reminder).date == text.time.local.date ? .today : .plain
        default: .plain
        }
    }

    private func isLate(_ date: DateValue) -> Bool {
        text.time.status(reminder) == .overdue && text.time.hasPassed(date, of: reminder)
    }

    private func when(_ date: DateValue) -> String {
        let day = text.relative(text.time.shown(date, of: reminder))
        let place = reminder.timezone.map { zone in
            date.time.map { ", \($0.text(text.clock)) in \(zone)" } ?? ", in \(zone)"
        }
        return "\(day.fullText) (\(isLate(date) ? "overdue, " : "")\(day.distance))\(place ?? "")"
    }

    private func full(_ value: DateValue) -> String { text.relative(text.time.shown(value, of: reminder)).fullText }

    private func clock(_ occurrence: Occurrence) -> String {
        let value =
            occurrence.isAllDay
            ? DateValue(occurrence.local.date) : DateValue(text.time.zone.civil(at: occurrence.instant))
        return text.relative(value).fullText
            + (occurrence.isAllDay ? "" : text.offset(of: value, at: occurrence.instant))
    }

    /// Why it is or is not in the plan.
    private var reason: String {
        switch standing {
        case .note: "not in the plan: a note has no date"
        case .completed: "not in the plan: it is completed"
        case .archived: "not in the plan: it is archived"
        case .undated: "not in the plan: it has no date"
        case .broken: "not in the plan: \(reminder.attention?.problem.advisedStatement ?? "it cannot be read")"
        case .passed: "not in the plan: its time has passed"
        case .over: "not in the plan: no more occurrences"
        case .copy(let original): "not in the plan: a copy of \(original), which is in it"
        case .noPlace: "not in the plan: earlier notifications take up all the slots"
        case .planned(let first, let count):
            "next notification \(moment(first.instant))"
                + (count > 1
                    ? " (\(count) planned\(reminder.anchor == .completion ? " until it is completed" : ""))" : "")
                + (text.time.hasEarlySnooze(reminder) ? ", then again at its own time" : "")
                + (reminder.attention?.rule == nil ? "" : ", and no other until 'recurrence' is corrected")
        }
    }

    private func moment(_ instant: Instant) -> String {
        let shown = DateValue(text.time.zone.civil(at: instant))
        return text.relative(shown).text + text.offset(of: shown, at: instant)
    }

    // MARK: JSON

    var json: [UInt8] {
        JSONWriter.document { json in
            json.array("reminders") { json in
                json.object { json in
                    ReminderJSON(text).fields(of: reminder, in: &json)
                    json.field("body", String(decoding: body, as: UTF8.self))
                    json.field("bodyOmitted", missing)
                    json.field("plan", reason)
                    json.objects("next", occurrences) { $0.fields(in: &$1) }
                    json.fields("fields", fields)
                }
            }
        }
    }
}
