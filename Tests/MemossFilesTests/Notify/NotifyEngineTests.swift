import Testing

@testable import MemossFiles

@Suite struct NotifyEngineTests {
    private func world(_ now: String = "2026-11-21T08:00", announces: Bool = false) throws -> NotifyWorld {
        var world = try NotifyWorld(now, announces: announces)
        world.serve("bus :1.5")
        return world
    }

    // MARK: Once

    @Test func `a reminder is shown when it is due, and not before`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_599)
        #expect(world.titles == [])
        #expect(world.wake.at == world.now.adding(seconds: 1))
        world.pass(seconds: 1)
        #expect(world.titles == ["Bins"])
        world.pass(seconds: 1)
        world.read()
        #expect(world.posts.count == 1)
        #expect(world.posts[0].body == "" && world.posts[0].hasActions)
    }

    @Test func `what was due before the first start is left alone, but for its minute`() throws {
        var world = try world()
        try world.add("Yesterday", "2026-11-20T09:00")
        try world.add("Two minutes ago", "2026-11-21T07:58")
        try world.add("Just now", "2026-11-21T08:00")
        #expect(world.titles == ["Just now"])
    }

    @Test func `a restart announces nothing twice`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.close("Bins", reason: 2)
        try world.restart()
        #expect(world.posts.count == 1)
        #expect(world.state.records(.dismissed).map(\.key) == ["Bins@2026-11-21T09:00"])
    }

    @Test func `what is on the screen at a restart is posted in its own place, for its buttons`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        try world.restart()
        #expect(world.posts.map(\.replaces) == [0, 1])
        #expect(world.titles == ["Bins"])
        world.press(.complete, on: "Bins")
        #expect(world.edits.map(\.action) == [.complete])
        #expect(world.titles == [])
    }

    @Test func `what came due while nothing ran is told at the start, within a day`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Receipts", "2026-11-22T09:00")
        try world.restart(after: 2 * 86_400)
        #expect(world.titles == ["Receipts"])
        #expect(world.posts[0].body == "Due 2026-11-22 09:00")
    }

    @Test func `after a crash between intent and answer it is posted again, under the same tag`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.answers = false
        world.pass(seconds: 3_600)
        world.answers = true
        try world.restart()
        #expect(world.posts.map(\.tag) == ["Bins@2026-11-21T09:00", "Bins@2026-11-21T09:00"])
        #expect(world.posts.map(\.replaces) == [0, 0])
        #expect(world.state.records(.shown).count == 1)
    }

    // MARK: The server

    @Test func `without a server it waits, and is shown when one comes`() throws {
        var world = try NotifyWorld("2026-11-21T08:00")
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        #expect(world.state.records(.waiting).count == 1)
        world.serve("bus :1.9")
        #expect(world.titles == ["Bins"])
    }

    @Test func `for a day it waits for a server, and then says so`() throws {
        var world = try NotifyWorld("2026-11-21T08:00")
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.pass(seconds: 86_401)
        world.serve("bus :1.9")
        #expect(world.titles == [])
        #expect(world.said == ["not shown, as there was no notification server for a day: Bins.md"])
    }

    @Test func `a server that is started anew has lost what it showed, and gets it again`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Receipts", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.close("Receipts", reason: 2)
        world.serve(nil)
        world.serve("bus :1.6")
        #expect(world.titles == ["Bins"])
    }

    @Test func `a server that refuses is asked again, ever later`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.refuses = true
        world.pass(seconds: 3_600)
        #expect(world.wake.milliseconds == 1_000)
        world.read()
        #expect(world.posts.count == 1)
        world.pass(seconds: 1)
        #expect(world.posts.count == 2)
        #expect(world.wake.milliseconds == 2_000)
        world.refuses = false
        world.pass(seconds: 2)
        #expect(world.titles == ["Bins"])
    }

    @Test func `a thousand at once are five and a summary`() throws {
        var world = try world(announces: true)
        for number in 0..<1_000 {
            world.reminders.append(try NotifyWorld.reminder("r\(1_000 + number)", "2026-11-21T09:00"))
        }
        world.read()
        world.pass(seconds: 3_600)
        #expect(world.posts.count == 6)
        #expect(world.titles.first == "995 more reminders are due")
        #expect(world.posts[0].hasActions == false)
        #expect(world.state.records(.shown).count == 1_000)
        #expect(world.hookEvents.map(\.event) == [.summary, .due, .due, .due, .due, .due])
        #expect(world.hookEvents[0].count == 995)
        // As one again, in its own place; and the hook, which was not done, hears of them as before.
        try world.restart()
        #expect(world.hookEvents.dropFirst(6).map(\.event) == [.summary, .due, .due, .due, .due, .due])
        #expect(world.screen.count == 6)
        world.close("995 more reminders are due", reason: 2)
        #expect(world.state.records(.dismissed).count == 995)
    }

    @Test func `a summary stays as long as one of those that it stands for`() throws {
        var world = try world()
        for number in 0..<8 { world.reminders.append(try NotifyWorld.reminder("r\(number)", "2026-11-21T09:00")) }
        world.read()
        world.pass(seconds: 3_600)
        #expect(world.titles.first == "3 more reminders are due")
        for number in 0..<2 { world.change("r\(number)") { $0.completed = .completed } }
        #expect(world.titles.first == "3 more reminders are due")
        world.change("r2") { $0.completed = .completed }
        #expect(world.titles == ["r3", "r4", "r5", "r6", "r7"])
    }

    @Test func `a hook that comes is told what comes due from then on, and one that goes leaves nothing behind`() throws
    {
        var world = try world()
        try world.add("one", "2026-11-21T08:30")
        world.pass(seconds: 1_800)
        world.feed(.announces(true))
        world.announces = true
        #expect(world.hookEvents.isEmpty, "it was due when there was none")
        try world.add("two", "2026-11-21T08:45")
        world.pass(seconds: 900)
        #expect(world.hookEvents.map { $0.delivery?.notification.title } == ["two"])
        world.feed(.announces(false))
        try world.add("three", "2026-11-21T09:00")
        world.pass(seconds: 900)
        #expect(world.hookEvents.count == 1 && world.titles == ["one", "two", "three"])
        // Nobody was done with "two", and nobody is told of it any more.
        try world.restart()
        #expect(world.hookEvents.count == 1)
    }

    @Test func `six are six`() throws {
        var world = try world()
        for number in 0..<6 { world.reminders.append(try NotifyWorld.reminder("r\(number)", "2026-11-21T09:00")) }
        world.read()
        world.pass(seconds: 3_600)
        #expect(world.titles == ["r0", "r1", "r2", "r3", "r4", "r5"])
    }

    // MARK: The folder

    @Test func `completed, moved or put off, it is taken from the screen`() throws {
        for change in [
            { (reminder: inout Reminder) in reminder.completed = .completed },
            { (reminder: inout Reminder) in reminder.scheduled = try? DateValue(parsing: "2026-11-21T12:00") },
            { (reminder: inout Reminder) in reminder.snoozed = try? DateValue(parsing: "2026-11-21T09:30") },
            { (reminder: inout Reminder) in reminder.isNote = true },
        ] {
            var world = try world()
            try world.add("Bins", "2026-11-21T09:00")
            world.pass(seconds: 3_600)
            world.change("Bins", change)
            #expect(world.titles == [])
        }
    }

    @Test
    func `completed while nothing ran, or while the bus was away, it is taken from the screen as soon as there is one`()
        throws
    {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        // The folder is read before the bus answers.
        world.reminders[0].completed = .completed
        try world.restart()
        #expect(world.titles == [])
        try world.add("Receipts", "2026-11-21T10:00")
        world.pass(seconds: 3_600)
        world.serve(nil)
        world.change("Receipts") { $0.completed = .completed }
        #expect(world.titles == ["Receipts"])
        world.serve("bus :1.5")
        #expect(world.titles == [])
    }

    @Test func `a file that is gone for a moment changes nothing`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        let all = world.reminders
        world.delete("Bins")
        #expect(world.wake.rereads && world.wake.milliseconds == 1_500)
        world.pass(seconds: 1)
        world.reminders = all
        world.read()
        #expect(world.titles == ["Bins"] && world.posts.count == 1 && !world.wake.rereads)
    }

    @Test func `gone means missing at two looks that are a second and a half apart`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.delete("Bins")
        // Looks in quick succession say nothing, as while a checkout lasts.
        for milliseconds in [0, 1, 1_000, 498] as [Int64] {
            world.uptime += milliseconds
            world.read()
            #expect(world.titles == ["Bins"], "\(milliseconds)")
        }
        world.uptime += 1
        world.read()
        #expect(world.titles == [])
    }

    @Test func `one that stays away is taken from the screen, and not told again when it comes back`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        let all = world.reminders
        world.delete("Bins")
        world.pass(seconds: 2)
        #expect(world.titles == ["Bins"])
        world.read()
        #expect(world.titles == [])
        world.reminders = all
        world.read()
        #expect(world.posts.count == 1)
    }

    @Test func `a file that cannot be read now stays on the screen`() throws {
        for hidden in ["home/Bins.md", "home"] {
            var world = try world()
            var reminder = try NotifyWorld.reminder("Bins", "2026-11-21T09:00")
            reminder.path = "home/Bins.md"
            world.reminders = [reminder]
            world.read()
            world.pass(seconds: 3_600)
            world.unreadable = [NotifyWorld.unreadable(hidden)]
            world.delete("Bins")
            world.pass(seconds: 5)
            world.read()
            #expect(world.titles == ["Bins", "\(hidden) needs attention"])
        }
    }

    @Test(arguments: [".", "home"])
    func `what a failed listing did not show stays on the screen, and comes when it is due`(unseen: String) throws {
        var world = try world()
        for (name, time) in [("Bins", "09:00"), ("Milk", "11:00"), ("Post", "11:00")] {
            var reminder = try NotifyWorld.reminder(name, "2026-11-21T\(time)")
            if name != "Post" { reminder.path = "home/\(name).md" }
            world.reminders.append(reminder)
        }
        world.read()
        world.pass(seconds: 3_600)
        #expect(world.titles == ["Bins"])
        world.unseen = [unseen]
        world.reminders = []
        world.read()
        world.pass(seconds: 5)
        world.read()
        #expect(world.titles == ["Bins"])
        world.pass(seconds: 7_200)
        // Only what may have been hidden is remembered.
        #expect(world.titles.sorted() == (unseen == "." ? ["Bins", "Milk", "Post"] : ["Bins", "Milk"]))
        // Seen again, what is gone is gone.
        world.unseen = []
        world.read()
        world.pass(seconds: 5)
        world.read()
        #expect(world.titles == [])
    }

    @Test func `completed while the server has not answered, it is taken down when it does`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.answers = false
        world.pass(seconds: 3_600)
        world.change("Bins") { $0.completed = .completed }
        #expect(world.titles == ["Bins"])
        world.answer()
        #expect(world.titles == [])
    }

    @Test func `a snooze in the file is told at its time, and once`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        try world.change("Bins") { $0.snoozed = try DateValue(parsing: "2026-11-21T09:15") }
        #expect(world.titles == [])
        try world.restart()
        world.pass(seconds: 900)
        #expect(world.titles == ["Bins"])
        #expect(world.state.records(.shown).map(\.key) == ["Bins@2026-11-21T09:00~2026-11-21T09:15"])
        try world.restart(after: 60)
        #expect(world.posts.map(\.replaces) == [0, 0, 2])
    }

    @Test func `completed, a snooze is never told`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.change("Bins") { $0.snoozed = try DateValue(parsing: "2026-11-21T09:15") }
        world.change("Bins") { $0.completed = .completed }
        world.pass(seconds: 7_200)
        #expect(world.posts.isEmpty)
    }

    @Test func `opened again after it was told, it is not told again`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.change("Bins") { $0.completed = .completed }
        world.change("Bins") { $0.completed = .open }
        #expect(world.posts.count == 1)
    }

    @Test func `moved to an hour that has passed today, it is told at once`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T18:00")
        world.pass(seconds: 7_200)
        try world.change("Bins") { $0.scheduled = try DateValue(parsing: "2026-11-21T09:00") }
        #expect(world.titles == ["Bins"])
    }
}
