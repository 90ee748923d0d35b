import CivilTime

extension Productions {
    /// A rule is a head and pieces in any order, of which no two say the same thing; times or a start may come first.
    static func rules(_ row: inout Table) {
        row("RULE", "HEAD TAIL?") { $0.wholeRule }
        row("RULE", "LEAD HEAD TAIL?") { $0.wholeRule }
        // `@once upon a time` is a title.
        row("RULE", "none|never|once", [.file, .apart, .written], weak: .always) { _ in .rule(Rule(flags: [.nothing])) }
        // As new reminders are printed: `Every Tuesday, then Tue 1 Dec, Tue 8 Dec`.
        row("RULE", "HEAD TAIL? COMMA then DAYS2", .typed) { $0.printedRule }
        row("DAYS2", "WHEN")
        row("DAYS2", "WHEN COMMA DAYS2") { $0[0] }
        row("LEAD", "TIMES")
        row("LEAD", "START")
        row("TAIL", "PIECE")
        row("TAIL", "PIECE TAIL") { $0.merged(0, 1) }
        ruleHeads(&row)
        ruleDays(&row)
        monthDays(&row)
        ruleTimes(&row)
        ruleEnds(&row)
    }

    // MARK: How often

    static func ruleHeads(_ row: inout Table) {
        row("EVERY", "every|each", .int(0))
        row("EVERY", "every|each !", .typed, shows: "from completion: every! 3 days", .int(1))
        row("EVERY", "ev", .loose, .int(0))
        row("EVERY", "once every|each", .int(0))
        row("HEAD", "EVERY PERIODIC") { $0.every }
        row("HEAD", "EVERY DAYS") { $0.every }
        row("HEAD", "alternate|everyother OTHER") { $0[0] }
        row("HEAD", "ADVERB", shows: "days: daily · weeks: weekly · months: monthly · years: yearly") { $0.adverb }
        row("HEAD", "bi weekly", .loose, .rule(Rule(frequency: .weekly, interval: 2)))
        row("HEAD", "once ADVERB") { $0.adverb }
        row("HEAD", "once a|an|per UNIT") { $0.every(1, unit: 0) }
        row("HEAD", "on? DAYS") { $0.daysAlone }
        row("HEAD", "at the EDGE OFMONTHS") { $0.daysOfMonths.alone }
        row("HEAD", "PLURALTIMES") { $0.timesOfDay(.daily, 1) }
        // `every 2nd` is told by its figure; the word is a second of time too.
        row("HEAD", "EVERY second", rank: 1, .refuse(.ambiguous, "every minute", "every 2nd"))
        // Where nothing but a rule is expected, and before `after completion`.
        row("HEAD", "INTERVAL", .apart) { $0.asInterval }
        row("HEAD", "INTERVAL COMPLETION", .typed) { $0.merged(0, 1) }
        row("HEAD", "a|an UNIT COMPLETION", .typed) { $0.everyUnit(0, completion: 1) }

        row("PERIODIC", "UNIT", shows: "elapsed time: every hour") { $0.longUnit }
        row("PERIODIC", "day of the week", .loose, .rule(Rule(frequency: .daily, interval: 1)))
        row("PERIODIC", "single UNIT", .loose) { $0.longUnit }
        row("PERIODIC", "noon|midday", .loose) { _ in
            .rule(Rule(frequency: .daily, interval: 1, times: [Clock(time: .noon)]))
        }
        row("PERIODIC", "midnight", .loose) { _ in
            .rule(Rule(frequency: .daily, interval: 1, times: [Clock(time: .midnight)]))
        }
        row("PERIODIC", "INTERVAL", shows: "elapsed time: every 90 minutes")
        row("PERIODIC", "other|alternate OTHER")
        row("PERIODIC", "ORDINAL UNIT") { $0.everyNth }
        row("PERIODIC", "UNIT and a half") { $0.oneAndAHalf }
        // `every 2nd friday` is every other one to some, and that of each month to others.
        row("PERIODIC", "ORDINAL WDAY", rank: 1) { $0.everySecondDay }
        row("PERIODIC", "NUMBER PART") { $0.nights }
        row("PERIODIC", "NUMBER PARTS") { $0.nights }
        row("PERIODIC", "NUMBER WEEKDAYS", .loose) { $0.countedDays(1 << UInt8($0.int(1))) }
        row("PERIODIC", "NUMBER weekends", .loose) { $0.countedDays(192) }
        row("PERIODIC", "MONTHS on ONDAYS", .loose) { $0.monthsOnDays }
        row("PERIODIC", "PARTTIMES", shows: "times of day: every morning") { $0.timesOfDay(.daily, 1) }
        row("OTHER", "UNIT", shows: "days: every other day") { $0.every(2, unit: 0) }
        row("OTHER", "WEEKLIST") { $0.otherDays }
        row("OTHER", "YEARDAYS") { $0.otherDays }
        row("OTHER", "PART") { $0.otherNight }
        // Two years are not 24 months.
        row("INTERVAL", "NUMBER UNIT", rank: 1, shows: "days: every 3 days · months: every 3 months") { $0.interval }
        row("INTERVAL", "a? couple of? UNIT") { $0.every(2, unit: 0) }
        row("INTERVAL", "SPAN", shows: "elapsed time: every 1.5 hours") { $0.spanInterval }
    }

