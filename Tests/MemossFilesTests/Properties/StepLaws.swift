import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

/// Laws for the steps of every series. The rules and dates are random, but the same in every run.
@Suite struct StepLaws {
    static let rules = RandomRule.examples
    /// The rules to try with many dates: every fourth in a short run.
    private static let tried = Rounds.areAll ? rules : stride(from: 0, to: rules.count, by: 4).map { rules[$0] }
    static let dates = [
        "2024-02-29", "2026-01-31T02:30", "2025-03-28 02:15", "2019-12-30T23:45:30", "2026-10-24T01:30+02:00",
    ]
    static let zones = ["Europe/Paris", "Australia/Lord_Howe", "America/Nuuk"]

    /// A file with a series at its first occurrence.
    private func file(_ rule: String, _ date: String, zone: String, count: Int? = nil, fields: String = "") throws
        -> Stepping?
    {
        var rule = rule
        if let count {
            rule += rule.contains("FREQ=") ? ";COUNT=\(count)" : " for \(count) times"
            guard (try? RecurrenceRule(parsing: rule)) != nil else { return nil }
        }
        let file = Stepping(
            "title: x\nrecurrence: \(rule)\nscheduled: \(date)\(fields)",
            now: "2026-11-21T08:00",
            zone: zone
        )
        guard let series = try file.context().series(of: file.reminder),
            let first = Array(series.occurrences().prefix(1)).first
        else { return nil }
        let start = series.date(of: first, like: try DateValue(parsing: date))
        return Stepping(
            "title: x\nrecurrence: \(rule)\nscheduled: \(start)\(fields)",
            now: "2026-11-21T08:00",
            zone: zone
        )
    }

    /// The dates of the original series, in the style of the file, as far as a file can distinguish them.
    private func expected(_ file: Stepping, _ limit: Int) throws -> [String] {
        let series = try #require(try file.context().series(of: file.reminder))
        let date = try #require(file.reminder.scheduled)
        var texts: [String] = []
        for occurrence in series.occurrences() {
            if texts.count == limit { break }
            let text = series.date(of: occurrence, like: date).description
            if text != texts.last { texts.append(text) }
        }
        return texts
    }

    /// A date with an offset cannot represent a time in a gap.
    private func isKept(_ date: String, _ zone: String) -> Bool { !date.contains("+") || zone == "Europe/Paris" }

    @Test(arguments: zones)
    func `done steps through the series and reopen back, byte for byte unless the rule changes`(
        zone: String
    ) throws {
        var random = Random(seed: 3)
        for rule in Self.tried {
            for date in [random.pick(Self.dates), random.pick(Self.dates)] where isKept(date, zone) {
                guard let began = try file(rule, date, zone: zone) else { continue }
                let dates = try expected(began, 9)
                var file = began
                var states: [[UInt8]] = []
                for date in dates.dropLast() {
                    #expect(file.reminder.scheduled?.description == date, "\(rule) from \(date)")
                    states.append(file.bytes)
                    try file.done()
                }
                #expect(file.reminder.completeInstances.count == 8 || file.reminder.rule?.givesSeveralADay == true)
                for (index, state) in states.enumerated().reversed() {
                    try file.reopen()
                    var before = Stepping(bytes: state, zone: zone)
                    // Only the first step writes the day into the rule.
                    let isPinned = index == 0 && file.reminder.recurrence != before.reminder.recurrence
                    if isPinned { before.bytes = Array(before.fields.utf8) }
                    #expect(isPinned || file.bytes == state, "\(rule): \(file.fields)\n\(before.fields)")
                    #expect(file.reminder.scheduled == Stepping(bytes: state).reminder.scheduled, "\(rule)")
                    #expect(file.reminder.completeInstances == Stepping(bytes: state).reminder.completeInstances)
                }
            }
        }
    }

    @Test func `with COUNT, there are as many completions, and the rule has the remaining count`() throws {
        var random = Random(seed: 4)
        for rule in Self.tried {
            for date in Self.dates {
                let count = 1 + random.below(7)
                guard let began = try file(rule, date, zone: "Europe/Paris", count: count) else { continue }
                var file = began
                var states: [[UInt8]] = []
                while !file.reminder.isCompleted, states.count <= count {
                    #expect(file.reminder.rule?.count == count - states.count, "\(file.fields)")
                    states.append(file.bytes)
                    if random.below(9) == 0 { try file.skip() } else { try file.done() }
                }
                #expect(states.count == count, "\(rule) from \(date)")
                #expect(file.reminder.completeInstances.count + file.reminder.skippedInstances.count == count)
                guard file.reminder.skippedInstances.isEmpty else { continue }
                for state in states.reversed() {
                    try file.reopen()
                    #expect(file.reminder.rule?.count == Stepping(bytes: state).reminder.rule?.count, "\(file.fields)")
                }
            }
        }
    }

