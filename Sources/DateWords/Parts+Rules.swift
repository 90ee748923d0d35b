import CivilTime

/// What the rows of rules make of their parts.
extension Parts {
    func ints(_ index: Int) -> [Int] {
        switch self[index] {
        case .ints(let all): all
        case .int(let one): [one]
        default: []
        }
    }

    func mask(_ index: Int) -> UInt8 { if case .days(let days) = self[index] { days.weekdays } else { 0 } }

    var list: Value { .ints(ints(0) + ints(1)) }

    func clocks(_ index: Int) -> [Clock] {
        switch self[index] {
        case .clock(let clock): [clock]
        case .rule(let rule): rule.times
        default: []
        }
    }

    // MARK: Together

    /// `@mondays`, but not `@monday to friday`
    private var saysRepeated: Bool {
        (start..<end).contains { place in
            let word = word(place)
            return ["ev", "once", "alternate", "everyother", "after", "since", "when"].contains(word)
                || ["EVERY", "ADVERB", "PARTS"].contains { grammar.means(tokens[place].terminal, grammar.symbol($0)) }
                || word.utf8.count > 5 && word.hasSuffix("s")
        }
    }

    /// The parts of a whole rule.
    var wholeRule: Value {
        // In a title, days alone are one day and not a series, unless they say so.
        if places.contains(.title), !saysRepeated {
            let days = source.written(start + (word(start) == "from" ? 1 : 0)..<end)
            let day = tokens[min(start + 1, end - 1)].isJoined ? [source.written(start..<start + 1)] : []
            return .refuse(.dateOrSeries, all: ["every \(days)", "\(days) of the month"] + day)
        }
        let rest = self[1].merged(self[2])
        return rest.isThere ? self[0].merged(rest).checked : self[1].isThere ? .none : self[0].checked
    }

    // MARK: How often

    func every(_ count: Int, _ unit: Unit) -> Value {
        guard 1...999_999_999 ~= count else { return .refuse(.tooLarge) }
        let (frequency, interval) = unit.frequency(count)
        return .rule(
            Rule(frequency: frequency, interval: interval, flags: unit == .quarter && count == 1 ? [.quarter] : [])
        )
    }

    /// `every 2 weeks`, `every! 2 weeks`, `every monday`
    func every(_ value: Value) -> Value {
        value.alone.setting { if int(0) == 1 { $0.flags.insert(.fromCompletion) } }
    }

    var adverb: Value { every(max(1, int(0) / 10), Unit(rawValue: int(0) % 10) ?? .day) }

    /// A unit after `every`: `mo` is Monday too.
    var longUnit: Value {
        guard word(start).utf8.count > 2 else { return .none }
        return every(1, unit(0)).setting { if unit(0) == .quarter { $0.flags.insert(.eachQuarter) } }
    }

    var interval: Value {
        if word(end - 1) == "m", int(0) <= 12 {
            return .refuse(.ambiguous, "\(int(0)) minutes", "\(int(0)) months")
        }
        return every(int(0), unit(1))
    }

    /// `1.5 hours`, `1h30m`, `half year`
    var spanInterval: Value {
        guard let span = span(0), end - start > 2 || tokens[start].terminal != Token.number else { return .none }
        return every(span.value, span.unit)
    }

    func every(_ span: CivilDuration?, _ unit: Unit) -> Value {
        guard let span, span.days == 0, span.months == 0 || span.seconds == 0 else { return .none }
        if span.months > 0 {
            return unit == .year && span.months % 12 == 0 ? every(span.months / 12, .year) : every(span.months, .month)
        }
        guard span.seconds > 0, span.seconds % 60 == 0 else { return .none }
        // An hour is hourly, as in `a couple of hours`.
        let minutes = Int(span.seconds / 60)
        return unit == .hour && minutes % 60 == 0 ? every(minutes / 60, .hour) : every(minutes, .minute)
    }

