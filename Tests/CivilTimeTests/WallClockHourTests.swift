import DateWords
import TestSupport
import Testing

@testable import CivilTime

/// RFC 5545's rules of hours and minutes count on the wall clock; the friendly ones count elapsed time.
@Suite struct WallClockHourTests {
    private func series(_ rule: String, _ anchor: String, _ zone: String = "Europe/Paris") throws -> Series {
        Series(
            rule: try RecurrenceRule(parsing: rule),
            anchor: try DateValue(parsing: anchor),
            zone: try TestFiles.zone(zone),
            allDayAt: .noon
        )
    }

    private func locals(_ series: Series, after: String? = nil, _ count: Int) throws -> [String] {
        let after = try after.map { text throws in series.zone.instant(of: try DateValue(parsing: text).clock) }
        return series.occurrences(after: after).prefix(count).map(\.local.description)
    }

    @Test func `every two hours from 8 to 16 gives the same hours in summer (issue 11)`() throws {
        let series = try series("FREQ=HOURLY;INTERVAL=2;BYHOUR=8,10,12,14,16", "2026-01-01T08:00")
        #expect(
            try locals(series, after: "2026-03-28T14:00", 3) == [
                "2026-03-28T16:00", "2026-03-29T08:00", "2026-03-29T10:00",
            ]
        )
        let days = series.occurrences().prefix(5 * 365).map(\.local)
        #expect(days.last?.description == "2026-12-31T16:00")
        #expect(days.allSatisfy { [8, 10, 12, 14, 16].contains($0.time.hour) })
    }

    @Test(arguments: [
        // A gap turns 02:00 into 03:00, which occurs once; in a fold the first of the two counts.
        ("FREQ=HOURLY", "2026-03-29T01:00", ["01:00+1", "03:00+2", "04:00+2"]),
        ("FREQ=HOURLY;COUNT=3", "2026-03-29T01:00", ["01:00+1", "03:00+2", "04:00+2"]),
        ("FREQ=HOURLY", "2026-03-29T01:30", ["01:30+1", "03:30+2", "04:30+2"]),
        ("FREQ=HOURLY;INTERVAL=2", "2026-03-29T00:30", ["00:30+1", "03:30+2", "04:30+2"]),
        ("FREQ=HOURLY", "2026-10-25T01:00", ["01:00+2", "02:00+2", "03:00+1"]),
        ("FREQ=MINUTELY;INTERVAL=30", "2026-10-25T02:00", ["02:00+2", "02:30+2", "03:00+1"]),
        ("FREQ=MINUTELY;INTERVAL=50", "2026-03-29T01:20", ["01:20+1", "03:00+2", "03:10+2", "03:50+2"]),
        ("FREQ=HOURLY;UNTIL=20260329T010000Z", "2026-03-29T01:00", ["01:00+1", "03:00+2"]),
        ("FREQ=HOURLY;UNTIL=20261025T010000Z", "2026-10-25T01:30", ["01:30+2", "02:30+2"]),
        ("DTSTART:20260329T003000Z;FREQ=HOURLY;INTERVAL=2", "2026-03-29T00:30", ["00:30+1", "03:30+2", "04:30+2"]),
        ("hourly", "2026-03-29T01:00", ["01:00+1", "03:00+2", "04:00+2"]),
        ("hourly", "2026-10-25T01:00", ["01:00+2", "02:00+2", "02:00+1", "03:00+1"]),
        ("every 30 minutes", "2026-10-25T02:30", ["02:30+2", "02:00+1", "02:30+1", "03:00+1"]),
    ])
    func `hours and minutes around clock changes`(rule: String, anchor: String, expected: [String]) throws {
        let series = try series(rule, anchor)
        let found = series.occurrences().prefix(expected.count + (rule.contains("L=2026") ? 1 : 0)).map {
            "\($0.local.time)+\(series.zone.offsetSeconds(at: $0.instant) / 3_600)"
        }
        #expect(found == expected)
    }

    @Test func `a second before the start is not part of the series`() throws {
        let series = try series("FREQ=MINUTELY;BYSECOND=29,30", "2026-03-01T09:00:30")
        #expect(
            try locals(series, 3) == ["2026-03-01T09:00:30", "2026-03-01T09:01:29", "2026-03-01T09:01:30"]
        )
    }

    @Test func `seconds are also counted on the wall clock`() throws {
        let series = try series("FREQ=MINUTELY;INTERVAL=60;BYSECOND=0,20", "2026-03-29T01:15")
        #expect(
            try locals(series, 5) == [
                "2026-03-29T01:15", "2026-03-29T01:15:20", "2026-03-29T03:15", "2026-03-29T03:15:20",
                "2026-03-29T04:15",
            ]
        )
    }

    @Test func `a rule keeps its way of counting when it is written back`() throws {
        for (text, elapsed) in [
            ("hourly", true), ("every 12 hours", true), ("every minute", true), ("FREQ=HOURLY", false),
            ("FREQ=HOURLY;INTERVAL=12", false), ("RRULE:FREQ=MINUTELY;COUNT=9", false), ("daily", false),
        ] {
            let rule = try RecurrenceRule(parsing: text)
            let anchor = try DateValue(parsing: "2026-03-28T00:00")
            let written = [rule.description, rule.pinned(to: anchor) ?? text]
            for text in written {
                #expect(try series(text, "2026-03-28T00:00").plan.countsElapsedTime == elapsed, "\(text)")
            }
        }
    }

    @Test func `the day that Samoa skipped is skipped, hour for hour`() throws {
        let series = try series("FREQ=HOURLY;INTERVAL=8", "2011-12-29T08:00", "Pacific/Apia")
        #expect(
            try locals(series, 5) == [
                "2011-12-29T08:00", "2011-12-29T16:00", "2011-12-31T00:00", "2011-12-31T08:00", "2011-12-31T16:00",
            ]
        )
    }

    @Test func `all seconds of the day that Samoa skipped are those of the next`() throws {
        let minutes = (0...59).map(String.init).joined(separator: ",")
        let series = try series("FREQ=MINUTELY;BYSECOND=\(minutes)", "2011-12-29T23:59", "Pacific/Apia")
        let all = Array(series.occurrences().prefix(90_000))
        #expect(all.last?.instant == all.first?.instant.adding(seconds: 89_999))
    }

    // MARK: Against an enumeration of all minutes

    /// Tests every minute of local time over some days against each part of the rule, and gives the instants of the
    /// matching ones without duplicates.
    private struct Enumeration {
        let rule: RecurrenceRule
        let start: CivilDateTime
        let zone: Zone

        func instants(days: Int) -> [Int64] {
            var clocks: [Int64] = []
            var sets: [Int: [Int64]] = [:]
            for day in start.date.daysSinceEpoch..<start.date.daysSinceEpoch + days where matches(day) {
                for minute in 0..<1_440 {
                    guard let period = period(day * 1_440 + minute), matches(minute: minute) else { continue }
                    for second in rule.bySecond.isEmpty ? [start.time.second] : rule.bySecond {
                        sets[period, default: []].append(Int64(day * 86_400 + minute * 60 + second))
                    }
                }
            }
            for set in sets.values {
                clocks += set.enumerated().filter { place, _ in
                    rule.bySetPosition.isEmpty || rule.bySetPosition.contains(place + 1)
                        || rule.bySetPosition.contains(place - set.count)
                }.map(\.element)
            }
            let offsets = offsets(days: days)
            return Set(clocks.filter { $0 >= start.clockSeconds }.map { instant($0, offsets) }).sorted()
        }

        private func matches(_ day: Int) -> Bool {
            let date = CivilDate(daysSinceEpoch: day)
            let left = date.daysInMonth - date.day + 1
            let leftInYear = (date.isInLeapYear ? 367 : 366) - date.dayOfYear
            return (rule.byMonth.isEmpty || rule.byMonth.contains(date.month))
                && (rule.byMonthDay.isEmpty || rule.byMonthDay.contains { $0 == date.day || $0 == -left })
                && (rule.byYearDay.isEmpty || rule.byYearDay.contains { $0 == date.dayOfYear || $0 == -leftInYear })
                && (rule.byDay.isEmpty || rule.byDay.contains { $0.weekday == date.weekday })
        }

        private func matches(minute: Int) -> Bool {
            if !rule.byHour.isEmpty, !rule.byHour.contains(minute / 60) { return false }
            if !rule.byMinute.isEmpty { return rule.byMinute.contains(minute % 60) }
            return rule.frequency == .minutely || minute % 60 == start.time.minute
        }

        /// The number of the hour or minute since the start, if it belongs to the interval.
        private func period(_ minute: Int) -> Int? {
            let first = start.date.daysSinceEpoch * 1_440 + start.time.hour * 60 + start.time.minute
            let passed = rule.frequency == .hourly ? minute / 60 - first / 60 : minute - first
            return passed % rule.interval == 0 ? passed : nil
        }

        /// The offsets of the zone around these days.
        private func offsets(days: Int) -> Set<Int64> {
            let first = start.clockSeconds - 100_000
            return Set(stride(from: first, to: first + Int64(days) * 86_400 + 200_000, by: 900).map(offset))
        }

        /// The first instant with this local time; if there is none, the one given by the offset of the previous day.
        private func instant(_ clock: Int64, _ offsets: Set<Int64>) -> Int64 {
            let shown = offsets.map { clock - $0 }.filter { $0 + offset($0) == clock }.min()
            return shown ?? clock - offset(clock - 86_400)
        }

        private func offset(_ time: Int64) -> Int64 {
            Int64(zone.offsetSeconds(at: Instant(secondsSince1970: time)))
        }
    }

    private static let changes = [
        ("UTC", "2024-02-27T09:15"), ("Europe/Paris", "2026-03-28T02:30"), ("Europe/Paris", "2026-10-24T02:10:30"),
        ("Australia/Lord_Howe", "2026-10-03T02:15"), ("Australia/Lord_Howe", "2026-04-04T01:45"),
        ("Africa/Casablanca", "2026-02-14T02:30"), ("Antarctica/Troll", "2026-03-28T01:30"),
        ("America/New_York", "2026-11-01T00:00"), ("America/Nuuk", "2024-03-30T22:30"),
    ]

    @Test func `any rule of hours or minutes matches an enumeration of all minutes`() throws {
        var random = Random(seed: 13)
        let zones = try Dictionary(Self.changes.map { ($0.0, try TestFiles.zone($0.0)) }) { first, _ in first }
        var compared = 0
        while compared < Rounds.of(250) {
            let text = RandomRule.rfc(&random)
            guard let rule = try? RecurrenceRule(parsing: text), rule.frequency < .daily else { continue }
            let (name, anchor) = random.pick(Self.changes)
            let zone = try #require(zones[name])
            let series = Series(rule: rule, anchor: try DateValue(parsing: anchor), zone: zone, allDayAt: .noon)
            let days = rule.byYearDay.isEmpty && rule.byMonthDay.isEmpty && rule.byMonth.isEmpty ? 5 : 40
            var expected = Enumeration(rule: rule, start: series.start, zone: zone).instants(days: days)
            // Excludes the last day, which a gap can shift beyond it.
            let limit = zone.instant(of: CivilDateTime(series.start.date.adding(days: days - 1))).secondsSince1970
            expected = expected.filter { $0 < limit }
            if let count = rule.count { expected = Array(expected.prefix(count)) }
            guard !expected.isEmpty else { continue }
            compared += 1
            let context: Comment = "\(text) from \(anchor) in \(name)"
            let shown = expected.prefix(120)
            #expect(series.occurrences().prefix(shown.count).map(\.instant.secondsSince1970) == Array(shown), context)
            for _ in 0..<4 {
                let place = random.below(expected.count)
                let after = expected[place] - Int64(random.below(2))
                let next = after < expected[place] ? place : place + 1
                guard next < expected.count else { continue }
                let found = series.next(after: Instant(secondsSince1970: after))
                #expect(found?.instant.secondsSince1970 == expected[next], context)
            }
        }
    }

    @Test func `a series that began long ago continues with the same interval`() throws {
        let series = try series("FREQ=MINUTELY;INTERVAL=7;BYHOUR=9,17;BYDAY=MO", "1970-01-05T09:00")
        var occurrences = series.occurrences(after: series.zone.instant(of: try DateValue(parsing: "2999-06-30").clock))
        let found = occurrences.next()
        #expect(found?.local.date.description == "2999-07-01")
        #expect(found.map { ($0.nominal.clockSeconds - series.start.clockSeconds) % 420 } == 0)
        #expect(found.map { $0.local.time.secondOfDay - 9 * 3_600 < 420 } == true)
    }

    @Test func `dates before the one in the file follow the interval on the wall clock`() throws {
        let series = try series("FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,30", "2026-10-27T04:00")
        let earlier = try #require(series.begun(before: DateValue(parsing: "2026-10-23").date))
        let all = earlier.occurrences().prefix {
            $0.instant < series.next(after: Instant(secondsSince1970: 0))?.instant ?? $0.instant
        }
        #expect(all.allSatisfy { (27 * 24 + 4 - $0.nominal.date.day * 24 - $0.nominal.time.hour) % 5 == 0 })
        #expect(all.count > 30)
    }
}