    // MARK: Weekdays, and days of the year

    static func ruleDays(_ row: inout Table) {
        row("DAYS", "WEEKLIST")
        row("DAYS", "the? YEARDAYS") { $0[0] }
        row("DAYS", "MONTHDAYS")
        row("WEEKITEM", "WDAYS", shows: "weeks: every monday") { $0.weekdays(1 << UInt8($0.int(0))) }
        row("WEEKITEM", "DAYSET", shows: "days: weekdays · weekends") { $0.weekdays(UInt8($0.int(0))) }
        row("WEEKITEM", "LOOSESET", .loose) { $0.weekdays(UInt8($0.int(0))) }
        row("WEEKITEM", "working|business day") { $0.weekdays(62) }
        row("WEEKITEM", "WDAYS -|to|through|thru WDAYS") { $0.weekdayRange }
        row("WEEKITEM", "from WDAYS to WDAYS") { $0.weekdayRange }
        row("WEEKLIST", "WEEKITEM")
        row("WEEKLIST", "WEEKITEM WEEKLIST", weak: .fullName) { $0.joined(0, 1) }
        row("WEEKLIST", "WEEKITEM and|&|/ the|every|each? WEEKLIST", weak: .shortName) { $0.joined(0, 1) }
        row("WEEKLIST", "SHORTDAY and|&|/? SHORTDAYS") { $0.shortDays }
        row("WEEKLIST", "WEEKITEM and|&|/? SHORTDAYS") { $0.joined(0, 1) }
        row("SHORTDAYS", "SHORTDAY") { $0.weekdays(1 << UInt8($0.int(0))) }
        row("SHORTDAYS", "SHORTDAY and|&|/? SHORTDAYS") { $0.shortDays }
        row("SHORTDAYS", "SHORTDAY and|&|/? WEEKLIST") { $0.shortDays }
        row("WEEKLIST", "LETTER ~- ~LETTER", .loose) { $0.weekdayRange }
        row("WEEKLIST", "LETTER ~/ ~LETTERS", .loose) { $0.shortDays }
        row("LETTERS", "LETTER", .loose) { $0.weekdays(1 << UInt8($0.int(0))) }
        row("LETTERS", "LETTER ~/ ~LETTERS", .loose) { $0.shortDays }

        row("YEARDAYS", "YEARDAY")
        row("YEARDAYS", "YEARDAY and|&? YEARDAYS") { $0.joined(0, 1) }
        row("YEARDAY", "MNAME the? DAYLIST", shows: "years: yearly on feb 29") {
            $0.dates(months: [$0.int(0)], days: $0.ints(1))
        }
        row("YEARDAY", "the? DAYNUMBER of? MONTHS") { $0.dates(months: $0.ints(1), days: [$0.int(0)]) }
        row("YEARDAY", "HOLIDAY") { $0.dates(months: [$0.int(0) / 100], days: [$0.int(0) % 100]) }
        row("YEARDAY", "N2 ~. ~N2 ~.") { $0.dates(months: [$0.int(1)], days: [$0.int(0)]) }
        row("YEARDAY", "SLASHES") { $0.slashDays }
        row("DAYLIST", "DAYNUMBER") { .ints([$0.int(0)]) }
        row("DAYLIST", "DAYNUMBER AND the? DAYLIST", weak: .number) { .ints([$0.int(0)] + $0.ints(1)) }
        row("MONTHS", "MNAME") { .ints([$0.int(0)]) }
        row("MONTHS", "MNAME and|&? MONTHS") { .ints([$0.int(0)] + $0.ints(1)) }
    }

    // MARK: Days of a month