    /// `every first week` may be the first of something, but for files.
    var everyNth: Value {
        let first = [
            Unit.day: "1st", .week: "first monday", .fortnight: "first monday", .month: "jan 1", .quarter: "jan 1",
        ]
        if int(0) == 1, places != .file, let other = first[unit(1)] { return .refuse(.ambiguous, "\(unit(1))", other) }
        return every(int(0), unit(1))
    }

    var everySecondDay: Value {
        guard int(0) == 2 else { return .none }
        let day = weekday(1)
        let other = Rule(frequency: .weekly, interval: 2, days: RuleDays(weekdays: 1 << UInt8(day.number)))
        guard case .rule(let nth) = RuleDays(nth: [.init(day, ordinal: 2)]).alone else { return .none }
        return .either([.rule(other), .rule(nth)])
    }

    func countedDays(_ mask: UInt8) -> Value {
        guard 2...1_000 ~= int(0) else { return .none }
        return .rule(Rule(frequency: .weekly, interval: int(0), days: RuleDays(weekdays: mask)))
    }

    /// `every other monday`
    var otherDays: Value {
        guard case .days(let days) = self[0] else { return .none }
        if places != .file, end - start == 1, ["weekday", "workday"].contains(word(start)) {
            return .refuse(.ambiguous, "2 weeks on weekdays")
        }
        return .rule(Rule(frequency: days.weekdays == 0 ? .yearly : .weekly, interval: 2, days: days))
    }

    /// `every april and december on the 1st and 24th`
    var monthsOnDays: Value {
        guard case .days(var days) = self[1], days.months.isEmpty, days.interval == 1, days.yearDays.isEmpty else {
            return .none
        }
        (days.months, days.needsMonth) = (ints(0), false)
        return days.normalized.alone
    }

    // MARK: Weekdays, and days of the year

    var weekdays: Value { .days(RuleDays(weekdays: 1 << UInt8(int(0)) | mask(1))) }

    var weekdayRange: Value {
        var (mask, day): (UInt8, Int) = (0, int(0))
        for _ in 0..<7 {
            mask |= 1 << UInt8(day)
            if day == int(1) { break }
            day = day % 7 + 1
        }
        // `tue-tue` is every day.
        return .days(RuleDays(weekdays: mask))
    }

    // MARK: Days of a month

    /// `1st to 5th`, `1-5`
    var range: Value {
        guard 1 <= int(0), int(0) < int(1), int(1) <= 31 else { return .none }
        return .ints(Array(int(0)...int(1)))
    }

    /// The nth such days, or working days.
    func nthDays(_ weekday: Weekday?) -> Value {
        guard ints(0).allSatisfy({ 1...(weekday == nil ? 20 : 5) ~= abs($0) }) else { return .refuse(.noSuchDate) }
        guard let weekday else { return .days(RuleDays(workdays: ints(0))) }
        return .days(RuleDays(nth: ints(0).map { .init(weekday, ordinal: $0) }))
    }

    func monthDays(needsMonth: Bool = false) -> Value {
        guard ints(0).allSatisfy({ -28...31 ~= $0 && $0 != 0 }) else { return .refuse(.noSuchDate) }
        return .days(RuleDays(monthDays: ints(0), needsMonth: needsMonth, isNamedDay: word(end - 1) == "day"))
    }

    /// The second and the last day in `first and last day of each quarter`, or of months.
    var daysOfMonths: Value {
        let days: Value = if case .ints = self[0] { monthDays() } else { self[0] }
        guard case .days(let days) = days, case .days(let of) = self[1] else { return .none }
        return days.of(of)
    }

    /// `1st wed jul`: only after a weekday, or `1st january` would be a day of a month.
    var monthsAfterDay: Value {
        guard start > 0, Weekday(name: word(start - 1)) != nil else { return .none }
        return .days(RuleDays(months: ints(0)))
    }

    var piece: Value { if case .days(let days) = self[0] { .rule(Rule(days: days)) } else { .none } }

    /// `monthly 15th`, but not `monthly first aid course`
    var monthDaysAlone: Value {
        if case .days(let days) = self[0], days.nth.isEmpty, days.workdays.isEmpty,
            grammar.means(tokens[end - 1].terminal, grammar.symbol("NTH"))
        {
            return .none
        }
        return piece
    }

