import CivilTime

/// Every form of dates, durations and rules, one a line: the symbol, the pattern, where it may stand, and what it makes of
/// its parts. Patterns with the same value stand in one row, with semicolons between them.
///
/// In a pattern, words in lower case and signs stand for themselves (`a|b` is one of them), words in capitals for symbols.
/// `x?` and `[a b]` may be left out, `~x` has no blank before it, `^x` no comma, and `!X` must not follow. `AND` is `and`,
/// `&` or a comma, `COMMA` only that, `BAR` is `|`, and `TEXT` all that is left. `NAME` is a word in capitals, and `WORD` one
/// that is in no table. `N` is a number, `N2` one of at most two digits, `NN` of exactly two, `N1`, `N4` and so on likewise,
/// and `CLOCK` is `9:30`. Commas are allowed everywhere else. `$0[0]` is the value of the first part in capitals, and in a
/// refusal, `$0` is what was written as it.
///
/// A row is for files, titles and fields unless it says less (`Places`). Two readings of the same words are an ambiguity
/// unless one has the greater rank, for the reason that stands beside it. `weak` says that the last words may as well be the
/// first of a title. Words that are refused are rows too: they say why, and what to write instead.
///
/// To add a word, add a spelling to its line of `Lexicon`, or to a row here if it has no value; to add a form, add one row.
/// `shows` is an example of the row, after the name of a form in `Form`: help and manual print it, and a test reads it with
/// this row.
enum Productions {
    static func all(_ row: inout Table) {
        dates(&row)
        rules(&row)
        alarms(&row)
    }

