import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

@Suite struct RuleGapTests {
    private func gap(_ rule: String, _ date: String = "2026-11-23T09:00", after: String? = nil) throws -> RuleGap? {
        let date = try DateValue(parsing: date)
        let series = Series(
            rule: try RecurrenceRule(parsing: rule),
            anchor: date,
            zone: try TestFiles.zone("Europe/Paris"),
            allDayAt: .noon
        )
        let start = try after.map { text throws in try DateValue(parsing: text) } ?? date
        return RuleGap(in: series, after: start.instant(in: series.zone, allDayAt: .noon).adding(seconds: -1))
    }

    @Test(arguments: [
        ("FREQ=DAILY;BYMONTH=6,7,8", "2027-08-31", "2028-06-01", 1),
        ("FREQ=HOURLY;BYMONTH=6,7,8;BYHOUR=8,20", "2027-08-31", "2028-06-01", 1),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYMONTH=6", "2027-06-30", "2028-06-01", 7),
        ("FREQ=MINUTELY;INTERVAL=90;BYYEARDAY=1,2,3,200", "2027-01-03", "2027-07-19", 1),
        ("FREQ=DAILY;BYMONTHDAY=1,2,3,4;BYMONTH=12;COUNT=30", "2026-12-04", "2027-12-01", 1),
        ("FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR", "nothing", "", 0),
    ])
    func `a gap of more than ten times the usual interval is found`(
        rule: String,
        last: String,
        next: String,
        usual: Int
    ) throws {
        let gap = try gap(rule)
        #expect(gap?.last.description == (usual == 0 ? nil : last))
        #expect(gap?.next.description == (usual == 0 ? nil : next))
        #expect(gap?.usual == (usual == 0 ? nil : usual))
    }

    @Test(arguments: [
        "daily", "weekdays", "hourly", "every 90 minutes", "monthly on 31", "monthly on 1, 2, 3", "yearly on feb 29",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "FREQ=YEARLY;BYYEARDAY=366",
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "FREQ=MONTHLY;BYMONTHDAY=1,2,3",
        "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24,25,26", "FREQ=YEARLY;BYMONTH=6,7,8;BYDAY=MO",
        "FREQ=HOURLY;INTERVAL=2;BYHOUR=8,10,12,14,16", "FREQ=MINUTELY;INTERVAL=15;BYHOUR=9;BYDAY=MO,TU,WE,TH,FR",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=5MO", "FREQ=MONTHLY;BYMONTH=1,7",
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=DAILY;INTERVAL=7;BYMONTHDAY=1,2,3,4,5,6,7",
        "FREQ=DAILY;COUNT=2;BYMONTH=1",
    ])
    func `a rule with regular occurrences has no gap`(rule: String) throws {
        #expect(try gap(rule) == nil)
        #expect(try gap(rule, "2024-02-29") == nil)
    }

    @Test func `ten times the usual interval is not a gap, and eleven times is`() throws {
        #expect(try gap("FREQ=HOURLY;BYHOUR=9;BYYEARDAY=1,2,3,4,5,15")?.last.description == "2027-01-15")
        let gap = try gap("FREQ=HOURLY;BYHOUR=9;BYYEARDAY=1,2,3,4,5,16")
        #expect(gap?.last.description == "2027-01-05" && gap?.days == 11 && gap?.usual == 1)
    }

    @Test func `the end of a rule is not a gap`() throws {
        #expect(try gap("FREQ=DAILY;BYMONTH=6,7,8;UNTIL=20270831T230000") == nil)
        #expect(try gap("FREQ=DAILY;BYMONTH=6,7,8;UNTIL=20280601T230000")?.last.description == "2027-08-31")
        #expect(try gap("FREQ=DAILY;BYMONTH=6,7,8;COUNT=92") == nil)
        #expect(try gap("FREQ=DAILY;BYMONTH=6,7,8;COUNT=93")?.last.description == "2027-08-31")
    }

    @Test func `mm check names the dates around the gap, once for each open reminder`() throws {
        let rule = "recurrence: FREQ=DAILY;BYMONTH=6,7,8"
        let folder = try Folder([
            "a.md": "scheduled: 2027-06-01\n\(rule)", "b.md": "scheduled: 2027-07-01T19:00\n\(rule)",
            "ends.md": "scheduled: 2027-06-01\n\(rule)\nuntil: 2027-08-31",
            "done.md": "scheduled: 2027-06-01\n\(rule)\ncompleted: true",
            "paced.md": "scheduled: 2027-06-01\nrecurrence: FREQ=DAILY;INTERVAL=2;BYMONTH=6",
        ])
        let found = folder.problems.map { "\($0.path):\($0.line ?? 0):\($0.column ?? 0) \($0.id.rawValue)" }
        #expect(found == ["a.md:3:13 rule-gap", "b.md:3:13 rule-gap", "paced.md:3:13 rule-gap"])
        #expect(
            folder.problems.first?.message
                == "no occurrence between 2027-08-31 and 2028-06-01 (275 days); the usual gap is 1 day; ignore this if the rule is seasonal"
        )
        #expect(folder.problems.last?.message.contains("the usual gap is at most 2 days") == true)
    }

    @Test func `mm check reports a COUNT that is too large to evaluate`() throws {
        let folder = try Folder([
            "a.md": "scheduled: 2026-11-22T14:00\nrecurrence: DTSTART:20190101T000000Z;FREQ=MINUTELY;COUNT=5000000",
            "b.md": "scheduled: 2026-11-22T14:00\nrecurrence: DTSTART:20260101T000000Z;FREQ=MINUTELY;COUNT=5000000",
        ])
        #expect(folder.problems.map(\.path) == ["a.md"])
        #expect(folder.problems.first?.id == .invalidRecurrence)
        #expect(
            folder.problems.first?.message
                == "COUNT counts from 2019-01-01T00:00: more than 1000000 occurrences have passed since"
        )
    }
}
