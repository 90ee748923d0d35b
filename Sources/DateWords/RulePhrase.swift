package import CivilTime
package import Text

/// A recurrence rule as typed (RULE in the manual), at the present, with what belongs in other keys of a file: a time of day,
/// an end, and what the next occurrence is counted from.
package struct RulePhrase: Hashable, Sendable {
    /// When a series ends.
    package enum End: Sendable, Hashable {
        /// Inclusive.
        case until(DateValue)
        /// `for 2 weeks`: counted from the first occurrence.
        case lasting(CivilDuration)
    }

    /// Nil for `none`, `never` and `once`. `for 10 times` is its `count`, and several times of day are in it.
    package internal(set) var rule: RecurrenceRule?
    /// The only time of day; it belongs in the date of the reminder.
    package internal(set) var time: CivilTime?
    package internal(set) var end: End?
    /// `starting monday`: the first day that can have an occurrence.
    package internal(set) var start: CivilDate?
    /// `every! 3 days`, `3 days after completion`.
    package internal(set) var countsFromCompletion = false
    /// The rule as written in a file; nil if there is none.
    package internal(set) var text: String?

    init() {}

    /// - Parameters:
    ///   - now: the time that an end such as `until friday` refers to.
    ///   - times: the times of the parts of a day.
    /// - Throws: a `ParseError` that names the words that are wrong, or both readings of what has two.
    package init(parsing text: String, now: CivilDateTime, times: PartsOfDay = .usual) throws(ParseError) {
        if RecurrenceRule.isRFC5545(text) {
            (rule, self.text) = (try RecurrenceRule(parsing: text), text.trimmingBlanks)
            return
        }
        try RecurrenceRule.checkLength(text)
        self = try Reader.told(text, .rule) { reader throws(Refusal) in try reader.rule(Present(now, times: times)) }
    }

    /// A spelling that means the same at any time.
    package var spelling: String {
        guard let rule else { return "none" }
        var text =
            rule.notation == .friendly
            ? rule.description : rule.displayName(anchor: DateValue(start ?? CivilDate(unchecked: 2000, 1, 1)))
        // Hours and minutes have no time but that of their start.
        let isOften = rule.frequency < .daily
        if let time, !isOften { text += " at \(time)" }
        if let start { text += " starting \(start.inWords)" + (isOften ? time.map { " \($0)" } ?? "" : "") }
        switch end {
        case .until(let value): text += " until \(WhenPhrase(value: value, named: .day).spelling)"
        case .lasting(let duration): text += " for \(duration)"
        case nil: break
        }
        return text + (countsFromCompletion ? " after completion" : "")
    }

    /// The last day of a series that begins at `start`, or its last moment; nil if the phrase has no end. `every 8 hours for
    /// 10 days` has 30 occurrences at any time of the start.
    package func until(from start: DateValue) -> DateValue? {
        switch end {
        case .until(let value): value
        case .lasting(let duration):
            if let time = start.time, let rule, rule.frequency < .daily, rule.byHour.isEmpty {
                DateValue(CivilDateTime(start.date, time).adding(duration).adding(CivilDuration(seconds: -60)))
            } else {
                DateValue(CivilDateTime(start.date).adding(duration).date.adding(days: -1))
            }
        case nil: nil
        }
    }
}

extension Present {
    /// What a rule is at the present; nil for `none` in a file.
    func reading(of rule: Rule) throws(Refusal) -> RulePhrase? {
        var reading = RulePhrase()
        if rule.flags.contains(.nothing) { return isAnyTime ? nil : reading }
        reading.countsFromCompletion = rule.flags.contains(.fromCompletion)
        var times = rule.times.flatMap { self.times(of: $0) }.sortedOnce()
        if let when = rule.start { reading.start = try date(of: when, isStart: true).date }
        if rule.flags.contains(.fromNow), rule.frequency.map({ $0 < .daily }) ?? false, reading.start == nil,
            times.isEmpty
        {
            reading.start = today
            times = [CivilTime(unchecked: now.time.secondOfDay / 60 * 60)]
        }
        if let until = rule.until {
            if isAnyTime, (try? readings(of: until)) != (try? Present(.example).readings(of: until)) {
                throw Refusal(.dependsOnNow)
            }
            let end = try date(of: until, isStart: false)
            // `every monday till thu` has one day: it may be every week from Monday to Thursday.
            if case .weekday(let day, weeks: 0)? = until.day, rule.days?.weekdays.nonzeroBitCount == 1,
                let place = until.place
            {
                let forms = ["until \(end.date.inWords)", "to \(day.name.lowercased())"]
                throw Refusal(.ambiguous, forms, at: place.lowerBound - 1..<place.upperBound)
            }
            reading.end = .until(end)
        } else if let lasting = rule.lasting {
            reading.end = .lasting(lasting)
        } else if let end = rule.end {
            if first(of: end) > today { reading.start = reading.start ?? first(of: end) }
            reading.end = .until(DateValue(last(of: end)))
        }
        var built = try rule.built()
        if times.count > 1 {
            guard let all = built.at(times) else { throw Refusal(.severalRules) }
            built = all
        }
        reading.time = times.count == 1 ? times.first : nil
        reading.rule = built
        return reading
    }

