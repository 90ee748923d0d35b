/// One or two words that tell a listing's reader how often a rule occurs: `Daily`, `Every 2 weeks`, `Mon, Thu`, `4× a
/// year`. If no such wording is always true, it is `Repeats`.
///
/// `Daily`, `Weekly`, `Monthly` and `Yearly` mean exactly one occurrence in each day, week, month or year. COUNT, UNTIL
/// and times skipped by clock changes are not considered.
package struct RecurrenceBadge: Sendable, Hashable {
    /// From longest to shortest; all have the same meaning.
    package let spellings: [String]

    private init(_ spellings: String...) { self.spellings = spellings }

    private init(spellings: [String]) { self.spellings = spellings }

    private static let irregular = RecurrenceBadge("Repeats")

    /// - Parameter start: the day of the current occurrence, from which `Monthly` takes its day; nil if it is unknown.
    init(_ rule: RecurrenceRule, from start: CivilDate?) {
        self =
            if let days = Self.weekdays(of: rule) ?? Self.dayInMonth(of: rule) {
                days
            } else if let often = RecurrenceFrequency(rule) {
                if let start, often.times == 1, !rule.isPlain(from: start) {
                    Self.otherDay(of: rule, often)
                } else {
                    RecurrenceBadge(often)
                }
            } else {
                Self.irregular
            }
    }

    /// For a rule that occurs once in each period, but not on the day that the badge would mean if it were typed: shows
    /// the day, or how often.
    private static func otherDay(of rule: RecurrenceRule, _ often: RecurrenceFrequency) -> RecurrenceBadge {
        let count = RecurrenceBadge(counting: often)
        guard often.interval == 1, rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty else { return count }
        let names: [String]
        switch (rule.frequency, rule.byMonthDay.first, rule.byDay.first) {
        case (.weekly, nil, let day?) where rule.bySetPosition.isEmpty:
            names = [day.weekday.name + "s", day.weekday.shortName]
        case (.monthly, let day?, nil) where rule.byMonth.isEmpty && rule.bySetPosition.isEmpty:
            names = [day > 0 ? "Monthly \(ordinalText(day))" : "\(rank(day)) day"]
        case (.monthly, nil, _?) where rule.byMonth.isEmpty && rule.hasWorkdays && rule.bySetPosition.count == 1:
            names = ["\(rank(rule.bySetPosition[0])) weekday"]
        case (.yearly, let day?, nil) where day > 0 && rule.byMonth.count == 1 && rule.bySetPosition.isEmpty:
            names = ["Yearly \(day) \(Month(rule.byMonth[0])?.shortName ?? "")"]
        default: return count
        }
        return RecurrenceBadge(spellings: names + [count.spellings[1]])
    }

    /// `1st`, `Last`, `2nd last`.
    private static func rank(_ number: Int) -> String {
        number > 0 ? ordinalText(number) : number == -1 ? "Last" : "\(ordinalText(-number)) last"
    }

    /// `Mon, Thu`, `Weekdays`: once on each of some days of every week.
    private static func weekdays(of rule: RecurrenceRule) -> RecurrenceBadge? {
        guard rule.frequency == .weekly, rule.interval == 1, rule.byMonth.isEmpty, rule.bySetPosition.isEmpty,
            rule.timesADay == 1, rule.byDay.count > 1
        else { return nil }
        if rule.hasWorkdays { return RecurrenceBadge("Weekdays") }
        if rule.hasWeekend { return RecurrenceBadge("Weekends") }
        guard rule.byDay.count <= 3 else { return nil }
        let names = rule.byDay.map(\.weekday.name)
        return RecurrenceBadge(
            names.map { $0.prefix(3) }.joined(separator: ", "),
            names.map { $0.prefix(2) }.joined(separator: " ")
        )
    }

    /// `3rd Friday`: once in every month, on a day that the date alone does not reveal.
    private static func dayInMonth(of rule: RecurrenceRule) -> RecurrenceBadge? {
        guard rule.frequency == .monthly, rule.interval == 1, rule.byMonth.isEmpty, rule.byMonthDay.isEmpty,
            rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty, rule.bySetPosition.isEmpty, rule.timesADay == 1,
            rule.byDay.count == 1, let day = rule.byDay.first, day.ordinal == -1 || 1...4 ~= day.ordinal
        else { return nil }
        let rank = rank(day.ordinal)
        return RecurrenceBadge("\(rank) \(day.weekday.name)", "\(rank) \(day.weekday.shortName)")
    }

    private init(_ often: RecurrenceFrequency) {
        let (interval, unit) = (often.interval, often.unit)
        switch (often.times, interval) {
        case (1, 1) where unit == .minutely: self.init("Every minute", "Every min")
        case (1, 1): self.init(unit.adverb)
        case (1, _):
            // `2 weeks` would read as in two weeks.
            let letters =
                switch unit {
                // `10m` may be minutes or months.
                case .minutely: "min"
                case .weekly: "wk"
                case .monthly: "mo"
                case .yearly: "yr"
                default: String(unit.unit.prefix(1))
                }
            let short = "Every \(interval)\(letters)"
            self.init("Every \(interval) \(unit.unit)s", short.count > 9 ? "1×/\(interval)\(letters)" : short)
        default: self.init(counting: often)
        }
    }

    /// `4× a year`, `1× in 2 weeks`: a frequency that nobody mistakes for a rule.
    private init(counting often: RecurrenceFrequency) {
        let (times, interval, unit) = (often.times, often.interval, often.unit)
        let short = unit == .minutely ? "min" : unit.unit
        if interval == 1 {
            self.init("\(times)× \(unit == .hourly ? "an" : "a") \(unit.unit)", "\(times)×/\(short)")
        } else {
            let letters = unit == .monthly ? "mo" : short.prefix(1)
            self.init("\(times)× in \(interval) \(unit.unit)s", "\(times)×/\(interval)\(letters)")
        }
    }
}

