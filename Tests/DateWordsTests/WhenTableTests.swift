import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

/// Every form of a date that the manual lists, on Saturday 2026-11-21 at 08:00.
@Suite struct WhenTableTests {
    private static let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_778), CivilTime(hour: 8, minute: 0) ?? .noon)

    private func expect(_ text: String, _ expected: String) throws {
        #expect(try DateValue(when: text, now: Self.now).description == expected, "\(text)")
        // Case, blanks and commas at the ends mean nothing.
        let shouted = "  \(text.uppercased())\t"
        #expect(try DateValue(when: shouted, now: Self.now).description == expected, "\(shouted)")
    }

    @Test(arguments: [
        ("2026-11-22", "2026-11-22"), ("2026-11-22 9:00", "2026-11-22T09:00"), ("2026-11-22T09:00", "2026-11-22T09:00"),
        ("2026/11/22", "2026-11-22"), ("2026-1-5", "2026-01-05"), ("20261122T0900", "2026-11-22T09:00"),
        ("20261122", "2026-11-22"), ("2027-W03", "2027-01-18"), ("2027-W03-2", "2027-01-19"),
        ("2026-W53-7", "2027-01-03"),
    ]) func `ISO`(text: String, expected: String) throws { try expect(text, expected) }

    @Test(arguments: [
        ("today", "2026-11-21"), ("tod", "2026-11-21"), ("tomorrow", "2026-11-22"), ("tom", "2026-11-22"),
        ("tmr", "2026-11-22"),
        ("tmrw", "2026-11-22"), ("yesterday", "2026-11-20"), ("day after tomorrow", "2026-11-23"),
        ("the day after tomorrow", "2026-11-23"), ("day before yesterday", "2026-11-19"), ("eod", "2026-11-21"),
        ("end of day", "2026-11-21"),
    ]) func `a relative day`(text: String, expected: String) throws { try expect(text, expected) }

    @Test(arguments: [
        ("friday", "2026-11-27"), ("fri", "2026-11-27"), ("on friday", "2026-11-27"), ("this friday", "2026-11-27"),
        ("next friday", "2026-11-27"), ("saturday", "2026-11-28"), ("last friday", "2026-11-20"),
        ("last saturday", "2026-11-14"), ("last sunday", "2026-11-15"), ("monday next week", "2026-11-23"),
        ("next week friday", "2026-11-27"), ("next week on friday", "2026-11-27"),
        ("friday of next week", "2026-11-27"),
        ("monday this week", "2026-11-16"), ("friday last week", "2026-11-13"),
        ("fri 27 nov", "2026-11-27"), ("Friday, November 27, 2026", "2026-11-27"), ("Mon 30 Nov", "2026-11-30"),
        ("Mon 2026-11-30", "2026-11-30"), ("friday the 27th", "2026-11-27"), ("sat 21 nov", "2026-11-21"),
    ]) func `a weekday`(text: String, expected: String) throws { try expect(text, expected) }

    @Test(arguments: [
        ("25 dec", "2026-12-25"), ("dec 25", "2026-12-25"), ("dec. 25", "2026-12-25"), ("25 December", "2026-12-25"),
        ("5th of january", "2027-01-05"), ("january 5, 2027", "2027-01-05"), ("january the 5th", "2027-01-05"),
        ("25-dec-2026", "2026-12-25"), ("25dec", "2026-12-25"), ("24.12.", "2026-12-24"), ("24.12.2026", "2026-12-24"),
        ("24. december", "2026-12-24"), ("the 15th", "2026-12-15"), ("15th", "2026-12-15"), ("the 31st", "2026-12-31"),
        ("the 21st", "2026-11-21"), ("first of the month", "2026-12-01"), ("15th of next month", "2026-12-15"),
        ("first monday of december", "2026-12-07"),
        ("1st monday of december 2027", "2027-12-06"), ("last friday of the month", "2026-11-27"),
        ("last friday of november 2025", "2025-11-28"), ("first monday of next month", "2026-12-07"),
        ("feb 29", "2028-02-29"), ("5th monday of february", "2044-02-29"), ("21 nov", "2026-11-21"),
        ("20 nov", "2027-11-20"),
    ]) func `a day of a month`(text: String, expected: String) throws { try expect(text, expected) }

    @Test(arguments: [
        ("11/22/2026", "2026-11-22"), ("22/11/2026", "2026-11-22"), ("11/11/2026", "2026-11-11"),
        ("22-11-2026", "2026-11-22"), ("24/12", "2026-12-24"), ("12/24", "2026-12-24"), ("13/2", "2027-02-13"),
        ("5/5", "2027-05-05"), ("24.12", "2026-12-24"), ("13.2", "2027-02-13"), ("24/12 9am", "2026-12-24T09:00"),
        ("24/12 2027", "2027-12-24"), ("thu 24/12", "2026-12-24"),
    ]) func `with slashes`(text: String, expected: String) throws { try expect(text, expected) }

    @Test(arguments: [
        ("in 3 days", "2026-11-24"), ("3 days", "2026-11-24"), ("3d", "2026-11-24"), ("3 days from now", "2026-11-24"),
        ("3 days from today", "2026-11-24"), ("+2w", "2026-12-05"), ("-1d", "2026-11-20"), ("in a week", "2026-11-28"),
        ("in two weeks", "2026-12-05"), ("in a fortnight", "2026-12-05"), ("2 weeks ago", "2026-11-07"),
        ("in a couple of days", "2026-11-23"), ("a week after friday", "2026-12-04"),
        ("2 days before 25 dec", "2026-12-23"),
        ("in 2h", "2026-11-21T10:00"), ("in 90 minutes", "2026-11-21T09:30"), ("in 1.5h", "2026-11-21T09:30"),
        ("in half an hour", "2026-11-21T08:30"), ("in 1h30m", "2026-11-21T09:30"), ("2 hours ago", "2026-11-21T06:00"),
        ("30m", "2026-11-21T08:30"), ("2 hours", "2026-11-21T10:00"), ("in 1 day 2 hours", "2026-11-22T10:00"),
        ("+1mo", "2026-12-21"), ("+1y", "2027-11-21"), ("in 3 months", "2027-02-21"), ("now", "2026-11-21T08:00"),
    ]) func `from now`(text: String, expected: String) throws { try expect(text, expected) }

    @Test(arguments: [
        ("end of month", "2026-11-30"), ("eom", "2026-11-30"), ("end of the month", "2026-11-30"),
        ("end of next month", "2026-12-31"), ("end of february", "2027-02-28"), ("end of the year", "2026-12-31"),
        ("eoy", "2026-12-31"), ("end of week", "2026-11-22"), ("eow", "2026-11-22"), ("end of quarter", "2026-12-31"),
        ("first day of next month", "2026-12-01"), ("som", "2026-12-01"), ("start of next week", "2026-11-23"),
        ("last day of february", "2027-02-28"), ("weekend", "2026-11-28"), ("next weekend", "2026-11-28"),
        ("next week", "2026-11-23"), ("next month", "2026-12-01"), ("next year", "2027-01-01"),
        ("next quarter", "2027-01-01"),
    ]) func `a boundary`(text: String, expected: String) throws { try expect(text, expected) }

    @Test(arguments: [
        ("9:00", "2026-11-21T09:00"), ("7:00", "2026-11-22T07:00"), ("8:00", "2026-11-22T08:00"),
        ("9am", "2026-11-21T09:00"), ("9 am", "2026-11-21T09:00"), ("9a", "2026-11-21T09:00"),
        ("9 a.m.", "2026-11-21T09:00"), ("9p", "2026-11-21T21:00"), ("9.30pm", "2026-11-21T21:30"),
        ("9.30", "2026-11-21T09:30"), ("17h", "2026-11-21T17:00"), ("17h30", "2026-11-21T17:30"),
        ("at 9", "2026-11-21T09:00"), ("at nine", "2026-11-21T09:00"), ("at 1730", "2026-11-21T17:30"),
        ("9 o'clock", "2026-11-21T09:00"), ("noon", "2026-11-21T12:00"), ("midnight", "2026-11-22T00:00"),
        ("half past nine", "2026-11-21T09:30"), ("quarter to ten", "2026-11-21T09:45"),
        ("20 past 9", "2026-11-21T09:20"), ("12am", "2026-11-22T00:00"), ("12pm", "2026-11-21T12:00"),
        ("9:00:30", "2026-11-21T09:00:30"), ("12 noon", "2026-11-21T12:00"),
    ]) func `a time`(text: String, expected: String) throws { try expect(text, expected) }

    @Test(arguments: [
        ("morning", "2026-11-21T09:00"), ("afternoon", "2026-11-21T15:00"), ("evening", "2026-11-21T20:00"),
        ("tonight", "2026-11-21T20:00"), ("in the morning", "2026-11-21T09:00"), ("this evening", "2026-11-21T20:00"),
        ("tonight at 8", "2026-11-21T20:00"), ("8 in the evening", "2026-11-21T20:00"),
        ("11 at night", "2026-11-21T23:00"), ("tomorrow morning at 10", "2026-11-22T10:00"),
        ("midnight tonight", "2026-11-22T00:00"),
        ("tomorrow at 5 in the afternoon", "2026-11-22T17:00"),
    ]) func `a part of the day`(text: String, expected: String) throws { try expect(text, expected) }

    @Test(arguments: [
        ("tomorrow 9am", "2026-11-22T09:00"), ("9am tomorrow", "2026-11-22T09:00"), ("mon 9", "2026-11-23T09:00"),
        ("monday morning", "2026-11-23T09:00"), ("jan 5 at 17:30", "2027-01-05T17:30"),
        ("at 9 on friday", "2026-11-27T09:00"), ("noon on friday", "2026-11-27T12:00"),
        ("21 nov 2027 7:00", "2027-11-21T07:00"), ("sat 21 nov 7:00", "2026-11-21T07:00"),
        ("tomorrow, all day", "2026-11-22"), ("Fri 27 Nov 20:00", "2026-11-27T20:00"),
        ("Monday 30 November 2026", "2026-11-30"), ("Sun 2026-11-22 09:00", "2026-11-22T09:00"),
    ]) func `a day and a time`(text: String, expected: String) throws { try expect(text, expected) }

    @Test func `the parts of the day are configurable`() throws {
        let times = PartsOfDay(
            morning: try #require(CivilTime(hour: 7, minute: 30)),
            afternoon: .noon,
            evening: try #require(CivilTime(hour: 18, minute: 0))
        )
        for (text, expected) in [
            ("tomorrow morning", "2026-11-22T07:30"), ("afternoon", "2026-11-21T12:00"),
            ("tonight", "2026-11-21T18:00"),
        ] {
            #expect(try WhenPhrase(parsing: text, now: Self.now, times: times).value.description == expected)
        }
        let rule = try RulePhrase(parsing: "every morning", now: Self.now, times: times)
        #expect(rule.time == CivilTime(hour: 7, minute: 30))
    }

    /// The words, how many of them are a date, and which.
    @Test(arguments: [
        ("tomorrow 9am call bob", 2, "2026-11-22T09:00"), ("friday at the office", 1, "2026-11-27"),
        ("2026-11-22 09:00+01:00 call", 2, "2026-11-22 09:00+01:00"),
        ("tomorrow, buy milk", 1, "2026-11-22"), ("25 dec 3 apples", 2, "2026-12-25"), ("bob", 0, ""),
        ("9am-ish", 0, ""), ("in the end", 0, ""), ("first monday of december then", 4, "2026-12-07"),
    ]) func `the longest date at the beginning of some words`(text: String, count: Int, value: String) throws {
        let words = text.split(separator: " ").map(String.init)
        #expect(Reader.length(of: words, .when, in: .apart) == count)
        guard count > 0 else { return }
        let phrase = words.prefix(count).joined(separator: " ")
        #expect(try WhenPhrase(parsing: phrase, now: Self.now).value.description == value)
    }

    @Test func `what may come next`() {
        #expect(Reader.continuations(of: "next m", .when, in: .apart) == ["monday", "month"])
        #expect(Reader.continuations(of: "tom", .when, in: .apart) == ["tomorrow"])
        #expect(Reader.continuations(of: "end of ", .when, in: .apart).contains("month"))
        #expect(Reader.continuations(of: "tomorrow ", .when, in: .apart).contains("noon"))
        #expect(Reader.continuations(of: "bob ", .when, in: .apart).isEmpty)
        #expect(Reader.continuations(of: "weekly on m", .rule, in: .apart).contains("monday"))
        #expect(Reader.continuations(of: "every ", .rule, in: .apart).contains("other"))
    }
}
