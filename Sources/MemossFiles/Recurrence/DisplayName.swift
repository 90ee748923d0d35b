extension RecurrenceRule {
    /// The rule as a person would say it: `Every Monday`, `Monthly on the 31st`, `Yearly on 29 February`.
    /// - Parameter anchor: the start of the series, from which a rule without a day takes it.
    public func displayName(anchor: DateValue) -> String {
        let rule = completed(from: (start ?? anchor).date)
        return rule.period + rule.times + rule.bounds
    }

    /// One or two words for a listing: `Daily`, `Weekly`, `Monthly`, `Yearly`, `Hourly`, `Weekdays`, `Every 3 days`.
    public var badge: String {
        if interval != 1 { return every }
        switch frequency {
        case .minutely: return every
        case .weekly where hasWorkdays && bySetPosition.isEmpty: return "Weekdays"
        case .weekly where hasWeekend && bySetPosition.isEmpty: return "Weekends"
        default: return frequency.adverb
        }
    }

    private var hasWorkdays: Bool { byDay.map(\.weekday) == [.monday, .tuesday, .wednesday, .thursday, .friday] }
    private var hasWeekend: Bool { byDay.map(\.weekday) == [.saturday, .sunday] }

    /// `Every day`, `Every 3 days`.
    private var every: String {
        interval == 1 ? "Every \(frequency.unit)" : "Every \(interval) \(frequency.unit)s"
    }

    private var period: String {
        let position = position
        switch frequency {
        case .weekly where interval == 1 && position == nil:
            if hasWorkdays { return "Every weekday" + inMonths }
            if hasWeekend { return "Every weekend" + inMonths }
            return "Every \(listed(byDay.map(\.weekday.name)))" + inMonths
        case .minutely, .hourly, .daily, .weekly: return every + on(days, position) + inMonths
        case .monthly, .yearly:
            let often = interval == 1 ? frequency.adverb : every
            if frequency == .yearly, byMonth.count == 1, byMonthDay.count == 1, byMonthDay[0] > 0, byDay.isEmpty,
                position == nil, let month = Month(byMonth[0])
            {
                return "\(often) on \(byMonthDay[0]) \(month.name)"
            }
            return often + on(days, position) + inMonths
        }
    }

    private func on(_ days: String?, _ position: String?) -> String {
        guard let days else { return position.map { ", the \($0) of them" } ?? "" }
        guard let position else { return " on \(days)" }
        return hasWorkdays && byMonthDay.isEmpty ? " on the \(position) weekday" : " on the \(position) of \(days)"
    }

    /// `the 1st and 15th`, `the last Friday`, `Monday and Thursday`.
    private var days: String? {
        var parts: [String] = []
        if !byDay.isEmpty {
            let numbered = byDay.filter { $0.ordinal != 0 }.map { "\(rank($0.ordinal)) \($0.weekday.name)" }
            let plain = byDay.filter { $0.ordinal == 0 }.map(\.weekday.name)
            parts.append((numbered.isEmpty ? "" : "the ") + listed(numbered + plain))
        }
        if !byMonthDay.isEmpty {
            let forward = byMonthDay.filter { $0 > 0 }.map(ordinal)
            let backward = byMonthDay.filter { $0 < 0 }.sorted().map { "\(rank($0)) day" }
            parts.append("the \(listed(forward + backward))")
        }
        if !byYearDay.isEmpty {
            parts.append("the \(listed(byYearDay.map { rank($0) })) day of the year")
        }
        if !byWeekNumber.isEmpty {
            parts.append("week \(listed(byWeekNumber.map(String.init))) of the year")
        }
        if parts.isEmpty { return nil }
        return parts.count == 1 ? parts[0] : parts.joined(separator: ", if it is on ")
    }

    private var inMonths: String {
        byMonth.isEmpty ? "" : " in \(listed(byMonth.compactMap { Month($0)?.name }))"
    }

    /// `last`, `2nd and last`.
    private var position: String? {
        bySetPosition.isEmpty
            ? nil : listed(bySetPosition.filter { $0 > 0 }.map(rank) + bySetPosition.filter { $0 < 0 }.map(rank))
    }

    private func rank(_ number: Int) -> String {
        if number > 0 { return ordinal(number) }
        return number == -1 ? "last" : "\(ordinal(-number)) to last"
    }

    private var times: String {
        if byHour.isEmpty {
            return byMinute.isEmpty ? "" : " at minute \(listed(byMinute.map(String.init)))"
        }
        if byMinute.isEmpty { return " in hour \(listed(byHour.map(String.init)))" }
        let times = byHour.flatMap { hour in byMinute.map { "\(hour.padded(2)):\($0.padded(2))" } }
        return " at \(listed(times))"
    }

    private var bounds: String {
        (count.map { $0 == 1 ? ", once" : ", \($0) times" } ?? "") + (until.map { ", until \($0.date)" } ?? "")
    }

    /// `a, b and c`; at most seven, the others are counted.
    private func listed(_ items: [String]) -> String {
        let shown = items.count > 7 ? items.prefix(6) + ["\(items.count - 6) more"] : items[...]
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
    }
}

extension RecurrenceRule.Frequency {
    /// `Weekly`
    fileprivate var adverb: String { rawValue.prefix(1) + rawValue.dropFirst().lowercased() }
}
