import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// Reminders without ids whose files are renamed after they were delivered (issue 33: they were told again).
@Suite struct NotifyRenameTests {
    private func world(_ rule: String? = nil) throws -> NotifyWorld {
        var world = try NotifyWorld("2026-11-21T08:00", announces: true)
        world.serve("bus :1.5")
        try world.add("Milk", "2026-11-21T09:00", rule)
        world.change("Milk") { $0.writtenID = nil }
        world.pass(seconds: 3_600)
        #expect(world.titles == ["Milk"] && told(world) == 1)
        return world
    }

    private func told(_ world: NotifyWorld) -> Int { world.hookEvents.count { $0.delivery != nil } }

    @Test(arguments: [nil, "daily"], [false, true])
    func `a renamed file is not told again, and its notification stays`(rule: String?, restarts: Bool) throws {
        var world = try world(rule)
        if restarts {
            world.told()
            #expect(told(world) == 0)
            world.reminders[0].path = "sub/other.md"
            try world.restart(after: 300)
        } else {
            // The hook may still be running.
            world.change("Milk") { $0.path = "sub/other.md" }
            world.told()
        }
        for _ in 0..<3 {
            world.pass(seconds: 60)
            world.read()
        }
        #expect(told(world) == 0 && world.titles == ["Milk"])
        #expect(world.state.records.values.map { $0.path } == ["sub/other.md"])
        #expect(world.state.records.values.allSatisfy { $0.isAnnounced })
        #expect(try DeliveryState(parsing: world.state.bytes) == world.state)
        // The buttons work, and completing it closes the notification.
        world.press(.complete, on: "Milk")
        #expect(world.edits.map { $0.delivery.notification.path } == ["sub/other.md"])
        world.change("Milk") { $0.completed = .completed }
        #expect(world.titles == [])
    }

    @Test func `the next occurrence of a renamed series is told`() throws {
        var world = try world("daily")
        world.change("Milk") { $0.path = "other.md" }
        world.pass(seconds: 86_400)
        #expect(told(world) == 2 && world.titles == ["Milk"])
    }

    @Test func `another file with the same title and date is told, and so is one with another date, title, rule or id`()
        throws
    {
        var world = try world()
        var copy = world.reminders[0]
        copy.path = "other.md"
        world.reminders.append(copy)
        world.read()
        #expect(told(world) == 2 && world.titles == ["Milk", "Milk"])
        for change: (inout Reminder) throws -> Void in [
            { $0.scheduled = try DateValue(parsing: "2026-11-21T08:59") }, { $0.title = "Tea" },
            { $0.recurrence = "daily" }, { $0.writtenID = "x" },
        ] {
            var world = try self.world()
            try world.change("Milk") { reminder in
                reminder.path = "other.md"
                try change(&reminder)
            }
            #expect(told(world) == 2)
        }
        // One file is gone, and two came.
        var pair = try self.world()
        pair.reminders = ["b.md", "c.md"].map { path in
            var reminder = pair.reminders[0]
            reminder.path = path
            return reminder
        }
        pair.read()
        #expect(told(pair) == 2 && pair.titles.count == 2)
    }

    @Test(arguments: [true, false])
    func `a file that takes its title from its name is not told again under another name`(isNamed: Bool) throws {
        var world = try world()
        world.change("Milk") { $0.path = isNamed ? "Milk.md" : "milk.md" }
        world.told()
        world.change("Milk") { ($0.path, $0.title) = ("Oat.md", "Oat") }
        for _ in 0..<3 { world.pass(seconds: 60) }
        #expect(told(world) == (isNamed ? 0 : 1))
    }

    @Test(arguments: [true, false])
    func `a file without a title that was seen before is not the new name of another`(isCompleted: Bool) throws {
        var world = try NotifyWorld("2026-11-21T08:00", announces: true)
        world.serve("bus :1.5")
        for title in ["Milk", "Tea"] {
            try world.add(title, "2026-11-21T09:00")
            world.change(title) { ($0.writtenID, $0.path) = (nil, title + ".md") }
        }
        world.pass(seconds: 3_600)
        world.told()
        let later = try DateValue(parsing: "2026-11-21T20:00")
        world.change("Milk") { if isCompleted { $0.completed = .completed } else { $0.snoozed = later } }
        #expect(world.titles == ["Tea"])
        // An editor that replaces a file, or a syncer, takes it away for a moment.
        let tea = try #require(world.reminders.firstIndex { $0.title == "Tea" })
        let missing = world.reminders.remove(at: tea)
        world.read()
        world.reminders.append(missing)
        world.read()
        world.pass(seconds: 60)
        #expect(world.titles == ["Tea"] && told(world) == 0, "\(world.hookEvents)")
    }

