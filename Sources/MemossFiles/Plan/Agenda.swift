/// Everything that comes up on each day of a range: every occurrence of every series, one-time reminders and deadlines.
/// A pure function of the reminders, the current time and the range.
///
/// For a series counted from completion, only the current occurrence is listed, because the next depends on its
/// completion.
///
/// A past item is listed as overdue on its day if the range includes that day, and otherwise on today. If occurrences
/// of a series were missed before the range, the first that is neither completed, skipped nor snoozed represents them
/// all; a missed deadline is an item of its own.
package struct Agenda: Sendable {
    /// The kind of an item.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A one-time reminder, or an occurrence of a series.
        case occurrence
        /// An item moved by a snooze.
        case snooze
        /// The key `due`; each occurrence of a series has its own deadline.
        case deadline
        /// Any of these that has passed.
        case overdue
    }

    /// An item that comes up at one time.
    package struct Item: Sendable, Hashable {
        /// The reminder; for a file in conflict, the one combined from both sides.
        package var reminder: Reminder
        /// Why it is listed.
        package var kind: Kind
        /// The date and time in the user's time zone. For an overdue item, when it was due.
        package var date: DateValue
        /// For an all-day item, the time at which it is notified.
        package var instant: Instant
        /// The occurrence of a series as a file records it, including for a deadline; nil for a one-time reminder.
        package var occurrence: DateValue?
        /// Whether the date is that of the key `due`.
        package var isDeadline = false
        /// Whether it comes from the keys of the file: a one-time reminder, or the current occurrence of a series or
        /// its deadline, even if that represents occurrences missed before the range. If a snooze moves the current
        /// occurrence, the one that represents the others is not current.
        package var isCurrent = true
        /// For the item that represents missed occurrences, how many more were missed before the range; `mostMissed`
        /// means that many or more.
        package var missed = 0
    }

    /// A day of the range.
    package struct Day: Sendable, Hashable {
        /// The day in the user's time zone.
        package var date: CivilDate
        /// Overdue ones first, then all-day ones, then by time; otherwise in path order.
        package var items: [Item]
    }

    /// Every day of the range, in order; free days have no items.
    package var days: [Day]

    /// - Parameters:
    ///   - reminders: in path order; completed ones and notes are ignored.
    ///   - first: the first day.
    ///   - count: the number of days.
    ///   - countsMissed: whether to compute `Item.missed`, which has to examine everything that was missed.
    ///   - skipsDue: whether to leave out the current item of today of a reminder that is overdue or due today: a list of
    ///     those reminders has it already.
    ///   - context: the current time and the time zones.
    package init(
        _ reminders: [Reminder],
        from first: CivilDate,
        days count: Int,
        countsMissed: Bool = true,
        skipsDue: Bool = false,
        in context: TimeContext
    ) {
        days = (0..<max(0, count)).map { Day(date: first.adding(days: $0), items: []) }
        guard let last = days.last?.date else { return }
        var range = AgendaRange(from: first, through: last, countsMissed: countsMissed, in: context)
        range.skipsDue = skipsDue
        let parts = stride(from: 0, to: reminders.count, by: Self.remindersPerTurn).map { start in
            reminders[start..<min(start + Self.remindersPerTurn, reminders.count)]
        }
        let found = concurrentMap(parts) { [range] part in part.flatMap { range.items(of: $0) } }
        for (item, day) in found.joined() { days[day.daysSinceEpoch - first.daysSinceEpoch].items.append(item) }
        for index in days.indices { days[index].items.sortOnce() }
    }

    private static let remindersPerTurn = 2048
}

extension [Agenda.Item] {
    /// Equal items keep their order.
    fileprivate mutating func sortOnce() {
        let ranks = map { $0.rank }
        let order = indices.sorted { a, b in ranks[a] == ranks[b] ? a < b : ranks[a] < ranks[b] }
        self = order.map { self[$0] }
    }
}

extension Agenda.Item {
    fileprivate var rank: (Int, Int64) {
        if kind == .overdue { return (0, instant.secondsSince1970) }
        return date.isAllDay ? (1, 0) : (2, instant.secondsSince1970)
    }
}
