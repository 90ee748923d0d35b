extension Series {
    /// The same rule with an earlier start that preserves its phase, so that it includes all occurrences from a day on:
    /// those before the date in the file, as far as the rule determines them. COUNT is dropped, because it counts from
    /// that date.
    ///
    /// - Returns: nil if the series already covers the whole day, or the rule has its own start (`DTSTART`).
    func begun(before day: CivilDate) -> Series? {
        let gap = start.date.daysSinceEpoch - day.daysSinceEpoch
        guard rule.start == nil, gap > 0 || gap == 0 && rule.givesSeveralADay else { return nil }
        var rule = (rule.pinnedRule(to: start.date) ?? rule).completed(from: start.date)
        rule.count = nil
        let first: CivilDateTime
        switch rule.frequency {
        case .minutely, .hourly:
            first = plan.countsElapsedTime ? elapsedStart(before: day) : clockStart(before: day)
        case .daily:
            // One more, because the first day begins with the time of the start.
            first = CivilDateTime(start.date.adding(days: -roundedUp(gap + 1)), start.time)
        case .weekly:
            let weeks = roundedUp(gap / 7 + 1)
            first = CivilDateTime(start.date.adding(days: -7 * weeks), start.time)
        case .monthly:
            // A day that SKIP moves forward is in the following month.
            let month = plan.expander.first
            let months = roundedUp(month - (day.year * 12 + day.month - 1) + 1)
            // Avoid the 1st, which could be a day that was moved forward.
            let second = CivilDate(unchecked: month / 12, month % 12 + 1, 2)
            first = CivilDateTime(second.adding(months: -months), start.time)
        case .yearly:
            let year = plan.expander.first
            let years = roundedUp(year - day.year + 1)
            // Use the middle of the year, where the week-numbering year is the same and SKIP moves nothing.
            first = CivilDateTime(CivilDate(unchecked: year, 7, 2).adding(months: -12 * years), start.time)
        }
        // At the start of the calendar, the phase would be lost.
        guard first.date > .min, first.date < start.date else { return nil }
        let anchor = plan.isAllDay ? DateValue(first.date) : DateValue(first)
        return Series(rule: rule, anchor: anchor, zone: zone, allDayAt: plan.allDayAt)
    }

    /// A number of periods, rounded up to a multiple of the interval.
    private func roundedUp(_ periods: Int) -> Int {
        (periods + rule.interval - 1).floorDivided(by: rule.interval) * rule.interval
    }

    private func clockStart(before day: CivilDate) -> CivilDateTime {
        let passed = start.clockSeconds - CivilDateTime(day).clockSeconds
        return CivilDateTime(clockSeconds: start.clockSeconds - (passed / plan.step + 1) * plan.step)
    }

    private func elapsedStart(before day: CivilDate) -> CivilDateTime {
        let step = plan.step
        let origin = plan.origin.secondsSince1970
        let wanted = zone.instant(of: CivilDateTime(day)).secondsSince1970
        var instant = origin - ((origin - wanted).floorDivided(by: step) + 1) * step
        // A local time that occurs twice would be read as the first.
        for _ in 0..<200 {
            let clock = zone.civil(at: Instant(secondsSince1970: instant))
            if zone.instant(of: clock).secondsSince1970 == instant { break }
            instant -= step
        }
        return zone.civil(at: Instant(secondsSince1970: instant))
    }

    /// The occurrences from a day on, up to and including an instant, even before the start of the series; at most the
    /// first `limit`.
    package func occurrences(from day: CivilDate, through last: Instant, limit: Int = .max) -> [Occurrence] {
        // The local date of a shifted time can be the day before or after.
        let floor = zone.instant(of: CivilDateTime(day.adding(days: -1))).adding(seconds: -1)
        let own = plan.origin
        var found: [Occurrence] = []
        func take(_ occurrences: Occurrences, before end: Instant?) {
            for occurrence in occurrences {
                guard found.count < limit, occurrence.instant <= last, isBeforeEnd(occurrence.instant) else { return }
                if let end, occurrence.instant >= end { return }
                if occurrence.nominal.date >= day { found.append(occurrence) }
            }
        }
        if let earlier = begun(before: day) { take(earlier.occurrences(after: floor), before: own) }
        take(occurrences(after: Swift.max(floor, own.adding(seconds: -1))), before: nil)
        return found
    }

    /// The first occurrence strictly after an instant, even before the start of the series.
    package func next(fromPast instant: Instant) -> Occurrence? {
        if let earlier = begun(before: zone.civil(at: instant).date), let next = earlier.next(after: instant),
            next.instant < plan.origin, isBeforeEnd(next.instant)
        {
            return next
        }
        return next(after: Swift.max(instant, plan.origin.adding(seconds: -1)))
    }

    /// The last occurrence before a day; nil if there is none in the preceding eleven years.
    package func last(before day: CivilDate) -> Occurrence? {
        for span in [35, 400, 4_020] {
            let found = occurrences(from: day.adding(days: -span), through: zone.instant(of: CivilDateTime(day)))
            if let last = found.last(where: { $0.nominal.date < day }) { return last }
        }
        return nil
    }

    /// The last occurrence of a series that ends on a date, searched backwards from the end; nil if there is no such end,
    /// or no occurrence in the preceding eleven years.
    package var last: Occurrence? {
        guard plan.end < .max else { return nil }
        let end = zone.civil(at: Instant(secondsSince1970: plan.end)).date
        return last(before: end.adding(days: 1))
    }
}

extension RecurrenceRule {
    /// Whether a day can have several occurrences, so that a date alone is ambiguous.
    package var givesSeveralADay: Bool {
        frequency < .daily || max(1, byHour.count) * max(1, byMinute.count) * max(1, bySecond.count) > 1
    }
}
