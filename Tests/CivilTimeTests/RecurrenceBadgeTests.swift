import DateWords
import TestSupport
import Testing

@testable import CivilTime

@Suite struct RecurrenceBadgeTests {
    @Test(arguments: [
        ("FREQ=YEARLY;BYDAY=MO", "Weekly"), ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "Daily"),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "Weekdays"), ("FREQ=MONTHLY;BYDAY=SA,SU", "Weekends"),
        ("FREQ=YEARLY;BYMONTHDAY=1", "Monthly 1st"), ("FREQ=YEARLY;BYDAY=20MO", "1× a year"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "Last weekday"), ("FREQ=MONTHLY;BYDAY=2TU", "2nd Tuesday"),
        ("FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYMONTHDAY=5", "Monthly"),
        ("FREQ=HOURLY;BYHOUR=9", "Daily"), ("FREQ=DAILY;BYHOUR=9", "Daily"),
        // Several times per period.
        ("FREQ=YEARLY;BYMONTH=1,4,7,10;BYMONTHDAY=20", "4× a year"), ("FREQ=MONTHLY;BYMONTH=1,4,7,10", "4× a year"),
        ("FREQ=YEARLY;BYMONTH=1,7", "2× a year"), ("FREQ=YEARLY;BYYEARDAY=1,100,200", "3× a year"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,-1", "2× a month"), ("FREQ=WEEKLY;BYDAY=MO,TU,WE,SA", "4× a week"),
        ("FREQ=WEEKLY;BYDAY=TU,SU", "Tue, Sun"), ("FREQ=DAILY;BYHOUR=8,12,20", "3× a day"),
        ("FREQ=HOURLY;BYHOUR=8,12,20", "3× a day"), ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,17", "10× a week"),
        ("FREQ=HOURLY;BYMINUTE=0,30", "2× an hour"), ("FREQ=MONTHLY;INTERVAL=2;BYDAY=1MO,3MO", "2× in 2 months"),
        ("FREQ=YEARLY;INTERVAL=2;BYMONTH=5;BYMONTHDAY=1", "1× in 2 years"),
        ("FREQ=MINUTELY;INTERVAL=45", "Every 45 minutes"), ("FREQ=MINUTELY", "Every minute"),
        // Not equally often in each period.
        ("FREQ=MONTHLY;BYMONTHDAY=31", "Repeats"), ("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "Repeats"),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "Repeats"), ("FREQ=MONTHLY;BYDAY=5MO", "Repeats"),
        ("FREQ=DAILY;BYMONTH=6", "Repeats"), ("FREQ=WEEKLY;BYMONTH=6;BYDAY=MO", "Repeats"),
        ("FREQ=HOURLY;BYDAY=MO", "Repeats"), ("FREQ=MONTHLY;INTERVAL=2;BYDAY=MO", "Repeats"),
        ("FREQ=MONTHLY;BYDAY=4MO,-1MO", "Repeats"), ("FREQ=MONTHLY;BYMONTHDAY=28,-1", "Repeats"),
        ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO", "Repeats"), ("FREQ=MONTHLY;INTERVAL=5;BYMONTH=1", "Repeats"),
        ("FREQ=MINUTELY;INTERVAL=15;BYHOUR=9", "Repeats"), ("FREQ=YEARLY;BYYEARDAY=366", "Repeats"),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=5", "Repeats"), ("FREQ=YEARLY;BYMONTH=1,2,3;BYDAY=MO;BYSETPOS=1", "1× a year"),
    ]) func `a badge gives the frequency, or only says that it repeats`(text: String, badge: String) throws {
        let anchor = try DateValue(parsing: "2026-01-05T09:00")
        #expect(try RecurrenceRule(parsing: text).badge(anchor: anchor).spellings.first == badge)
    }

    @Test func `a start on a day that not every month has gives no monthly badge`() throws {
        let (late, early) = (try DateValue(parsing: "2026-01-31"), try DateValue(parsing: "2026-01-28"))
        let rule = try RecurrenceRule(parsing: "FREQ=MONTHLY")
        #expect(rule.badge(anchor: late).spellings == ["Repeats"])
        #expect(rule.badge(anchor: early).spellings == ["Monthly"])
        // Friendly rules clamp.
        #expect(try RecurrenceRule(parsing: "monthly").badge(anchor: late).spellings == ["Monthly"])
        let leap = try DateValue(parsing: "2024-02-29")
        #expect(try RecurrenceRule(parsing: "FREQ=YEARLY").badge(anchor: leap).spellings == ["Repeats"])
        #expect(try RecurrenceRule(parsing: "yearly").badge(anchor: leap).spellings == ["Yearly"])
    }

