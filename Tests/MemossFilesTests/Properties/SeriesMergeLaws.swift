import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Merge

/// Two clones complete and skip occurrences of a series, and perhaps one changes its rule or its end. After the merge, an
/// occurrence rings if the series has it and no side has recorded it: never one more, never one fewer. What either
/// side recorded stays.
///
/// `MM_MERGE_TRIPLES=100000` checks more of them.
@Suite struct SeriesMergeLaws {
    /// Rules, with the date that they begin on; `#` is a number of times.
    private static let rules = [
        ("daily for # times", "2026-11-21"), ("FREQ=DAILY;COUNT=#", "2026-11-21T09:00"),
        ("every 2 days for # times", "2026-11-21"), ("weekly on mon, thu for # times", "2026-11-23"),
        ("monthly for # times", "2027-01-31"), ("FREQ=MONTHLY;COUNT=#", "2027-01-31"),
        ("FREQ=DAILY;BYHOUR=8,20;COUNT=#", "2026-11-21T08:00"), ("yearly for # times", "2028-02-29"),
        ("every day at 8:00 and 20:00 for # times", "2026-11-21T20:00"),
        ("DTSTART:20261121;FREQ=DAILY;COUNT=#", "2026-11-21"), ("daily", "2026-11-21"),
        ("weekly on sat and sun", "2026-11-21T07:30"), ("hourly for # times", "2026-11-21T09:00"),
    ]

    private static func rule(_ random: inout Random) -> (text: String, date: String) {
        let (text, date) = random.pick(rules)
        return (text.replacing("#", with: "\(1 + random.below(6))"), date)
    }

    /// The first occurrences of a file.
    private static func occurrences(_ fields: String) throws -> [DateValue] {
        let steps = Stepping(fields, zone: "UTC")
        let series = try #require(try steps.context().series(of: steps.reminder))
        let date = try #require(steps.reminder.date)
        let current = series.current(date).instant
        return series.occurrences(after: current.adding(seconds: -1)).prefix(20).map { series.date(of: $0, like: date) }
    }

    /// Completes and skips at random, some ahead of time.
    private static func stepped(_ fields: String, among dates: [DateValue], _ random: inout Random) throws -> Stepping {
        var side = Stepping(fields, now: dates[0].iso, zone: "UTC")
        for _ in 0..<random.below(5) {
            let isDone = random.below(3) > 0
            let ahead = random.below(3) == 0 ? random.pick(Array(dates.prefix(6))).iso : nil
            // A day with several occurrences, or one that is recorded, is refused.
            _ = isDone ? try? side.done(on: ahead) : try? side.skip(on: ahead)
        }
        return side
    }

    private static func recorded(_ sides: Stepping...) -> [DateValue] {
        sides.flatMap { $0.reminder.completeInstances + $0.reminder.skippedInstances }
    }

