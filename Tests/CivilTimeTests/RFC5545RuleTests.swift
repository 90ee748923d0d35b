import DateWords
import TestSupport
import Testing

@testable import CivilTime
@testable import Text

@Suite struct RFC5545RuleTests {
    @Test(arguments: [
        ("FREQ=DAILY", "FREQ=DAILY"), ("RRULE:FREQ=DAILY", "FREQ=DAILY"),
        ("rrule:freq=weekly;byday=mo", "FREQ=WEEKLY;BYDAY=MO"),
        ("BYDAY=FR,MO,FR;FREQ=WEEKLY;WKST=SU;INTERVAL=2;", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,FR"),
        ("FREQ=MONTHLY;BYDAY=-1FR,+2TU,3MO", "FREQ=MONTHLY;BYDAY=-1FR,2TU,3MO"),
        ("FREQ=DAILY;UNTIL=20261122", "FREQ=DAILY;UNTIL=20261122"),
        ("FREQ=DAILY;UNTIL=20261122T090000", "FREQ=DAILY;UNTIL=20261122T090000"),
        ("FREQ=DAILY;UNTIL=20261122t090000z", "FREQ=DAILY;UNTIL=20261122T090000Z"),
        ("FREQ=DAILY;UNTIL=2026-11-22", "FREQ=DAILY;UNTIL=20261122"),
        ("FREQ=YEARLY;BYWEEKNO=-1,20;BYDAY=MO;COUNT=3", "FREQ=YEARLY;BYWEEKNO=-1,20;BYDAY=MO;COUNT=3"),
        (
            "FREQ=YEARLY;BYYEARDAY=1,100;BYHOUR=9;BYMINUTE=30;BYSECOND=15",
            "FREQ=YEARLY;BYYEARDAY=1,100;BYHOUR=9;BYMINUTE=30;BYSECOND=15"
        ),
        ("DTSTART:20250801T090000Z;FREQ=DAILY", "DTSTART:20250801T090000;FREQ=DAILY"),
        ("DTSTART:20250801\nRRULE:FREQ=DAILY", "DTSTART:20250801;FREQ=DAILY"),
        (
            "RSCALE=gregorian;FREQ=MONTHLY;SKIP=forward;BYMONTHDAY=31",
            "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=31"
        ),
    ])
    func `rule parts are read in any order and case, and written in one`(text: String, expected: String) throws {
        let rule = try RecurrenceRule(parsing: text)
        #expect(rule.description == expected)
        #expect(try RecurrenceRule(parsing: expected) == rule)
    }

    @Test(
        arguments: [
            ("FREQ=SECONDLY", "FREQ=SECONDLY is not supported: reminders come at most once a minute", "MINUTELY", 5),
            ("FREQ=DALY", "FREQ=DALY: expected MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY", "DAILY", 5),
            ("FREQ=", "FREQ has no value", nil, 5),
            ("FREQ", "'FREQ' has no value: parts are written KEY=VALUE", nil, 0),
            ("INTERVAL=2", "the rule has no FREQ: begin it with one, such as FREQ=DAILY", nil, 0),
            ("FREQ=DAILY;INTERVALL=2", "'INTERVALL' is not a part of a rule", "INTERVAL", 11),
            ("FREQ=DAILY;FREQ=WEEKLY", "FREQ is given twice", nil, 11),
            ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0: expected 1 to 999999999", nil, 20),
            (
                "FREQ=DAILY;INTERVAL=99999999999999999999", "INTERVAL=99999999999999999999: expected 1 to 999999999",
                nil, 20
            ),
            ("FREQ=DAILY;COUNT=2;UNTIL=20261122", "UNTIL and COUNT cannot be used together", nil, 19),
            ("FREQ=DAILY;BYMONTH=13", "BYMONTH=13: expected 1 to 12", nil, 19),
            ("FREQ=MONTHLY;BYMONTHDAY=1,32", "BYMONTHDAY=32: expected 1 to 31, or -31 to -1", nil, 26),
            ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY=0: expected 1 to 31, or -31 to -1", nil, 24),
            ("FREQ=WEEKLY;BYDAY=MO,XX", "BYDAY=XX: expected MO, TU, WE, TH, FR, SA or SU", nil, 21),
            ("FREQ=WEEKLY;BYDAY=monday", "BYDAY=monday: expected MO, TU, WE, TH, FR, SA or SU", "MO", 18),
            ("FREQ=DAILY;BYHOUR=24", "BYHOUR=24: expected 0 to 23", nil, 18),
            ("FREQ=DAILY;BYHOUR=9,", "BYHOUR=: expected 0 to 23", nil, 20),
            ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY with a number needs FREQ=MONTHLY or FREQ=YEARLY", nil, 12),
            ("FREQ=YEARLY;BYWEEKNO=2;BYDAY=1MO", "BYDAY with a number and BYWEEKNO cannot be used together", nil, 23),
            ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY and FREQ=WEEKLY cannot be used together", nil, 12),
            ("FREQ=MONTHLY;BYYEARDAY=1", "BYYEARDAY and FREQ=MONTHLY cannot be used together", nil, 13),
            ("FREQ=MONTHLY;BYWEEKNO=1", "BYWEEKNO needs FREQ=YEARLY", nil, 13),
            ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS needs another BY part", nil, 11),
            (
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30,31", "no month of BYMONTH has such a day: the rule never matches",
                nil, 22
            ),
            ("FREQ=DAILY;UNTIL=20260230", "there is no 30 February: February 2026 has 28 days", nil, 17),
            (
                "FREQ=DAILY;UNTIL=soon",
                "'soon' is not a date: expected 20261122, 20261122T090000 or 20261122T090000Z", nil, 17
            ),
            ("FREQ=MONTHLY;SKIP=BACK", "SKIP=BACK: expected OMIT, BACKWARD or FORWARD", "BACKWARD", 18),
            (
                "RSCALE=HEBREW;FREQ=MONTHLY", "RSCALE=HEBREW is not supported: only the Gregorian calendar is",
                "GREGORIAN", 7
            ),
        ] as [(String, String, String?, Int)]
    )
    func `a rule that the RFC forbids is rejected, with the part named`(
        text: String,
        message: String,
        suggestion: String?,
        offset: Int
    ) {
        #expect(throws: ParseError(message, suggestion: suggestion, offset: offset)) {
            try RecurrenceRule(parsing: text)
        }
    }

