import CivilTime

/// Every form of dates, durations and rules, one a line: the symbol, the pattern, where it may stand, and what it makes of
/// its parts.
///
/// In a pattern, words in lower case and signs stand for themselves (`a|b` is one of them), words in capitals for symbols.
/// `x?` and `[a b]` may be left out, `~x` has no blank before it, `^x` no comma, and `!X` must not follow. `AND` is `and`,
/// `&` or a comma, `COMMA` only that, `BAR` is `|`, and `TEXT` all that is left. `NAME` is a word in
/// capitals, and `WORD` one that is in no table. `N` is a number, `N2` one of at most two
/// digits, `NN` of exactly two, `N1`, `N4` and so on likewise, and `CLOCK` is `9:30`. Commas are allowed everywhere else.
/// `$0[0]` is the value of the first part in capitals.
///
/// A row is for files, titles and fields unless it says less (`Places`). Two readings of the same words are an ambiguity
/// unless one has the greater rank, for the reason that stands beside it. `weak` says that the last words may as well be the
/// first of a title. Words that are refused are rows too: they say why, and what to write instead.
///
/// To add a word, add a spelling to its line of `Lexicon`, or to a row here if it has no value; to add a form, add one row. `shows`
/// is an example of the row, after the name of a form in `Form`: help and manual print it, and a test reads it with this row.
enum Productions {
    static func all(_ row: inout Table) {
        numbers(&row)
        dates(&row)
        days(&row)
        durations(&row)
        times(&row)
        whens(&row)
        rules(&row)
    }

    static func numbers(_ row: inout Table) {
        row("NUMBER", "N")
        row("NUMBER", "CARDINAL")
        row("FIGURE", "N ~st|nd|rd|th") { $0.figure }
        row("ORDINAL", "FIGURE")
        row("ORDINAL", "NTH")
        row("ORDINAL", "TENS -? NTH") { $0.int(1) < 10 ? .int($0.int(0) + $0.int(1)) : .none }
        row("MNAME", "MONTH ~.?")
        row("WDAY", "WEEKDAY ~.?")
        row("WDAYS", "WDAY")
        row("WDAYS", "WEEKDAYS")
        row("YEAR", "N4") { $0.int(0) > 0 ? $0[0] : .none }
        row("DAYNUMBER", "ORDINAL")
        row("DAYNUMBER", "N2 ~.?")
    }

    // MARK: Dates of the calendar

