/// The times of day that a rule gives on each of its days, ascending; never held as a list, for there can be 86,400.
struct DayTimes: Sendable {
    private let hours: [Int]
    private let minutes: [Int]
    private let seconds: [Int]

    init(_ rule: RecurrenceRule, start: CivilTime, isAllDay: Bool) {
        // RFC 5545, 3.3.10: with a date as start the parts of the clock are ignored.
        hours = isAllDay || rule.byHour.isEmpty ? [start.hour] : rule.byHour
        minutes = isAllDay || rule.byMinute.isEmpty ? [start.minute] : rule.byMinute
        seconds = isAllDay || rule.bySecond.isEmpty ? [start.second] : rule.bySecond
    }

    var count: Int { hours.count * minutes.count * seconds.count }

    /// Seconds after midnight.
    subscript(index: Int) -> Int {
        if count == 1 { return hours[0] * 3_600 + minutes[0] * 60 + seconds[0] }
        let perHour = minutes.count * seconds.count
        let inHour = index % perHour
        return hours[index / perHour] * 3_600 + minutes[inHour / seconds.count] * 60 + seconds[inHour % seconds.count]
    }
}

extension [Int] {
    /// The places, from 0 and ascending, that BYSETPOS means in a set of `count`.
    func places(in count: Int) -> [Int] {
        Set(map { $0 > 0 ? $0 - 1 : count + $0 }).filter { 0..<count ~= $0 }.sorted()
    }
}
