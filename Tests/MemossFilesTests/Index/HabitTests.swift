import Testing

@testable import CivilTime
@testable import MemossFiles

@Suite struct HabitTests {
    private func habit(_ fields: String, now: String = "2026-11-21T08:00") throws -> Habit {
        let file = Stepping(fields, now: now)
        return try #require(Habit(of: file.reminder, in: try file.context()))
    }

    private static let kept = "complete_instances: [2026-11-16, 2026-11-17, 2026-11-18, 2026-11-19, 2026-11-20]"

    @Test func `a streak is the run of the latest completions`() throws {
        let daily = "scheduled: 2026-11-21T07:00\nrecurrence: daily\n\(Self.kept)"
        #expect(try habit(daily).streak == 5)
        #expect(try habit(daily).completions == 5)
        // Today is not over, so it does not end the streak although its time has passed. Tomorrow it does.
        #expect(try habit(daily, now: "2026-11-21T23:59").streak == 5)
        #expect(try habit(daily, now: "2026-11-22T00:00").streak == 0)
        // A gap ends it.
        #expect(try habit(daily.replacing("2026-11-17, ", with: "")).streak == 3)
        // A skipped occurrence neither counts nor ends the streak.
        #expect(try habit(daily.replacing("2026-11-17, ", with: "") + "\nskipped_instances: [2026-11-17]").streak == 4)
        // An occurrence completed ahead of time counts.
        let ahead = daily.replacing("-20]", with: "-20, 2026-11-21, 2026-11-22]").replacing("-21T07", with: "-23T07")
        #expect(try habit(ahead).streak == 7)
        #expect(try habit("scheduled: 2026-11-21\nrecurrence: daily").streak == 0)
    }

