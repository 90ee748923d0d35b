import MemossFiles
import Testing

@testable import CivilTime
@testable import mm

/// Relative to Saturday, 21 November 2026.
@Suite struct RelativeDayTests {
    @Test(arguments: [
        (0, 0, "12:00 am"), (9, 5, "9:05 am"), (12, 0, "12:00 pm"), (13, 30, "1:30 pm"), (23, 59, "11:59 pm"),
    ])
    func `times are shown with a 12-hour clock if configured, and can be typed back`(
        hour: Int,
        minute: Int,
        expected: String
    ) throws {
        var day = RelativeDay(
            days: 1,
            weekday: 7,
            day: 22,
            month: 11,
            year: 2026,
            currentYear: 2026,
            hour: hour,
            minute: minute
        )
        day.clock = .hours12
        #expect(day.time == expected && day.shortText == "Sun 22 Nov \(expected)")
        let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_778))
        let value = try WhenPhrase(parsing: day.shortText, now: now).value
        #expect(value.time == CivilTime(hour: hour, minute: minute))
    }

    @Test(arguments: [
        (RelativeDay(days: 0, weekday: 6, day: 21, month: 11, year: 2026, currentYear: 2026, hour: 9), "today 09:00"),
        (RelativeDay(days: 0, weekday: 6, day: 21, month: 11, year: 2026, currentYear: 2026), "today"),
        (
            RelativeDay(days: 1, weekday: 7, day: 22, month: 11, year: 2026, currentYear: 2026, hour: 18, minute: 5),
            "tomorrow 18:05"
        ),
        (
            RelativeDay(days: -1, weekday: 5, day: 20, month: 11, year: 2026, currentYear: 2026, hour: 0),
            "yesterday 00:00"
        ),
        (
            RelativeDay(days: -2, weekday: 4, day: 19, month: 11, year: 2026, currentYear: 2026, hour: 9),
            "2 days ago 09:00"
        ),
        (RelativeDay(days: -13, weekday: 7, day: 8, month: 11, year: 2026, currentYear: 2026), "13 days ago"),
        (
            RelativeDay(days: -14, weekday: 6, day: 7, month: 11, year: 2026, currentYear: 2026, hour: 9),
            "7 Nov 2026 09:00"
        ),
        (RelativeDay(days: -334, weekday: 1, day: 22, month: 12, year: 2025, currentYear: 2026), "22 Dec 2025"),
        (
            RelativeDay(days: 3, weekday: 2, day: 24, month: 11, year: 2026, currentYear: 2026, hour: 18, minute: 30),
            "Tue 24 Nov 18:30"
        ),
        (RelativeDay(days: 35, weekday: 6, day: 26, month: 12, year: 2026, currentYear: 2026), "Sat 26 Dec"),
        (
            RelativeDay(days: 102, weekday: 3, day: 3, month: 3, year: 2027, currentYear: 2026, hour: 9),
            "3 Mar 2027 09:00"
        ),
        (RelativeDay(days: 4, weekday: 6, day: 2, month: 1, year: 2027, currentYear: 2026, hour: 9), "Sat 2 Jan 09:00"),
    ])
    func `a day has the name that people use`(day: RelativeDay, expected: String) {
        #expect(day.text == expected)
        #expect(day.text.utf8.count <= 17)
    }

    @Test(arguments: [
        (0, "today"), (1, "tomorrow"), (-1, "yesterday"), (2, "in 2 days"), (13, "in 13 days"), (14, "in 2 weeks"),
        (-17, "2 weeks ago"), (18, "in 3 weeks"), (59, "in 8 weeks"), (60, "in 2 months"), (365, "in 12 months"),
        (-699, "23 months ago"), (700, "in 2 years"), (-3_652, "10 years ago"),
    ])
    func `the distance is in a suitable unit`(days: Int, expected: String) {
        let day = RelativeDay(days: days, weekday: 1, day: 1, month: 1, year: 2000, currentYear: 2000)
        #expect(day.distance == expected)
    }

    @Test func `the full text contains everything`() {
        var day = RelativeDay(
            days: 3,
            weekday: 2,
            day: 24,
            month: 11,
            year: 2026,
            currentYear: 2026,
            hour: 18,
            minute: 30
        )
        #expect(day.fullText == "Tuesday 24 November 2026, 18:30")
        day.minuteOfDay = nil
        #expect(day.fullText == "Tuesday 24 November 2026")
    }

    @Test func `invalid numbers of a month or weekday are shown and do not crash`() {
        let day = RelativeDay(days: 20, weekday: 0, day: 9, month: 13, year: 2026, currentYear: 2026)
        #expect(day.text == "0 9 13")
    }
}
