import MemossFiles
import Testing

@Suite struct FriendlyRuleTests {
    @Test(arguments: [
        ("daily", "daily", "FREQ=DAILY"), ("every day", "daily", "FREQ=DAILY"),
        ("Every 3 Days", "every 3 days", "FREQ=DAILY;INTERVAL=3"),
        ("every other day", "every 2 days", "FREQ=DAILY;INTERVAL=2"), ("every 1 day", "daily", "FREQ=DAILY"),
        ("weekdays", "weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every weekday", "weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("weekends", "weekends", "FREQ=WEEKLY;BYDAY=SA,SU"), ("weekly", "weekly", "FREQ=WEEKLY"),
        ("every week", "weekly", "FREQ=WEEKLY"), ("weekly on monday", "weekly on monday", "FREQ=WEEKLY;BYDAY=MO"),
        ("every monday", "weekly on monday", "FREQ=WEEKLY;BYDAY=MO"),
        ("every mon, wed and fri", "weekly on monday, wednesday, friday", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        ("every 2 weeks on mon, thu", "every 2 weeks on monday, thursday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
        ("EVERY 2 WEEKS ON THU AND MON", "every 2 weeks on monday, thursday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
        ("monthly", "monthly", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD"),
        ("every month", "monthly", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD"),
        ("monthly on 31", "monthly on 31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
        ("monthly on the 31st", "monthly on 31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
        ("monthly on 15", "monthly on 15", "FREQ=MONTHLY;BYMONTHDAY=15"),
        ("monthly on 1, 15", "monthly on 1, 15", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("monthly on 1 and 30", "monthly on 1, 30", "FREQ=MONTHLY;BYMONTHDAY=1,28,29,30;BYSETPOS=-1,1"),
        ("monthly on 30, 31", "monthly on 30, 31", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=30,31"),
        ("monthly on last day", "monthly on last day", "FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("monthly on 2nd last day", "monthly on 2nd last day", "FREQ=MONTHLY;BYMONTHDAY=-2"),
        ("monthly on the second to last day", "monthly on 2nd last day", "FREQ=MONTHLY;BYMONTHDAY=-2"),
        ("monthly on 2nd, last day", "monthly on 2, last day", "FREQ=MONTHLY;BYMONTHDAY=-1,2"),
        ("monthly on 2nd and last day", "monthly on 2, last day", "FREQ=MONTHLY;BYMONTHDAY=-1,2"),
        (
            "monthly on 3, 5th last day, last day", "monthly on 3, 5th last day, last day",
            "FREQ=MONTHLY;BYMONTHDAY=-5,-1,3"
        ),
        ("monthly on 2nd last friday", "monthly on 2nd last friday", "FREQ=MONTHLY;BYDAY=-2FR"),
        ("monthly on the 15th and the last day", "monthly on 15, last day", "FREQ=MONTHLY;BYMONTHDAY=-1,15"),
        ("monthly on 2nd tuesday", "monthly on 2nd tuesday", "FREQ=MONTHLY;BYDAY=2TU"),
        ("monthly on second tue", "monthly on 2nd tuesday", "FREQ=MONTHLY;BYDAY=2TU"),
        ("monthly on last friday", "monthly on last friday", "FREQ=MONTHLY;BYDAY=-1FR"),
        ("every 3 months on 31", "every 3 months on 31", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
        ("yearly", "yearly", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD"),
        ("yearly on feb 29", "yearly on feb 29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
        ("Yearly on 29 February", "yearly on feb 29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
        ("every 2 years on dec 25", "every 2 years on dec 25", "FREQ=YEARLY;INTERVAL=2;BYMONTH=12;BYMONTHDAY=25"),
        ("hourly", "hourly", "FREQ=HOURLY"), ("every 4 hours", "every 4 hours", "FREQ=HOURLY;INTERVAL=4"),
        ("every 90 minutes", "every 90 minutes", "FREQ=MINUTELY;INTERVAL=90"),
        ("every minute", "every minute", "FREQ=MINUTELY"),
    ])
    func `a friendly rule is parsed and written back`(text: String, friendly: String, rfc: String) throws {
        let rule = try RecurrenceRule(parsing: text)
        #expect(rule.description == friendly)
        #expect(rule.rfcText() == rfc)
        #expect(try RecurrenceRule(parsing: friendly) == rule)
    }

    private static let forms =
        "a rule is written daily, every 3 days, weekly on monday, monthly on 31, yearly on feb 29 or FREQ=…"

    @Test(
        arguments: [
            ("", "no rule: \(forms)", nil, 0), ("   ", "no rule: \(forms)", nil, 0),
            ("daly", "'daly' is not a rule: \(forms)", "daily", 0),
            ("  wekly on monday", "'wekly' is not a rule: \(forms)", "weekly", 2),
            ("weekly on mondey", "'mondey' is not a weekday", "monday", 10),
            ("weekly on monday, fryday", "'fryday' is not a weekday", "friday", 18),
            ("weekly on", "expected a weekday", nil, 9),
            ("weekly in monday", "unexpected 'in' after 'weekly'", "on", 7),
            ("daily on monday", "'daily' takes no days after it", nil, 6),
            ("every", "expected a number, a unit of time or a weekday after 'every'", nil, 5),
            (
                "every mondey", "expected a number, a unit of time or a weekday after 'every', not 'mondey'",
                "monday", 6
            ),
            ("every 3 dais", "expected minutes, hours, days, weeks, months or years, not 'dais'", "days", 8),
            ("every 0 days", "'0' is not a number from 1 to 999999999", nil, 6),
            ("every 3", "expected minutes, hours, days, weeks, months or years", nil, 7),
            ("monthly on 32", "a month has 31 days at most", nil, 11),
            ("monthly on 6th monday", "a month has 5 Mondays at most", nil, 11),
            ("monthly on 2nd tusday", "'tusday' is not a weekday", "tuesday", 15),
            (
                "monthly on lst friday",
                "'lst' is not a day of the month: one is written 31, last day or 2nd tuesday", "last", 11
            ),
            (
                "monthly on 2 last day", "'2 last' is ambiguous: write '2, last' or, as in 2nd last, an ordinal",
                nil, 11
            ),
            (
                "monthly on 29th last day", "days counted from the end of every month go from 1 to 28", nil,
                11
            ),
            ("monthly on 6th last monday", "a month has 5 Mondays at most", nil, 11),
            ("monthly on last", "expected day or a weekday after 'last'", nil, 15),
            ("monthly on 1st and 3rd tuesday", "days and weekdays of a month cannot be mixed in one rule", nil, 0),
            ("yearly on feb 30", "February has 29 days at most", nil, 10),
            (
                "yearly on febuary 29",
                "'febuary 29' is not a day of the year: one is written feb 29 or 29 february", "february", 10
            ),
        ] as [(String, String, String?, Int)]
    )
    func `a misspelt word is reported with the nearest one`(
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
        ("daily", "Every day", "Daily"), ("every 3 days", "Every 3 days", "Every 3 days"),
        ("weekdays", "Every weekday", "Weekdays"), ("weekends", "Every weekend", "Weekends"),
        ("weekly", "Every Saturday", "Weekly"), ("weekly on monday", "Every Monday", "Weekly"),
        ("every mon, thu", "Every Monday and Thursday", "Mon, Thu"),
        ("every 2 weeks on mon, thu", "Every 2 weeks on Monday and Thursday", "2× in 2 weeks"),
        ("monthly", "Monthly on the 31st", "Monthly"),
        ("monthly on 1, 15", "Monthly on the 1st and 15th", "2× a month"),
        ("monthly on 11, 12, 13", "Monthly on the 11th, 12th and 13th", "3× a month"),
        ("monthly on 2, 3, 21, 22, 23", "Monthly on the 2nd, 3rd, 21st, 22nd and 23rd", "5× a month"),
        ("monthly on last day", "Monthly on the last day", "Monthly"),
        ("monthly on last friday", "Monthly on the last Friday", "Monthly"),
        ("monthly on 2nd last day", "Monthly on the 2nd to last day", "Monthly"),
        ("monthly on 5, 3rd last day, last day", "Monthly on the 5th, 3rd to last day and last day", "Repeats"),
        ("monthly on 2nd last friday", "Monthly on the 2nd to last Friday", "Monthly"),
        ("monthly on 2nd tue", "Monthly on the 2nd Tuesday", "Monthly"),
        ("every 3 months", "Every 3 months on the 31st", "Every 3 months"),
        ("yearly", "Yearly on 31 January", "Yearly"), ("yearly on feb 29", "Yearly on 29 February", "Yearly"),
        ("every 2 years on dec 25", "Every 2 years on 25 December", "Every 2 years"),
        ("hourly", "Every hour", "Hourly"), ("every 90 minutes", "Every 90 minutes", "Every 90 minutes"),
    ])
    func `a rule is described in words that can be typed back`(
        text: String,
        name: String,
        badge: String
    ) throws {
        let anchor = try DateValue(parsing: "2026-01-31")
        let rule = try RecurrenceRule(parsing: text)
        #expect(rule.displayName(anchor: anchor) == name)
        #expect(rule.badge(anchor: anchor).spellings.first == badge)
        #expect(try RecurrenceRule(parsing: name).displayName(anchor: anchor) == name)
    }

    @Test(
        arguments: [
            ("monthly", "2026-01-31", "monthly on 31"), ("monthly", "2026-01-29", "monthly on 29"),
            ("every 3 months", "2026-01-30T09:00", "every 3 months on 30"),
            ("yearly", "2024-02-29", "yearly on feb 29"),
            ("FREQ=MONTHLY;SKIP=BACKWARD", "2026-01-31", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31"),
            (
                "FREQ=MONTHLY;SKIP=FORWARD;COUNT=3", "2026-01-31",
                "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=31;COUNT=3"
            ),
            ("monthly", "2026-01-28", nil), ("yearly", "2026-01-31", nil), ("monthly on 31", "2026-01-31", nil),
            ("weekly", "2026-01-31", nil), ("daily", "2026-01-31", nil), ("FREQ=MONTHLY", "2026-01-31", nil),
            ("DTSTART:20260131;FREQ=MONTHLY;SKIP=BACKWARD", "2026-02-28", nil),
        ] as [(String, String, String?)]
    )
    func `a day that a short month would move is written into the rule`(text: String, date: String, expected: String?)
        throws
    {
        #expect(try RecurrenceRule(parsing: text).pinned(to: DateValue(parsing: date)) == expected)
    }
}
