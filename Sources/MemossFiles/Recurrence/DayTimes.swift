/// The times of day that a rule gives on each of its days, ascending; never held as a list, for there can be 86,400.
struct DayTimes: Sendable {
    private var hours: [Int] = []
    private var minutes: [Int] = []
    private var seconds: [Int] = []
    /// That of a rule which names none, as nearly all do.
    private let only: Int
    let count: Int

    init(_ rule: RecurrenceRule, start: CivilTime, isAllDay: Bool) {
        only = start.secondOfDay
        // RFC 5545, 3.3.10: with a date as start the parts of the clock are ignored.
        if isAllDay || rule.byHour.isEmpty && rule.byMinute.isEmpty && rule.bySecond.isEmpty {
            count = 1
            return
        }
        hours = rule.byHour.isEmpty ? [start.hour] : rule.byHour
        minutes = rule.byMinute.isEmpty ? [start.minute] : rule.byMinute
        seconds = rule.bySecond.isEmpty ? [start.second] : rule.bySecond
        count = hours.count * minutes.count * seconds.count
    }

    /// Seconds after midnight.
    subscript(index: Int) -> Int {
        if hours.isEmpty { return only }
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