    @Test func `the time of completion leaves no trace, and two clones agree in whatever order they complete`()
        throws
    {
        var random = Random(seed: 5)
        for rule in Self.tried {
            for date in [random.pick(Self.dates), random.pick(Self.dates)] {
                guard let began = try file(rule, date, zone: "Europe/Paris") else { continue }
                var (here, there) = (began, began)
                here.now = "2019-01-01T00:00"
                there.now = "2031-12-31T23:59"
                try here.done()
                try there.done()
                #expect(here.bytes == there.bytes, "\(rule)")

                let dates = Array(try expected(began, 7).dropFirst())
                let days = dates.shuffled(using: &random)
                (here, there) = (began, began)
                for day in days { try here.done(on: String(day)) }
                for day in days.reversed() {
                    try there.done(on: String(day))
                    let once = there.bytes
                    // Law 6.
                    #expect(try there.done(on: String(day)).changes.isEmpty)
                    #expect(there.bytes == once)
                }
                #expect(here.bytes == there.bytes, "\(rule): \(here.fields)\n\(there.fields)")
                // Then the current one, past all that are completed.
                try here.done()
                #expect(here.reminder.scheduled?.description == (try expected(began, 8)).last, "\(here.fields)")
            }
        }
    }

    @Test func `whatever was completed, reopen does not change occurrences after the current one`() throws {
        var random = Random(seed: 7)
        for rule in Self.tried {
            for date in [random.pick(Self.dates), random.pick(Self.dates)] where isKept(date, "Europe/Paris") {
                guard var file = try file(rule, date, zone: "Europe/Paris") else { continue }
                let dates = try expected(file, 8)
                for _ in 0..<6 {
                    switch random.below(4) {
                    case 0: try file.done()
                    case 1: try file.skip()
                    case 2: try file.done(on: random.pick(dates))
                    default:
                        let (zone, current) = (file.context, file.reminder.scheduled)
                        func ahead() throws -> [DateValue] {
                            let steps = SeriesSteps(
                                ReminderStepper(file.reminder, FieldPlaces(file.bytes), try zone())
                            )
                            guard let steps, let current else { return [] }
                            let now = steps.series.current(current).instant
                            return file.reminder.completeInstances.filter { steps.instant(of: $0) > now }
                        }
                        let before = try ahead()
                        try file.reopen()
                        #expect(try ahead() == before, "\(rule): \(file.fields)")
                    }
                }
            }
        }
    }

    @Test func `completing another occurrence and reopening it restores the bytes`() throws {
        for rule in Self.tried {
            guard let began = try file(rule, "2026-11-21T09:00", zone: "Europe/Paris") else { continue }
            for day in try expected(began, 5).dropFirst() {
                for skips in [false, true] {
                    var file = began
                    if skips { try file.skip(on: day) } else { try file.done(on: day) }
                    #expect(file.bytes != began.bytes)
                    try file.reopen(on: day)
                    #expect(file.bytes == began.bytes, "\(rule) on \(day)")
                }
            }
        }
    }

    @Test(arguments: zones) func `starting a rule earlier adds earlier dates and keeps the others`(
        zone name: String
    ) throws {
        let zone = try TestFiles.zone(name)
        var random = Random(seed: 6)
        for rule in Self.tried + ["FREQ=DAILY;INTERVAL=4;COUNT=300"] {
            for date in Self.dates where !date.contains("+") {
                guard let began = try file(rule, date, zone: name) else { continue }
                let series = try #require(try began.context().series(of: began.reminder))
                let all = Array(series.occurrences().prefix(80))
                let index = 8 + random.below(40)
                let moved = Series(
                    rule: try RecurrenceRule(parsing: rule.split(separator: ";COUNT").first.map(String.init) ?? rule),
                    anchor: series.date(of: all[index], like: try #require(began.reminder.scheduled)),
                    zone: zone,
                    allDayAt: CivilTime(unchecked: 9 * 3_600)
                )
                // Unless the rule takes its day from the start and the start was moved, or the local time of the start
                // occurs twice.
                guard series.pinnedText == nil, moved.start == all[index].nominal,
                    zone.instant(of: moved.start) == all[index].instant
                else { continue }
                let found = moved.occurrences(from: all[0].nominal.date, through: all[79].instant)
                let kept = found.drop { $0.instant < all[0].instant }.prefix(79).map(\.instant)
                let expected = all.prefix(79).map(\.instant)
                let difference = zip(kept, expected).first { $0 != $1 }
                #expect(
                    kept == expected,
                    "\(rule) from \(all[index].nominal), \(name): \(kept.count) \(expected.count) \(String(describing: difference))"
                )
            }
        }
    }
}
