import Testing

@testable import MemossFiles

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
            due: nil,
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
