internal import Bytes

/// Parses a day and a time in either order.
extension PhraseReader {
    struct When {
        var value: DateValue
        var named: WhenPhrase.Named
        var parts: [WhenPhrase.Part] = []
        /// In seconds, for `in 5 hours`.
        var elapsed: Int64?
        /// Whether the day is named by its end.
        var isEndOfDay = false
    }

    /// - Parameter timeIsToday: whether a time alone is today's even if it has passed.
    mutating func when(timeIsToday: Bool) throws(ParseError) -> When? {
        let start = position
        if word() == "by" || word() == "right" && word(1) == "now" { position += 1 }
        let end = word() == "eod" ? 1 : word() == "end" && word(1) == "of" && word(2) == "day" ? 3 : 0
        if end > 0, let next = word(end), Weekday(next) != nil || next == "tomorrow" {
            position += end
            namesEndOfDay = true
        }
        let first = position
        if accept("now") {
            let minute = CivilDateTime(clockSeconds: now.clockSeconds.floorDivided(by: 60) * 60)
            return When(value: DateValue(minute), named: .both, parts: [part(.moment, from: start)])
        }
        if let found = try attempt({ reader throws(ParseError) in try reader.sameTime() }) { return found }
        var (day, time, isAllDay): (NamedDay?, Time?, Bool) = (nil, nil, false)
        var parts: [WhenPhrase.Part] = []
        if isApart, start == 0, try acceptLabel() {
            day = NamedDay(day: .fixed(today))
            parts.append(part(.day, from: start))
        }
        while !isDone {
            let before = position
            if day == nil, !isFirstThing {
                // `at the weekend`
                if word() == "at", word(1) == "the" { position += 1 } else { _ = accept("on") }
                let start = position
                if let found = try self.day(isFirst: parts.isEmpty && position == first) {
                    day = found
                    parts.append(part(.day, from: start))
                    if case .moment(let moment, let elapsed) = found.day {
                        guard time == nil, !isAllDay else {
                            throw fault("\(quote(from: start)) already includes a time: give only one", from: start)
                        }
                        try check(found, DateValue(moment))
                        let parts = [part(.moment, from: start)]
                        return When(value: DateValue(moment), named: .both, parts: parts, elapsed: elapsed)
                    }
                    continue
                }
                position = before
            }
            // `first thing monday morning`
            if time?.part == .morning, acceptWord("morning") { continue }
            // `friday eod` is that day.
            if day != nil, time == nil, acceptWord("eod") {
                namesEndOfDay = true
                continue
            }
            // `at 3 tomorrow afternoon`
            if let clock = time,
                let found = try attempt({ reader throws(ParseError) in
                    try reader.partOfDay(of: clock, from: first)
                })
            {
                time = found
                parts.append(part(.time, from: before))
                continue
            }
            if time == nil, !isAllDay {
                if acceptAllDay() {
                    isAllDay = true
                    parts.append(part(.allDay, from: before))
                    continue
                }
                if let found = try self.time(allowsHour: day?.allowsHour ?? false),
                    !found.isToday || day == nil || isToday(day)
                {
                    time = found
                    parts.append(part(.time, from: before))
                    if found.isToday { day = NamedDay(day: .fixed(today)) }
                    continue
                }
            }
            position = before
            break
        }
        guard !parts.isEmpty, day != nil || time?.needsDay != true else {
            position = start
            return nil
        }
        return try result(day, time, isAllDay: isAllDay, timeIsToday: timeIsToday, parts, from: start)
    }

    /// `this time tomorrow`, `same time next week`
    private mutating func sameTime() throws(ParseError) -> When? {
        let start = position
        guard word(1) == "time", acceptWord("this", "same"), acceptWord("time") else { return nil }
        let date: CivilDate
        if word() == "next", let unit = PhraseUnit(word(1) ?? ""), unit > .day {
            position += 2
            date = CivilDateTime(today).adding(unit.duration(1)).date
        } else {
            guard let named = try day(isFirst: false) else { return nil }
            let value = try resolve(named, time: nil, from: start)
            guard value.isAllDay else { return nil }
            date = value.date
        }
        let time = CivilTime(unchecked: now.time.secondOfDay / 60 * 60)
        return When(value: DateValue(CivilDateTime(date, time)), named: .both, parts: [part(.moment, from: start)])
    }

    /// Skips what a listing writes before a date, and says whether it stands for today: `overdue 08:00`, `snoozed 10:15`,
    /// but not `snoozed tomorrow` or `due friday`.
    private mutating func acceptLabel() throws(ParseError) -> Bool {
        let start = position
        guard acceptWord("overdue", "snoozed", "due") else { return false }
        var reader = self
        let time = word(-1) == "due" ? nil : try reader.time(allowsHour: false)
        if word(-1) == "overdue", time == nil { position = start }
        return time != nil
    }

    private func part(_ kind: WhenPhrase.Part.Kind, from start: Int) -> WhenPhrase.Part {
        WhenPhrase.Part(kind: kind, range: range(from: start))
    }

