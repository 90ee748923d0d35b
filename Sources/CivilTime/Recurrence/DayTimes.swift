/// The times of day of a rule, ascending. They are computed, never stored, since there can be 86,400.
struct DayTimes: Sendable {
    private var hours: [Int] = []
    private var minutes: [Int] = []
    private var seconds: [Int] = []
    /// The single time if the rule names none, as nearly all do.
    private let only: Int
    let count: Int

    init(_ rule: RecurrenceRule, start: CivilTime, isAllDay: Bool) {
        only = start.secondOfDay
        // RFC 5545, 3.3.10: BYHOUR, BYMINUTE and BYSECOND are ignored if DTSTART is a date.
        if isAllDay || rule.byHour.isEmpty && rule.byMinute.isEmpty && rule.bySecond.isEmpty {
            count = 1
            return
        }
        hours = rule.byHour.isEmpty ? [start.hour] : rule.byHour
        minutes = rule.byMinute.isEmpty ? [start.minute] : rule.byMinute
        seconds = rule.bySecond.isEmpty ? [start.second] : rule.bySecond
        count = hours.count * minutes.count * seconds.count
    }

    /// In seconds after midnight.
    subscript(index: Int) -> Int {
        if hours.isEmpty { return only }
        let perHour = minutes.count * seconds.count
        let inHour = index % perHour
        return hours[index / perHour] * 3_600 + minutes[inHour / seconds.count] * 60 + seconds[inHour % seconds.count]
    }
}

extension [Int] {
    /// The indices, from 0 and ascending, that BYSETPOS selects from a set of `count`.
    func places(in count: Int) -> [Int] {
        Set(map { $0 > 0 ? $0 - 1 : count + $0 }).filter { 0..<count ~= $0 }.sorted()
    }
}
