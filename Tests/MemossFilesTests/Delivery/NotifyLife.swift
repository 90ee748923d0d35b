import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// A world with random events, and the conditions that must hold after them.
struct NotifyLife {
    var world: NotifyWorld
    /// The ids of reminders whose files were changed. Only these may end without having been seen.
    private var touched: Set<String> = []
    private var latest: Instant
    private var servers = 0
    private let zones = ["Europe/Paris", "America/New_York", "UTC", "Asia/Tokyo", "Australia/Lord_Howe"]

    init(_ random: inout Random) throws {
        // Some histories are near one of the nights in which the clocks change.
        let start = random.pick(["2026-10-24T08:00", "2026-03-28T08:00", "2026-11-21T08:00"])
        world = try NotifyWorld(start, zone: random.pick(zones), announces: random.below(2) == 0)
        latest = world.now
        for number in 0..<(1 + random.below(12)) { try add(number, &random) }
        serve(&random)
    }

    // MARK: Events

    enum Happening: CaseIterable {
        case pass, passMore, passLong, wake, restart, crash, crashLater, disk, server, hiccup, mute, refusal, edit
        case editMore, flicker, hide, spoil, clock, zone, press, close, add, burst, told, read
    }

    mutating func step(_ random: inout Random) throws -> Happening {
        let what = random.pick(Happening.allCases)
        switch what {
        case .pass, .passMore: world.pass(seconds: Int64(random.below(random.pick([3, 90, 4_000]))))
        case .passLong: world.pass(seconds: Int64(random.below(60_000)))
        case .wake:
            if let at = world.wake.at { world.pass(seconds: max(0, at.secondsSince1970 - world.now.secondsSince1970)) }
        case .restart:
            // After a reboot, the uptime starts at 0.
            if random.below(2) == 0 { world.uptime = 0 }
            try world.restart(after: Int64(random.below(random.pick([3, 50_000, 200_000]))))
        case .crash:
            world.effectsLeft = random.below(4)
            world.pass(seconds: Int64(random.below(4_000)))
            try world.restart()
        case .crashLater: world.effectsLeft = random.below(6)
        case .disk: world.isFull.toggle()
        case .server: random.below(3) == 0 ? world.serve(nil) : serve(&random)
        case .hiccup:
            // The bus connection is lost and restored, with the same server.
            let name = world.server
            world.serve(nil)
            world.pass(seconds: Int64(random.below(100)))
            world.serve(name)
        case .mute:
            world.answers.toggle()
            if world.answers { world.answer() }
        case .refusal: world.refuses.toggle()
        case .edit, .editMore: try edit(&random)
        case .flicker: flicker(&random)
        case .hide: hide(&random)
        case .spoil: spoil(&random)
        case .clock:
            world.setClock(by: Int64(random.below(random.pick([4, 14_400, 80_000_000]))) - 2)
            latest = max(latest, world.now)
            if random.below(2) == 0 { world.setClock(by: -Int64(random.below(14_400))) }
        case .zone:
            world.zone = try TestFiles.zone(random.pick(zones))
            world.read()
        case .press: press(&random)
        case .close:
            if let title = world.screen.sorted(by: { $0.key < $1.key }).randomElement(using: &random)?.value.title {
                world.close(title, reason: UInt32(1 + random.below(4)))
            }
        case .add: try add(100 + random.below(1_000), &random)
        case .burst: for number in 0..<9 { try add(2_000 + number, &random, within: 60) }
        case .told: world.told()
        case .read: world.read()
        }
        if world.isDown, random.below(3) == 0 { try world.restart(after: Int64(random.below(4_000))) }
        latest = max(latest, world.now)
        return what
    }

    private mutating func serve(_ random: inout Random) {
        servers += 1
        world.room = random.pick([nil, nil, 3])
        world.limit = world.room == nil ? random.pick([nil, 1, 2, 4, 7]) : nil
        world.serve("bus :1.\(servers)", strangers: UInt32(random.below(4)))
    }

