import CivilTime

/// The days of a rule.
struct RuleDays: Hashable, Sendable {
    struct Date: Hashable, Sendable {
        var month: Int
        var day: Int
    }

    /// A bit for each weekday.
    var weekdays: UInt8 = 0
    /// Days of a month, from its end if negative.
    var monthDays: [Int] = []
    var nth: [RecurrenceRule.OrdinalWeekday] = []
    /// Of the working days of a month.
    var workdays: [Int] = []
    /// Empty for every month.
    var months: [Int] = []
    /// `of every 3 months`; negative for `of every quarter`.
    var interval = 1
    var dates: [Date] = []
    /// Days of the year.
    var yearDays: [Int] = []
    /// `2nd day`, which needs a month, or it would be every other day.
    var needsMonth = false
    /// `last day`
    var isNamedDay = false

    /// Whether they are days of a month.
    var isMonthly: Bool { weekdays == 0 && dates.isEmpty && yearDays.isEmpty }

    /// Whether days of several kinds are mixed, which no rule has.
    var isMixed: Bool {
        [weekdays == 0, monthDays.isEmpty, nth.isEmpty, workdays.isEmpty, dates.isEmpty, yearDays.isEmpty]
            .count { !$0 } > 1
    }

    /// These days of some months.
    func of(_ months: RuleDays) -> Value {
        var days = self
        days.needsMonth = false
        guard months.interval < 0 else {
            (days.months, days.interval) = (months.months, months.interval)
            return .days(days.normalized)
        }
        let numbers = monthDays + workdays + nth.map(\.ordinal)
        let period = -months.interval
        if numbers.allSatisfy({ -4 ... -1 ~= $0 }) {
            days.months = Array(stride(from: period, through: 12, by: period))
        } else if numbers.allSatisfy({ 1...4 ~= $0 }) {
            days.months = Array(stride(from: 1, through: 12, by: period))
        } else {
            return .none
        }
        return .days(days.normalized)
    }

    /// Days of named months are dates, so that there is one value for them.
    var normalized: RuleDays {
        guard !months.isEmpty, !monthDays.isEmpty, monthDays.allSatisfy({ $0 > 0 }), nth.isEmpty, workdays.isEmpty
        else {
            return self
        }
        var days = RuleDays()
        days.dates = months.flatMap { month in monthDays.map { Date(month: month, day: $0) } }
        return days
    }

    /// A rule that has only these days: the shortest period in which they occur.
    var alone: Value {
        guard !isMixed else { return .refuse(.mixedDays) }
        let isYearly = !dates.isEmpty || !months.isEmpty || !yearDays.isEmpty
        let frequency: RecurrenceRule.Frequency = weekdays != 0 ? .weekly : isYearly ? .yearly : .monthly
        return .rule(Rule(frequency: frequency, interval: interval > 1 ? interval : nil, days: self))
    }
}

