import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// Processes that cron starts one after the other, beside one that keeps running.
@Suite struct NotifyOnceTests {
    private static let ends: [(name: String, end: @Sendable (inout NotifyWorld) -> Void)] = [
        ("completed", { $0.change("Milk") { $0.completed = .completed } }),
        ("moved", { $0.change("Milk") { $0.scheduled = try? DateValue(parsing: "2027-01-01") } }),
        ("snoozed", { $0.change("Milk") { $0.snoozed = try? DateValue(parsing: "2027-01-01T09:00") } }),
        ("deleted", { $0.delete("Milk") }),
    ]

    /// Runs once: whatever is missing is looked at again before the end.
    private func run(_ world: inout NotifyWorld, after seconds: Int64 = 60) throws {
        try world.restart(after: seconds)
        while world.wake.rereads {
            world.pass(seconds: 2)
            world.read()
        }
    }

    @Test(arguments: [true, false], 0..<Self.ends.count)
    func `what ended since is closed, and the hook is told, as by a process that runs on`(
        attends: Bool,
        number: Int
    ) throws {
        for others in [0, 9] {
            var world = NotifyWorld(now: Folder.now, announces: true, attends: attends)
            world.serve("bus :1.5")
            let due = Zone.utc.civil(at: Folder.now.adding(seconds: 30)).description
            // With nine more, it is in a summary, or alone.
            for other in 0..<others { try world.add("r\(other)", due) }
            try world.add("Milk", due)
            try run(&world)
            world.told()
            let before = world.screen.count
            Self.ends[number].end(&world)
            try run(&world)
            #expect(world.hookEvents.map(\.event) == [.withdrawn], "\(others)")
            if others == 0 { #expect(before == 1 && world.screen.isEmpty) }
            for other in 0..<others { world.delete("r\(other)") }
            try run(&world)
            #expect(world.screen.isEmpty, "\(others)")
            #expect(world.state.records.values.allSatisfy { $0.phase == .closed })
            // It is told again once it comes back, and not before.
            #expect(world.posts.filter { $0.title == "Milk" }.count <= (attends ? 2 : 1))
        }
    }

    @Test func `the next occurrence takes the place of the one before, and another server shows nothing again`() throws
    {
        var world = NotifyWorld(now: Folder.now, announces: true, attends: false)
        world.serve("bus :1.5")
        try world.add("Pills", Zone.utc.civil(at: Folder.now.adding(seconds: 30)).description, "daily")
        for day in 1...4 {
            try run(&world, after: 86_400)
            #expect(world.screen.count == 1 && world.posts.count == day)
        }
        world.serve("bus :1.6")
        try run(&world, after: 1)
        #expect(world.screen.isEmpty && world.posts.count == 4)
    }

    @Test func `a process that runs on does not show again what another has left on the screen`() throws {
        var world = NotifyWorld(now: Folder.now, announces: true, attends: false)
        world.serve("bus :1.5")
        try world.add("Milk", Zone.utc.civil(at: Folder.now.adding(seconds: 30)).description)
        try run(&world)
        let state = try DeliveryState(parsing: world.state.bytes)
        var daemon = NotifyEngine(state, announces: true, at: world.now)
        let moment = NotifyEngine.Moment(now: world.now, uptime: 0)
        _ = daemon.handle(.server("bus :1.5", room: nil), at: moment)
        _ = daemon.handle(.folder(world.folder), at: moment)
        #expect(daemon.handle(.tick, at: moment).isEmpty)
        world.change("Milk") { $0.completed = .completed }
        #expect(daemon.handle(.folder(world.folder), at: moment).contains(.withdraw(1)))
    }
}

extension NotifyRenameTests {
    @Test(arguments: [
        "Milk 2.md", "Milk-LAPTOP.md", "Milk (conflicted copy).md", "Milk 12.md", "Milk (1).md",
    ]) func `a copy without an id that arrives, or is left, is told once`(name: String) throws {
        var world = NotifyWorld(now: Folder.now, announces: true)
        world.serve("bus :1.5")
        try world.add("Milk", Zone.utc.civil(at: Folder.now.adding(seconds: 30)).description)
        world.change("Milk") { $0.writtenID = nil }
        func copied() -> Reminder {
            var copy = world.reminders[0]
            copy.path = name
            return copy
        }
        world.pass(seconds: 60)
        #expect(world.posts.count == 1)
        world.reminders.append(copied())
        world.read()
        world.pass(seconds: 60)
        #expect(world.posts.count == 1 && world.screen.count == 1)
        // Another time is another reminder, until it is that of the original again.
        world.reminders[1].scheduled = try DateValue(
            parsing: Zone.utc.civil(at: world.now.adding(seconds: 30)).description
        )
        world.read()
        world.pass(seconds: 60)
        #expect(world.posts.count == 2 && world.screen.count == 2)
        world.reminders[1].scheduled = world.reminders[0].scheduled
        world.read()
        world.pass(seconds: 2)
        world.read()
        #expect(world.screen.count == 1)
        // The original alone is gone: a copy that was told is not told again.
        world.reminders.removeFirst()
        for _ in 0..<3 {
            world.read()
            world.pass(seconds: 2)
        }
        #expect(world.posts.count == 2 && world.screen.count == 1, "\(world.posts.map(\.title))")
    }
}