    private mutating func acceptAllDay() -> Bool {
        let start = position
        if accept("all") {
            _ = accept(sign: "-")
            if accept("day") { return true }
        }
        position = start
        return false
    }

    private mutating func isToday(_ named: NamedDay?) -> Bool {
        if case .fixed(let date)? = named?.day { date == today } else { false }
    }

    private mutating func result(
        _ day: NamedDay?,
        _ time: Time?,
        isAllDay: Bool,
        timeIsToday: Bool,
        _ parts: [WhenPhrase.Part],
        from start: Int
    ) throws(ParseError) -> When {
        if let time, let readings = time.readings, let range = parts.first(where: { $0.kind == .time })?.range {
            let message = "\(quoted(text(in: range))) is ambiguous: write \(readings)"
            throw ParseError(message, offset: range.lowerBound, length: range.count)
        }
        guard let day else {
            guard let time = time?.value else { return When(value: DateValue(today), named: .allDay, parts: parts) }
            let date = timeIsToday || time > now.time ? today : today.adding(days: 1)
            return When(value: DateValue(CivilDateTime(date, time)), named: .time, parts: parts)
        }
        var value = try resolve(day, time: time?.value, from: start, includesPast: timeIsToday)
        if let time, time.isMidnight {
            guard time.isToday else {
                let days = [value.date, value.date.adding(days: 1)].map { date in
                    "'\(date.inWords) 0:00'"
                }
                let reason = "\(quote(from: start)) is ambiguous: write \(days[0]) or \(days[1])"
                throw fault(reason, from: start)
            }
            value = DateValue(CivilDateTime(value.date.adding(days: 1)))
        }
        let named: WhenPhrase.Named = time != nil ? .both : isAllDay ? .dayWithoutTime : .day
        return When(value: value, named: named, parts: parts, isEndOfDay: namesEndOfDay)
    }

    /// The date that a day is, checked against its weekday.
    ///
    /// - Parameter includesPast: whether it may be today at a time that has passed.
    mutating func resolve(
        _ named: NamedDay,
        time: CivilTime?,
        from start: Int,
        includesPast: Bool = false
    ) throws(ParseError) -> DateValue {
        let latest = includesPast ? nil : time
        let date: CivilDate
        switch named.day {
        case .fixed(let fixed): date = fixed
        case .moment(let moment, _): return DateValue(moment)
        case .yearly(let month, let day):
            date = try coming(named, latest, from: start) { first in
                first.monthOfYear == month ? CivilDate(year: first.year, month: first.month, day: day) : nil
            }
        case .monthly(let day):
            date = try coming(named, latest, from: start) { first in
                CivilDate(year: first.year, month: first.month, day: day)
            }
        case .nth(let number, let weekday, let month):
            date = try coming(named, latest, from: start) { first in
                month == nil || first.monthOfYear == month ? first.nth(number, weekday) : nil
            }
        }
        let value = time.map { DateValue(CivilDateTime(date, $0)) } ?? DateValue(date)
        try check(named, value)
        return value
    }

    private func check(_ named: NamedDay, _ value: DateValue) throws(ParseError) {
        guard checksNow, let (weekday, start) = named.weekday, value.date.weekday != weekday else { return }
        var reader = self
        reader.position = start + 1
        let date = "\(value.date.day) \(value.date.monthOfYear.name) \(value.date.year)"
        throw reader.fault("\(date) is a \(value.date.weekday.name), not a \(weekday.name)", from: start)
    }

    /// The first such day from today on. If it is today and the time has passed, some mean today and others the next one.
    ///
    /// - Parameter dayInMonth: the day in the month that begins on the given date, if it has one.
    private mutating func coming(
        _ named: NamedDay,
        _ time: CivilTime?,
        from start: Int,
        dayInMonth: (CivilDate) -> CivilDate?
    ) throws(ParseError) -> CivilDate {
        let now = now
        var first = CivilDate(unchecked: now.date.year, now.date.month, 1)
        var passed: CivilDate?
        // A fifth Monday of February can be 40 years away.
        for _ in 0..<12 * 41 {
            if looksBack {
                if let date = dayInMonth(first), date <= now.date { return date }
                first = first.adding(months: -1)
                continue
            }
            if let date = dayInMonth(first), date >= now.date {
                let isPast = date == now.date && named.weekday == nil && time.map { $0 <= now.time } ?? false
                guard checksNow, let time, isPast || passed != nil else { return date }
                if let passed {
                    let readings = [passed, date].map { "'\($0.inWords) \(time)'" }
                    let reason = "\(quote(from: start)) is ambiguous, as \(time) has passed today"
                    throw fault("\(reason): write \(readings[0]) or \(readings[1])", from: start)
                }
                passed = date
            }
            first = first.adding(months: 1)
        }
        throw fault("there is no \(quote(from: start)) before the year 10000", from: start)
    }
}
