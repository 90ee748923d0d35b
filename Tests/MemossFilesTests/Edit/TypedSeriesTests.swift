import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

@Suite struct TypedSeriesTests {
    /// Saturday, 08:00.
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    private func series(_ rule: String, on when: String? = nil, besides existing: String? = nil) throws -> TypedSeries {
        let series = try TypedSeries(
            RulePhrase(parsing: rule, now: Self.now),
            on: when.map { try WhenPhrase(parsing: $0, now: Self.now) },
            besides: existing.map { try DateValue(parsing: $0) },
            now: Self.now,
            in: .utc,
            allDayAt: .noon
        )
        return try #require(series)
    }

    @Test(arguments: [
        ("daily", nil, "2026-11-21"),
        ("weekly on monday", nil, "2026-11-23"),
        ("weekly on saturday", nil, "2026-11-21"),
        ("monthly on 15", nil, "2026-12-15"),
        ("yearly on feb 29", nil, "2027-02-28"),
        ("every 2 hours", nil, "2026-11-21T10:00"),
        ("FREQ=DAILY;BYHOUR=7,8,17", nil, "2026-11-21T17:00"),
        ("weekly", "18:00", "2026-11-21T18:00"),
        ("weekly", "7:00", "2026-11-22T07:00"),
        ("weekly on monday", "18:00", "2026-11-23T18:00"),
        // A day that was typed stays, on the pattern or off it.
        ("weekly on monday", "tomorrow", "2026-11-22"),
        ("weekly on monday", "tomorrow 9am", "2026-11-22T09:00"),
    ]) func `a series without a date starts at its first occurrence from now`(rule: String, when: String?, date: String)
        throws
    {
        let series = try series(rule, on: when)
        #expect(series.date.description == date && series.recurrence == rule)
    }

    @Test func `an existing date is kept`() throws {
        #expect(try series("daily", besides: "2026-12-01T10:00").date.description == "2026-12-01T10:00")
        #expect(try series("daily", on: "9am", besides: "2026-12-01 10:00").date.description == "2026-12-01 09:00")
        #expect(try series("daily", on: "friday", besides: "2026-12-01T10:00").date.description == "2026-11-27T10:00")
    }

    @Test(arguments: [
        // The deadline is on the rule, or supplies what it lacks.
        ("monthly", "1 dec", nil, "2026-12-01"),
        ("every friday", "friday", nil, "2026-11-27"),
        ("every friday", "friday 16:00", nil, "2026-11-27T16:00"),
        ("every friday 16:00", "friday", nil, "2026-11-27T16:00"),
        ("monthly on 31", "28 feb 2027", nil, "2027-02-28"),
        // Only its first day or time was kept, and the series went on elsewhere (#33).
        ("every wednesday 18:30", "wed 19:00", "2026-11-25T18:30", "2026-11-25T19:00"),
        ("every wednesday 18:30", "thu", "2026-11-25T18:30", "2026-11-26"),
        ("yearly on 5 mar", "12 mar", "2027-03-05", "2027-03-12"),
        ("every week starting 1 dec", "15 dec", "2026-12-01", "2026-12-15"),
        ("every! monday", "friday", "2026-11-23", "2026-11-27"),
    ]) func `a deadline is the date of a series only where the rule has an occurrence`(
        rule: String,
        due: String,
        date: String?,
        deadline: String
    ) throws {
        let phrase = try RulePhrase(parsing: rule, now: Self.now)
        let typed = try WhenPhrase(parsing: due, now: Self.now)
        var new = try NewReminder(title: "A", id: "a", created: Self.now)
        new.deadline = typed.value
        try new.setSeries(by: phrase, on: nil, now: Self.now, in: .utc, allDayAt: .noon)
        #expect(new.scheduled?.description == date && new.deadline?.description == deadline)
        // An edit does the same.
        var (change, dates) = (ReminderChange(), TypedDates())
        (dates.due, dates.recurrence) = (.set(typed), .set(phrase))
        let time = TimeContext(now: Zone.utc.instant(of: Self.now), zone: .utc, allDayAt: .noon)
        try change.set(dates, of: Stepping("completed: false").reminder, in: .utc, time)
        #expect(change.scheduled.value(besides: nil)?.description == date)
        #expect(change.deadline.value(besides: nil)?.description == deadline)
    }

