import DateWords
import TestSupport
import Testing

@testable import CivilTime
@testable import Text

/// Rules that could keep a naive implementation busy for ever.
@Suite struct HostileRuleTests {
    private func series(_ rule: String) throws -> Series {
        let anchor = try DateValue(parsing: "2026-11-22T09:00")
        return Series(rule: try RecurrenceRule(parsing: rule), anchor: anchor, zone: try zone(), allDayAt: .noon)
    }

    private func zone() throws -> Zone { try TestFiles.zone("Europe/Paris") }

    /// Without optimisation this is about ten times slower than what users run.
    private static let patience = Duration.seconds(30)

    @Test(arguments: [
        "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1", "FREQ=MINUTELY;INTERVAL=60;BYMINUTE=1",
        "FREQ=HOURLY;INTERVAL=24;BYHOUR=20",
        "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=3", "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=2",
        "FREQ=YEARLY;BYWEEKNO=20;BYMONTHDAY=29;BYMONTH=2", "FREQ=YEARLY;INTERVAL=2;BYYEARDAY=366;BYMONTH=1",
        "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYDAY=53MO;BYMONTH=3",
        "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=2", "FREQ=MINUTELY;BYYEARDAY=366;BYMONTH=1;BYSETPOS=-366",
        "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2", "FREQ=DAILY;INTERVAL=999999999;BYMONTH=1",
    ])
    func `a rule that never matches ends with an error`(rule: String) throws {
        let series = try series(rule)
        let time = processorTime {
            #expect(throws: ParseError("the rule never matches: it has no occurrence from 2026-11-22T09:00 on")) {
                try series.check()
            }
        }
        #expect(time < Self.patience)
        #expect(series.next(after: Instant(secondsSince1970: 0)) == nil)
    }

    @Test(arguments: ["MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    func `the longest interval is limited by the calendar`(frequency: String) throws {
        let series = try series("FREQ=\(frequency);INTERVAL=999999999")
        try series.check()
        let all = Array(series.occurrences().prefix(1_000))
        #expect(all.first?.local.description == "2026-11-22T09:00")
        #expect(all.count <= 5)
    }

    @Test func `a large COUNT does not take long`() throws {
        let far = Instant(utc: try DateValue(parsing: "9000-01-01T00:00").clock)
        let rules = [
            "FREQ=MINUTELY;BYSECOND=0,30;COUNT=999999999", "FREQ=MINUTELY;COUNT=999999999",
            "FREQ=DAILY;COUNT=999999999",
        ]
        for rule in Rounds.some(of: rules, 0) {
            let series = try series(rule)
            let time = processorTime { _ = series.next(after: far) }
            #expect(time < Self.patience, "\(rule)")
        }
        #expect(try series("FREQ=MINUTELY;COUNT=999999999").next(after: far) == nil)
        let near = Instant(utc: try DateValue(parsing: "3000-01-01T00:00").clock)
        #expect(
            try series("FREQ=MINUTELY;COUNT=999999999").next(after: near)?.instant.description == "3000-01-01T00:01:00Z"
        )
    }

    @Test func `hundreds of BY values are all matched`() throws {
        let days = (1...366).map(String.init).joined(separator: ",")
        let seconds = (0...59).map(String.init).joined(separator: ",")
        let hours = (0...23).map(String.init).joined(separator: ",")
        let rule = "FREQ=YEARLY;BYYEARDAY=\(days);BYHOUR=\(hours);BYMINUTE=\(seconds);BYSECOND=\(seconds)"
        let series = try series(rule + ";BYSETPOS=1,-1")
        #expect(series.occurrences().prefix(2).map(\.local.description) == ["2026-12-31T23:59:59", "2027-01-01T00:00"])
        let after = Instant(utc: try DateValue(parsing: "2030-07-01T12:00").clock)
        #expect(try self.series(rule).next(after: after)?.instant == after.adding(seconds: 1))
    }

    @Test func `an overlong rule is rejected`() {
        let text = "FREQ=DAILY;BYHOUR=" + String(repeating: "9,", count: 5_000) + "9"
        #expect(throws: ParseError("the rule has 10019 bytes: the limit is 8192")) { try RecurrenceRule(parsing: text) }
    }

    @Test func `any bytes are rejected or parsed without a crash`() {
        var random = Random(seed: 7)
        let alphabet = Array("FREQ=DAILYWKBMONTH;:,+-0123456789 every on last mon 31st\u{0}é\n".unicodeScalars)
        var refused = 0
        for _ in 0..<Rounds.of(3_000) {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                text.append(alphabet.randomElement(using: &random) ?? "x")
            }
            do throws(ParseError) {
                _ = try RecurrenceRule(parsing: String(text))
            } catch {
                refused += error.offset <= String(text).utf8.count ? 1 : 0
            }
        }
        #expect(refused > Rounds.of(2_900))
    }
}
