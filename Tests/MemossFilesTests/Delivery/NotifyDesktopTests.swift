import TestSupport
import Testing

@testable import Delivery
@testable import MemossFiles

/// The behaviour of servers on real desktops.
@Suite struct NotifyDesktopTests {
    private func world(room: Int? = nil, due count: Int = 0) throws -> NotifyWorld {
        var world = try NotifyWorld("2026-11-21T08:00")
        world.room = room
        world.serve("bus :1.5")
        try add("r", count, to: &world)
        return world
    }

    /// Adds `count` reminders that are due in an hour, and lets that hour pass.
    private func add(_ name: String, _ count: Int, to world: inout NotifyWorld) throws {
        let due = world.now.adding(seconds: 3_600)
        let clock = world.zone.civil(at: due)
        for number in 0..<count {
            world.reminders.append(try NotifyWorld.reminder("\(name)\(number)", "\(clock)"))
        }
        world.read()
        world.pass(seconds: 3_600)
    }

    // MARK: GNOME Shell keeps three

    @Test func `with room for three notifications, ten reminders become two and a summary`() throws {
        var world = try world(room: 3, due: 10)
        #expect(world.titles == ["8 more reminders are due", "r8", "r9"])
        #expect(world.state.records(.shown).count == 10)
        #expect(world.posts.count == 3)
        world.close("8 more reminders are due", reason: 2)
        #expect(world.state.records(.dismissed).count == 8)
    }

    @Test func `a notification displaced by another is counted in the summary`() throws {
        var world = try world(room: 3, due: 3)
        #expect(world.titles == ["r0", "r1", "r2"])
        try add("s", 1, to: &world)
        #expect(Set(world.titles) == ["2 more reminders are due", "r2", "s0"])
        for name in ["t", "u", "v"] { try add(name, 1, to: &world) }
        #expect(Set(world.titles) == ["5 more reminders are due", "u0", "v0"])
        try add("w", 10, to: &world)
        #expect(Set(world.titles) == ["15 more reminders are due", "w8", "w9"])
        #expect(world.state.records(.shown).count == 17)
    }

    @Test func `without limited room, an expired notification is not shown again`() throws {
        var world = try world(due: 1)
        world.close("r0", reason: 1)
        #expect(world.titles == [] && world.posts.count == 1)
        #expect(world.state.records(.expired).count == 1)
    }

    @Test func `after a restart or with another server, the summary is shown once`() throws {
        var world = try world(room: 3, due: 10)
        try world.restart()
        #expect(Set(world.titles) == ["8 more reminders are due", "r8", "r9"])
        world.serve(nil)
        world.serve("bus :1.6")
        #expect(Set(world.titles) == ["8 more reminders are due", "r8", "r9"])
    }

    // MARK: notification-daemon refuses the 22nd