    static func dates(_ row: inout Table) {
        row("DATE", "MNAME the? DAYNUMBER", weak: .counted, shows: "day of a month: dec 25") { $0.yearly(0, 1) }
        row("DATE", "MNAME the? DAYNUMBER YEAR", weak: .farYear) { $0.yearOrClock(2, 0, 1) }
        row("DATE", "MNAME ~- ~N2") { $0.yearly(0, 1) }
        row("DATE", "the? DAYNUMBER of? MNAME", weak: .shortName, shows: "day of a month: 25 dec") { $0.yearly(1, 0) }
        row("DATE", "the? DAYNUMBER of? MNAME YEAR", weak: .farYear) { $0.yearOrClock(2, 1, 0) }
        row("DATE", "N2 ~-|/ ~MONTH") { $0.yearly(1, 0) }
        row("DATE", "N2 ~-|/ ~MONTH ~-|/ ~N4") { $0.date(2, 1, 0) }
        row("DATE", "N2 ~-|/ ~MONTH ~-|/ ~NN") {
            .refuse(.needsYear, "\($0.int(0)) \($0.monthName(1)) 20\($0.int(2).padded(2))")
        }
        row("DATE", "N4 MNAME DAYNUMBER") { 2000...2100 ~= $0.int(0) ? $0.date(0, 1, 2) : .none }
        row("DATE", "N4 ~-|/ ~MONTH ~-|/ ~N2") { $0.date(0, 1, 2) }
        row("DATE", "N4 ~- ~N2 ~- ~N2", shows: "as in a file: 2026-11-22") { $0.date(0, 1, 2) }
        row("DATE", "N4 ~/ ~N2 ~/ ~N2") { $0.date(0, 1, 2) }
        row("DATE", "N8") { $0.eightDigits }
        row("DATE", "ISOWEEK")
        row("ISOWEEK", "N4 ~- ~w ~NN", shows: "as in a file: 2026-W48") { $0.isoWeek(0, 1, day: 1) }
        row("DATE", "N4 ~- ~w ~NN ~- ~N1") { $0.isoWeek(0, 1, day: $0.int(2)) }
        row("DATE", "N2 ~. ~N2 ~. ~N4") { $0.date(2, 1, 0) }
        row("DATE", "N4 ~. ~N2 ~. ~N2") { $0.date(0, 1, 2) }
        row("DATE", "N2 ~. ~N2 ~.", shows: "day of a month: 24.12.") { $0.yearly(1, 0) }
        // `12.10` may be a time and `3.4` a price.
        row("DATE", "N2 ~. ~N2", .apart) { $0.dots }
        row("DATE", "SLASHES", weak: .alone)
        row("SLASHES", "N2 ~/ ~N2", shows: "day of a month: 24/12") { $0.slashes(year: nil) }
        row("DATE", "N2 ~/|- ~N2 ~/|- ~N4") { $0.slashes(year: $0.int(2)) }
        row("DATE", "N2 ~/ ~N2 YEAR") { $0.slashes(year: $0.int(2)) }
        row("DATE", "N2 ~/|-|. ~N2 ~/|-|. ~NN") { $0.shortYear }
        row("DATE", "HOLIDAY YEAR", weak: .farYear) { Parts.date($0.int(1), $0.int(0) / 100, $0.int(0) % 100) }
        row("DATE", "HOLIDAY", weak: .alone, shows: "day of a month: christmas") { $0.holiday }
        row("DATE", "the ORDINAL", weak: .alone, shows: "day of a month: the 15th") { $0.monthly(0) }
        row("DATE", "FIGURE", weak: .alone) { $0.monthly(0) }
        row("DATE", "day N2", weak: .alone) { $0.monthly(0) }
        row("DATE", "the? ORDINAL of SCOPE") { $0.dayOfMonth(0, 1) }
        row("DATE", "day? N2 of SCOPE") { $0.dayOfMonth(0, 1) }
        row("PLACE", "last", .int(-1))
        row("PLACE", "ORDINAL")
        row("DATE", "the? PLACE WDAY of|in? SCOPE", shows: "day of a month: first monday of december") {
            $0.nth($0.weekday(1), $0.scope(2))
        }
        row("DATE", "the? PLACE WORKDAY of|in? SCOPE") { $0.nth(nil, $0.scope(2)) }
        row("DATE", "the? PLACE day of|in? SCOPE") { $0.edgeDay }
        row("DATE", "the? ORDINAL WDAY", .apart) {
            $0.int(0) < 6 ? .day(.nth($0.int(0), $0.weekday(1), .any(.month))) : .none
        }
        row("SCOPE", "MNAME") { .scope(.month($0.month(0), year: nil)) }
        row("SCOPE", "MNAME YEAR") { .scope(.month($0.month(0), year: $0.int(1))) }
        row("SCOPE", "the? next PERIOD") { .scope(.period($0.period(0), 1)) }
        row("SCOPE", "the? this PERIOD") { .scope(.period($0.period(0), 0)) }
        row("SCOPE", "last PERIOD") { .scope(.period($0.period(0), -1)) }
        row("SCOPE", "the? PERIOD") { .scope(.any($0.period(0))) }
    }

    // MARK: Days by their names