    static func monthDays(_ row: inout Table) {
        row("POSITION", "last", shows: "weekdays of months: monthly on last friday", .ints([-1]))
        row("POSITION", "FIGURE") { .ints([$0.int(0)]) }
        row("POSITION", "NTH", weak: .always) { .ints([$0.int(0)]) }
        row("POSITION", "TENS -? NTH", weak: .always) { $0.int(1) < 10 ? .ints([$0.int(0) + $0.int(1)]) : .none }
        row("POSITION", "ORDINAL ^last") { .ints([-$0.int(0)]) }
        row("POSITION", "ORDINAL to the? ^last") { .ints([-$0.int(0)]) }
        row("POSITION", "ORDINAL -|to|through|thru ORDINAL", .loose) { $0.range }
        row("POSITIONS", "POSITION")
        row("POSITIONS", "POSITION AND the? POSITIONS") { .ints($0.ints(0) + $0.ints(1)) }
        row("MONTHITEM", "POSITIONS WDAYS", shows: "weekdays of months: monthly on 2nd tuesday") { $0.nthDays }
        row("MONTHITEM", "POSITIONS WORKDAY", shows: "weekdays of months: last weekday") { $0.nthWorkdays }
        row("MONTHITEM", "POSITIONS day", shows: "months: last day of the month") {
            $0.monthDays(0, needsMonth: $0.ints(0).contains { $0 > 0 })
        }
        row("MONTHITEM", "POSITIONS", shows: "months: every 1st and 15th") { $0.openDays }
        row("MONTHITEM", "day N2") { .days(RuleDays(monthDays: [$0.int(0)], needsMonth: true)) }
        row("MONTHITEM", "eom", .days(RuleDays(monthDays: [-1])))
        row("MONTHLIST", "MONTHITEM")
        row("MONTHLIST", "MONTHITEM AND the? MONTHLIST") { $0.joined(0, 1) }
        row("MONTHDAYS", "the? MONTHLIST") { $0.monthList }
        row("MONTHDAYS", "the? MONTHLIST OFMONTHS") { $0.daysOfMonths }
        // `last of each month`, where `last` alone is too little
        row("MONTHDAYS", "the? POSITIONS OFMONTHS") { $0.positionsOfMonths }
        row("MONTHDAYS", "EDGE OFMONTHS") { $0.daysOfMonths }
        row("EDGE", "end", .days(RuleDays(monthDays: [-1])))
        row("EDGE", "start|beginning", .days(RuleDays(monthDays: [1])))

        // After `on`, plain numbers are days, and `last` is the last one.
        row("ONITEM", "MONTHITEM") { $0.onItem }
        row("ONITEM", "N2", shows: "months: monthly on 31") { $0.monthDays(0, needsMonth: false) }
        row("ONITEM", "N2 ~- ~N2", .loose) { $0.range.asDays }
        row("ONITEM", "POSITIONS") { $0.onPositions }
        row("ONLIST", "ONITEM")
        row("ONLIST", "ONITEM AND the? ONLIST") { $0.joined(0, 1) }
        row("ONDAYS", "the? ONLIST") { $0[0] }
        row("ONDAYS", "the? ONLIST OFMONTHS") { $0.daysOfMonths }
        row("ONDAYS", "EDGE OFMONTHS") { $0.daysOfMonths }
        // As it is printed.
        row("ONDAYS", "the? POSITIONS day|days of the? year", rank: 1) { $0.daysOfYear }

        row("OFMONTHS", "of the? month", .days(RuleDays()))
        row("OFMONTHS", "of? every|each month", .days(RuleDays()))
        row("OFMONTHS", "of? every|each other month", .days(RuleDays(interval: 2)))
        row("OFMONTHS", "of? every|each NUMBER month|months") { .days(RuleDays(interval: $0.int(0))) }
        row("OFMONTHS", "of? every|each ORDINAL month|months") { .days(RuleDays(interval: $0.int(0))) }
        row("OFMONTHS", "of|in MONTHS", shows: "years: 4th thursday of november") {
            .days(RuleDays(months: $0.ints(0)))
        }
        row("OFMONTHS", "during MONTHS", .loose) { .days(RuleDays(months: $0.ints(0))) }
        row("OFMONTHS", "MONTHS", .apart) { $0.monthsAfterDay }
        row("OFMONTHS", "of the|every|each quarter", .loose, .days(RuleDays(interval: -3)))
        row("OFMONTHS", "of the|every|each year", .loose, .days(RuleDays(interval: -12)))

        row("PIECE", "on WEEKLIST", shows: "weeks: weekly on mon, thu · every 2 weeks on friday") { $0.piece }
        row("PIECE", "WEEKLIST", weak: .shortName) { $0.bareDays }
        row("PIECE", "on a|an WEEKLIST") { $0.piece }
        row("PIECE", "on? the? YEARDAYS") { $0.piece }
        row("PIECE", "on ONDAYS") { $0.piece }
        row("PIECE", "MONTHDAYS", weak: .always) { $0.monthDaysAlone }
        // `every month at the end`
        row("PIECE", "at|on the? EDGE") { $0.piece }
        row("PIECE", "in|of week|weeks FIGURES", .loose) { .rule(Rule(weeks: $0.ints(0).sortedOnce())) }
        row("PIECE", "^NUMBERS", .loose, weak: .always) { $0.piece }
        row("NUMBERS", "N2 AND N2") { .days(RuleDays(monthDays: [$0.int(0), $0.int(1)])) }
        row("NUMBERS", "N2 AND NUMBERS") { .days(RuleDays(monthDays: [$0.int(0)])).joined($0[1]) }
        row("PIECE", "in|during MONTHS", shows: "months: every day in july") { .rule(Rule(months: $0.ints(0))) }
        row("PIECE", "every|each UNIT") { $0.repeated(isTold: true) }
        row("PIECE", "ADVERB", .apart) { $0.repeatedAdverb }
        row("PIECE", "every NUMBER UNIT", .apart) { $0.repeatedInterval($0.int(0), unit: 1) }
        row("PIECE", "every other UNIT", .apart) { $0.repeatedInterval(2, unit: 0) }
    }

