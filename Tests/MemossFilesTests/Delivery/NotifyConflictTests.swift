import TestSupport
import Testing

@testable import Delivery
@testable import MemossFiles

/// An unresolved conflict does not silence a reminder.
@Suite struct NotifyConflictTests {
    private func world() throws -> NotifyWorld {
        var world = try NotifyWorld("2026-11-21T08:00")
        world.serve("bus :1.5")
        return world
    }

    private func reminder(_ ours: String, _ theirs: String) throws -> Reminder {
        let bytes = ReminderVersionsTests.conflict("id: x\ntitle: Pills\n" + ours, "id: x\ntitle: Pills\n" + theirs)
        return try #require(ReminderDecoder.decode(bytes, path: "pills.md").reminder)
    }

    private func resolved(_ text: String) throws -> Reminder {
        let bytes = [UInt8]("---\nid: x\ntitle: Pills\n\(text)\n---\n")
        return try #require(ReminderDecoder.decode(bytes, path: "pills.md").reminder)
    }

    @Test func `a reminder in conflict is announced at the time of each side`() throws {
        var world = try world()
        world.reminders = [try reminder("scheduled: 2026-11-21T10:00", "scheduled: 2026-11-21T09:00")]
        world.read()
        world.pass(seconds: 3_599)
        #expect(world.titles == [])
        world.pass(seconds: 1)
        #expect(world.titles == ["Pills (in conflict)"])
        world.pass(seconds: 3_600)
        #expect(world.titles == ["Pills (in conflict)"])
        #expect(world.posts.count == 2)
        #expect(world.state.records.keys.sorted() == ["x@2026-11-21T09:00", "x@2026-11-21T10:00"])
    }

    @Test func `a reminder that was announced is not announced again when the conflict is resolved days later`() throws
    {
        var world = try world()
        world.reminders = [try reminder("scheduled: 2026-11-21T09:00", "scheduled: 2026-11-21T09:00\ntags: a")]
        world.read()
        world.pass(seconds: 3_600)
        #expect(world.posts.map(\.title) == ["Pills (in conflict)"])
        world.pass(seconds: 2 * 86_400)
        world.reminders = [try resolved("scheduled: 2026-11-21T09:00")]
        world.read()
        world.pass(seconds: 60)
        #expect(world.posts.count == 1)
        world.reminders = [try resolved("scheduled: 2026-11-21T09:00\ncompleted: true")]
        world.read()
        #expect(world.titles == [])
    }

    @Test func `if the conflict is resolved in favour of the other side, the notification is withdrawn`() throws {
        var world = try world()
        world.reminders = [try reminder("scheduled: 2026-11-21T09:00", "scheduled: 2026-11-22T09:00")]
        world.read()
        world.pass(seconds: 3_600)
        #expect(world.titles == ["Pills (in conflict)"])
        world.reminders = [try resolved("scheduled: 2026-11-22T09:00")]
        world.read()
        #expect(world.titles == [])
        world.pass(seconds: 86_400)
        #expect(world.titles == ["Pills"])
    }

    @Test func `a series on one side continues`() throws {
        var world = try world()
        let ours = "scheduled: 2026-11-21T09:00\nrecurrence: daily"
        world.reminders = [try reminder(ours, "scheduled: 2026-11-20T09:00\ncompleted: true")]
        world.read()
        for day in 1...3 {
            world.pass(seconds: day == 1 ? 3_600 : 86_400)
            #expect(world.posts.count == day)
            #expect(world.titles == ["Pills (in conflict)"])
        }
    }

    @Test func `the file is announced only if a side is unreadable or no side has a date`() throws {
        for (ours, theirs, titles) in [
            ("scheduled: 2026-11-22", "scheduled: 2026-11-23", []),
            ("scheduled: 2026-11-22", "scheduled: [", ["Pills needs attention"]),
            ("scheduled: 2026-11-22", "scheduled: soon", ["Pills needs attention"]),
            ("completed: false", "scheduled:", ["Pills needs attention"]),
            ("completed: true", "completed: 2026-11-20", []), ("tags: a", "tags: b", []),
        ] {
            var world = try world()
            world.reminders = [try reminder(ours, theirs)]
            world.read()
            #expect(world.titles == titles, "\(ours), \(theirs)")
        }
    }
}
