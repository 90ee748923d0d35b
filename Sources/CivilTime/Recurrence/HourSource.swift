/// Generates local times, as local seconds since 1970-01-01T00:00, for hourly and minutely rules of RFC 5545. These count
/// in local time too ("computed local start time", 3.3.10): every two hours from 08:00 includes 10:00 in summer and in
/// winter.
struct HourSource: Sendable {
    private let plan: SeriesPlan
    private let start: Int64
    private let step: Int64
    /// Earlier times are skipped.
    private let floor: Int64
    private var period: Int64
    private var times: [Int64] = []
    private var index = 0

    /// - Parameter floor: a local time; periods before the one that contains it are skipped.
    init(_ plan: SeriesPlan, from floor: Int64) {
        self.plan = plan
        start = plan.start.clockSeconds
        step = plan.step
        self.floor = max(floor, start)
        period = (min(self.floor, Self.last) - start).floorDivided(by: step)
    }

    /// 9999-12-31T23:59:59.
    private static let last = Int64(CivilDate.maxDays) * 86_400 + 86_399

    mutating func next(_ budget: inout Int) -> Int64? {
        while true {
            while index < times.count {
                index += 1
                if times[index - 1] >= floor { return times[index - 1] }
            }
            let (passed, overflow) = period.multipliedReportingOverflow(by: step)
            guard !overflow, passed <= Self.last - start, budget > 0 else { return nil }
            budget -= 1
            expand(start + passed, &budget)
        }
    }

    /// Fills `times` with those of the period that begins at `time`, and advances to the next period that may contain
    /// some.
    private mutating func expand(_ time: Int64, _ budget: inout Int) {
        times.removeAll(keepingCapacity: true)
        index = 0
        period += 1
        let rule = plan.rule
        let day = time.floorDivided(by: 86_400)
        if !plan.expander.isUnlimited {
            let date = CivilDate(daysSinceEpoch: Int(day))
            if !plan.expander.passes(Int(day), date) {
                return jump(Int64(nextDay(after: date, &budget).daysSinceEpoch) * 86_400)
            }
        }
        let clock = Int(time - day * 86_400)
        let hour = time - Int64(clock % 3_600)
        if !rule.byHour.isEmpty, !rule.byHour.contains(clock / 3_600) { return jump(hour + 3_600) }
        let minute = clock / 60 % 60
        if rule.frequency == .minutely, !rule.byMinute.isEmpty, !rule.byMinute.contains(minute) { return }
        let isOneMinute = rule.frequency == .minutely || rule.byMinute.isEmpty
        for minute in isOneMinute ? [minute] : rule.byMinute {
            for second in rule.bySecond.isEmpty ? [clock % 60] : rule.bySecond {
                times.append(hour + Int64(minute * 60 + second))
            }
        }
        budget -= times.count
        if !rule.bySetPosition.isEmpty { times = rule.bySetPosition.places(in: times.count).map { times[$0] } }
    }

    /// Skips the periods that begin before a time.
    private mutating func jump(_ time: Int64) {
        period = max(period, (time - start + step - 1).floorDivided(by: step))
    }

    private func nextDay(after date: CivilDate, _ budget: inout Int) -> CivilDate {
        var date = date.adding(days: 1)
        while budget > 0, date < .max, !plan.expander.passes(date.daysSinceEpoch, date) {
            budget -= 1
            let rest = plan.expander.isInMonth(date.month) ? 1 : date.daysInMonth - date.day + 1
            date = date.adding(days: rest)
        }
        return date
    }
}
