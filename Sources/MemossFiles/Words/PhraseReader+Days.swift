internal import Bytes

/// Parses days: `tomorrow`, `next friday`, `25 dec`, `the 15th`, `in 3 days`, `end of month`.
extension PhraseReader {
    enum Day {
        case fixed(CivilDate)
        /// This day of the next year that has it.
        case yearly(Month, Int)
        /// This day of the next month that has it.
        case monthly(Int)
        /// The nth such weekday of a month, or its nth working day, from its end if negative; of the next month that has
        /// it if none is named.
        case nth(Int, Weekday?, Month?)
        /// `in 2 hours`: the time too, and the seconds from now, if it is not counted in days.
        case moment(CivilDateTime, elapsed: Int64?)
    }

    struct NamedDay {
        var day: Day
        /// A number after a date of the calendar may be its year.
        var allowsHour = true
        /// The weekday before a date, and its words: the two must agree.
        var weekday: (day: Weekday, start: Int)?
    }

    /// - Parameter isFirst: nothing is before it, so `3 days` can be from now.
    mutating func day(isFirst: Bool) throws(ParseError) -> NamedDay? {
        let start = position
        // What begins nothing else needs no other attempt, unless these are to be noted.
        if !isExplaining, let word = word() {
            if Self.isPlainName(word) { return try namedDay().map { NamedDay(day: .fixed($0)) } }
            if word == "in",
                let day = try attempt({ reader throws(ParseError) in try reader.counted(isFirst: isFirst) })
            {
                return NamedDay(day: day, allowsHour: false)
            }
        }
        // `the monday after next`
        if word() == "the", word(2) == "after", word(3) == "next", Weekday(word(1) ?? "") != nil {
            position += 1
        }
        if let weekday = weekday() {
            _ = accept("the")
            let date = try attempt { reader throws(ParseError) in try reader.date() }
            if let date { return NamedDay(day: date, allowsHour: false, weekday: (weekday, start)) }
            if word(-1) == "the" { position -= 1 }
            let later = try attempt { reader throws(ParseError) in try reader.weekdayInWeeks(weekday, from: start) }
            if let later { return NamedDay(day: .fixed(later), allowsHour: false) }
            let day = try self.date(of: weekday)
            try readNumber(of: day, from: start)
            return NamedDay(day: .fixed(day))
        }
        if let date = try attempt({ reader throws(ParseError) in try reader.date() }) {
            return NamedDay(day: date, allowsHour: false)
        }
        if let day = try attempt({ reader throws(ParseError) in try reader.counted(isFirst: isFirst) }) {
            return NamedDay(day: day, allowsHour: false)
        }
        if let day = try attempt({ reader throws(ParseError) in try reader.countedWeekday() }) {
            return NamedDay(day: .fixed(day), allowsHour: false)
        }
        if let day = try attempt({ reader throws(ParseError) in reader.countedWorkdays() }) {
            return NamedDay(day: .fixed(day), allowsHour: false)
        }
        guard let name = try attempt({ reader throws(ParseError) in try reader.namedDay() }) else { return nil }
        // `next friday 27`
        if Weekday(word(-1) ?? "") != nil { try readNumber(of: name, from: start) }
        // In `next month 12`, the number is not an hour.
        let isLong = position > start && (word(-1).flatMap { PhraseUnit($0) }.map { $0 > .fortnight } ?? false)
        return NamedDay(day: .fixed(name), allowsHour: !isLong)
    }

    // MARK: Names

