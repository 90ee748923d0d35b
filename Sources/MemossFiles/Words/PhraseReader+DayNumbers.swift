internal import Bytes

/// Parses days by a number, and weekends: `sunday 22`, `2 fridays from now`, `week 50`, `next weekend`.
extension PhraseReader {
    /// A number after a weekday is an hour, as in `mon 9`, or the day of the month: from 24 on and before a time. If it is
    /// that of the weekday, it can be either.
    mutating func readNumber(of date: CivilDate, from start: Int) throws(ParseError) {
        guard 1...2 ~= digits(), let number = number(), !isJoined(1), !isAmount(1) else { return }
        if 24...31 ~= number {
            position += 1
            guard checksNow, number != date.day else { return }
            let reason = "is not a date: the next \(date.weekday.name) is the \(ordinalText(date.day))"
            throw fault("\(quote(from: start)) \(reason)", from: start)
        }
        guard checksNow, number == date.day else { return }
        var reader = self
        reader.position += 1
        if (try? reader.time(allowsHour: false)) != nil {
            position += 1
            return
        }
        reader = self
        guard (try? reader.time(allowsHour: true)) != nil, reader.position == position + 1 else { return }
        let readings = "'\(date.inWords)' or '\(date.weekday.name.lowercased()) \(number):00'"
        throw reader.fault("\(reader.quote(from: start)) is ambiguous: write \(readings)", from: start)
    }

    /// The day in `next month 5th` and `next month on the 5th`. `next month 12` may be a day or an hour.
    ///
    /// - Returns: the first of the month if no day is named.
    mutating func day(ofNextMonth first: CivilDate) throws(ParseError) -> CivilDate {
        let start = position
        _ = accept("on")
        let isDefinite = accept("the")
        if isDefinite || digits() > 0, let day = try ordinal() {
            guard word().map({ Weekday($0) == nil }) ?? true else {
                position = start
                return first
            }
            if let date = CivilDate(year: first.year, month: first.month, day: day) { return date }
            let reason = "\(first.monthOfYear.name) \(first.year) has \(first.daysInMonth) days"
            throw fault("there is no \(quote(from: start - 2)): \(reason)", from: start - 2)
        }
        position = start
        guard 1...2 ~= digits(), let number = number(), 1...31 ~= number, !isJoined(1), !isAmount(1) else {
            return first
        }
        var reader = self
        reader.position += 1
        if !reader.isAtEnd, try reader.time(allowsHour: false) == nil { return first }
        reader.position = position + 1
        let clock = number < 24 && reader.isAtEnd ? " or 'next month \(number):00'" : ""
        let rest = reader.isAtEnd ? "" : " " + text(in: tokens[position + 1].range.lowerBound..<text.utf8.count)
        let day = "'\(ordinalText(number)) of next month\(rest)'"
        throw reader.fault("\(reader.quote(from: start - 2)) is ambiguous: write \(day)\(clock)", from: start - 2)
    }

    /// Whether the word makes the number before it an amount: `10 days`, `10 times`.
    private func isAmount(_ ahead: Int) -> Bool {
        word(ahead).map { PhraseUnit($0) != nil || $0 == "times" || $0 == "x" } ?? false
    }

    /// The 15th in `next 15th`: the first one after today.
    mutating func dayOfComingMonth() throws(ParseError) -> CivilDate? {
        guard digits() > 0, word(2) != "of", Month(word(2) ?? "") == nil,
            let day = try attempt({ reader throws(ParseError) in try reader.ordinal() }), 1...31 ~= day
        else { return nil }
        var first = CivilDate(unchecked: today.year, today.month, 1)
        while true {
            if let date = CivilDate(year: first.year, month: first.month, day: day), date > today { return date }
            first = first.adding(months: 1)
        }
    }

    /// `2 fridays from now`, `in 2 fridays`, `2 fridays ago`
    mutating func countedWeekday() throws(ParseError) -> CivilDate? {
        let start = position
        let isIn = accept("in")
        guard let count = accept("a") ? 1 : cardinal(), 1...1_000 ~= count, let weekday = weekday() ?? weekdays() else {
            return nil
        }
        if isIn || word() == "ago", word(-1) == "mon" {
            let (before, after) = isIn ? ("in ", "") : ("", " ago")
            let readings = ["month", "monday"].map { "'\(before)\(count) \($0)\(count == 1 ? "" : "s")\(after)'" }
            throw fault("\(quote(from: start)) is ambiguous: write \(readings[0]) or \(readings[1])", from: start)
        }
        let isAgo = !isIn && accept("ago")
        guard isIn || isAgo || accept("from") && accept("now") else { return nil }
        let last = today.adding(days: -((today.weekday.number - weekday.number - 1).modulo(7) + 1))
        return isAgo ? last.adding(days: -7 * (count - 1)) : following(weekday).adding(days: 7 * (count - 1))
    }

