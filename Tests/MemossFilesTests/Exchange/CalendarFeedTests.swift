import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

@Suite struct CalendarFeedTests {
    private static let zones = ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"]

    private func context(_ zone: String = "Europe/Paris", zones: [String] = []) throws -> TimeContext {
        let database = ZoneDatabase()
        var known: [String: Zone] = [:]
        for name in zones { known[name] = try database.zone(named: name) }
        let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 21)))
        let nine = CivilTime(unchecked: 9 * 3_600)
        return TimeContext(now: now, zone: try database.zone(named: zone), zones: known, allDayAt: nine)
    }

    private func reminder(_ keys: String..., path: String = "a.md", body: String = "") throws -> Reminder {
        let bytes = Array("---\n\(keys.joined(separator: "\n"))\n---\n\(body)".utf8)
        return try #require(ReminderDecoder.decode(bytes, path: path, keeping: .whole).reminder)
    }

    private func lines(
        _ reminders: [Reminder],
        _ kind: CalendarFeed.Kind = .event,
        hasAlarms: Bool = false,
        hasBodies: Bool = false
    ) throws -> [String] {
        let feed = CalendarFeed(kind, hasAlarms: hasAlarms, hasBodies: hasBodies, lastYear: 2036)
        let output = feed.output(of: reminders, in: try context())
        let text = String(decoding: output.bytes, as: UTF8.self).replacing("\r\n ", with: "")
        let lines = text.split(separator: "\r\n").map(String.init)
        // Without the time zones.
        let first = lines.firstIndex(of: "BEGIN:\(kind.rawValue)") ?? lines.endIndex - 1
        return lines[first...].dropLast().filter { line in
            !line.hasSuffix(kind.rawValue) && !["DTSTAMP", CalendarDigest.name].contains { line.hasPrefix($0) }
        }
    }

    @Test func `the rule of a feed has exactly the dates that are left of the series`() throws {
        var random = Random(seed: 68)
        var (ruled, listed) = (0, 0)
        let context = try context()
        for round in 0..<Rounds.of(300) {
            let rule = round.isMultiple(of: 2) ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
            let day = CivilDate(daysSinceEpoch: 20_400 + random.below(800))
            let time = random.below(3) == 0 ? nil : CivilTime(unchecked: random.below(288) * 300)
            var date = DateValue(day).with(date: day, time: time)
            var reminder = Reminder(path: "a.md", title: "A")
            (reminder.isNote, reminder.scheduled, reminder.recurrence) = (false, date, rule)
            reminder.timezone = zone.name
            guard reminder.rule != nil else { continue }
            if random.below(4) == 0 { reminder.until = DateValue(day.adding(days: random.below(900))) }
            reminder.skippedInstances = (0..<random.below(3)).map { _ in
                DateValue(day.adding(days: random.pick([0, 1, 7, 28, 30, 31])))
            }
            var time2 = context
            time2.zones[zone.name] = zone
            // A feed writes a date off the rule as an exception.
            date = SeriesPosition(reminder, in: time2)?.place ?? date
            reminder.scheduled = date
            let due = date.instant(in: zone, allDayAt: context.allDayAt)
            time2.now = due.adding(seconds: -1)
            guard let coming = ComingOccurrences(reminder, in: time2) else { continue }
            // A rule of minutes has many dates to list.
            let days: Int64 = reminder.rule.map { $0.frequency < .daily } == true ? 10 : 400
            let end = due.adding(seconds: days * 86_400)
            let wanted = coming.prefix(300).map(\.instant).filter { $0 <= end }
            guard let series = CalendarSeries(reminder, in: time2, until: end) else {
                #expect(wanted.isEmpty, "\(rule)")
                continue
            }
            var last = wanted.count == 300 ? wanted[299] : end
            var found = Set(([series.start] + series.dates).map { instant($0, in: zone, context) })
            if let text = series.rule {
                ruled += 1
                let parsed = try RecurrenceRule(parsing: text)
                let isUTC = series.start.form == .utc
                let start =
                    series.start.form == .day ? DateValue(series.start.clock.date) : DateValue(series.start.clock)
                let own = Series(rule: parsed, anchor: start, zone: isUTC ? .utc : zone, allDayAt: context.allDayAt)
                // DTSTART has to be an occurrence: programs differ about one that is not (3.8.5.3).
                #expect(own.startIsOnPattern, "\(rule) from \(date): \(text)")
                let some = own.occurrences().prefix(600).map(\.instant)
                if some.count == 600 { last = min(last, some[599]) }
                found.formUnion(some)
            } else {
                listed += 1
            }
            found.subtract(series.exceptions.map { instant($0, in: zone, context) })
            let expected = wanted.filter { $0 <= last }
            #expect(found.filter { $0 <= last }.sorted() == expected, "\(rule) from \(date) in \(zone): \(series)")
        }
        #expect(ruled > listed && listed >= Rounds.least(11), "\(ruled) \(listed)")
    }

    private func instant(_ time: CalendarTime, in zone: Zone, _ context: TimeContext) -> Instant {
        switch time.form {
        case .day: DateValue(time.clock.date).instant(in: zone, allDayAt: context.allDayAt)
        case .local: zone.instant(of: time.clock)
        case .utc: Instant(utc: time.clock)
        }
    }

    @Test func `the parts of a VTIMEZONE have the offsets of the zone`() throws {
        for name in Self.zones.dropLast() + ["Africa/Casablanca", "Europe/Dublin", "America/Santiago", "America/Nuuk"] {
            let zone = try ZoneDatabase().zone(named: name)
            var writer = CalendarWriter()
            CalendarZone(zone, years: 2004...2036).write(to: &writer)
            let lines = String(decoding: writer.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
            // The offset after each onset, by a reader of its own.
            var changes: [(at: Instant, to: Int)] = []
            var onsets: [(clock: CivilDateTime, rule: String?)] = []
            var from = 0
            func offset(_ line: String) throws -> Int {
                let digits = try #require(Int(line.suffix(4)))
                return (digits / 100 * 3_600 + digits % 100 * 60) * (line.contains(":-") ? -1 : 1)
            }
            for line in lines {
                if line.hasPrefix("DTSTART:") || line.hasPrefix("RDATE:") {
                    let digits = line.suffix(15)
                    let rule = try RecurrenceRule(parsing: "DTSTART:\(digits);FREQ=DAILY")
                    onsets.append((try #require(rule.start).clock, nil))
                } else if line.hasPrefix("RRULE:") {
                    onsets[0].rule = String(line.dropFirst(6))
                } else if line.hasPrefix("TZOFFSETFROM") {
                    from = try offset(line)
                } else if line.hasPrefix("TZOFFSETTO") {
                    let to = try offset(line)
                    for onset in onsets {
                        guard let rule = onset.rule else {
                            changes.append((Instant(utc: onset.clock).adding(seconds: Int64(-from)), to))
                            continue
                        }
                        let series = Series(
                            rule: try RecurrenceRule(parsing: rule),
                            anchor: DateValue(onset.clock),
                            zone: .utc,
                            allDayAt: .midnight
                        )
                        changes += series.occurrences().prefix(40).map {
                            ($0.instant.adding(seconds: Int64(-from)), to)
                        }
                    }
                    onsets = []
                }
            }
            changes.sort { $0.at < $1.at }
            for day in stride(from: 0, to: 32 * 365, by: 4) {
                let instant = Instant(utc: CivilDateTime(CivilDate(unchecked: 2004, 1, 2).adding(days: day))).adding(
                    seconds: 5_400
                )
                let to = changes.last { $0.at <= instant }?.to
                #expect(to == zone.offsetSeconds(at: instant), "\(name) \(instant)")
            }
        }
    }

    @Test func `an event has the time, tags and text of its reminder`() throws {
        let dentist = try reminder(
            "title: Dentist, Dr B; bring card",
            "scheduled: 2026-11-26T14:15",
            "due: 2026-11-27",
            "tags: [Health, \"a;b\"]",
            "id: abc",
            body: "One\r\n\r\n\\two\n"
        )
        #expect(
            try lines([dentist], hasAlarms: true, hasBodies: true) == [
                "UID:abc", "SUMMARY:Dentist\\, Dr B\\; bring card",
                "DESCRIPTION:Due: 2026-11-27\\n\\nOne\\n\\n\\\\two\\n",
                "CATEGORIES:Health,a\\;b", "DTSTART;TZID=Europe/Paris:20261126T141500", "TRANSP:TRANSPARENT",
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Dentist\\, Dr B\\; bring card", "TRIGGER:PT0S",
                "END:VALARM",
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Dentist\\, Dr B\\; bring card", "TRIGGER:PT18H45M",
                "END:VALARM",
            ]
        )
    }

    @Test func `an alarm is told from the date, and says its own text`() throws {
        let dentist = try reminder(
            "title: Dentist",
            "scheduled: 2026-11-26T14:15",
            "reminders: [15 min before, {type: relative, relatedTo: scheduled, offset: PT30M, description: Pay}]",
            "id: abc"
        )
        let found = try lines([dentist], hasAlarms: true)
        #expect(found.filter { $0.hasPrefix("TRIGGER") } == ["TRIGGER:PT0S", "TRIGGER:-PT15M", "TRIGGER:PT30M"])
        #expect(found.count { $0 == "X-MEMOSS-ALARM:TRUE" } == 2 && found.contains("DESCRIPTION:Pay"))
    }

    @Test func `a date with an offset, and the second of two equal local times, are written in UTC`() throws {
        let other = try reminder("scheduled: 2026-11-26T14:15+05:30", "id: a")
        let zulu = try reminder("scheduled: 2026-10-25T01:30:00Z", "id: b", path: "b.md")
        #expect(
            try lines([other, zulu]).filter { $0.hasPrefix("DTSTART") } == [
                "DTSTART;TZID=Europe/Paris:20261126T094500", "DTSTART:20261025T013000Z",
            ]
        )
    }

    @Test func `a to-do has its deadline, its state, and may have no date`() throws {
        let task = try reminder("scheduled: 2026-11-26", "due: 2026-11-28", "id: a")
        let deadline = try reminder("due: 2026-11-28T17:00", "recurrence: weekly", "id: b", path: "b.md")
        let mixed = try reminder("scheduled: 2026-11-26T09:00", "due: 2026-11-28", "id: c", path: "c.md")
        let done = try reminder("scheduled: 2026-11-26", "completed: 2026-11-20T10:00", "id: d", path: "d.md")
        let someday = try reminder("completed: false", "title: Some day", "id: e", path: "e.md")
        let found = try lines([task, deadline, mixed, done, someday], .toDo)
        #expect(
            found == [
                "UID:a", "SUMMARY:a", "DTSTART;VALUE=DATE:20261126", "DUE;VALUE=DATE:20261128", "STATUS:NEEDS-ACTION",
                "UID:b", "SUMMARY:b", "DTSTART;TZID=Europe/Paris:20261128T170000",
                "DUE;TZID=Europe/Paris:20261128T170000",
                "RRULE:FREQ=WEEKLY;BYDAY=SA", "STATUS:NEEDS-ACTION",
                "UID:c", "SUMMARY:c", "DTSTART;TZID=Europe/Paris:20261126T090000",
                "DUE;TZID=Europe/Paris:20261128T235900",
                "STATUS:NEEDS-ACTION",
                "UID:d", "SUMMARY:d", "DTSTART;VALUE=DATE:20261126", "STATUS:COMPLETED", "COMPLETED:20261120T090000Z",
                "UID:e", "SUMMARY:Some day", "STATUS:NEEDS-ACTION",
            ]
        )
        let feed = CalendarFeed(.event, hasAlarms: false, hasBodies: false, lastYear: 2036)
        #expect(feed.output(of: [someday], in: try context()).undated.map(\.path) == ["e.md"])
    }

    /// ical.js and others show BYSETPOS beside BYMONTHDAY on each of the days.
    @Test(arguments: [
        ("2026-11-30", "monthly on 31", "FREQ=MONTHLY;BYMONTHDAY=-1"), ("2026-11-30", "monthly on 30", nil),
        ("2026-11-29", "monthly on 29", nil), ("2027-02-28", "yearly on feb 29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"),
        ("2026-12-31", "yearly on dec 31", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31"),
        ("2026-12-31", "FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1"),
    ])
    func `the end of a month is a rule that every program reads alike, or dates`(
        date: String,
        rule: String,
        wanted: String?
    ) throws {
        let found = try lines([try reminder("scheduled: \(date)", "recurrence: \(rule)", "id: a")], .event)
        #expect(found.filter { $0.hasPrefix("RRULE:") } == ["RRULE:" + (wanted ?? "FREQ=DAILY;COUNT=1")])
        #expect(found.contains { $0.hasPrefix("RDATE") } == (wanted == nil))
    }

    @Test func `a deadline is later than the start, or it stands alone`() throws {
        let deadline = try reminder("due: 2026-11-28T17:00", "id: a")
        let same = try reminder("scheduled: 2026-11-28", "due: 2026-11-28", "id: b", path: "b.md")
        let earlier = try reminder("scheduled: 2026-11-28", "due: 2026-11-27", "id: c", path: "c.md")
        let found = try lines([deadline, same, earlier], .toDo, hasAlarms: true)
        #expect(
            found.filter { line in ["DTSTART", "DUE", "DESC", "TRIG"].contains { line.hasPrefix($0) } } == [
                "DUE;TZID=Europe/Paris:20261128T170000", "DESCRIPTION:a", "TRIGGER;RELATED=END:PT0S",
                "DUE;VALUE=DATE:20261128", "DESCRIPTION:b", "TRIGGER;RELATED=END:PT9H",
                "DESCRIPTION:Due: 2026-11-27", "DTSTART;VALUE=DATE:20261128", "DESCRIPTION:c", "TRIGGER:PT9H",
                "DESCRIPTION:c", "TRIGGER:-PT15H",
            ]
        )
    }

    @Test func `a snooze moves the alarm, not the event`() throws {
        let once = try reminder("scheduled: 2026-11-26T09:00", "snoozed: 2026-11-26T10:00", "id: a")
        let series = try reminder(
            "scheduled: 2026-11-26",
            "snoozed: 2026-11-26T10:00",
            "recurrence: daily",
            "id: b",
            path: "b.md"
        )
        let found = try lines([once, series], hasAlarms: true).filter { $0.hasPrefix("TRIGGER") || $0.hasPrefix("DTS") }
        #expect(
            found == [
                "DTSTART;TZID=Europe/Paris:20261126T090000", "TRIGGER;VALUE=DATE-TIME:20261126T090000Z",
                "DTSTART;VALUE=DATE:20261126", "TRIGGER:PT9H", "TRIGGER;VALUE=DATE-TIME:20261126T090000Z",
            ]
        )
    }

    @Test func `files that share an id have different UIDs, and an exact copy is left out`() throws {
        let keys = ["title: A", "scheduled: 2026-11-26", "id: a"]
        let first = try reminder(keys[0], keys[1], keys[2])
        let copy = try reminder(keys[0], keys[1], keys[2], path: "b.md")
        let other = try reminder("title: B", keys[1], keys[2], path: "c.md")
        let ids = try lines([first, copy, other]).filter { $0.hasPrefix("UID") }
        #expect(ids.count == 2 && Set(ids).count == 2 && ids[0] == "UID:a")
    }

    @Test func `the feed does not depend on the current time`() throws {
        let series = try reminder("scheduled: 2026-11-26", "recurrence: every 2 months on 30, 31", "id: a")
        let feed = CalendarFeed(.event, hasAlarms: true, hasBodies: true, lastYear: 2036)
        var later = try context()
        later.now = later.now.adding(seconds: 86_400 * 1_000)
        let output = feed.output(of: [series], in: try context())
        #expect(output.bytes == feed.output(of: [series], in: later).bytes)
        #expect(output.cut.map(\.path) == ["a.md"])
    }
}