/// A rule, or a part of one: parts are merged if no two of them say the same thing.
struct Rule: Hashable, Sendable {
    struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: UInt16
        /// A range without `from`, which only says between which times something is counted.
        static let bareWindow = Flags(rawValue: 1 << 0)
        /// `3 times`, without `for`.
        static let bareCount = Flags(rawValue: 1 << 1)
        /// Days without `on`.
        static let bareDays = Flags(rawValue: 1 << 2)
        static let fromCompletion = Flags(rawValue: 1 << 3)
        static let fromNow = Flags(rawValue: 1 << 4)
        static let nothing = Flags(rawValue: 1 << 5)
        static let quarter = Flags(rawValue: 1 << 7)
        /// `every quarter`, and not `quarterly`.
        static let eachQuarter = Flags(rawValue: 1 << 14)
        /// `8, 14, 20`
        static let numbers = Flags(rawValue: 1 << 8)
        /// `starting tomorrow 6:00`
        static let startTimed = Flags(rawValue: 1 << 9)
        /// `starting at 7am`
        static let startsAt = Flags(rawValue: 1 << 10)
        /// `until dec 31 at 9:00`
        static let untilAt = Flags(rawValue: 1 << 11)
        /// What only rules of RFC 5545 have.
        static let byClock = Flags(rawValue: 1 << 12)
        static let whereThereIsOne = Flags(rawValue: 1 << 13)
    }

    var frequency: RecurrenceRule.Frequency?
    var interval: Int?
    var days: RuleDays?
    var times: [Clock] = []
    var window: [Clock] = []
    /// Weekdays that are left out.
    var except: UInt8 = 0
    var until: When?
    var start: When?
    /// `this week`
    var end: Scope?
    var count: Int?
    var lasting: CivilDuration?
    /// How often, said after the days.
    var repeats: RecurrenceRule.Frequency?
    var hours: [Int] = []
    var minutes: [Int] = []
    var months: [Int] = []
    /// Of the year, as ISO 8601 numbers them.
    var weeks: [Int] = []
    var ifWeekdays: UInt8 = 0
    var weekStart: Weekday?
    var flags: Flags = []

    /// A bit for each thing that it says: no two parts of a rule may say the same.
    var facts: UInt32 {
        var (facts, bit): (UInt32, UInt32) = (0, 1)
        func note(_ isSaid: Bool) {
            if isSaid { facts |= bit }
            bit <<= 1
        }
        note(frequency != nil)
        note(interval != nil)
        note(days != nil)
        // The time at which a series begins stands beside the hours of a day.
        note(!times.isEmpty)
        note(!times.isEmpty && !flags.contains(.startTimed) || !window.isEmpty)
        note(except != 0)
        // A series ends once, but `show` prints `7 times until 22 Oct 2027` for a rule that has both.
        note(until != nil || lasting != nil || end != nil)
        note(count != nil || lasting != nil || end != nil)
        note(start != nil || flags.contains(.fromNow))
        note(repeats != nil)
        note(!hours.isEmpty)
        note(!minutes.isEmpty)
        note(!months.isEmpty || !weeks.isEmpty)
        note(ifWeekdays != 0)
        note(weekStart != nil)
        return facts
    }

    /// Adds what another part says.
    mutating func add(_ other: Rule) {
        frequency = frequency ?? other.frequency
        interval = interval ?? other.interval
        days = days ?? other.days
        times += other.times
        window += other.window
        except |= other.except
        until = until ?? other.until
        start = start ?? other.start
        end = end ?? other.end
        count = count ?? other.count
        lasting = lasting ?? other.lasting
        repeats = repeats ?? other.repeats
        hours += other.hours
        minutes += other.minutes
        months += other.months
        weeks += other.weeks
        ifWeekdays |= other.ifWeekdays
        weekStart = weekStart ?? other.weekStart
        flags.formUnion(other.flags)
    }

    // MARK: Whether the parts belong together

    /// The rule with what its parts imply for each other, or what is wrong with them.
    func checked() -> Value {
        if flags.contains(.nothing) { return .rule(self) }
        guard let frequency else { return .none }
        var rule = self
        let isOften = frequency < .daily
        if flags.contains(.untilAt), times.isEmpty, window.isEmpty, !isOften {
            rule.times = [until?.clock].compactMap { $0 }
            rule.until?.clock = nil
        }
        // `friday until 5pm` is a meeting.
        if !isOften, let until = rule.until, until.day == nil, until.clock != nil { return .none }
        if let refusal = rule.setDays(frequency) { return refusal }
        // `every year` after the days says what they are already.
        if let repeats, days == nil || repeats < .weekly || repeats != rule.frequency { return .none }
        if let refusal = rule.refusedCount ?? rule.setExceptions() { return refusal }
        let (days, found) = (rule.days, rule.frequency ?? frequency)
        let isInWeeks = found == .weekly && days != nil
        let isByDate = days?.monthDays.isEmpty == false
        // What only rules of some kind have.
        let isElsewhere = [
            flags.contains(.numbers) && found != .daily && !isInWeeks,
            !months.isEmpty && found > .weekly,
            !weeks.isEmpty && !(isInWeeks && interval ?? 1 == 1 && weeks.allSatisfy { 1...53 ~= $0 }),
            (!hours.isEmpty || !minutes.isEmpty || flags.contains(.byClock)) && !isOften,
            weekStart != nil && frequency != .weekly,
            flags.contains(.whereThereIsOne) && !isByDate && days?.dates.isEmpty ?? true,
            ifWeekdays != 0 && !isByDate,
        ]
        if isElsewhere.contains(true) { return .none }
        if !weeks.isEmpty { rule.frequency = .yearly }
        return rule.checkedTimes()
    }

    /// What is wrong with the days after a frequency, if something is.
    private mutating func setDays(_ frequency: RecurrenceRule.Frequency) -> Value? {
        guard let days else { return nil }
        if days.isMixed { return .refuse(.mixedDays) }
        switch frequency {
        case .minutely, .hourly, .weekly: return days.weekdays == 0 ? Value.none : nil
        case .daily:
            guard days.weekdays.nonzeroBitCount > 1, interval ?? 1 == 1, !flags.contains(.bareDays) else {
                return Value.none
            }
            self.frequency = .weekly
        case .monthly:
            if days.weekdays != 0 { return Self.refusedWeekdays(days.weekdays) }
            guard days.isMonthly, days.months.isEmpty || interval ?? 1 == 1 else { return Value.none }
            if flags.contains(.quarter), days.isNamedDay, days.months.isEmpty, [[1], [-1]].contains(days.monthDays) {
                let (day, months) =
                    days.monthDays == [1]
                    ? ("1st", "january, april, july and october") : ("last day", "march, june, september and december")
                return .refuse(.ambiguous, whole: "every 3 months on the \(day)", "\(day) of \(months)")
            }
            // `every quarter on the 1st` is the first day of each; the 15th is in a month that the start tells.
            if flags.contains(.eachQuarter), case .days(let each) = days.of(RuleDays(interval: -3)) {
                (self.days, self.frequency, interval) = (each, .yearly, 1)
                return nil
            }
            guard days.interval <= 1 || interval ?? 1 <= 1 || interval == days.interval else { return Value.none }
            if days.interval > 1 { interval = days.interval }
            if !days.months.isEmpty { self.frequency = .yearly }
        case .yearly:
            if days.weekdays != 0 || days.isMonthly && days.months.isEmpty { return Value.none }
        }
        return nil
    }

    /// `daily 3 times`: three in all, or on every day?
    private var refusedCount: Value? {
        guard flags.contains(.bareCount), let frequency, days == nil, times.isEmpty, interval ?? 1 == 1, let count
        else {
            return nil
        }
        let examples: [RecurrenceRule.Frequency: String] = [
            .daily: "daily at 8:00, 14:00 and 20:00", .weekly: "every mon, wed and fri",
            .monthly: "every 1st, 11th and 21st", .yearly: "every jan 1, may 1 and sep 1",
        ]
        return examples[frequency].map {
            .refuse(.ambiguous, whole: "\(frequency.adverb.lowercased()) for \(count) times", $0)
        }
    }

    private static func refusedWeekdays(_ mask: UInt8) -> Value {
        let names = mask == 62 ? ["weekday"] : mask.weekdays.map { $0.name.lowercased() }
        return .refuse(
            .whichOne,
            whole: "monthly on the first \(names[0])",
            "every \(names.joined(separator: " and "))"
        )
    }

    private mutating func setExceptions() -> Value? {
        guard except != 0 else { return nil }
        let isDaily = frequency == .daily && interval ?? 1 == 1
        guard isDaily || frequency == .weekly && days != nil else { return Value.none }
        let rest = (isDaily ? 254 : days?.weekdays ?? 0) & ~except
        guard rest != 0 else { return .refuse(.excludesAll) }
        (frequency, days, except) = (.weekly, RuleDays(weekdays: rest), 0)
        return nil
    }

    private func checkedTimes() -> Value {
        guard let frequency else { return .none }
        var rule = self
        let hours = times.compactMap(\.time?.hour)
        // `at 6, 14 and 22` is on the 24-hour clock.
        if let either = times.first(where: \.isEither), !hours.contains(where: { $0 == 0 || $0 > 12 }) {
            return .refused(either.refusal)
        }
        for index in rule.times.indices { rule.times[index].isEither = false }
        if frequency < .daily {
            let isByClock = flags.contains(.byClock) || !self.hours.isEmpty || !minutes.isEmpty || !months.isEmpty
            let seconds = (interval ?? 1) * (frequency == .hourly ? 3_600 : 60)
            if let from = window.first?.time, let to = window.last?.time, !isByClock {
                rule.times = stride(from: from.secondOfDay, through: to.secondOfDay, by: max(60, seconds)).map {
                    Clock(time: CivilTime(unchecked: $0))
                }
                (rule.frequency, rule.interval, rule.window) = (days == nil ? .daily : .weekly, 1, [])
            } else if let from = window.first?.time, let to = window.last?.time,
                times.isEmpty || flags.contains(.startTimed)
            {
                // Otherwise the minute would be that of the start.
                guard from.minute == 0, to.minute == 59, self.hours.isEmpty else { return .none }
                (rule.hours, rule.window) = (Array(from.hour...to.hour), [])
            } else if !times.isEmpty && !flags.contains(.startTimed) || flags.contains(.startsAt)
                || days != nil && !isByClock
            {
                return refusedTimes(seconds)
            }
        } else {
            if flags.contains(.startsAt) || flags.contains(.bareWindow) { return .none }
            if let first = window.first, let from = first.time {
                return .refused(Refusal(.span, ["at \(from)"], at: first.place))
            }
            if times.contains(where: \.isMidnight), frequency != .daily { return .refuse(.ambiguous) }
        }
        return .rule(rule)
    }

    /// `every 8 hours at 6am`, `hourly on weekdays`: hours count on from the start, so they have no times and no days.
    private func refusedTimes(_ seconds: Int) -> Value {
        let unit = frequency == .hourly ? "hour" : "minute"
        let every = interval ?? 1 == 1 ? "every \(unit)" : "every \(interval ?? 1) \(unit)s"
        if let first = times.first?.time, days == nil {
            if times.count == 1, seconds >= 14_400, 86_400 % seconds == 0 {
                let all = stride(from: 0, to: 86_400, by: seconds).map { (first.secondOfDay + $0) % 86_400 }
                let written = all.sorted().map { "\(CivilTime(unchecked: $0))" }.joined(separator: ", ")
                return .refuse(.countedHours, whole: "daily at \(written)")
            }
            return .refuse(.countedHours, whole: "\(every) between \(first) and 23:00")
        }
        let names = (days?.weekdays ?? 0).weekdays.map { $0.name.lowercased() }.joined(separator: ", ")
        return .refuse(.countedHours, whole: "\(every) on \(names) between 9:00 and 17:00")
    }
}

extension UInt8 {
    /// The weekdays whose bits are set.
    var weekdays: [Weekday] { Weekday.allCases.filter { self & (1 << UInt8($0.number)) != 0 } }
}

extension Clock {
    /// Why an hour alone is not a time, with both readings.
    var refusal: Refusal {
        let hour = time.map { $0.hour == 0 ? 12 : $0.hour } ?? 12
        let minutes = time.map { $0.minute == 0 ? "" : ":" + $0.minute.padded(2) } ?? ""
        return Refusal(.whichHalf, ["\(hour)\(minutes)am", "\(hour)\(minutes)pm"], at: place)
    }
}

extension Value {
    /// Days as a rule.
    var alone: Value { if case .days(let days) = self { days.alone } else { self } }
}
