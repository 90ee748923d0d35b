import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// Series, buttons, clocks that are set, hooks.
@Suite struct NotifyTimeTests {
    private func world(_ now: String = "2026-11-21T08:00", announces: Bool = false) throws -> NotifyWorld {
        var world = try NotifyWorld(now, announces: announces)
        world.serve("bus :1.5")
        return world
    }

    @Test func `what a new file has between a clock that was set back and the right one is told`() throws {
        var world = try world()
        world.pass(seconds: 6 * 3_600)
        world.setClock(by: -4 * 3_600)
        try world.add("Call", "2026-11-21T11:00")
        #expect(world.titles == [])
        world.setClock(by: 4 * 3_600)
        #expect(world.titles == ["Call"])
    }

    // MARK: Series

    @Test func `of a series, only the latest occurrence stays on the screen`() throws {
        var world = try world()
        try world.add("Stretch", "2026-11-21T09:00", "every 30 minutes")
        for _ in 0..<6 { world.pass(seconds: 1_800) }
        #expect(world.posts.count == 5)
        #expect(world.screen.count == 1)
        #expect(world.state.records(.shown).map(\.key) == ["Stretch@2026-11-21T11:00"])
    }

    @Test func `of the missed occurrences of a series, the last one is announced`() throws {
        var world = try world()
        try world.add("Stretch", "2026-11-21T09:00", "every 30 minutes")
        try world.restart(after: 5 * 3_600 + 120)
        #expect(world.posts.map(\.body) == ["Due at 13:00"])
        try world.restart(after: 60)
        #expect(world.screen.count == 1)
    }

    @Test func `completing an occurrence removes it from the screen, and the next one is shown when due`() throws {
        var world = try world()
        try world.add("Vitamins", "2026-11-21T09:00", "daily")
        world.pass(seconds: 3_600)
        try world.change("Vitamins") {
            $0.scheduled = try DateValue(parsing: "2026-11-22T09:00")
            $0.completeInstances = [try DateValue(parsing: "2026-11-21")]
        }
        #expect(world.titles == [])
        world.pass(seconds: 86_400)
        #expect(world.titles == ["Vitamins"])
    }

    @Test func `the button completes the occurrence of its notification`() throws {
        var world = try world()
        try world.add("Vitamins", "2026-11-16T09:00", "daily")
        world.pass(seconds: 3_600)
        world.press(.complete, on: "Vitamins")
        #expect(world.edits.first?.delivery.occurrence?.description == "2026-11-21T09:00")
    }

    @Test func `a series counted from completion is delivered until its current occurrence is done`() throws {
        // The button recorded an occurrence that the series never had, and it stayed overdue (#14).
        var world = try world()
        try world.add("Filter", "2026-11-21T09:00", "every 3 days")
        world.change("Filter") { $0.anchor = .completion }
        world.pass(seconds: 4 * 86_400)
        world.press(.complete, on: "Filter")
        let edit = try #require(world.edits.first)
        #expect(edit.delivery.occurrence?.description == "2026-11-24T09:00")
        #expect(edit.delivery.occurrence(of: world.reminders[0], in: world.context) == nil)
        world.change("Filter") { $0.scheduled = edit.delivery.occurrence }
        #expect(edit.delivery.occurrence(of: world.reminders[0], in: world.context) == edit.delivery.occurrence)
        world.change("Filter") { $0.anchor = .scheduled }
        #expect(edit.delivery.occurrence(of: world.reminders[0], in: world.context) == edit.delivery.occurrence)
    }

    // MARK: Buttons