    @Test(arguments: [
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "Monthly on the last weekday"),
        ("FREQ=MONTHLY;BYDAY=TU,WE;BYSETPOS=1", "Monthly on the 1st Tuesday or Wednesday"),
        ("FREQ=MONTHLY;BYMONTHDAY=-2", "Monthly on the 2nd to last day"),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "Monthly on the 13th, if it is a Friday"),
        ("FREQ=DAILY;BYMONTH=1,3", "Every day in January and March"), ("FREQ=DAILY;COUNT=10", "Every day, 10 times"),
        ("FREQ=WEEKLY;BYDAY=MO;UNTIL=20261224T000000Z", "Every Monday, until 2026-12-24 00:00Z"),
        ("FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30", "Every day at 09:30 and 17:30"),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "Yearly on the 4th Thursday in November"),
        ("FREQ=YEARLY;BYYEARDAY=100", "Yearly on the 100th day of the year"),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "Yearly on Monday of week 20"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,3,5,7,9,11,13,15", "Monthly on the 1st, 3rd, 5th, 7th, 9th, 11th and 2 more"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6,7,8,15,-1", "Monthly on the 1st to 8th, 15th and last day"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1,-2", "Monthly on the 2nd to last and last day"),
        ("FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD", "Monthly on the 31st, or on the 1st after"),
        ("FREQ=MONTHLY;BYMONTH=1,7;BYMONTHDAY=15", "Monthly on the 15th of January and July"),
        ("FREQ=MONTHLY;BYDAY=-1FR,1MO", "Monthly on the 1st Monday and last Friday"),
        ("FREQ=MONTHLY;BYDAY=MO", "Every Monday"),
        ("FREQ=MONTHLY;INTERVAL=2;BYDAY=MO", "Every 2 months on every Monday"),
        ("FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,-1", "Monthly on the 1st and last Saturday or Sunday"),
        ("FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-2", "Monthly on the 2nd to last day"),
        (
            "FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            "Yearly on the 2nd to 8th of November, if it is a Tuesday"
        ),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=TU", "Every Tuesday in November"),
        ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=-1", "Yearly on the last day of March"),
        ("FREQ=YEARLY;BYMONTHDAY=1", "Monthly on the 1st"),
        ("FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=1", "Every 2 years on the 1st of every month"),
        ("FREQ=YEARLY;BYYEARDAY=-1,1,100", "Yearly on the 1st, 100th and last day of the year"),
        ("FREQ=YEARLY;BYDAY=20MO", "Yearly on the 20th Monday of the year"),
        ("FREQ=YEARLY;BYSETPOS=-1;BYDAY=FR", "Yearly on the last Friday of the year"),
        ("FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=MO", "Yearly on Monday of weeks 1 and 53"),
        ("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU", "Yearly on Sunday of the last week"),
        ("FREQ=DAILY;BYDAY=MO,WE", "Every Monday and Wednesday"),
        ("FREQ=DAILY;INTERVAL=2;BYDAY=MO", "Every 2 days, only on Mondays"),
        ("FREQ=DAILY;BYMONTH=1,2;BYMONTHDAY=-1", "Monthly on the last day of January and February"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "Every day"),
        (
            "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13,14;BYSETPOS=-1",
            "Monthly on the 13th and 14th, if it is a Friday, only the last in the month"
        ),
        (
            "FREQ=YEARLY;BYDAY=MO;BYYEARDAY=132,139;BYWEEKNO=20,21",
            "Yearly on Monday, if it is on the 132nd and 139th day of the year, if it is in weeks 20 and 21 of the year"
        ),
        (
            "FREQ=YEARLY;BYYEARDAY=1,2,3,4,5,6,7,8,-1",
            "Yearly on the 1st, 2nd, 3rd, 4th, 5th, 6th and 3 more days of the year"
        ),
    ])
    func `an RFC rule also has a display name`(text: String, name: String) throws {
        let anchor = try DateValue(parsing: "2026-01-05")
        #expect(try RecurrenceRule(parsing: text).displayName(anchor: anchor) == name)
    }

    @Test(arguments: [
        ("FREQ=DAILY;BYHOUR=9,17", "Every day at 09:20 and 17:20"), ("FREQ=DAILY;BYMINUTE=15", "Every day at 08:15"),
        ("FREQ=WEEKLY;BYDAY=MO;BYHOUR=9", "Every Monday at 09:20"),
        ("FREQ=DAILY;BYHOUR=8,9;BYSETPOS=1", "Every day at 08:20 and 09:20, only the 1st"),
        ("FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,17;BYSETPOS=-1", "Every Monday at 09:20 and 17:20, only the last in the week"),
        (
            "FREQ=MONTHLY;BYMONTHDAY=15;BYHOUR=9,17;BYSETPOS=-1",
            "Monthly on the 15th at 09:20 and 17:20, only the last in the month"
        ),
        ("FREQ=MONTHLY;BYDAY=FR;BYHOUR=9;BYSETPOS=-1", "Monthly on the last Friday at 09:20"),
        ("FREQ=DAILY;BYDAY=MO;BYHOUR=9,17;BYSETPOS=-1", "Every day, only on Mondays at 09:20 and 17:20, only the last"),
        ("FREQ=HOURLY;BYHOUR=9,10,11,12", "Every hour from 09:00 to 12:59, by the clock"),
        ("FREQ=MINUTELY;INTERVAL=15;BYHOUR=9,12", "Every 15 minutes in the hours 9 and 12, by the clock"),
        ("FREQ=HOURLY;INTERVAL=3;BYDAY=MO,TU,WE,TH,FR", "Every 3 hours on weekdays, by the clock"),
        ("FREQ=HOURLY;INTERVAL=3;BYDAY=MO,TU", "Every 3 hours on Mondays and Tuesdays, by the clock"),
        ("FREQ=HOURLY;BYMINUTE=0,20,40", "Every hour at minutes 0, 20 and 40"),
    ])
    func `the display name includes what the rule takes from the start`(text: String, name: String) throws {
        let anchor = try DateValue(parsing: "2026-01-05T08:20")
        #expect(try RecurrenceRule(parsing: text).displayName(anchor: anchor) == name)
    }

    @Test(
        arguments: [
            ("FREQ=DAILY;COUNT=10", "FREQ=DAILY;COUNT=9"),
            (" rrule:freq=DAILY;count=10;INTERVAL=2 ", " rrule:freq=DAILY;count=9;INTERVAL=2 "),
            ("COUNT=1;FREQ=DAILY", "COUNT=9;FREQ=DAILY"), ("FREQ=DAILY", nil), ("", nil),
            ("daily for 10 times", "daily for 9 times"),
            ("Every 10 days,  for 10 times", "Every 10 days,  for 9 times"),
            ("every friday, ten times", "every friday, 9 times"), ("daily", nil), ("monthly on 10", nil),
        ] as [(String, String?)]
    )
    func `the number of occurrences is replaced, and nothing else`(text: String, expected: String?) {
        #expect(RecurrenceRule.replacingCount(in: text, with: 9) == expected)
    }

    @Test func `the exported text takes the day from the start, and clamps`() throws {
        let anchor = try DateValue(parsing: "2026-01-31")
        let monthly = try RecurrenceRule(parsing: "monthly")
        #expect(monthly.rfcText(anchor: anchor) == "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")
        let early = try DateValue(parsing: "2026-01-15")
        #expect(monthly.rfcText(anchor: early) == "FREQ=MONTHLY")
    }
}
