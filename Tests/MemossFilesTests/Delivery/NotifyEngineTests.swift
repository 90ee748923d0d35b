import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

@Suite struct NotifyEngineTests {
    private func world(_ now: String = "2026-11-21T08:00", announces: Bool = false) throws -> NotifyWorld {
        var world = try NotifyWorld(now, announces: announces)
        world.serve("bus :1.5")
        return world
    }

    // MARK: Announced once

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

    @Test func `reminders due before the first start are ignored, except those due in that minute`() throws {
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

    @Test func `after a restart, visible notifications are posted again in place, so that their buttons work`() throws {
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

    @Test func `reminders that came due while nothing ran are announced once at the next start, however long ago`()
        throws
    {
        // Off from Friday to Monday, Saturday's reminder was never told (#33).
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Receipts", "2026-12-31T09:00")
        try world.restart(after: 400 * 86_400)
        #expect(world.titles == ["Bins", "Receipts"])
        #expect(world.posts.map(\.body) == ["Due 2026-11-21 09:00", "Due 2026-12-31 09:00"])
        for title in world.titles { world.close(title, reason: 2) }
        try world.restart(after: 60)
        #expect(world.posts.count == 2)
    }

    @Test func `what came due while the machine slept is announced when it wakes, however long it slept`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Stretch", "2026-11-21T09:00", "every 30 minutes")
        world.pass(seconds: 3 * 86_400)
        #expect(world.posts.map(\.body) == ["Due 2026-11-21 09:00", ""])
    }

    @Test func `a reminder that was added long after its date is not announced, also after a restart`() throws {
        var world = try world()
        try world.add("Milk", "2027-11-25T09:00")
        world.pass(seconds: 30 * 86_400)
        try world.add("Bins", "2026-11-25T09:00")
        for _ in 0..<3 { try world.restart(after: 3_600) }
        #expect(world.titles == [])
    }

    @Test func `what a directory holds that could not be listed at the start is announced once it can be`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-22T09:00")
        let all = world.reminders
        (world.reminders, world.unseen) = ([], ["."])
        try world.restart(after: 3 * 86_400)
        world.pass(seconds: 7_200)
        #expect(world.titles == [])
        (world.reminders, world.unseen) = (all, [])
        world.read()
        #expect(world.titles == ["Bins"])
    }

    @Test func `a clock without a battery hides nothing and floods nobody`() throws {
        var world = try world()
        try world.add("Long ago", "2011-05-01T09:00")
        try world.add("Bins", "2026-11-22T09:00")
        // It starts in 2000, and is right a minute later, two days after the machine was switched off.
        try world.restart(after: -27 * 365 * 86_400)
        world.setClock(by: (27 * 365 + 2) * 86_400)
        #expect(world.titles == ["Bins"])
    }

    @Test func `after a crash between saving and posting, the notification is posted again with the same tag`() throws {
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

    @Test func `without a server, a reminder waits and is shown when one appears`() throws {
        var world = try NotifyWorld("2026-11-21T08:00")
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        #expect(world.state.records(.waiting).count == 1)
        world.serve("bus :1.9")
        #expect(world.titles == ["Bins"])
    }

    @Test func `a reminder waits for a server, however long`() throws {
        var world = try NotifyWorld("2026-11-21T08:00")
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        try world.restart(after: 3 * 86_400)
        world.pass(seconds: 86_401)
        world.serve("bus :1.9")
        #expect(world.titles == ["Bins"])
    }

    @Test func `a restarted server has lost its notifications and gets them again`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Receipts", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.close("Receipts", reason: 2)
        world.serve(nil)
        world.serve("bus :1.6")
        #expect(world.titles == ["Bins"])
    }

