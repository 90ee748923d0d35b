import Testing

@testable import MemossFiles

/// Random lives of a folder, a server, two clocks and a process that dies.
@Suite struct NotifyLaws {
    @Test(arguments: 0..<30) func `whatever is due while the engine runs is told once or accounted for`(seed: Int)
        throws
    {
        var random = Random(seed: UInt64(seed))
        var life = try NotifyLife(&random)
        for step in 0..<120 {
            try life.step(&random)
            try life.check("seed \(seed), step \(step)")
        }
        life.calm()
        try life.check("seed \(seed), at the end")
        life.checkScreen("seed \(seed), at the end")
    }

    @Test func `a state file gives back the state, and never crashes the reader`() throws {
        var random = Random(seed: 5)
        for _ in 0..<40 {
            var life = try NotifyLife(&random)
            for _ in 0..<20 { try life.step(&random) }
            let state = life.world.state
            #expect(try DeliveryState(parsing: state.bytes) == state)
            for _ in 0..<100 { _ = try? DeliveryState(parsing: random.mutate(state.bytes)) }
            // One that was cut off is never taken for a whole one.
            for count in 0..<state.bytes.count {
                #expect(throws: DeliveryState.Unreadable.self) {
                    try DeliveryState(parsing: Array(state.bytes.prefix(count)))
                }
            }
        }
    }

    @Test func `ids and paths of every kind stand in the state file`() throws {
        var state = DeliveryState(since: Folder.now)
        for text in ["a\tb", "a\nb\\n", "\\", "é\u{0}", "~@"] {
            let record = DeliveryRecord(key: text + "@", reminder: text, path: text, due: Folder.now)
            state.records[record.key] = record
        }
        #expect(try DeliveryState(parsing: state.bytes) == state)
    }

    @Test func `a state file of a later version is told from a broken one`() {
        #expect(throws: DeliveryState.Unreadable.newer) { try DeliveryState(parsing: Array("mm-notify 2\n…".utf8)) }
        #expect(throws: DeliveryState.Unreadable.line(1)) { try DeliveryState(parsing: []) }
        #expect(throws: DeliveryState.Unreadable.line(3)) {
            try DeliveryState(parsing: Array("mm-notify 1\nsince 5\nshown\t1\nend 1\n".utf8))
        }
    }

    @Test func `what is forgotten is old, and never the last of a series`() throws {
        var state = DeliveryState(since: Folder.now)
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

/// A world to which things happen, and what must be true of it then.
struct NotifyLife {
    var world: NotifyWorld
    /// How often each was posted anew on each server, and how often that had a reason: a crash, a refusal, no answer.
    private var excuses: [String: Int] = [:]
    private var oldest: Instant
    private var servers = 0

    init(_ random: inout Random) throws {
        world = try NotifyWorld("2026-10-24T08:00", zone: random.pick(["Europe/Paris", "America/New_York", "UTC"]))
        oldest = world.now
        for number in 0..<(1 + random.below(12)) { try add(number, &random) }
        serve()
    }

    private mutating func serve() {
        servers += 1
        world.serve("bus :1.\(servers)")
    }

    private mutating func add(_ number: Int, _ random: inout Random) throws {
        let rules: [String?] = [
            nil, nil, nil, "daily", "every 30 minutes", "weekly on saturday, sunday", "every 2 hours",
        ]
        let clock = world.zone.civil(at: world.now.adding(seconds: Int64(random.below(200_000)) - 20_000))
        let date = random.below(8) == 0 ? clock.date.description : clock.description
        try world.add("r\(number)", date, random.pick(rules))
    }

    mutating func step(_ random: inout Random) throws {
        switch random.below(16) {
        case 0...4: world.pass(seconds: Int64(random.below(random.pick([90, 4_000, 40_000]))))
        case 5: try world.restart(after: Int64(random.below(50_000)))
        case 6: try crash(&random)
        case 7: random.below(2) == 0 ? world.serve(nil) : serve()
        case 8: world.refuses.toggle()
        case 9: try edit(&random)
        case 10: try edit(&random)
        case 11: world.setClock(by: Int64(random.below(14_400)) - 7_200)
        case 12: press(&random)
        case 13:
            if let title = world.screen.randomElement(using: &random)?.value.title {
                world.close(title, reason: UInt32(1 + random.below(3)))
            }
        case 14:
            try add(100 + random.below(1_000), &random)
        default: world.read()
        }
    }

    /// Posted, and ended before the answer.
    private mutating func crash(_ random: inout Random) throws {
        world.answers = false
        world.pass(seconds: Int64(random.below(4_000)))
        for record in world.state.records(.sending) { excuses[record.key, default: 0] += 1 }
        world.answers = true
        try world.restart(after: 1)
    }

    private mutating func press(_ random: inout Random) {
        guard let title = world.screen.randomElement(using: &random)?.value.title else { return }
        world.press(random.pick(NotifyAction.allCases), on: title, failure: random.pick([nil, nil, "no"]))
        for (action, delivery) in world.edits where action == .complete {
            world.change(delivery.notification.title) { $0.completed = .completed }
        }
    }

    private mutating func edit(_ random: inout Random) throws {
        guard let title = world.reminders.randomElement(using: &random)?.title else { return }
        let clock = world.zone.civil(at: world.now.adding(seconds: Int64(random.below(20_000)) - 4_000))
        switch random.below(5) {
        case 0: world.change(title) { $0.completed = $0.isCompleted ? .open : .completed }
        case 1: try world.change(title) { $0.scheduled = try DateValue(parsing: clock.description) }
        case 2: try world.change(title) { $0.snoozed = try DateValue(parsing: clock.description) }
        case 3:
            let all = world.reminders
            world.delete(title)
            world.pass(seconds: Int64(random.below(4)))
            world.reminders = all
            world.read()
        default: world.delete(title)
        }
    }

    /// A server that takes all, and time for everything to come to rest.
    mutating func calm() {
        world.refuses = false
        world.read()
        serve()
        for _ in 0..<4 {
            world.pass(seconds: 2)
            world.read()
        }
    }

    func check(_ place: String) throws {
        let state = world.state
        #expect(try DeliveryState(parsing: (world.saved ?? state).bytes) == state, "saved: \(place)")
        // None twice.
        var fresh: [String: Int] = [:]
        for post in world.posts where post.replaces == 0 && post.tag != "summary" { fresh[post.tag, default: 0] += 1 }
        for (key, count) in fresh {
            let refused = world.said.count { $0.hasPrefix("the notification server did not take") }
            #expect(count <= 1 + (excuses[key] ?? 0) + refused + servers, "\(key) twice: \(place)")
        }
        // None missed: counted without the engine's help.
        let floor = max(state.since, world.now.adding(seconds: -86_400))
        for reminder in world.reminders where !reminder.isCompleted && reminder.recurrence == nil {
            let due = [world.context.snooze(reminder), world.context.due(reminder)].compactMap(\.self)
            guard let instant = due.first(where: { $0 > floor }), instant <= world.now else { continue }
            let isKnown = state.records.values.contains { $0.reminder == reminder.id && $0.phase != .closed }
            let wasClosed = state.records.values.contains { $0.reminder == reminder.id && $0.due <= world.now }
            #expect(isKnown || wasClosed, "\(reminder.title) missed: \(place)")
        }
        for reminder in world.reminders where !reminder.isCompleted && reminder.recurrence != nil {
            guard reminder.snoozed == nil, let last = lastOccurrence(of: reminder, after: floor) else { continue }
            let settled = state.records.values.filter { $0.reminder == reminder.id }.map(\.due).max()
            #expect((settled ?? floor) >= last, "\(reminder.title) missed at \(last): \(place)")
        }
    }

    private func lastOccurrence(of reminder: Reminder, after floor: Instant) -> Instant? {
        guard let rule = reminder.rule, let anchor = reminder.scheduled else { return nil }
        let series = Series(rule: rule, anchor: anchor, zone: world.zone, allDayAt: world.context.allDayAt)
        let due = anchor.instant(in: world.zone, allDayAt: world.context.allDayAt)
        var last: Instant?
        for occurrence in series.occurrences(after: max(floor, due.adding(seconds: -1))) {
            guard occurrence.instant <= world.now else { break }
            last = occurrence.instant
        }
        return last
    }

    /// At rest, the screen shows what the state says, one notification a reminder.
    func checkScreen(_ place: String) {
        let shown = world.state.records(.shown)
        #expect(Set(shown.map(\.number)) == Set(world.screen.keys), "screen: \(place)")
        #expect(Set(shown.map(\.reminder)).count == shown.count, "one a reminder: \(place)")
        #expect(world.state.records(.waiting, .sending).isEmpty, "at rest: \(place)")
        for record in shown {
            let reminder = world.reminders.first { $0.id == record.reminder }
            #expect(reminder?.isCompleted == false, "\(record.key) stays on the screen: \(place)")
        }
    }
}
