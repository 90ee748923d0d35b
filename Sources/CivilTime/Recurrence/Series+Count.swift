extension Series {
    /// The number of occurrences after an instant and up to another, at most `limit`. Days are counted without their
    /// instants, which would take most of the time; for a series of plain days, the number is computed.
    ///
    /// - Returns: nil for rules of hours and minutes, several times a day, or COUNT, and for a series whose start is not an
    ///   occurrence.
    package func countOfDays(after start: Instant, through end: Instant, limit: Int) -> Int? {
        guard rule.frequency >= .daily, rule.count == nil, rule.start == nil, plan.times.count == 1,
            plan.origin.secondsSince1970 < plan.end, startIsOnPattern
        else { return nil }
        let last = min(end.secondsSince1970, plan.end - 1)
        if rule.frequency == .daily, plan.expander.isUnlimited, rule.bySetPosition.isEmpty {
            let count = countOfDays(through: last) - countOfDays(through: start.secondsSince1970)
            return min(max(0, count), limit)
        }
        // Near both ends, the instants matter, because a time in a gap is shifted by at most a day.
        let first = zone.civil(at: start).date.adding(days: 3)
        let second = zone.civil(at: Instant(secondsSince1970: last)).date.adding(days: -3)
        var count = 0
        /// Counts the occurrences on these days.
        func add(_ occurrences: Occurrences, of days: Range<CivilDate>) {
            for occurrence in occurrences {
                guard count < limit, occurrence.instant.secondsSince1970 <= last else { return }
                if days.contains(occurrence.nominal.date) { count += 1 }
                // Occurrences of the previous day may have been shifted.
                if occurrence.nominal.date > days.upperBound { return }
            }
        }
        guard first < second else {
            add(occurrences(after: start), of: CivilDate.min..<CivilDate.max)
            return count
        }
        add(occurrences(after: start), of: CivilDate.min..<first)
        let (floor, ceiling) = (CivilDateTime(first).clockSeconds, CivilDateTime(second).clockSeconds)
        var days = WallClockSource(plan, from: floor)
        var budget = Occurrences.searched
        while count < limit, let seconds = days.next(&budget), seconds < ceiling { count += 1 }
        if budget <= 0 { return nil }
        add(occurrences(after: zone.instant(of: CivilDateTime(second.adding(days: -2)))), of: second..<CivilDate.max)
        return count
    }

    /// - Parameter last: seconds since 1970.
    private func countOfDays(through last: Int64) -> Int {
        let origin = plan.start
        func instant(_ number: Int) -> Int64 {
            let day = origin.date.adding(days: number * rule.interval)
            return zone.instant(of: CivilDateTime(day, origin.time)).secondsSince1970
        }
        let day = zone.civil(at: Instant(secondsSince1970: last)).date.daysSinceEpoch
        var number = (day - origin.date.daysSinceEpoch).floorDivided(by: rule.interval)
        // On that day, the time may be later, or shifted past midnight.
        while number >= 0, instant(number) > last { number -= 1 }
        return number + 1
    }
}