    /// Where a series begins or ends. A date without a year that has passed may be meant.
    private func date(of when: When, isStart: Bool) throws(Refusal) -> DateValue {
        let readings = try readings(of: when)
        guard let first = readings.first else { throw Refusal(.unknown) }
        if readings.count > 1 { throw Refusal(.ambiguous, readings.map(\.spelling), at: when.place) }
        let date = first.value.date
        let isFar = isStart ? date > today.adding(months: 9) : date.year > today.year && date > today.adding(months: 9)
        if isFar, when.day?.isYearly == true {
            throw Refusal(.hasPassed, [date.adding(months: -12), date].map(\.inWords), at: when.place)
        }
        return first.value
    }
}

extension Day {
    /// A day of the year without its year.
    var isYearly: Bool {
        switch self {
        case .dayOf(_, .month(_, nil)), .nth(_, _, .month(_, nil)): true
        case .first(.month(_, nil)), .last(of: .month(_, nil)): true
        case .agreeing(let day, _, _), .away(_, let day): day.isYearly
        default: false
        }
    }
}

extension Rule {
    /// The rule without its times.
    func built() throws(Refusal) -> RecurrenceRule {
        var rule = RecurrenceRule(.friendly, frequency ?? .daily)
        rule.interval = interval ?? 1
        rule.count = count
        (rule.byHour, rule.byMinute) = (hours, minutes)
        if let weekStart, rule.interval > 1 { rule.weekStart = weekStart }
        if let days { try set(days, in: &rule) }
        // In a year, a position would be counted in all of its months together.
        let isEachMonth = days.map { !$0.workdays.isEmpty && $0.months.count > 1 } ?? false
        if isEachMonth, rule.interval > 1 { throw Refusal(.severalRules) }
        if isEachMonth { rule.frequency = .monthly }
        rule.byWeekNumber = weeks
        if !months.isEmpty { rule.byMonth = months.sortedOnce() }
        if ifWeekdays != 0 { rule.byDay = ifWeekdays.weekdays.map { .init($0) } }
        let isRFC =
            flags.contains(.byClock) || !hours.isEmpty || !minutes.isEmpty || !months.isEmpty || ifWeekdays != 0
            || weekStart != nil && rule.interval > 1
            || flags.contains(.whereThereIsOne) && rule.takesShortMonths || !weeks.isEmpty
            || days?.yearDays.isEmpty == false || isEachMonth
        if isRFC { rule.notation = .rfc5545 } else if rule.takesShortMonths { rule.skip = .backward }
        return rule
    }

    private func set(_ days: RuleDays, in rule: inout RecurrenceRule) throws(Refusal) {
        rule.byMonth = days.months.sortedOnce()
        rule.byMonthDay = days.monthDays.sortedOnce()
        rule.byYearDay = days.yearDays.sortedOnce()
        rule.byDay =
            days.weekdays != 0
            ? days.weekdays.weekdays.map { .init($0) }
            : days.workdays.isEmpty ? days.nth.sortedOnce() : (62 as UInt8).weekdays.map { .init($0) }
        rule.bySetPosition = days.workdays.sortedOnce()
        guard !days.dates.isEmpty else { return }
        guard days.dates.allSatisfy({ (Month($0.month)?.longest ?? 0) >= $0.day }) else { throw Refusal(.noSuchDate) }
        rule.byMonth = days.dates.map(\.month).sortedOnce()
        rule.byMonthDay = days.dates.map(\.day).sortedOnce()
        let all = rule.byMonth.flatMap { month in rule.byMonthDay.map { RuleDays.Date(month: month, day: $0) } }
        if all.allSatisfy(days.dates.contains) { return }
        guard rule.byMonthDay.allSatisfy({ $0 <= 28 }) else { throw Refusal(.severalRules) }
        rule.bySetPosition = all.indices.filter { days.dates.contains(all[$0]) }.map { $0 + 1 }
    }
}