/// How many times a rule occurs per period, if that is constant.
struct RecurrenceFrequency {
    var times: Int
    var interval: Int
    var unit: RecurrenceRule.Frequency

    /// Nil if it varies or is uncertain.
    init?(_ rule: RecurrenceRule) {
        var unit = rule.frequency
        var often: Int?
        switch unit {
        case .minutely, .hourly: often = Self.times(ofHours: rule)
        case .daily: often = rule.hasDays || !rule.bySetPosition.isEmpty ? nil : 1
        case .weekly: often = rule.byMonth.isEmpty && rule.bySetPosition.isEmpty ? max(1, rule.byDay.count) : nil
        case .monthly where rule.byMonth.isEmpty: often = Self.days(of: rule, in: Array(1...12))
        case .monthly where rule.interval == 1:
            unit = .yearly
            often = Self.days(of: rule, in: rule.byMonth).map { $0 * rule.byMonth.count }
        // Which months an interval hits depends on the start.
        case .monthly: often = nil
        case .yearly: often = Self.days(ofYear: rule)
        }
        guard var often else { return nil }
        if unit >= .daily, rule.timesADay > 1 {
            guard rule.bySetPosition.isEmpty else { return nil }
            often *= rule.timesADay
        }
        // All twelve months of a year means monthly.
        if unit == .yearly, rule.interval == 1, rule.byMonth.count == 12, rule.bySetPosition.isEmpty {
            (unit, often) = (.monthly, often / 12)
        }
        (times, interval, self.unit) = (often, rule.interval, unit)
    }

    /// Nil if any part of the rule excludes hours or days.
    private static func times(ofHours rule: RecurrenceRule) -> Int? {
        guard !rule.hasDays, rule.byHour.isEmpty, rule.bySetPosition.isEmpty, rule.bySecond.count < 2 else {
            return nil
        }
        if rule.frequency == .hourly { return max(1, rule.byMinute.count) }
        return rule.byMinute.isEmpty ? 1 : nil
    }

    /// The number of days in each of the months.
    private static func days(of rule: RecurrenceRule, in months: [Int]) -> Int? {
        guard rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty else { return nil }
        let count: Int
        switch (rule.byMonthDay.isEmpty, rule.byDay.isEmpty) {
        case (true, true): return rule.bySetPosition.isEmpty ? 1 : nil
        case (false, false): return nil
        case (false, true):
            guard areInEach(rule.byMonthDay, of: months, rule.skip) else { return nil }
            count = rule.byMonthDay.count
        case (true, false) where rule.byDay.allSatisfy({ $0.ordinal == 0 }):
            // Each weekday occurs at least four times.
            guard !rule.bySetPosition.isEmpty else { return nil }
            count = 4 * rule.byDay.count
        case (true, false):
            guard rule.byDay.allSatisfy({ 1...4 ~= abs($0.ordinal) }), areApart(rule.byDay) else { return nil }
            count = rule.byDay.count
        }
        return rule.bySetPosition.isEmpty ? count : chosen(rule.bySetPosition, of: count)
    }

