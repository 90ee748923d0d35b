import MemossFiles
import Testing

@testable import CivilTime
@testable import mm

/// Relative to Saturday, 21 November 2026.
@Suite struct RelativeDayTests {
    private static func day(in days: Int, _ hour: Int? = nil, _ minute: Int = 0, _ clock: Clock = .hours24)
        -> RelativeDay
    {
        let today = CivilDate(daysSinceEpoch: 20_778)
        let time = hour.flatMap { CivilTime(hour: $0, minute: minute) }
        let date = today.adding(days: days)
        return RelativeDay(time.map { DateValue(CivilDateTime(date, $0)) } ?? DateValue(date), from: today, clock)
    }

    @Test(arguments: [
        (0, 0, "12:00 am"), (9, 5, "9:05 am"), (12, 0, "12:00 pm"), (13, 30, "1:30 pm"), (23, 59, "11:59 pm"),
    ])
    func `times are shown with a 12-hour clock if configured, and can be typed back`(
        hour: Int,
        minute: Int,
        expected: String
    ) throws {
        let day = Self.day(in: 1, hour, minute, .hours12)
        #expect(day.time == expected && day.shortText == "Sun 22 Nov \(expected)")
        let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_778))
        let value = try WhenPhrase(parsing: day.shortText, now: now).value
        #expect(value.time == CivilTime(hour: hour, minute: minute))
    }

    @Test(arguments: [
        (RelativeDayTests.day(in: 0, 9), "today 09:00"),
        (RelativeDayTests.day(in: 0), "today"),
        (
            RelativeDayTests.day(in: 1, 18, 5),
            "tomorrow 18:05"
        ),
        (
            RelativeDayTests.day(in: -1, 0),
            "yesterday 00:00"
        ),
        (
            RelativeDayTests.day(in: -2, 9),
            "2 days ago 09:00"
        ),
        (RelativeDayTests.day(in: -13), "13 days ago"),
        (
            RelativeDayTests.day(in: -14, 9),
            "7 Nov 2026 09:00"
        ),
        (RelativeDayTests.day(in: -334), "22 Dec 2025"),
        (
            RelativeDayTests.day(in: 3, 18, 30),
            "Tue 24 Nov 18:30"
        ),
        (RelativeDayTests.day(in: 35), "Sat 26 Dec"),
        (
            RelativeDayTests.day(in: 102, 9),
            "3 Mar 2027 09:00"
        ),
        (
            RelativeDay(
                DateValue(CivilDateTime(CivilDate(unchecked: 2027, 1, 2), CivilTime(hour: 9, minute: 0) ?? .noon)),
                from: CivilDate(unchecked: 2026, 12, 29),
                .hours24
            ), "Sat 2 Jan 09:00"
        ),
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
        let day = Self.day(in: days)
        #expect(day.distance == expected)
    }

    @Test func `the full text contains everything`() {
        #expect(Self.day(in: 3, 18, 30).fullText == "Tuesday 24 November 2026, 18:30")
        #expect(Self.day(in: 3).fullText == "Tuesday 24 November 2026")
    }
}
