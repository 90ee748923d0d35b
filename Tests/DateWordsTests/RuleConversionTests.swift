import TestSupport
import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

@Suite struct RuleConversionTests {
    @Test(arguments: [
        ("daily", "FREQ=DAILY"), ("every 3 days", "FREQ=DAILY;INTERVAL=3"),
        ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every 2 weeks on monday, thursday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
        ("monthly on 15", "FREQ=MONTHLY;BYMONTHDAY=15"),
        ("monthly on 31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
        ("monthly on 1, 30", "FREQ=MONTHLY;BYMONTHDAY=1,28,29,30;BYSETPOS=-1,1"),
        ("monthly on last friday", "FREQ=MONTHLY;BYDAY=-1FR"), ("monthly on last day", "FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("yearly on feb 29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
        ("daily for 10 times", "FREQ=DAILY;COUNT=10"), ("weekly until 2027-01-31", "FREQ=WEEKLY;UNTIL=20270131"),
    ]) func `a rule has two notations`(words: String, rfc: String) throws {
        let anchor = try DateValue(parsing: "2026-01-01T09:00")
        #expect(try RecurrenceRule(parsing: words).inOtherNotation(anchor: anchor) == rfc)
        #expect(try RecurrenceRule(parsing: rfc).inOtherNotation(anchor: anchor) == words)
    }

    @Test func `a day that comes from the date is written if only one notation needs it`() throws {
        let (first, last) = (try DateValue(parsing: "2026-01-15"), try DateValue(parsing: "2026-01-31"))
        let (words, rfc) = (try RecurrenceRule(parsing: "monthly"), try RecurrenceRule(parsing: "FREQ=MONTHLY"))
        #expect(words.inOtherNotation(anchor: first) == "FREQ=MONTHLY")
        #expect(words.inOtherNotation(anchor: last) == "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")
        #expect(rfc.inOtherNotation(anchor: first) == "monthly on 15")
        // RFC 5545 omits the months without a 31st, and words cannot say that.
        #expect(rfc.inOtherNotation(anchor: last) == nil)
        #expect(rfc.inOtherNotation(anchor: nil) == nil)
    }

    @Test(arguments: [
        "hourly", "every 90 minutes", "FREQ=HOURLY", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
        "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
        "DTSTART:20260101;FREQ=DAILY", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    ]) func `a rule that the other notation cannot express has none`(text: String) throws {
        #expect(try RecurrenceRule(parsing: text).inOtherNotation(anchor: try DateValue(parsing: "2026-01-31")) == nil)
    }

    @Test func `both notations have the same occurrences, from any start`() throws {
        var random = Random(seed: 7)
        let zone = try Zone.named("Europe/Paris")
        var converted = 0
        for _ in 0..<Rounds.of(600) {
            let text = random.below(2) == 0 ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            guard let rule = try? RecurrenceRule(parsing: text) else { continue }
            let anchor = try DateValue(
                parsing: random.pick(["2024-02-29", "2026-01-31T02:30", "2025-03-28", "2026-10-12T09:00"])
            )
            guard let other = rule.inOtherNotation(anchor: anchor) else { continue }
            converted += 1
            func dates(_ rule: RecurrenceRule) -> [Occurrence] {
                Array(Series(rule: rule, anchor: anchor, zone: zone, allDayAt: .noon).occurrences().prefix(400))
            }
            #expect(dates(rule) == dates(try RecurrenceRule(parsing: other)), "\(text) and \(other) from \(anchor)")
        }
        #expect(converted > Rounds.least(200))
    }
}