    private mutating func add(_ number: Int, _ random: inout Random, within seconds: Int = 200_000) throws {
        let id = "r\(number)"
        guard !world.reminders.contains(where: { $0.id == id }) else { return }
        let rules: [String?] = [
            nil, nil, nil, "daily", "every 30 minutes", "weekly on saturday, sunday", "every 2 hours",
        ]
        let clock = world.zone.civil(at: world.now.adding(seconds: Int64(random.below(seconds)) - Int64(seconds / 10)))
        let date = random.below(8) == 0 ? clock.date.description : clock.description
        touched.insert(id)
        try world.add(id, date, random.pick(rules))
    }

    private mutating func press(_ random: inout Random) {
        guard let title = world.screen.sorted(by: { $0.key < $1.key }).randomElement(using: &random)?.value.title else {
            return
        }
        let failure = random.pick([nil, nil, "no"])
        world.press(random.pick(NotifyAction.allCases), on: title, failure: failure)
        guard failure == nil else { return }
        for (action, delivery) in world.edits {
            let id = delivery.notification.reminder
            touched.insert(id)
            let later = world.zone.civil(at: world.now.adding(seconds: 900)).description
            world.change(id) {
                if action == .complete { $0.completed = .completed }
                if action == .snooze { $0.snoozed = try? DateValue(parsing: later) }
            }
        }
    }

    private mutating func edit(_ random: inout Random) throws {
        guard let title = world.reminders.randomElement(using: &random)?.title else { return }
        touched.insert(title)
        let clock = world.zone.civil(at: world.now.adding(seconds: Int64(random.below(20_000)) - 4_000))
        switch random.below(5) {
        case 0, 1: world.change(title) { $0.completed = $0.isCompleted ? .open : .completed }
        case 2: try world.change(title) { $0.scheduled = try DateValue(parsing: clock.description) }
        case 3: try world.change(title) { $0.snoozed = try DateValue(parsing: clock.description) }
        default: world.delete(title)
        }
    }

    /// A checkout: files are missing for less than the waiting time.
    private mutating func flicker(_ random: inout Random) {
        let all = world.reminders
        world.reminders.removeAll { _ in random.below(2) == 0 }
        world.read()
        world.uptime += Int64(random.below(1_400))
        if random.below(2) == 0 { world.read() }
        world.reminders = all
        world.read()
    }

    /// A file that is half written or in an unreadable directory, for any length of time.
    private mutating func hide(_ random: inout Random) {
        let all = world.reminders
        guard let hidden = all.randomElement(using: &random) else { return }
        world.unreadable = [NotifyWorld.unreadable(hidden.path, "problem \(random.below(9))")]
        world.reminders.removeAll { $0.path == hidden.path }
        for _ in 0..<3 {
            world.read()
            world.pass(seconds: Int64(random.below(5)))
        }
        (world.unreadable, world.reminders) = ([], all)
        world.read()
    }

    /// Makes a value unreadable, or readable again.
    private mutating func spoil(_ random: inout Random) {
        guard let title = world.reminders.randomElement(using: &random)?.title else { return }
        world.spoil(title, random.below(3) == 0 ? nil : "value \(random.below(9))")
    }

    /// Provides a server that accepts everything, and time for everything to settle.
    mutating func calm() throws {
        world.refuses = false
        if world.isDown { try world.restart() }
        (world.effectsLeft, world.isFull, world.answers) = (nil, false, true)
        world.answer()
        world.read()
        if world.server == nil {
            servers += 1
            world.serve("bus :1.\(servers)")
        }
        if world.limit != nil { world.dismissOrphans() }
        for _ in 0..<5 {
            world.pass(seconds: 61)
            world.read()
            world.told()
        }
    }

    // MARK: Conditions