    @Test func `a failed edit is announced in place of the notification`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.press(.complete, on: "Bins", failure: "read-only file system")
        #expect(world.titles == ["Could not mark complete"])
        #expect(world.screen[2]?.body == "Bins\nread-only file system" && world.posts[1].replaces == 0)
        world.press(.complete, on: "Could not mark complete")
        #expect(world.titles == [])
    }

    @Test func `a server that closes the notification when a button is pressed is no problem`() throws {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        let key = "Bins@2026-11-21T09:00"
        world.feed(.pressed(notificationID: 1, action: "done"))
        world.close("Bins", reason: 2)
        world.feed(.edited(key: key, .complete, failure: "read-only file system"))
        #expect(world.titles == ["Could not mark complete"])
        world.feed(.pressed(notificationID: 2, action: "done"))
        world.close("Could not mark complete", reason: 2)
        world.feed(.edited(key: key, .complete, failure: nil))
        #expect(world.titles == [])
        #expect(world.state.records[key]?.phase == .closed)
        #expect(world.hookEvents.map(\.event) == [.due, .withdrawn])
    }

    @Test func `a button pressed twice edits once`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.feed(.pressed(notificationID: 1, action: "done"))
        world.change("Bins") { $0.completed = .completed }
        world.feed(.pressed(notificationID: 1, action: "done"))
        world.feed(.pressed(notificationID: 99, action: "done"))
        world.feed(.pressed(notificationID: 1, action: "default"))
        #expect(world.edits.count == 1)
    }

    // MARK: Clocks

    @Test func `a reminder that comes due between a reading and the next wait is not missed`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Receipts", "2026-11-21T12:00")
        world.pass(seconds: 3_599)
        // Saving took a while.
        let due = world.now.adding(seconds: 1)
        world.now = due.adding(seconds: 5)
        #expect(world.wake.at == due)
        world.feed(.tick)
        #expect(world.titles == ["Bins"])
    }

    @Test func `setting the clock announces what is due by it, and nothing twice`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Vitamins", "2026-11-21T09:30", "daily")
        world.setClock(by: 7_200)
        #expect(world.titles == ["Bins", "Vitamins"])
        world.setClock(by: -7_200)
        world.pass(seconds: 7_200)
        #expect(world.posts.count == 2)
        // A year forwards and back: tomorrow's reminder still comes.
        world.setClock(by: 366 * 86_400)
        world.setClock(by: -366 * 86_400)
        let count = world.posts.count
        world.pass(seconds: 86_400)
        #expect(world.posts.count == count + 1)
        #expect(world.state.records["Vitamins@2026-11-22T09:30"]?.phase == .shown)
    }

    @Test func `a first start with a clock far ahead suppresses nothing later`() throws {
        var world = try world("2031-01-01T00:00")
        world.setClock(by: -5 * 366 * 86_400)
        let due = world.zone.civil(at: world.now.adding(seconds: 60))
        try world.add("Bins", due.description)
        world.pass(seconds: 60)
        #expect(world.titles == ["Bins"])
    }

    @Test func `in another time zone, announced reminders stay announced and others come at their local time`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Receipts", "2026-11-21T12:00")
        world.pass(seconds: 3_600)
        world.zone = try TestFiles.zone("America/New_York")
        world.read()
        // Still on the screen.
        #expect(world.titles == ["Bins"])
        world.pass(seconds: 7 * 3_600)
        #expect(world.posts.count == 1)
        world.pass(seconds: 2 * 3_600)
        #expect(world.titles == ["Bins", "Receipts"])
    }

    @Test func `a time skipped by the clocks is announced an hour later that day, and on time the next day`() throws {
        var world = try NotifyWorld("2026-03-28T12:00", zone: "Europe/Berlin")
        world.serve("bus :1.5")
        try world.add("Backup", "2026-03-28T02:30", "daily")
        #expect(world.wake.at == (try moment("2026-03-29T01:30:00Z")))
        world.now = try moment("2026-03-29T01:30:00Z")
        world.feed(.tick)
        #expect(world.posts.count == 1)
        #expect(world.wake.at == (try moment("2026-03-30T00:30:00Z")))
    }

    @Test func `a time that occurs twice when the clocks go back is announced twice`() throws {
        var world = try NotifyWorld("2026-10-25T01:50", zone: "Europe/Berlin")
        world.serve("bus :1.5")
        try world.add("Stretch", "2026-10-25T02:00", "hourly")
        for _ in 0..<3 { world.pass(seconds: 3_600) }
        #expect(
            world.posts.map(\.tag) == [
                "Stretch@2026-10-25T02:00", "Stretch@2026-10-25T02:00/2", "Stretch@2026-10-25T03:00",
            ]
        )
    }

    // MARK: Hook

    @Test func `the hook is told of everything that came due while nothing ran`() throws {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Receipts", "2026-11-22T09:00")
        try world.restart(after: 2 * 86_400)
        #expect(world.hookEvents.map(\.delivery?.notification.title) == ["Bins", "Receipts"])
        #expect(world.hookEvents.map(\.event) == [.missed, .missed])
    }

    @Test func `a reminder not passed to the hook before the process ended is passed to it at the next start`() throws {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        try world.restart()
        #expect(world.hookEvents.map(\.event) == [.due, .due])
        world.feed(.announced(keys: world.hookEvents.flatMap(\.keys)))
        try world.restart()
        #expect(world.hookEvents.count == 2)
        world.change("Bins") { $0.completed = .completed }
        #expect(world.hookEvents.last?.event == .withdrawn)
    }

    @Test func `a snooze that ends before the date does not silence the date`() throws {
        for rule in [nil, "weekly"] {
            var world = try NotifyWorld("2026-11-21T08:00")
            world.serve("bus :1.5")
            try world.add("Bins", "2026-11-21T12:00", rule)
            try world.change("Bins") { $0.snoozed = try DateValue(parsing: "2026-11-21T09:00") }
            world.pass(seconds: 3_600)
            #expect(world.posts.count == 1)
            #expect(world.wake.at == world.now.adding(seconds: 3 * 3_600))
            world.pass(seconds: 3 * 3_600)
            #expect(world.posts.count == 2)
            #expect(world.state.records.keys.contains("Bins@2026-11-21T12:00"))
        }
    }
}