    @Test func `a deadline that was told is not told again when its occurrence moves, or becomes the date`() throws {
        for rule in [nil, "weekly on saturday"] {
            var world = try NotifyWorld("2026-11-21T08:00", announces: true)
            world.serve("bus :1.5")
            try world.add("Rent", "2026-11-21T09:00", rule)
            let deadline = try DateValue(parsing: "2026-11-21T10:00")
            world.change("Rent") { $0.deadline = deadline }
            for _ in 0..<3 {
                world.pass(seconds: 3_600)
                world.told()
            }
            let moved = try DateValue(parsing: "2026-11-23T09:00")
            let place = try DateValue(parsing: "2026-11-21T09:00")
            world.change("Rent") { ($0.scheduled, $0.movedFrom) = (moved, rule == nil ? nil : place) }
            world.pass(seconds: 60)
            #expect(told(world) == 0, "\(world.hookEvents)")
            guard rule == nil else { continue }
            world.change("Rent") { $0.scheduled = nil }
            world.pass(seconds: 60)
            #expect(told(world) == 0, "\(world.hookEvents)")
        }
    }

    /// Milk at nine and Tea at ten, both told, in files without ids.
    private func pair(at time: String) throws -> NotifyWorld {
        var world = try NotifyWorld("2026-11-21T08:00", announces: true)
        world.serve("bus :1.5")
        for (title, time) in [("Milk", "09:00"), ("Tea", time)] {
            try world.add(title, "2026-11-21T\(time)")
            world.change(title) { $0.writtenID = nil }
        }
        for _ in 0..<2 {
            world.pass(seconds: 3_600)
            world.told()
        }
        #expect(Set(world.titles) == ["Milk", "Tea"] && told(world) == 0)
        return world
    }

    @Test(arguments: ["10:00", "09:00"])
    func `files that exchange their names, or give theirs to a new file, are not told again`(time: String) throws {
        var world = try pair(at: time)
        let paths = world.reminders.map(\.path)
        for (index, path) in paths.reversed().enumerated() { world.reminders[index].path = path }
        world.read()
        world.pass(seconds: 60)
        #expect(told(world) == 0 && Set(world.titles) == ["Milk", "Tea"], "\(world.hookEvents)")
        // Completing one closes its own notification.
        world.change("Milk") { $0.completed = .completed }
        #expect(world.titles == ["Tea"])

        var taken = try pair(at: time)
        taken.reminders[1].path = "other.md"
        var new = taken.reminders[1]
        (new.path, new.title) = (paths[1], "Cake")
        taken.reminders.append(new)
        taken.read()
        taken.pass(seconds: 60)
        #expect(told(taken) == 1 && Set(taken.titles) == ["Milk", "Tea", "Cake"])
    }

    @Test(arguments: ["2026-11-21T09:00:00", "2026-11-21T08:00:00.000Z", "2026-11-21T09:00+01:00", "2026-11-21"])
    func `a date that is written in another way is not told again`(text: String) throws {
        let same = try DateValue(parsing: text)
        for isDismissed in [false, true] {
            var world = try world()
            world.told()
            if isDismissed { world.close("Milk", reason: 2) }
            world.change("Milk") { $0.scheduled = same }
            world.pass(seconds: 60)
            #expect(told(world) == 0 && world.titles == (isDismissed ? [] : ["Milk"]))
            try world.restart(after: 60)
            #expect(told(world) == 0 && world.titles == (isDismissed ? [] : ["Milk"]))
            guard isDismissed else {
                world.press(.complete, on: "Milk")
                #expect(world.edits.count == 1)
                continue
            }
            try world.change("Milk") { $0.scheduled = try DateValue(parsing: "2026-11-21T09:30") }
            world.pass(seconds: 3_600)
            #expect(told(world) == 1)
        }
    }

    @Test func `a file that gets an id is not told again`() throws {
        var world = try world("daily")
        world.told()
        world.change("Milk") { $0.writtenID = "x" }
        world.pass(seconds: 60)
        #expect(told(world) == 0 && world.titles == ["Milk"])
        world.press(.complete, on: "Milk")
        #expect(world.edits.map { $0.delivery.notification.reminder } == ["x"])
        world.pass(seconds: 86_400)
        #expect(Set(world.hookEvents.flatMap(\.keys)).count == 1, "\(world.hookEvents)")
    }

    @Test func `a file that comes back under another name once its notification was closed is told`() throws {
        var world = try world()
        let milk = world.reminders
        world.delete("Milk")
        for _ in 0..<2 {
            world.pass(seconds: 2)
            world.feed(.folder(world.folder))
        }
        #expect(world.titles == [])
        world.reminders = milk
        world.reminders[0].path = "other.md"
        world.read()
        #expect(world.titles == ["Milk"])
    }

    @Test func `a file that was edited before it is renamed is recognized`() throws {
        var world = try world()
        world.change("Milk") { $0.title = "Tea" }
        world.pass(seconds: 60)
        world.change("Tea") { $0.path = "tea.md" }
        world.pass(seconds: 60)
        world.change("Tea") { $0.path = "Milk.md" }
        world.pass(seconds: 60)
        #expect(told(world) == 1 && world.titles.count == 1)
        #expect(world.state.records.values.map { $0.path } == ["Milk.md"])
    }

