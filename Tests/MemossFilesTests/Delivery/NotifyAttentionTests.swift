import TestSupport
import Testing

@testable import Delivery
@testable import MemossFiles

/// A reminder with an unreadable time is not silent: its file is announced.
@Suite struct NotifyAttentionTests {
    private func world(announces: Bool = false) throws -> NotifyWorld {
        var world = try NotifyWorld("2026-11-21T08:00", announces: announces)
        world.serve("bus :1.5")
        return world
    }

    @Test func `a file that needs attention is announced once for each problem`() throws {
        var world = try world(announces: true)
        try world.add("Insulin", "2026-11-21T09:00", "daily")
        world.spoil("Insulin", "soon")
        world.read()
        #expect(world.titles == ["Insulin needs attention"])
        #expect(world.posts[0].body == "Insulin.md:3: scheduled: 'soon' is not a date")
        #expect(!world.posts[0].hasActions)
        try world.restart()
        world.told()
        // After a restart it is posted again in place, and nothing is announced again.
        #expect(world.posts.map(\.replaces) == [0, 1])
        world.spoil("Insulin", "later")
        #expect(world.titles == ["Insulin needs attention"])
        #expect(world.posts.last?.body == "Insulin.md:3: scheduled: 'later' is not a date")
        // The newer message replaces the older one, so nothing is withdrawn.
        #expect(world.hookEvents.map(\.event) == [.broken])
        world.spoil("Insulin", nil)
        #expect(world.titles == [])
        let count = world.posts.count
        world.spoil("Insulin", "later")
        #expect(world.posts.count == count, "this state of it was told")
    }

    @Test func `a problem of a value is not told again when its file could not be read meanwhile`() throws {
        var world = try world(announces: true)
        try world.add("Insulin", "2026-11-21T09:00", "daily")
        world.spoil("Insulin", "soon")
        world.read()
        world.told()
        let all = world.reminders
        world.unreadable = [NotifyWorld.unreadable(all[0].path, "not UTF-8")]
        world.reminders = []
        for _ in 0..<3 {
            world.read()
            world.pass(seconds: 4)
        }
        world.told()
        (world.unreadable, world.reminders) = ([], all)
        world.read()
        world.told()
        #expect(world.toldLedger.twice == [])
    }

    @Test func `a reminder that needs attention is delivered as far as its time can be read`() throws {
        for rule in [nil, "daily"] {
            var world = try world()
            try world.add("Insulin", "2026-11-21T09:00", rule)
            world.spoil("Insulin", "a zone")
            world.pass(seconds: 3_600)
            #expect(Set(world.titles) == ["Insulin", "Insulin needs attention"])
            world.press(.complete, on: "Insulin")
            #expect(world.edits.map(\.action) == [.complete])
            #expect(world.titles == ["Insulin needs attention"])
        }
    }

    @Test func `a missed reminder is delivered even if its file became unreadable meanwhile`() throws {
        var world = try world()
        try world.add("Insulin", "2026-11-21T09:00", "daily")
        world.pass(seconds: 3_600)
        world.close("Insulin", reason: 2)
        let zone = world.reminders
        world.spoil("Insulin", "soon")
        world.change("Insulin") { $0.scheduled = nil }
        world.pass(seconds: 86_401)
        #expect(world.titles == ["Insulin needs attention"])
        world.reminders = zone
        world.read()
        #expect(world.titles == ["Insulin"], "the record of the problem is no occurrence")
    }

    @Test func `a misspelt date removes nothing from the screen`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.spoil("Bins", "soon")
        world.change("Bins") { $0.scheduled = nil }
        #expect(world.titles == ["Bins", "Bins needs attention"])
        world.press(.complete, on: "Bins")
        #expect(world.titles == ["Bins needs attention"])
    }

    @Test func `due reminders are posted one by one before files that need attention`() throws {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T08:00")
        world.told()
        world.unreadable = (0..<20).map { NotifyWorld.unreadable("a\($0).md") }
        world.change("Bins") { $0.title = "Bins" }
        #expect(world.titles.contains("Bins"))
        #expect(world.titles.contains("15 more files need attention"))
        #expect(world.hookEvents.first?.title == "15 more files need attention")
        #expect(world.hookEvents.map(\.event) == [.summary] + Array(repeating: .broken, count: 5))
        try world.restart()
        #expect(world.state.records(.shown).count == 21)
    }

    @Test func `a completed reminder and one without a problem need no attention`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-22T09:00")
        world.change("Bins") { $0.completed = .completed }
        world.spoil("Bins", "soon")
        #expect(world.titles == [])
    }
}