    private mutating func namedDay() throws(ParseError) -> CivilDate? {
        // `@soy milk` and `@sow seeds` are titles.
        let isApart = isApart
        let word: ShortWord? = accept(Self.dayNames) {
            Self.namesOfDays.contains($0) || isApart && $0.isOne(of: "sow", "soy") ? $0 : nil
        }
        switch word {
        case "today", "tod": return today.adding(days: daysLater())
        case "eod":
            namesEndOfDay = true
            return today
        case "tomorrow", "tom", "tmr", "tmrw", "tmw": return today.adding(days: 1 + daysLater())
        case "yesterday": return today.adding(days: -1)
        case "weekend":
            guard self.word() == "after", self.word(1) == "next" else { return following(.saturday) }
            position += 2
            return try nextWeekend(of: "weekend after next", from: position - 3).adding(days: 7)
        case "eom": return try end(of: .month, 0)
        case "eoy": return try end(of: .year, 0)
        case "eow": return try end(of: .week, 0)
        case "som": return try beginning(of: .month, 1)
        case "sow": return try beginning(of: .week, 1)
        case "soq": return try beginning(of: .quarter, 1)
        case "soy": return try beginning(of: .year, 1)
        case "eoq": return try end(of: .quarter, 0)
        case "next", "nxt": return try next()
        case "last":
            if let period = period() { return try beginning(of: period, -1) }
            if accept("weekend") { return monday(-1).adding(days: 5) }
            guard let weekday = weekday() else { return nil }
            return following(weekday).adding(days: following(weekday) == today.adding(days: 7) ? -14 : -7)
        case "this", "coming":
            if self.word() == "coming" { position += 1 }
            if let weekday = weekday() { return try thisDay(weekday) }
            // `this week friday`
            if let day = try attempt({ reader in reader.period() == .week ? reader.weekday() : nil }) {
                return monday(0).adding(days: day.number - 1)
            }
            guard accept("weekend") else { return nil }
            return try thisWeekend()
        case "end":
            guard accept("of") else { return nil }
            _ = accept("the")
            if accept("day") {
                namesEndOfDay = true
                return today
            }
            return try scope().flatMap { (scope) throws(ParseError) in try end(of: scope) }
        case "start", "beginning":
            guard accept("of") else { return nil }
            return try scope().flatMap { (scope) throws(ParseError) in try beginning(of: scope) }
        default: return try dayBesideAnother()
        }
    }

    static let dayNames = [
        "today", "tomorrow", "yesterday", "next", "this", "last", "weekend", "end", "start", "beginning",
    ]
    private static func isPlainName(_ word: ShortWord) -> Bool {
        word.isOne(of: "tomorrow", "today", "end", "yesterday", "eom", "eod", "tod", "tom", "tmr", "tmrw")
    }
    static let shortNames = [
        "eod", "tod", "tom", "tmr", "tmrw", "tmw", "eow", "eom", "eoq", "eoy", "som", "soq", "coming", "nxt",
    ]
    private static let namesOfDays = (dayNames + shortNames).map { ShortWord($0) }

    /// `the day after tomorrow`, `the day before christmas`, `the week after next`, `the end of the month`.
    private mutating func dayBesideAnother() throws(ParseError) -> CivilDate? {
        if accept("the") { return try namedDay() }
        if accept("day") {
            guard word() != "from", let (direction, day) = try baseDay(), let day else { return nil }
            return day.adding(days: direction)
        }
        // `calendar week 50`, `cw50`
        if acceptWord("cw", "kw") { return try weekNumber().map { (week) throws(ParseError) in try comingWeek(week) } }
        if word() == "calendar", word(1) == "week" { position += 1 }
        guard let period = period() else { return nil }
        if period == .week, let week = weekNumber() { return try comingWeek(week) }
        guard accept("after"), accept("next") else { return nil }
        return try beginning(of: period, 2)
    }

    /// The next such day after today.
    mutating func following(_ weekday: Weekday) -> CivilDate {
        today.adding(days: (weekday.number - today.weekday.number - 1).modulo(7) + 1)
    }

    /// `friday`, `friday next week`, `friday week`.
    private mutating func date(of weekday: Weekday) throws(ParseError) -> CivilDate {
        if word() == "after", word(1) == "next" {
            position += 2
            return following(weekday).adding(days: 7)
        }
        let later = daysLater()
        if later > 0 { return following(weekday).adding(days: later) }
        let start = position
        _ = accept("of")
        // `friday the week after next`
        if let week = try attempt({ reader throws(ParseError) -> CivilDate? in
            reader.skip("the")
            guard reader.period() == .week, reader.accept("after"), reader.accept("next") else { return nil }
            return reader.monday(2)
        }) {
            return week.adding(days: weekday.number - 1)
        }
        let weeks: Int? = accept("next") ? 1 : accept("this") ? 0 : accept("last") ? -1 : nil
        if let weeks, period() == .week { return monday(weeks).adding(days: weekday.number - 1) }
        // `friday of week 50`
        if weeks == nil, word(-1) == "of", accept("week"), let week = weekNumber() {
            return try comingWeek(week).adding(days: weekday.number - 1)
        }
        position = start
        return following(weekday).adding(days: looksBack ? -7 : 0)
    }

    /// The `week` of `friday week` and `today week`, but not of `friday week 50`.
    private mutating func daysLater() -> Int {
        let word = word()
        guard word == "week" || word == "fortnight", number(1) == nil || isJoined(2) else { return 0 }
        position += 1
        return word == "week" ? 7 : 14
    }