    /// The frequency that a badge promises: a number of times in a number of periods.
    private func promise(_ badge: String) -> (times: Int, interval: Int, unit: String)? {
        let words = badge.split(separator: " ").map(String.init)
        func unit(_ word: String) -> String { word.hasSuffix("s") ? String(word.dropLast()) : word }
        switch words.count {
        case 1:
            let units = ["Daily": "day", "Weekly": "week", "Monthly": "month", "Yearly": "year"]
            if let unit = units[badge] { return (1, 1, unit) }
            return badge == "Weekdays" ? (5, 1, "week") : badge == "Weekends" ? (2, 1, "week") : nil
        case 3 where words[0] == "Every": return Int(words[1]).map { (1, $0, unit(words[2])) }
        case 3 where words[0].hasSuffix("×"): return Int(words[0].dropLast()).map { ($0, 1, unit(words[2])) }
        case 4: return Int(words[0].dropLast()).flatMap { times in Int(words[2]).map { (times, $0, unit(words[3])) } }
        default: return badge.contains(",") ? (words.count, 1, "week") : nil
        }
    }

    private func period(of date: CivilDate, _ unit: String, _ weekStart: Weekday) -> Int? {
        switch unit {
        case "day": date.daysSinceEpoch
        // 1 January 1970 was a Thursday.
        case "week": (date.daysSinceEpoch + 4 - weekStart.number).floorDivided(by: 7)
        case "month": date.year * 12 + date.month
        case "year": date.year
        default: nil
        }
    }

    @Test func `the occurrences of every rule match its badge`() throws {
        var random = Random(seed: 11)
        var seen: [String: Int] = [:]
        var texts = RandomRule.examples
        for number in 0..<1_500 {
            texts.append(number % 3 == 0 ? RandomRule.friendly(&random) : RandomRule.rfc(&random))
        }
        for text in texts {
            guard var rule = try? RecurrenceRule(parsing: text) else { continue }
            (rule.count, rule.until) = (nil, nil)
            let anchor = try DateValue(
                parsing: random.pick(["2024-02-29", "2026-01-31T02:30", "2025-03-28", "2019-12-30T23:45", "2026-06-15"])
            )
            let badge = rule.badge(anchor: anchor)
            seen[badge.spellings[0], default: 0] += 1
            guard let (times, interval, unit) = promise(badge.spellings[0]) else { continue }
            let years = unit == "day" || unit == "week" ? 3 : 13
            let series = Series(rule: rule, anchor: anchor, zone: .utc, allDayAt: .noon)
            let end = Instant(utc: CivilDateTime(anchor.date.adding(months: 12 * years)))
            var counts: [Int: Int] = [:]
            for occurrence in series.occurrences() {
                guard occurrence.instant < end, counts.count < 900 else { break }
                guard let index = period(of: occurrence.nominal.date, unit, rule.weekStart) else { break }
                counts[index, default: 0] += 1
            }
            // The first and the last period may be incomplete.
            guard !counts.isEmpty, let last = counts.keys.max(),
                let first = period(of: series.start.date, unit, rule.weekStart)
            else { continue }
            var missed = 0
            for index in stride(from: first + interval, to: last, by: interval) where counts[index] != times {
                missed += 1
            }
            let others = counts.keys.count { ($0 - first) % interval != 0 }
            #expect(missed == 0 && others == 0, "\(badge.spellings[0]): \(text) from \(anchor)")
        }
        for word in ["Daily", "Weekly", "Monthly", "Yearly", "Repeats", "Weekdays"] {
            #expect(seen[word] != nil, "no rule was \(word)")
        }
    }

    @Test func `shorter spellings fit a narrow column`() throws {
        var random = Random(seed: 12)
        for _ in 0..<400 {
            guard let rule = try? RecurrenceRule(parsing: RandomRule.friendly(&random)) else { continue }
            let spellings = rule.badge(anchor: nil).spellings
            #expect((spellings.last?.count ?? 0) <= 9, "\(spellings)")
            #expect(spellings == spellings.sorted { $0.count > $1.count })
        }
    }
}