    static func days(_ row: inout Table) {
        row("NAMED", "today|tod", shows: "relative day: today", .day(.today(0)))
        row("NAMED", "tomorrow|tom|tmr|tmrw|tmw", shows: "relative day: tomorrow", .day(.today(1)))
        row("NAMED", "yesterday", shows: "relative day: yesterday", .day(.today(-1)))
        row("NAMED", "today|tod week", weak: .always) { _ in .day(.today(7)) }
        row("NAMED", "today|tod fortnight", weak: .always) { _ in .day(.today(14)) }
        row("NAMED", "tomorrow|tom|tmr|tmrw|tmw week", weak: .always) { _ in .day(.today(8)) }
        row("NAMED", "tomorrow|tom|tmr|tmrw|tmw fortnight", weak: .always) { _ in .day(.today(15)) }
        row("NAMED", "WEEKEND")
        row("WEEKEND", "weekend", shows: "boundary: weekend", .day(.weekday(.saturday, weeks: 0)))
        row("WEEKEND", "weekend after next", .day(.nextWeekend(weeks: 1)))
        row("WEEKEND", "next|nxt weekend", .day(.nextWeekend(weeks: 0)))
        row("WEEKEND", "this weekend", .day(.thisWeekend))
        row("WEEKEND", "last weekend", .day(.inWeek(.saturday, -1)))
        row("NAMED", "eow", .day(.last(of: .period(.week, 0))))
        row("NAMED", "eom", .day(.last(of: .period(.month, 0))))
        row("NAMED", "eoq", .day(.last(of: .period(.quarter, 0))))
        row("NAMED", "eoy", shows: "boundary: eoy", .day(.last(of: .period(.year, 0))))
        row("NAMED", "month end", .day(.last(of: .period(.month, 0))))
        row("NAMED", "year end", .day(.last(of: .period(.year, 0))))
        row("NAMED", "som", .day(.first(.period(.month, 1))))
        row("NAMED", "soq", .day(.first(.period(.quarter, 1))))
        // `@soy milk` and `@sow seeds` are titles.
        row("NAMED", "soy", .apart, .day(.first(.period(.year, 1))))
        row("NAMED", "sow", .apart, .day(.inWeek(.monday, 1)))
        row("NAMED", "end of SCOPE", shows: "boundary: end of month") { .day(.last(of: $0.scope(0))) }
        row("NAMED", "start|beginning of SCOPE") { .day(.first($0.scope(0))) }
        row("NAMED", "next|nxt PERIOD", shows: "boundary: next week") { .day(.first(.period($0.period(0), 1))) }
        row("NAMED", "last PERIOD", shows: "boundary: last month") { .day(.first(.period($0.period(0), -1))) }
        row("NAMED", "PERIOD after next") { .day(.first(.period($0.period(0), 2))) }
        row("NAMED", "WEEK")
        row("WEEK", "cw|kw|wk N2") { $0.week(.monday) }
        row("WEEK", "calendar? week N2", shows: "boundary: week 50") { $0.week(.monday) }
        // A whole period, for a query. As a date, most are its first day.
        row("SPELL", "the? WEEK") { $0[0] }
        row("SPELL", "the? WEEKEND") { $0[0] }
        row("SPELL", "ISOWEEK")
        row("SPELL", "SCOPE") { .day(.first($0.scope(0))) }
        row("SPELL", "the? PERIOD after next") { .day(.first(.period($0.period(0), 2))) }
        row("NAMED", "the NAMED")
        row("NAMED", "WDAY", weak: .shortName, shows: "weekday: friday") { .day(.weekday($0.weekday(0), weeks: 0)) }
        row("NAMED", "next|nxt WDAY", shows: "weekday: next friday") { .day(.weekday($0.weekday(0), weeks: 0)) }
        row("NAMED", "this? coming WDAY") { .day(.weekday($0.weekday(0), weeks: 0)) }
        row("NAMED", "this WDAY") { .day(.this($0.weekday(0))) }
        row("NAMED", "last WDAY", shows: "weekday: last friday") { .day(.previous($0.weekday(0))) }
        row("NAMED", "WDAY after next") { .day(.weekday($0.weekday(0), weeks: 1)) }
        row("NAMED", "WDAY week", weak: .always) { .day(.weekday($0.weekday(0), weeks: 1)) }
        row("NAMED", "WDAY fortnight", weak: .always) { .day(.weekday($0.weekday(0), weeks: 2)) }
        row("NAMED", "WDAY of? this week|wk") { .day(.inWeek($0.weekday(0), 0)) }
        row("NAMED", "WDAY of? next week|wk", shows: "weekday: monday next week") { .day(.inWeek($0.weekday(0), 1)) }
        row("NAMED", "WDAY of? last week|wk") { .day(.inWeek($0.weekday(0), -1)) }
        row("NAMED", "WDAY of? the? week|wk after next") { .day(.inWeek($0.weekday(0), 2)) }
        row("NAMED", "WDAY of week N2") { .day(.week($0.int(1), $0.weekday(0))) }
        row("NAMED", "this week|wk on? WDAY") { .day(.inWeek($0.weekday(0), 0)) }
        row("NAMED", "next|nxt week|wk on? WDAY") { .day(.inWeek($0.weekday(0), 1)) }
        row("NAMED", "next|nxt WORKDAY", shows: "weekday: next workday", .day(.workdays(1)))
        row("DATED", "next|nxt month on? the? ORDINAL", weak: .always) { $0.dayOfMonth(0, .period(.month, 1)) }
        row("DATED", "next|nxt FIGURE") { 1...31 ~= $0.int(0) ? .day(.nextMonthly($0.int(0))) : .none }
        row("DATED", "DATE")
        row("DATED", "WDAY the? DATE") { .day(.agreeing($0.weekday(0), $0.day(1))) }
        // `mon 9` is an hour, and there is no 24th.
        row("DATED", "next? WDAY N2") { 24...31 ~= $0.int(1) ? $0.numbered : .none }
        row("NAMED", "the? day after DAY", shows: "relative day: day after tomorrow") {
            .day($0.day(0).moved(CivilDuration(days: 1)))
        }
        row("NAMED", "the? day before DAY") { .day($0.day(0).moved(CivilDuration(days: -1))) }
        row("DAY", "on? NAMED")
        row("DAY", "on? DATED")
        row("DAY", "at the weekend", .day(.weekday(.saturday, weeks: 0)))
        row("DAY", "at the end of SCOPE") { .day(.last(of: $0.scope(0))) }
        row("DAY", "at the start|beginning of SCOPE") { .day(.first($0.scope(0))) }
    }

