import DateWords
import TestSupport
import Testing

@testable import CivilTime

/// Laws for every rule. The rules are random, but the same in every run.
@Suite struct SeriesPropertyTests {
    static let rfc = [
        "FREQ=DAILY;INTERVAL=5;BYMONTH=1,2,12", "FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,MO;WKST=SU",
        "FREQ=MONTHLY;BYMONTHDAY=-31,31,15;BYHOUR=2,14;BYMINUTE=30", "FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=1,29,30,31",
        "FREQ=YEARLY;BYWEEKNO=1,52,53;BYDAY=MO,SU", "FREQ=YEARLY;BYDAY=1SU,-1SU,20MO;INTERVAL=2",
        "FREQ=YEARLY;BYYEARDAY=1,-1,60,366;BYSETPOS=1,-1", "FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,30",
        "FREQ=MINUTELY;INTERVAL=50;BYHOUR=1,2,3", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=10,35;COUNT=400",
        "FREQ=DAILY;BYDAY=SU;BYHOUR=0,2,23;UNTIL=20300101T000000Z", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    ]
    static let zones = [
        "UTC", "Europe/Paris", "Australia/Lord_Howe", "Africa/Casablanca", "Antarctica/Troll", "America/Nuuk",
    ]

    private func anchors() throws -> [DateValue] {
        try ["2024-02-29", "2026-01-31T02:30", "2025-03-28 02:15", "2019-12-30T23:45:30", "2024-10-01T00:30Z"]
            .map { text throws in try DateValue(parsing: text) }
    }

    private func series(_ rule: RecurrenceRule, _ anchor: DateValue, _ zone: Zone) -> Series {
        Series(rule: rule, anchor: anchor, zone: zone, allDayAt: CivilTime(hour: 9, minute: 0) ?? .noon)
    }

    @Test(arguments: zones) func `occurrences ascend, and the next one is the first of all later ones`(
        zone name: String
    ) throws {
        let zone = try TestFiles.zone(name)
        var random = Random(seed: 1)
        for text in RandomRule.friendlyExamples + Self.rfc {
            let rule = try RecurrenceRule(parsing: text)
            for anchor in try anchors() {
                let series = series(rule, anchor, zone)
                let all = Array(series.occurrences().prefix(120))
                #expect(all.count > 1, "\(text) from \(anchor)")
                #expect(zip(all, all.dropFirst()).allSatisfy { $0.instant < $1.instant }, "\(text) from \(anchor)")
                #expect(
                    all.allSatisfy {
                        zone.civil(at: $0.instant) == $0.local && zone.instant(of: $0.nominal) <= $0.instant
                    }
                )
                for _ in 0..<12 {
                    let index = Int.random(in: 0..<all.count - 1, using: &random)
                    let gap = all[index + 1].instant.secondsSince1970 - all[index].instant.secondsSince1970
                    let after = all[index].instant.adding(seconds: Int64.random(in: 0..<gap, using: &random))
                    #expect(series.next(after: after) == all[index + 1], "\(text) from \(anchor) after \(after)")
                    let tail = all[(index + 1)...].prefix(20)
                    #expect(Array(series.occurrences(after: after).prefix(tail.count)) == Array(tail))
                }
            }
        }
    }

    @Test(arguments: RandomRule.friendlyExamples + rfc) func `a written rule is read as the same rule`(text: String)
        throws
    {
        let rule = try RecurrenceRule(parsing: text)
        #expect(try RecurrenceRule(parsing: rule.description) == rule)
        if RandomRule.friendlyExamples.contains(text) { #expect(rule.description == text) }
    }

    @Test(arguments: RandomRule.friendlyExamples) func `the exported rule gives the same dates`(text: String) throws {
        let rule = try RecurrenceRule(parsing: text)
        for anchor in try anchors() {
            let exported = try RecurrenceRule(parsing: rule.rfcText(anchor: anchor))
            let here = series(rule, anchor, .utc).occurrences().prefix(60).map(\.instant)
            #expect(series(exported, anchor, .utc).occurrences().prefix(60).map(\.instant) == here)
        }
    }

    @Test(
        arguments: RandomRule.friendlyExamples + ["FREQ=MONTHLY;SKIP=BACKWARD", "FREQ=YEARLY;BYMONTH=2,4;SKIP=FORWARD"]
    )
    func `writing the day into the rule changes no date, and the series can then be moved on`(text: String) throws {
        let rule = try RecurrenceRule(parsing: text)
        for anchor in try anchors() {
            guard let pinnedText = rule.pinned(to: anchor) else { continue }
            let pinned = try RecurrenceRule(parsing: pinnedText)
            let all = Array(series(rule, anchor, .utc).occurrences().prefix(60))
            #expect(Array(series(pinned, anchor, .utc).occurrences().prefix(60)) == all)
            #expect(pinned.pinned(to: anchor) == nil)
            let moved = DateValue(all[1].nominal.date).with(date: all[1].nominal.date, time: anchor.time)
            #expect(Array(series(pinned, moved, .utc).occurrences().prefix(59)) == Array(all.dropFirst()))
        }
    }

    @Test func `a series continues unchanged when its start is moved to any occurrence`() throws {
        let paris = try TestFiles.zone("Europe/Paris")
        for text in [
            "daily", "weekly on monday", "monthly on 31", "yearly on feb 29", "monthly on last friday", "weekdays",
        ] {
            let rule = try RecurrenceRule(parsing: text)
            let anchor = try DateValue(parsing: "2024-02-29T02:30")
            let all = Array(series(rule, anchor, paris).occurrences().prefix(60))
            for index in stride(from: 1, to: 50, by: 7) {
                let moved = series(rule, anchor.moved(to: all[index].nominal, in: paris), paris)
                #expect(Array(moved.occurrences().prefix(10)) == Array(all[index..<index + 10]), "\(text)")
            }
        }
    }
}
