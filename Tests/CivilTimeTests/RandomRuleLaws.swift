import DateWords
import TestSupport
import Testing

@testable import CivilTime
@testable import Text

/// The laws of a series for rules of all kinds, made at random; the same ones on every run.
@Suite struct RandomRuleLaws {
    private static let zones = ["UTC", "Europe/Paris", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia"]
    private static let anchors = [
        "2024-02-29", "2026-01-31T02:30", "2025-03-28T02:15", "2019-12-30T23:45:30", "2026-10-03T02:10", "2011-12-28",
        "2024-10-01T00:30Z",
    ]

    private struct Case {
        var rule: RecurrenceRule
        var anchor: DateValue
        var zone: Zone

        var series: Series { series(rule, anchor) }

        func series(_ rule: RecurrenceRule, _ anchor: DateValue) -> Series {
            Series(rule: rule, anchor: anchor, zone: zone, allDayAt: .noon)
        }
    }

    private static func cases(seed: UInt64, _ count: Int, _ body: (Case, inout Random) throws -> Void) throws {
        var random = Random(seed: seed)
        let zones = try zones.map { name throws in try TestFiles.zone(name) }
        for number in 0..<Rounds.of(count) {
            let text = number % 4 == 0 ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            // A day that no month of the rule has is refused.
            guard let rule = try? RecurrenceRule(parsing: text) else { continue }
            let anchor = try DateValue(parsing: random.pick(anchors))
            try body(Case(rule: rule, anchor: anchor, zone: random.pick(zones)), &random)
        }
    }

    @Test func `rules that are made are rules`() throws {
        var random = Random(seed: 1)
        var (refused, matching) = (0, 0)
        for _ in 0..<Rounds.of(400) {
            let text = RandomRule.rfc(&random)
            do throws(ParseError) {
                let rule = try RecurrenceRule(parsing: text)
                let anchor = try DateValue(parsing: "2026-01-31T02:30")
                let series = Series(rule: rule, anchor: anchor, zone: .utc, allDayAt: .noon)
                if series.next(after: Instant(secondsSince1970: 0)) != nil { matching += 1 }
            } catch {
                refused += 1
                #expect(error.message.hasSuffix("the rule never matches"), "\(text)")
            }
        }
        #expect(refused < Rounds.of(12) + (Rounds.areAll ? 0 : 4))
        #expect(matching > Rounds.least(320))
    }

    @Test func `occurrences ascend strictly, and show the clock of their instants`() throws {
        try Self.cases(seed: 2, 600) { one, _ in
            let all = Array(one.series.occurrences().prefix(60))
            #expect(
                zip(all, all.dropFirst()).allSatisfy { $0.instant < $1.instant },
                "\(one.rule) from \(one.anchor), \(one.zone)"
            )
            #expect(all.allSatisfy { one.zone.civil(at: $0.instant) == $0.local })
        }
    }

