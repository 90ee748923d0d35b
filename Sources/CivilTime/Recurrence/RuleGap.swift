/// An unusually long time without occurrences, which suggests that the rule does not mean what was intended.
///
/// It is measured in days, so a night between hours is not a gap. It is compared with the usual distance between two days
/// with occurrences: their median, or the period of the rule if that is longer, so that the rest of the month after
/// `monthly on 1, 2, 3` is not a gap either.
package struct RuleGap: Sendable, Hashable {
    /// The last day before the gap, and the first one after it.
    package var last: CivilDate
    package var next: CivilDate
    /// In days.
    package var usual: Int

    package var days: Int { next.daysSinceEpoch - last.daysSinceEpoch }

    /// A gap is at least this many times the usual distance.
    private static let factor = 10
    /// The number of days with occurrences to examine: more than a year's, so that every season is included.
    private static let looked = 400
    /// The maximum time to examine, in days: a century.
    private static let horizon = 36_525

    /// The first gap of the series after an instant; nil if there is none.
    package init?(in series: Series, after instant: Instant) {
        let rule = series.rule
        guard rule.canLeaveGaps else { return nil }
        // Jump to the next day after each occurrence. Not with COUNT, which would be counted again each time.
        let jumps = rule.givesSeveralADay && rule.count == nil
        var occurrences = series.occurrences(after: instant)
        var days: [Int] = []
        for _ in 0..<Self.looked {
            guard let date = occurrences.next()?.nominal.date else { break }
            let day = date.daysSinceEpoch
            if day - (days.first ?? day) > Self.horizon { break }
            if days.last != day { days.append(day) }
            if jumps {
                let end = series.zone.instant(of: CivilDateTime(date.adding(days: 1))).adding(seconds: -1)
                occurrences = series.occurrences(after: end)
            }
        }
        let distances = zip(days.dropFirst(), days).map { $0 - $1 }.sorted()
        guard distances.count > 1 else { return nil }
        let usual = max(distances[(distances.count - 1) / 2], rule.periodDays)
        guard let place = zip(days.dropFirst(), days).enumerated().first(where: { $1.0 - $1.1 > Self.factor * usual })
        else { return nil }
        last = CivilDate(daysSinceEpoch: days[place.offset])
        next = CivilDate(daysSinceEpoch: days[place.offset + 1])
        self.usual = usual
    }
}

extension RecurrenceRule {
    /// Whether a part of the rule can exclude many of its periods. Friendly rules have no such part.
    fileprivate var canLeaveGaps: Bool {
        guard notation == .rfc5545 else { return false }
        let areLimited = !byYearDay.isEmpty || !byWeekNumber.isEmpty || !byMonthDay.isEmpty || !byDay.isEmpty
        let haveTimes = !byHour.isEmpty || !byMinute.isEmpty
        switch frequency {
        case .weekly: return !byMonth.isEmpty
        case .monthly where interval == 1: return !byMonth.isEmpty || !byDay.isEmpty && !byMonthDay.isEmpty
        default: return !byMonth.isEmpty || areLimited || frequency < .daily && haveTimes
        }
    }

    /// The length of a period in days, at least one.
    fileprivate var periodDays: Int {
        switch frequency {
        case .minutely: max(1, interval / 1_440)
        case .hourly: max(1, interval / 24)
        case .daily: interval
        case .weekly: interval * 7
        case .monthly: interval * 31
        case .yearly: interval * 366
        }
    }
}