    /// `daily`, after the days
    var repeatedAdverb: Value {
        guard case .rule(let rule) = adverb, rule.interval == 1 else { return .none }
        return .rule(Rule(repeats: rule.frequency))
    }

    func repeated(_ count: Int, _ unit: Unit) -> Value {
        1...1_000 ~= count ? .rule(Rule(interval: count, repeats: unit.frequency(1).0)) : .none
    }

    // MARK: Times

    var ruleTime: Value {
        // A part of the day alone is a row of its own.
        guard let clock = clock(0), !clock.isToday, clock.time != nil || end - start > 1 else { return .none }
        return self[0]
    }

    var times: Value { .rule(Rule(times: clocks(0) + clocks(1))) }

    var timesOfDay: Value { self[0].setting { ($0.frequency, $0.interval) = (.daily, 1) } }

    /// The 9 in `9-17`.
    var boundHour: Value {
        guard end < tokens.count, tokens[end].isJoined, tokens[end].terminal == Token.signs + 45, int(0) < 24 else {
            return .none
        }
        let clock = Clock(
            time: CivilTime(hour: int(0), minute: 0),
            isTwelveHour: 1...12 ~= int(0),
            isEither: 1...8 ~= int(0)
        )
        return .clock(clock)
    }

    func window(isBare: Bool) -> Value {
        guard let first = clock(0), let last = clock(1), let from = first.time, let to = last.time else { return .none }
        if from > to {
            guard last.isTwelveHour, to.hour < 12, to.hour + 12 > from.hour else { return .refuse(.noEnd) }
            let isBetween = word(start) == "between"
            let (hour, end) = (from.hour, to.hour + 12)
            return .refuse(.noEnd, isBetween ? "between \(hour):00 and \(end):00" : "from \(hour):00 to \(end):00")
        }
        guard !first.isEither || to >= .noon else { return .refuse(.whichHalf) }
        return .rule(
            Rule(window: [Clock(time: from, place: start..<end), Clock(time: to)], flags: isBare ? [.bareWindow] : [])
        )
    }

    func clockNumbers(_ limit: Int) -> Value {
        guard ints(0).allSatisfy({ $0 < limit }) else { return .none }
        return .rule(limit == 24 ? Rule(hours: ints(0).sortedOnce()) : Rule(minutes: ints(0).sortedOnce()))
    }

    // MARK: Where a series begins and ends

    var starting: Value {
        guard case .when(var when) = self[0], when.day != nil, !when.isAllDay, when.moment == nil else { return .none }
        var rule = Rule()
        if let clock = when.clock {
            rule.times = [clock]
            rule.flags.insert(.startTimed)
            when.clock = nil
        }
        when.place = start + 1..<end
        rule.start = when
        return .rule(rule)
    }

    /// `from 1 december to 24 december`; `from monday to friday` can be every week.
    var fromTo: Value {
        guard case .rule(var rule) = starting, case .when(let until) = self[1], until.day != nil || until.moment != nil
        else {
            return .none
        }
        if case .weekday(_, weeks: 0)? = rule.start?.day, rule.times.isEmpty { return .none }
        rule.until = until
        return .rule(rule)
    }

    var until: Value {
        guard case .when(var when) = self[1] else { return .none }
        when.place = start + 1..<end
        let isAt = when.clock != nil && tokens[start..<end].contains { grammar.text(of: $0.terminal) == "at" }
        return .rule(Rule(until: when, flags: isAt && when.day != nil ? [.untilAt] : []))
    }

    /// `daily 3x`: three in all, or on every day?
    var bareCount: Value {
        guard case .rule(var rule) = count else { return count }
        if places != .file, 2...9 ~= int(0) { rule.flags.insert(.bareCount) }
        return .rule(rule)
    }

    var count: Value {
        guard 1...999_999_999 ~= int(0) else { return .refuse(.tooLarge) }
        return .rule(Rule(count: int(0)))
    }