    /// The Monday of this week, or of the week that many weeks later.
    private mutating func monday(_ weeks: Int) -> CivilDate {
        today.adding(days: 7 * weeks + 1 - today.weekday.number)
    }

    private mutating func next() throws(ParseError) -> CivilDate? {
        if let weekday = weekday() { return following(weekday) }
        if accept("weekend") { return try nextWeekend(of: "next weekend", from: position - 2) }
        if try acceptWorkday() { return today.adding(days: today.weekday < .friday ? 1 : 8 - today.weekday.number) }
        if let day = try dayOfComingMonth() { return day }
        guard let period = period() else { return nil }
        if period == .week {
            let day = try attempt { reader throws(ParseError) in
                _ = reader.accept("on")
                return reader.weekday()
            }
            return monday(1).adding(days: (day?.number ?? 1) - 1)
        }
        let first = try beginning(of: period, 1)
        return period == .month ? try day(ofNextMonth: first) : first
    }

    // MARK: Weeks, months, years

    enum Period {
        case week, month, quarter, year
    }

    /// A month of the year, or a period counted from the current one.
    enum Scope {
        case period(Period, Int)
        /// `the month`: the next one that has the day.
        case any(Period)
        case month(Month, year: Int?)
    }

    /// `the month`, `next year`, `december 2027`; after `of`.
    mutating func scope() throws(ParseError) -> Scope? {
        if let month = month() { return .month(month, year: year()) }
        let isDefinite = accept("the")
        let ahead: Int? = accept("next") ? 1 : accept("this") ? 0 : isDefinite ? nil : accept("last") ? -1 : nil
        guard let period = period() else { return nil }
        return ahead.map { .period(period, $0) } ?? .any(period)
    }

    mutating func period() -> Period? {
        accept(["week", "month", "quarter", "year"]) { word in
            switch word {
            case "week", "wk": .week
            case "month", "mo": .month
            case "quarter", "qtr": .quarter
            case "year", "yr": .year
            default: nil
            }
        }
    }

    mutating func beginning(of period: Period, _ ahead: Int) throws(ParseError) -> CivilDate {
        let date = today
        switch period {
        case .week: return monday(ahead)
        case .month: return CivilDate(unchecked: date.year, date.month, 1).adding(months: ahead)
        case .quarter: return CivilDate(unchecked: date.year, (date.month - 1) / 3 * 3 + 1, 1).adding(months: 3 * ahead)
        case .year: return CivilDate(unchecked: date.year, 1, 1).adding(months: 12 * ahead)
        }
    }

    mutating func end(of period: Period, _ ahead: Int) throws(ParseError) -> CivilDate {
        try beginning(of: period, ahead + 1).adding(days: -1)
    }

    mutating func beginning(of scope: Scope) throws(ParseError) -> CivilDate? {
        switch scope {
        case .period(let period, let ahead): return try beginning(of: period, ahead)
        case .any(let period):
            let date = try beginning(of: period, 0)
            return date < today ? try beginning(of: period, 1) : date
        case .month(let month, let year): return try first(of: month, year)
        }
    }

    mutating func end(of scope: Scope) throws(ParseError) -> CivilDate? {
        switch scope {
        case .period(let period, let ahead): return try end(of: period, ahead)
        case .any(let period): return try end(of: period, 0)
        case .month(let month, let year):
            let date = try first(of: month, year)
            return CivilDate(unchecked: date.year, date.month, date.daysInMonth)
        }
    }

    /// The 1st of the month in the year; without one, of the next such month that is not over.
    private mutating func first(of month: Month, _ year: Int?) throws(ParseError) -> CivilDate {
        if let year { return CivilDate(unchecked: year, month.number, 1) }
        let isOver = month.number < today.month
        let years = looksBack ? (month.number > today.month ? -1 : 0) : isOver ? 1 : 0
        return CivilDate(unchecked: today.year + years, month.number, 1)
    }

    // MARK: From now

