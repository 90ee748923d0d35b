import DateWords
import TestSupport
import Testing

@testable import CivilTime
@testable import Text

@Suite struct DateValueTests {
    @Test(arguments: [
        "2026-11-22", "2026-11-22T09:00", "2026-11-22 09:00", "2026-11-22T09:00:00", "2026-11-22 09:00:30",
        "2026-11-22T09:00Z", "2026-11-22T09:00:00Z", "2026-11-22 09:00+01:00", "2026-11-22T09:00-0330",
        "2026-11-22T09:00+05", "2026-11-22T09:00+00:00", "0001-01-01", "9999-12-31T23:59:59",
    ])
    func `a date is written as it was read`(text: String) throws {
        #expect(try DateValue(parsing: text).description == text)
        #expect(try DateValue(parsing: Array(text.utf8)[...]).description == text)
    }

    @Test func `fractions of a second and a blank before the offset are read and dropped`() throws {
        for (written, meant) in [
            ("2026-11-28T10:00:00.000Z", "2026-11-28T10:00:00Z"),
            ("2026-11-28T10:00:00,5+01:00", "2026-11-28T10:00:00+01:00"),
            ("2026-11-28 09:00:00.000000000 Z", "2026-11-28 09:00:00Z"),
            ("2026-11-28 09:00 +0100", "2026-11-28 09:00+0100"),
            ("2026-11-28 10:00:00.000000000 +01:00", "2026-11-28 10:00:00+01:00"),
            ("2026-11-28T10:00:59.999", "2026-11-28T10:00:59"), ("2026-11-28 10:00:00.123456", "2026-11-28 10:00:00"),
            ("2026-11-28T10:00:00.123456789+01:00", "2026-11-28T10:00:00+01:00"),
            ("2026-11-28T10:00:00.1Z", "2026-11-28T10:00:00Z"),
        ] {
            let date = try DateValue(parsing: written)
            #expect(date == (try DateValue(parsing: meant)) && date.description == meant)
        }
    }

    @Test func `the ISO form has a T`() throws {
        #expect(try DateValue(parsing: "2026-11-22 09:00").iso == "2026-11-22T09:00")
        #expect(try DateValue(parsing: "2026-11-22").iso == "2026-11-22")
    }

    @Test(
        arguments: [
            ("", "no date: a date is written 2026-11-22 or 2026-11-22T09:00", 0, nil),
            ("2026-02-30", "there is no 30 February: February 2026 has 28 days", 8, "2026-02-28"),
            ("2024-02-30", "there is no 30 February: February 2024 has 29 days", 8, "2024-02-29"),
            ("2026-04-31T09:00", "there is no 31 April: April 2026 has 30 days", 8, "2026-04-30"),
            ("2026-13-01", "there is no month 13: months are 01 to 12", 5, nil),
            ("2026-00-01", "there is no month 00: months are 01 to 12", 5, nil),
            ("2026-01-00", "there is no day 00: days begin with 01", 8, nil),
            ("0000-01-01", "there is no year 0000: years are 0001 to 9999", 0, nil),
            ("2026-11-22T24:00", "there is no hour 24: hours are 00 to 23", 11, nil),
            ("2026-11-22T09:60", "there is no minute 60: minutes are 00 to 59", 14, nil),
            ("2026-11-22T09:00:60", "there is no second 60: seconds are 00 to 59", 17, nil),
            (
                "2026-11-22T09:00:00.",
                "'2026-11-22T09:00:00.' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00",
                19, nil
            ),
            ("2026-11-22T09:00-00:00", "an offset of zero is written Z or +00:00", 16, nil),
            ("2026-11-22T09:00+24:00", "there is no such offset: offsets are -23:59 to +23:59", 16, nil),
            ("2026-1-5", "'2026-1-5' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00", 6, "2026-01-05"),
            (
                "2026/11/22", "'2026/11/22' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00", 4,
                "2026-11-22"
            ),
            ("20261122", "'20261122' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00", 4, "2026-11-22"),
            (
                "2026-11-22T9:00", "'2026-11-22T9:00' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00",
                12,
                "2026-11-22T09:00"
            ),
            (
                "2026-11-22t09:00z",
                "'2026-11-22t09:00z' is not a date: after the day, write T or a space and a time, as in 2026-12-06T09:00",
                10,
                "2026-11-22T09:00Z"
            ),
            (
                "2026-11-22T09", "'2026-11-22T09' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00", 13,
                nil
            ),
            ("2026-11-22 ", "'2026-11-22 ' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00", 11, nil),
            (
                "tomorrow", "'tomorrow' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00", 0, nil
            ),
            ("22.11.2026", "'22.11.2026' is not a date: a date is written 2026-11-22 or 2026-11-22T09:00", 2, nil),
        ] as [(String, String, Int, String?)]
    )
    func `an invalid date is reported with its position`(
        text: String,
        message: String,
        offset: Int,
        suggestion: String?
    ) {
        let expected = ParseError(message, suggestion: suggestion, offset: offset)
        #expect(throws: expected) { try DateValue(parsing: text) }
    }

    @Test func `bytes that are not UTF-8 are not a date`() {
        #expect(throws: ParseError.self) { try DateValue(parsing: [0xFF, 0xFE, 0x00]) }
        #expect(throws: ParseError.self) { try DateValue(parsing: "2026-11-22T09:00".utf8.map { $0 | 0x80 }[...]) }
    }

    @Test(arguments: [
        ("2026-10-24", "2026-10-26"), ("2026-10-24T09:00", "2026-10-26T09:00"),
        ("2026-10-24 09:00:00", "2026-10-26 09:00:00"), ("2026-10-24T09:00+02:00", "2026-10-26T09:00+01:00"),
        ("2026-10-24 09:00+0200", "2026-10-26 09:00+0100"), ("2026-10-24T07:00Z", "2026-10-26T08:00Z"),
    ])
    func `a moved date keeps its style and gets the offset at its new time`(from: String, to: String) throws {
        let paris = try TestFiles.zone("Europe/Paris")
        let clock = try DateValue(parsing: "2026-10-26T09:00").clock
        #expect(try DateValue(parsing: from).moved(to: clock, in: paris).description == to)
    }

    @Test func `an offset with minutes is not written in hours only`() throws {
        let kolkata = try TestFiles.zone("Asia/Kolkata")
        let value = try DateValue(parsing: "2026-10-24T09:00+05")
        #expect(value.moved(to: value.clock, in: kolkata).description == "2026-10-24T09:00+0530")
    }

    @Test(arguments: [
        ("2026-11-22", "2026-11-22T08:00:00Z"), ("2026-11-22T21:30", "2026-11-22T20:30:00Z"),
        ("2026-11-22T21:30Z", "2026-11-22T21:30:00Z"), ("2026-11-22T21:30-05:00", "2026-11-23T02:30:00Z"),
        ("2026-03-29T02:30", "2026-03-29T01:30:00Z"), ("2026-10-25T02:30", "2026-10-25T00:30:00Z"),
    ])
    func `an instant is computed from the time zone or from the offset`(text: String, instant: String) throws {
        let paris = try TestFiles.zone("Europe/Paris")
        let nine = try #require(CivilTime(hour: 9, minute: 0))
        #expect(try DateValue(parsing: text).instant(in: paris, allDayAt: nine).description == instant)
    }
}
