import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

@Suite struct WhenPhraseTests {
    /// A Saturday.
    private let now = "2026-11-21T12:00"

    private func parsed(_ text: String, now: String) throws -> String {
        try DateValue(when: text, now: DateValue(parsing: now).clock).description
    }

    @Test(arguments: [
        ("2026-12-01", "2026-12-01"), ("2026-12-01T09:00", "2026-12-01T09:00"),
        ("2026-12-01 09:00", "2026-12-01 09:00"),
        ("2026-12-01T09:00:00+01:00", "2026-12-01T09:00:00+01:00"), ("2026-12-01 9am", "2026-12-01T09:00"),
        ("today", "2026-11-21"), ("Tomorrow", "2026-11-22"), ("yesterday", "2026-11-20"), ("  today  ", "2026-11-21"),
        ("friday", "2026-11-27"), ("fri", "2026-11-27"), ("next friday", "2026-11-27"), ("saturday", "2026-11-28"),
        ("sunday", "2026-11-22"), ("Next  Monday", "2026-11-23"), ("next week", "2026-11-23"),
        ("next month", "2026-12-01"), ("next year", "2027-01-01"),
        ("9am", "2026-11-22T09:00"), ("9 PM", "2026-11-21T21:00"), ("21:30", "2026-11-21T21:30"),
        ("12:00", "2026-11-22T12:00"), ("noon", "2026-11-22T12:00"), ("midnight", "2026-11-22T00:00"),
        ("12am", "2026-11-22T00:00"), ("12pm", "2026-11-22T12:00"), ("12:30am", "2026-11-22T00:30"),
        ("tomorrow 9am", "2026-11-22T09:00"), ("9am tomorrow", "2026-11-22T09:00"),
        ("tomorrow at noon", "2026-11-22T12:00"), ("fri 17:00", "2026-11-27T17:00"), ("today 9am", "2026-11-21T09:00"),
        ("25 dec", "2026-12-25"), ("dec 25 9:00", "2026-12-25T09:00"), ("25th December, 9:00", "2026-12-25T09:00"),
        ("1 jan", "2027-01-01"), ("21 nov", "2026-11-21"), ("21 nov 2027 11:00", "2027-11-21T11:00"),
        ("21 nov 13:00", "2026-11-21T13:00"), ("29 feb", "2028-02-29"), ("25 dec 2030", "2030-12-25"),
        ("in 3 days", "2026-11-24"), ("in a week", "2026-11-28"), ("in 3 days 9am", "2026-11-24T09:00"),
        ("in 2 hours", "2026-11-21T14:00"), ("in an hour", "2026-11-21T13:00"), ("+2w", "2026-12-05"),
        ("+2 weeks", "2026-12-05"),
        ("+90m", "2026-11-21T13:30"), ("15m", "2026-11-21T12:15"), ("1h30m", "2026-11-21T13:30"),
        ("in 3 months", "2027-02-21"),
        ("end of month", "2026-11-30"), ("end of week", "2026-11-22"), ("end of year 18:00", "2026-12-31T18:00"),
        ("now", "2026-11-21T12:00"),
        ("13h", "2026-11-21T13:00"), ("17h", "2026-11-21T17:00"), ("23h", "2026-11-21T23:00"),
        ("17h30", "2026-11-21T17:30"), ("tomorrow 09h", "2026-11-22T09:00"), ("in 0 minutes", "2026-11-21T12:00"),
        ("at 9h", "2026-11-22T09:00"),
        ("in 17h", "2026-11-22T05:00"), ("+2h", "2026-11-21T14:00"), ("24h", "2026-11-22T12:00"),
        ("48h", "2026-11-23T12:00"), ("17h30m", "2026-11-22T05:30"),
        ("all day", "2026-11-21"), ("tomorrow, all day", "2026-11-22"), ("All-Day friday", "2026-11-27"),
    ])
    func `people say when in many ways`(text: String, expected: String) throws {
        #expect(try parsed(text, now: now) == expected)
    }