    // MARK: Durations, and days that are counted

    static func durations(_ row: inout Table) {
        row("AMOUNT", "NUMBER UNIT", shows: "duration: 2 weeks") { $0.amount($0.int(0), 1, unit: 1) }
        row("AMOUNT", "N ~. ~N UNIT", shows: "duration: 1.5h") { $0.decimal }
        row("AMOUNT", "NUMBER and a half UNIT") { $0.amount($0.int(0) * 2 + 1, 2, unit: 1) }
        row("AMOUNT", "N ½ UNIT") { $0.amount($0.int(0) * 2 + 1, 2, unit: 1) }
        row("AMOUNT", "N N1 ~/ ~N1 UNIT") { $0.mixed }
        row("AMOUNT", "N1 ~/ ~N1 UNIT") { $0.fraction }
        row("AMOUNT", "a|an|one UNIT and a half") { $0.amount(3, 2, unit: 0) }
        row("AMOUNT", "a|an UNIT") { $0.amount(1, 1, unit: 0) }
        row("AMOUNT", "half a|an? UNIT", shows: "duration: half an hour") { $0.amount(1, 2, unit: 0) }
        row("AMOUNT", "a|an half UNIT") { $0.amount(1, 2, unit: 0) }
        row("AMOUNT", "a? couple of? UNIT") { $0.amount(2, 1, unit: 0) }
        row("AMOUNT", "a? quarter [of an] hour", .span(Span(value: CivilDuration(seconds: 900), unit: .hour)))
        row("AMOUNT", "three quarters [of an] hour", .span(Span(value: CivilDuration(seconds: 2_700), unit: .hour)))
        row("AMOUNT", "N ~h|hr|hrs ~NN", rank: 1) { $0.hoursAndMinutes }
        row("AMOUNT", "a? few|several|some UNIT") { .refuse(.howMany, "3 \($0.unitName(0))", "5 \($0.unitName(0))") }
        row("AMOUNT", "N ~day", rank: 1) { $0.int(0) == 2 ? .refuse(.ambiguous, "today", "2 days") : .none }
        row("SPAN", "AMOUNT")
        row("SPAN", "AMOUNT and? SPAN", shows: "duration: 1h30m") { $0.sum }
        row("DURATION", "+? SPAN") { $0.bounded }

        row("AWAY", "in SPAN", shows: "from now: in 3 days · in 90 minutes") { $0.away(1) }
        row("AWAY", "in SPAN time|later", weak: .always) { $0.away(1) }
        row("AWAY", "in SPAN ~' ~s? time") { $0.away(1) }
        row("AWAY", "SPAN from now") { $0.away(1) }
        row("AWAY", "SPAN later") { $0.away(1) }
        row("AWAY", "SPAN ago", shows: "from now: 2 weeks ago") { $0.away(-1) }
        row("AWAY", "+ SPAN later?", shows: "from now: +2w") { $0.away(1) }
        row("AWAY", "- SPAN") { $0.away(-1) }
        row("DATED", "AWAY") { if case .day = $0[0] { $0[0] } else { .none } }
        row("DATED", "SPAN after|from DAY", shows: "from now: a week after friday") { $0.beside(1) }
        row("DATED", "SPAN before DAY") { $0.beside(-1) }
        row("DATED", "SPAN on WDAY") { $0.weeksOn }
        row("DATED", "SPAN today|tod") { $0.weeks.map { .day(.today(7 * $0)) } ?? .none }
        row("DATED", "SPAN tomorrow") { $0.weeks.map { .day(.today(7 * $0 + 1)) } ?? .none }
        row("DATED", "WDAY in SPAN") { $0.weekdayIn }
        row("DATED", "in NUMBER WDAYS") { $0.weekdaysAway(1) }
        row("DATED", "NUMBER WDAYS from now", shows: "from now: 2 fridays from now") { $0.weekdaysAway(1) }
        row("DATED", "NUMBER WDAYS ago") { $0.weekdaysAway(-1) }
        row("DATED", "a WDAY from now") { .day(.weekdays(1, $0.weekday(0))) }
        row("DATED", "in NUMBER WORKDAYS", shows: "from now: in 3 working days") { $0.workdaysAway(1) }
        row("DATED", "in a WORKDAYS", .day(.workdays(1)))
        row("DATED", "NUMBER WORKDAYS from now") { $0.workdaysAway(1) }
        row("DATED", "NUMBER WORKDAYS ago") { $0.workdaysAway(-1) }
    }

