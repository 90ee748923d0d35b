import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// Regressions found in a review.
@Suite struct ReviewedPlanTests {
    private func context(_ now: String) throws -> TimeContext {
        let instant = try DateValue(parsing: now).instant(in: .utc, allDayAt: .midnight)
        return TimeContext(now: instant, zone: .utc, allDayAt: CivilTime(unchecked: 9 * 3600))
    }

    private func decode(_ lines: String) throws -> Reminder {
        try #require(ReminderDecoder.decode([UInt8]("---\n\(lines)\n---\n"), path: "a.md").reminder)
    }

    @Test func `skipping one hour of an hourly series keeps the rest of the day`() throws {
        let reminder = try decode(
            "scheduled: 2026-11-23\nrecurrence: hourly\nskipped_instances: [2026-11-23T10:00]"
        )
        let coming = try #require(ComingOccurrences(reminder, in: try context("2026-11-23T08:30")))
        #expect(
            coming.prefix(3).map(\.nominal.description) == ["2026-11-23T09:00", "2026-11-23T11:00", "2026-11-23T12:00"]
        )
    }

    /// `mm next` listed the date that a snooze had moved.
    @Test(arguments: [
        ("scheduled: 2026-11-23T09:00", "2026-11-23T10:00"),
        ("scheduled: 2026-11-23T11:00", "2026-11-23T10:00 2026-11-23T11:00"),
        ("scheduled: 2026-11-23T09:00\nrecurrence: daily", "2026-11-23T10:00 2026-11-24T09:00"),
        ("scheduled: 2026-11-23T11:00\nrecurrence: daily", "2026-11-23T10:00 2026-11-23T11:00"),
        ("id: x1", "2026-11-23T10:00"),
    ])
    func `the next times follow a snooze, as the plan does`(lines: String, times: String) throws {
        let context = try context("2026-11-23T08:30")
        let reminder = try decode(lines + "\ncompleted: false\nsnoozed: 2026-11-23T10:00")
        #expect(reminder.timesAhead(in: context).prefix(2).map(\.local.description).joined(separator: " ") == times)
        #expect(
            reminder.timesAhead(in: context).first { _ in true }?.instant
                == NotificationPlan([reminder], in: context).notifications.first?.instant
        )
    }

    @Test func `a snooze is delivered even if no date is left, also for a series`() throws {
        for rule in ["", "\nrecurrence: daily"] {
            let reminder = try decode("id: x1\ncompleted: false\nsnoozed: 2026-11-23T10:00" + rule)
            let early = try context("2026-11-23T08:30")
            let plan = NotificationPlan([reminder], in: early)
            #expect(plan.notifications.map(\.identifier) == ["x1"] && plan.coveredUntil == nil && plan.omitted == 0)
            #expect(plan.notifications.map(\.local.description) == ["2026-11-23T10:00"])
            #expect(plan.standing(of: reminder, in: early) == .planned(first: plan.notifications[0], count: 1))
            let none = NotificationPlan([reminder], in: early, budget: .init(limit: 0, reserve: 0))
            #expect(none.standing(of: reminder, in: early) == .noPlace && none.omitted == 1)
            let deliveries = Array(Delivery.Cursor(reminder, after: early.now, in: early))
            #expect(deliveries.map(\.key) == ["x1@~2026-11-23T10:00"])
            #expect(Array(Delivery.Cursor(reminder, after: deliveries[0].due, in: early)).isEmpty)
            let late = try context("2026-11-23T10:00")
            let over = NotificationPlan([reminder], in: late)
            // A series without a date needs attention.
            #expect(over.notifications.isEmpty)
            #expect(over.standing(of: reminder, in: late) == (rule.isEmpty ? .undated : .broken))
        }
    }

    @Test func `a reserve above the limit is reduced to the limit`() throws {
        let reminder = try decode("scheduled: 2026-11-23T10:00")
        let budget = NotificationPlan.Budget(limit: 0, reserve: 14)
        let plan = NotificationPlan([reminder], in: try context("2026-11-23T08:30"), budget: budget)
        #expect(plan.notifications.isEmpty && plan.omitted == 1)
    }

    @Test func `a string null is text, and an empty completed key leaves the decision to the status`() throws {
        #expect(try decode("title: !!str null\ntags: [!!str null]").tags.map(\.text) == ["null"])
        #expect(try decode("title: !!str null").title == "null")
        #expect(try decode("completed:\nstatus: done").isCompleted)
        #expect(try !decode("completed: false\nstatus: done").isCompleted)
    }
}
