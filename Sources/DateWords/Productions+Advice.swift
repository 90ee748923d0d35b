import CivilTime

/// Words that are no phrase, and what to write instead of them. These rows are tried only if nothing else reads the words;
/// `$0` is what was written as the first part in capitals. What is proposed is read itself before it is shown.
extension Productions {
    static func advice(_ row: inout Table) {
        // MARK: Times

        // `@friday lunch with Ann`, but `@friday at lunch`
        row.instead("TIME", "at? breakfast|sunrise|dawn", .notFixed, "7:30", weak: .word)
        row.instead("TIME", "at? lunch", .notFixed, "12:30", weak: .word)
        row.instead("TIME", "at? lunchtime", .notFixed, "12:30", weak: .capital)
        row.instead("TIME", "arvo; pm", .notFixed, "afternoon")
        row.instead("TIME", "cob|eob; close of business", .notFixed, "17:00")
        row.instead("TIME", "at? dinner|supper|sunset|dusk", .notFixed, "20:30", weak: .word)
        row.instead("TIME", "at? dinnertime|teatime|bedtime", .notFixed, "20:30", weak: .capital)
        row.instead("TIME", "after work", .notFixed, "18:00")
        row.instead("TIME", "before work", .notFixed, "8:00")
        row.instead("TIME", "after lunch", .notFixed, "13:30")
        row.instead("TIME", "after school", .notFixed, "16:00")
        row.instead("TIME", "after dinner", .notFixed, "20:30")
        row.instead("TIME", "after breakfast", .notFixed, "8:30")
        row.instead("TIME", "sod", .notFixed, "9:00")
        row.instead("TIME", "am", .notFixed, "morning")
        row.instead("TIME", "mid -? PART", .notFixed, "$0")
        row.instead("TIME", "late tonight|tonite", .notFixed, "tonight")
        row.instead("TIME", "N2 ~ma", .unknown, "$0am")
        row.instead("TIME", "N2 ~mp", .unknown, "$0pm")
        row.instead("TIME", "N3", weak: .always) { $0.timeOfDigits }
        // `2026-12-14` begins with a year.
        row.instead("TIME", "N4 !DASH", weak: .counted) { $0.timeOfDigits }
        row.instead("TIME", "N3 ~HALF") { $0.timeOfDigits }
        row.instead("TIME", "N2 ~-? ~ish") {
            1...8 ~= $0.int(0) ? .refuse(.notFixed, "$0am", "$0pm") : .refuse(.notFixed, "$0:00")
        }
        row.instead("TIME", "TOLD ~-? ~ish", .notFixed, "$0")
        row.instead("TIME", "N2 ~. ~N1", weak: .always) {
            .refuse(.timeOrNumber, "\($0.int(0)):\(($0.int(1) * 6).padded(2))")
        }
        row.instead("TIME", "N2 NN", .timeOrNumber, "$0:$1", "$0, $1")
        row.instead("TIME", "around|about|circa|approximately|roughly|past|by|before|after TIME", .notFixed, "$0")
        row.instead("TIME", "at? around|about|by|before|after N2", .notFixed, "$0am", "$0pm", weak: .counted)
        row.instead("TIME", "N2 ~ampt|amet", .zone, "$0am")
        row.instead("TIME", "N2 ~pmpt|pmet", .zone, "$0pm")
        row.instead("TIME", "TOLD ZONE; TOLD ZONE ~+|- ~N2; TOLD ( ZONE )", .zone, "$0")
        row.instead("TIME", "TOLD AREA ~/ TEXT; TOLD +|- ~N4; TOLD NAME NAME? time; TOLD WORD time", .zone, "$0")
        row.instead("TIME", "TOLD my|your|local time", .unknown, "$0")
        // Spans
        row.instead("TIME", "from? TOLD -|to|until|till|til|through|thru TIME; TOLD for SPAN", .span, "$0")
        row.instead("TIME", "from N2 -|to|until|till|til N2; N2 ~- ~N2", .span, "$0:00", weak: .counted)
        row.instead("TIME", "from N2 !HALF !HALFLETTER", .notFixed, "$0am", "$0pm", weak: .counted)
        row.instead("TIME", "N2 -|to|until|till N2 HALF") { $0.startOfSpan }

        // MARK: Days by name

        row.instead("NAMED", "N1 ~morrow|moro|mrw|morow", .unknown, "tomorrow")
        row.instead("NAMED", "monthend|endofmonth", .unknown, "end of month")
        row.instead("NAMED", "dayaftertomorrow", .unknown, "day after tomorrow")
        row.instead("NAMED", "next|this PERIOD end", .unknown, "end of the $0")
        row.instead("NAMED", "midweek", .noDay, "wednesday")
        row.instead("NAMED", "this past WDAY", .unknown, "last $0")
        row.instead("WHEN", "asap", .notSupported, "now", "today")
        row.instead("WHEN", "someday|sometime|eventually|later|soon|whenever", .noDay)
        row.instead("WHEN", "sometime DAY", .noDay, "$0")
        row.instead("WHEN", "later today|tonight", .notFixed, "in 3 hours", "tonight")
        row.instead("WHEN", "later this PERIOD", .noDay, "friday", "end of the $0")
        row.instead("WHEN", "this PERIOD", .noDay, "today", "end of the $0")
        row.instead("WHEN", "this day", .noDay, "today")
        row("ONEPERIOD", "week|month|quarter|year", .advice) { _ in .int(1) }
        row.instead("WHEN", "ONEPERIOD", .whichOne, "in a $0")
        row.instead("WHEN", "fortnight", .whichOne, "in a fortnight")
        row.instead("WHEN", "day", .whichOne, "in a day")
        row.instead("WHEN", "hour", .whichOne, "in an hour")
        row.instead("WHEN", "early NAMED", .notFixed, "$0 morning")
        row.instead("WHEN", "mid|middle -? of? next week", .noDay, "wednesday next week")
        row.instead("WHEN", "early|mid|middle|late -? of? in? next? the? PERIOD", .noDay, "the 15th", "end of month")
        row.instead("WHEN", "DAY or DAY; DAY / DAY", .leavesOpen, "$0", "$1")
        row.instead("WHEN", "DAY -|to|until|till|through|thru DAY; DAY to|until|till HOUR", .span, "$0")
        row.instead("WHEN", "DAY to|until|till TIME", .span, "$0 $1")
        row.instead("WHEN", "DATETIME until|till|til|thru !DATETIME TEXT", .span)
        row.instead("WHEN", "DATETIME N2 ~h|hr|hrs|m|min|mins; DATETIME N2 ~h ~N2 ~m?", .span, "$0")
        // `1 dec and every month` is a date and a rule.
        row.instead("WHEN", "DATETIME then|and|+|/|&|- RULE", .otherOrder, "$0 $1")
        row.instead("WHEN", "DAY - TIME", .unknown, "$0 $1")
        row.instead("WHEN", "DAY same time", .otherOrder, "same time $0")
        row.instead("WHEN", "DAY before|after DAY", .noDay, "1 day before $1||$1", "$0")
        row.instead("WHEN", "DAY in N4", .unknown, "$0 $1")
        row.instead("WHEN", "DAY ' ~NN", .needsYear, "$0 20$1")
        row.instead("WHEN", "DATETIME and|then TIME", .secondTime, "$0")
        row.instead("WHEN", "DAY WDAY", .leavesOpen, "$0", "$1", weak: .shortName)
        row.instead("WHEN", "DATETIME WEEKLIST", .dateOrSeries, "$0 every $1", weak: .shortName)
        row.instead("WHEN", "DATETIME not|or|but DATETIME", .leavesOpen, "$0", "$1")
        row.instead("WHEN", "after DAY", .howLongAfter, "1 day after $0")
        row.instead("WHEN", "before DAY", .howLongBefore, "1 day before $0")
        row.instead("WHEN", "no later than WHEN", .unknown, "$0")
        row.instead("WHEN", "until|till|starting|from|since|during|around|about DATETIME", .unknown, "$0")
        row.instead("WHEN", "DATETIME repeat|repeating", .unknown, "$0", weak: .always)
        row.instead("WHEN", "DATETIME repeat|repeating RULE", .otherOrder, "$0")
        row.instead("WHEN", "the? ORDINAL week|weekend|half|fortnight|quarter of|in SCOPE", .noDay)
        row.instead("WHEN", "N2", weak: .always) { $0.bareNumber }
        row.instead("WHEN", "CARDINAL", weak: .always) { $0.bareNumber }
        row.instead("WHEN", "N2 next month", .whatItCounts, "day $0 of next month", "$0:00 next month")
        row.instead("WHEN", "next|nxt month N2", weak: .always) { _ in
            .refuse(.whatItCounts, "day $0 of next month", "$0:00 next month")
        }
        row.instead("WHEN", "DATED N2", .timeOrNumber, "$0 $1:00", weak: .always)
        row.instead("WHEN", "N2 DAY", .timeOrNumber, "$0:00 $1")

        // MARK: Dates

        row.instead("WHEN", "in|next|by? MNAME YEAR?", .noDay, "1 $0 $1", "end of $0 $1")
        row.instead("WHEN", "N2 ~/ ~N4") { $0.monthOfYear(0, 1) }
        row.instead("WHEN", "N4 ~- ~NN") { $0.monthOfYear(1, 0) }
        row.instead("WHEN", "in? N4") { $0.yearOrTime }
        row.instead("WHEN", "mid|middle -? of? MNAME", .noDay, "15 $0", "end of $0")
        row.instead("WHEN", "early -? MNAME", .noDay, "5 $0", "end of $0")
        row.instead("WHEN", "late -? MNAME", .noDay, "25 $0", "end of $0")
        row.instead("WHEN", "spring|summer|autumn|winter", .noDay, "1 march", "in 3 months")
        row.instead("WHEN", "q ~N1; start|beginning|end of? q ~N1") { $0.quarter }
        row.instead("DATE", "DAYNUMBER MNAME NN", .needsYear, "$0 $1 20$2")
        row.instead("DATE", "MNAME DAYNUMBER NN", .needsYear, "$1 $0 20$2")
        row.instead("DATE", "DAYNUMBER -|to|until|till|thru DAYNUMBER MNAME", .span, "$0 $2")
        row.instead("DATE", "MNAME DAYNUMBER -|to|until|till|thru DAYNUMBER", .span, "$0 $1")
        row.instead("DATE", "MNAME DAYNUMBER or DAYNUMBER", .leavesOpen, "$0 $1", "$0 $2")
        row.instead("DATE", "DAYNUMBER or DAYNUMBER MNAME", .leavesOpen, "$0 $2", "$1 $2")
        row.instead("DATE", "N2 ~- ~N2") {
            let days = [Month.words($0.int(0), $0.int(1)), Month.words($0.int(1), $0.int(0))].compactMap { $0 }
            return days.isEmpty ? .none : .refuse(.span, all: Array(Set(days)).sorted())
        }
        row.instead("DATE", "MNAME CARDINAL") {
            .refuse(.unknown, "\($0.month(0).word) \($0.int(1))")
        }
        row.instead("FEAST", "easter|thanksgiving|pentecost|ramadan|diwali|hanukkah; mother|father ' s day", .otherDate)
        row.instead("FEAST", "mothers|mother’s|fathers|father’s day", .otherDate)
        row.instead("FEAST", "labor|labour|memorial|presidents|columbus day", .otherDate)
        row.instead("FEAST", "good|black|cyber|ash|palm|shrove friday|monday|wednesday|sunday|tuesday", .otherDate)
        row("DATE", "FEAST", .advice)
        row("YEARDAY", "FEAST", .advice)
        row.instead("DATE", "veterans day", .unknown, "11 nov")
        row.instead("DATE", "april fools|fool", .unknown, "1 apr")
        row.instead("DATE", "in the new year", .noDay, "1 jan")
        row.instead("DATED", "SPAN before !DAY TEXT", .noDay, "$0 before 25 dec")
        row.instead("DATED", "SPAN after !DAY TEXT", .noDay, "$0 after 25 dec")
        row.instead("WHEN", "SPAN before|after !DAY TEXT", .noDay, "tomorrow 17:00")

        // MARK: From now

        row.instead("WHEN", "in NUMBER hours|hour|h N2", .unfinished, "in $0 hours $1 minutes", weak: .counted)
        row.instead("WHEN", "in NUMBER", .unfinished, "in $0 minutes", "in $0 days")
        row.instead("WHEN", "in - SPAN", .hasPassed, "$0 ago")
        row.instead("WHEN", "to DATETIME", .unknown, "$0")
        row.instead("DURATION", "for|in|by|about|around|another SPAN more|later|now?", .otherOrder, "$0")
        row.instead("DURATION", "SPAN more|later", .otherOrder, "$0")
        row.instead("DURATION", "NUMBER more UNIT", .otherOrder, "$0 $1")
        row.instead("DURATION", "another UNIT", .unfinished, "1 $0")
        row.instead("DURATION", "for|in|by? NUMBER more?", .unfinished, "$0 minutes", "$0 hours")
        row.instead("DURATION", "for|in? N seconds|second|secs|sec|s") {
            .refuse(.tooShort, "\(max(1, ($0.int(0) + 59) / 60)) min")
        }
        row.instead("WHEN", "in about|around|approximately|roughly SPAN", .unknown, "in $0")
        row.instead("WHEN", "in SPAN or so", .unknown, "in $0")
        row.instead("WHEN", "within|for|after SPAN", .noDay, "in $0")
        row.instead("WHEN", "today +|plus SPAN", .otherOrder, "in $0")
        row.instead("WHEN", "DAY +|plus SPAN", .otherOrder, "$1 after $0")
        row.instead("WHEN", "DAY -|minus SPAN", .otherOrder, "$1 before $0")
        // `@friday +1` brings a guest.
        row.instead("WHEN", "DAY + N", .unfinished, "$1 days after $0", places: .apart)
        row.instead("WHEN", "SPAN earlier", .unknown, "$0 ago")
        row.instead("WHEN", "next NUMBER UNIT", .span, "in $0 $1")
        row.instead("WHEN", "last NUMBER UNIT", .span, "$0 $1 ago")
        row.instead("WHEN", "in? NUMBER sleeps|sleep", .unknown, "in $0 days")
        row.instead("WHEN", "in NUMBER weekends", .unknown, "in $0 saturdays")
        row.instead("WHEN", "in? NUMBER seconds|second|sec|secs", .tooShort, "in 1 minute")

        // MARK: How often

        row.instead("HEAD", "p ~N ~UNIT", .otherNotation, "every $0 $1")
        row.instead("RULE", "EVERY PART at N2") {
            $0.int(2) == 12 ? .refuse(.whichHalf, "every day at 00:00", "every day at 12:00") : .none
        }
        row.instead("RULE", "EVERY MONTHLIST MONTHS COMMA MONTHLIST MONTHS") { _ in
            .refuse(.severalRules, "every $1 $2", "every $3 $4")
        }
        row.instead("HEAD", "bimonthly; bi - monthly", .ambiguous, "every 2 months", "monthly on 1, 15")
        row.instead("HEAD", "biannually|biannual|biyearly", .ambiguous, "every 2 years", "every 6 months")
        row.instead("HEAD", "bi - annually|annual|yearly", .ambiguous, "every 2 years", "every 6 months")
        row.instead("HEAD", "triweekly; tri - weekly", .ambiguous, "every 3 weeks", "weekly on mon, wed, fri")
        row.instead("HEAD", "semimonthly; semi -? monthly", .ambiguous, "monthly on 1, 15", "every 2 weeks")
        row.instead("HEAD", "bidaily", .ambiguous, "every 2 days", "daily at 9:00 and 17:00")
        row.instead("HEAD", "semiweekly", .ambiguous, "weekly on mon, thu", "every 2 weeks")
        row.instead("HEAD", "trimonthly", .ambiguous, "every 3 months", "monthly on 1, 11, 21")
        row.instead("HEAD", "quarter - hourly", .unknown, "every 15 minutes")
        row("HEAD", "FREQUENCY", .advice)
        row.instead("FREQUENCY", "twice a|an|per|each|every? UNIT") { $0.howOften(2, $0.unit(0)) }
        row.instead("FREQUENCY", "twice ADVERB") { $0.howOften(2, Unit(rawValue: $0.int(0) % 10) ?? .day) }
        row.instead("FREQUENCY", "NUMBER times|x|× a|an|per|each|every|in? UNIT; NUMBER times|x|×? per|/ UNIT") {
            $0.howOften($0.int(0), $0.unit(1))
        }
        row.instead("FREQUENCY", "NUMBER times|x|× in NUMBER UNIT", .onlyHowOften, "every $1 $2")
        row.instead("HEAD", "after SPAN", .ambiguous, "every $0", "$0 after completion")
        row.instead("HEAD", "SPAN later", .ambiguous, "every $0", "$0 after completion")
        row.instead("HEAD", "repeat|repeating|recurring RULE", .unknown, "$0")
        row.instead("HEAD", "by RULE", .unknown, "$0")
        row.instead("HEAD", "all WEEKDAYS", .unknown, "$0")
        row.instead("HEAD", "EVERY - UNIT", .unknown, "every $1")
        row.instead("HEAD", "EVERY week day", .ambiguous, "every weekday", "every week")
        row.instead("HEAD", "EVERY week days", .unknown, "every weekday")
        row.instead("HEAD", "EVERY week end", .unknown, "every weekend")
        row.instead("HEAD", "EVERY month end", .unknown, "last day of the month")
        row.instead("HEAD", "middle of the month", .noDay, "15th of the month")
        row.instead("HEAD", "the? first day of the|every|each week", .ambiguous, "every monday", "every sunday")
        row.instead("HEAD", "the? last day of the|every|each week", .ambiguous, "every sunday", "every saturday")
        row.instead("HEAD", "EVERY MONTHS", .noDay, "every 1 $1")
        row.instead("HEAD", "EVERY N2") {
            let day = $0.int(1)
            return 1...31 ~= day ? .refuse(.ambiguous, "every \(Parts.ordinal(day))", "every \(day) days") : .none
        }
        row.instead("HEAD", "EVERY even|odd day", .ambiguous, "every 2 days")
        row.instead("HEAD", "even|odd weeks on WEEKLIST", .ambiguous, "every 2 weeks on $0")
        row.instead("HEAD", "EVERY NUMBER or|-|to NUMBER UNIT", .leavesOpen, "every $1 $3", "every $2 $3")
        row.instead("HEAD", "EVERY NUMBER seconds|second|sec|secs", .tooShort, "every minute")
        row.instead("HEAD", "EVERY NUMBER weekdays|workdays", .notSupported, "every $1 days", "every weekday")
        row.instead("HEAD", "EVERY other weekday|workday", .ambiguous, "every 2 weeks on weekdays")
        row.instead("HEAD", "EVERY second|2nd weekday|workday", .ambiguous, "monthly on 2nd weekday")
        row.instead("HEAD", "EVERY first weekend", .ambiguous, "every first saturday")
        row.instead("HEAD", "EVERY second weekend", .ambiguous, "every other weekend")
        row.instead("HEAD", "EVERY ORDINAL week of the month", .noDay, "every $1 monday of the month")
        row.instead("HEAD", "EVERY birthday|anniversary", .noDay, "every 25 dec")
        row.instead("HEAD", "EVERY easter|holiday", .otherDate, "every 25 dec")
        row.instead("HEAD", "EVERY thanksgiving", .otherDate, "every 4th thursday of november")
        row.instead("HEAD", "EVERY spring|summer|autumn|winter|season", .noDay, "every 3 months")
        row.instead("HEAD", "EVERY payday|paycheck", .otherDate, "monthly on the last weekday")
        row.instead("HEAD", "EVERY decade", .unknown, "every 10 years")
        row.instead("HEAD", "EVERY a? few|several|some UNIT", .howMany, "every 3 $1", "every 5 $1")
        row.instead("HEAD", "EVERY day and a half", .fraction, "every 36 hours")
        row.instead("HEAD", "in the PARTS", .unknown, "$0")
        row.instead("HEAD", "week days", .unknown, "weekdays")
        row.instead("HEAD", "weeknights", .unknown, "weekday nights")
        row.instead("HEAD", "UNIT", .unfinished, "every $0")
        row.instead("HEAD", "SPAN after|before !DONE !HAVING TEXT", .ambiguous, "every $0", "$0 after completion")
        row.instead("HEAD", "COMPLETION; when done", .howLongAfter, "3 days after completion")
        row.instead("HEAD", "PART and PART", .unknown, "every $0 and $1")

        // MARK: The rest of a rule

        row.instead("RULE", "WDAYS or WDAYS", .leavesOpen, "$0", "$1")
        row.instead("RULE", "WDAYS + WDAYS; WDAYS BAR WDAYS", .unknown, "$0 and $1")
        row.instead("RULE", "HEAD TAIL? AND HEAD TAIL?", .severalRules, "$0 $1", "every $2 $3||$2 $3")
        row.instead("RULE", "HEAD on? MNAME N2 -|to N2", .unknown, "$0 from $1 $2 to $1 $3")
        row.instead("RULE", "HEAD between DAY and DAY", .unknown, "$0 from $1 to $2")
        row.instead("RULE", "HEAD in N4", .unknown, "$0 from 1 jan $1 to 31 dec $1")
        row.instead("RULE", "HEAD TAIL? x|× N; HEAD TAIL? NUMBER WEEKDAYS", .whatItCounts, "$0 $1 for $2 times")
        row.instead("RULE", "HEAD TAIL? for NUMBER", weak: .always) { _ in
            .refuse(.unfinished, "$0 $1 for $2 times", "$0 $1 for $2 days")
        }
        row.instead("RULE", "HEAD on ONDAYS N2", .whatItCounts, "$0 on $1, $2")
        row.instead("RULE", "HEAD TAIL? thru|through MNAME", .unknown, "$0 $1 until end of $2")
        row.instead("RULE", "HEAD TAIL? UNTIL !DATETIME !MNAME !YEAR TEXT", .noDay)
        row.instead("RULE", "HEAD on the? WORD WDAYS", .unknown, places: .title)
        row.instead("RULE", "HEAD on N2 last day") {
            .refuse(.ambiguous, "$0 on $1, last day", "$0 on \(Parts.ordinal($0.int(1))) last day")
        }
        row.instead("RULE", "EVERY ORDINAL TEXT") { $0.smallOrdinal }
        row.instead("RULE", "WDAYS - WDAYS - WDAYS", .otherNotation, "every $0, $1, $2")
        row.instead("RULE", "HEAD TAIL? twice", .whatItCounts, "$0 $1 at 9:00 and 17:00", "$0 $1 for 2 times")
        row.instead("RULE", "HEAD TAIL? once", .whatItCounts, "$0 $1", "$0 $1 for 1 time")
        row.instead("RULE", "HEAD SPAN", .unfinished, "$0 for $1")
        row.instead("RULE", "HEAD for up to SPAN", .unknown, "$0 for $1")
        row.instead("RULE", "HEAD TAIL? except|but|excluding|unless|skipping !LEFTOUT TEXT", .exception, "$0 $1")
        row("LEFTOUT", "not? for? on? WEEKLIST", .advice)
        row.instead("RULE", "HEAD the FIGURE", .otherOrder, "monthly on the $1 if it is a $0")
        row.instead("RULE", "EVERY WDAY the FIGURE", .otherOrder, "monthly on the $2 if it is a $1")
        row.instead("RULE", "HEAD AND? weekdays only", .unknown, "every weekday")
        row.instead("RULE", "EVERY WEEKLIST EVERY INTERVAL", .countedHours, "every $3 on $1 between 9:00 and 17:00")
        row.instead("RULE", "WEEKLIST ADVERB", .countedHours, "$1 on $0 between 9:00 and 17:00")
        row.instead("RULE", "HEAD from TIME", .countedHours, "$0 between $1 and 23:00")
        row.instead("RULE", "HEAD at : N2", .unknown, "$0 at minute $1")
        row.instead("RULE", "HEAD TIME +|/|- TIME", .unknown, "$0 $1 and $2")
        row.instead("RULE", "EVERY day TIMES? on WDAY", .otherOrder, "every $2 $1")
        row.instead("RULE", "HEAD TIMES WEEKLIST", .otherOrder, "$0 and $2 $1")
        row.instead("RULE", "HEAD TIME TIME", .unknown, "$0 $1, $2")
        row.instead("RULE", "HEAD / TIME", .unknown, "$0 at $1")
        row.instead("RULE", "HEAD CARDINAL", .whatItCounts, "$0 at $1 am", "$0 at $1 pm", weak: .always)
        row.instead("RULE", "HEAD N2 N2", .whatItCounts, "$0 $1, $2", weak: .always)
        row.instead("RULE", "HEAD N2 TIME", .whatItCounts, "$0 on $1 $2", weak: .always)
        row.instead("RULE", "HEAD N2", .whatItCounts, "$0 on the $1", "$0 at $1:00", "$0 for $1 times", weak: .always)
        row.instead("RULE", "HEAD N2 - N2", .span, "$0 at $1", weak: .always)
        row.instead("RULE", "HEAD on YEARDAYS", .otherOrder, "$0 starting $1")
        row.instead("RULE", "HEAD in|on MNAME", .noDay, "$0 on 1 $1")
        row.instead("RULE", "HEAD in|from|between? MNAME to|until|till|and|through|- MNAME") { $0.monthsOfRule }
        row.instead("RULE", "EVERY N2 AND NUMBERS") {
            guard case .days(let days) = $0[2] else { return .none }
            let all = [$0.int(1)] + days.monthDays
            return .refuse(.whatItCounts, "monthly on " + all.map(String.init).joined(separator: ", "))
        }
        row.instead("RULE", "HEAD or DAYS", .leavesOpen, "$0")
        row.instead("RULE", "HEAD or next working day", .notSupported, "$0")
        row.instead("RULE", "EVERY PERIODIC !", .otherOrder, "every! $1")
        row.instead("RULE", "HEAD on the hour", .unknown, "$0 at minute 0")
        row.instead("START", "starting|beginning in? MNAME YEAR?", .noDay, "starting 1 $0 $1", "starting end of $0 $1")
        row.instead("START", "starting|beginning in? YEAR", .noDay, "starting 1 jan $0", "starting 31 dec $0")
        row.instead("PIECE", "UNTIL MNAME YEAR?", .noDay, "until 1 $1 $2", "until end of $1 $2")
        row.instead("PIECE", "UNTIL YEAR", .noDay, "until 1 jan $1", "until 31 dec $1")

        // MARK: Lines of a crontab

        // `0 9 * * 1-5`
        row("CRONITEM", "N2", .advice) { $0.list }
        row("CRONITEM", "N2 ~- ~N2", .advice) { $0.int(0) < $0.int(1) ? .ints(Array($0.int(0)...$0.int(1))) : .none }
        row("CRONLIST", "CRONITEM; CRONITEM COMMA CRONLIST", .advice) { $0.list }
        row("CRONHOURS", "CRONLIST", .advice)
        row("CRONHOURS", "* ~/ ~N2", .advice) { .ints(Array(stride(from: 0, to: 24, by: max(1, $0.int(0))))) }
        row("CRONDAYS", "?|* ?|* ?|*", .advice) { _ in .rule(Rule(frequency: .daily, interval: 1)) }
        row("CRONDAYS", "?|* ?|* WEEKLIST; ?|* ?|* CRONWEEK; CRONMONTH ?|* ?|*; CRONDATES ?|*", .advice) { $0[0].alone }
        // 0 and 7 are Sunday.
        row("CRONWEEK", "CRONLIST", .advice) {
            .days(RuleDays(weekdays: $0.ints(0).reduce(0) { $0 | 1 << UInt8(($1 + 6) % 7 + 1) }))
        }
        row("CRONMONTH", "CRONLIST", .advice) { .days(RuleDays(monthDays: $0.ints(0))) }
        row("CRONDATES", "CRONLIST CRONLIST", .advice) { .dates($0.ints(1), $0.ints(0)) }
        row.instead("RULE", "N2 CRONHOURS CRONDAYS") { $0.cron }
        row.instead("RULE", "N2 ?|* ?|* ?|* ?|*", .otherNotation, "hourly at minute $0")
        row.instead("RULE", "* ~/ ~N2 ?|* ?|* ?|* ?|*", .otherNotation, "every $0 minutes")
        row.instead("RULE", "?|* ?|* ?|* ?|* ?|*", .otherNotation, "every minute")
    }
}