    // MARK: Times of day

    static func times(_ row: inout Table) {
        row("FIXED", "CLOCK", shows: "time: 9:00") { $0.clock(half: nil) }
        row("FIXED", "CLOCK HALF") { $0.clock(half: $0.int(1)) }
        row("FIXED", "CLOCK ~HALFLETTER [~. ~m ~.?]") { $0.clock(half: $0.int(1)) }
        row("FIXED", "CLOCK HALFLETTER ~. ~m ~.?") { $0.clock(half: $0.int(1)) }
        row("FIXED", "CLOCK ~h") { $0.clock(half: nil) }
        row("FIXED", "CLOCK uhr") { $0.clock(half: nil) }
        row("FIXED", "N2 HALF ~.?", shows: "time: 9am") { $0.hour(0, half: $0.int(1)) }
        row("FIXED", "N2 ~HALFLETTER [~. ~m ~.?]") { $0.hour(0, half: $0.int(1)) }
        row("FIXED", "N2 HALFLETTER ~. ~m ~.?") { $0.hour(0, half: $0.int(1)) }
        row("FIXED", "CARDINAL HALF") { $0.hour(0, half: $0.int(1)) }
        row("FIXED", "N2 ~. ~NN HALF") { $0.hour(0, 1, half: $0.int(2)) }
        row("FIXED", "N2 ~. ~NN", weak: .alone) { $0.dottedTime }
        row("FIXED", "N2 ~. ~NN uhr") { $0.hour(0, 1, half: nil) }
        row("FIXED", "N2 uhr") { $0.hour(0, half: nil) }
        row("FIXED", "N2 ~h") { $0.hourMark }
        row("FIXED", "N2 ~h ~NN", shows: "time: 17h30") { $0.hourMark }
        row("FIXED", "N4", weak: .alone) { $0.fourDigits(isTold: false) }
        row("FIXED", "noon|midday", weak: .capital, shows: "time: noon") { _ in .clock(Clock(time: .noon)) }
        row("FIXED", "midnight", .clock(Clock(time: .midnight, isMidnight: true)))
        row("FIXED", "N2 noon|midday") { $0.int(0) == 12 ? .clock(Clock(time: .noon)) : .none }
        row("FIXED", "N2 midnight") { $0.int(0) == 12 ? .clock(Clock(time: .midnight, isMidnight: true)) : .none }
        row("FIXED", "NUMBER o clock") { $0.eitherHour(0) }
        row("FIXED", "NUMBER o ' clock") { $0.eitherHour(0) }
        row("FIXED", "NUMBER oclock") { $0.eitherHour(0) }
        row("FIXED", "CARDINAL SPOKEN") { $0.spoken(half: nil) }
        row("FIXED", "CARDINAL SPOKEN HALF") { $0.spoken(half: $0.int(2)) }
        row("FIXED", "half past NUMBER HALF?", shows: "time: half past nine") { $0.past(30, hour: 0, half: 1) }
        row("FIXED", "a? quarter past NUMBER HALF?") { $0.past(15, hour: 0, half: 1) }
        row("FIXED", "a? quarter to NUMBER HALF?") { $0.past(-15, hour: 0, half: 1) }
        row("FIXED", "NUMBER minutes? past NUMBER HALF?") { $0.past($0.int(0), hour: 1, half: 2) }
        row("FIXED", "NUMBER minutes to NUMBER HALF?") { $0.past(-$0.int(0), hour: 1, half: 2) }
        row("FIXED", "NUMBER to NUMBER HALF?", .typed) { $0.toTheHour }
        row("FIXED", "half past noon", .clock(Clock(time: CivilTime(unchecked: 45_000))))
        row("FIXED", "a? quarter past noon", .clock(Clock(time: CivilTime(unchecked: 44_100))))
        row("FIXED", "a? quarter to noon", .clock(Clock(time: CivilTime(unchecked: 42_300))))
        row("FIXED", "NUMBER minutes? past noon") { $0.pastNoon(1) }
        row("FIXED", "NUMBER minutes to noon") { $0.pastNoon(-1) }
        row("FIXED", "half NUMBER HALF?") { $0.halfHour }

        row("PARTNAME", "PART", weak: .capital, shows: "part of day: morning · day and time: monday morning") {
            .clock(Clock(part: $0.part(0)))
        }
        row("PARTNAME", "in the PART") { .clock(Clock(part: $0.part(0))) }
        row("PARTNAME", "at night", .clock(Clock(part: .evening)))
        row("PARTNAME", "this PART") { .clock(Clock(part: $0.part(0), isToday: true)) }
        row("PARTNAME", "tonight|tonite", shows: "part of day: tonight", .clock(Clock(part: .evening, isToday: true)))
        row("PARTNAME", "first thing in the? morning", .clock(Clock(part: .morning)))
        row("PARTNAME", "first thing this morning", .clock(Clock(part: .morning, isToday: true)))

        row("TOLD", "FIXED sharp|exactly?")
        row("TOLD", "at|@ FIXED sharp|exactly?")
        row("TOLD", "at|@ N4", weak: .alone) { $0.fourDigits(isTold: true) }
        row("TOLD", "at|@ N2", weak: .alone) { $0.eitherHour(0, at: 1) }
        row("TOLD", "at|@ CARDINAL", weak: .alone) { $0.eitherHour(0, at: 1) }
        row("HOUR", "N2", weak: .always) { $0.eitherHour(0) }
        row("HOUR", "CARDINAL", weak: .always) { $0.eitherHour(0) }
        row("TIME", "TOLD")
        row("TIME", "PARTNAME")
        row("TIME", "TOLD PARTNAME") { $0.inPart(0, 1) }
        row("TIME", "HOUR PARTNAME") { $0.inPart(0, 1) }
        row("TIME", "PARTNAME HOUR", weak: .always) { $0.inPart(1, 0) }
        row("TIME", "PARTNAME TOLD", shows: "part of day: tonight at 8") { $0.inPart(1, 0) }
        row("ALLDAY", "all -? day", .when(When(isAllDay: true)))
    }

