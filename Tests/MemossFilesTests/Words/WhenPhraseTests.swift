import MemossFiles
import Testing

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
        ("sunday", "2026-11-22"), ("Next  Monday", "2026-11-23"), ("next week", "2026-11-28"),
        ("next month", "2026-12-21"), ("next year", "2027-11-21"),
        ("9am", "2026-11-22T09:00"), ("9 PM", "2026-11-21T21:00"), ("21:30", "2026-11-21T21:30"),
        ("12:00", "2026-11-22T12:00"), ("noon", "2026-11-22T12:00"), ("midnight", "2026-11-22T00:00"),
        ("12am", "2026-11-22T00:00"), ("12pm", "2026-11-22T12:00"), ("12:30am", "2026-11-22T00:30"),
        ("tomorrow 9am", "2026-11-22T09:00"), ("9am tomorrow", "2026-11-22T09:00"),
        ("tomorrow at noon", "2026-11-22T12:00"), ("fri 17:00", "2026-11-27T17:00"), ("today 9am", "2026-11-21T09:00"),
        ("25 dec", "2026-12-25"), ("dec 25 9:00", "2026-12-25T09:00"), ("25th December, 9:00", "2026-12-25T09:00"),
        ("1 jan", "2027-01-01"), ("21 nov", "2026-11-21"), ("21 nov 11:00", "2027-11-21T11:00"),
        ("21 nov 13:00", "2026-11-21T13:00"), ("29 feb", "2028-02-29"), ("25 dec 2030", "2030-12-25"),
        ("in 3 days", "2026-11-24"), ("in a week", "2026-11-28"), ("in 3 days 9am", "2026-11-24T09:00"),
        ("in 2 hours", "2026-11-21T14:00"), ("in an hour", "2026-11-21T13:00"), ("+2w", "2026-12-05"),
        ("+2 weeks", "2026-12-05"),
        ("+90m", "2026-11-21T13:30"), ("15m", "2026-11-21T12:15"), ("1h30m", "2026-11-21T13:30"),
        ("in 3 months", "2027-02-21"),
        ("end of month", "2026-11-30"), ("end of week", "2026-11-22"), ("end of year 18:00", "2026-12-31T18:00"),
        ("now", "2026-11-21T12:00"),
        ("13h", "2026-11-21T13:00"), ("17h", "2026-11-21T17:00"), ("23h", "2026-11-21T23:00"),
        ("17h30", "2026-11-21T17:30"), ("tomorrow 9h", "2026-11-22T09:00"), ("at 9h", "2026-11-22T09:00"),
        ("in 17h", "2026-11-22T05:00"), ("+2h", "2026-11-21T14:00"), ("24h", "2026-11-22T12:00"),
        ("48h", "2026-11-23T12:00"), ("17h30m", "2026-11-22T05:30"),
        ("all day", "2026-11-21"), ("tomorrow, all day", "2026-11-22"), ("All-Day friday", "2026-11-27"),
    ])
    func `common ways of writing a date are understood`(text: String, expected: String) throws {
        #expect(try parsed(text, now: now) == expected)
    }

    @Test func `on the last day of a month, end of month means today`() throws {
        #expect(try parsed("end of month", now: "2026-11-30T12:00") == "2026-11-30")
    }

    @Test func `a month after the 31st is the last day of a shorter month`() throws {
        #expect(try parsed("next month", now: "2027-01-31T12:00") == "2027-02-28")
    }

    @Test func `a time counted in minutes is never early`() throws {
        #expect(try parsed("in 15 minutes", now: "2026-11-21T12:00:01") == "2026-11-21T12:16")
        #expect(try parsed("now", now: "2026-11-21T12:00:59") == "2026-11-21T12:00")
    }

    @Test(
        arguments: [
            ("", "no date: a date is written 2026-11-22, tomorrow, friday, 25 dec, in 3 days or end of month", nil, 0),
            (
                "tomorow 9am",
                "'tomorow' is not a date: a date is written 2026-11-22, tomorrow, friday, 25 dec, in 3 days or end of month",
                "tomorrow", 0
            ),
            (
                "  fryday",
                "'fryday' is not a date: a date is written 2026-11-22, tomorrow, friday, 25 dec, in 3 days or end of month",
                "friday", 2
            ),
            ("2026-02-30", "there is no 30 February: February 2026 has 28 days", "2026-02-28", 0 + 8),
            ("2026-1-5", "'2026-1-5' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00", "2026-01-05", 6),
            ("tomorrow 9", "'9' could be an hour or a day", "9:00", 9),
            ("13pm", "there is no '13pm': with am or pm hours are 1 to 12", nil, 0),
            ("fri 25:00", "there is no time '25:00': times are 00:00 to 23:59", nil, 4),
            ("31 feb", "there is no 31 February: February has 29 days at most", nil, 0),
            ("29 feb 2027", "there is no 29 February 2027: February 2027 has 28 days", nil, 0),
            ("9am 10am", "'9am 10am' has two times", nil, 4),
            ("today tomorrow", "'today tomorrow' has two days", nil, 6),
            ("next fryday", "expected a weekday, week, month or year after 'next', not 'fryday'", "friday", 5),
            ("end of mounth", "expected week, month or year after 'end of', not 'mounth'", "month", 7),
            ("in 3 dais", "'dais' is not a unit of time: m, h, d, w, mo or y", "days", 5),
            ("2h", "'2h' is ambiguous: write 'in 2h' or '2:00'", nil, 0),
            (" 0h", "'0h' is ambiguous: write 'in 0h' or '0:00'", nil, 1),
            ("12h", "'12h' is ambiguous: write 'in 12h' or '12:00'", nil, 0),
            ("9h05", "'9h05' is ambiguous: write 'in 9h5m' or '9:05'", nil, 0),
            ("17h60", "'17h60' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00", nil, 2),
            ("9am all day", "'9am all day' is both all day and at a time", nil, 0),
            ("in", "expected a duration after 'in', as in 'in 3 days'", nil, 0),
        ] as [(String, String, String?, Int)]
    )
    func `unknown words are named, with the nearest known word`(
        text: String,
        message: String,
        suggestion: String?,
        offset: Int
    ) {
        #expect(throws: ParseError(message, suggestion: suggestion, offset: offset)) { try parsed(text, now: now) }
    }

    @Test func `both readings of an hour can be written`() throws {
        for hour in 1...12 {
            let error = #expect(throws: ParseError.self) { try parsed("\(hour)h", now: now) }
            let readings = (error?.message ?? "").split(separator: "'").map(String.init)
            #expect(readings.count == 5)
            #expect(try parsed(readings[2], now: "2026-11-21T00:30") == "2026-11-21T\(hour < 10 ? "0" : "")\(hour):30")
            #expect(try parsed(readings[4], now: "2026-11-21T00:30") == "2026-11-21T\(hour < 10 ? "0" : "")\(hour):00")
        }
    }

    /// The existing date, the typed text, and the resulting date.
    @Test(arguments: [
        ("2026-12-05T10:00", "9am", "2026-12-05T09:00"), ("2026-12-05 10:00", "17h", "2026-12-05 17:00"),
        ("2026-12-05T10:00:30", "2026-12-06", "2026-12-06T10:00:30"), ("2026-12-05", "10:00", "2026-12-05T10:00"),
        ("2026-12-05T10:00", "tomorrow", "2026-11-22T10:00"), ("2026-12-05", "tomorrow", "2026-11-22"),
        ("2026-12-05T10:00", "tomorrow 9am", "2026-11-22T09:00"), ("2026-12-05T10:00", "all day", "2026-12-05"),
        ("2026-12-05T10:00", "tomorrow all day", "2026-11-22"), ("2026-12-05", "all day", "2026-12-05"),
        ("2026-12-05T10:00", "in 2 hours", "2026-11-21T14:00"), ("2026-12-05T10:00", "in 2 days", "2026-11-23T10:00"),
        ("2026-12-05T10:00", "2026-12-07T08:00", "2026-12-07T08:00"),
        ("2026-12-05T10:00", "midnight", "2026-12-05T00:00"), ("2026-12-05T10:00", "next month", "2026-12-21T10:00"),
        // An instant stays an instant, changed in the local time of its zone.
        ("2026-12-05T09:00Z", "11:00", "2026-12-05T10:00Z"),
        ("2026-10-24T10:00+02:00", "2026-10-26", "2026-10-26T10:00+01:00"),
        ("2026-12-05T23:30Z", "8:00", "2026-12-06T07:00Z"), ("2026-12-05T09:00Z", "all day", "2026-12-05"),
    ]) func `what is not named is kept`(old: String, text: String, new: String) throws {
        let zone = try TestFiles.zone("Europe/Paris")
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

    @Test(
        arguments: [
            ("", "no duration: one is written 15m, 2h, 1d or 1h30m", nil, 0),
            ("soon", "'soon' is not a duration: a duration is written 15m, 2h, 1d or 1h30m", nil, 0),
            ("15", "'15' has no unit; add m, h, d, w, mo or y", "15m", 2),
            ("2 huors", "'huors' is not a unit of time: m, h, d, w, mo or y", "hours", 2),
            ("99999999m", "'99999999' is too large for a duration", nil, 0),
        ] as [(String, String, String?, Int)]
    )
    func `an invalid duration is reported`(text: String, message: String, suggestion: String?, offset: Int) {
        #expect(throws: ParseError(message, suggestion: suggestion, offset: offset)) {
            try CivilDuration(parsing: text)
        }
    }
}