    /// The Friday in `friday in two weeks`: that of the week in two weeks, or two weeks after the coming one.
    mutating func weekdayInWeeks(_ weekday: Weekday, from start: Int) throws(ParseError) -> CivilDate? {
        guard accept("in"), let duration = try duration(), [.week, .fortnight].contains(duration.unit),
            duration.value.months == 0, duration.value.seconds == 0
        else { return nil }
        let today = today
        let later = following(weekday).adding(days: duration.value.days)
        let ofWeek = today.adding(days: duration.value.days + weekday.number - today.weekday.number)
        guard checksNow, later != ofWeek else { return later }
        let readings = "'\(ofWeek.inWords)' or '\(later.inWords)'"
        throw fault("\(quote(from: start)) is ambiguous: write \(readings)", from: start)
    }

    /// `in 3 working days`, `5 business days ago`
    mutating func countedWorkdays() -> CivilDate? {
        let isIn = accept("in")
        guard let count = accept("a") ? 1 : cardinal(), 1...1_000 ~= count, acceptWorkdays() else { return nil }
        let isAgo = !isIn && accept("ago")
        guard isIn || isAgo || accept("from") && accept("now") else { return nil }
        var (date, left) = (today, count)
        while left > 0 {
            date = date.adding(days: isAgo ? -1 : 1)
            if date.weekday < .saturday { left -= 1 }
        }
        return date
    }

    private mutating func acceptWorkdays() -> Bool {
        if acceptWord("workdays", "weekdays", "workday", "weekday") { return true }
        return acceptWord("working", "business") && acceptWord("day", "days")
    }

    /// The number in `week 50`.
    mutating func weekNumber() -> Int? {
        guard 1...2 ~= digits(), let number = number(), !isJoined(1), !isAmount(1) else { return nil }
        position += 1
        return number
    }

    /// The Monday of the next ISO week with this number.
    mutating func comingWeek(_ week: Int) throws(ParseError) -> CivilDate {
        let today = today
        guard 1...53 ~= week else { throw fault("a year has at most 53 weeks", from: position - 2) }
        let (year, present) = today.isoWeek
        if looksBack {
            for year in (year - 7...year).reversed() {
                if let monday = CivilDate.monday(ofWeek: week, in: year), monday <= today { return monday }
            }
        }
        if checksNow, week == present, today.weekday != .monday {
            let reason = "'week \(week)' has begun: write a day of it, as in 'today' or 'friday'"
            throw fault(reason, from: position - 2)
        }
        // The next year with 53 weeks can be seven years away.
        for year in year...year + 7 {
            if let monday = CivilDate.monday(ofWeek: week, in: year), monday >= today { return monday }
        }
        throw fault("there is no 'week \(week)' before the year 10000", from: position - 2)
    }

    // MARK: This and next

    /// On a Wednesday, `this wednesday` is ambiguous.
    mutating func thisDay(_ weekday: Weekday) throws(ParseError) -> CivilDate {
        let next = following(weekday)
        guard checksNow, word(-2) == "this", today.weekday == weekday else { return next }
        let readings = "'today' or 'next \(weekday.name.lowercased())'"
        throw fault("\(quote(from: position - 2)) is ambiguous: write \(readings)", from: position - 2)
    }

    /// Before a weekend, `next weekend` is ambiguous: many people mean the one after it.
    mutating func nextWeekend(of words: String, from start: Int) throws(ParseError) -> CivilDate {
        let saturday = following(.saturday)
        guard checksNow, today.weekday < .saturday else { return saturday }
        let later = [7, 14].map { saturday.adding(days: $0).inWords }
        let readings = words == "next weekend" ? ["this weekend", later[0]] : later
        throw fault("'\(words)' is ambiguous: write '\(readings[0])' or '\(readings[1])'", from: start)
    }

    mutating func thisWeekend() throws(ParseError) -> CivilDate {
        guard checksNow, today.weekday >= .saturday else { return following(.saturday) }
        let reason = "'this weekend' is ambiguous: write 'today' or 'next saturday'"
        throw fault(reason, from: position - 2)
    }
}
