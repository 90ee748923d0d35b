/// Generates local times, as local seconds since 1970-01-01T00:00, for rules of days and longer periods.
struct WallClockSource: Sendable {
    private let plan: SeriesPlan
    /// Earlier times are skipped.
    private let floor: Int64
    private var period: Int?
    private var days: [Int] = []
    /// The indices that BYSETPOS selects in the period, if there is one.
    private var places: [Int]?
    private var index = 0
    private var end = 0

    /// - Parameter floor: a local time; periods before the one that contains it are skipped.
    init(_ plan: SeriesPlan, from floor: Int64) {
        self.plan = plan
        self.floor = max(floor, plan.start.clockSeconds)
        period = plan.expander.period(holding: Int(self.floor.floorDivided(by: 86_400)))
    }

    mutating func next(_ budget: inout Int) -> Int64? {
        while true {
            while index < end {
                let place = places?[index] ?? index
                index += 1
                let count = plan.times.count
                let seconds = Int64(days[place / count]) * 86_400 + Int64(plan.times[place % count])
                if seconds >= floor { return seconds }
            }
            guard let period, budget > 0 else { return nil }
            self.period = plan.expander.expand(period, into: &days)
            if self.period == nil { return nil }
            budget -= 1 + days.count
            let total = days.count * plan.times.count
            places = plan.rule.bySetPosition.isEmpty ? nil : plan.rule.bySetPosition.places(in: total)
            end = places?.count ?? total
            index = places == nil ? firstPlace() : 0
        }
    }

    /// The index of the first day that can matter, so that the many times of a day need not be enumerated.
    private func firstPlace() -> Int {
        let day = floor.floorDivided(by: 86_400)
        return (days.firstIndex { Int64($0) >= day } ?? days.count) * plan.times.count
    }
}