    func lasting(_ value: CivilDuration?, _ unit: Unit?) -> Value {
        guard let value, let unit, value.isWholeDays, unit >= .day else { return .none }
        return .rule(Rule(lasting: value))
    }
}

extension Value {
    var isThere: Bool { if case .none = self { false } else { true } }

    /// All parts of a rule together, or what is wrong with them.
    var checked: Value { if case .rule(let rule) = self { rule.checked() } else { .none } }

    /// A rule once a day, or in so many days.
    static func daily(_ clock: Clock, every interval: Int = 1) -> Value {
        .rule(Rule(frequency: .daily, interval: interval, times: [clock]))
    }

    /// All of these days of all of these months.
    static func dates(_ months: [Int], _ days: [Int]) -> Value {
        var dates: [RuleDays.Date] = []
        for month in months {
            for day in days {
                guard let name = Month(month), 1...name.longest ~= day else {
                    return 1...31 ~= day ? .refuse(.noSuchDate) : .none
                }
                dates.append(.init(month: month, day: day))
            }
        }
        return .days(RuleDays(dates: dates))
    }

    /// A rule, changed.
    func setting(_ change: (inout Rule) -> Void) -> Value {
        guard case .rule(var rule) = self else { return self }
        change(&rule)
        return .rule(rule)
    }

    func settingDays(_ change: (inout RuleDays) -> Void) -> Value {
        guard case .days(var days) = self else { return self }
        change(&days)
        return .days(days)
    }

    func adding(_ other: Value) -> Value { setting { if case .rule(let rule) = other { $0.add(rule) } } }

    /// Two parts of a rule, unless both say the same thing.
    func merged(_ other: Value) -> Value {
        guard other.isThere else { return self }
        guard case .rule(var rule) = self, case .rule(let more) = other, rule.facts & more.facts == 0 else {
            return .none
        }
        rule.add(more)
        return .rule(rule)
    }

    /// The days of both.
    func joined(_ other: Value) -> Value {
        guard other.isThere else { return self }
        guard case .days(var days) = self, case .days(let more) = other else { return .none }
        guard days.months.isEmpty, more.months.isEmpty, days.interval == 1, more.interval == 1 else { return .none }
        days.weekdays |= more.weekdays
        days.monthDays += more.monthDays
        days.nth += more.nth
        days.workdays += more.workdays
        days.dates += more.dates
        days.yearDays += more.yearDays
        days.needsMonth = days.needsMonth || more.needsMonth
        return .days(days)
    }
}

/// What the rows of advice propose.
extension Parts {
    /// `1730`, `930`
    var timeOfDigits: Value {
        let (hour, minute) = (int(0) / 100, int(0) % 100)
        guard hour < 24, minute < 60 else { return .none }
        let clock = "\(hour):\(minute.padded(2))"
        if end - start > 1 { return .refuse(.unknown, clock + (int(1) == 0 ? "am" : "pm")) }
        guard tokens[start].digits == 3, 1...8 ~= hour else { return .refuse(.timeOrNumber, clock) }
        return .refuse(.whichHalf, clock, "\(hour + 12):\(minute.padded(2))")
    }

    /// `3`, `10`
    var bareNumber: Value {
        1...8 ~= int(0) ? .refuse(.whichHalf, "\(int(0))am", "\(int(0))pm") : .refuse(.timeOrNumber, "\(int(0)):00")
    }

    /// `9-10am` begins at 9am, and `11-1pm` too.
    var startOfSpan: Value {
        let isAfternoon = (int(2) == 12) == (int(0) % 12 <= int(1) % 12)
        return .refuse(.span, "\(int(0))\(isAfternoon ? "pm" : "am")")
    }

    func monthOfYear(_ month: Int, _ year: Int) -> Value {
        guard let name = Month(int(month))?.name.lowercased() else { return .none }
        return .refuse(.noDay, "1 \(name) \(int(year))", "end of \(name) \(int(year))")
    }