    @Test func `a server that refuses is tried again at growing intervals`() throws {
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

    @Test func `a thousand reminders at once become five notifications and a summary`() throws {
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
        // They become one notification again, in place. The hook, which had not finished, gets them again.
        try world.restart()
        #expect(world.hookEvents.dropFirst(6).map(\.event) == [.summary, .due, .due, .due, .due, .due])
        #expect(world.screen.count == 6)
        world.close("995 more reminders are due", reason: 2)
        #expect(world.state.records(.dismissed).count == 995)
    }

    @Test func `a summary stays as long as any of its reminders`() throws {
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

    @Test func `a new hook is told only of later reminders, and removing it leaves nothing waiting`() throws {
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
        // No hook had finished with "two", and no hook gets it again.
        try world.restart()
        #expect(world.hookEvents.count == 1)
    }

    @Test func `nothing is withdrawn from the hook that a newer message of the same reminder replaces`() throws {
        // A hook that withdraws by id deleted the new alarm (#33).
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Milk", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.told()
        world.pass(seconds: 600)
        let moved = try DateValue(parsing: "2026-11-21T09:05")
        world.change("Bins") { $0.scheduled = moved }
        // `told` forgot the first two.
        #expect(world.hookEvents.map(\.event) == [.missed])
        world.change("Milk") { $0.completed = .completed }
        #expect(world.hookEvents.dropFirst(1).map(\.event) == [.withdrawn])
        #expect(world.titles == ["Bins"])
    }

    @Test func `what is completed while the hook still reports it is withdrawn once the hook has ended`() throws {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        #expect(world.hookEvents.map(\.event) == [.due])
        world.change("Bins") { $0.completed = .completed }
        #expect(world.hookEvents.map(\.event) == [.due])
        world.told()
        #expect(world.hookEvents.map(\.event) == [.withdrawn])
        world.told()
        #expect(world.hookEvents.isEmpty)
    }

    @Test func `what was completed before the hook was told is over, and is not withdrawn`() throws {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        let keys = world.hookEvents.flatMap(\.keys)
        #expect(keys.count == 1 && keys.allSatisfy { !world.engine.isOver($0) })
        // The server closed it, or the user did: that says nothing of the reminder.
        world.close("Bins", reason: 3)
        #expect(keys.allSatisfy { !world.engine.isOver($0) })
        world.change("Bins") { $0.completed = .completed }
        #expect(keys.allSatisfy { world.engine.isOver($0) })
        world.feed(.announced(keys: keys, isTold: false))
        #expect(world.hookEvents.map(\.event) == [.due])
    }

    @Test func `a hook that fails is run again after a while, also by a later process, until it succeeds`() throws {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        for pause: Int64 in [60, 120, 240] {
            #expect(world.hookEvents.map(\.isAgain) == [world.state.records.values.contains { $0.failures > 0 }])
            #expect(world.failHook().count == 1)
            #expect(try DeliveryState(parsing: world.state.bytes) == world.state)
            world.pass(seconds: pause / 2)
            #expect(world.hookEvents.isEmpty)
            if pause == 120 { try world.restart() }
            world.pass(seconds: pause / 2)
        }
        #expect(world.hookEvents.map(\.event) == [.missed])
        world.told()
        world.pass(seconds: 86_400)
        #expect(world.hookEvents.isEmpty)
    }

    @Test func `a hook that fails is not run again for what is completed meanwhile, nor for ever`() throws {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        try world.add("Milk", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        var counts: [String: Int] = [:]
        for round in 0..<40 {
            for key in world.failHook() { counts[key, default: 0] += 1 }
            if round == 2 { world.change("Milk") { $0.completed = .completed } }
            world.pass(seconds: 3_600)
        }
        #expect(counts.values.sorted() == [3, 12], "\(counts)")
    }

    @Test func `a hook that failed for a file that is gone since keeps nothing awake`() throws {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.failHook()
        world.delete("Bins")
        for _ in 0..<5 {
            world.pass(seconds: 61)
            #expect(world.wake.at.map { $0 > world.now } ?? true)
        }
        #expect(world.hookEvents.isEmpty)
    }

    @Test func `what waits for a server is told by a hook or bell that comes later, and what was shown is not`() throws
    {
        var world = try NotifyWorld("2026-11-21T08:00")
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        #expect(world.hookEvents.isEmpty)
        world.feed(.announces(true))
        #expect(world.hookEvents.map(\.event) == [.due])
        world.told()
        world.serve("bus :1.5")
        #expect(world.titles == ["Bins"] && world.hookEvents.isEmpty)
        var shown = try self.world()
        try shown.add("Bins", "2026-11-21T09:00")
        shown.pass(seconds: 3_600)
        shown.feed(.announces(true))
        #expect(shown.titles == ["Bins"] && shown.hookEvents.isEmpty)
    }

    @Test(arguments: NotifyAction.allCases)
    func `a button that is pressed while the hook still reports the reminder is reported once`(action: NotifyAction)
        throws
    {
        var world = try world(announces: true)
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.press(action, on: "Bins")
        #expect(world.hookEvents.count == 2)
        world.told()
        #expect(world.hookEvents.isEmpty)
    }

    @Test func `six reminders are shown individually`() throws {
        var world = try world()
        for number in 0..<6 { world.reminders.append(try NotifyWorld.reminder("r\(number)", "2026-11-21T09:00")) }
        world.read()
        world.pass(seconds: 3_600)
        #expect(world.titles == ["r0", "r1", "r2", "r3", "r4", "r5"])
    }

    // MARK: The folder

    @Test func `a reminder that is completed, moved or snoozed is removed from the screen`() throws {
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
    func `a reminder completed while nothing ran, or without a bus, is removed from the screen once there is one`()
        throws
    {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        // The folder is read before the bus replies.
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

    @Test func `a file that disappears for a moment changes nothing`() throws {
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

    @Test func `a file is considered deleted if it is missing in two readings 1.5 seconds apart`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.delete("Bins")
        // Readings in quick succession decide nothing, as during a checkout.
        for milliseconds in [0, 1, 1_000, 498] as [Int64] {
            world.uptime += milliseconds
            world.read()
            #expect(world.titles == ["Bins"], "\(milliseconds)")
        }
        world.uptime += 1
        world.read()
        #expect(world.titles == [])
    }

    @Test func `a reminder whose file stays away is removed from the screen, and is announced again when it returns`()
        throws
    {
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
        #expect(world.titles == ["Bins"] && world.posts.count == 2)
    }

    @Test(arguments: [nil, "daily"], [false, true])
    func `what came due while its file was away is told once when it is back, however late`(
        rule: String?,
        restarts: Bool
    ) throws {
        // On another branch, or a disk that was not mounted (#33).
        var world = try world()
        try world.add("Bins", "2026-11-22T09:00", rule)
        let all = world.reminders
        world.delete("Bins")
        if restarts { try world.restart(after: 3_600) }
        for _ in 0..<3 {
            world.pass(seconds: 4 * 86_400)
            world.read()
        }
        #expect(world.titles == [])
        // What was never seen before is told only if it is ahead, or was yesterday.
        world.reminders = all + [try NotifyWorld.reminder("Old", "2026-11-22T09:00")]
        if restarts { try world.restart() } else { world.read() }
        #expect(world.titles == ["Bins"])
        #expect(rule != nil || world.posts[0].body == "Due 2026-11-22 09:00")
        world.close("Bins", reason: 2)
        world.read()
        try world.restart(after: 60)
        #expect(world.posts.count == 1 && world.titles == [])
    }

    @Test func `what was told before its file was away is told again when it is back, however late`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        let all = world.reminders
        world.delete("Bins")
        world.pass(seconds: 5)
        world.read()
        #expect(world.titles == [])
        world.pass(seconds: 3 * 86_400)
        world.reminders = all
        world.read()
        #expect(world.titles == ["Bins"] && world.posts.count == 2)
        // Whoever completed it, or moved it, elsewhere is not bothered.
        for date in [nil, "2027-01-01T09:00"] {
            var other = try self.world()
            try other.add("Bins", "2026-11-21T09:00")
            other.delete("Bins")
            other.pass(seconds: 3 * 86_400)
            other.reminders = all
            other.reminders[0].completed = date == nil ? .completed : .open
            if let date { other.reminders[0].scheduled = try DateValue(parsing: date) }
            other.read()
            #expect(other.posts.isEmpty)
        }
    }

    @Test func `what came due while its file could not be read is told once it can be`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-22T09:00")
        let all = world.reminders
        (world.reminders, world.unreadable) = ([], [NotifyWorld.unreadable("Bins.md")])
        world.read()
        world.pass(seconds: 5 * 86_400)
        (world.reminders, world.unreadable) = (all, [])
        world.read()
        #expect(world.posts.map(\.title) == ["Bins.md needs attention", "Bins"])
    }

    @Test func `a reminder whose file is unreadable stays on the screen`() throws {
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
    func `reminders hidden by a failed listing stay on the screen and are shown when due`(unseen: String) throws {
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
        // Only reminders that may be hidden are remembered.
        #expect(world.titles.sorted() == (unseen == "." ? ["Bins", "Milk", "Post"] : ["Bins", "Milk"]))
        // Once the directory can be read again, missing reminders are gone.
        world.unseen = []
        world.read()
        world.pass(seconds: 5)
        world.read()
        #expect(world.titles == [])
    }

    @Test func `a notification completed before the server has answered is withdrawn when it does`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.answers = false
        world.pass(seconds: 3_600)
        world.change("Bins") { $0.completed = .completed }
        #expect(world.titles == ["Bins"])
        world.answer()
        #expect(world.titles == [])
    }

    @Test func `a snooze in the file is announced once at its time`() throws {
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

    @Test func `the snooze of a completed reminder is never announced`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        try world.change("Bins") { $0.snoozed = try DateValue(parsing: "2026-11-21T09:15") }
        world.change("Bins") { $0.completed = .completed }
        world.pass(seconds: 7_200)
        #expect(world.posts.isEmpty)
    }

    @Test func `a reminder reopened after it was announced is not announced again`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T09:00")
        world.pass(seconds: 3_600)
        world.change("Bins") { $0.completed = .completed }
        world.change("Bins") { $0.completed = .open }
        #expect(world.posts.count == 1)
    }

    @Test func `a reminder moved to a time that has passed today is announced at once`() throws {
        var world = try world()
        try world.add("Bins", "2026-11-21T18:00")
        world.pass(seconds: 7_200)
        try world.change("Bins") { $0.scheduled = try DateValue(parsing: "2026-11-21T09:00") }
        #expect(world.titles == ["Bins"])
    }
}