    static func dates(_ row: inout Table) {
        row("NUMBER", "N; CARDINAL")
        row("FIGURE", "N ~st|nd|rd|th") { $0.figure }
        row("ORDINAL", "FIGURE; NTHS")
        row("NTHS", "NTH")
        row("NTHS", "TENS -? NTH") { $0.int(1) < 10 ? .int($0.int(0) + $0.int(1)) : .none }
        row("MNAME", "MONTH ~.?")
        row("WDAY", "WEEKDAY ~.?")
        row("WDAYS", "WDAY; WEEKDAYS")
        row("YEAR", "N4") { $0.int(0) > 0 ? $0[0] : .none }
        row("DAYNUMBER", "ORDINAL; N2 ~.?")

        // MARK: Dates of the calendar

        row("DATE", "MNAME the? DAYNUMBER", weak: .counted, shows: "day of a month: dec 25") { $0.yearly(0, 1) }
        row("DATE", "MNAME the? DAYNUMBER YEAR", weak: .farYear) { $0.yearOrClock(2, 0, 1) }
        row("DATE", "MNAME ~- ~N2") { $0.yearly(0, 1) }
        row("DATE", "the? DAYNUMBER of? MNAME", weak: .shortName, shows: "day of a month: 25 dec") { $0.yearly(1, 0) }
        row("DATE", "the? DAYNUMBER of? MNAME YEAR", weak: .farYear) { $0.yearOrClock(2, 1, 0) }
        row("DATE", "N2 ~-|/ ~MONTH; N2 ~. ~N2 ~.", shows: "day of a month: 24.12.") { $0.yearly(1, 0) }
        row("DATE", "N2 ~-|/ ~MONTH ~-|/ ~N4; N2 ~. ~N2 ~. ~N4") { $0.date(2, 1, 0) }
        row("DATE", "N2 ~-|/ ~MONTH ~-|/ ~NN") { _ in .refuse(.needsYear, "$0 $1 20$2") }
        row("DATE", "N4 MNAME DAYNUMBER") { 2000...2100 ~= $0.int(0) ? $0.date(0, 1, 2) : .none }
        row("DATE", "N4 ~- ~N2 ~- ~N2", shows: "as in a file: 2026-11-22") { $0.date(0, 1, 2) }
        row("DATE", "N4 ~/ ~N2 ~/ ~N2; N4 ~. ~N2 ~. ~N2; N4 ~-|/ ~MONTH ~-|/ ~N2") { $0.date(0, 1, 2) }
        row("DATE", "N8") { Parts.date($0.int(0) / 10_000, $0.int(0) / 100 % 100, $0.int(0) % 100) }
        row("DATE", "ISOWEEK")
        row("ISOWEEK", "N4 ~- ~w ~NN", shows: "as in a file: 2026-W48") { $0.isoWeek(day: 1) }
        row("DATE", "N4 ~- ~w ~NN ~- ~N1") { $0.isoWeek(day: $0.int(2)) }
        // `12.10` may be a time and `3.4` a price.
        row("DATE", "N2 ~. ~N2", .apart) { $0.dots }
        row("DATE", "SLASHES", weak: .alone)
        row("SLASHES", "N2 ~/ ~N2", shows: "day of a month: 24/12") { $0.slashes(year: nil) }
        row("DATE", "N2 ~/|- ~N2 ~/|- ~N4; N2 ~/ ~N2 YEAR") { $0.slashes(year: $0.int(2)) }
        row("DATE", "N2 ~/|-|. ~N2 ~/|-|. ~NN") { $0.shortYear }
        row("DATE", "HOLIDAY YEAR", weak: .farYear) { Parts.date($0.int(1), $0.int(0) / 100, $0.int(0) % 100) }
        row("DATE", "HOLIDAY", weak: .alone, shows: "day of a month: christmas") {
            Parts.yearly($0.int(0) / 100, $0.int(0) % 100)
        }
        row("DATE", "the ORDINAL; FIGURE; day N2", weak: .alone, shows: "day of a month: the 15th") {
            $0.dayOfMonth(0, .any(.month))
        }
        row("DATE", "the? ORDINAL of SCOPE; day? N2 of SCOPE") { $0.dayOfMonth(0, $0.scope(1)) }
        row("PLACE", "last") { _ in .int(-1) }
        row("PLACE", "ORDINAL")
        row("DATE", "the? PLACE WDAY of|in? SCOPE", shows: "day of a month: first monday of december") {
            $0.nth($0.weekday(1), $0.scope(2))
        }
        row("DATE", "the? PLACE WORKDAY of|in? SCOPE") { $0.nth(nil, $0.scope(2)) }
        row("DATE", "the? PLACE day of|in? SCOPE") { $0.edgeDay }
        row("DATE", "the? ORDINAL WDAY", .apart) {
            $0.int(0) < 6 ? .day(.nth($0.int(0), $0.weekday(1), .any(.month))) : .none
        }
        row("AHEAD", "next|nxt PERIOD") { .scope(.period($0.period(0), 1)) }
        row("AHEAD", "last PERIOD") { .scope(.period($0.period(0), -1)) }
        row("AHEAD", "PERIOD after next") { .scope(.period($0.period(0), 2)) }
        row("SCOPE", "MNAME YEAR?") { .scope(.month($0.month(0), year: $0.optionalInt(1))) }
        row("SCOPE", "the? AHEAD")
        row("SCOPE", "the? this PERIOD") { .scope(.period($0.period(0), 0)) }
        row("SCOPE", "the? PERIOD") { .scope(.any($0.period(0))) }

        // MARK: Days by their names

        row("NAMED", "NEAR", shows: "relative day: today · tomorrow") { .day(.today($0.int(0))) }
        row("NAMED", "yesterday", shows: "relative day: yesterday") { _ in .day(.today(-1)) }
        row("NAMED", "NEAR week", weak: .always) { .day(.today($0.int(0) + 7)) }
        row("NAMED", "NEAR fortnight", weak: .always) { .day(.today($0.int(0) + 14)) }
        row("NAMED", "WEEKEND")
        row("WEEKEND", "weekend", shows: "boundary: weekend") { _ in .day(.weekday(.saturday, weeks: 0)) }
        row("WEEKEND", "weekend after next") { _ in .day(.nextWeekend(weeks: 1)) }
        row("WEEKEND", "next|nxt weekend") { _ in .day(.nextWeekend(weeks: 0)) }
        row("WEEKEND", "this weekend") { _ in .day(.thisWeekend) }
        row("WEEKEND", "last weekend") { _ in .day(.inWeek(.saturday, -1)) }
        row("NAMED", "EOPERIOD", shows: "boundary: eoy") { .day(.last(of: .period($0.period(0), 0))) }
        row("NAMED", "SOPERIOD") { .day(.first(.period($0.period(0), 1))) }
        // `@soy milk` and `@sow seeds` are titles.
        row("NAMED", "soy", .apart) { _ in .day(.first(.period(.year, 1))) }
        row("NAMED", "sow", .apart) { _ in .day(.first(.period(.week, 1))) }
        row("NAMED", "EDGEDAY")
        row("EDGEDAY", "end of SCOPE", shows: "boundary: end of month") { .day(.last(of: $0.scope(0))) }
        row("EDGEDAY", "start|beginning of SCOPE") { .day(.first($0.scope(0))) }
        row("NAMED", "AHEAD", shows: "boundary: next week · last month") { .day(.first($0.scope(0))) }
        row("NAMED", "WEEK")
        row("WEEK", "cw|kw|wk N2; calendar? week N2", shows: "boundary: week 50") {
            1...53 ~= $0.int(0) ? .day(.week($0.int(0), .monday)) : .refuse(.noSuchDate)
        }
        // A whole period, for a query. As a date, most are its first day.
        row("SPELL", "the? WEEK; the? WEEKEND; ISOWEEK")
        row("SPELL", "SCOPE") { .day(.first($0.scope(0))) }
        row("NAMED", "the NAMED")
        row("NAMED", "WDAY", weak: .shortName, shows: "weekday: friday") { .day(.weekday($0.weekday(0), weeks: 0)) }
        row("NAMED", "next|nxt WDAY; this? coming WDAY", shows: "weekday: next friday") {
            .day(.weekday($0.weekday(0), weeks: 0))
        }
        row("NAMED", "this WDAY") { .day(.this($0.weekday(0))) }
        row("NAMED", "last WDAY", shows: "weekday: last friday") { .day(.weekday($0.weekday(0), weeks: -1)) }
        row("NAMED", "WDAY after next") { .day(.weekday($0.weekday(0), weeks: 1)) }
        row("NAMED", "WDAY week", weak: .always) { .day(.weekday($0.weekday(0), weeks: 1)) }
        row("NAMED", "WDAY fortnight", weak: .always) { .day(.weekday($0.weekday(0), weeks: 2)) }
        row("NAMED", "WDAY of? this week|wk; this week|wk on? WDAY") { .day(.inWeek($0.weekday(0), 0)) }
        row("NAMED", "WDAY of? next week|wk; next|nxt week|wk on? WDAY", shows: "weekday: monday next week") {
            .day(.inWeek($0.weekday(0), 1))
        }
        row("NAMED", "WDAY of? last week|wk") { .day(.inWeek($0.weekday(0), -1)) }
        row("NAMED", "WDAY of? the? week|wk after next") { .day(.inWeek($0.weekday(0), 2)) }
        row("NAMED", "WDAY of week N2") { .day(.week($0.int(1), $0.weekday(0))) }
        row("NAMED", "next|nxt WORKDAY", shows: "weekday: next workday") { _ in .day(.workdays(1)) }
        row("DATED", "next|nxt month on? the? ORDINAL", weak: .always) { $0.dayOfMonth(0, .period(.month, 1)) }
        row("DATED", "next|nxt FIGURE") { 1...31 ~= $0.int(0) ? .day(.nextMonthly($0.int(0))) : .none }
        row("DATED", "DATE")
        row("DATED", "WDAY the? DATE") { .day(.agreeing($0.day(1), weekday: $0.weekday(0))) }
        // `mon 9` is an hour, and there is no 24th.
        row("DATED", "next? WDAY N2") { 24...31 ~= $0.int(1) ? .day($0.numbered) : .none }
        row("NAMED", "the? day after DAY", shows: "relative day: day after tomorrow") {
            .day($0.day(0).moved(CivilDuration(days: 1)))
        }
        row("NAMED", "the? day before DAY") { .day($0.day(0).moved(CivilDuration(days: -1))) }
        row("DAY", "on? NAMED; on? DATED; at the WEEKEND; at the EDGEDAY")

        // MARK: Durations, and days that are counted

        row("AMOUNT", "NUMBER UNIT", shows: "duration: 2 weeks") { $0.amount($0.int(0), 1, unit: 1) }
        row("AMOUNT", "N ~. ~N UNIT", shows: "duration: 1.5h") { $0.decimal }
        row("AMOUNT", "NUMBER and a half UNIT; N ½ UNIT") { $0.amount($0.int(0) * 2 + 1, 2, unit: 1) }
        row("AMOUNT", "N N1 ~/ ~N1 UNIT") {
            $0.int(1) == 1 && $0.int(2) == 2 ? $0.amount($0.int(0) * 2 + 1, 2, unit: 3) : .none
        }
        row("AMOUNT", "N1 ~/ ~N1 UNIT") {
            [2, 4].contains($0.int(1)) && $0.int(0) < $0.int(1) ? $0.amount($0.int(0), $0.int(1), unit: 2) : .none
        }
        row("AMOUNT", "a|an|one UNIT and a half") { $0.amount(3, 2, unit: 0) }
        row("AMOUNT", "a|an UNIT") { $0.amount(1, 1, unit: 0) }
        row("AMOUNT", "half a|an? UNIT; a|an half UNIT", shows: "duration: half an hour") { $0.amount(1, 2, unit: 0) }
        row("AMOUNT", "a? couple of? UNIT") { $0.amount(2, 1, unit: 0) }
        row("AMOUNT", "a? quarter [of an] hour") { _ in .span(Span(value: CivilDuration(seconds: 900), unit: .hour)) }
        row("AMOUNT", "three quarters [of an] hour") { _ in
            .span(Span(value: CivilDuration(seconds: 2_700), unit: .hour))
        }
        row("AMOUNT", "N ~h|hr|hrs ~NN", rank: 1) { $0.hoursAndMinutes }
        row("AMOUNT", "a? few|several|some UNIT") { .refuse(.howMany, "3 \($0.unit(0))s", "5 \($0.unit(0))s") }
        row("AMOUNT", "N ~day", rank: 1) { $0.int(0) == 2 ? .refuse(.ambiguous, "today", "2 days") : .none }
        row("SPAN", "AMOUNT")
        row("SPAN", "AMOUNT and? SPAN", shows: "duration: 1h30m") { $0.sum }
        row("DURATION", "+? SPAN") { $0.bounded }

        row("AWAY", "in SPAN", shows: "from now: in 3 days · in 90 minutes") { $0.away(1) }
        row("AWAY", "+ SPAN later?; SPAN later; SPAN from now; in SPAN ~' ~s? time", shows: "from now: +2w") {
            $0.away(1)
        }
        row("AWAY", "in SPAN time|later", weak: .always) { $0.away(1) }
        row("AWAY", "SPAN ago; - SPAN", shows: "from now: 2 weeks ago") { $0.away(-1) }
        row("DATED", "AWAY") { if case .day = $0[0] { $0[0] } else { .none } }
        row("DATED", "SPAN after|from DAY", shows: "from now: a week after friday") { $0.beside(1) }
        row("DATED", "SPAN before DAY") { $0.beside(-1) }
        // `a week on friday`
        row("DATED", "SPAN on WDAY") { parts in
            parts.weeks().map { .day(.weekday(parts.weekday(1), weeks: $0)) } ?? .none
        }
        row("DATED", "SPAN NEAR") { parts in parts.weeks().map { .day(.today(7 * $0 + parts.int(1))) } ?? .none }
        // `friday in 2 weeks` is the Friday of that week, or the next Friday and two weeks: they may differ.
        row("DATED", "WDAY in SPAN") { parts in
            let day = parts.weekday(0)
            return parts.weeks(1).map { .either([.day(.inWeek(day, $0)), .day(.weekday(day, weeks: $0))]) } ?? .none
        }
        row("DATED", "in NUMBER WDAYS; NUMBER WDAYS from now", shows: "from now: 2 fridays from now") {
            $0.weekdaysAway(1)
        }
        row("DATED", "NUMBER WDAYS ago") { $0.weekdaysAway(-1) }
        row("DATED", "a WDAY from now") { .day(.weekday($0.weekday(0), weeks: 0)) }
        row("DATED", "in NUMBER WORKDAYS; NUMBER WORKDAYS from now", shows: "from now: in 3 working days") {
            $0.workdaysAway(1)
        }
        row("DATED", "in a WORKDAYS") { _ in .day(.workdays(1)) }
        row("DATED", "NUMBER WORKDAYS ago") { $0.workdaysAway(-1) }

        // MARK: Times of day

        row("AMPM", "HALF ~.?; ~HALFLETTER [~. ~m ~.?]; HALFLETTER ~. ~m ~.?")
        row("FIXED", "CLOCK AMPM?; CLOCK ~h; CLOCK uhr", shows: "time: 9:00") { $0.clock(half: $0.optionalInt(1)) }
        row("FIXED", "N2 AMPM; CARDINAL HALF", shows: "time: 9am") { $0.hour(half: $0.int(1)) }
        row("FIXED", "N2 ~. ~NN HALF") { $0.hour($0.int(1), half: $0.int(2)) }
        row("FIXED", "N2 ~. ~NN", weak: .alone) { $0.dottedTime }
        row("FIXED", "N2 uhr; N2 ~. ~NN uhr") { $0.hour($0.int(1), half: nil) }
        row("FIXED", "N2 ~h; N2 ~h ~NN", shows: "time: 17h30") { $0.hourMark }
        row("FIXED", "N4", weak: .alone) { $0.fourDigits(isTold: false) }
        row("FIXED", "noon|midday", weak: .capital, shows: "time: noon") { _ in .clock(Clock(time: .noon)) }
        row("FIXED", "midnight") { _ in .clock(Clock(time: .midnight, isMidnight: true)) }
        row("FIXED", "N2 noon|midday") { $0.int(0) == 12 ? .clock(Clock(time: .noon)) : .none }
        row("FIXED", "N2 midnight") { $0.int(0) == 12 ? .clock(Clock(time: .midnight, isMidnight: true)) : .none }
        row("FIXED", "NUMBER o clock; NUMBER o ' clock; NUMBER oclock") { $0.eitherHour() }
        row("FIXED", "CARDINAL SPOKEN HALF?") { $0.spoken }
        row("PAST", "half past") { _ in .int(30) }
        row("PAST", "a? quarter past") { _ in .int(15) }
        row("PAST", "a? quarter to") { _ in .int(-15) }
        row("PAST", "NUMBER minutes? past") { $0[0] }
        row("PAST", "NUMBER minutes to") { .int(-$0.int(0)) }
        row("FIXED", "PAST NUMBER HALF?", shows: "time: half past nine") { $0.past($0.int(0)) }
        row("FIXED", "PAST noon") {
            1...59 ~= abs($0.int(0)) ? .clock(Clock(time: CivilTime(unchecked: 43_200 + $0.int(0) * 60))) : .none
        }
        row("FIXED", "NUMBER to NUMBER HALF?", .typed) { $0.toTheHour }
        row("FIXED", "half NUMBER HALF?") { $0.halfHour }

        row("PARTNAME", "PART", weak: .capital, shows: "part of day: morning · day and time: monday morning") {
            .clock(Clock(part: $0.part(0)))
        }
        row("PARTNAME", "in the PART") { .clock(Clock(part: $0.part(0))) }
        row("PARTNAME", "at night") { _ in .clock(Clock(part: .evening)) }
        row("PARTNAME", "this PART") { .clock(Clock(part: $0.part(0), isToday: true)) }
        row("PARTNAME", "tonight|tonite", shows: "part of day: tonight") { _ in
            .clock(Clock(part: .evening, isToday: true))
        }
        row("PARTNAME", "first thing in the? morning") { _ in .clock(Clock(part: .morning)) }
        row("PARTNAME", "first thing this morning") { _ in .clock(Clock(part: .morning, isToday: true)) }

        row("TOLD", "at|@? FIXED sharp|exactly?")
        row("TOLD", "at|@ FOURDIGITS", weak: .alone)
        row("DASH", "-") { _ in .int(0) }
        row("FOURDIGITS", "N4") { $0.fourDigits(isTold: true) }
        row("TOLD", "at|@ N2 sharp|exactly?; at|@ CARDINAL sharp|exactly?", weak: .alone) { $0.eitherHour(at: 1) }
        row("HOUR", "N2; CARDINAL", weak: .always) { $0.eitherHour() }
        row("TIME", "TOLD; PARTNAME")
        row("TIME", "TOLD PARTNAME; HOUR PARTNAME") { $0.inPart(0, 1) }
        row("TIME", "PARTNAME HOUR", weak: .always) { $0.inPart(1, 0) }
        row("TIME", "PARTNAME TOLD", shows: "part of day: tonight at 8") { $0.inPart(1, 0) }
        row("ALLDAY", "all -? day") { _ in .when(When(isAllDay: true)) }
        row("EOD", "eod; the? end of the? day") { _ in .when(When(day: .today(0), isEndOfDay: true)) }

        // MARK: A day and a time

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
        row("DATETIME", "next? WDAY N2 TIME") {
            if let clock = $0.clock(2), !clock.isToday { .when(When(day: $0.numbered, clock: clock)) } else { .none }
        }
        // `mon 23`, which is an hour too
        row("DATETIME", "next? WDAY N2", weak: .always) { .when(When(day: $0.numbered)) }
        row("DATETIME", "TIME DAY PARTNAME") { $0.clockInPart }
        row("DATETIME", "first thing on? DAY morning?; DAY first thing") {
            .when(When(day: $0.day(0), clock: Clock(part: .morning)))
        }
        row("DATETIME", "last night") { _ in .when(When(day: .today(-1), clock: Clock(part: .evening))) }
        row("DATETIME", "ALLDAY; EOD")
        row("DATETIME", "DAY ALLDAY; DAY EOD", shows: "day and time: tomorrow, all day") { $0.on($0[0], $0[1]) }
        row("DATETIME", "ALLDAY DAY; EOD DAY") { $0.on($0[1], $0[0]) }
        row("DATETIME", "right? now") { _ in .when(When(moment: .now)) }
        row("DATETIME", "AWAY") { if case .when = $0[0] { $0[0] } else { .none } }
        row("DATETIME", "this|same time DAY") { .when(When(moment: .sameTime($0.day(0)))) }
        // So much later, and not on its first day.
        row("DATETIME", "this|same time next UNIT", rank: 1) {
            guard $0.unit(0) > .day, let duration = $0.unit(0).duration(1) else { return .none }
            return .when(When(moment: .sameTime(.away(duration, from: .today(0)))))
        }
        row("DATETIME", "DATE ~t ~N4") { $0.exact($0.int(1) / 100, $0.int(1) % 100, 0) }
        row("DATETIME", "DATE ~t ~N6") { $0.exact($0.int(1) / 10_000, $0.int(1) / 100 % 100, $0.int(1) % 100) }
        row("DATETIME", "DATE ~t ~CLOCK") { $0.exact($0.int(1) / 3_600, $0.int(1) / 60 % 60, $0.int(1) % 60) }
        // At the beginning, `3 days` is counted from now, unless `3 days after` is more.
        row("DATETIME", "BARE", weak: .alone)
        row("DATETIME", "BARE TIME") {
            if case .when(let when) = $0[0], let day = when.day, let clock = $0.clock(1) {
                .when(When(day: day, clock: clock))
            } else {
                .none
            }
        }
        row("BARE", "SPAN", shows: "from now: 3d") { $0.bare }
        row("BARE", "NUMBER WORKDAYS") { $0.workdaysAway(1).asWhen }
        row("BARE", "SPAN time; SPAN ~' ~s? time") { $0.away(1).asWhen }
        row("DATETIME", "TIME +|- SPAN", .apart) { $0.timeAndSpan }
        row("WHEN", "DATETIME")
        row("WHEN", "by DATETIME", [.file, .apart, .written])
        row("WHEN", "by|due DATETIME", .title) { _ in .refuse(.dateOrDeadline, "$0") }
        // A name, and any day.
        row("WHEN", "tom", .title, rank: 1) { _ in .refuse(.ambiguous, "tomorrow") }
        row("WHEN", "one day", .typed, rank: 1) { _ in .refuse(.ambiguous, "tomorrow", "in one day") }
        // As listings and edits print a date: `Thu 19 Nov (tomorrow)`, `Wed 18 Nov · today`, `09:00 +01:00`.
        row("WHEN", "DATETIME ( overdue? RELATIVE [already past] ); DATETIME · RELATIVE") {
            guard case .when(var when) = $0[0], case .day(let day) = $0[1] else { return .none }
            when.remark = day
            return .when(when)
        }
        row("WHEN", "DATETIME +|- ~CLOCK") { $0.withOffset }
        row("RELATIVE", "NAMED; AWAY")
        row("WHEN", "due|snoozed DATETIME", .apart)
        // A time alone is today's in a listing.
        row("WHEN", "overdue|snoozed TIME", .apart, rank: 1) { .when(When(day: .today(0), clock: $0.clock(0))) }
    }

