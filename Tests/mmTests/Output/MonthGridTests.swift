import MemossFiles
import Testing

@testable import mm

@Suite struct MonthGridTests {
    /// Saturday, 21 November 2026.
    private let time = TimeContext(now: Instant(secondsSince1970: 1_795_248_000), zone: .utc, allDayAt: .noon)

    @Test(arguments: [
        ("", "2026-11-21"), ("november", "2026-11-01"), ("Dec", "2026-12-01"), ("october", "2027-10-01"),
        ("2027-02", "2027-02-01"), ("2027-02-14", "2027-02-14"), ("end of month", "2026-11-30"),
        ("tomorrow", "2026-11-22"),
    ]) func `a month is named, or given by one of its days`(text: String, day: String) throws {
        #expect(try MonthGrid.day(in: text, time: time).description == day)
    }

    @Test(arguments: ["2027-13", "soonish", "2027-02-30"]) func `nothing else is a month`(text: String) throws {
        #expect(throws: ParseError.self) { try MonthGrid.day(in: text, time: time) }
    }
}