    @Test func `of a typed rule and a typed deadline, both keep their days and times, or they are refused`() throws {
        let rules = [
            "daily", "daily at 9:00", "every wednesday", "every wednesday 18:30", "every 2 weeks on sunday at 8:00",
            "monthly", "monthly on 31", "yearly on 5 mar", "every hour", "daily at 9:00 and 17:00", "every! 3 days",
            "every month starting 5 dec", "last friday of the month at noon", "weekdays until 31 dec",
        ]
        let deadlines = ["today", "sat 7:00", "sun", "wed", "wed 18:30", "wed 19:00", "5 mar", "31 jan", "31 dec 9:00"]
        for rule in rules {
            for due in deadlines {
                let phrase = try RulePhrase(parsing: rule, now: Self.now)
                let deadline = try WhenPhrase(parsing: due, now: Self.now).value
                var new = try NewReminder(title: "A", id: "a", created: Self.now)
                new.deadline = deadline
                guard (try? new.setSeries(by: phrase, on: nil, now: Self.now, in: .utc, allDayAt: .noon)) != nil else {
                    continue
                }
                let (date, kept) = (try #require(new.date), try #require(new.deadline))
                #expect(kept.date == deadline.date && (deadline.isAllDay || kept == deadline), "\(rule), \(due)")
                #expect(phrase.time == nil || date.time == phrase.time, "\(rule), \(due)")
                let series = Series(rule: try #require(phrase.rule), anchor: date, zone: .utc, allDayAt: .noon)
                #expect(series.contains(date), "\(rule), \(due)")
                #expect(!kept.isBefore(date, in: .utc), "\(rule), \(due)")
            }
        }
    }

    @Test func `a deadline before the first occurrence is refused with both dates`() throws {
        var new = try NewReminder(title: "A", id: "a", created: Self.now)
        new.deadline = try DateValue(parsing: "2026-11-24T17:00")
        let phrase = try RulePhrase(parsing: "every wednesday 18:30", now: Self.now)
        let reason =
            "the deadline, 24 nov 2026 17:00, is before the first occurrence, 25 nov 2026 18:30: give both dates"
        #expect(throws: ParseError(reason)) {
            try new.setSeries(by: phrase, on: nil, now: Self.now, in: .utc, allDayAt: .noon)
        }
    }

    /// Edits a series that has an end and an anchor.
    private func edited(
        _ rule: String,
        until: ReminderChange.Setting<DateValue> = .kept,
        anchor: ReminderChange.Setting<Reminder.RecurrenceAnchor> = .kept
    ) throws -> ReminderChange {
        let fields = "scheduled: 2026-11-21\nrecurrence: daily\nuntil: 2026-12-24\nrecurrence_anchor: completion"
        let reminder = Stepping(fields).reminder
        var change = ReminderChange()
        (change.until, change.anchor) = (until, anchor)
        try change.setSeries(
            RulePhrase(parsing: rule, now: Self.now),
            on: nil,
            of: reminder,
            now: Self.now,
            in: .utc,
            allDayAt: .noon
        )
        return change
    }

    @Test func `a rule replaces the end and the anchor that the words of the former one set`() throws {
        let plain = try edited("every 3 days")
        #expect(plain.until == .removed && plain.anchor == .removed)
        let counted = try edited("every! 3 days")
        #expect(counted.until == .removed && counted.anchor == .set(.completion))
        let ended = try edited("every 3 days until dec 31")
        #expect(try ended.until == .set(DateValue(parsing: "2026-12-31")) && ended.anchor == .removed)
    }

    @Test func `an end and an anchor of their own options stay`() throws {
        let end = try DateValue(parsing: "2027-01-31")
        let change = try edited("every 3 days", until: .set(end), anchor: .set(.completion))
        #expect(change.until == .set(end) && change.anchor == .set(.completion))
    }
}