    @Test func `of two alike reminders, the renamed one is recognized`() throws {
        var world = try world()
        var other = world.reminders[0]
        other.path = "other.md"
        world.reminders.append(other)
        world.read()
        world.told()
        for path in ["a.md", "z.md"] {
            world.reminders[1].path = path
            world.read()
            world.pass(seconds: 60)
        }
        #expect(told(world) == 0 && world.titles == ["Milk", "Milk"])
        #expect(world.state.records.values.map { $0.path }.sorted() == ["Milk.md", "z.md"])
    }

    @Test func `a notification of long ago stays on the screen`() throws {
        var world = try world()
        world.pass(seconds: 5 * 86_400)
        world.change("Milk") { $0.path = "other.md" }
        for _ in 0..<3 {
            world.pass(seconds: 60)
            world.read()
        }
        #expect(told(world) == 1 && world.titles == ["Milk"])
    }

    /// A hook withdraws a message by the id that it was told.
    @Test(arguments: [false, true])
    func `the hook is told of the end under the id that it knows`(restarts: Bool) throws {
        let ends: [(rule: String?, event: HookEvent.Event, end: (inout NotifyWorld) throws -> Void)] = [
            (nil, .withdrawn, { $0.change("Milk") { $0.completed = .completed } }),
            (nil, .withdrawn, { $0.press(.complete, on: "Milk") }),
            (nil, .snoozed, { $0.press(.snooze, on: "Milk") }),
            // The next one replaces it under its own id.
            ("daily", .withdrawn, { $0.pass(seconds: 86_400) }),
        ]
        for (rule, event, end) in ends {
            var world = try world(rule)
            let known = try #require(world.hookEvents.last?.subject)
            world.told()
            if restarts {
                world.reminders[0].path = "other.md"
                try world.restart()
            } else {
                world.change("Milk") { $0.path = "other.md" }
            }
            #expect(world.hookEvents == [])
            try end(&world)
            #expect(world.hookEvents.contains { $0.event == event && $0.subject == known })
        }
    }

    @Test func `a process that cron starts tells a renamed reminder once`() throws {
        var world = NotifyWorld(now: Folder.now, announces: true, attends: false)
        world.serve("bus :1.5")
        let due = Zone.utc.civil(at: Folder.now.adding(seconds: 60)).description
        try world.add("Milk", due)
        world.change("Milk") { $0.writtenID = nil }
        for path in ["Milk.md", "other.md", "sub/third.md", "Milk.md"] {
            world.reminders[0].path = path
            try world.restart(after: 3_600)
        }
        #expect(world.posts.count == 1)
    }

    /// An id would make no difference.
    @Test func `whatever happens, renamed files without ids are told what files with ids are told`() throws {
        var random = Random(seed: 9)
        for life in 0..<Rounds.of(40) {
            var (pair, count) = ([NotifyWorld](), 0)
            for _ in 0..<2 {
                var world = try NotifyWorld("2026-11-21T08:00", announces: true)
                world.serve("bus :1.5")
                pair.append(world)
            }
            for step in 0..<60 {
                count += 1
                let (number, seconds) = (random.below(8), Int64(random.below(random.pick([3, 5_000, 90_000]))))
                let (title, path) = ("r\(number)", "\(random.pick(["", "a/", "b/"]))\(count).md")
                let (action, choice) = (random.pick(NotifyAction.allCases), random.below(9))
                let rule = random.pick([nil, "daily", "every 2 hours"])
                for index in pair.indices {
                    let date = pair[index].now.adding(seconds: seconds / 2 + Int64(count))
                    let text = pair[index].zone.civil(at: date).description
                    switch choice {
                    case 0:
                        guard !pair[index].reminders.contains(where: { $0.title == title }) else { continue }
                        var reminder = try NotifyWorld.reminder(title, text, rule)
                        reminder.path = path
                        if index == 0 { reminder.writtenID = nil }
                        pair[index].reminders.append(reminder)
                        pair[index].read()
                    case 1: try pair[index].change(title) { $0.scheduled = try DateValue(parsing: text) }
                    case 2: try pair[index].change(title) { $0.snoozed = try DateValue(parsing: text) }
                    case 3:
                        pair[index].reminders.indices.forEach { place in
                            if pair[index].reminders[place].title == title { pair[index].reminders[place].path = path }
                        }
                        try pair[index].restart(after: seconds)
                    case 4: pair[index].close(title, reason: 2)
                    case 5:
                        // What a button does to the file ends the reminder, so that it is not told under another name.
                        pair[index].press(action, on: title)
                        pair[index].change(title) { $0.completed = .completed }
                    default: pair[index].change(title) { $0.path = path }
                    }
                    if choice != 3 { pair[index].pass(seconds: seconds) }
                    pair[index].told()
                }
                #expect(pair[0].posts.map(\.title) == pair[1].posts.map(\.title), "life \(life), step \(step)")
                #expect(pair[0].titles == pair[1].titles, "life \(life), step \(step)")
            }
        }
    }
}
