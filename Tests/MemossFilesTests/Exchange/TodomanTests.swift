import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

/// A list of todoman 4.7.0, which completes an occurrence by taking the rule from its to-do. It goes on with a copy under another id,
/// whose dates it finds by the rule, each on its own, and it writes all times in UTC.
private struct TodomanList {
    /// The lines of the to-dos, with their names and the open one last.
    private(set) var items: [[String]] = []
    private let head: [String]
    private let zone: Zone

    init(_ calendar: String, in zone: Zone) throws {
        let lines = calendar.replacing("\r\n ", with: "").replacing("\r\n", with: "\n").split(separator: "\n").map(
            String.init
        )
        let begin = try #require(lines.firstIndex(of: "BEGIN:VTODO"))
        let end = try #require(lines.lastIndex(of: "END:VTODO"))
        (head, items, self.zone) = (Array(lines[..<begin]), [Array(lines[(begin + 1)..<end])], zone)
    }

    var text: String {
        let parts = items.map { ["BEGIN:VTODO"] + $0 + ["END:VTODO"] }
        return (head + parts.flatMap(\.self) + ["END:VCALENDAR", ""]).joined(separator: "\n")
    }

    /// The date of the open to-do as local time, and of its deadline.
    var next: [String] {
        ["DTSTART", "DUE"].compactMap { name in items.last.flatMap { date(name, of: $0) }?.description }
    }

    private func value(_ name: String, of lines: [String]) -> String? {
        lines.first { $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";") }.map {
            String($0.split(separator: ":", maxSplits: 1)[1])
        }
    }

    private func date(_ name: String, of lines: [String]) -> DateValue? {
        guard let text = value(name, of: lines), let date = DateValue(calendar: text) else { return nil }
        if date.isAllDay || date.offset != nil { return DateValue(occurrence: text, in: zone) }
        let line = lines.first { $0.hasPrefix(name) } ?? ""
        let other = line.contains("New_York") ? try? ZoneDatabase().zone(named: "America/New_York") : nil
        return zone.date(at: (other ?? zone).instant(of: date.clock))
    }

    private func line(_ name: String, _ date: DateValue) -> String {
        date.isAllDay
            ? "\(name);VALUE=DATE:\(CalendarTime(date.date).text)"
            : "\(name):\(CalendarTime(utc: date.instant(in: zone, allDayAt: .midnight)).text)"
    }

    mutating func complete() throws {
        let last = items.popLast()
        var item = try #require(last)
        let rule = try RecurrenceRule(parsing: try #require(value("RRULE", of: item)))
        var (start, due) = (date("DTSTART", of: item), date("DUE", of: item))
        if let first = start, let due, !first.isBefore(due, in: zone) { start = nil }
        func next(_ date: DateValue?) -> DateValue? {
            date.flatMap { date in
                let series = Series(rule: rule, anchor: date, zone: zone, allDayAt: .midnight)
                return series.next(after: series.current(date).instant).map { series.date(of: $0, like: date) }
            }
        }
        func dates() -> [String] {
            [start.map { line("DTSTART", $0) }, due.map { line("DUE", $0) }].compactMap(\.self)
        }
        let kept = item.filter { line in ["SUMMARY", "CATEGORIES", "DESCRIPTION"].contains { line.hasPrefix($0) } }
        item.removeAll { line in ["DTSTART", "DUE", "RRULE", "STATUS"].contains { line.hasPrefix($0) } }
        item += dates() + ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20261128T070000Z", "SEQUENCE:2"]
        (start, due) = (next(start), next(due))
        let copy = kept + dates() + ["RRULE:\(rule.rfcText())", "STATUS:NEEDS-ACTION", "UID:copy\(items.count)@host"]
        items += [item, copy]
    }
}

/// What todoman has completed of a series is completed here, and the series is one, however often: issue 34.
@Suite struct TodomanTests {
    private static let rows: [String] = [
        "scheduled: 2026-11-30T09:00\nrecurrence: daily", "scheduled: 2026-11-30\nrecurrence: weekly",
        "due: 2026-11-30\nrecurrence: weekly", "due: 2026-11-30T23:30\nrecurrence: weekly on monday",
        "due: 2026-11-30T00:30\nrecurrence: weekly on monday",
        "scheduled: 2026-12-01\ndue: 2026-12-05\nrecurrence: monthly on 1",
        "scheduled: 2026-12-01T09:00\ndue: 2026-12-05T10:00\nrecurrence: monthly on 1",
        "scheduled: 2026-12-01T09:00\ndue: 2026-12-01T17:00\nrecurrence: weekdays",
        "scheduled: 2026-12-31\nrecurrence: monthly on 31", "scheduled: 2027-03-20T09:00\nrecurrence: weekly",
        "scheduled: 2026-11-30T09:00\ntimezone: America/New_York\nrecurrence: daily",
        "scheduled: 2026-11-30T09:00\ntimezone: UTC\nrecurrence: daily",
        "scheduled: 2026-11-30T09:00\nrecurrence: daily\nskipped_instances: [2026-12-02]",
        "scheduled: 2026-11-30T09:00\nrecurrence: every 6 hours",
        "due: 2026-11-30\nrecurrence: weekly\nuntil: 2027-02-01",
    ]

    private static func number(_ value: DateValue, in zone: Zone) -> Instant {
        value.instant(in: zone, allDayAt: .midnight)
    }