    @Test(arguments: [1, 2, 3, 21])
    func `a full server gets the newest, and its oldest go into the summary`(limit: Int) throws {
        var world = try world()
        world.limit = limit
        for number in 0..<40 {
            try add("r\(number)-", 1, to: &world)
            world.pass(seconds: 2)
            #expect(world.state.records(.shown).count == number + 1, "\(number)")
            #expect(world.screen.count == min(number + 1, limit))
            if limit > 1 { #expect(world.titles.contains("r\(number)-0")) }
        }
        #expect(world.titles.contains("\(41 - limit) more reminders are due"))
        #expect(world.postedLedger.twice == [])
        // The person dismisses them: nothing comes again.
        for title in world.titles { world.close(title, reason: 2) }
        world.pass(seconds: 120)
        #expect(world.titles == [] && world.state.records(.dismissed).count == 40)
    }

    @Test func `many at once on a full server become singles and a summary, and after a restart they are there`() throws
    {
        var world = try world()
        world.limit = 8
        try add("r", 6, to: &world)
        try add("s", 5, to: &world)
        #expect(world.screen.count <= 8 && world.state.records(.shown).count == 11)
        #expect(Set(["s0", "s1", "s2", "s3", "s4"]).isSubset(of: world.titles))
        try world.restart()
        for _ in 0..<5 { world.pass(seconds: 61) }
        #expect(world.screen.count <= 8 && world.state.records(.shown).count == 11)
        #expect(world.screen.keys.allSatisfy { world.posters[$0] == world.process })
    }

    @Test func `a server that other programs have filled is tried again, and loses nothing`() throws {
        var world = try world(due: 2)
        (world.limit, world.others) = (20, 20)
        try add("s", 3, to: &world)
        for _ in 0..<9 { world.pass(seconds: 61) }
        #expect(world.state.records(.waiting, .shown).count == 5)
        #expect(world.screen.isEmpty)
        world.others = 17
        for _ in 0..<3 { world.pass(seconds: 61) }
        #expect(world.state.records(.shown).count == 5)
        #expect(world.screen.count <= 3)
    }

    @Test func `one reminder that a server filled by others refuses is shown by itself when there is room`() throws {
        var world = try world()
        (world.limit, world.others) = (20, 20)
        try add("r", 1, to: &world)
        for _ in 0..<3 { world.pass(seconds: 61) }
        #expect(world.titles == [] && world.state.records(.waiting).count == 1)
        world.others = 19
        world.pass(seconds: 61)
        #expect(world.titles == ["r0"] && world.screen.values.allSatisfy(\.hasActions))
        // Its buttons are dead after a restart, but it stays.
        world.others = 20
        try world.restart()
        for _ in 0..<3 { world.pass(seconds: 61) }
        #expect(world.titles == ["r0"])
    }

    // MARK: One summary

    @Test func `further reminders join an existing summary`() throws {
        var world = try world(due: 10)
        try add("s", 8, to: &world)
        #expect(world.titles.filter { $0.contains("more") } == ["8 more reminders are due"])
        #expect(world.screen.count == 11)
        #expect(world.state.records(.shown).count == 18)
    }

    @Test func `while a summary is unanswered, further reminders wait for it`() throws {
        var world = try world()
        world.answers = false
        try add("r", 10, to: &world)
        try add("s", 8, to: &world)
        #expect(world.posts.count == 6)
        #expect(world.wake.milliseconds == nil)
        world.answers = true
        world.answer()
        #expect(world.titles.filter { $0.contains("more") } == ["8 more reminders are due"])
        #expect(world.state.records(.shown).count == 18)
    }

    @Test func `if the server refuses a larger summary, the old one remains for the old reminders`() throws {
        var world = try world(due: 10)
        world.refuses = true
        try add("s", 8, to: &world)
        #expect(world.titles.first == "5 more reminders are due")
        #expect(world.state.records(.shown).count == 10 && world.state.records(.waiting).count == 8)
        world.refuses = false
        world.pass(seconds: 60)
        #expect(world.titles.filter { $0.contains("more") } == ["8 more reminders are due"])
        #expect(world.state.records(.shown).count == 18)
    }

    @Test func `a crash while the summary is updated leaves one summary`() throws {
        var world = try world(due: 10)
        world.answers = false
        try add("s", 8, to: &world)
        world.answers = true
        try world.restart()
        #expect(world.titles.filter { $0.contains("more") } == ["8 more reminders are due"])
    }

    @Test func `while the summary is updated, the old reminders may be completed or dismissed`() throws {
        for byPerson in [true, false] {
            var world = try world(due: 10)
            world.answers = false
            try add("s", 8, to: &world)
            if byPerson { world.feed(.closed(notificationID: 1, reason: 2)) }
            for number in 0..<5 where !byPerson { world.change("r\(number)") { $0.completed = .completed } }
            #expect(world.screen[1] != nil, "it is for the new ones")
            world.answers = true
            world.answer()
            for number in 0..<3 { world.change("s\(number)") { $0.completed = .completed } }
            #expect(world.titles.allSatisfy { !$0.contains("more") })
        }
    }

    @Test func `a summary that was not updated is withdrawn when its reminders are completed`() throws {
        for isRefused in [true, false] {
            var world = try world(due: 10)
            world.answers = false
            try add("s", 8, to: &world)
            let token = try #require(world.posts.first { $0.replaces == 1 }).token
            for number in 0..<5 { world.change("r\(number)") { $0.completed = .completed } }
            if isRefused {
                world.feed(.refused(token: token, reason: "too many"))
            } else {
                world.serve(nil)
                world.serve("bus :1.5")
            }
            #expect(world.screen[1] == nil)
        }
    }

    @Test func `a file missing at a restart does not change the text of the summary`() throws {
        var world = try world(due: 10)
        let all = world.reminders
        world.reminders.removeAll { $0.title == "r0" }
        try world.restart()
        world.reminders = all
        world.read()
        #expect(world.titles.first == "5 more reminders are due")
    }

    // MARK: Buttons

    @Test func `the reason why a button failed is announced even though pressing it closed the notification`() throws {
        var world = try world(due: 1)
        world.feed(.pressed(notificationID: 1, action: "done"))
        let (action, delivery) = try #require(world.edits.first)
        // GNOME Shell has already closed it when the edit is finished.
        world.screen = [:]
        world.answers = false
        world.feed(.edited(key: delivery.key, action, failure: "read-only file system"))
        world.feed(.closed(notificationID: 1, reason: 2))
        world.answers = true
        world.answer()
        #expect(world.titles == ["Could not mark complete"])
        #expect(world.state.records(.shown).count == 1)
    }

    // MARK: Waiting

    @Test func `a full server is tried again when a notification closes`() throws {
        var world = try world(due: 2)
        world.refuses = true
        try add("s", 1, to: &world)
        for _ in 0..<5 { world.pass(seconds: 16) }
        #expect(world.wake.milliseconds ?? 0 > 1_000)
        world.refuses = false
        world.close("r0", reason: 2)
        #expect(Set(world.titles) == ["r1", "s0"])
    }

    @Test func `a reminder that waits for its file does not keep the process awake`() throws {
        var world = try NotifyWorld("2026-11-21T08:00")
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.unreadable = [NotifyWorld.unreadable("Bins.md")]
        world.delete("Bins")
        world.serve("bus :1.5")
        #expect(world.titles == ["Bins.md needs attention"])
        #expect(world.state.records(.waiting).count == 1)
        #expect(world.wake.milliseconds == nil)
    }
}
