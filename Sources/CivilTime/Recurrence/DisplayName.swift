extension RecurrenceRule {
    /// The rule in words: `Every Monday`, `Monthly on the 31st`, `Yearly on 29 February`.
    /// - Parameter anchor: the start of the series, which supplies the day if the rule has none.
    public func displayName(anchor: DateValue) -> String { displayName(anchor: anchor, .hours24) }

    /// - Parameters:
    ///   - anchor: as above; nil if the day is not fixed, as in a series that is counted from completion.
    ///   - clock: how times of day are written.
    package func displayName(anchor: DateValue?, _ clock: Clock) -> String {
        if notation == .friendly, let (times, rule) = splitTimes, !times.isEmpty {
            var days = rule
            (days.count, days.until) = (nil, nil)
            return
                "\(days.displayName(anchor: anchor, clock)) at \(listed(times.map { $0.text(clock) }))\(bounds(clock))"
        }
        let rule = (start ?? anchor).map { completed(from: $0.date).plainer(at: $0.time) } ?? self
        return rule.period + rule.times(clock) + rule.onlySome + rule.exceptions + rule.bounds(clock)
    }

    var hasWorkdays: Bool { byDay.map(\.weekday) == [.monday, .tuesday, .wednesday, .thursday, .friday] }
    var hasWeekend: Bool { byDay.map(\.weekday) == [.saturday, .sunday] }

    /// `Every day`, `Every 3 days`.
    private var every: String {
        interval == 1 ? "Every \(frequency.unit)" : "Every \(interval) \(frequency.unit)s"
    }

    private var period: String {
        switch frequency {
        case .weekly where interval == 1 && dayPosition == nil && !byDay.isEmpty:
            if hasWorkdays { return "Every weekday" + inMonths }
            if hasWeekend { return "Every weekend" + inMonths }
            return "Every \(listed(byDay.map(\.weekday.name)))" + inMonths
        case .minutely, .hourly, .daily:
            guard !byDay.isEmpty, byMonthDay.isEmpty, byYearDay.isEmpty, byWeekNumber.isEmpty else {
                return every + on + inMonths
            }
            let days =
                hasWorkdays ? "weekdays" : hasWeekend ? "weekends" : listed(byDay.map { $0.weekday.name + "s" })
            return every + (frequency == .daily ? ", only on " : " on ") + days + inMonths
        case .weekly: return every + on + inMonths
        case .monthly, .yearly:
            let often = interval == 1 ? frequency.adverb : every
            if notation == .friendly, let yearDays {
                return "\(often) on \(listed(yearDays.map { "\($1) \($0.name)" }))"
            }
            if frequency == .yearly, byMonth.count == 1, byMonthDay.count == 1, byMonthDay[0] > 0, byDay.isEmpty,
                byWeekNumber.isEmpty, byYearDay.isEmpty, dayPosition == nil, let month = Month(byMonth[0])
            {
                return "\(often) on \(byMonthDay[0]) \(month.name)\(movedForward)"
            }
            return often + onDaysOfMonths + movedForward
        }
    }

    private var on: String {
        guard let days else { return "" }
        if let positioned { return " on \(positioned)" }
        return dayPosition.map { " on the \($0) of \(days)" } ?? " on \(days)"
    }

    /// The days within a month or a year.
    private var onDaysOfMonths: String {
        let ofYear = frequency == .yearly && byMonth.isEmpty ? " of the year" : ""
        let isPlain = byDay.allSatisfy { $0.ordinal == 0 }
        if let positioned { return " on \(positioned)" + inMonths + ofYear + (byMonth.count > 1 ? " together" : "") }
        if dayPosition == nil, byYearDay.isEmpty, byWeekNumber.isEmpty {
            let ofMonths = frequency == .yearly && byMonth.isEmpty ? " of every month" : inMonths(" of ")
            if byDay.isEmpty, let daysOfMonth { return " on \(daysOfMonth)" + ofMonths }
            if isPlain, let daysOfMonth {
                return " on \(daysOfMonth)" + ofMonths + ", if it is a \(listed(byDay.map(\.weekday.name), "or"))"
            }
            if isPlain, !byDay.isEmpty { return " on every \(listed(byDay.map(\.weekday.name)))" + inMonths }
            if byMonthDay.isEmpty { return on + inMonths + ofYear }
        }
        if dayPosition == nil, isPlain, !byDay.isEmpty, byYearDay.isEmpty, byMonthDay.isEmpty, byMonth.isEmpty {
            return " on \(listed(byDay.map(\.weekday.name))) of \(weeks)"
        }
        return on + inMonths
    }

    /// Says what happens in a month without the day. If the last day is used instead, the number alone is clear enough.
    private var movedForward: String {
        skip == .forward && byMonthDay.contains { $0 > 28 } ? ", or on the 1st after" : ""
    }

    /// `the last weekday`, `the 1st Tuesday or Wednesday`; nil if the rule is more complex.
    private var positioned: String? {
        guard let position = dayPosition, !byDay.isEmpty, byMonthDay.isEmpty, byYearDay.isEmpty, byWeekNumber.isEmpty,
            byDay.allSatisfy({ $0.ordinal == 0 })
        else { return nil }
        if hasWorkdays { return "the \(position) weekday" }
        if byDay.count == 7 { return "the \(position) day" }
        return "the \(position) \(listed(byDay.map(\.weekday.name), "or"))"
    }

    /// `the 1st and 15th`, `the last Friday`, `Monday and Thursday`.
    private var days: String? {
        var parts: [String] = []
        if !byDay.isEmpty {
            let numbered = byDay.filter { $0.ordinal > 0 } + byDay.filter { $0.ordinal < 0 }
            let plain = byDay.filter { $0.ordinal == 0 }.map(\.weekday.name)
            let names = numbered.map { "\(rank($0.ordinal)) \($0.weekday.name)" } + plain
            parts.append((numbered.isEmpty ? "" : "the ") + listed(names))
        }
        if let daysOfMonth { parts.append(daysOfMonth) }
        if !byYearDay.isEmpty { parts.append("the \(ranks(byYearDay)) \(dayWord(byYearDay)) of the year") }
        if !byWeekNumber.isEmpty { parts.append("\(weeks) of the year") }
        guard let last = parts.popLast() else { return nil }
        let place = byWeekNumber.isEmpty ? "on" : "in"
        return parts.isEmpty ? last : parts.joined(separator: ", if it is on ") + ", if it is \(place) \(last)"
    }

    /// `the 1st, 15th and last day`; for RFC 5545 rules, consecutive days become `1st to 8th`.
    private var daysOfMonth: String? {
        guard !byMonthDay.isEmpty else { return nil }
        let forward = byMonthDay.filter { $0 > 0 }.sorted()
        var items: [String] = []
        var rest = forward[...]
        while let first = rest.first {
            let run = zip(rest, first...).prefix { $0 == $1 }.count
            if run > 3, notation != .friendly {
                items.append("\(ordinalText(first)) to \(ordinalText(first + run - 1))")
                rest = rest.dropFirst(run)
            } else {
                items.append(ordinalText(first))
                rest = rest.dropFirst()
            }
        }
        let backward = byMonthDay.filter { $0 < 0 }.sorted().map(rank)
        // With `day` after each, the text of a friendly rule can be parsed again.
        if notation == .friendly { return "the \(listed(items + backward.map { "\($0) day" }))" }
        return "the \(listed(items + backward))\(backward.isEmpty ? "" : " " + dayWord(items + backward))"
    }

    /// `6th and last day`, but `6th and 3 more days`.
    private func dayWord<Item>(_ items: [Item]) -> String { items.count > shownAtMost ? "days" : "day" }

    /// `week 20`, `weeks 1 and 53`, `the last week`.
    private var weeks: String {
        let word = byWeekNumber.count == 1 ? "week" : "weeks"
        guard byWeekNumber.contains(where: { $0 < 0 }) else {
            return "\(word) \(listed(byWeekNumber.map(String.init)))"
        }
        return "the \(ranks(byWeekNumber)) \(word)"
    }

    private func ranks(_ numbers: [Int]) -> String {
        listed((numbers.filter { $0 > 0 } + numbers.filter { $0 < 0 }).map(rank))
    }

    private var inMonths: String { inMonths(" in ") }

    private func inMonths(_ word: String) -> String {
        byMonth.isEmpty ? "" : word + listed(byMonth.compactMap { Month($0)?.name })
    }

    /// `last`, `2nd and last`.
    private var position: String? { bySetPosition.isEmpty ? nil : ranks(bySetPosition) }

    /// The position if it selects among days of one kind rather than among times: `the last Friday`.
    private var dayPosition: String? {
        let kinds = [!byDay.isEmpty, !byMonthDay.isEmpty, !byYearDay.isEmpty, !byWeekNumber.isEmpty].count { $0 }
        let isOften = [.minutely, .hourly, .daily].contains(frequency)
        return isOften || max(1, byHour.count) * max(1, byMinute.count) > 1 || kinds != 1 ? nil : position
    }

    /// Otherwise, the set from which the position selects: the times of a day, or everything in a week, month or year.
    private var onlySome: String {
        guard let position, dayPosition == nil else { return "" }
        let isOften = [.minutely, .hourly, .daily].contains(frequency)
        return ", only the \(position)" + (isOften ? "" : " in the \(frequency.unit)")
    }

    private func rank(_ number: Int) -> String {
        if number > 0 { return ordinalText(number) }
        return number == -1 ? "last" : "\(ordinalText(-number)) to last"
    }

    private func times(_ clock: Clock) -> String {
        if byHour.isEmpty {
            let word = byMinute.count == 1 ? "minute" : "minutes"
            return byMinute.isEmpty ? "" : " at \(word) \(listed(byMinute.map(String.init)))"
        }
        guard byMinute.isEmpty else {
            return " at \(listed(byHour.flatMap { hour in byMinute.map { clock.text(hour, $0) } }))"
        }
        if let first = byHour.first, let last = byHour.last, last - first == byHour.count - 1 {
            return " from \(clock.text(first, 0)) to \(clock.text(last, 59))"
        }
        return " in the hours \(listed(byHour.map(String.init)))"
    }

    /// How the rule differs from a friendly one in the same words.
    private var exceptions: String {
        guard notation != .friendly else { return "" }
        var text = ""
        if !bySecond.isEmpty {
            text += " at second\(bySecond.count == 1 ? "" : "s") \(listed(bySecond.map(String.init)))"
        }
        let shortest =
            frequency == .yearly && !byMonth.isEmpty
            ? byMonth.map { CivilDate.daysInMonth(year: 2001, month: $0) }.min() ?? 28 : 28
        if skip == .omit, bySetPosition.isEmpty, byMonthDay.contains(where: { abs($0) > shortest }) {
            text += ", where there is one"
        }
        if frequency == .weekly, interval > 1, weekStart != .monday { text += ", in weeks from \(weekStart.name)" }
        // In words, hours and minutes would be elapsed time.
        if frequency < .daily, byMinute.isEmpty { text += ", by the clock" }
        return text
    }

    private func bounds(_ clock: Clock) -> String {
        let times = count.map { $0 == 1 ? ", once" : ", \($0) times" } ?? ""
        let end = until.map { until in
            ", until \(until.date)\(until.time.map { " \($0.text(clock))" } ?? "")\(until.offset?.description ?? "")"
        }
        return times + (end ?? "")
    }

    private var shownAtMost: Int { notation == .friendly ? .max : 7 }

    /// `a, b and c`; at most seven items, the others are counted.
    private func listed(_ items: [String], _ word: String = "and") -> String {
        let shown = items.count > shownAtMost ? items.prefix(6) + ["\(items.count - 6) more"] : items[...]
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return "\(shown.dropLast().joined(separator: ", ")) \(word) \(last)"
    }
}