    /// The dates that are left, one completed after the other.
    private static func rest(_ bytes: [UInt8], limit: Int) throws -> [DateValue] {
        var file = Stepping(bytes: bytes, now: "2026-11-21", zone: "UTC")
        var dates: [DateValue] = []
        while !file.reminder.isCompleted, dates.count < limit {
            dates.append(try #require(file.reminder.date))
            try file.done()
        }
        return dates
    }

    private static func check(
        _ base: String,
        _ sides: (Stepping, Stepping),
        leaves expected: [DateValue]
    ) throws -> Bool {
        let triple = MergeTriple(Stepping(base).bytes, sides.0.bytes, sides.1.bytes)
        for triple in [triple, triple.swapped] {
            let merge = triple.merge()
            let rest = try merge.isClean ? rest(merge.bytes, limit: 8) : []
            if !merge.isClean || rest.map(\.iso) != expected.map(\.iso) {
                Issue.record("left: \(rest), expected: \(expected)\n\(triple.shown)")
                return false
            }
            let file = Stepping(bytes: merge.bytes, now: "2026-11-21", zone: "UTC").reminder
            let done = Set([sides.0, sides.1].flatMap(\.reminder.completeInstances).map(\.iso))
            let skipped = Set([sides.0, sides.1].flatMap(\.reminder.skippedInstances).map(\.iso))
            let lists = (file.completeInstances.map(\.iso), file.skippedInstances.map(\.iso))
            if lists.0 != done.sorted() || lists.1 != skipped.sorted() {
                Issue.record("completed: \(lists.0), skipped: \(lists.1)\n\(triple.shown)")
                return false
            }
        }
        return true
    }

    private static func isOpen(_ date: DateValue, _ recorded: [DateValue]) -> Bool {
        !recorded.contains { $0.isAllDay ? $0.date == date.date : $0.isSame(as: date) }
    }

    @Test func `what neither side has completed or skipped rings, and nothing else`() throws {
        var random = Random(seed: 1_601)
        for _ in 0..<MergeLaws.count {
            let rule = Self.rule(&random)
            var base = "scheduled: \(rule.date)\nrecurrence: \(rule.text)"
            let dates = try Self.occurrences(base)
            if random.below(3) == 0 { base += "\nuntil: \(dates[random.below(dates.count)].date)" }
            if random.below(4) == 0 { base += "\nstatus: open" }
            let all = try Self.occurrences(base)
            let sides = (
                try Self.stepped(base, among: all, &random), try Self.stepped(base, among: all, &random)
            )
            let records = Self.recorded(sides.0, sides.1)
            let expected = all.filter { Self.isOpen($0, records) }
            guard try Self.check(base, sides, leaves: Array(expected.prefix(8))) else { return }
        }
    }

    @Test func `a number of times or a last day that the other side wrote is kept to`() throws {
        var random = Random(seed: 1_602)
        for _ in 0..<MergeLaws.count {
            let (rule, date) = random.pick(Self.rules.filter { $0.0.contains("times") })
            let counted = { (count: Int) in "scheduled: \(date)\nrecurrence: \(rule.replacing("#", with: "\(count)"))" }
            let base = counted(1 + random.below(5))
            let stepped = try Self.stepped(base, among: try Self.occurrences(base), &random)
            var changed = counted(1 + random.below(6))
            if random.below(2) == 0 {
                changed = base + "\nuntil: \(random.pick(try Self.occurrences(counted(6))).date)"
            }
            let records = Self.recorded(stepped)
            let expected = try Self.occurrences(changed).filter { Self.isOpen($0, records) }
            guard try Self.check(base, (stepped, Stepping(changed)), leaves: Array(expected.prefix(8))) else { return }
        }
    }

    @Test func `a series counted from completion rings as often as COUNT says, whoever completes it`() throws {
        var random = Random(seed: 1_603)
        for _ in 0..<MergeLaws.count {
            let times = 1 + random.below(6)
            let rule = random.pick([
                "daily for \(times) times", "every 3 days for \(times) times", "FREQ=WEEKLY;COUNT=\(times)",
            ])
            let base = "scheduled: 2026-11-21\nrecurrence: \(rule)\nrecurrence_anchor: completion"
            var sides = [Stepping(base), Stepping(base)]
            for side in sides.indices {
                for _ in 0..<random.below(times + 1) where !sides[side].reminder.isCompleted {
                    // On the day, or late.
                    let date = try #require(sides[side].reminder.date)
                    sides[side].now = "\(date.date.adding(days: random.below(3)))T08:00"
                    _ = try random.below(5) > 0 ? sides[side].done() : sides[side].skip()
                }
            }
            let records = Set(Self.recorded(sides[0], sides[1]).map(DateValue.Moment.init))
            let triple = MergeTriple(Stepping(base).bytes, sides[0].bytes, sides[1].bytes)
            let merge = triple.merge()
            let rest = try merge.isClean ? Self.rest(merge.bytes, limit: 9).count : -1
            guard rest == max(0, times - records.count) else {
                Issue.record("\(rest) left of \(times), \(records.count) recorded\n\(triple.shown)")
                return
            }
        }
    }
}
