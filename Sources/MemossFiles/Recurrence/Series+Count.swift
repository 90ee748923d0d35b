extension Series {
    /// How many occurrences lie after an instant, and up to another, without enumerating them. Nil unless the rule is
    /// nothing but `daily` or `every N days`, or if its current occurrence lies after the end of the series.
    func countOfDays(after start: Instant, through end: Instant) -> Int? {
        guard rule.frequency == .daily, rule.count == nil, rule.start == nil, plan.expander.isUnlimited,
            plan.times.count == 1, rule.byHour.isEmpty, rule.byMinute.isEmpty, rule.bySecond.isEmpty,
            rule.bySetPosition.isEmpty, plan.origin.secondsSince1970 < plan.end
        else { return nil }
        let last = min(end.secondsSince1970, plan.end - 1)
        return max(0, countOfDays(through: last) - countOfDays(through: start.secondsSince1970))
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
        // The time of that day may be later, or be shifted past midnight.
        while number >= 0, instant(number) > last { number -= 1 }
        return number + 1
    }
}
