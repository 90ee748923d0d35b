import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

/// Every form of a rule that the manual lists.
@Suite struct RuleTableTests {
    private static let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_778), CivilTime(hour: 8, minute: 0) ?? .noon)

    @Test(arguments: [
        ("every other day", "every 2 days"), ("every other monday", "every 2 weeks on monday"),
        ("every other week", "every 2 weeks"), ("every 2nd day", "every 2 days"), ("every third week", "every 3 weeks"),
        ("every two weeks", "every 2 weeks"), ("biweekly", "every 2 weeks"), ("fortnightly", "every 2 weeks"),
        ("quarterly", "every 3 months"), ("every quarter", "every 3 months"), ("semiannually", "every 6 months"),
        ("semi-annually", "every 6 months"), ("half-yearly", "every 6 months"), ("annually", "yearly"),
        ("biennially", "every 2 years"), ("mondays", "weekly on monday"), ("monday", "weekly on monday"),
        ("mon,wed,fri", "weekly on monday, wednesday, friday"), ("Mo We", "weekly on monday, wednesday"),
        ("mon-fri", "weekdays"), ("monday to thursday", "weekly on monday, tuesday, wednesday, thursday"),
        ("every workday", "weekdays"), ("every working day", "weekdays"), ("on weekdays", "weekdays"),
        ("every weekday", "weekdays"), ("each monday", "weekly on monday"),
        ("everyday", "daily"), ("once a week", "weekly"), ("weekly monday", "weekly on monday"),
        ("every other weekend", "every 2 weeks on saturday, sunday"),
        ("every 15th", "monthly on 15"), ("every 1st and 15th", "monthly on 1, 15"),
        ("monthly on the 15th", "monthly on 15"), ("the 15th of every month", "monthly on 15"),
        ("every month on the last", "monthly on last day"),
        ("every february on the last", "yearly on last day of february"),
        ("every january on the 15th", "yearly on jan 15"),
        ("every may on the first monday", "yearly on 1st monday of may"),
        ("every april and december on the 1st and 24th", "yearly on apr 1, apr 24, dec 1, dec 24"),
        ("every month on the 15th", "monthly on 15"), ("every 3rd friday", "monthly on 3rd friday"),
        ("first monday of the month", "monthly on 1st monday"), ("every last friday", "monthly on last friday"),
        ("monthly on 1st and 3rd friday", "monthly on 1st friday, 3rd friday"),
        ("last day of the month", "monthly on last day"), ("2nd last day", "monthly on 2nd last day"),
        ("every 2nd monday of the month", "monthly on 2nd monday"), ("last weekday", "monthly on last weekday"),
        ("first working day of the month", "monthly on 1st weekday"),
        ("every jan 15", "yearly on jan 15"), ("every 15 january", "yearly on jan 15"),
        ("every jan 1 and jul 1", "yearly on jan 1, jul 1"), ("1st of january and july", "yearly on jan 1, jul 1"),
        ("every jan 15 and jul 1", "yearly on jan 15, jul 1"),
        ("4th thursday of november", "yearly on 4th thursday of november"),
        ("last day of february", "yearly on last day of february"),
        ("every 30m", "every 30 minutes"), ("every 4h", "every 4 hours"), ("every 1.5 hours", "every 90 minutes"),
        ("every half hour", "every 30 minutes"), ("every 1h30m", "every 90 minutes"),
        ("every day at 9am", "daily at 09:00"), ("every mon 10:00", "weekly on monday at 10:00"),
        ("daily at 9:00 and 17:00", "daily at 09:00, 17:00"), ("daily at 9, 12 and 17", "daily at 09:00, 12:00, 17:00"),
        ("daily at 8:00 and 20:30", "daily at 08:00, 20:30"), ("every morning", "daily at 09:00"),
        ("weekly on mon, fri at 8:00 and 20:30", "weekly on monday, friday at 08:00, 20:30"),
        ("every 2 hours between 9 and 17", "daily at 09:00, 11:00, 13:00, 15:00, 17:00"),
        ("every 90 minutes from 9am to 1pm on weekdays", "weekdays at 09:00, 10:30, 12:00"),
        ("last weekday of the month at 9:00 and 17:00", "monthly on last weekday at 09:00, 17:00"),
        ("daily for 10 times", "daily for 10 times"), ("every day, 10 times", "daily for 10 times"),
        ("daily, once", "daily for 1 time"), ("daily until 31 dec 2026", "daily until 2026-12-31"),
    ])
    func `a rule in words has one canonical spelling`(text: String, friendly: String) throws {
        let rule = try RecurrenceRule(parsing: text)
        #expect(rule.description == friendly)
        #expect(try RecurrenceRule(parsing: text.uppercased()) == rule)
        #expect(try RecurrenceRule(parsing: friendly) == rule)
        let anchor = DateValue(Self.now)
        let told = rule.displayName(anchor: anchor)
        #expect(try RecurrenceRule(parsing: told).displayName(anchor: anchor) == told)
    }

    /// What commands print for RFC 5545 rules that have no friendly form.
    @Test(arguments: [
        "FREQ=DAILY;BYMONTH=7,8", "FREQ=WEEKLY;BYMONTH=7;BYDAY=MO,TH", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO",
        "FREQ=HOURLY;INTERVAL=2", "FREQ=MINUTELY;INTERVAL=20", "FREQ=YEARLY;BYYEARDAY=100",
        "FREQ=YEARLY;BYYEARDAY=1,200", "FREQ=YEARLY;BYYEARDAY=-1", "FREQ=DAILY;BYMONTH=12;COUNT=3",
        "FREQ=YEARLY;INTERVAL=2;BYYEARDAY=100;UNTIL=20401231",
        "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    ])
    func `the words that are printed for a rule give the same rule`(text: String) throws {
        let rule = try RecurrenceRule(parsing: text)
        let told = rule.displayName(anchor: DateValue(Self.now))
        #expect(try RecurrenceRule(parsing: told) == rule, "\(told)")
        #expect(
            try RulePhrase(parsing: told, now: Self.now).text.map { text throws in try RecurrenceRule(parsing: text) }?
                .byMonth == rule.byMonth
        )
    }

    /// A rule of more dates than a phrase can have is written as RFC 5545.
    @Test func `a rule of many dates is read back as it is written`() throws {
        func occurrences(_ rule: RecurrenceRule) -> [Occurrence] {
            let start = DateValue(CivilDate(unchecked: 2027, 1, 1))
            return Array(Series(rule: rule, anchor: start, zone: .utc, allDayAt: .noon).occurrences().prefix(70))
        }
        var inWords = 0
        for months in [1, 2, 5, 12] {
            for days in [1, 2, 12, 13, 20, 28, 29, 30, 31] {
                var product = RecurrenceRule(.friendly, .yearly)
                product.byMonth = Array(1...months)
                product.byMonthDay = Array(1...days)
                var dates = product
                dates.byMonthDay = Array(1...min(days, 28))
                dates.bySetPosition = Array(1...max(1, months * min(days, 28) - 1))
                var times = RecurrenceRule(.friendly, .daily)
                times.byHour = Array(0..<months)
                times.byMinute = Array(0..<days)
                for var rule in [product, dates, times] {
                    rule.skip = rule.takesShortMonths ? .backward : .omit
                    inWords += rule.friendlyText == nil ? 0 : 1
                    let read = try RecurrenceRule(parsing: rule.description)
                    #expect(try RecurrenceRule(parsing: read.description) == read)
                    #expect(occurrences(read) == occurrences(rule), "\(rule)")
                }
            }
        }
        #expect(inWords > 50)
    }

    private struct Expected {
        var text: String?
        var time: String?
        var end: RulePhrase.End?
        var countsFromCompletion = false
    }

    /// What is typed, and what goes into which key.
    @Test func `a time, an end and an anchor go into other keys`() throws {
        let december31 = DateValue(CivilDate(daysSinceEpoch: 20_818))
        let cases: [(String, Expected)] = [
            ("every day at 9am", Expected(text: "daily", time: "09:00")),
            ("every mon 10:00", Expected(text: "weekly on monday", time: "10:00")),
            ("every monday morning", Expected(text: "weekly on monday", time: "09:00")),
            ("daily at 9:00 and 17:00", Expected(text: "daily at 09:00, 17:00")),
            ("daily for 10 times", Expected(text: "daily for 10 times")),
            ("weekly until dec 31", Expected(text: "weekly", end: .until(december31))),
            ("daily for 2 weeks", Expected(text: "daily", end: .lasting(CivilDuration(days: 14)))),
            ("every! 3 days", Expected(text: "every 3 days", countsFromCompletion: true)),
            ("3 days after completion", Expected(text: "every 3 days", countsFromCompletion: true)),
            (
                "Every 3 days, counted from completion",
                Expected(text: "every 3 days", countsFromCompletion: true)
            ),
            ("every 3 days after completion", Expected(text: "every 3 days", countsFromCompletion: true)),
            ("Every Other Monday", Expected(text: "Every Other Monday")),
            ("FREQ=DAILY;COUNT=3", Expected(text: "FREQ=DAILY;COUNT=3")),
            ("none", Expected()), ("never", Expected()), ("once", Expected()),
        ]
        for (text, expected) in cases {
            let phrase = try RulePhrase(parsing: text, now: Self.now)
            #expect(phrase.text == expected.text, "\(text)")
            #expect(phrase.time?.description == expected.time, "\(text)")
            #expect(phrase.end == expected.end, "\(text)")
            #expect(phrase.countsFromCompletion == expected.countsFromCompletion, "\(text)")
            #expect(try phrase.text.map { text throws in try RecurrenceRule(parsing: text) } == phrase.rule, "\(text)")
        }
    }

    @Test func `two weeks from the first day end before the fifteenth`() throws {
        let phrase = try RulePhrase(parsing: "daily for 2 weeks", now: Self.now)
        #expect(phrase.until(from: DateValue(Self.now))?.description == "2026-12-04")
    }

    @Test(arguments: [
        ("every 8 hours for 10 days", 30), ("every 6 hours for 1 week", 28), ("every 90 minutes for 2 days", 32),
    ])
    func `hours that last for days have as many occurrences from any time on`(text: String, count: Int) throws {
        let phrase = try RulePhrase(parsing: text, now: Self.now)
        let rule = try #require(phrase.rule)
        let step = CivilDuration(seconds: Int64(rule.interval) * (rule.frequency == .hourly ? 3_600 : 60))
        for minute in stride(from: Int64(0), to: 1_440, by: 97) {
            let start = CivilDateTime(Self.now.date).adding(CivilDuration(seconds: minute * 60))
            let until = try #require(phrase.until(from: DateValue(start)))
            let end = CivilDateTime(until.date, try #require(until.time))
            var (next, found) = (start, 0)
            while next <= end { (next, found) = (next.adding(step), found + 1) }
            #expect(found == count, "from \(start) until \(until)")
        }
    }

    @Test func `hours that start now have their first occurrence now, unless they have others`() throws {
        for text in [
            "every hour from 9:00 to 17:00 starting tomorrow 8:00", "every hour, by the clock starting tomorrow 8:00",
            "every hour from 16:00 to 16:59, by the clock starting 21 nov 2026 08:00 after completion",
        ] {
            let phrase = try RulePhrase(parsing: text, now: Self.now)
            #expect(try RulePhrase(parsing: phrase.spelling, now: Self.now).spelling == phrase.spelling, "\(text)")
        }
        #expect(throws: ParseError.self) { try RulePhrase(parsing: "daily at 9 starting tomorrow 6:00", now: Self.now) }
        let now = try RulePhrase(parsing: "every 8 hours starting now for 10 days", now: Self.now)
        #expect(now.start == Self.now.date && now.time == Self.now.time && now.text == "every 8 hours")
        let window = try RulePhrase(parsing: "every 2 hours starting now between 9:00 and 17:00", now: Self.now)
        #expect(window.start == nil && window.rule?.byHour == [9, 11, 13, 15, 17])
        let later = try RulePhrase(parsing: "every 2 hours from now on", now: Self.now)
        #expect(later.start == nil && later.time == nil)
    }

    @Test func `hours start at a day and a time`() throws {
        for text in [
            "every 8 hours starting tomorrow 6:00 for 10 days", "every 8 hours for 10 days starting tomorrow 6:00",
        ] {
            let phrase = try RulePhrase(parsing: text, now: Self.now)
            #expect(phrase.start == Self.now.date.adding(days: 1) && phrase.time?.description == "06:00")
            #expect(phrase.text == "every 8 hours")
        }
    }

    /// The words, how many of them are a rule, and how it is written.
    @Test(arguments: [
        ("every 15th at 9am Pay rent", 4, "monthly on 15"), ("mondays and other days", 1, "mondays"),
        ("every day is a gift", 2, "every day"), ("everyone", 0, ""),
        ("we go", 0, ""), ("weekly on monday at the gym", 3, "weekly on monday"),
    ]) func `the longest rule at the beginning of some words`(text: String, count: Int, rule: String) throws {
        let words = text.split(separator: " ").map(String.init)
        #expect(Reader.length(of: words, .rule, in: .apart) == count)
        guard count > 0 else { return }
        #expect(try RulePhrase(parsing: words.prefix(count).joined(separator: " "), now: Self.now).text == rule)
    }

    @Test func `a rule without a reading in words is none`() throws {
        for text in ["none", "NEVER", " once "] {
            #expect(try RulePhrase(parsing: text, now: Self.now).rule == nil)
        }
    }
}