    // MARK: Times

    static func ruleTimes(_ row: inout Table) {
        row("RULETIME", "TIME") { $0.ruleTime }
        row("RULETIME", "first thing", .clock(Clock(part: .morning)))
        // `daily morning walk`, but `every monday morning`
        row("RULETIME", "PART", weak: .always) { .clock(Clock(part: $0.part(0))) }
        row("HEAD", "EVERY WEEKLIST PARTTIMES") { $0.daysAndTimes(1, 2) }
        row("HEAD", "WEEKLIST PARTTIMES") { $0.daysAndTimes(0, 1) }
        row("RULETIME", "RULEPART")
        row("RULETIME", "RULEPART TOLD") { $0.inPart(1, 0) }
        row("RULEPART", "PARTS") { .clock(Clock(part: $0.part(0))) }
        // A list of times goes on as long as it can, so that its beginnings are not read too.
        row("MORETIMES", "AND RULETIME")
        row("MOREFIXED", "AND FIXED")
        row("RULETIMES", "RULETIME !MORETIMES") { $0.times }
        row("RULETIMES", "RULETIME AND RULETIMES") { $0.times }
        row("RULETIMES", "at HOURLIST", weak: .no) { $0[0] }
        row("HOURITEM", "FIXED")
        row("HOURITEM", "HOUR")
        row("HOURITEM", "N4") { $0.fourDigits(isTold: true) }
        row("HOURITEM", "HOURITEM2 PARTNAME") { $0.inPart(0, 1) }
        row("HOURITEM2", "FIXED")
        row("HOURITEM2", "HOUR")
        row("HOURLIST", "HOURITEM AND HOURITEM !MOREFIXED") { $0.times }
        row("HOURLIST", "HOURITEM AND HOURLIST") { $0.times }
        row("TIMES", "RULETIMES")
        // `daily 8, 14, 20`
        row("HOURNUMBER", "HOUR")
        row("HOURNUMBER", "N4") { $0.fourDigits(isTold: true) }
        row("HOURNUMBERS", "HOURNUMBER AND HOURNUMBER") { $0.times }
        row("HOURNUMBERS", "HOURNUMBER AND HOURNUMBERS") { $0.times }
        row("PIECE", "TIMES", shows: "times of day: daily at 9:00 and 17:00")
        row("PIECE", "^HOURNUMBERS", weak: .always) { $0.hourNumbers }
        row("PLURALTIMES", "RULEPART") { $0.times }
        row("PLURALTIMES", "RULEPART AND RULETIMES") { $0.times }
        row("PLURALTIMES", "PLURALTIME") { $0.times }
        row("PLURALTIMES", "PLURALTIME AND RULETIMES") { $0.times }
        row("PLURALTIME", "RULEPART TOLD") { $0.inPart(1, 0) }
        row("PARTTIMES", "PARTTIME") { $0.times }
        row("PARTTIMES", "PARTTIME AND PARTTIMES") { $0.times }
        row("PARTTIME", "PART") { .clock(Clock(part: $0.part(0))) }
        row("PARTTIME", "PART TOLD") { $0.partTime }
        row("PARTTIME", "RULEPART")
        row("PARTTIME", "RULEPART TOLD") { $0.inPart(1, 0) }

        row("PIECE", "between BOUND and BOUND", weak: .no, shows: "times of day: every 2 hours between 9 and 17") {
            $0.window(isBare: false)
        }
        row("PIECE", "from BOUND to|until|- BOUND", weak: .no) { $0.window(isBare: false) }
        row("PIECE", "BOUND to|until|- BOUND") { $0.window(isBare: true) }
        row("BOUND", "TIME") { $0.ruleTime }
        row("BOUND", "HOUR")
        row("BOUND", "N2") { $0.boundHour }

        row("PIECE", "by the clock", .rule(Rule(flags: [.byClock])))
        row("PIECE", "in the hours FIGURES") { $0.clockNumbers(24) }
        row("PIECE", "at minute|minutes FIGURES") { $0.clockNumbers(60) }
        row("FIGURES", "N2") { .ints([$0.int(0)]) }
        row("FIGURES", "N2 and|&? FIGURES") { .ints([$0.int(0)] + $0.ints(1)) }
        row("PIECE", "where there is one", .rule(Rule(flags: [.whereThereIsOne])))
        row("PIECE", "if it is a ORLIST") { .rule(Rule(ifWeekdays: $0.mask(0))) }
        row("ORLIST", "WDAY") { $0.weekdays(1 << UInt8($0.int(0))) }
        row("ORLIST", "WDAY or? ORLIST") { $0.shortDays }
        row("PIECE", "in weeks from WDAY") { .rule(Rule(weekStart: $0.weekday(0))) }
    }