    @Test(arguments: rows, [1, 2])
    func `a series that was completed there goes on here, with each completion recorded`(keys: String, step: Int) throws
    {
        for isOwn in [true, false] {
            var source = try ImportFolder(.calendar)
            source.add(
                "1.md",
                "---\ntitle: Pills\n\(keys)\ntags: [Health]\nid: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n---\n"
            )
            let feed = CalendarFeed(.toDo, hasAlarms: false, hasBodies: false, lastYear: 2030)
            var text = String(decoding: feed.output(of: try source.reminders, in: source.time).bytes, as: UTF8.self)
            if !isOwn {
                text = text.replacing("6f9619ff-8b86-4d01-b42d-00cf4fc964ff", with: "s")
                    .replacing("X-MEMOSS-DIGEST", with: "X-OTHER")
            }
            var folder = source
            if !isOwn {
                folder = try ImportFolder(.calendar)
                _ = try folder.take(text)
            }
            let before = try folder.reminder("1.md")
            var list = try TodomanList(text, in: folder.time.zone)
            for round in 1...4 {
                try list.complete()
                guard round.isMultiple(of: step) else { continue }
                let about = "\(keys), own: \(isOwn), \(round)\n\(list.text)"
                let outcome = try folder.take(list.text)
                #expect(outcome.added.isEmpty && outcome.named.isEmpty, "\(outcome) \(about)")
                let now = try folder.reminder("1.md")
                // The third date is skipped here, and todoman does not know it.
                let wanted = before.completeInstances.count + round - (keys.contains("skipped") && round > 2 ? 1 : 0)
                #expect(now.completeInstances.count == wanted, "\(now.completeInstances) \(about)")
                #expect(now.timezone == before.timezone && now.recurrence != nil && !now.isCompleted, "\(about)")
                if !keys.contains("skipped"), let date = now.date, let there = list.next.first {
                    let zone = folder.time.zone(of: now)
                    let theirs = try DateValue(parsing: there)
                    #expect(
                        Self.number(date, in: zone) == Self.number(theirs, in: folder.time.zone),
                        "\(date) \(about)"
                    )
                }
                let days = [before, now].map { reminder in
                    (reminder.scheduled?.date.daysSinceEpoch ?? 0) - (reminder.deadline?.date.daysSinceEpoch ?? 0)
                }
                #expect(before.scheduled == nil || before.deadline == nil || days[0] == days[1], "\(now) \(about)")
                let files = folder.files
                #expect(try folder.take(list.text).isSilent && folder.files == files, "\(about)")
            }
        }
    }

    @Test func `a series whose last occurrence was completed there is over here`() throws {
        func toDo(_ id: String, _ lines: String) -> String {
            "BEGIN:VTODO\nUID:\(id)\nSUMMARY:Pills\n\(lines)\nEND:VTODO\n"
        }
        func list(_ items: String...) -> String { "BEGIN:VCALENDAR\n\(items.joined())END:VCALENDAR\n" }
        let rule = "RRULE:FREQ=DAILY;UNTIL=20261128"
        var folder = try ImportFolder(.calendar)
        _ = try folder.take(list(toDo("a", "DUE;VALUE=DATE:20261127\n\(rule)")))
        let over = "STATUS:COMPLETED\nCOMPLETED:20261128T080000Z\nDUE;VALUE=DATE:202611"
        let text = list(toDo("a", over + "27"), toDo("b", over + "28"), toDo("c", rule))
        let outcome = try folder.take(text)
        #expect(outcome.added.isEmpty && outcome.named.isEmpty && outcome.changed == ["1.md"], "\(outcome)")
        let now = try folder.reminder("1.md")
        #expect(now.isCompleted && now.completeInstances.map(\.description) == ["2026-11-27", "2026-11-28"], "\(now)")
        #expect(try folder.take(text).isSilent)
    }

    @Test func `a series of whole days with a deadline at a time has a day in DUE`() throws {
        var folder = try ImportFolder(.calendar)
        let keys = "scheduled: 2026-12-01\ndue: 2026-12-05T10:00\nrecurrence: monthly on 1"
        folder.add("1.md", "---\ntitle: Pills\n\(keys)\nid: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n---\n")
        let feed = CalendarFeed(.toDo, hasAlarms: false, hasBodies: false, lastYear: 2030)
        let text = String(decoding: feed.output(of: try folder.reminders, in: folder.time).bytes, as: UTF8.self)
        #expect(text.contains("DUE;VALUE=DATE:20261205") && text.contains("Due (of 2026-12-01): 2026-12-05T10:00"))
        #expect(try folder.take(text).isSilent)
    }

    @Test func `of a list of dates, todoman completes the first and forgets the others, which go on here`() throws {
        let keys = "due: 2026-11-30T09:00\nrecurrence: monthly on 30, 31\nid: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
        var folder = try ImportFolder(.calendar)
        folder.add("1.md", "---\ntitle: Pills\n\(keys)\n---\n")
        let feed = CalendarFeed(.toDo, hasAlarms: false, hasBodies: false, lastYear: 2030)
        let text = String(decoding: feed.output(of: try folder.reminders, in: folder.time).bytes, as: UTF8.self)
        #expect(text.contains("RRULE:FREQ=DAILY;COUNT=1"))
        var list = try TodomanList(text, in: folder.time.zone)
        try list.complete()
        #expect(list.next.isEmpty)
        var other = try ImportFolder(.calendar)
        for isOwn in [true, false] {
            let outcome = isOwn ? try folder.take(list.text) : try other.take(list.text)
            #expect(outcome.named.isEmpty && outcome.added == (isOwn ? [] : ["1.md"]), "\(outcome)\n\(list.text)")
            let reminder = try (isOwn ? folder : other).reminder("1.md")
            #expect(reminder.date?.description == "2026-12-30T09:00" && reminder.completeInstances.count == 1)
            #expect(reminder.recurrence?.hasSuffix("monthly on 30, 31") == true || !isOwn)
            #expect(try isOwn ? folder.take(list.text).isSilent : other.take(list.text).isSilent)
        }
    }
}
