/// Merges the future occurrences of many series, soonest first: a heap with the next occurrence of each, never a list of
/// all.
struct SeriesQueue {
    struct Entry: Comparable {
        let reminder: Reminder
        fileprivate let place: SeriesCursor.Place
        /// The number of slots that the series has received.
        fileprivate var index = 0

        fileprivate init(reminder: Reminder, place: SeriesCursor.Place, index: Int = 0) {
            (self.reminder, self.place, self.index) = (reminder, place, index)
        }

        static func < (a: Entry, b: Entry) -> Bool {
            if a.place.instant != b.place.instant { return a.place.instant < b.place.instant }
            return a.identifier < b.identifier
        }

        static func == (a: Entry, b: Entry) -> Bool { !(a < b) && !(b < a) }

        /// Only computed to compare two entries with the same instant.
        private var identifier: String { "\(reminder.id)@\(place.name)" }
    }

    private var heap = Heap<Entry>()
    /// By path, only for series that have received a slot: keeping those of all series would take too much memory.
    private var cursors: [PathKey: SeriesCursor] = [:]
    private let context: TimeContext
    private let horizon: Instant?

    init(in context: TimeContext, until horizon: Instant?) {
        self.context = context
        self.horizon = horizon
    }

    /// The number of series with a future occurrence.
    var count: Int { heap.count }
    /// The instant of the soonest occurrence that has not been taken.
    var first: Instant? { heap.first?.place.instant }

    /// The argument of `push` for a series: its first slot, if it has a future occurrence.
    static func entry(for reminder: Reminder, in context: TimeContext) -> Entry? {
        var cursor = cursor(of: reminder, in: context)
        return cursor?.next().map { Entry(reminder: reminder, place: $0) }
    }

    /// The soonest notifications of all series, at most `limit`.
    mutating func take(_ limit: Int) -> [Notification] {
        var taken: [Notification] = []
        while taken.count < limit, let entry = heap.pop() {
            taken.append(
                Notification(
                    entry.reminder,
                    at: entry.place.instant,
                    in: context,
                    occurrence: entry.place.name,
                    index: entry.index,
                    isProvisional: entry.place.isProvisional
                )
            )
            let path = PathKey(entry.reminder.path)
            guard var cursor = cursors[path] ?? begun(entry.reminder) else { continue }
            if let place = cursor.next() {
                push(Entry(reminder: entry.reminder, place: place, index: entry.index + 1))
            }
            cursors[path] = cursor
        }
        return taken
    }

    private static func cursor(of reminder: Reminder, in context: TimeContext) -> SeriesCursor? {
        if !reminder.versions.isEmpty { return SeriesCursor(versionsOf: reminder, in: context) }
        guard let rule = reminder.rule else { return nil }
        return SeriesCursor(reminder, reminder.steppingRule(rule), in: context)
    }

    /// A cursor positioned after the first slot.
    private func begun(_ reminder: Reminder) -> SeriesCursor? {
        var cursor = Self.cursor(of: reminder, in: context)
        _ = cursor?.next()
        return cursor
    }

    /// Entries after the horizon are dropped.
    mutating func push(_ entry: Entry) {
        if entry.place.instant <= horizon ?? entry.place.instant { heap.push(entry) }
    }
}