    @Test func `what is in both lists is completed, once`() throws {
        for anchor in ["", "\nrecurrence_anchor: completion"] {
            let daily =
                "scheduled: 2026-11-21\nrecurrence: daily\n\(Self.kept)\nskipped_instances: [2026-11-18]\(anchor)"
            #expect(try habit(daily).streak == 5)
            #expect(
                try habit(daily).entries(from: CivilDate(unchecked: 2026, 11, 17)).count { $0.mark == .skipped } == 0
            )
        }
    }

    @Test func `what a series has passed over at its end is missed`() throws {
        // 'done --catch-up' on the 21st, four days after the last one that was done.
        let ended = """
            scheduled: 2026-11-17T07:00\nrecurrence: daily\nuntil: 2026-11-20\ncompleted: 2026-11-20
            complete_instances: [2026-11-16, 2026-11-17]
            """
        #expect(try habit(ended).rate(days: 30) == (2, 5) && habit(ended).streak == 0)
        // Completed by hand on that day, and on the day of its current occurrence.
        #expect(try habit(ended.replacing(", 2026-11-17]", with: "]")).rate(days: 30) == (1, 1))
        #expect(try habit(ended.replacing("completed: 2026-11-20", with: "completed: true")).rate(days: 30) == (2, 2))
    }

    @Test func `an occurrence that the series has moved on from is missed, not open`() throws {
        // 'done --catch-up' at eight left today's of seven open (#14).
        let past = "scheduled: 2026-11-22T07:00\nrecurrence: daily\n\(Self.kept)"
        #expect(try habit(past).entries(from: CivilDate(unchecked: 2026, 11, 20)).map(\.mark) == [.completed, .missed])
        // Moved by hand from seven to eighteen, it is still that of today.
        let moved = past.replacing("-22T07:00", with: "-21T18:00")
        #expect(try habit(moved).entries(from: CivilDate(unchecked: 2026, 11, 21)).map(\.mark) == [.open])
        #expect(try habit(moved).streak == 5)
        // 'done --catch-up' four days before the next one, which nothing recorded comes close to.
        let weekly = "scheduled: 2026-11-25T10:00\nrecurrence: weekly\ncomplete_instances: [2026-11-11]"
        let entries = try habit(weekly).entries(from: CivilDate(unchecked: 2026, 11, 1))
        #expect(entries.map(\.mark) == [.completed, .missed])
        #expect(try habit(weekly).streak == 0)
        #expect(try habit(weekly).rate(days: 30) == (1, 2))
        // Moved by hand from Wednesday to Friday, the one of Wednesday is open.
        let late = "scheduled: 2026-11-27\nrecurrence: weekly on wednesday\ncomplete_instances: [2026-11-11]"
        let shown = try habit(late, now: "2026-11-26T08:00").entries(from: CivilDate(unchecked: 2026, 11, 20))
        #expect(shown.map(\.mark) == [.open])
        // What precedes the first record of a series that began today is neither missed nor open.
        let hourly = "scheduled: 2026-11-21T07:00\nrecurrence: hourly\ncomplete_instances: [2026-11-21T05:00]"
        let marks = try habit(hourly).entries(from: CivilDate(unchecked: 2026, 11, 21)).map(\.mark)
        #expect(marks.prefix(2) == [.completed, .missed])
        #expect(marks.dropFirst(2).allSatisfy { $0 == .open })
    }

    @Test(arguments: [
        ("weekly on monday", "2026-11-23", "[2026-11-02, 2026-11-09, 2026-11-16]", 3),
        ("every 2 weeks on sat", "2026-11-28", "[2026-10-17, 2026-10-31, 2026-11-14]", 3),
        ("every 2 weeks on sat", "2026-11-28", "[2026-10-17, 2026-11-14]", 1),
        ("monthly on 31", "2026-11-30", "[2026-08-31, 2026-09-30, 2026-10-31]", 3),
        ("yearly on feb 29", "2027-02-28", "[2024-02-29, 2025-02-28, 2026-02-28]", 3),
        ("DTSTART:20260901;FREQ=DAILY;INTERVAL=10", "2026-11-30", "[2026-11-10, 2026-11-20]", 2),
        // Moved from Monday to Tuesday, by hand or because the rule was different.
        ("weekly on monday", "2026-11-23", "[2026-11-02, 2026-11-10, 2026-11-16]", 3),
        ("weekly on tuesday", "2026-11-24", "[2026-11-02, 2026-11-09, 2026-11-16]", 2),
        ("weekly on monday", "2026-11-21\nmoved_from: 2026-11-16", "[2026-11-02, 2026-11-09]", 2),
        ("every 8 hours", "2026-11-21T08:00", "[2026-11-20T08:00, 2026-11-20T16:00, 2026-11-21T00:00]", 3),
        ("every 8 hours", "2026-11-21T08:00", "[2026-11-20T08:00, 2026-11-21T00:00]", 1),
    ]) func `streaks of other rules`(rule: String, date: String, list: String, streak: Int) throws {
        #expect(try habit("scheduled: \(date)\nrecurrence: \(rule)\ncomplete_instances: \(list)").streak == streak)
    }

    @Test func `counted from completion, only the current occurrence can be missed`() throws {
        let fields =
            "scheduled: 2026-11-24\nrecurrence: every 3 days\nrecurrence_anchor: completion\n"
            + "complete_instances: [2026-11-01, 2026-11-09, 2026-11-20]"
        #expect(try habit(fields).streak == 3)
        #expect(try habit(fields, now: "2026-11-24T23:00").streak == 3)
        #expect(try habit(fields, now: "2026-11-25T00:00").streak == 0)
    }

    @Test func `the rate counts past occurrences from the first day in the file`() throws {
        let fields = "scheduled: 2026-11-21T07:00\nrecurrence: daily\n\(Self.kept)\nskipped_instances: [2026-11-14]"
        let rate = try habit(fields).rate(days: 30)
        // The 15th was missed, the 14th was skipped, and there is nothing before it.
        #expect(rate.completed == 5 && rate.of == 6)
        let late = try habit(fields, now: "2026-12-30T08:00").rate(days: 30)
        #expect(late.completed == 0 && late.of == 29)
        let over = try habit(fields + "\nuntil: 2026-11-22", now: "2026-11-30T08:00").rate(days: 30)
        #expect(over.completed == 5 && over.of == 8)
        let completed = try habit(fields + "\ncompleted: true", now: "2026-11-30T08:00").rate(days: 30)
        #expect(completed.completed == 5 && completed.of == 6)
    }

    @Test func `with many occurrences a day, the latest count`() throws {
        let days = (1...20).map { CivilDate(unchecked: 2026, 11, $0).description }.joined(separator: ", ")
        let fields = "scheduled: 2026-11-21T00:00\nrecurrence: FREQ=MINUTELY\ncomplete_instances: [\(days)]"
        #expect(try habit(fields).streak == 20 * 1_440)
        #expect(try habit(fields).entries(from: CivilDate(unchecked: 2026, 9, 1)).last?.day.day == 21)
        let rate = try habit(fields, now: "2026-11-22T00:00").rate(days: 30)
        #expect(rate.completed == 20 * 1_440 && rate.of == 21 * 1_440)
    }

    @Test func `a long history takes linear time`() throws {
        var day = CivilDate(unchecked: 1990, 1, 1)
        var days: [String] = []
        while day < CivilDate(unchecked: 2026, 11, 21) {
            days.append(day.description)
            day = day.adding(days: 1)
        }
        let list = "complete_instances: [\(days.joined(separator: ", "))]"
        #expect(try habit("scheduled: 2026-11-21\nrecurrence: daily\n\(list)").streak == days.count)
        #expect(
            try habit("scheduled: 2026-11-21T10:00\nrecurrence: FREQ=MINUTELY\ncomplete_instances: [1990-01-01]").streak
                == 0
        )
        #expect(
            try habit(
                "scheduled: 9999-12-31\nrecurrence: FREQ=YEARLY;INTERVAL=999999999\ncomplete_instances: [0001-01-01]"
            ).completions == 1
        )
    }
}
