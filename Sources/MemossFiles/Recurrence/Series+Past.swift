extension Series {
    /// The same rule begun so much earlier, at the same pace, that all its occurrences from a day on are among them:
    /// what comes before the date in the file, as far as a rule can say. COUNT, which counts from there, is left out.
    ///
    /// - Returns: nil if the series covers the whole day itself, or begins where its rule says (`DTSTART`).
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
            // One more, as the first day begins with the time of the start.
            first = CivilDateTime(start.date.adding(days: -roundedUp(gap + 1)), start.time)
        case .weekly:
            let weeks = roundedUp(gap / 7 + 1)
            first = CivilDateTime(start.date.adding(days: -7 * weeks), start.time)
        case .monthly:
            // A day that SKIP moves forward is in the month after its own.
            let month = plan.expander.first
            let months = roundedUp(month - (day.year * 12 + day.month - 1) + 1)
            // Not on a 1st, which could be a day that was moved forward.
            let second = CivilDate(unchecked: month / 12, month % 12 + 1, 2)
            first = CivilDateTime(second.adding(months: -months), start.time)
        case .yearly:
            let year = plan.expander.first
            let years = roundedUp(year - day.year + 1)
            // In the middle of the year, which is the same year of weeks, and to which SKIP moves nothing.
            first = CivilDateTime(CivilDate(unchecked: year, 7, 2).adding(months: -12 * years), start.time)
        }
        // At the end of the calendar the pace would be lost.
        guard first.date > .min, first.date < start.date else { return nil }
        let anchor = plan.isAllDay ? DateValue(first.date) : DateValue(first)
        return Series(rule: rule, anchor: anchor, zone: zone, allDayAt: plan.allDayAt)
    }

    /// Periods, as many as a multiple of the interval has.
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
        // A time that the clock shows twice is read as the first.
        for _ in 0..<200 {
            let clock = zone.civil(at: Instant(secondsSince1970: instant))
            if zone.instant(of: clock).secondsSince1970 == instant { break }
            instant -= step
        }
        return zone.civil(at: Instant(secondsSince1970: instant))
    }

    /// From a day on, up to and with an instant, those before the start of the series among them; at most `limit`, the
    /// first ones.
    func occurrences(from day: CivilDate, through last: Instant, limit: Int = .max) -> [Occurrence] {
        // The clock of a shifted time can show the day before or after.
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

    /// The last occurrence before a day; nil if there is none in the eleven years before.
    func last(before day: CivilDate) -> Occurrence? {
        for span in [35, 400, 4_020] {
            let found = occurrences(from: day.adding(days: -span), through: zone.instant(of: CivilDateTime(day)))
            if let last = found.last(where: { $0.nominal.date < day }) { return last }
        }
        return nil
    }

    /// The last occurrence of a series that ends on a day, found from its end; nil if it has no such end, or none in the
    /// eleven years before it.
    var last: Occurrence? {
        guard plan.end < .max else { return nil }
        let end = zone.civil(at: Instant(secondsSince1970: plan.end)).date
        return last(before: end.adding(days: 1))
    }
}

extension RecurrenceRule {
    /// Whether there can be two occurrences in one day, so that a date does not say which.
    var givesSeveralADay: Bool {
        frequency < .daily || max(1, byHour.count) * max(1, byMinute.count) * max(1, bySecond.count) > 1
    }
}
