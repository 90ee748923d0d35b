import TestSupport
import Testing

@testable import CivilTime
@testable import DateWords
@testable import Delivery
@testable import MemossFiles

/// Alarms besides the date, and the deadline: what the plan has.
@Suite struct AlarmPlanTests {
    /// `28T09:00 29T08:45/15 minutes before`: the slots after Sunday, 22 November 2026, 13:00 in Paris.
    private func slots(_ front: String, until last: String = "2026-12-20T00:00Z", silent: Bool = false) throws -> String
    {
        let folder = try Folder(["a.md": "title: x\n" + front])
        var context = folder.context
        context.deadlinesRing = !silent
        let horizon = try DateValue(parsing: last).instant(in: .utc, allDayAt: .midnight)
        return NotificationPlan(folder.reminders, in: context, until: horizon).notifications
            .map { notification in
                let text = String(notification.local.description.dropFirst(5))
                return text + (notification.alarm.map { "/\($0.text)" } ?? "")
            }.joined(separator: ", ")
    }

    @Test func `an alarm rings besides the date, in words and as TaskNotes writes it`() throws {
        let date = "scheduled: 2026-11-28T09:00\n"
        #expect(try slots(date + "reminders: [15 min before]") == "11-28T08:45/15 minutes before, 11-28T09:00")
        #expect(try slots(date + "reminders: 1 week before") == "11-28T09:00")
        #expect(
            try slots(date + "reminders:\n  - the day before at 18:00\n  - 2026-11-25T07:00")
                == "11-25T07:00/2026-11-25T07:00, 11-27T18:00/1 day before at 18:00, 11-28T09:00"
        )
        let maps = """
            reminders:
              - {id: a, type: relative, relatedTo: scheduled, offset: -P1D}
              - id: b
                type: absolute
                absoluteTime: "2026-11-26T09:00:00"
                description: Call the dentist
            """
        #expect(try slots(date + maps) == "11-26T09:00/2026-11-26T09:00:00, 11-27T09:00/1 day before, 11-28T09:00")
    }

    @Test func `a day counts from the time of whole days, and days are those of the calendar`() throws {
        #expect(
            try slots("scheduled: 2026-11-28\nreminders: [1 day before, 2 hours before]")
                == "11-27T09:00/1 day before, 11-28T07:00/2 hours before, 11-28T09:00"
        )
        // Clocks go forward on 28 March 2027: a day before is at the same time, 24 hours before are not.
        let spring = "scheduled: 2027-03-28T12:00\nreminders: [1 day before, 24 hours before]"
        #expect(
            try slots(spring, until: "2027-04-01T00:00Z")
                == "03-27T11:00/24 hours before, 03-27T12:00/1 day before, 03-28T12:00"
        )
    }

    @Test func `the deadline rings if there is a date too, unless it is silent`() throws {
        let both = "scheduled: 2026-11-25\ndue: 2026-11-28T17:00\n"
        #expect(try slots(both) == "11-25T09:00, 11-28T17:00/deadline")
        #expect(try slots(both, silent: true) == "11-25T09:00")
        #expect(try slots(both + "completed: true") == "")
        // The date has passed, and the reminder is open.
        #expect(try slots("scheduled: 2026-11-20\ndue: 2026-11-28") == "11-28T09:00/deadline")
        // At the same time it rings once.
        #expect(try slots("scheduled: 2026-11-25T17:00\ndue: 2026-11-25T17:00") == "11-25T17:00")
        #expect(
            try slots(both + "reminders: [1 hour before due]", silent: true)
                == "11-25T09:00, 11-28T16:00/1 hour before due"
        )
        // A snooze does not move the deadline.
        #expect(try slots(both + "snoozed: 2026-11-29T10:00") == "11-28T17:00/deadline, 11-29T10:00")
    }

    @Test func `alarms repeat with each open occurrence of a series, and a move takes them along`() throws {
        let weekly = "recurrence: weekly\nreminders: [1 day before]\n"
        #expect(
            try slots("scheduled: 2026-11-25T09:00\n" + weekly, until: "2026-12-03T00:00Z")
                == "11-24T09:00/1 day before, 11-25T09:00, 12-01T09:00/1 day before, 12-02T09:00"
        )
        #expect(
            try slots(
                "scheduled: 2026-11-25T09:00\nskipped_instances: [2026-12-02]\n" + weekly,
                until: "2026-12-10T00:00Z"
            )
                == "11-24T09:00/1 day before, 11-25T09:00, 12-08T09:00/1 day before, 12-09T09:00"
        )
        #expect(
            try slots(
                "scheduled: 2026-11-27T10:00\nmoved_from: 2026-11-25T09:00\n" + weekly,
                until: "2026-12-03T00:00Z"
            )
                == "11-26T10:00/1 day before, 11-27T10:00, 12-01T09:00/1 day before, 12-02T09:00"
        )
        #expect(
            try slots("scheduled: 2026-11-24\ndue: 2026-11-26\nrecurrence: weekly", until: "2026-12-05T00:00Z")
                == "11-24T09:00, 11-26T09:00/deadline, 12-01T09:00, 12-03T09:00/deadline"
        )
        // The date of the current occurrence has passed, its deadline has not.
        #expect(
            try slots("scheduled: 2026-11-20\ndue: 2026-11-23\nrecurrence: weekly", until: "2026-12-01T00:00Z")
                == "11-23T09:00/deadline, 11-27T09:00, 11-30T09:00/deadline"
        )
    }

    @Test(arguments: [
        "2026-11-20T10:00", "2026-11-24T10:00", "2026-11-29T10:00", "2026-12-12T10:00", "2026-12-20T10:00",
    ])
    func `a moved occurrence keeps its deadline, before or after its date and those of its neighbours`(date: String)
        throws
    {
        let rest = "\ndue: 2026-12-01T12:00\nrecurrence: weekly on monday\nreminders: [1 day before due]"
        let moved = try slots("scheduled: \(date)\nmoved_from: 2026-11-30T10:00" + rest, until: "2026-12-09T00:00Z")
        let deadlines = moved.split(separator: ", ").filter { $0.contains("/") }
        #expect(
            deadlines == [
                "11-30T12:00/1 day before due", "12-01T12:00/deadline", "12-07T12:00/1 day before due",
                "12-08T12:00/deadline",
            ]
        )
    }

    @Test func `an alarm whose date is missing rings by the other one, and one without any date has a warning`() throws
    {
        #expect(
            try slots("due: 2026-11-28T09:00\nreminders: [15 min before]")
                == "11-28T08:45/15 minutes before, 11-28T09:00"
        )
        #expect(
            try slots("scheduled: 2026-11-28T09:00\nreminders: [15 min before due]")
                == "11-28T08:45/15 minutes before due, 11-28T09:00"
        )
        let undated = try Folder(["a.md": "title: x\ncompleted: false\nreminders: [1 day before]"])
        #expect(undated.problems.map(\.id) == [.alarmWithoutDate])
        #expect(try slots("completed: false\nreminders: [2026-11-28T09:00]") == "11-28T09:00/2026-11-28T09:00")
    }

    @Test(arguments: [
        ("reminders: [soon]", "reminders: 'soon' is no"), ("reminders: [[a]]", "found a list"),
        ("reminders: [{type: relative}]", "has no 'offset'"), ("reminders: [{type: absolute}]", "has no time"),
        ("reminders: [{type: relative, offset: 15m}]", "'15m' is not a duration"),
        ("reminders: [{absoluteTime: soon}]", "soon"),
    ])
    func `an alarm that cannot be read is a problem, and the reminder needs attention`(front: String, message: String)
        throws
    {
        let folder = try Folder(["a.md": "title: x\nscheduled: 2026-11-28T09:00\n\(front)"])
        #expect(folder.problems.map(\.id) == [.invalidValue])
        #expect(folder.problems.first?.message.contains(message) == true, "\(folder.problems)")
        #expect(folder["a.md"].isBroken)
        // The date rings all the same.
        #expect(NotificationPlan(folder.reminders, in: folder.context).notifications.count == 1)
    }

    @Test func `identifiers of alarms are stable over a new title and a new place in the list`() throws {
        func identifiers(_ front: String) throws -> Set<String> {
            let folder = try Folder(["a.md": "id: r\nscheduled: 2026-11-28T09:00\ndue: 2026-11-29\n" + front])
            return Set(NotificationPlan(folder.reminders, in: folder.context).notifications.map(\.identifier))
        }
        let one = try identifiers("title: x\nreminders: [1 hour before, 15 min before]")
        #expect(one.count == 4 && one.contains("r") && one.contains("r-due"))
        #expect(try identifiers("title: y\nreminders: [15 minutes before, 60 min before]") == one)
        #expect(one.allSatisfy { $0.utf8.allSatisfy { $0 == 45 || 48...57 ~= $0 || 97...122 ~= $0 } })
    }

    /// The oracle knows only the own rings of the same reminder, and counts in UTC.
    @Test func `for random reminders, the rings are the dates and, before each, its alarms`() throws {
        var random = Random(seed: 40)
        let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon))
        let context = TimeContext(now: now, zone: .utc, allDayAt: CivilTime(unchecked: 9 * 3_600))
        let end = now.adding(seconds: 40 * 86_400)
        for _ in 0..<Rounds.of(400) {
            let day = CivilDate(unchecked: 2026, 11, 1).adding(days: random.below(50))
            var front = "title: x\nscheduled: \(day)" + (random.below(2) == 0 ? "" : "T1\(random.below(9)):30") + "\n"
            if random.below(2) == 0 {
                front += "recurrence: \(["daily", "weekly", "every 3 days", "monthly"][random.below(4)])\n"
            }
            let offsets = (0..<1 + random.below(3)).map { _ in
                (random.below(9) + 1, ["min", "hours", "days"][random.below(3)])
            }
            let list = offsets.map { "\($0.0) \($0.1) before" }.joined(separator: ", ")
            func rings(_ front: String, until last: Instant) throws -> [Instant] {
                let bytes = Array("---\n\(front)---\n".utf8)
                let reminder = try #require(ReminderDecoder.decode(bytes, path: "a.md").reminder)
                let budget = NotificationPlan.Budget(next: 1_000)
                return NotificationPlan([reminder], in: context, budget: budget, until: last).notifications.map(
                    \.instant
                )
            }
            // The alarm of an occurrence after the end may come before it.
            let own = try rings(front, until: end.adding(seconds: 11 * 86_400))
            let seconds = offsets.map { Int64($0.0) * (["min": 60, "hours": 3_600, "days": 86_400][$0.1] ?? 0) }
            let all = Set(own + own.flatMap { date in seconds.map { date.adding(seconds: -$0) } })
            let expected = all.filter { $0 > now && $0 <= end }.sorted()
            let found = try rings(front + "reminders: [\(list)]\n", until: end)
            #expect(found == expected, "\(front)\(list)")
        }
    }
}
