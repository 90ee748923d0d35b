import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

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
    func `a friendly form is a rule, and is written back`(text: String, friendly: String, rfc: String) throws {
        let rule = try RecurrenceRule(parsing: text)
        #expect(rule.description == friendly)
        #expect(rule.rfcText() == rfc)
        #expect(try RecurrenceRule(parsing: friendly) == rule)
    }

    @Test(
        arguments: [
            ("", [], 0..<0), ("   ", [], 0..<0), ("daly", ["daily"], 0..<4), ("evry day", ["every day"], 0..<4),
            ("  wekly on monday", ["weekly on monday"], 2..<7),
            ("weekly on monday, fryday", ["weekly on monday, friday"], 18..<24),
            ("every 3", ["every 3rd", "every 3 days"], 0..<7), ("monthly on 32", [], 11..<13),
            ("monthly on 6th monday", [], 11..<21), ("monthly on 2nd tusday", ["monthly on 2nd tuesday"], 15..<21),
            ("monthly on lst friday", ["monthly on last friday"], 11..<14), ("monthly on 29th last day", [], 11..<24),
            ("monthly on 6th last monday", [], 11..<26), ("monthly on 1st, last day and 3rd tuesday", [], 0..<40),
            ("yearly on feb 30", [], 10..<16), ("yearly on febuary 29", ["yearly on february 29"], 10..<17),
            ("daily until dec 31", [], 0..<18), ("daily for 2 weeks", [], 0..<17), ("every! 3 days", [], 0..<13),
            ("every 2 hours at 9", ["every 2 hours between 09:00 and 23:00"], 0..<18),
        ] as [(String, [String], Range<Int>)]
    )
    func `what is misspelt is named, with the nearest reading`(
        text: String,
        proposals: [String],
        range: Range<Int>
    ) throws {
        let error = try #require(throws: ParseError.self) { try RecurrenceRule(parsing: text) }
        #expect(error.offset..<error.offset + error.length == range, "\(error.message)")
        if !proposals.isEmpty { #expect(error.proposals == proposals, "\(error.message)") }
        for phrase in error.proposals { _ = try RecurrenceRule(parsing: phrase) }
    }

    /// What is ambiguous, and both.
    @Test(arguments: [
        ("bimonthly", "every 2 months", "monthly on 1, 15"), ("biannually", "every 2 years", "every 6 months"),
        ("biyearly", "every 2 years", "every 6 months"), ("bidaily", "every 2 days", "daily at 9:00 and 17:00"),
        ("semimonthly", "monthly on 1, 15", "every 2 weeks"), ("semiweekly", "weekly on mon, thu", "every 2 weeks"),
        ("every 3m", "every 3 minutes", "every 3 months"),
        ("every second friday", "every 2 weeks on friday", "monthly on 2nd friday"),
        ("monthly on 2 last day", "monthly on 2, last day", "monthly on 2nd last day"),
    ])
    func `what is ambiguous is refused with both`(text: String, first: String, second: String) throws {
        let error = #expect(throws: ParseError.self) { try RecurrenceRule(parsing: text) }
        #expect(error?.message.hasSuffix("write '\(first)' or '\(second)'") == true, "\(error?.message ?? "")")
        #expect(try RecurrenceRule(parsing: first) != RecurrenceRule(parsing: second))
    }

    @Test(arguments: [
        ("daily", "Every day", "Daily"), ("every 3 days", "Every 3 days", "Every 3 days"),
        ("weekdays", "Every weekday", "Weekdays"), ("weekends", "Every weekend", "Weekends"),
        ("weekly", "Every Saturday", "Weekly"), ("weekly on monday", "Every Monday", "Mondays"),
        ("every mon, thu", "Every Monday and Thursday", "Mon, Thu"),
        ("every 2 weeks on mon, thu", "Every 2 weeks on Monday and Thursday", "2× in 2 weeks"),
        ("monthly", "Monthly on the 31st", "Monthly"),
        ("monthly on 1, 15", "Monthly on the 1st and 15th", "2× a month"),
        ("monthly on 11, 12, 13", "Monthly on the 11th, 12th and 13th", "3× a month"),
        ("monthly on 2, 3, 21, 22, 23", "Monthly on the 2nd, 3rd, 21st, 22nd and 23rd", "5× a month"),
        ("monthly on last day", "Monthly on the last day", "Last day"),
        ("monthly on last friday", "Monthly on the last Friday", "Last Friday"),
        ("monthly on 2nd last day", "Monthly on the 2nd to last day", "2nd last day"),
        ("monthly on 5, 3rd last day, last day", "Monthly on the 5th, 3rd to last day and last day", "Repeats"),
        ("monthly on 2nd last friday", "Monthly on the 2nd to last Friday", "1× a month"),
        ("monthly on 2nd tue", "Monthly on the 2nd Tuesday", "2nd Tuesday"),
        ("every 3 months", "Every 3 months on the 31st", "Every 3 months"),
        ("yearly", "Yearly on 31 January", "Yearly"), ("yearly on feb 29", "Yearly on 29 February", "Yearly 29 Feb"),
        ("every 2 years on dec 25", "Every 2 years on 25 December", "1× in 2 years"),
        ("hourly", "Every hour", "Hourly"), ("every 90 minutes", "Every 90 minutes", "Every 90 minutes"),
    ])
    func `a rule is told as a person would, and what is told can be typed`(
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
    func `a day that a short month would move is pinned`(text: String, date: String, expected: String?) throws {
        #expect(try RecurrenceRule(parsing: text).pinned(to: DateValue(parsing: date)) == expected)
    }
}