    @Test(arguments: [("1700 hrs", "17:00"), ("0900 hours", "09:00"), ("1430hrs", "14:30"), ("1700h", "17:00")])
    func `four digits and hours are a time of day to many`(text: String, time: String) throws {
        let error = #expect(throws: ParseError.self) { try parsed(text, now: now) }
        #expect(error?.proposals == [time], "\(error?.message ?? "")")
        #expect(throws: ParseError.self) { try CivilDuration(parsing: text) }
        #expect(try parsed(time, now: now).hasSuffix("T\(time)"))
        #expect(try parsed("in 1700 hours", now: now) == "2027-01-31T08:00")
    }

    @Test func `on the last day of a month its end is today`() throws {
        #expect(try parsed("end of month", now: "2026-11-30T12:00") == "2026-11-30")
    }

    @Test func `a time that is counted in minutes is never early`() throws {
        #expect(try parsed("in 15 minutes", now: "2026-11-21T12:00:01") == "2026-11-21T12:16")
        #expect(try parsed("now", now: "2026-11-21T12:00:59") == "2026-11-21T12:00")
    }

    @Test(
        arguments: [
            ("", [], 0..<0), ("tomorow 9am", ["tomorrow 9am"], 0..<7), ("  fryday", ["friday"], 2..<8),
            ("2026-02-30", [], 0..<10), ("tomorrow 99", [], 9..<11), ("25 dec 9", ["25 dec 9:00"], 0..<8),
            ("9 tomorrow", ["9:00 tomorrow"], 0..<10), ("13pm", [], 0..<4), ("fri 25:00", [], 4..<9),
            ("31 feb", [], 0..<6), ("29 feb 2027", [], 0..<11), ("9am 10am", [], 6..<8),
            ("today tomorrow", [], 6..<14), ("next fryday", ["next friday"], 5..<11),
            ("end of mounth 9am", ["end of month 9am"], 7..<13), ("in 3 dais", ["in 3 days"], 5..<9),
            ("next", ["next monday", "next tuesday"], 0..<4), ("in", [], 0..<2),
            ("sat 27 nov", ["friday 27 nov 2026"], 0..<10),
            ("22th dec", ["22nd dec"], 0..<4), ("11/12", ["12 nov 2027", "11 dec 2026"], 0..<5),
            ("24/7", ["24 jul"], 0..<4),
            ("31/2", [], 0..<4), ("24-12", ["24 dec"], 0..<5), ("2027-W54", [], 0..<8),
            ("in 99999 years", [], 0..<14), ("in 9000 years", [], 0..<13),
        ] as [(String, [String], Range<Int>)]
    )
    func `what is not understood is named, with the nearest reading`(
        text: String,
        proposals: [String],
        range: Range<Int>
    ) throws {
        let error = try #require(throws: ParseError.self) { try parsed(text, now: now) }
        #expect(error.offset..<error.offset + error.length == range, "\(error.message)")
        if !proposals.isEmpty { #expect(error.proposals == proposals, "\(error.message)") }
        for phrase in error.proposals { _ = try parsed(phrase, now: now) }
    }

    /// What is ambiguous, and both.
    @Test(arguments: [
        ("2h", "in 2h", "2:00"), ("12h", "in 12h", "12:00"), ("9h05", "in 9h5m", "9:05"),
        ("+1m", "in 1 min", "in 1 mo"), ("in 5m", "in 5 min", "in 5 mo"), ("-3m", "3 min ago", "3 mo ago"),
        ("5m ago", "5 min ago", "5 mo ago"), ("5/6/2027", "6 may 2027", "5 jun 2027"),
        ("5/6", "6 may 2027", "5 jun 2027"),
        ("10.12", "10 dec", "10:12"), ("friday midnight", "27 nov 2026 00:00", "28 nov 2026 00:00"),
        ("this weekend", "21 nov 2026", "28 nov 2026"),
    ])
    func `what is ambiguous is refused with both`(text: String, first: String, second: String) throws {
        let error = #expect(throws: ParseError.self) { try parsed(text, now: now) }
        #expect(error?.message.hasSuffix("write '\(first)' or '\(second)'") == true, "\(error?.message ?? "")")
        #expect(try parsed(first, now: now) != parsed(second, now: now))
    }

    /// As edits and lists print them. A relative day that is another one is refused.
    @Test(arguments: [
        ("Sun 22 Nov (tomorrow)", "2026-11-22"), ("Sun 22 Nov 09:00 (tomorrow)", "2026-11-22T09:00"),
        ("Sat 21 Nov · today", "2026-11-21"), ("Sat 21 Nov 07:00 (today, already past)", "2026-11-21T07:00"),
        ("Sun 22 Nov (today)", nil), ("Sun 22 Nov (soon)", nil), ("(tomorrow)", nil), ("22 nov (tomorrow", nil),
    ]) func `a printed date with its relative day is read`(text: String, date: String?) throws {
        let value = try? WhenPhrase(parsing: text, now: DateValue(parsing: now).clock).value
        #expect(value?.description == date)
    }

    /// What stands there, what is typed, and what stands there then.
    @Test(arguments: [
        ("2026-12-05T10:00", "9am", "2026-12-05T09:00"), ("2026-12-05 10:00", "17h", "2026-12-05 17:00"),
        ("2026-12-05T10:00:30", "2026-12-06", "2026-12-06T10:00:30"), ("2026-12-05", "10:00", "2026-12-05T10:00"),
        ("2026-12-05T10:00", "tomorrow", "2026-11-22T10:00"), ("2026-12-05", "tomorrow", "2026-11-22"),
        ("2026-12-05T10:00", "tomorrow 9am", "2026-11-22T09:00"), ("2026-12-05T10:00", "all day", "2026-12-05"),
        ("2026-12-05T10:00", "tomorrow all day", "2026-11-22"), ("2026-12-05", "all day", "2026-12-05"),
        ("2026-12-05T10:00", "in 2 hours", "2026-11-21T14:00"), ("2026-12-05T10:00", "in 2 days", "2026-11-23T10:00"),
        ("2026-12-05T10:00", "2026-12-07T08:00", "2026-12-07T08:00"),
        ("2026-12-05T10:00", "midnight", "2026-12-05T00:00"), ("2026-12-05T10:00", "next month", "2026-12-01T10:00"),
        // A moment stays one, on the clock of its zone.
        ("2026-12-05T09:00Z", "11:00", "2026-12-05T10:00Z"),
        ("2026-10-24T10:00+02:00", "2026-10-26", "2026-10-26T10:00+01:00"),
        ("2026-12-05T23:30Z", "8:00", "2026-12-06T07:00Z"), ("2026-12-05T09:00Z", "all day", "2026-12-05"),
    ]) func `what is not named is kept`(old: String, text: String, new: String) throws {
        let zone = try Zone.named("Europe/Paris")
        let when = try WhenPhrase(parsing: text, now: DateValue(parsing: now).clock)
        #expect(when.changing(try DateValue(parsing: old), in: zone).description == new)
        #expect(when.changing(nil, in: zone) == when.value)
    }

    @Test(arguments: [
        ("15m", CivilDuration(seconds: 900)), ("2h", CivilDuration(seconds: 7_200)), ("1d", CivilDuration(days: 1)),
        ("1h30m", CivilDuration(seconds: 5_400)), ("1 H 30 Min", CivilDuration(seconds: 5_400)),
        ("2w", CivilDuration(days: 14)), ("1y 2mo", CivilDuration(months: 14)),
    ])
    func `a duration is numbers with units`(text: String, expected: CivilDuration) throws {
        #expect(try CivilDuration(parsing: text) == expected)
        #expect(try CivilDuration(parsing: expected.description) == expected)
    }

    @Test(arguments: [
        ("90 min", CivilDuration(seconds: 5_400)), ("1.5h", CivilDuration(seconds: 5_400)),
        ("1h30", CivilDuration(seconds: 5_400)), ("half an hour", CivilDuration(seconds: 1_800)),
        ("an hour and a half", CivilDuration(seconds: 5_400)), ("2 weeks", CivilDuration(days: 14)),
        ("two weeks", CivilDuration(days: 14)), ("a fortnight", CivilDuration(days: 14)),
        ("1mo", CivilDuration(months: 1)), ("1 year and 2 months", CivilDuration(months: 14)),
        ("a couple of days", CivilDuration(days: 2)), ("2 and a half hours", CivilDuration(seconds: 9_000)),
    ])
    func `a duration can be in words`(text: String, expected: CivilDuration) throws {
        #expect(try CivilDuration(parsing: text) == expected)
    }

    @Test(
        arguments: [
            ("", [], 0..<0), ("soon", [], 0..<4), ("15", [], 0..<2), ("2 huors", ["2 hours"], 2..<7),
            ("99999999d", [], 0..<9), ("1.5 days", [], 0..<8),
        ] as [(String, [String], Range<Int>)]
    )
    func `what is no duration is named`(text: String, proposals: [String], range: Range<Int>) throws {
        let error = try #require(throws: ParseError.self) { try CivilDuration(parsing: text) }
        #expect(error.offset..<error.offset + error.length == range, "\(error.message)")
        if !proposals.isEmpty { #expect(error.proposals == proposals, "\(error.message)") }
        for phrase in error.proposals { _ = try CivilDuration(parsing: phrase) }
    }

    @Test func `a text that is much too long is refused without a search for what it may mean`() {
        let text = Array(repeating: "tomorrow or friday", count: 1_000).joined(separator: " ")
        #expect(throws: ParseError.self) { try WhenPhrase(parsing: text, now: Self.friday) }
    }

    @Test(arguments: [
        "january", "someday", "later", "noon friday monday", "tomorrow weekly", "monthly", "soon",
        "easter",
    ])
    func `a word that means something is not taken for a misspelling`(text: String) {
        #expect(throws: ParseError.self) { try WhenPhrase(parsing: text, now: Self.friday) }
        do throws(ParseError) {
            _ = try WhenPhrase(parsing: text, now: Self.friday)
        } catch {
            #expect(error.suggestion == nil, "\(error.suggestion ?? "")")
        }
    }

    @Test(arguments: [
        ("27 nov 9am", "27 nov 2027 09:00"), ("the 27th 9am", "27 dec 2026 09:00"),
        ("last friday of november at 9", "26 nov 2027 09:00"), ("nov 27 at 9:59", "27 nov 2027 09:59"),
        ("next weekend", "5 dec 2026"), ("this friday", "4 dec 2026"),
    ])
    func `a day of today whose time has passed is refused with both`(text: String, later: String) throws {
        do throws(ParseError) {
            _ = try WhenPhrase(parsing: text, now: Self.friday)
            Issue.record("\(text) is accepted")
        } catch {
            #expect(
                error.message.contains("is ambiguous") && error.message.hasSuffix("or '\(later)'"),
                "\(error.message)"
            )
        }
        // What takes words from a line does not depend on the time.
        let words = text.split(separator: " ").map(String.init)
        #expect(Reader.length(of: words, .when, in: .apart) == words.count)
        // Something completed today was at that time.
        if !["next weekend", "this friday"].contains(text) {
            let done = try WhenPhrase(parsing: text, now: Self.friday, timeIsToday: true)
            #expect(done.value.date == Self.friday.date)
        }
    }

    @Test(arguments: [
        ("weekend", "2026-11-28"), ("this weekend", "2026-11-28"), ("27 nov", "2026-11-27"),
        ("27 nov 10:01", "2026-11-27T10:01"), ("fri 27 nov 9am", "2026-11-27T09:00"), ("9am", "2026-11-28T09:00"),
        ("next workday", "2026-11-30"), ("2 fridays from now", "2026-12-11"), ("week 48", nil),
        ("friday 4 9am", "2026-12-04T09:00"),
        ("friday 4", nil), ("this saturday", "2026-11-28"), ("next friday", "2026-12-04"),
    ]) func `said on a Friday at ten`(text: String, expected: String?) {
        #expect((try? WhenPhrase(parsing: text, now: Self.friday))?.value.description == expected)
    }

    /// On 27 November, a Friday.
    @Test(arguments: [
        ("28.11.", "2025-11-28"), ("27.11.", "2026-11-27"), ("26 nov", "2026-11-26"), ("friday", "2026-11-27"),
        ("thursday", "2026-11-26"), ("saturday 9am", "2026-11-21T09:00"), ("the 28th", "2026-10-28"),
        ("tomorrow", "2026-11-28"), ("28 nov 2026", "2026-11-28"), ("29 feb", "2024-02-29"),
    ]) func `of what has been done, a day without a year is the latest one`(text: String, expected: String) throws {
        let done = try WhenPhrase(parsing: text, now: Self.friday, timeIsToday: true, looksBack: true)
        #expect(done.value.description == expected)
    }

    private static let friday = CivilDateTime(
        CivilDate(daysSinceEpoch: 20_784),
        CivilTime(hour: 10, minute: 0) ?? .noon
    )
}
