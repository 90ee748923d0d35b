import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// Random histories of a folder, a server, two clocks and a process that dies.
@Suite struct NotifyLaws {
    private static let lives = Rounds.of(30)

    @Test(arguments: 0..<Self.lives)
    func `everything that comes due while the engine runs is announced once or accounted for`(
        seed: Int
    )
        throws
    {
        var random = Random(seed: UInt64(seed))
        var life = try NotifyLife(&random)
        for step in 0..<150 {
            let what = try life.step(&random)
            life.check("seed \(seed), step \(step): \(what)")
        }
        try life.calm()
        life.check("seed \(seed), at the end")
        life.checkScreen("seed \(seed), at the end")
    }

    /// A process that stops and starts, sleeps, or is run by cron, with pauses from seconds to months.
    @Test(arguments: [true, false], [true, false])
    func `whatever the pauses, each date of a one-time reminder is delivered once, and of a series the latest`(
        attends: Bool,
        announces: Bool
    ) throws {
        var random = Random(seed: 33)
        let series = [(name: "Day", rule: "daily", period: 86_400), ("Half", "every 30 minutes", 1_800)]
        for life in 0..<Rounds.of(40) {
            let start = try DateValue(parsing: "2026-11-21T08:00").instant(in: .utc, allDayAt: .noon)
            var world = NotifyWorld(now: start, announces: announces, attends: attends)
            world.serve("bus :1.5")
            var due: [String: Instant] = [:]
            for number in 0..<30 {
                let time = start.adding(seconds: Int64(1 + random.below(200 * 86_400)))
                let text = Zone.utc.civil(at: time).description
                try world.add("r\(number)", text)
                due["r\(number)@\(text)"] = time
            }
            for (name, rule, _) in series { try world.add(name, "2026-11-21T10:00", rule) }
            for step in 0..<40 {
                let place = "life \(life), step \(step)"
                let pause = Int64(random.below(random.pick([2, 4_000, 90_000, 4_000_000])))
                let before = (now: world.now, done: world.postedLedger.done)
                switch random.below(attends ? 3 : 1) {
                case 0: try world.restart(after: pause)
                case 1: world.pass(seconds: pause)
                default:
                    // Files are often written when the machine wakes.
                    world.now = world.now.adding(seconds: pause)
                    world.reminders.indices.randomElement().map { world.reminders[$0].tags = [] }
                    world.read()
                }
                world.told()
                #expect(world.postedLedger.twice == [] && world.toldLedger.twice == [], "\(place)")
                for ledger in [world.postedLedger] + (announces ? [world.toldLedger] : []) {
                    for (key, time) in due {
                        #expect(ledger.done.contains(key) == (time <= world.now), "\(key): \(place)")
                    }
                }
                let first = start.adding(seconds: 7_200).secondsSince1970
                for (name, _, period) in series {
                    let new = world.postedLedger.done.subtracting(before.done).filter { $0.hasPrefix(name) }
                    let elapsed = world.now.secondsSince1970 - first
                    guard elapsed >= 0 else { continue }
                    let latest = Instant(secondsSince1970: first + elapsed / Int64(period) * Int64(period))
                    let expected = latest > before.now ? ["\(name)@\(Zone.utc.civil(at: latest))"] : []
                    #expect(Array(new) == expected, "\(place)")
                }
            }
        }
    }

    /// Few ids, titles and dates for several files: they often share an id, or are copies.
    @Test func `an engine that reads only the changed files does what one that reads all of them does`() throws {
        var random = Random(seed: 12)
        let dates = ["2026-11-21T10:00", "2026-11-21T10:30", "2026-11-22"]
        // The same letter, composed and decomposed: different files.
        let paths = ["a.md", "b/c.md", "b.md", "\u{E9}.md", "e\u{301}.md", "z.md", "a 2.md", "a-LAPTOP.md", "b 2.md"]
        for life in 0..<Rounds.of(60) {
            var world = try NotifyWorld("2026-11-21T08:00", announces: life % 2 == 0)
            world.serve("bus :1.5")
            for step in 0..<40 {
                let path = random.pick(paths)
                let isSame = { (other: Reminder) in other.path.utf8.elementsEqual(path.utf8) }
                world.reminders.removeAll(where: isSame)
                world.unreadable.removeAll(where: isSame)
                var reminder = try NotifyWorld.reminder("", random.pick(dates), random.pick([nil, nil, "daily"]))
                (reminder.path, reminder.title) = (path, random.pick(["Gym", "Bins"]))
                reminder.writtenID = random.pick([nil, "x", "y"])
                if random.below(4) == 0 { reminder.completed = .completed }
                switch random.below(6) {
                case 0: break
                case 1: world.unreadable.append(NotifyWorld.unreadable(path, "problem \(step % 3)"))
                default: world.reminders.append(reminder)
                }
                if random.below(3) > 0 { world.read() }
                world.pass(seconds: Int64(random.below(3_000)))
                world.read()
                var (engine, fresh) = (world.engine, world.engine)
                fresh.folder = world.folder
                let effects = [engine.handle(.tick, at: world.moment), fresh.handle(.tick, at: world.moment)]
                #expect(effects[0] == effects[1], "life \(life), step \(step)")
                #expect(engine.state == fresh.state, "life \(life), step \(step)")
                #expect(engine.wake(after: world.moment) == fresh.wake(after: world.moment))
                #expect(engine.folder?.delivered == fresh.folder?.delivered)
            }
        }
    }

