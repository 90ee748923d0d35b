import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// Promise 1: what is listed in the future is delivered. Whatever the rule, its end and the time zone, the first
/// notification of the reminder is at the date in the file.
@Suite struct NoSilenceLaw {
    private let time = TimeContext(
        now: Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 21))),
        zone: .utc,
        allDayAt: .noon
    )

    @Test func `an open reminder with a future date is delivered at that date, even after the end of its series`()
        throws
    {
        var random = Random(seed: 11)
        for number in 0..<Rounds.of(500) {
            let date = CivilDate(unchecked: 2026, 11, 22).adding(days: random.below(60))
            var lines = ["title: Law", "scheduled: \(date)" + (random.below(2) == 0 ? "" : "T09:00")]
            let rule = random.below(2) == 0 ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            if random.below(5) > 0 { lines.append("recurrence: \"\(rule)\"") }
            if random.below(2) == 0 { lines.append("until: \(date.adding(days: random.below(40) - 20))") }
            let text = "---\n" + lines.joined(separator: "\n") + "\n---\n"
            let reminder = try #require(ReminderDecoder.decode(Array(text.utf8), path: "\(number).md").reminder)
            // A start in the rule replaces the date.
            if reminder.rule?.start != nil { continue }
            let plan = NotificationPlan([reminder], in: time)
            #expect(plan.notifications.first?.instant == time.due(reminder), "\(text)")
            #expect(time.status(reminder) == .upcoming)
        }
    }

    @Test func `the next notifications are the first ones of a plan of all`() throws {
        var random = Random(seed: 64)
        for _ in 0..<Rounds.of(300) {
            let reminders = try (0..<random.below(9)).map { number in
                let day = CivilDate(unchecked: 2026, 11, 22).adding(days: random.below(30))
                let rule = random.below(2) == 0 ? "recurrence: \(["daily", "weekly"][random.below(2)])\n" : ""
                let text = "---\nid: r\(number)\ntitle: R\nscheduled: \(day)T\(10 + random.below(9)):00\n\(rule)---\n"
                return try #require(ReminderDecoder.decode(Array(text.utf8), path: "\(number).md").reminder)
            }
            let all = NotificationPlan(reminders, in: time, budget: NotificationPlan.Budget(limit: 400, reserve: 200))
            let count = random.below(30)
            let next = NotificationPlan(reminders, in: time, budget: NotificationPlan.Budget(next: count))
            #expect(next.notifications.map(\.identifier) == all.notifications.prefix(count).map(\.identifier))
            #expect(next.coveredUntil == all.notifications.dropFirst(next.notifications.count).first?.instant)
        }
    }

    @Test func `copies of a completed reminder without an id are not delivered, and another reminder is`() throws {
        let open = "title: Milk\nscheduled: 2026-11-28T10:00"
        let folder = try Folder([
            "milk.md": open + "\ncompleted: 2026-11-28T08:00", "milk 2.md": open, "milk-LAPTOP7.md": open,
            "other.md": open, "milk 3.md": open.replacing("10:00", with: "11:00"),
        ])
        let found = folder.reminders.distinct(besides: folder.snapshot.copies).reminders.filter { !$0.isCompleted }.map(
            \.path
        )
        #expect(found == ["milk 3.md", "other.md"])
    }

    @Test func `different files with the same id are each delivered, and an identical copy is not`() throws {
        func reminder(_ path: String, _ title: String, _ rule: String) throws -> Reminder {
            let text = "---\nid: abc\ntitle: \(title)\nscheduled: 2026-11-22T09:00\n\(rule)---\n"
            return try #require(ReminderDecoder.decode(Array(text.utf8), path: path).reminder)
        }
        for rule in ["", "recurrence: daily\n"] {
            let reminders = [
                try reminder("a.md", "Gym", rule), try reminder("b.md", "Dentist", rule),
                try reminder("c.md", "Gym", rule),
            ]
            let plan = NotificationPlan(reminders, in: time, budget: NotificationPlan.Budget(limit: 3, reserve: 1))
            let first = plan.notifications.filter { $0.instant == time.due(reminders[0]) }
            #expect(Set(first.map(\.title)) == ["Gym", "Dentist"])
            #expect(Set(plan.notifications.map(\.identifier)).count == plan.notifications.count)
            // Buttons and `show` find each reminder by the id it is delivered under.
            for notification in first {
                let reminder = try #require(reminders.first { $0.path == notification.path })
                #expect(reminder.isDelivered(as: notification.reminder))
                guard case .planned = plan.standing(of: reminder, in: time) else {
                    Issue.record("\(reminder.path) is planned, and its standing is another")
                    continue
                }
            }
            #expect(plan.standing(of: reminders[2], in: time) == .copy(of: "a.md"))
            let folder = NotifyFolder(reminders, in: time)
            #expect(folder.delivered.map(\.title) == ["Gym", "Dentist"])
        }
    }
}
