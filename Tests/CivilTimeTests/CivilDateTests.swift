import DateWords
import TestSupport
import Testing

@testable import CivilTime

@Suite struct CivilDateTests {
    private func date(_ text: String) throws -> CivilDate { try DateValue(parsing: text).date }

    @Test func `dates, weekdays and ISO weeks agree for every day of four centuries`() throws {
        var expected = (year: 1890, month: 1, day: 1)
        var date = try #require(CivilDate(year: 1890, month: 1, day: 1))
        var weekday = Weekday.wednesday
        var wrong: [CivilDate] = []
        for _ in 0..<146_097 {
            let parts = (date.year, date.month, date.day)
            if parts != expected || date.weekday != weekday || CivilDate(daysSinceEpoch: date.daysSinceEpoch) != date {
                wrong.append(date)
            }
            let leap = expected.year % 4 == 0 && (expected.year % 100 != 0 || expected.year % 400 == 0)
            let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            expected.day += 1
            if expected.day > lengths[expected.month - 1] { expected = (expected.year, expected.month + 1, 1) }
            if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
            weekday = Weekday(rawValue: weekday.rawValue % 7 + 1) ?? .monday
            date = date.adding(days: 1)
        }
        #expect(wrong.isEmpty)
        #expect(date.description == "2290-01-01")
    }

    @Test func `1970-01-01 is day 0 and a Thursday`() throws {
        #expect(try date("1970-01-01").daysSinceEpoch == 0)
        #expect(try date("1970-01-01").weekday == .thursday)
        #expect(CivilDate.min.daysSinceEpoch == -719_162)
        #expect(CivilDate.max.daysSinceEpoch == 2_932_896)
    }

    @Test(arguments: [
        ("2026-11-21", 2026, 47), ("2024-12-30", 2025, 1), ("2021-01-03", 2020, 53), ("2027-01-01", 2026, 53),
        ("2026-01-01", 2026, 1),
    ])
    func `the first and last days of a year can belong to a week of the neighbouring year`(
        text: String,
        year: Int,
        week: Int
    ) throws {
        #expect(try date(text).isoWeek == (year, week))
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-01-31", -2, "2025-11-30"),
        ("2026-11-21", 14, "2028-01-21"),
    ])
    func `adding a month gives the same day or the last day of the month`(from: String, months: Int, to: String) throws
    {
        #expect(try date(from).adding(months: months) == date(to))
    }

    @Test func `arithmetic stops at the limits of the calendar`() {
        #expect(CivilDate.max.adding(days: 1) == .max)
        #expect(CivilDate.max.adding(days: .max) == .max)
        #expect(CivilDate.min.adding(days: .min) == .min)
        #expect(CivilDate.max.adding(months: 1) == .max)
        #expect(CivilDate.min.adding(months: .min) == .min)
        #expect(Instant(secondsSince1970: .max).description == "9999-12-31T23:59:59Z")
        #expect(Instant(secondsSince1970: .min).description == "0001-01-01T00:00:00Z")
    }

    @Test(arguments: [
        (2026, 2, 29), (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (0, 1, 1), (10_000, 1, 1), (2026, 1, 0),
    ])
    func `a day that does not exist is not a date`(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test func `a date is small in memory`() {
        #expect(MemoryLayout<CivilDate>.size == 4)
        #expect(MemoryLayout<CivilDateTime>.size == 8)
        #expect(MemoryLayout<DateValue>.stride <= 24)
    }
}
