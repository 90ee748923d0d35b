internal import Bytes

/// How regularly a series has been kept, based on the occurrences recorded in its file.
///
/// An occurrence is missed if its day is over, or the series has moved on from it, and the file records it as neither
/// completed nor skipped. If the user has moved the date, it belongs to the occurrence before it.
package struct Habit: Sendable {
    package enum Mark: String, Sendable, Hashable {
        case completed, skipped, missed
        /// Its day is not over, and the series has not moved on.
        case open
    }

    package struct Entry: Sendable, Hashable {
        package var day: CivilDate
        package var mark: Mark
    }

    /// The number of occurrences recorded as completed.
    package let completions: Int
    /// The current day in the time zone of the reminder.
    package let today: CivilDate

    private let series: Series
    private let reminder: Reminder
    /// At its place in the rule.
    private let current: Occurrence
    /// The day on which the current occurrence comes up, if it was moved.
    private let shownDay: CivilDate
    private let complete: RecordedOccurrences
    private let skipped: RecordedOccurrences
    private let completeDays: [CivilDate]
    private let skippedDays: [CivilDate]
    /// The first day recorded in the file, or the first day that is examined.
    private let first: CivilDate
    /// The earliest recorded occurrence: the series may have begun in the middle of a day.
    private let firstRecord: Instant?

    /// Nil for a reminder without a rule or a date, and for an event, which nobody completes.
    package init?(of reminder: Reminder, in context: TimeContext) {
        guard !reminder.expires, let position = SeriesPosition(reminder, in: context) else { return nil }
        let series = position.series
        self.series = series
        shownDay = position.shown.nominal.date
        self.reminder = reminder
        today = series.zone.civil(at: context.now).date
        let current = position.current
        self.current = current
        completions = reminder.completeInstances.count
        complete = RecordedOccurrences(reminder.completeInstances, of: series)
        skipped = RecordedOccurrences(reminder.skippedInstances, of: series)
        let time = current.isAllDay ? nil : current.nominal.time
        let day = { (value: DateValue) in
            series.recorded(value, at: time).clock(in: series.zone, allDayAt: .midnight).date
        }
        completeDays = reminder.completeInstances.map(day).sorted()
        // What is in both lists, as after a merge, is completed.
        let known = Set(reminder.completeInstances)
        skippedDays = reminder.skippedInstances.filter { !known.contains($0) }.map(day).sorted()
        firstRecord = (reminder.completeInstances + reminder.skippedInstances)
            .map { series.recorded($0, at: time).instant(in: series.zone, allDayAt: .midnight) }.min()
        let begin = [completeDays.first, skippedDays.first, current.nominal.date].compactMap(\.self).min() ?? today
        first = max(begin, min(current.nominal.date, today).adding(days: -Self.most / series.plan.mostInADay))
    }

    /// Whether no occurrence is recorded.
    package var isEmpty: Bool { completeDays.isEmpty && skippedDays.isEmpty }

    /// The number of consecutive occurrences completed most recently. Skipped occurrences, and one whose day is not
    /// over, neither count nor break the streak.
    package var streak: Int {
        guard completions > 0 else { return 0 }
        var span = max(2, Self.days(of: series.rule) * 64)
        while true {
            let start = max(first, today.adding(days: -span))
            var count = 0
            for entry in entries(from: start).reversed() {
                if entry.mark == .missed { return count }
                if entry.mark == .completed { count += 1 }
            }
            if start == first { return count }
            span *= 8
        }
    }

    /// The completed occurrences of the last `days` days up to today, and the total of those that are completed or over.
    package func rate(days: Int) -> (completed: Int, of: Int) {
        let entries = entries(from: today.adding(days: 1 - days)).filter { $0.day <= today }
        let completed = entries.count { $0.mark == .completed }
        return (completed, completed + entries.count { $0.mark == .missed })
    }

    /// The occurrences from a day on: all up to today, and recorded ones after it.
    package func entries(from day: CivilDate) -> [Entry] {
        let start = max(day, first)
        return reminder.anchor == .completion ? counted(from: start) : ruled(from: start)
    }

    /// The maximum number of occurrences to examine. A rule may have thousands a day.
    private static let most = 200_000

    /// The approximate interval, for the first look back.
    private static func days(of rule: RecurrenceRule) -> Int {
        let days =
            switch rule.frequency {
            case .minutely, .hourly: 0
            case .daily: 1
            case .weekly: 7
            case .monthly: 31
            case .yearly: 366
            }
        return days * min(rule.interval, 1_000)
    }

    /// For a series counted from completion: only the current occurrence can be missed.
    private func counted(from start: CivilDate) -> [Entry] {
        var entries = completeDays.map { Entry(day: $0, mark: .completed) }
        entries += skippedDays.map { Entry(day: $0, mark: .skipped) }
        if !reminder.isCompleted, shownDay <= today, !complete.contains(current), !skipped.contains(current) {
            entries.append(Entry(day: shownDay, mark: shownDay < today ? .missed : .open))
        }
        return entries.filter { $0.day >= start }.sorted { $0.day < $1.day }
    }

    private func ruled(from start: CivilDate) -> [Entry] {
        let lastRecord = max(completeDays.last ?? today, skippedDays.last ?? today)
        let end = series.zone.instant(of: CivilDateTime(max(today, lastRecord).adding(days: 2)))
        let occurrences = series.occurrences(from: start, through: end)
        // The occurrence after the last one shows whether the series has passed over it, unless the rule has changed.
        let keepsPattern = occurrences.contains { complete.contains($0) || skipped.contains($0) }
        let following = keepsPattern ? occurrences.last.flatMap { series.next(fromPast: $0.instant) } : nil
        var entries: [Entry] = []
        for (index, occurrence) in occurrences.enumerated() {
            let next = index + 1 < occurrences.count ? occurrences[index + 1] : following
            let mark = mark(of: occurrence, before: next)
            let isRecorded = mark == .completed || mark == .skipped
            let day = occurrence.nominal.date
            // The series may have begun in the middle of this day.
            if !isRecorded, occurrence.instant < current.instant, firstRecord.map({ occurrence.instant < $0 }) ?? true {
                continue
            }
            if !isRecorded, day > today || isAfterEnd(occurrence) { continue }
            entries.append(Entry(day: day, mark: mark))
        }
        return entries
    }

    /// Whether the series had ended before it. Occurrences that were passed over at the end are missed.
    private func isAfterEnd(_ occurrence: Occurrence) -> Bool {
        guard reminder.isCompleted, occurrence.instant >= current.instant else { return false }
        guard case .on(let end) = reminder.completed, complete.contains(current) || skipped.contains(current) else {
            return true
        }
        return occurrence.nominal.date > end.date
    }

    private func mark(of occurrence: Occurrence, before next: Occurrence?) -> Mark {
        if complete.contains(occurrence) { return .completed }
        if skipped.contains(occurrence) { return .skipped }
        let day = occurrence.nominal.date
        let isMovedOn = occurrence.instant < current.instant && firstRecord.map { $0 < occurrence.instant } ?? false
        if day >= today, !isMovedOn { return .open }
        if !series.rule.givesSeveralADay {
            // Recorded on a date outside the pattern, after the user moved it or changed the rule.
            let end = next?.nominal.date ?? .max
            if Self.holds(completeDays, from: day, to: end) { return .completed }
            if Self.holds(skippedDays, from: day, to: end) { return .skipped }
        }
        let isMoved = current.instant >= occurrence.instant && next.map { current.instant < $0.instant } ?? true
        return isMoved && shownDay >= today && !reminder.isCompleted ? .open : .missed
    }

    /// - Parameter days: ascending.
    private static func holds(_ days: [CivilDate], from start: CivilDate, to end: CivilDate) -> Bool {
        let first = days.partitioningIndex { $0 >= start }
        return first < days.count && days[first] < end
    }
}