    /// `in 3 days`, `+2w`, `2 weeks ago`, `3 days from now`, `2 days later`, `a week after 25 dec`, `a week on friday`; hours
    /// give a moment.
    private mutating func counted(isFirst: Bool) throws(ParseError) -> Day? {
        let start = position
        let sign = accept(sign: "+") ? 1 : accept(sign: "-") ? -1 : 0
        let isIn = sign == 0 && accept("in")
        guard let duration = try duration() else { return nil }
        if isIn || isFirst && sign == 0 { acceptTime() }
        var factor = sign < 0 ? -1 : 1
        var base: CivilDate?
        var isTold = accept("later") || sign != 0 || isIn
        if !isTold {
            if accept("ago") {
                (factor, isTold) = (-1, true)
            } else if let (direction, day) = try baseDay() {
                (factor, base, isTold) = (direction, day, true)
            } else if [.week, .fortnight].contains(duration.unit),
                let day = try attempt({ reader in reader.dayAfterWeeks() })
            {
                (base, isTold) = (day, true)
            }
        }
        // `20 minutes past nine` is a time.
        let isPast = duration.unit == .minute && (word() == "past" || word() == "to")
        guard isTold || isFirst && !isPast else { return nil }
        if !isTold, word(-2) == "one", word(-1) == "day" {
            throw fault("'one day' may be tomorrow or some day: write 'tomorrow' or 'in one day'", from: start)
        }
        if let minutes = duration.minutesOrMonths {
            let readings = ["min", "mo"].map { unit in
                sign < 0 ? "'-\(minutes) \(unit)'" : factor < 0 ? "'\(minutes) \(unit) ago'" : "'in \(minutes) \(unit)'"
            }
            throw fault("\(quote(from: start)) is ambiguous: write \(readings[0]) or \(readings[1])", from: start)
        }
        if let clock = duration.clock, duration.value.days != 0 || duration.value.months != 0 {
            let minute = clock.minute == 0 ? "" : " \(clock.minute) min"
            let readings = "'\(clock.hour):\(clock.minute.padded(2))' or 'and \(clock.hour) hours\(minute)'"
            throw fault("\(quote(from: start)) is ambiguous: end it with \(readings)", from: start)
        }
        if let clock = duration.clock, !isTold {
            guard clock.hour < 13 else { return nil }
            let minute = clock.minute
            let reading = "in \(clock.hour)h" + (minute == 0 ? "" : "\(minute)m")
            let time = "\(clock.hour):\(minute.padded(2))"
            throw fault("\(quote(from: start)) is ambiguous: write '\(reading)' or '\(time)'", from: start)
        }
        let value = duration.value * factor
        guard base == nil || value.isWholeDays && duration.unit >= .day else {
            throw fault("\(quote(from: start)) is not a date: hours are counted only from now", from: start)
        }
        let moved = (base.map { CivilDateTime($0) } ?? now).adding(value)
        guard moved.date != .max, moved.date != .min else {
            throw fault("\(quote(from: start)) is outside the years 1 to 9999", from: start)
        }
        // `in 0 minutes` is a time.
        if value.isWholeDays, duration.unit >= .day { return .fixed(moved.date) }
        // Never early.
        let minute = CivilDateTime(clockSeconds: (moved.clockSeconds + 59).floorDivided(by: 60) * 60)
        return .moment(minute, elapsed: value.days == 0 && value.months == 0 ? value.seconds : nil)
    }

    /// The rest of `in 3 days' time`.
    private mutating func acceptTime() {
        let start = position
        if accept(sign: "'"), word() == "s" { position += 1 }
        if word() == "time" { position += 1 } else { position = start }
    }

    /// The day in `a week on friday` and `a week tomorrow`.
    private mutating func dayAfterWeeks() -> CivilDate? {
        if accept("on") { return weekday().map { following($0) } }
        return accept("today") ? today : accept("tomorrow") ? today.adding(days: 1) : nil
    }

    /// `from now`, `after tomorrow`, `before 25 dec`: the direction, and the day unless it is today.
    private mutating func baseDay() throws(ParseError) -> (Int, CivilDate?)? {
        try attempt { reader throws(ParseError) in
            let start = reader.position
            let isBefore = reader.accept("before")
            let isFrom = !isBefore && reader.accept("from")
            guard isBefore || isFrom || reader.accept("after") else { return nil }
            if isFrom, reader.accept("now") { return (1, nil) }
            guard let named = try reader.day(isFirst: false) else { return nil }
            let value = try reader.resolve(named, time: nil, from: start)
            return value.time == nil ? (isBefore ? -1 : 1, value.date) : nil
        }
    }
}

extension CivilDuration {
    static func * (duration: CivilDuration, factor: Int) -> CivilDuration {
        CivilDuration(
            months: duration.months * factor,
            days: duration.days * factor,
            seconds: duration.seconds * Int64(factor)
        )
    }
}
