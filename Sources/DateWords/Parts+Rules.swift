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

    // MARK: Together

    /// Two parts of a rule, unless both say the same thing.
    func merged(_ a: Int, _ b: Int) -> Value {
        let (first, second) = (self[a].facts, self[b].facts)
        return first & second == 0 ? .pieces(first | second, self[a], self[b]) : .none
    }

    /// `@mondays`, but not `@monday to friday`
    private var saysRepeated: Bool {
        (start..<end).contains { place in
            let word = word(place)
            if ["every", "each", "ev", "once", "alternate", "everyother", "after", "since", "when"].contains(word) {
                return true
            }
            return ["ADVERB", "PARTS"].contains { grammar.means(tokens[place].terminal, grammar.symbol($0)) }
                || word.utf8.count > 5 && word.hasSuffix("s")
        }
    }

    /// A rule with its next dates.
    var printedRule: Value { self[1].isThere ? merged(0, 1) : .pieces(self[0].facts, self[0], .none) }

    /// The parts of a whole rule, which are merged only if the rule ends there.
    var wholeRule: Value {
        // In a title, days alone are one day and not a series, unless they say so.
        if places.contains(.title), !saysRepeated {
            let days = mark(start + (word(start) == "from" ? 1 : 0), end)
            let day = tokens[min(start + 1, end - 1)].isJoined ? [mark(start, start + 1)] : []
            return .refuse(.dateOrSeries, all: ["every \(days)", "\(days) of the month"] + day)
        }
        let first = self[0].facts
        guard self[2].isThere else { return self[1].isThere ? merged(0, 1) : .pieces(first, self[0], .none) }
        let (second, third) = (self[1].facts, self[2].facts)
        guard first & second == 0, first & third == 0, second & third == 0 else { return .none }
        return .pieces(first | second | third, self[0], .pieces(second | third, self[1], self[2]))
    }

    // MARK: How often

    private func rule(_ count: Int, _ unit: Unit) -> Value {
        guard 1...999_999_999 ~= count else { return .refuse(.tooLarge) }
        let (frequency, interval) = unit.frequency(count)
        return .rule(
            Rule(frequency: frequency, interval: interval, flags: unit == .quarter && count == 1 ? [.quarter] : [])
        )
    }

    func every(_ count: Int, unit index: Int) -> Value { rule(count, unit(index)) }

    /// `every 2 weeks`, `every! 2 weeks`, `every monday`
    var every: Value {
        let value: Value = if case .days(let days) = self[1] { days.alone } else { self[1] }
        guard case .rule(var rule) = value else { return value }
        if int(0) == 1 { rule.flags.insert(.fromCompletion) }
        return .rule(rule)
    }

    var daysAlone: Value { if case .days(let days) = self[0] { days.alone } else { .none } }

    var adverb: Value { rule(max(1, int(0) / 10), Unit(rawValue: int(0) % 10) ?? .day) }

    /// A unit after `every`: `mo` is Monday too.
    var longUnit: Value { word(start).utf8.count > 2 ? rule(1, unit(0)) : .none }

    var interval: Value {
        if word(end - 1) == "m", int(0) <= 12 {
            return .refuse(.ambiguous, "\(int(0)) minutes", "\(int(0)) months")
        }
        return rule(int(0), unit(1))
    }

    /// `1.5 hours`, `1h30m`, `half year`
    var spanInterval: Value {
        guard let span = span(0), end - start > 2 || tokens[start].terminal != Token.number, span.value.days == 0 else {
            return .none
        }
        if span.value.months > 0, span.value.seconds == 0 {
            let isYears = span.unit == .year && span.value.months % 12 == 0
            return isYears ? rule(span.value.months / 12, .year) : rule(span.value.months, .month)
        }
        guard span.value.months == 0, span.value.seconds > 0, span.value.seconds % 60 == 0 else { return .none }
        // An hour is hourly, as in `a couple of hours`.
        let minutes = Int(span.value.seconds / 60)
        return span.unit == .hour && minutes % 60 == 0 ? rule(minutes / 60, .hour) : rule(minutes, .minute)
    }

    var asInterval: Value {
        guard case .rule(var rule) = self[0] else { return .none }
        rule.flags.insert(.interval)
        return .rule(rule)
    }

    func everyUnit(_ unit: Int, completion: Int) -> Value {
        guard case .rule(let rule) = every(1, unit: unit) else { return .none }
        return .pieces(Value.rule(rule).facts | self[completion].facts, .rule(rule), self[completion])
    }

    /// `every first week` may be the first of something, but for files.
    var everyNth: Value {
        let first = [
            Unit.day: "1st", .week: "first monday", .fortnight: "first monday", .month: "jan 1", .quarter: "jan 1",
        ]
        if int(0) == 1, places != .file, let other = first[unit(1)] { return .refuse(.ambiguous, "\(unit(1))", other) }
        return rule(int(0), unit(1))
    }

    var oneAndAHalf: Value {
        guard let value = unit(0).duration(3, per: 2), value.days == 0 else { return .none }
        return value.months > 0 ? rule(value.months, .month) : rule(Int(value.seconds / 60), .minute)
    }

    var everySecondDay: Value {
        guard int(0) == 2 else { return .none }
        let day = weekday(1)
        let other = Rule(frequency: .weekly, interval: 2, days: RuleDays(weekdays: 1 << UInt8(day.number)))
        guard case .rule(let nth) = RuleDays(nth: [.init(day, ordinal: 2)]).alone else { return .none }
        return .either([.rule(other), .rule(nth)])
    }

    /// `every three nights`
    var nights: Value {
        guard 1...999_999_999 ~= int(0) else { return .none }
        return .rule(Rule(frequency: .daily, interval: int(0), times: [Clock(part: part(1))]))
    }

    var otherNight: Value { .rule(Rule(frequency: .daily, interval: 2, times: [Clock(part: part(0))])) }

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

    func weekdays(_ mask: UInt8) -> Value { .days(RuleDays(weekdays: mask)) }

    var weekdayRange: Value {
        var (mask, day): (UInt8, Int) = (0, int(0))
        for _ in 0..<7 {
            mask |= 1 << UInt8(day)
            if day == int(1) { break }
            day = day % 7 + 1
        }
        // `tue-tue` is every day.
        return weekdays(mask)
    }

    var shortDays: Value {
        guard case .days(let rest) = self[1] else { return .none }
        return weekdays(1 << UInt8(int(0)) | rest.weekdays)
    }

    func joined(_ a: Int, _ b: Int) -> Value { self[a].joined(self[b]) }

    func dates(months: [Int], days: [Int]) -> Value {
        var dates: [RuleDays.Date] = []
        for month in months {
            for day in days {
                guard 1...12 ~= month, let name = Month(rawValue: Int8(month)), 1...name.longest ~= day else {
                    return 1...31 ~= day ? .refuse(.noSuchDate) : .none
                }
                dates.append(.init(month: month, day: day))
            }
        }
        return .days(RuleDays(dates: dates))
    }

    var slashDays: Value {
        guard case .day(.yearly(let month, let day)) = self[0] else { return .none }
        return dates(months: [month.number], days: [day])
    }

    // MARK: Days of a month

    /// `1st to 5th`, `1-5`
    var range: Value {
        guard 1 <= int(0), int(0) < int(1), int(1) <= 31 else { return .none }
        return .ints(Array(int(0)...int(1)))
    }

    var nthDays: Value {
        guard ints(0).allSatisfy({ 1...5 ~= abs($0) }) else { return .refuse(.noSuchDate) }
        return .days(RuleDays(nth: ints(0).map { .init(weekday(1), ordinal: $0) }))
    }

    var nthWorkdays: Value {
        guard ints(0).allSatisfy({ 1...20 ~= abs($0) }) else { return .refuse(.noSuchDate) }
        return .days(RuleDays(workdays: ints(0)))
    }

    func monthDays(_ index: Int, needsMonth: Bool) -> Value {
        guard ints(index).allSatisfy({ -28...31 ~= $0 && $0 != 0 }) else { return .refuse(.noSuchDate) }
        return .days(RuleDays(monthDays: ints(index), needsMonth: needsMonth, isNamedDay: word(end - 1) == "day"))
    }

    /// `15th`: without a noun, `last` is nothing.
    var openDays: Value { ints(0).allSatisfy { $0 > 0 } ? monthDays(0, needsMonth: false) : .none }

    var onItem: Value {
        guard case .days(var days) = self[0] else { return .none }
        days.needsMonth = false
        return .days(days)
    }

    var onPositions: Value { ints(0).contains { $0 < 0 } ? monthDays(0, needsMonth: false) : .none }

    /// A list of days in no special month.
    var monthList: Value {
        guard case .days(let days) = self[0], !days.needsMonth else { return .none }
        return self[0]
    }

    /// The second and the last day in `first and last day of each quarter`, or of months.
    var daysOfMonths: Value {
        guard case .days(let days) = self[0], case .days(let of) = self[1] else { return .none }
        return days.of(of)
    }

    var positionsOfMonths: Value {
        guard ints(0).contains(where: { $0 < 0 }), case .days(let days) = monthDays(0, needsMonth: false),
            case .days(let of) = self[1]
        else { return .none }
        return days.of(of)
    }

    /// `1st wed jul`: only after a weekday, or `1st january` would be a day of a month.
    var monthsAfterDay: Value {
        guard start > 0, Weekday(name: word(start - 1)) != nil else { return .none }
        return .days(RuleDays(months: ints(0)))
    }

    var daysOfYear: Value {
        ints(0).allSatisfy { 1...366 ~= abs($0) } ? .days(RuleDays(yearDays: ints(0))) : .none
    }

    var piece: Value { if case .days(let days) = self[0] { .rule(Rule(days: days)) } else { .none } }

    /// Days without `on`, which `daily` needs.
    var bareDays: Value {
        guard case .rule(var rule) = piece else { return .none }
        rule.flags.insert(.bareDays)
        return .rule(rule)
    }

    /// `monthly 15th`, but not `monthly first aid course`
    var monthDaysAlone: Value {
        if case .days(let days) = self[0], days.nth.isEmpty, days.workdays.isEmpty,
            grammar.means(tokens[end - 1].terminal, grammar.symbol("NTH"))
        {
            return .none
        }
        return piece
    }

    func repeated(isTold: Bool) -> Value { .rule(Rule(repeats: unit(0).frequency(1).0)) }

    var repeatedAdverb: Value {
        guard case .rule(let rule) = adverb, rule.interval == 1 else { return .none }
        return .rule(Rule(repeats: rule.frequency))
    }

    func repeatedInterval(_ count: Int, unit index: Int) -> Value {
        guard 1...1_000 ~= count else { return .none }
        return .rule(Rule(interval: count, repeats: unit(index).frequency(1).0))
    }

    // MARK: Times

    var ruleTime: Value {
        // A part of the day alone is a row of its own.
        guard let clock = clock(0), !clock.isToday, clock.time != nil || end - start > 1 else { return .none }
        return self[0]
    }

    /// `every monday morning`
    func daysAndTimes(_ days: Int, _ times: Int) -> Value {
        guard case .days(let days) = self[days], case .rule(var rule) = self[times],
            case .rule(let head) = days.alone
        else { return .none }
        rule.add(head)
        if int(0) == 1 { rule.flags.insert(.fromCompletion) }
        return .rule(rule)
    }

    var times: Value {
        guard let clock = clock(0) else { return .none }
        switch self[1] {
        case .none: return .rule(Rule(times: [clock]))
        case .clock(let other): return .rule(Rule(times: [clock, other]))
        case .rule(let rest): return .rule(Rule(times: [clock] + rest.times))
        default: return .none
        }
    }

    var hourNumbers: Value {
        guard case .rule(var rule) = self[0] else { return .none }
        rule.flags.insert(.numbers)
        return .rule(rule)
    }

    /// `morning at 7`
    var partTime: Value {
        guard let clock = clock(1) else { return .none }
        return Self.joined(clock, Clock(part: part(0)))
    }

    func timesOfDay(_ frequency: RecurrenceRule.Frequency, _ interval: Int) -> Value {
        guard case .rule(var rule) = self[0] else { return .none }
        (rule.frequency, rule.interval) = (frequency, interval)
        return .rule(rule)
    }

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
        return .rule(Rule(window: [Clock(time: from), Clock(time: to)], flags: isBare ? [.bareWindow] : []))
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

    var startingAt: Value {
        guard let clock = clock(0), !clock.isToday else { return .none }
        return .rule(Rule(times: [clock], flags: [.startsAt]))
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

    var lasting: Value {
        guard let span = span(0), span.value.isWholeDays, span.unit >= .day else { return .none }
        return .rule(Rule(lasting: span.value))
    }

    var lastingUnit: Value {
        guard let value = unit(0).duration(1), value.isWholeDays else { return .none }
        return .rule(Rule(lasting: value))
    }
}

extension Value {
    var isThere: Bool { if case .none = self { false } else { true } }

    /// A bit for each thing that a part of a rule says.
    var facts: UInt32 {
        switch self {
        case .pieces(let facts, _, _): facts
        case .rule(let rule): rule.facts
        default: 0
        }
    }

    /// The parts of a rule together, or what is wrong with them.
    var whole: Value {
        if !isReading { return self }
        var rule = Rule()
        return add(to: &rule) ? rule.checked() : .none
    }

    private func add(to rule: inout Rule) -> Bool {
        switch self {
        case .rule(let part): rule.add(part)
        case .pieces(_, let first, let rest): return first.add(to: &rule) && rest.add(to: &rule)
        case .none: break
        default: return false
        }
        return true
    }

    /// The days of both.
    func joined(_ other: Value) -> Value {
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

    var asDays: Value { if case .ints(let all) = self { .days(RuleDays(monthDays: all)) } else { .none } }
}