    // MARK: Alarms of a reminder

    static func alarms(_ row: inout Table) {
        row("BASE", "the? deadline; the? due date?; it is due") { _ in .int(1) }
        row("BASE", "it; that; start; the start; the? scheduled date?; it starts") { _ in .int(0) }
        row("SIDE", "before|ahead|earlier|beforehand") { _ in .int(-1) }
        row("SIDE", "prior to?; in advance; ahead of") { _ in .int(-1) }
        row("SIDE", "after|later") { _ in .int(1) }
        row(
            "ALARM",
            "SPAN SIDE BASE? TIME?",
            shows: """
                before the date: 15 min before · 1 week before · before the deadline: 2 hours before due · \
                at a time: 2 days before at 18:00
                """
        ) { $0.alarm }
        row("EVE", "the? day before") { _ in .int(-1) }
        row("EVE", "on? the? same day; on the day") { _ in .int(0) }
        row("ALARM", "the? day before BASE?", shows: "before the date: the day before") {
            $0.alarm(CivilDuration(days: -1), base: 0, time: 1)
        }
        row("ALARM", "EVE BASE? TIME", shows: "at a time: the day before at 18:00 · on the day at 7:00") {
            $0.alarm(CivilDuration(days: $0.int(0)), base: 1, time: 2)
        }
        row("ALARM", "remind me? ALARM; reminder|alarm ALARM")
        row("ALARM", "at|on the? deadline; at|when due") { _ in
            .alarm(AlarmTrigger(.offset(CivilDuration()), from: .due))
        }
    }
}