    private static func days(ofYear rule: RecurrenceRule) -> Int? {
        if !rule.byYearDay.isEmpty {
            let isAlone = rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.byDay.isEmpty
            guard isAlone, rule.byWeekNumber.isEmpty, rule.bySetPosition.isEmpty, haveOneSign(rule.byYearDay),
                rule.byYearDay.allSatisfy({ abs($0) <= 365 })
            else { return nil }
            return rule.byYearDay.count
        }
        guard rule.byWeekNumber.isEmpty else { return nil }
        if rule.byMonth.isEmpty, rule.byMonthDay.isEmpty, !rule.byDay.isEmpty {
            if rule.byDay.allSatisfy({ $0.ordinal == 0 }) {
                return rule.bySetPosition.isEmpty ? nil : chosen(rule.bySetPosition, of: 52 * rule.byDay.count)
            }
            guard rule.bySetPosition.isEmpty, rule.byDay.allSatisfy({ 1...52 ~= abs($0.ordinal) }), areApart(rule.byDay)
            else { return nil }
            return rule.byDay.count
        }
        // Without month and day, it is the day of the start.
        if rule.byMonth.isEmpty, rule.byMonthDay.isEmpty { return rule.bySetPosition.isEmpty ? 1 : nil }
        let months = rule.byMonth.isEmpty ? Array(1...12) : rule.byMonth
        var inMonth = rule
        inMonth.bySetPosition = []
        if !rule.bySetPosition.isEmpty, !rule.byDay.isEmpty, rule.byDay.allSatisfy({ $0.ordinal == 0 }) {
            guard rule.byMonthDay.isEmpty else { return nil }
            return chosen(rule.bySetPosition, of: 4 * rule.byDay.count * months.count)
        }
        guard let days = days(of: inMonth, in: months) else { return nil }
        return rule.bySetPosition.isEmpty ? days * months.count : chosen(rule.bySetPosition, of: days * months.count)
    }

    /// Whether every month has all of the days, none of them twice.
    private static func areInEach(_ days: [Int], of months: [Int], _ skip: RecurrenceRule.Skip) -> Bool {
        let shortest = months.map { CivilDate.daysInMonth(year: 2001, month: $0) }.min() ?? 28
        guard haveOneSign(days) else {
            // Up to the 27th, no day is also the last one.
            return days.allSatisfy { -1...27 ~= $0 }
        }
        if days.allSatisfy({ abs($0) <= shortest }) { return true }
        let late = days.filter { abs($0) > 27 }
        return skip == .backward && late.count == 1 && days.allSatisfy { $0 > 0 }
    }

    /// Whether no two of them can be the same day, as the 4th and the last Monday can.
    private static func areApart(_ days: [RecurrenceRule.OrdinalWeekday]) -> Bool {
        days.allSatisfy { day in
            days.allSatisfy { $0.weekday != day.weekday || ($0.ordinal > 0) == (day.ordinal > 0) }
        }
    }

    private static func haveOneSign(_ numbers: [Int]) -> Bool {
        numbers.allSatisfy { $0 > 0 } || numbers.allSatisfy { $0 < 0 }
    }

    /// How many positions select an element of a set of at least `count`.
    private static func chosen(_ positions: [Int], of count: Int) -> Int? {
        haveOneSign(positions) && positions.allSatisfy { abs($0) <= count } ? positions.count : nil
    }
}

extension RecurrenceRule {
    /// The badge for a listing.
    ///
    /// - Parameter anchor: the start of the series, which supplies the day if the rule has none; nil if it is unknown.
    package func badge(anchor: DateValue?) -> RecurrenceBadge {
        let start = start ?? anchor
        var rule = start.map { completed(from: $0.date) } ?? self
        // An all-day series has no times.
        if start?.isAllDay == true, frequency >= .daily { (rule.byHour, rule.byMinute, rule.bySecond) = ([], [], []) }
        return RecurrenceBadge(rule.plainer(at: nil).timesAsDays, from: start?.date)
    }

    /// Whether the days equal those of a rule that names none and begins on this date.
    fileprivate func isPlain(from date: CivilDate) -> Bool {
        guard frequency >= .weekly, !bySetPosition.isEmpty || hasDays else { return true }
        var plain = RecurrenceRule(.friendly, frequency).completed(from: date)
        if byMonth.count == 12 { plain.byMonth = byMonth }
        return bySetPosition.isEmpty && byDay == plain.byDay && byMonthDay == plain.byMonthDay
            && byMonth == plain.byMonth
            && byYearDay.isEmpty && byWeekNumber.isEmpty
    }

    /// The number of times per day.
    var timesADay: Int { max(1, byHour.count) * max(1, byMinute.count) * max(1, bySecond.count) }

    fileprivate var hasDays: Bool {
        !(byMonth.isEmpty && byMonthDay.isEmpty && byDay.isEmpty && byYearDay.isEmpty && byWeekNumber.isEmpty)
    }

    /// Converts every hour from nine to eleven to three times a day.
    fileprivate var timesAsDays: RecurrenceRule {
        guard frequency == .hourly, interval == 1, !byHour.isEmpty, bySetPosition.isEmpty else { return self }
        var rule = self
        rule.frequency = .daily
        return rule.plainer(at: nil)
    }
}