    @Test func `the next occurrence is the first of all that are after`() throws {
        try Self.cases(seed: 3, 500) { one, random in
            let all = Array(one.series.occurrences().prefix(80))
            let before = one.zone.instant(of: one.series.start).adding(seconds: -1)
            #expect(one.series.next(after: before) == all.first, "\(one.rule) from \(one.anchor), \(one.zone)")
            guard all.count > 1 else { return }
            for _ in 0..<6 {
                let index = random.below(all.count - 1)
                let gap = all[index + 1].instant.secondsSince1970 - all[index].instant.secondsSince1970
                for seconds in [0, Int64(random.below(Int(gap))), gap - 1] {
                    let after = all[index].instant.adding(seconds: seconds)
                    #expect(
                        one.series.next(after: after) == all[index + 1],
                        "\(one.rule) from \(one.anchor), \(one.zone), after \(after)"
                    )
                }
            }
        }
    }

    @Test func `the series from any of its occurrences is its tail`() throws {
        try Self.cases(seed: 4, 900) { one, random in
            // Where the clock shows an hour twice, its text does not say which of the two is meant.
            var one = one
            if one.rule.frequency < .daily { one.zone = .utc }
            // A 1st or a last day may be one of the rule's own, or one that is missing in the month before or after.
            let days = one.rule.byMonthDay + one.rule.byYearDay
            if one.rule.skip == .forward, days.contains(1) || days.contains(where: { $0 < -27 }) { return }
            if one.rule.skip == .backward, days.contains(where: { $0 < -28 }), days.contains(where: { $0 > -2 }) {
                return
            }
            let start = one.anchor.clock(in: one.zone, allDayAt: .noon).date
            let rule = one.rule.pinnedRule(to: start) ?? one.rule
            let all = Array(one.series(rule, one.anchor).occurrences().prefix(50))
            guard all.count > 2 else { return }
            let index = random.below(all.count - 1)
            var rest = rule
            rest.count = rule.count.map { $0 - index }
            let anchor = one.series.date(of: all[index], like: one.anchor)
            let tail = all[index...].prefix(12)
            #expect(
                Array(one.series(rest, anchor).occurrences().prefix(tail.count)) == Array(tail),
                "\(one.rule) from \(one.anchor), \(one.zone), begun anew on \(anchor)"
            )
        }
    }

    @Test func `a rule is read as it was written`() throws {
        var random = Random(seed: 5)
        for number in 0..<Rounds.of(3_000) {
            let text = number % 3 == 0 ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            guard let rule = try? RecurrenceRule(parsing: text) else { continue }
            #expect(try RecurrenceRule(parsing: rule.description) == rule, "\(text)")
            if number % 3 == 0 { #expect(rule.description == text) }
        }
    }

    @Test func `the exported rule gives the same dates, and what is told is the same rule`() throws {
        var random = Random(seed: 6)
        for _ in 0..<Rounds.of(800) {
            let rule = try RecurrenceRule(parsing: RandomRule.friendly(&random))
            let anchor = try DateValue(parsing: random.pick(Self.anchors))
            let one = Case(rule: rule, anchor: anchor, zone: .utc)
            let exported = try RecurrenceRule(parsing: rule.rfcText(anchor: anchor))
            let told = try RecurrenceRule(parsing: rule.displayName(anchor: anchor))
            let told12 = try RecurrenceRule(parsing: rule.displayName(anchor: anchor, .hours12))
            let all = one.series.occurrences().prefix(30).map(\.instant)
            for other in [exported, told, told12] {
                #expect(one.series(other, anchor).occurrences().prefix(30).map(\.instant) == all, "\(rule): \(other)")
            }
        }
    }

    /// Only a badge that counts is no rule: it says how often, not when.
    @Test func `a badge that is typed is a rule with that badge`() throws {
        var random = Random(seed: 9)
        var read = 0
        for number in 0..<Rounds.of(3_000) {
            let text = number % 2 == 0 ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            guard let rule = try? RecurrenceRule(parsing: text) else { continue }
            let anchor = try DateValue(parsing: random.pick(Self.anchors))
            let badge = rule.badge(anchor: anchor)
            for spelling in badge.spellings {
                let isCount = spelling == "Repeats" || spelling.contains("×") || spelling.first?.isNumber == true
                guard !isCount || (try? RecurrenceRule(parsing: spelling)) != nil else { continue }
                let typed = try RecurrenceRule(parsing: spelling)
                #expect(typed.badge(anchor: anchor) == badge, "\(text): \(spelling)")
                // It means the same days from the same date on. Hours and minutes are counted as time goes by.
                let hasNoTime = rule.byHour.isEmpty && rule.byMinute.isEmpty && rule.bySecond.isEmpty
                if rule.frequency >= .daily, hasNoTime, anchor.offset == nil {
                    var days = rule
                    (days.count, days.until) = (nil, nil)
                    let all = [days, typed].map { rule in
                        let series = Series(rule: rule, anchor: anchor, zone: .utc, allDayAt: .noon)
                        return series.occurrences().prefix(20).map(\.local.date)
                    }
                    #expect(all[0] == all[1], "\(text) from \(anchor): \(spelling)")
                }
                read += 1
            }
        }
        #expect(read > Rounds.least(500))
    }

    @Test func `a rule that is told is refused or has the same dates`() throws {
        var random = Random(seed: 8)
        var read = 0
        for _ in 0..<Rounds.of(4_000) {
            guard let rule = try? RecurrenceRule(parsing: RandomRule.rfc(&random)) else { continue }
            let anchor = try DateValue(parsing: random.pick(Self.anchors))
            let name = rule.displayName(anchor: anchor)
            guard anchor.offset == nil, let told = try? RecurrenceRule(parsing: name) else { continue }
            read += 1
            let one = Case(rule: rule, anchor: anchor, zone: .utc)
            let all = one.series.occurrences().prefix(30).map(\.instant)
            #expect(one.series(told, anchor).occurrences().prefix(30).map(\.instant) == all, "\(rule): \(name)")
        }
        #expect(read > Rounds.least(700))
    }

    @Test func `pinning changes no date`() throws {
        var pinned = 0
        try Self.cases(seed: 7, 7_200) { one, _ in
            let start = one.anchor.clock(in: one.zone, allDayAt: .noon).date
            guard let rule = one.rule.pinnedRule(to: start) else { return }
            pinned += 1
            let all = Array(one.series.occurrences().prefix(40))
            #expect(Array(one.series(rule, one.anchor).occurrences().prefix(40)) == all, "\(one.rule) to \(rule)")
        }
        #expect(pinned > (Rounds.areAll ? 120 : 0))
    }
}