    func check(_ place: String) {
        #expect(world.postedLedger.twice == [], "shown twice: \(place)")
        #expect(world.toldLedger.twice == [], "told twice: \(place)")
        #expect(world.harmed == [], "what was a stranger's: \(place)")
        if world.isDown { return }
        let state = world.state
        // A new process would load the state that this one has.
        let saved = NotifyEngine(world.saved, announces: world.announces, at: world.now).state
        #expect(saved == NotifyEngine(state, announces: world.announces, at: world.now).state, "not saved: \(place)")
        checkNothingIsLeft(place)
        checkDue(state, place)
        checkAttention(state, place)
        // Every ended record has a reason.
        for record in state.records.values where !world.postedLedger.done.contains(record.key) {
            switch record.phase {
            case .waiting, .sending: continue
            case .closed:
                #expect(
                    record.isAttention || touched.contains(record.reminder),
                    "\(record.key) closed unseen: \(place)"
                )
            case .passed:
                let isOvertaken = state.records.values.contains {
                    $0.reminder == record.reminder && $0.key != record.key
                }
                #expect(isOvertaken, "\(record.key) passed unseen: \(place)")
            case .shown, .left, .expired, .dismissed: Issue.record("\(record.key) \(record.phase) unseen: \(place)")
            }
        }
        // Without a hook, only what waits for a server is untold.
        if !world.announces {
            let untold = state.records.values.filter { $0.isLive && !$0.isAnnounced }
            #expect(untold.allSatisfy { $0.phase == .waiting || $0.phase == .sending }, "\(place)")
        }
        let ids = Set(world.reminders.map(\.id))
        for record in state.records.values
        where world.announces && record.isLive && !record.isAnnounced && ids.contains(record.reminder) {
            let isKnown = world.toldLedger.done.contains(record.key)
            #expect(isKnown, "\(record.key) unannounced: \(place)")
        }
        if world.server != nil, world.isAnswered { checkNumbers(state, place) }
        // It never asks to be woken immediately for ever.
        #expect(world.wake.milliseconds ?? 1 > 0, "awake all the time: \(place)")
        #expect(world.wake.at.map { $0 > world.now } ?? true, "awake all the time: \(place)")
    }

    /// An engine that has examined only what changed and what was due has missed nothing: one that knows the same and
    /// examines everything does the same from here on.
    private func checkNothingIsLeft(_ place: String) {
        var (engine, fresh) = (world.engine, world.engine)
        fresh.folder = world.folder
        let effects = [engine.handle(.tick, at: world.moment), fresh.handle(.tick, at: world.moment)]
        #expect(effects[0] == effects[1], "\(place)")
        #expect(engine.state == fresh.state, "\(place)")
        #expect(engine.wake(after: world.moment) == fresh.wake(after: world.moment), "\(place)")
    }

    /// Every problem that needs attention is announced, and withdrawn when it is fixed.
    private func checkAttention(_ state: DeliveryState, _ place: String) {
        let broken = (world.reminders + world.unreadable).filter(\.isBroken)
        let keys = Set(broken.map { "\($0.id)!\($0.attention?.state ?? "")" })
        for key in keys { #expect(state.records[key] != nil, "\(key) unseen: \(place)") }
        for record in state.records.values where record.isAttention && record.isLive && !keys.contains(record.key) {
            #expect(!world.reminders.contains { $0.id == record.reminder }, "\(record.key) stays: \(place)")
        }
    }

    /// Nothing was missed: counted independently of the engine.
    private func checkDue(_ state: DeliveryState, _ place: String) {
        let floor = max(state.since, world.now.adding(seconds: -86_400))
        let wake = world.wake.at
        for reminder in world.reminders where !reminder.isCompleted {
            let settled = state.records.values.filter {
                $0.reminder == reminder.id && $0.due <= world.now && !$0.isSnooze && !$0.isAttention
            }.map(\.due).max()
            guard reminder.recurrence == nil else {
                guard reminder.snoozed == nil, let last = lastOccurrence(of: reminder, after: floor) else { continue }
                let names = [last.nominal.description, last.nominal.date.description]
                let isKnown = names.contains {
                    let key = "\(reminder.id)@\($0)"
                    return state.records[key] != nil || state.records[key + "/2"] != nil
                }
                #expect(isKnown || settled.map { $0 >= last.instant } ?? false, "missed \(last.local): \(place)")
                continue
            }
            let (snooze, date) = (world.context.snooze(reminder), world.context.due(reminder))
            var times: [(due: Instant, mark: String)] = []
            if let snooze { times.append((snooze, "~\(reminder.snoozed?.iso ?? "")")) }
            if let date, snooze.map({ date > $0 }) ?? true { times.append((date, "")) }
            for (due, mark) in times where due > world.now {
                #expect(wake.map { $0 <= due } ?? false, "\(reminder.id)\(mark) is slept over: \(place)")
            }
            if let mark = times.last(where: { floor < $0.due && $0.due <= world.now })?.mark {
                let key = "\(reminder.id)@\(reminder.scheduled?.iso ?? "")\(mark)"
                #expect(state.records[key] != nil, "\(key) missed: \(place)")
            }
        }
    }

    private func lastOccurrence(of reminder: Reminder, after floor: Instant) -> Occurrence? {
        guard let rule = reminder.rule, let anchor = reminder.scheduled else { return nil }
        let series = Series(rule: rule, anchor: anchor, zone: world.zone, allDayAt: world.context.allDayAt)
        let due = anchor.instant(in: world.zone, allDayAt: world.context.allDayAt)
        // A Thursday or a Friday stands for the Saturday of a rule for weekends, which is nearest: it does not come again.
        let isMoved = !rule.byDay.isEmpty && [.thursday, .friday].contains(anchor.date.weekday)
        let place = isMoved ? anchor.date.adding(days: anchor.date.weekday == .friday ? 1 : 2) : nil
        var last: Occurrence?
        for occurrence in series.occurrences(after: max(floor, due.adding(seconds: -1))) {
            guard occurrence.instant <= world.now else { break }
            if occurrence.nominal.date == place { continue }
            last = occurrence
        }
        return last
    }

    /// The screen shows exactly the notifications in the state.
    private func checkNumbers(_ state: DeliveryState, _ place: String) {
        let own = Set(world.screen.keys).subtracting(world.orphans)
        let known = Set(state.records(.shown).filter { $0.server == world.server }.map(\.notificationID))
        #expect(known.subtracting(world.orphans) == own, "screen: \(place)")
    }

    /// Once settled, the screen shows the state, with one notification per reminder.
    func checkScreen(_ place: String) {
        let shown = world.state.records(.shown)
        checkNumbers(world.state, place)
        for kind in [shown.filter(\.isAttention), shown.filter { !$0.isAttention }] {
            #expect(Set(kind.map(\.reminder)).count == kind.count, "one a reminder: \(place)")
        }
        // In another zone, a series that counts hours has other occurrences: what no reminder has any more is not shown.
        let waiting = world.state.records(.waiting, .sending).filter { world.folder.standing($0) != nil }
        #expect(waiting.isEmpty, "at rest: \(place)")
        for record in shown {
            let reminder = world.reminders.first { $0.id == record.reminder }
            #expect(reminder?.isCompleted == false, "\(record.key) stays on the screen: \(place)")
        }
        for number in world.screen.keys where !world.orphans.contains(number) {
            #expect(world.posters[number] == world.process, "dead buttons: \(place)")
        }
        let ids = Set(world.reminders.map(\.id))
        let unannounced = world.state.records.values.filter { !$0.isAnnounced && ids.contains($0.reminder) }
        #expect(unannounced.isEmpty || !world.announces, "untold: \(place)")
    }
}
