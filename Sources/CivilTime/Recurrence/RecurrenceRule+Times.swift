/// The times of day of friendly rules, as BYHOUR and BYMINUTE. BYSETPOS selects among their combinations: 9:00 and 17:30
/// are the first and the last of 9:00, 9:30, 17:00 and 17:30.
extension RecurrenceRule {
    /// The times of day, and the rule without them; nil if a position selects different times on different days.
    var splitTimes: (times: [CivilTime], rule: RecurrenceRule)? {
        var rule = self
        (rule.byHour, rule.byMinute, rule.bySetPosition) = ([], [], [])
        let all = byHour.flatMap { hour in byMinute.compactMap { CivilTime(hour: hour, minute: $0) } }
        guard !all.isEmpty, bySecond.isEmpty else { return byHour.isEmpty && byMinute.isEmpty ? ([], self) : nil }
        guard !bySetPosition.isEmpty else { return (all, rule) }
        var indices: [Int: Set<Int>] = [:]
        for position in bySetPosition {
            let (day, index) = (abs(position) - 1).quotientAndRemainder(dividingBy: all.count)
            indices[(day + 1) * position.signum(), default: []].insert(position > 0 ? index : all.count - 1 - index)
        }
        guard let first = indices.values.first, indices.values.allSatisfy({ $0 == first }) else { return nil }
        let days = indices.keys.sorted()
        if days != dayPositions { rule.bySetPosition = days }
        return (first.sorted().map { all[$0] }, rule)
    }

    /// The positions of all days in the period, if their number is always the same.
    private var dayPositions: [Int]? {
        switch frequency {
        case .daily: [1]
        case .weekly: Array(1...max(1, byDay.count))
        default: nil
        }
    }

    /// The rule at these times of day, ascending; nil if no rule of RFC 5545 has exactly them.
    package func at(_ times: [CivilTime]) -> RecurrenceRule? {
        guard times.allSatisfy({ $0.second == 0 }) else { return nil }
        var rule = self
        rule.byHour = times.map(\.hour).sortedOnce()
        rule.byMinute = times.map(\.minute).sortedOnce()
        let count = rule.byHour.count * rule.byMinute.count
        let isEvery = count == times.count
        if isEvery, bySetPosition.isEmpty { return rule }
        guard let days = bySetPosition.isEmpty ? dayPositions : bySetPosition else {
            return nil
        }
        let indices = times.compactMap { time -> Int? in
            guard let hour = rule.byHour.firstIndex(of: time.hour) else { return nil }
            return rule.byMinute.firstIndex(of: time.minute).map { hour * rule.byMinute.count + $0 }
        }
        rule.bySetPosition = days.flatMap { day in
            indices.map { day > 0 ? (day - 1) * count + $0 + 1 : (day + 1) * count - (count - $0) }
        }.sortedOnce()
        return rule.bySetPosition.allSatisfy { -366...366 ~= $0 } ? rule : nil
    }
}