    /// `2026`, `in 2027`, `1730`
    var yearOrTime: Value {
        let (year, hour, minute) = (int(0), int(0) / 100, int(0) % 100)
        let clock = end - start == 1 && hour < 24 && minute < 60 ? ["\(hour):\(minute.padded(2))"] : []
        let days = 1970...2100 ~= year ? ["1 jan \(year)"] + (clock.isEmpty ? ["31 dec \(year)"] : []) : []
        return .refuse(days.isEmpty ? .timeOrNumber : .ambiguous, all: clock + days)
    }

    var quarter: Value {
        guard let first = Month(3 * int(0) - 2), let last = Month(3 * int(0)) else { return .none }
        return .refuse(.noDay, "1 \(first.name.lowercased())", "end of \(last.name.lowercased())")
    }

    // MARK: Rules

    /// Rules with that many occurrences in each unit, or about as many.
    func howOften(_ count: Int, _ unit: Unit) -> Value {
        if count == 1 { return .refuse(.onlyHowOften, "every \(unit)") }
        let forms: [String]
        switch (unit, count) {
        case (.minute, _): return .none
        case (.hour, _): forms = ["every \(max(1, 60 / max(1, count))) minutes"]
        case (.day, 2): forms = ["daily at 9:00 and 17:00", "every 12 hours"]
        case (.day, 3...5):
            let hours = (0..<count).map { "\(8 + 12 / (count - 1) * $0):00" }
            let times = hours.dropLast().joined(separator: ", ") + " and " + (hours.last ?? "")
            forms = ["daily at \(times)"] + (24 % count == 0 ? ["every \(24 / count) hours"] : [])
        case (.day, _): forms = ["every 2 hours between 8 and 20", "every 4 hours"]
        case (.week, 2): forms = ["every mon and thu", "every 3 days"]
        case (.week, 4): forms = ["every mon, wed, fri and sun"]
        case (.week, 5): forms = ["every weekday"]
        case (.week, 6): forms = ["every day except sunday"]
        case (.week, _): forms = ["every mon, wed and fri", "every 2 days"]
        case (.month, 2): forms = ["every 1st and 15th", "every 2 weeks"]
        case (.month, 4): forms = ["every 1st, 8th, 15th and 22nd", "every week"]
        case (.month, _): forms = ["every 1st, 11th and 21st", "every 10 days"]
        case (_, 2): forms = ["every jan 1 and jul 1", "every 6 months"]
        case (_, 4): forms = ["every jan 1, apr 1, jul 1 and oct 1", "every 3 months"]
        default: forms = ["every jan 1, may 1 and sep 1", "every 4 months"]
        }
        return .refuse(unit == .day ? .atWhatTimes : .whichDays, all: forms)
    }

    /// The minute, the hours and the days of a line of a crontab.
    var cron: Value {
        let times = ints(1).compactMap { CivilTime(hour: $0, minute: int(0)) }
        guard times.count == ints(1).count, case .rule(let rule) = self[2], let days = try? rule.built(),
            let timed = days.at(times)
        else { return .none }
        return .refuse(.otherNotation, timed.description)
    }

    static func ordinal(_ number: Int) -> String {
        let last = number % 100 / 10 == 1 ? 0 : number % 10
        return "\(number)" + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th")
    }

    /// `every 3rd party`, but `every 15th pay rent`
    var smallOrdinal: Value {
        guard let next = optionalInt(2), next < tokens.count, tokens[next].terminal == Token.unknown,
            !tokens[next].isCapital, int(1) <= 3
        else { return .none }
        return .refused(Refusal(.whatItCounts, ["$0 $1 of the month"], at: start..<next))
    }

    /// `monthly from jan to june`
    var monthsOfRule: Value {
        let count = (int(2) - int(1)).modulo(12)
        let all = (0...count).compactMap { Month((int(1) - 1 + $0) % 12 + 1)?.name.lowercased() }
        let listed = all.count > 1 ? all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "") : all[0]
        let end = int(2) == 2 ? 28 : month(2).longest
        let once = "$0 from 1 $1 to \(end) $2"
        return .refuse(.ambiguous, "$0 in \(listed)" + "||1st of \(listed)", once)
    }
}
