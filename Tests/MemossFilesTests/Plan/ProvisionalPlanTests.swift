import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// A series counted from completion is delivered again by its rule until it is completed. What comes after the current
/// occurrence is not certain, and the plan says so (#14).
@Suite struct ProvisionalPlanTests {
    private static let plants = "title: Plants\nrecurrence: every 3 days\nrecurrence_anchor: completion\n"

    /// `22 26? 29?`: the days of the slots.
    private func slots(_ front: String, until last: String = "2026-12-01T00:00Z") throws -> String {
        let folder = try Folder(["a.md": front])
        let horizon = try DateValue(parsing: last).instant(in: .utc, allDayAt: .midnight)
        return NotificationPlan(folder.reminders, in: folder.context, until: horizon).notifications
            .map { "\($0.local.date.day)\($0.isProvisional ? "?" : "")" }.joined(separator: " ")
    }

    @Test func `only the current occurrence of a series counted from completion is certain`() throws {
        #expect(try slots(Self.plants + "scheduled: 2026-11-23") == "23 26? 29?")
        #expect(try slots("due: 2026-11-23T18:00\n" + Self.plants) == "23 26? 29?")
        // The current one has passed.
        #expect(try slots(Self.plants + "scheduled: 2026-11-20") == "23? 26? 29?")
        #expect(try slots(Self.plants + "scheduled: 2026-11-23\nsnoozed: 2026-11-24T09:00") == "24 26? 29?")
        #expect(try slots(Self.plants + "scheduled: 2026-11-20\nsnoozed: 2026-11-24T09:00") == "23? 24 26? 29?")
        #expect(try slots("title: x\nrecurrence: every 3 days\nscheduled: 2026-11-23") == "23 26 29")
        #expect(try slots("title: x\nscheduled: 2026-11-23\nrecurrence_anchor: completion") == "23")
    }

    @Test func `an alarm is as certain as its occurrence`() throws {
        let alarm = "scheduled: 2026-11-23T12:00\nreminders: [1 hour before]"
        #expect(try slots(Self.plants + alarm) == "23 23 26? 26? 29? 29?")
        #expect(try slots(Self.plants.replacing("completion", with: "scheduled") + alarm) == "23 23 26 26 29 29")
    }

    @Test func `of a file in conflict, each side decides for itself`() throws {
        let sides =
            "title: x\n<<<<<<< a\nrecurrence_anchor: completion\nrecurrence: every 3 days\nscheduled: 2026-11-23\n"
            + "=======\nrecurrence: every 4 days\nscheduled: 2026-11-24\n>>>>>>> b"
        #expect(try slots(sides) == "23 24 26? 28 29?")
    }

    @Test func `what is delivered is what the plan has`() throws {
        let folder = try Folder(["a.md": Self.plants + "scheduled: 2026-11-20"])
        let plan = NotificationPlan(folder.reminders, in: folder.context)
        let deliveries = Delivery.Cursor(folder["a.md"], after: folder.context.now, in: folder.context)
        for (delivery, notification) in zip(deliveries, plan.notifications) {
            #expect(delivery.due == notification.instant)
            // Completing because of any of them completes the current occurrence.
            #expect(delivery.occurrence(of: folder["a.md"], in: folder.context) == nil)
        }
    }

    /// Each took half a minute when the next deadline was sought up to the last year.
    @Test func `a deadline of a series counted from completion is not sought among later occurrences`() throws {
        let front = Self.plants + "scheduled: 2026-11-23T19:00\ndue: 2026-11-24\n"
        for _ in 0..<100 { #expect(try slots(front) == "23 24 26? 29?") }
    }
}
