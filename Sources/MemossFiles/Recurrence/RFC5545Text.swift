extension RecurrenceRule {
    /// The rule in the notation of RFC 5545, without `RRULE:`; a start of its own stands before it as `DTSTART:…;`.
    ///
    /// A friendly day of the month that shorter months do not have is written so that readers without SKIP clamp it:
    /// `monthly on 31` is `FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1`.
    /// - Parameter anchor: the start of the series; with it a day that the rule takes from there is written so too.
    package func rfcText(anchor: DateValue? = nil) -> String {
        var rule = self
        if let anchor {
            rule = pinnedRule(to: anchor.date) ?? self
            // Where every month has the day there is nothing to skip.
            if notation == .friendly, rule == self, byMonthDay.isEmpty { rule.skip = .omit }
        }
        return rule.clampedByPosition?.plainText ?? rule.plainText
    }

    /// The same dates without SKIP, where there is a way to say so.
    private var clampedByPosition: RecurrenceRule? {
        guard notation == .friendly, skip == .backward, bySetPosition.isEmpty, byDay.isEmpty else { return nil }
        guard byMonth.count == (frequency == .yearly ? 1 : 0), byMonthDay.allSatisfy({ $0 > 0 }) else { return nil }
        let shortest = frequency == .yearly ? CivilDate.daysInMonth(year: 2001, month: byMonth[0]) : 28
        let certain = byMonthDay.filter { $0 <= shortest }
        let clamped = byMonthDay.filter { $0 > shortest }
        // Two days that are clamped to one cannot be told apart by their positions.
        guard clamped.count == 1, let last = clamped.first else { return nil }
        var rule = self
        rule.skip = .omit
        rule.byMonthDay = Set(certain + Array(shortest...last)).sorted()
        rule.bySetPosition = [-1] + certain.indices.map { $0 + 1 }
        return rule
    }

    private var plainText: String {
        var parts: [String] = []
        if skip != .omit { parts.append("RSCALE=GREGORIAN") }
        parts.append("FREQ=\(frequency.rawValue)")
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        if skip != .omit { parts.append("SKIP=\(skip.rawValue)") }
        if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
        func add(_ key: String, _ values: [Int]) {
            if !values.isEmpty { parts.append("\(key)=\(values.map(String.init).joined(separator: ","))") }
        }
        add("BYMONTH", byMonth)
        add("BYWEEKNO", byWeekNumber)
        add("BYYEARDAY", byYearDay)
        add("BYMONTHDAY", byMonthDay)
        if !byDay.isEmpty {
            let days = byDay.map { ($0.ordinal == 0 ? "" : String($0.ordinal)) + $0.weekday.code }
            parts.append("BYDAY=\(days.joined(separator: ","))")
        }
        add("BYHOUR", byHour)
        add("BYMINUTE", byMinute)
        add("BYSECOND", bySecond)
        add("BYSETPOS", bySetPosition)
        if let count { parts.append("COUNT=\(count)") }
        if let until { parts.append("UNTIL=\(until.basic)") }
        let text = parts.joined(separator: ";")
        return start.map { "DTSTART:\($0.basic);\(text)" } ?? text
    }
}

extension Weekday {
    /// `MO`
    fileprivate var code: String { String(name.prefix(2)).uppercased() }
}

extension DateValue {
    /// `20261122T090000Z`; an offset that is not `Z` cannot be spelled so and stays in the extended form.
    fileprivate var basic: String {
        let date = "\(date.year.padded(4))\(date.month.padded(2))\(date.day.padded(2))"
        guard let time else { return date }
        if let offset, offset != .zulu { return iso }
        let clock = "\(time.hour.padded(2))\(time.minute.padded(2))\(time.second.padded(2))"
        return "\(date)T\(clock)\(offset == nil ? "" : "Z")"
    }
}
