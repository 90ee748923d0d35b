import DateWords
import TestSupport
import Testing

@testable import CivilTime

@Suite struct SeriesTests {
    private func series(
        _ rule: String,
        _ anchor: String,
        zone: String = "UTC",
        until: String? = nil
    ) throws -> Series {
        Series(
            rule: try RecurrenceRule(parsing: rule),
            anchor: try DateValue(parsing: anchor),
            zone: try TestFiles.zone(zone),
            until: try until.map { text throws in try DateValue(parsing: text) },
            allDayAt: try #require(CivilTime(hour: 9, minute: 0))
        )
    }

    private func locals(_ series: Series, _ count: Int) -> [String] {
        series.occurrences().prefix(count).map(\.local.description)
    }

    private func dates(_ series: Series, _ count: Int) -> [String] {
        series.occurrences().prefix(count).map(\.nominal.date.description)
    }

    @Test(arguments: [
        ("monthly on 31", "2026-01-31", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]),
        ("monthly", "2026-01-31", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]),
        ("monthly on 31", "2026-02-28", ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]),
        ("monthly on 30, 31", "2026-01-30", ["2026-01-30", "2026-01-31", "2026-02-28", "2026-03-30"]),
        ("every 3 months on 31", "2026-01-31", ["2026-01-31", "2026-04-30", "2026-07-31", "2026-10-31"]),
        ("yearly on feb 29", "2024-02-29", ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
        ("yearly", "2024-02-29", ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
        ("monthly on last day", "2026-01-31", ["2026-01-31", "2026-02-28", "2026-03-31"]),
        ("monthly on last friday", "2026-01-30", ["2026-01-30", "2026-02-27", "2026-03-27"]),
        ("FREQ=MONTHLY", "2026-01-31", ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"]),
        ("FREQ=MONTHLY;SKIP=FORWARD", "2026-01-31", ["2026-01-31", "2026-03-01", "2026-03-31", "2026-05-01"]),
        ("FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=1,31", "2026-04-01", ["2026-04-01", "2026-05-01", "2026-05-31"]),
        ("FREQ=YEARLY", "2024-02-29", ["2024-02-29", "2028-02-29"]),
        ("weekdays", "2026-11-20", ["2026-11-20", "2026-11-23", "2026-11-24"]),
    ])
    func `days are counted from the start, and short months clamp or skip them`(
        rule: String,
        anchor: String,
        expected: [String]
    ) throws {
        #expect(try dates(series(rule, anchor), expected.count) == expected)
    }

    @Test func `a start that does not match the pattern is neither an occurrence nor counted`() throws {
        let series = try series("FREQ=WEEKLY;BYDAY=MO;COUNT=2", "2026-11-21")
        #expect(dates(series, 5) == ["2026-11-23", "2026-11-30"])
        #expect(!series.startIsOnPattern)
        #expect(try self.series("weekly on monday", "2026-11-23").startIsOnPattern)
        #expect(try series.contains(DateValue(parsing: "2026-11-30")))
        #expect(try !series.contains(DateValue(parsing: "2026-12-07")))
        #expect(try !series.contains(DateValue(parsing: "2026-11-21")))
    }

    @Test func `a time in a gap occurs after it, and at its usual time the next day`() throws {
        let paris = try series("daily", "2026-03-28T02:30", zone: "Europe/Paris")
        let found = Array(paris.occurrences().prefix(3))
        #expect(found.map(\.local.description) == ["2026-03-28T02:30", "2026-03-29T03:30", "2026-03-30T02:30"])
        #expect(found[1].nominal.description == "2026-03-29T02:30")
        #expect(found[1].instant.description == "2026-03-29T01:30:00Z")
    }

    /// An occurrence in a gap can come up to a day after the gap began, when the local time is long past it.
    @Test func `a time moved by a gap is in the future until it has come`() throws {
        for (zone, rule, start, due) in [
            ("Europe/Paris", "daily", "2026-03-28T02:30", "2026-03-29T01:30"),
            ("Europe/Paris", "FREQ=HOURLY;INTERVAL=24", "2026-03-28T02:59", "2026-03-29T01:59"),
            ("Pacific/Apia", "FREQ=MONTHLY;BYMONTHDAY=30", "2011-11-30T23:30", "2011-12-31T09:30"),
            ("Pacific/Apia", "FREQ=HOURLY;BYMONTHDAY=30;BYHOUR=23", "2011-11-30T23:30", "2011-12-31T09:30"),
        ] {
            let series = try series(rule, start, zone: zone)
            let due = Instant(utc: try DateValue(parsing: due).clock)
            for seconds in [1, 1_799, 1_801, 3_599, 3_601, 43_200, 84_599, 86_399] as [Int64] {
                #expect(series.next(after: due.adding(seconds: -seconds))?.instant == due, "\(rule) \(seconds)")
            }
            #expect(series.next(after: due)?.instant != due)
        }
    }

    @Test func `times that a gap maps to the same instant are one occurrence`() throws {
        let paris = try series("FREQ=DAILY;BYHOUR=2,3;BYMINUTE=15,45", "2026-03-29T02:15", zone: "Europe/Paris")
        #expect(locals(paris, 3) == ["2026-03-29T03:15", "2026-03-29T03:45", "2026-03-30T02:15"])
    }

    @Test func `a time that a gap moves past a later one comes after it`() throws {
        let island = try series("FREQ=DAILY;BYMINUTE=10,35", "2026-10-04T02:10", zone: "Australia/Lord_Howe")
        #expect(locals(island, 3) == ["2026-10-04T02:35", "2026-10-04T02:40", "2026-10-05T02:10"])
    }

    @Test func `a rule whose every occurrence is in a gap still occurs every year`() throws {
        let paris = try series("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "2026-03-29T02:30", zone: "Europe/Paris")
        #expect(locals(paris, 3) == ["2026-03-29T03:30", "2027-03-28T03:30", "2028-03-26T03:30"])
    }

    @Test func `of a time that occurs twice, the first is used`() throws {
        let paris = try series("daily", "2026-10-25T02:30", zone: "Europe/Paris")
        #expect(
            paris.occurrences().prefix(2).map(\.instant.description) == [
                "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z",
            ]
        )
    }

    @Test func `the day that Samoa skipped is the same instant as the next`() throws {
        let apia = try series("daily", "2011-12-29T09:00", zone: "Pacific/Apia")
        #expect(locals(apia, 3) == ["2011-12-29T09:00", "2011-12-31T09:00", "2012-01-01T09:00"])
    }

    @Test func `friendly hours and minutes count elapsed time`() throws {
        let forward = try series("every 90 minutes", "2026-03-29T00:30", zone: "Europe/Paris")
        #expect(locals(forward, 3) == ["2026-03-29T00:30", "2026-03-29T03:00", "2026-03-29T04:30"])
        let back = try series("hourly", "2026-10-25T01:00", zone: "Europe/Paris")
        #expect(locals(back, 4) == ["2026-10-25T01:00", "2026-10-25T02:00", "2026-10-25T02:00", "2026-10-25T03:00"])
    }

    @Test func `a date with an offset is computed in the reminder's time zone`() throws {
        let paris = try series("daily", "2026-10-24T09:00+02:00", zone: "Europe/Paris")
        let second = try #require(Array(paris.occurrences().prefix(2)).last)
        #expect(second.instant.description == "2026-10-25T08:00:00Z")
        let written = try paris.date(of: second, like: DateValue(parsing: "2026-10-24T09:00+02:00"))
        #expect(written.description == "2026-10-25T09:00+01:00")
    }

    @Test(arguments: [
        ("daily", "2026-11-20", "2026-11-22", ["2026-11-20", "2026-11-21", "2026-11-22"]),
        ("daily", "2026-11-20T23:59", "2026-11-21", ["2026-11-20", "2026-11-21"]),
        ("daily", "2026-11-20T09:00", "2026-11-21T09:00", ["2026-11-20", "2026-11-21"]),
        ("daily", "2026-11-20T09:00", "2026-11-21T08:59", ["2026-11-20"]),
        ("daily", "2026-11-20", "2026-11-21T00:00", ["2026-11-20", "2026-11-21"]),
        ("FREQ=DAILY;UNTIL=20261121", "2026-11-20", "2026-11-25", ["2026-11-20", "2026-11-21"]),
        ("FREQ=DAILY;UNTIL=20261130", "2026-11-20", "2026-11-21", ["2026-11-20", "2026-11-21"]),
        ("FREQ=DAILY;UNTIL=20261121T080000Z", "2026-11-20T09:00", "2026-12-01", ["2026-11-20", "2026-11-21"]),
        ("FREQ=DAILY;UNTIL=20261121T075959Z", "2026-11-20T09:00", "2026-12-01", ["2026-11-20"]),
        ("daily", "2026-11-20", "2026-11-19", []),
    ])
    func `the end is inclusive, and of two ends the earlier counts`(
        rule: String,
        anchor: String,
        until: String,
        expected: [String]
    ) throws {
        #expect(try dates(series(rule, anchor, zone: "Europe/Paris", until: until), 9) == expected)
    }

    @Test func `an all-day occurrence is announced at the requested hour`() throws {
        let first = try #require(series("daily", "2026-11-22", zone: "Europe/Paris").occurrences().first { _ in true })
        #expect(first.isAllDay)
        #expect(first.local.description == "2026-11-22T09:00")
        #expect(first.instant.description == "2026-11-22T08:00:00Z")
    }

    @Test func `hours of an all-day series are counted from the time of its notification`() throws {
        let hourly = try series("hourly", "2026-11-22")
        let second = try #require(Array(hourly.occurrences().prefix(2)).last)
        #expect(second.local.description == "2026-11-22T10:00")
        #expect(try hourly.date(of: second, like: DateValue(parsing: "2026-11-22")).description == "2026-11-22T10:00")
    }

    @Test func `a rule's own start replaces the reminder's date`() throws {
        let series = try series(
            "DTSTART:20260105T090000Z;FREQ=DAILY;INTERVAL=2;COUNT=4",
            "2026-01-09T09:00",
            zone: "Europe/Paris"
        )
        #expect(locals(series, 9) == ["2026-01-05T09:00", "2026-01-07T09:00", "2026-01-09T09:00", "2026-01-11T09:00"])
        let day = try self.series("DTSTART:20260105;FREQ=DAILY", "2026-01-09T17:30")
        #expect(locals(day, 1) == ["2026-01-05T17:30"])
    }

    @Test func `the day written into the rule is that of the local time`() throws {
        let paris = try series("monthly", "2026-01-30T23:30Z", zone: "Europe/Paris")
        #expect(paris.pinnedText == "monthly on 31")
        #expect(try series("monthly", "2026-01-30T23:30Z").pinnedText == "monthly on 30")
    }

    @Test func `the next occurrence is strictly later`() throws {
        let daily = try series("daily", "2026-11-20T09:00")
        let second = try #require(Array(daily.occurrences().prefix(2)).last)
        #expect(daily.next(after: second.instant)?.local.description == "2026-11-22T09:00")
        #expect(daily.next(after: second.instant.adding(seconds: -1)) == second)
        #expect(daily.next(after: Instant(secondsSince1970: 0))?.local.description == "2026-11-20T09:00")
        #expect(daily.next(after: Instant(secondsSince1970: .max)) == nil)
        #expect(daily.next(after: Instant(secondsSince1970: .min))?.local.description == "2026-11-20T09:00")
    }

    @Test func `COUNT is counted from the start, whatever the query`() throws {
        for rule in ["FREQ=DAILY;COUNT=5", "FREQ=HOURLY;INTERVAL=24;COUNT=5"] {
            let five = try series(rule, "2026-11-20T09:00")
            let all = Array(five.occurrences())
            #expect(all.count == 5)
            #expect(Array(five.occurrences(after: all[2].instant)) == Array(all[3...]))
            #expect(five.next(after: all[4].instant) == nil)
        }
    }

    @Test func `days of the month in a week of the year need no weekday`() throws {
        // As in python-dateutil.
        let weeks = try series("FREQ=YEARLY;BYWEEKNO=1;BYMONTHDAY=1,31", "2024-01-01")
        #expect(dates(weeks, 5) == ["2024-01-01", "2024-12-31", "2025-01-01", "2025-12-31", "2026-01-01"])
    }

    @Test func `the calendar ends with the year 9999, even within a week`() throws {
        #expect(
            try dates(series("FREQ=WEEKLY;BYDAY=SU,FR", "9999-12-24"), 9) == ["9999-12-24", "9999-12-26", "9999-12-31"]
        )
        #expect(try dates(series("monthly on 31", "9999-11-30"), 9) == ["9999-11-30", "9999-12-31"])
        #expect(
            try dates(series("FREQ=WEEKLY;WKST=SU;BYDAY=SU,MO;BYSETPOS=1", "0001-01-01"), 2) == [
                "0001-01-01", "0001-01-07",
            ]
        )
    }

    /// RFC 7529, 4.1: the nearest day before or after, from either end of a month or year; libical does the same.
    @Test(arguments: [
        ("MONTHLY;SKIP=FORWARD;BYMONTHDAY=31", ["2027-01-31", "2027-03-01", "2027-03-31", "2027-05-01"]),
        ("MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31", ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]),
        ("MONTHLY;SKIP=FORWARD;BYMONTHDAY=-31", ["2027-01-01", "2027-02-01", "2027-03-01", "2027-04-01"]),
        ("MONTHLY;SKIP=BACKWARD;BYMONTHDAY=-31", ["2027-01-01", "2027-01-31", "2027-03-01", "2027-03-31"]),
        ("MONTHLY;SKIP=OMIT;BYMONTHDAY=-31", ["2027-01-01", "2027-03-01", "2027-05-01", "2027-07-01"]),
        ("MONTHLY;SKIP=BACKWARD;BYMONTHDAY=-1,-31", ["2027-01-01", "2027-01-31", "2027-02-28", "2027-03-01"]),
        ("YEARLY;SKIP=FORWARD;BYYEARDAY=366", ["2028-12-31", "2030-01-01", "2031-01-01", "2032-01-01"]),
        ("YEARLY;SKIP=BACKWARD;BYYEARDAY=366", ["2028-12-31", "2029-12-31", "2030-12-31", "2031-12-31"]),
        ("YEARLY;SKIP=FORWARD;BYYEARDAY=-366", ["2028-01-01", "2029-01-01", "2030-01-01", "2031-01-01"]),
        ("YEARLY;SKIP=BACKWARD;BYYEARDAY=-366", ["2028-01-01", "2028-12-31", "2029-12-31", "2030-12-31"]),
        ("YEARLY;SKIP=OMIT;BYYEARDAY=366", ["2028-12-31", "2032-12-31", "2036-12-31"]),
        ("YEARLY;SKIP=BACKWARD;BYMONTH=4;BYMONTHDAY=-31", ["2027-03-31", "2028-03-31", "2029-03-31"]),
        ("MONTHLY;INTERVAL=2;SKIP=FORWARD;BYMONTHDAY=31", ["2026-12-31", "2027-03-01", "2027-05-01", "2027-07-01"]),
        ("MONTHLY;INTERVAL=2;SKIP=BACKWARD;BYMONTHDAY=-31", ["2027-03-31", "2027-05-31", "2027-08-01", "2027-10-01"]),
        ("YEARLY;INTERVAL=3;SKIP=FORWARD;BYYEARDAY=366", ["2028-12-31", "2032-01-01", "2035-01-01"]),
        ("YEARLY;INTERVAL=3;SKIP=BACKWARD;BYYEARDAY=-366", ["2028-01-01", "2030-12-31", "2033-12-31"]),
    ])
    func `SKIP moves days that a month or year lacks, and a series started on any of its days is the same`(
        rule: String,
        expected: [String]
    ) throws {
        for index in 0..<expected.count - 1 {
            let rest = expected[index...]
            #expect(try dates(series("FREQ=\(rule)", rest[index]), rest.count) == Array(rest), "from \(rest[index])")
        }
    }

    @Test func `SKIP moves no day out of the calendar`() throws {
        #expect(
            try dates(series("FREQ=YEARLY;SKIP=FORWARD;BYYEARDAY=366", "9996-12-31"), 5) == [
                "9996-12-31", "9998-01-01", "9999-01-01",
            ]
        )
        #expect(try dates(series("FREQ=YEARLY;BYYEARDAY=-366;SKIP=BACKWARD", "0001-01-01"), 1) == ["0001-12-31"])
    }

    /// RFC 5545, 3.3.10: week number one "of the calendar year" is the first with four days in it, so 2001-12-31 is in
    /// a week of 2002, and the set of 2001 ends before it. Google's rfc-2445 and libical do the same.
    @Test func `a year of week rules has its own weeks, which BYSETPOS and INTERVAL use`() throws {
        let weekdays = "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU,WE,TH,FR"
        #expect(
            try dates(series("\(weekdays);BYSETPOS=-1", "1999-01-01"), 4) == [
                "1999-01-08", "2000-01-07", "2001-01-05", "2002-01-04",
            ]
        )
        #expect(
            try dates(series("\(weekdays);BYSETPOS=1", "2001-01-01"), 4) == [
                "2001-01-01", "2001-12-31", "2002-12-30", "2003-12-29",
            ]
        )
        // If it starts in the week of 2002 that begins in December 2001, every second year means the even years.
        for start in ["2001-12-31", "2002-01-01"] {
            let found = try dates(series("FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=TU", start), 3)
            #expect(found == ["2002-01-01", "2003-12-30", "2006-01-03"])
        }
        // Its Thursday is 1 January 2026, so this week belongs to 2026.
        #expect(
            try dates(series("FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO", "2025-12-29"), 2) == [
                "2025-12-29", "2028-01-03",
            ]
        )
        // In the night before 1 January it is still in the future, although its year of weeks began 52 weeks ago.
        let saturday = try series("FREQ=YEARLY;BYWEEKNO=52;BYDAY=SA", "1998-12-26")
        #expect(
            saturday.next(after: Instant(utc: try DateValue(parsing: "2000-01-01T01:00").clock))?.nominal.date
                .description == "2000-01-01"
        )
        // 2000-01-01 is in week 52 of 1999.
        #expect(
            try dates(series("FREQ=YEARLY;INTERVAL=2;BYWEEKNO=52;BYDAY=SA", "2000-01-01"), 3) == [
                "2000-01-01", "2001-12-29", "2003-12-27",
            ]
        )
    }

    @Test func `a minute in a half-hour clock change is computed correctly`() throws {
        let forward = try series("FREQ=HOURLY;BYMINUTE=0", "2026-10-04T00:00", zone: "Australia/Lord_Howe")
        #expect(
            locals(forward, 4) == ["2026-10-04T00:00", "2026-10-04T01:00", "2026-10-04T02:30", "2026-10-04T03:00"]
        )
        let back = try series("FREQ=HOURLY;BYMINUTE=15", "2026-04-05T00:15", zone: "Australia/Lord_Howe")
        #expect(locals(back, 3) == ["2026-04-05T00:15", "2026-04-05T01:15", "2026-04-05T02:15"])
    }

    @Test func `a series without further occurrences gives the reason`() throws {
        func ending(_ rule: String, after: String? = nil, until: String? = nil) throws -> Occurrences.Ending? {
            let series = try series(rule, "2026-01-01T08:00", until: until)
            var occurrences = try series.occurrences(
                after: after.map { text throws in Instant(utc: try DateValue(parsing: text).clock) }
            )
            for _ in 0..<20 where occurrences.next() == nil { break }
            return occurrences.ending
        }
        #expect(try ending("daily") == nil)
        #expect(try ending("FREQ=DAILY;COUNT=20") == nil)
        #expect(try ending("FREQ=DAILY;COUNT=19") == .rule)
        #expect(try ending("FREQ=DAILY;UNTIL=20260104") == .rule)
        #expect(try ending("hourly", until: "2026-01-01T09:00") == .rule)
        #expect(try ending("yearly", after: "9985-01-01") == .calendar)
        #expect(try ending("hourly", after: "9999-12-30T09:00") == .calendar)
        #expect(try ending("FREQ=HOURLY", after: "9999-12-31T09:00") == .calendar)
        #expect(try ending("FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1") == .search)
        // This is too far to count: the result is either correct or an error.
        #expect(try ending("FREQ=MINUTELY;COUNT=13000000", after: "2050-01-01") == .counting)
        #expect(try ending("FREQ=MINUTELY;COUNT=20000000", after: "2030-01-01") == nil)
    }

    @Test func `a COUNT that cannot be used up yet is not evaluated`() throws {
        // There is one per day, so fewer than three million in seven thousand years.
        let daily = try series("FREQ=DAILY;COUNT=999999999", "2026-01-01T08:00", zone: "Europe/Paris")
        let far = Instant(utc: try DateValue(parsing: "9000-01-01T12:00").clock)
        #expect(
            daily.occurrences(after: far).prefix(2).map(\.local.description) == [
                "9000-01-02T08:00", "9000-01-03T08:00",
            ]
        )
        let hourly = try series("FREQ=HOURLY;BYMINUTE=0,30;COUNT=999999999", "2026-01-01T08:00")
        #expect(hourly.next(after: far)?.local.description == "9000-01-01T12:30")
    }

    @Test func `occurrences passed over while counting do not exhaust the search limit`() throws {
        let working = try series("FREQ=MINUTELY;BYDAY=MO,TU,WE,TH,FR;COUNT=999999", "2026-01-01T00:00")
        let after = Instant(utc: try DateValue(parsing: "2026-12-31T12:00").clock)
        #expect(working.next(after: after)?.local.description == "2026-12-31T12:01")
    }
}
