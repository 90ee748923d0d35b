extension RecurrenceRule {
    /// The canonical friendly text, which parses to an equal rule; nil if the rule has no friendly form.
    package var friendlyText: String? {
        guard count == nil, until == nil, start == nil, weekStart == .monday, bySetPosition.isEmpty,
            byWeekNumber.isEmpty, byYearDay.isEmpty, byHour.isEmpty, byMinute.isEmpty, bySecond.isEmpty
        else { return nil }
        // The friendly notation has its own treatment of short months; a rule that differs has no friendly form.
        guard skip == (takesShortMonths ? .backward : .omit) else { return nil }
        return textOfDays
    }

    /// Whether a day of the rule, or one that it may take from its start, does not exist in some month of the rule.
    var takesShortMonths: Bool {
        guard byDay.isEmpty else { return false }
        switch frequency {
        case .monthly: return byMonthDay.isEmpty || byMonthDay.contains { $0 > 28 }
        case .yearly:
            guard let month = byMonth.first else { return true }
            return byMonthDay.contains { $0 > CivilDate.daysInMonth(year: 2001, month: month) }
        default: return false
        }
    }

    private var textOfDays: String? {
        switch frequency {
        case .minutely, .hourly, .daily:
            return byMonth.isEmpty && byMonthDay.isEmpty && byDay.isEmpty ? every : nil
        case .weekly:
            guard byMonth.isEmpty else { return nil }
            if byDay.isEmpty { return every }
            let days = byDay.map(\.weekday)
            if interval == 1, days == [.monday, .tuesday, .wednesday, .thursday, .friday] { return "weekdays" }
            if interval == 1, days == [.saturday, .sunday] { return "weekends" }
            return "\(every) on \(days.map { $0.name.lowercased() }.joined(separator: ", "))"
        case .monthly:
            guard byMonth.isEmpty, byMonthDay.isEmpty || byDay.isEmpty else { return nil }
            if !byDay.isEmpty {
                guard byDay.allSatisfy({ $0.ordinal != 0 && -5...5 ~= $0.ordinal }) else { return nil }
                let days = byDay.map { "\(rank($0.ordinal)) \($0.weekday.name.lowercased())" }
                return "\(every) on \(days.joined(separator: ", "))"
            }
            if byMonthDay.isEmpty { return every }
            guard byMonthDay.allSatisfy({ $0 >= -28 }) else { return nil }
            let days =
                byMonthDay.filter { $0 > 0 }.map(String.init) + byMonthDay.filter { $0 < 0 }.map { "\(rank($0)) day" }
            return "\(every) on \(days.joined(separator: ", "))"
        case .yearly:
            guard byDay.isEmpty else { return nil }
            if byMonth.isEmpty, byMonthDay.isEmpty { return every }
            guard byMonth.count == 1, byMonthDay.count == 1, byMonthDay[0] > 0, let month = Month(byMonth[0]) else {
                return nil
            }
            return "\(every) on \(month.shortName.lowercased()) \(byMonthDay[0])"
        }
    }

    /// `2nd`, `last`, `2nd last`.
    private func rank(_ number: Int) -> String {
        number > 0 ? ordinal(number) : number == -1 ? "last" : "\(ordinal(-number)) last"
    }

    /// `daily`, `every 3 days`.
    private var every: String {
        if interval != 1 { return "every \(interval) \(frequency.unit)s" }
        return frequency == .minutely ? "every minute" : frequency.rawValue.lowercased()
    }
}

extension Month {
    init?(_ number: Int) {
        guard 1...12 ~= number else { return nil }
        self.init(rawValue: Int8(number))
    }
}

/// `1st`, `2nd`, `3rd`, `11th`, `21st`.
func ordinal(_ number: Int) -> String {
    let tens = number % 100
    if 11...13 ~= tens { return "\(number)th" }
    return switch number % 10 {
    case 1: "\(number)st"
    case 2: "\(number)nd"
    case 3: "\(number)rd"
    default: "\(number)th"
    }
}