    // MARK: A day and a time

    static func whens(_ row: inout Table) {
        row("DATETIME", "DAY") { .when(When(day: $0.day(0))) }
        row("DATETIME", "TIME") { $0.when(day: nil, clock: 0) }
        row("DATETIME", "DAY TIME", shows: "as in a file: 2026-11-22 9:00 · day and time: tomorrow 9am") {
            $0.when(day: 0, clock: 1)
        }
        row("DATETIME", "TIME DAY") { $0.when(day: 1, clock: 0) }
        // `next month 12` may be a day of it.
        row("DATETIME", "on? NAMED HOUR", weak: .always, shows: "day and time: mon 9") {
            if case .first(.period(.month, _)) = $0.day(0) { .none } else { $0.when(day: 0, clock: 1) }
        }
        // `mon 23 9:30`, where the 23rd has to be that Monday
        row("DATETIME", "next? WDAY N2 TIME") { $0.numberedWhen }
        // `mon 23`, which is an hour too
        row("DATETIME", "next? WDAY N2", weak: .always) {
            .when(When(day: .numbered($0.int(1), .weekday($0.weekday(0), weeks: 0))))
        }
        row("DATETIME", "TIME DAY PARTNAME") { $0.clockInPart }
        row("DATETIME", "first thing on? DAY morning?") { .when(When(day: $0.day(0), clock: Clock(part: .morning))) }
        row("DATETIME", "DAY first thing") { .when(When(day: $0.day(0), clock: Clock(part: .morning))) }
        row("DATETIME", "ALLDAY")
        row("DATETIME", "DAY ALLDAY", shows: "day and time: tomorrow, all day") {
            .when(When(day: $0.day(0), isAllDay: true))
        }
        row("DATETIME", "ALLDAY DAY") { .when(When(day: $0.day(1), isAllDay: true)) }
        row("DATETIME", "eod", .when(When(day: .today(0), isEndOfDay: true)))
        row("DATETIME", "the? end of the? day", .when(When(day: .today(0), isEndOfDay: true)))
        row("DATETIME", "DAY eod") { .when(When(day: $0.day(0), isEndOfDay: true)) }
        row("DATETIME", "DAY end of the? day") { .when(When(day: $0.day(0), isEndOfDay: true)) }
        row("DATETIME", "eod DAY") { .when(When(day: $0.day(0), isEndOfDay: true)) }
        row("DATETIME", "end of the? day DAY") { .when(When(day: $0.day(0), isEndOfDay: true)) }
        row("DATETIME", "right? now", .when(When(moment: .now)))
        row("DATETIME", "AWAY") { if case .when = $0[0] { $0[0] } else { .none } }
        row("DATETIME", "this|same time DAY") { .when(When(moment: .sameTime($0.day(0)))) }
        // So much later, and not on its first day.
        row("DATETIME", "this|same time next UNIT", rank: 1) {
            $0.unit(0) > .day
                ? .when(When(moment: .sameTime(.away($0.unit(0).duration(1) ?? CivilDuration(), from: .today(0)))))
                : .none
        }
        row("DATETIME", "DATE ~t ~N4") { $0.exact($0.int(1) / 100, $0.int(1) % 100, 0) }
        row("DATETIME", "DATE ~t ~N6") { $0.exact($0.int(1) / 10_000, $0.int(1) / 100 % 100, $0.int(1) % 100) }
        row("DATETIME", "DATE ~t ~CLOCK") { $0.exact($0.int(1) / 3_600, $0.int(1) / 60 % 60, $0.int(1) % 60) }
        // At the beginning, `3 days` is counted from now, unless `3 days after` is more.
        row("DATETIME", "BARE", weak: .alone)
        row("DATETIME", "BARE TIME") { $0.bareAndTime }
        row("BARE", "SPAN", shows: "from now: 3d") { $0.bare }
        row("BARE", "SPAN time") { $0.away(1).asWhen }
        row("BARE", "SPAN ~' ~s? time") { $0.away(1).asWhen }
        row("DATETIME", "TIME +|- SPAN", .apart) { $0.timeAndSpan }
        row("WHEN", "DATETIME")
        row("WHEN", "by DATETIME", [.file, .apart, .written])
        row("WHEN", "by|due DATETIME", .title) { .refuse(.dateOrDeadline, $0.filled("$0")) }
        // A name, and any day.
        row("WHEN", "tom", .title, rank: 1) { _ in .refuse(.ambiguous, "tomorrow") }
        row("WHEN", "one day", .typed, rank: 1) { _ in .refuse(.ambiguous, "tomorrow", "in one day") }
        // As listings and edits print a date: `Thu 19 Nov (tomorrow)`, `Wed 18 Nov · today`, `09:00 +01:00`.
        row("WHEN", "DATETIME ( overdue? RELATIVE [already past] )") { $0.remarked }
        row("WHEN", "DATETIME · RELATIVE") { $0.remarked }
        row("WHEN", "DATETIME +|- ~CLOCK") { $0.withOffset }
        row("RELATIVE", "NAMED")
        row("RELATIVE", "AWAY")
        row("WHEN", "due|snoozed DATETIME", .apart)
        // A time alone is today's in a listing.
        row("WHEN", "overdue|snoozed TIME", .apart, rank: 1) { $0.when(day: .today(0), clock: 0) }
    }
}
