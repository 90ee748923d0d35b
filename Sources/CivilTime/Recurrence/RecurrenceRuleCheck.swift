internal import Text

/// Rejects rules that RFC 5545 forbids, and impossible dates.
struct RecurrenceRuleCheck {
    let rule: RecurrenceRule
    /// The offset of a part in the text.
    let offset: (_ key: String) -> Int

    func run() throws(ParseError) {
        let frequency = rule.frequency
        try refuse("UNTIL", rule.until != nil && rule.count != nil, "and COUNT cannot be used together")
        try refuse("BYWEEKNO", !rule.byWeekNumber.isEmpty && frequency != .yearly, "needs FREQ=YEARLY")
        try refuse(
            "BYYEARDAY",
            !rule.byYearDay.isEmpty && [.daily, .weekly, .monthly].contains(frequency),
            "and FREQ=\(frequency.rawValue) cannot be used together"
        )
        try refuse(
            "BYMONTHDAY",
            !rule.byMonthDay.isEmpty && frequency == .weekly,
            "and FREQ=WEEKLY cannot be used together"
        )
        if rule.byDay.contains(where: { $0.ordinal != 0 }) {
            try refuse("BYDAY", frequency < .monthly, "with a number needs FREQ=MONTHLY or FREQ=YEARLY")
            try refuse("BYDAY", !rule.byWeekNumber.isEmpty, "with a number and BYWEEKNO cannot be used together")
        }
        let others =
            rule.byMonth.count + rule.byWeekNumber.count + rule.byYearDay.count + rule.byMonthDay.count
            + rule.byDay.count + rule.byHour.count + rule.byMinute.count + rule.bySecond.count
        try refuse("BYSETPOS", !rule.bySetPosition.isEmpty && others == 0, "needs another BY part")
        try refuseImpossibleDays()
    }

    private func refuse(_ key: String, _ condition: Bool, _ reason: String) throws(ParseError) {
        if condition { throw ParseError("\(key) \(reason)", offset: offset(key)) }
    }

    /// Rejects 30 February, and a day of the year that is in none of the months.
    private func refuseImpossibleDays() throws(ParseError) {
        guard !rule.byMonth.isEmpty, !rule.byMonthDay.isEmpty, rule.skip == .omit else { return }
        let longest = rule.byMonth.map { CivilDate.daysInMonth(year: 2000, month: $0) }.max() ?? 31
        if rule.byMonthDay.allSatisfy({ abs($0) > longest }) {
            throw ParseError("no month of BYMONTH has such a day: the rule never matches", offset: offset("BYMONTHDAY"))
        }
    }
}