    @Test func `a state file restores the state and never crashes the parser`() throws {
        var random = Random(seed: 5)
        for _ in 0..<Rounds.of(40) {
            var life = try NotifyLife(&random)
            for _ in 0..<20 { _ = try life.step(&random) }
            let state = life.world.state
            #expect(try DeliveryState(parsing: state.bytes) == state)
            for _ in 0..<100 { _ = try? DeliveryState(parsing: random.mutate(state.bytes)) }
            // A truncated file is never accepted as complete.
            for count in 0..<state.bytes.count {
                #expect(throws: DeliveryState.Unreadable.self) {
                    try DeliveryState(parsing: Array(state.bytes.prefix(count)))
                }
            }
        }
    }

    @Test func `ids and paths of every kind survive the state file`() throws {
        var state = DeliveryState(firstStart: Folder.now)
        for text in ["a\tb", "a\nb\\n", "\\", "é\u{0}", "~@"] {
            state.ahead[text] = Folder.now
            let record = DeliveryRecord(key: text + "@", reminder: text, path: text, due: Folder.now)
            state.records[record.key] = record
        }
        #expect(try DeliveryState(parsing: state.bytes) == state)
    }

    @Test func `a state file of a later version is distinguished from a broken one`() {
        #expect(throws: DeliveryState.Unreadable.newer) { try DeliveryState(parsing: Array("mm-notify 7\n…".utf8)) }
        #expect(throws: DeliveryState.Unreadable.line(1)) { try DeliveryState(parsing: []) }
        #expect(throws: DeliveryState.Unreadable.line(3)) {
            try DeliveryState(parsing: Array("mm-notify 1\nsince 5\nshown\t1\nend 1\n".utf8))
        }
        #expect(throws: DeliveryState.Unreadable.line(2)) {
            try DeliveryState(parsing: Array("mm-notify 2\nsince 5 x\nend 0\n".utf8))
        }
    }

    @Test func `a state file of the first version says only when it first started`() throws {
        let state = try DeliveryState(parsing: Array("mm-notify 1\nsince 5\nend 0\n".utf8))
        #expect(state.since == Instant(secondsSince1970: 5) && state.ran == [])
        #expect(throws: DeliveryState.Unreadable.line(2)) {
            try DeliveryState(parsing: Array("mm-notify 1\nsince 5 6\nend 0\n".utf8))
        }
    }

    @Test(arguments: 1...2)
    func `a state file of an earlier version is read, and tells nothing again`(version: Int) throws {
        var world = try NotifyWorld("2026-11-21T08:00")
        world.serve("bus :1.5")
        try world.add("Milk", "2026-11-21T09:00")
        world.change("Milk") { $0.writtenID = nil }
        world.pass(seconds: 3_600)
        // As it was written then: without likenesses.
        let text = String(decoding: world.state.bytes, as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).prefix(9).joined(separator: "\t")
        }
        var lines = ["mm-notify \(version)"] + text.dropFirst()
        if version == 1 { lines[1] = lines[1].split(separator: " ").prefix(2).joined(separator: " ") }
        try world.restart(after: 60, with: [UInt8]((lines.joined(separator: "\n") + "\n").utf8))
        #expect(world.posts.map(\.replaces) == [0, 1] && world.titles == ["Milk"])
        // The first look at the file tells how to recognize it.
        world.change("Milk") { $0.path = "other.md" }
        world.pass(seconds: 60)
        #expect(world.posts.count == 2 && world.titles == ["Milk"])
    }

    @Test func `when it last ran is known again once a clock that was wrong is right`() throws {
        let times = [100, 90, 50, 60, 70, 95, 200].map { Instant(secondsSince1970: $0 * 86_400) }
        var state = DeliveryState(firstStart: times[0])
        for (time, known) in zip(times.dropFirst(), [nil, nil, 50, 60, 90, 100] as [Int64?]) {
            // 50 to 60 to 70: the clock was on in between.
            if time == times[5] { #expect(state.ran.map(\.secondsSince1970) == [70, 90, 100].map { $0 * 86_400 }) }
            #expect(state.lastRan(by: time)?.secondsSince1970 == known.map { $0 * 86_400 })
            state.note(ranThrough: time, at: time)
            #expect(try DeliveryState(parsing: state.bytes) == state)
        }
        #expect(state.ran == [times[6]])
    }

    @Test func `only old records are pruned, and never the last of a series`() throws {
        var state = DeliveryState(firstStart: Folder.now)
        for index in 0..<2_000 {
            let reminder = "r\(index % 90)"
            let due = Folder.now.adding(seconds: Int64(-index) * 43_200)
            var record = DeliveryRecord(key: "\(reminder)@\(index)", reminder: reminder, path: reminder, due: due)
            record.phase = index % 7 == 0 ? .shown : .dismissed
            state.records[record.key] = record
        }
        let before = state.settled(at: Folder.now)
        let live = state.records(.shown)
        state.prune(at: Folder.now)
        #expect(state.records.count < 1_000)
        #expect(state.settled(at: Folder.now) == before)
        #expect(state.records(.shown) == live)
    }
}
