import CivilTime

extension Productions {
    /// A rule is a head and pieces in any order, of which no two say the same thing; times or a start may come first.
    static func rules(_ row: inout Table) {
        row("RULE", "HEAD TAIL?; LEAD HEAD TAIL?") { $0.wholeRule }
        // `@once upon a time` is a title.
        row("RULE", "none|never|once", [.file, .apart, .written], weak: .always) { _ in .rule(Rule(flags: [.nothing])) }
        // As new reminders are printed: `Every Tuesday, then Tue 1 Dec, Tue 8 Dec`.
        row("RULE", "HEAD TAIL? COMMA then DAYS2", .typed) { $0[0].merged($0[1]).checked }
        row("DAYS2", "WHEN; WHEN COMMA DAYS2")
        row("LEAD", "TIMES; START")
        row("TAIL", "PIECE")
        row("TAIL", "PIECE TAIL") { $0[0].merged($0[1]) }

        // MARK: How often

        row("EVERY", "once EVERY")
        row("EVERY", "every|each !", .typed, shows: "from completion: every! 3 days") { _ in .int(1) }
        row("EVERY", "ev", .loose) { _ in .int(0) }
        row("HEAD", "EVERY PERIODIC; EVERY DAYS") { $0.every($0[1]) }
        row("HEAD", "alternate|everyother OTHER")
        row("HEAD", "ADVERB; once ADVERB", shows: "days: daily · weeks: weekly · months: monthly · years: yearly") {
            $0.adverb
        }
        row("HEAD", "bi weekly", .loose) { _ in .rule(Rule(frequency: .weekly, interval: 2)) }
        row("HEAD", "once a|an|per UNIT") { $0.every(1, $0.unit(0)) }
        row("HEAD", "on? DAYS") { $0[0].alone }
        row("HEAD", "at the EDGE OFMONTHS") { $0.daysOfMonths.alone }
        row("HEAD", "PLURALTIMES") { $0.timesOfDay }
        // `every 2nd` is told by its figure; the word is a second of time too.
        row("HEAD", "EVERY second", rank: 1) { _ in .refuse(.ambiguous, "every minute", "every 2nd") }
        // Where nothing but a rule is expected, and before `after completion`.
        row("HEAD", "INTERVAL", .apart)
        row("HEAD", "INTERVAL COMPLETION; AUNIT COMPLETION", .typed) { $0[0].merged($0[1]) }
        row("AUNIT", "a|an UNIT") { $0.every(1, $0.unit(0)) }

        row("PERIODIC", "UNIT", shows: "elapsed time: every hour") { $0.longUnit }
        row("PERIODIC", "single UNIT", .loose) { $0.longUnit }
        row("PERIODIC", "day of the week", .loose) { _ in .rule(Rule(frequency: .daily, interval: 1)) }
        row("PERIODIC", "noon|midday", .loose) { _ in .daily(Clock(time: .noon)) }
        row("PERIODIC", "midnight", .loose) { _ in .daily(Clock(time: .midnight)) }
        row("PERIODIC", "INTERVAL", shows: "elapsed time: every 90 minutes")
        row("PERIODIC", "other|alternate OTHER")
        row("PERIODIC", "ORDINAL UNIT") { $0.everyNth }
        row("PERIODIC", "UNIT and a half") { $0.every($0.unit(0).duration(3, per: 2), $0.unit(0)) }
        // `every 2nd friday` is every other one to some, and that of each month to others.
        row("PERIODIC", "ORDINAL WDAY", rank: 1) { $0.everySecondDay }
        // `every three nights`
        row("PERIODIC", "NUMBER PART; NUMBER PARTS") {
            1...999_999_999 ~= $0.int(0) ? .daily(Clock(part: $0.part(1)), every: $0.int(0)) : .none
        }
        row("PERIODIC", "NUMBER WEEKDAYS", .loose) { $0.countedDays(1 << UInt8($0.int(1))) }
        row("PERIODIC", "NUMBER weekends", .loose) { $0.countedDays(192) }
        row("PERIODIC", "MONTHS on ONDAYS", .loose) { $0.monthsOnDays }
        row("PERIODIC", "PARTTIMES", shows: "times of day: every morning") { $0.timesOfDay }
        row("OTHER", "UNIT", shows: "days: every other day") { $0.every(2, $0.unit(0)) }
        row("OTHER", "WEEKLIST; YEARDAYS") { $0.otherDays }
        row("OTHER", "PART") { .daily(Clock(part: $0.part(0)), every: 2) }
        // Two years are not 24 months.
        row("INTERVAL", "NUMBER UNIT", rank: 1, shows: "days: every 3 days · months: every 3 months") { $0.interval }
        row("INTERVAL", "a? couple of? UNIT") { $0.every(2, $0.unit(0)) }
        row("INTERVAL", "SPAN", shows: "elapsed time: every 1.5 hours") { $0.spanInterval }

        // MARK: Weekdays, and days of the year

        row("DAYS", "WEEKLIST; the? YEARDAYS; MONTHDAYS")
        row("WEEKITEM", "WDAYS", shows: "weeks: every monday") { $0.weekdays }
        row("WEEKITEM", "DAYSET", shows: "days: weekdays · weekends") { .days(RuleDays(weekdays: UInt8($0.int(0)))) }
        row("WEEKITEM", "LOOSESET", .loose) { .days(RuleDays(weekdays: UInt8($0.int(0)))) }
        row("WEEKITEM", "WDAYS -|to|through|thru WDAYS; from WDAYS to WDAYS") { $0.weekdayRange }
        row("WEEKLIST", "WEEKITEM")
        row("WEEKLIST", "WEEKITEM WEEKLIST", weak: .fullName) { $0[0].joined($0[1]) }
        row("WEEKLIST", "WEEKITEM and|&|/ the|every|each? WEEKLIST", weak: .shortName) { $0[0].joined($0[1]) }
        row("WEEKLIST", "WEEKITEM and|&|/? SHORTDAYS") { $0[0].joined($0[1]) }
        row("WEEKLIST", "SHORTDAY and|&|/? SHORTDAYS") { $0.weekdays }
        row("SHORTDAYS", "SHORTDAY; SHORTDAY and|&|/? SHORTDAYS; SHORTDAY and|&|/? WEEKLIST") { $0.weekdays }
        row("WEEKLIST", "LETTER ~- ~LETTER", .loose) { $0.weekdayRange }
        row("WEEKLIST", "LETTER ~/ ~LETTERS", .loose) { $0.weekdays }
        row("LETTERS", "LETTER; LETTER ~/ ~LETTERS", .loose) { $0.weekdays }

        row("YEARDAYS", "YEARDAY; YEARDAY and|&? YEARDAYS") { $0[0].joined($0[1]) }
        row("YEARDAY", "MNAME the? DAYLIST", shows: "years: yearly on feb 29") { .dates($0.ints(0), $0.ints(1)) }
        row("YEARDAY", "the? DAYNUMBER of? MONTHS; N2 ~. ~N2 ~.") { .dates($0.ints(1), $0.ints(0)) }
        row("YEARDAY", "HOLIDAY") { .dates([$0.int(0) / 100], [$0.int(0) % 100]) }
        row("YEARDAY", "SLASHES") {
            if case .day(.dayOf(let day, .month(let month, nil))) = $0[0] {
                .dates([month.number], [day])
            } else {
                .none
            }
        }
        row("DAYLIST", "DAYNUMBER") { $0.list }
        row("DAYLIST", "DAYNUMBER AND the? DAYLIST", weak: .number) { $0.list }
        row("MONTHS", "MNAME; MNAME and|&? MONTHS") { $0.list }

        // MARK: Days of a month

        row("POSITION", "last", shows: "weekdays of months: monthly on last friday") { _ in .ints([-1]) }
        row("POSITION", "FIGURE") { $0.list }
        row("POSITION", "NTHS", weak: .always) { $0.list }
        row("POSITION", "ORDINAL ^last; ORDINAL to the? ^last") { .ints([-$0.int(0)]) }
        row("POSITION", "ORDINAL -|to|through|thru ORDINAL", .loose) { $0.range }
        row("POSITIONS", "POSITION; POSITION AND the? POSITIONS") { $0.list }
        row("MONTHITEM", "POSITIONS WDAYS", shows: "weekdays of months: monthly on 2nd tuesday") {
            $0.nthDays($0.weekday(1))
        }
        row("MONTHITEM", "POSITIONS WORKDAY", shows: "weekdays of months: last weekday") {
            $0.nthDays(nil)
        }
        row("MONTHITEM", "POSITIONS day", shows: "months: last day of the month") {
            $0.monthDays(needsMonth: $0.ints(0).contains { $0 > 0 })
        }
        row("MONTHITEM", "POSITIONS", shows: "months: every 1st and 15th") {
            // Without a noun, `last` is nothing.
            $0.ints(0).allSatisfy { $0 > 0 } ? $0.monthDays() : .none
        }
        row("MONTHITEM", "day N2") { .days(RuleDays(monthDays: [$0.int(0)], needsMonth: true)) }
        row("MONTHITEM", "eom") { _ in .days(RuleDays(monthDays: [-1])) }
        row("MONTHLIST", "MONTHITEM; MONTHITEM AND the? MONTHLIST") { $0[0].joined($0[1]) }
        row("MONTHDAYS", "the? MONTHLIST") {
            if case .days(let days) = $0[0], !days.needsMonth { $0[0] } else { .none }
        }
        // `last of each month`, where `last` alone is too little
        row("MONTHDAYS", "the? MONTHLIST OFMONTHS; EDGE OFMONTHS; the? LASTS OFMONTHS") { $0.daysOfMonths }
        row("LASTS", "POSITIONS") { $0.ints(0).contains { $0 < 0 } ? $0[0] : .none }
        row("EDGE", "end") { _ in .days(RuleDays(monthDays: [-1])) }
        row("EDGE", "start|beginning") { _ in .days(RuleDays(monthDays: [1])) }

        // After `on`, plain numbers are days, and `last` is the last one.
        row("ONITEM", "MONTHITEM") { $0[0].settingDays { $0.needsMonth = false } }
        row("ONITEM", "N2; LASTS", shows: "months: monthly on 31") { $0.monthDays() }
        row("ONITEM", "RANGE", .loose) { $0.monthDays() }
        row("RANGE", "N2 ~- ~N2") { $0.range }
        row("ONLIST", "ONITEM; ONITEM AND the? ONLIST") { $0[0].joined($0[1]) }
        row("ONDAYS", "the? ONLIST")
        row("ONDAYS", "the? ONLIST OFMONTHS; EDGE OFMONTHS") { $0.daysOfMonths }
        // As it is printed.
        row("ONDAYS", "the? POSITIONS day|days of the? year", rank: 1) {
            $0.ints(0).allSatisfy { 1...366 ~= abs($0) } ? .days(RuleDays(yearDays: $0.ints(0))) : .none
        }

        row("OFMONTHS", "of the? month; of? every|each month") { _ in .days(RuleDays()) }
        row("OFMONTHS", "of? every|each other month") { _ in .days(RuleDays(interval: 2)) }
        row("OFMONTHS", "of? every|each NUMBER month|months; of? every|each ORDINAL month|months") {
            .days(RuleDays(interval: $0.int(0)))
        }
        row("OFMONTHS", "of|in MONTHS", shows: "years: 4th thursday of november") {
            .days(RuleDays(months: $0.ints(0)))
        }
        row("OFMONTHS", "during MONTHS", .loose) { .days(RuleDays(months: $0.ints(0))) }
        row("OFMONTHS", "MONTHS", .apart) { $0.monthsAfterDay }
        row("OFMONTHS", "of the|every|each quarter", .loose) { _ in .days(RuleDays(interval: -3)) }
        row("OFMONTHS", "of the|every|each year", .loose) { _ in .days(RuleDays(interval: -12)) }

        // `every month at the end`
        row("PIECE", "on WEEKLIST", shows: "weeks: weekly on mon, thu · every 2 weeks on friday") { $0.piece }
        row("PIECE", "on a|an WEEKLIST; on ONDAYS; on? the? YEARDAYS; at|on the? EDGE") { $0.piece }
        row("PIECE", "WEEKLIST", weak: .shortName) { $0.piece.setting { $0.flags.insert(.bareDays) } }
        row("PIECE", "MONTHDAYS", weak: .always) { $0.monthDaysAlone }
        row("PIECE", "in|of week|weeks FIGURES [of the? year]", .loose) { .rule(Rule(weeks: $0.ints(0).sortedOnce())) }
        row("PIECE", "^NUMBERS", .loose, weak: .always) { $0.piece }
        row("NUMBERS", "N2 AND N2") { .days(RuleDays(monthDays: [$0.int(0), $0.int(1)])) }
        row("NUMBERS", "N2 AND NUMBERS") { .days(RuleDays(monthDays: [$0.int(0)])).joined($0[1]) }
        row("PIECE", "in|during|of MONTHS", shows: "months: every day in july") { .rule(Rule(months: $0.ints(0))) }
        row("PIECE", "every|each UNIT") { .rule(Rule(repeats: $0.unit(0).frequency(1).0)) }
        row("PIECE", "ADVERB", .apart) { $0.repeatedAdverb }
        row("PIECE", "every NUMBER UNIT", .apart) { $0.repeated($0.int(0), $0.unit(1)) }
        row("PIECE", "every other UNIT", .apart) { $0.repeated(2, $0.unit(0)) }

        // MARK: Times

        row("RULETIME", "TIME") { $0.ruleTime }
        row("RULETIME", "first thing") { _ in .clock(Clock(part: .morning)) }
        // `daily morning walk`, but `every monday morning`
        row("RULETIME", "PARTCLOCK", weak: .always)
        row("RULETIME", "PLURALTIME")
        row("HEAD", "EVERY WEEKLIST PARTTIMES") { $0.every($0[1].alone.adding($0[2])) }
        row("HEAD", "WEEKLIST PARTTIMES") { $0[0].alone.adding($0[1]) }
        row("PARTCLOCK", "PART") { .clock(Clock(part: $0.part(0))) }
        row("PLURALTIME", "RULEPART")
        row("PLURALTIME", "RULEPART TOLD") { $0.inPart(1, 0) }
        row("RULEPART", "PARTS") { .clock(Clock(part: $0.part(0))) }
        row("PARTTIME", "PARTCLOCK; PLURALTIME")
        row("PARTTIME", "PARTCLOCK TOLD") { $0.inPart(1, 0) }
        // A list of times goes on as long as it can, so that its beginnings are not read too.
        row("MORETIMES", "AND RULETIME")
        row("MOREFIXED", "AND FIXED")
        row("RULETIMES", "RULETIME !MORETIMES; RULETIME AND RULETIMES") { $0.times }
        row("RULETIMES", "at HOURLIST", weak: .no)
        row("HOURITEM", "FIXED; HOURNUMBER")
        row("HOURITEM", "HOURITEM2 PARTNAME") { $0.inPart(0, 1) }
        row("HOURITEM2", "FIXED; HOUR")
        row("HOURLIST", "HOURITEM AND HOURITEM !MOREFIXED; HOURITEM AND HOURLIST") { $0.times }
        row("TIMES", "RULETIMES")
        // `daily 8, 14, 20`
        row("HOURNUMBER", "HOUR; FOURDIGITS")
        row("HOURNUMBERS", "HOURNUMBER AND HOURNUMBER; HOURNUMBER AND HOURNUMBERS") { $0.times }
        row("PIECE", "TIMES", shows: "times of day: daily at 9:00 and 17:00")
        row("PIECE", "^HOURNUMBERS", weak: .always) { $0[0].setting { $0.flags.insert(.numbers) } }
        row("PLURALTIMES", "PLURALTIME; PLURALTIME AND RULETIMES") { $0.times }
        row("PARTTIMES", "PARTTIME; PARTTIME AND PARTTIMES") { $0.times }

        row("PIECE", "between BOUND and BOUND", weak: .no, shows: "times of day: every 2 hours between 9 and 17") {
            $0.window(isBare: false)
        }
        row("PIECE", "from BOUND to|until|- BOUND", weak: .no) { $0.window(isBare: false) }
        row("PIECE", "BOUND to|until|- BOUND") { $0.window(isBare: true) }
        row("BOUND", "TIME") { $0.ruleTime }
        row("BOUND", "HOUR")
        row("BOUND", "N2") { $0.boundHour }

        row("PIECE", "by the clock") { _ in .rule(Rule(flags: [.byClock])) }
        row("PIECE", "in the hours FIGURES") { $0.clockNumbers(24) }
        row("PIECE", "at minute|minutes FIGURES") { $0.clockNumbers(60) }
        row("FIGURES", "N2; N2 and|&? FIGURES") { $0.list }
        row("PIECE", "where there is one") { _ in .rule(Rule(flags: [.whereThereIsOne])) }
        row("PIECE", "if it is a ORLIST") { .rule(Rule(ifWeekdays: $0.mask(0))) }
        row("ORLIST", "WDAY; WDAY or? ORLIST") { $0.weekdays }
        row("PIECE", "in weeks from WDAY") { .rule(Rule(weekStart: $0.weekday(0))) }

        // MARK: Where a series begins and ends, and what it leaves out

        row("PIECE", "except|but not? for? on? WEEKLIST", shows: "with exceptions: every day except sunday") {
            .rule(Rule(except: $0.mask(0)))
        }
        row("PIECE", "excluding|minus|without on? WEEKLIST", .loose) { .rule(Rule(except: $0.mask(0))) }
        row("PIECE", "START")
        row("START", "forever; starting|beginning|from now on") { _ in .rule(Rule()) }
        row("START", "starting|beginning|from now", .typed) { _ in .rule(Rule(flags: [.fromNow])) }
        row("START", "starting|beginning|from from? DATETIME", .typed) { $0.starting }
        row("START", "from DATETIME to DATETIME", .typed) { $0.fromTo }
        row("PIECE", "starting|beginning|from TIME", .typed) {
            if let clock = $0.clock(0), !clock.isToday {
                .rule(Rule(times: [clock], flags: [.startsAt]))
            } else {
                .none
            }
        }
        // `until 1 dec 9:00` is a moment, and not a day and the time of the rule.
        row("PIECE", "UNTIL DATETIME !FIXED", shows: "with an end: weekly until 2026-12-31") { $0.until }
        row("PIECE", "this PERIOD", .typed) { .rule(Rule(end: .period($0.period(0), 0))) }
        row("PIECE", "next PERIOD", .typed) { .rule(Rule(end: .period($0.period(0), 1))) }
        row("PIECE", "for NUMBER TIMESWORD", shows: "with an end: daily for 10 times") { $0.count }
        row("PIECE", "COMMA NUMBER TIMESWORD") { $0.count }
        row("PIECE", "^NUMBER TIMESWORD", weak: .always) { $0.bareCount }
        row("PIECE", "COMMA once") { _ in .rule(Rule(count: 1)) }
        row("PIECE", "for the? next? SPAN", .typed, shows: "with an end: daily for 2 weeks") {
            $0.lasting($0.span(0)?.value, $0.span(0)?.unit)
        }
        row("PIECE", "for the? next UNIT", .typed) { $0.lasting($0.unit(0).duration(1), $0.unit(0)) }
        row("PIECE", "COMPLETION", .typed)
        row("COMPLETION", "counted? AFTER HAVING? ENDED", shows: "from completion: 3 days after completion") { _ in
            .rule(Rule(flags: [.fromCompletion]))
        }
        row("ENDED", "DONE")
        row("ENDED", "last time|one") { _ in .int(0) }
        row("HAVING", "HAVE; HAVE HAVING")
        row("DONE", "DOING it|this|that")
    }
}
