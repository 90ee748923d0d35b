extension RecurrenceRule {
    /// The canonical friendly text, which parses to an equal rule; nil if the rule has no friendly form.
    package var friendlyText: String? {
        guard start == nil, weekStart == .monday, byWeekNumber.isEmpty, byYearDay.isEmpty, until?.offset == nil,
            let (times, rule) = splitTimes, times.isEmpty || frequency >= .daily
        else { return nil }
        // The friendly notation has its own treatment of short months; a rule that differs has no friendly form.
        guard skip == (takesShortMonths ? .backward : .omit), var text = rule.textOfDays else { return nil }
        if !times.isEmpty { text += " at " + times.map(\.description).joined(separator: ", ") }
        if let count { text += count == 1 ? " for 1 time" : " for \(count) times" }
        if let until { text += " until \(until.iso)" }
        return text.utf8.count { $0 == UInt8(ascii: " ") } < Self.mostWords ? text : nil
    }

    /// The parser of dates in words refuses a longer text.
    private static let mostWords = 140

    /// Whether a day of the rule, or one that it may take from its start, does not exist in some month of the rule.
    package var takesShortMonths: Bool {
        guard byDay.isEmpty else { return false }
        switch frequency {
        case .monthly: return byMonthDay.isEmpty || byMonthDay.contains { $0 > 28 }
        case .yearly:
            guard let shortest = byMonth.map({ CivilDate.daysInMonth(year: 2001, month: $0) }).min() else {
                return true
            }
            return byMonthDay.contains { $0 > shortest }
        default: return false
        }
    }

    private var textOfDays: String? {
        if frequency < .monthly, !byMonth.isEmpty || !byMonthDay.isEmpty || !bySetPosition.isEmpty { return nil }
        switch frequency {
        case .minutely, .hourly, .daily: return byDay.isEmpty ? every : nil
        case .weekly:
            if byDay.isEmpty { return every }
            if interval == 1, hasWorkdays { return "weekdays" }
            if interval == 1, hasWeekend { return "weekends" }
            return "\(every) on \(byDay.map { $0.weekday.name.lowercased() }.joined(separator: ", "))"
        case .monthly: return byMonth.isEmpty ? daysInMonth.map { every + $0 } : nil
        case .yearly:
            if byMonth.isEmpty { return byMonthDay.isEmpty && byDay.isEmpty ? every : nil }
            // A long list has each day once, followed by the months: `on 4th, 5th of july, november`.
            if let yearDays, yearDays.count <= 12 || !bySetPosition.isEmpty {
                let days = yearDays.map { "\($0.shortName.lowercased()) \($1)" }
                return "\(every) on \(days.joined(separator: ", "))"
            }
            // The parser refuses a date that does not exist, such as 30 February.
            let months = byMonth.compactMap(Month.init)
            guard months.allSatisfy({ month in byMonthDay.allSatisfy { $0 <= month.longest } }) else { return nil }
            guard let days = daysInMonth, !days.isEmpty else { return nil }
            return "\(every)\(days) of \(months.map { $0.name.lowercased() }.joined(separator: ", "))"
        }
    }

    /// ` on 1, last day`, ` on last friday`; empty if the rule names no days.
    private var daysInMonth: String? {
        guard byMonthDay.isEmpty || byDay.isEmpty else { return nil }
        var days: [String]
        if !bySetPosition.isEmpty {
            guard hasWorkdays, byDay.allSatisfy({ $0.ordinal == 0 }), bySetPosition.allSatisfy({ -20...20 ~= $0 })
            else {
                return nil
            }
            days = bySetPosition.map { "\(rank($0)) weekday" }
        } else if !byDay.isEmpty {
            guard byDay.allSatisfy({ $0.ordinal != 0 && -5...5 ~= $0.ordinal }) else { return nil }
            days = byDay.map { "\(rank($0.ordinal)) \($0.weekday.name.lowercased())" }
        } else {
            guard byMonthDay.allSatisfy({ $0 >= -28 }) else { return nil }
            // Before a month, a number alone would be a day of the year.
            days = byMonthDay.filter { $0 > 0 }.map { byMonth.isEmpty ? String($0) : ordinalText($0) }
            days += byMonthDay.filter { $0 < 0 }.map { "\(rank($0)) day" }
        }
        return days.isEmpty ? "" : " on \(days.joined(separator: ", "))"
    }

    /// The days of a yearly rule: every combination of month and day, or those that a position selects from them.
    var yearDays: [(Month, Int)]? {
        guard frequency == .yearly, byDay.isEmpty, !byMonthDay.isEmpty, byMonthDay.allSatisfy({ $0 > 0 }) else {
            return nil
        }
        let all = byMonth.compactMap(Month.init).flatMap { month in byMonthDay.map { (month, $0) } }
        if bySetPosition.isEmpty { return all.allSatisfy { $1 <= $0.longest } ? all : nil }
        guard byMonthDay.allSatisfy({ $0 <= 28 }), bySetPosition.allSatisfy({ 1...all.count ~= $0 }) else { return nil }
        return bySetPosition.map { all[$0 - 1] }
    }

    /// `2nd`, `last`, `2nd last`.
    private func rank(_ number: Int) -> String {
        number > 0 ? ordinalText(number) : number == -1 ? "last" : "\(ordinalText(-number)) last"
    }

    /// `daily`, `every 3 days`.
    private var every: String {
        if interval != 1 { return "every \(interval) \(frequency.unit)s" }
        return frequency == .minutely ? "every minute" : frequency.rawValue.lowercased()
    }
}

extension Month {
    package init?(_ number: Int) {
        guard 1...12 ~= number else { return nil }
        self.init(rawValue: Int8(number))
    }
}

/// `1st`, `2nd`, `3rd`, `11th`, `21st`.
package func ordinalText(_ number: Int) -> String {
    let tens = number % 100
    if 11...13 ~= tens { return "\(number)th" }
    return switch number % 10 {
    case 1: "\(number)st"
    case 2: "\(number)nd"
    case 3: "\(number)rd"
    default: "\(number)th"
    }
}