/// Iterates over the notifications of one series, or of all sides of a file in conflict.
package struct SeriesCursor {
    /// An instant and the occurrence it belongs to.
    package struct Place: Sendable {
        package var instant: Instant
        fileprivate var nominal: CivilDateTime
        fileprivate var isAllDay: Bool
        /// Whether the instant is the end of a snooze, not the time that the rule gives.
        package var isSnooze = false
        /// Whether it comes only if the current occurrence of a series counted from completion is still open then.
        var isProvisional = false

        /// The day of the occurrence, or the local time given by the rule.
        package var occurrence: DateValue { isAllDay ? DateValue(nominal.date) : DateValue(nominal) }
        /// The part of a notification identifier after the `@`.
        package var name: String { isAllDay ? nominal.date.description : nominal.description }
    }

    /// Nil for a side that does not recur and only has a snooze.
    private var occurrences: ComingOccurrences?
    /// Read ahead, since a snooze may come first.
    private var pending: Occurrence?
    private var snooze: Place?
    /// The last instant that does not depend on when the series is completed; nil if none does.
    private var lastCertain: Instant?
    /// The sides of a file in conflict.
    private var versions: [(cursor: SeriesCursor, next: Place?)] = []
    /// The occurrences returned so far, with the index of their side.
    private var given: [String: Int] = [:]

    /// - Parameter reminder: a reminder in conflict, at least one side of which recurs.
    init(versionsOf reminder: Reminder, in context: TimeContext) {
        versions = reminder.openVersions.compactMap { version in
            var cursor: SeriesCursor?
            if let rule = version.rule {
                cursor = SeriesCursor(version, version.steppingRule(rule), in: context)
            } else {
                cursor = SeriesCursor(once: version, in: context)
            }
            let next = cursor?.next()
            return cursor.map { ($0, next) }
        }
    }

    private init?(once reminder: Reminder, in context: TimeContext) {
        guard let date = reminder.date, let instant = NotificationPlan.oneTime(reminder, in: context) else {
            return nil
        }
        let clock = date.clock(in: context.zone(of: reminder), allDayAt: context.allDayAt)
        snooze = Place(instant: instant, nominal: clock, isAllDay: date.isAllDay)
    }

    /// Nil for a reminder without a date.
    ///
    /// - Parameter keepsDate: whether the current occurrence stays if the snooze ends before it. A plan leaves it out
    ///   until the snooze has ended.
    package init?(_ reminder: Reminder, _ rule: RecurrenceRule, in context: TimeContext, keepsDate: Bool = false) {
        guard let date = reminder.date else { return nil }
        if reminder.anchor == .completion { lastCertain = context.instant(of: date, in: reminder) }
        var replaced: CivilDateTime?
        if let instant = context.snooze(reminder), instant > context.now {
            let clock = date.clock(in: context.zone(of: reminder), allDayAt: context.allDayAt)
            snooze = Place(instant: instant, nominal: clock, isAllDay: date.isAllDay, isSnooze: true)
            if !keepsDate || context.instant(of: date, in: reminder) <= instant { replaced = clock }
        }
        occurrences = ComingOccurrences(reminder, rule, in: context, replacing: replaced)
    }

    /// The next slot; nil at the end of the series.
    package mutating func next() -> Place? {
        if !versions.isEmpty { return nextOfVersions() }
        if pending == nil { pending = occurrences?.next() }
        if let snooze, snooze.instant <= pending?.instant ?? snooze.instant {
            self.snooze = nil
            return snooze
        }
        guard let occurrence = pending else { return nil }
        pending = nil
        return Place(
            instant: occurrence.instant,
            nominal: occurrence.nominal,
            isAllDay: occurrence.isAllDay,
            isProvisional: lastCertain.map { occurrence.instant > $0 } ?? false
        )
    }

    /// The soonest of all sides. If several sides have an occurrence at different times, the earliest counts.
    private mutating func nextOfVersions() -> Place? {
        while true {
            let ahead = versions.indices.compactMap { index in versions[index].next.map { (index, $0) } }
            guard let (index, place) = ahead.min(by: { $0.1.instant < $1.1.instant }) else { return nil }
            versions[index].next = versions[index].cursor.next()
            if given[place.name, default: index] == index {
                given[place.name] = index
                return place
            }
        }
    }
}

extension Occurrence {
    init(_ place: SeriesCursor.Place, in zone: Zone) {
        let local = zone.civil(at: place.instant)
        self.init(nominal: place.nominal, local: local, instant: place.instant, isAllDay: place.isAllDay)
    }
}
