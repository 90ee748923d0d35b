extension RecurrenceRule {
    /// The rule in the notation of RFC 5545, without `RRULE:`; its own start precedes it as `DTSTART:…;`.
    ///
    /// A friendly rule for a day that shorter months lack is written so that programs without SKIP support clamp it:
    /// `monthly on 31` becomes `FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1`.
    /// - Parameter anchor: the start of the series; if given, a day that the rule takes from it is written in the same
    ///   way.
    package func rfcText(anchor: DateValue? = nil) -> String {
        var rule = self
        if let anchor {
            rule = pinnedRule(to: anchor.date) ?? self
            // If every month has the day, SKIP is not needed.
            if notation == .friendly, rule == self, byMonthDay.isEmpty { rule.skip = .omit }
        }
        return rule.clampedByPosition?.plainText ?? rule.plainText
    }

    /// A rule with the same dates but without SKIP, if there is one.
    private var clampedByPosition: RecurrenceRule? {
        guard notation == .friendly, skip == .backward, bySetPosition.isEmpty, byDay.isEmpty else { return nil }
        guard byMonth.count == (frequency == .yearly ? 1 : 0), byMonthDay.allSatisfy({ $0 > 0 }) else { return nil }
        // With several times a day, BYSETPOS would select only one.
        guard byHour.count * byMinute.count < 2 else { return nil }
        let shortest = frequency == .yearly ? CivilDate.daysInMonth(year: 2001, month: byMonth[0]) : 28
        let certain = byMonthDay.filter { $0 <= shortest }
        let clamped = byMonthDay.filter { $0 > shortest }
        // BYSETPOS cannot distinguish two days that are clamped to the same one.
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
    /// `20261122T090000Z`; an offset other than `Z` has no basic form and remains in the extended format.
    fileprivate var basic: String {
        let date = "\(date.year.padded(4))\(date.month.padded(2))\(date.day.padded(2))"
        guard let time else { return date }
        if let offset, offset != .zulu { return iso }
        let clock = "\(time.hour.padded(2))\(time.minute.padded(2))\(time.second.padded(2))"
        return "\(date)T\(clock)\(offset == nil ? "" : "Z")"
    }
}
