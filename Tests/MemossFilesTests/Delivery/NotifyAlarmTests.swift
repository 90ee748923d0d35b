import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// Alarms besides the date, and the deadline: what is shown.
@Suite struct NotifyAlarmTests {
    private func world(_ front: String..., now: String = "2026-11-27T08:00") throws -> NotifyWorld {
        var world = try NotifyWorld(now)
        world.serve("bus :1.5")
        for (index, text) in front.enumerated() {
            let bytes = Array("---\n\(text)\n---\n".utf8)
            world.reminders.append(try #require(ReminderDecoder.decode(bytes, path: "\(index).md").reminder))
        }
        world.read()
        return world
    }

    @Test func `an alarm says how far the date is, and the date takes its place`() throws {
        var world = try world("title: Dentist\nscheduled: 2026-11-27T09:00\nreminders: [15 min before]")
        world.pass(seconds: 45 * 60)
        #expect(world.titles == ["in 15 minutes: Dentist, Fri 09:00"])
        world.pass(seconds: 15 * 60)
        #expect(world.titles == ["Dentist"])
        world.pass(seconds: 86_400)
        #expect(world.posts.count == 2)
    }

    @Test(arguments: [
        ("scheduled: 2026-11-28T09:00\nreminders: [1 day before]", 3_600, "tomorrow: x, Sat 09:00"),
        ("scheduled: 2026-11-29\nreminders: [2 days before]", 3_600, "in 2 days: x, Sun"),
        ("scheduled: 2026-12-11T09:00\nreminders: [2 weeks before]", 3_600, "in 2 weeks: x, Fri 11 Dec 09:00"),
        ("scheduled: 2026-11-27T13:00\nreminders: [3h30 before]", 5_400, "in 3 hours 30 minutes: x, Fri 13:00"),
        ("scheduled: 2026-11-27\nreminders: [on the day at 8:30]", 1_800, "today: x, Fri"),
        ("scheduled: 2026-11-27T08:10\nreminders: [20 min after]", 1_800, "20 minutes ago: x, Fri 08:10"),
        ("scheduled: 2026-11-26\ndue: 2026-11-27T08:30", 1_800, "Deadline: x"),
    ])
    func `what an alarm says`(front: String, seconds: Int64, title: String) throws {
        var world = try world("title: x\n" + front)
        world.pass(seconds: seconds)
        #expect(world.titles.last == title)
    }

    @Test func `the note of an alarm is said instead of the title`() throws {
        var world = try world(
            "title: x\nscheduled: 2026-11-27T09:00\nreminders: [{offset: -PT15M, relatedTo: scheduled, description: Leave}]"
        )
        world.pass(seconds: 45 * 60)
        #expect(world.titles == ["in 15 minutes: Leave, Fri 09:00"])
    }

    @Test func `nothing rings of what is done, and a moved date rings again`() throws {
        var world = try world(
            "title: Dentist\nscheduled: 2026-11-27T09:00\nreminders: [15 min before]\ndue: 2026-11-27T10:00"
        )
        world.pass(seconds: 45 * 60)
        world.reminders[0].scheduled = try DateValue(parsing: "2026-11-27T09:30")
        world.read()
        #expect(world.titles == [])
        world.pass(seconds: 30 * 60)
        #expect(world.titles == ["in 15 minutes: Dentist, Fri 09:30"])
        world.reminders[0].completed = .completed
        world.read()
        #expect(world.titles == [])
        world.pass(seconds: 86_400)
        #expect(world.posts.count == 2)
    }

    @Test func `a snooze takes the place of an alarm, and does not move the deadline`() throws {
        var world = try world(
            "title: Dentist\nscheduled: 2026-11-27T09:00\nreminders: [30 min before]\ndue: 2026-11-27T10:00"
        )
        world.pass(seconds: 30 * 60)
        #expect(world.titles == ["in 30 minutes: Dentist, Fri 09:00"])
        world.press(.snooze, on: "in 30 minutes: Dentist, Fri 09:00")
        world.reminders[0].snoozed = try DateValue(parsing: "2026-11-27T08:45")
        world.read()
        #expect(world.titles == [])
        world.pass(seconds: 15 * 60)
        #expect(world.titles == ["Dentist"])
        world.pass(seconds: 75 * 60)
        #expect(world.titles == ["Deadline: Dentist"])
    }

    @Test func `an alarm of the next occurrence hides no occurrence that was missed`() throws {
        var world = try world(
            "title: Bins\nscheduled: 2026-11-30T09:00\nrecurrence: weekly\nreminders: [6 days before]",
            now: "2026-11-29T08:00"
        )
        // Off from Sunday to Wednesday: Monday, and Tuesday's alarm for the Monday after.
        try world.restart(after: 3 * 86_400)
        #expect(Set(world.titles) == ["Bins", "in 5 days: Bins, Mon 09:00"])
        #expect(world.posts.count == 2)
        // An alarm that announces nothing any more is not told.
        try world.restart(after: 6 * 86_400)
        #expect(world.posts.last?.title == "Bins")
        try world.restart(after: 60)
        let count = world.posts.count
        world.pass(seconds: 60)
        #expect(world.posts.count == count)
    }

    @Test func `for random lives, each ring of the plan is shown once`() throws {
        var random = Random(seed: 400)
        for _ in 0..<Rounds.of(120) {
            let hour = 9 + random.below(6)
            var front = "title: x\nid: r\nscheduled: 2026-11-28T\(hour < 10 ? "0" : "")\(hour):00\n"
            if random.below(2) == 0 { front += "recurrence: daily\n" }
            if random.below(2) == 0 { front += "due: 2026-11-29T\(10 + random.below(9)):00\n" }
            let offsets = (0..<random.below(4)).map { _ in
                "\(1 + random.below(40)) \(["min", "hours"][random.below(2)]) before"
            }
            front += "reminders: [\(offsets.joined(separator: ", "))]"
            var world = try world(front)
            // What is due at the very start is told too.
            var context = world.context
            context.now = context.now.adding(seconds: -1)
            let plan = NotificationPlan(world.reminders, in: context, budget: .init(next: 500))
            let end = world.now.adding(seconds: 4 * 86_400)
            while world.now < end { world.pass(seconds: 60) }
            let expected = plan.notifications.filter { $0.instant <= end }.count
            #expect(world.posts.count == expected, "\(front)")
        }
    }
}