extension RecurrenceRule {
    /// The simplest rule with the same days and times: daily on Mondays is weekly, and an hour without a minute takes the
    /// minute of the start.
    func plainer(at time: CivilTime?) -> RecurrenceRule {
        var rule = self
        if let time, frequency != .minutely, frequency != .hourly {
            if byMinute.isEmpty, !byHour.isEmpty { rule.byMinute = [time.minute] }
            if byHour.isEmpty, !byMinute.isEmpty { rule.byHour = [time.hour] }
        }
        guard interval == 1, bySetPosition.isEmpty, byYearDay.isEmpty, byWeekNumber.isEmpty,
            byDay.allSatisfy({ $0.ordinal == 0 })
        else { return rule }
        let isOften = frequency == .hourly || frequency == .minutely
        if byMonthDay.isEmpty {
            if !byDay.isEmpty, !isOften { rule.frequency = .weekly }
        } else if frequency == .daily && skip == .omit || frequency == .yearly && byMonth.isEmpty {
            // A daily rule never names a day that does not exist, so SKIP would only move days if it were monthly.
            rule.frequency = .monthly
        }
        if rule.frequency == .weekly, rule.byDay.count == 7 { (rule.frequency, rule.byDay) = (.daily, []) }
        return rule
    }
}

extension RecurrenceRule.Frequency {
    /// `Weekly`
    package var adverb: String { String(rawValue.prefix(1)) + rawValue.dropFirst().lowercased() }
}