    // MARK: Where a series begins and ends, and what it leaves out

    static func ruleEnds(_ row: inout Table) {
        row("PIECE", "except|but not? for? on? WEEKLIST", shows: "with exceptions: every day except sunday") {
            .rule(Rule(except: $0.mask(0)))
        }
        row("PIECE", "excluding|minus|without on? WEEKLIST", .loose) { .rule(Rule(except: $0.mask(0))) }
        row("PIECE", "START")
        row("START", "forever", .rule(Rule()))
        row("START", "starting|beginning|from now", .typed, .rule(Rule(flags: [.fromNow])))
        row("START", "starting|beginning|from now on", .rule(Rule()))
        row("START", "starting|beginning|from from? DATETIME", .typed) { $0.starting }
        row("START", "from DATETIME to DATETIME", .typed) { $0.fromTo }
        row("PIECE", "starting|beginning|from TIME", .typed) { $0.startingAt }
        // `until 1 dec 9:00` is a moment, and not a day and the time of the rule.
        row("PIECE", "UNTIL DATETIME !FIXED", shows: "with an end: weekly until 2026-12-31") { $0.until }
        row("UNTIL", "until|till|til|ending|untill", .int(0))
        row("PIECE", "this PERIOD", .typed) { .rule(Rule(end: .period($0.period(0), 0))) }
        row("PIECE", "next PERIOD", .typed) { .rule(Rule(end: .period($0.period(0), 1))) }
        row("PIECE", "for NUMBER TIMESWORD", shows: "with an end: daily for 10 times") { $0.count }
        row("PIECE", "COMMA NUMBER TIMESWORD") { $0.count }
        row("PIECE", "^NUMBER TIMESWORD", weak: .always) { $0.bareCount }
        row("PIECE", "COMMA once", .rule(Rule(count: 1)))
        row("TIMESWORD", "times|time|occurrences|x", .int(0))
        row("PIECE", "for the? next? SPAN", .typed, shows: "with an end: daily for 2 weeks") { $0.lasting }
        row("PIECE", "for the? next UNIT", .typed) { $0.lastingUnit }
        row("PIECE", "COMPLETION", .typed)
        let completion = Value.rule(Rule(flags: [.fromCompletion]))
        row("COMPLETION", "counted? AFTER DONE", shows: "from completion: 3 days after completion", completion)
        row("COMPLETION", "counted? AFTER HAVING DONE", completion)
        row("COMPLETION", "counted? AFTER HAVING? last time|one", completion)
        row("AFTER", "after|from|when|once|since", .int(0))
        row("HAVING", "HAVE", .int(0))
        row("HAVING", "HAVE HAVING", .int(0))
        row("HAVE", "the|last|when|i|i’ve|it|it’s|is|was|have|having|has|been|my", .int(0))
        row("HAVE", "i|it ' s|ve", .int(0))
        row("DONE", "completion|completing|done|complete|completed|finish|finished|finishing|doing", .int(0))
        row("DONE", "completing|done|complete|completed|finish|finished|finishing|doing|do|did it|this|that", .int(0))
    }
}
