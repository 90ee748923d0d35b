/// Merges the future rings of many series, soonest first: a heap with the next one of each, never a list of all.
struct SeriesQueue {
    struct Entry: Comparable {
        let reminder: Reminder
        fileprivate let ring: SeriesRing
        /// The number of slots that the series has received.
        fileprivate var index = 0

        fileprivate init(reminder: Reminder, ring: SeriesRing, index: Int = 0) {
            (self.reminder, self.ring, self.index) = (reminder, ring, index)
        }

        static func < (a: Entry, b: Entry) -> Bool {
            if a.ring.instant != b.ring.instant { return a.ring.instant < b.ring.instant }
            return a.identifier < b.identifier
        }

        static func == (a: Entry, b: Entry) -> Bool { !(a < b) && !(b < a) }

        /// Only computed to compare two entries with the same instant.
        private var identifier: String {
            switch ring {
            case .own(let place): "\(reminder.id)@\(place.name)"
            case .alarm(let alarm): Notification.identifier(reminder.id, alarm)
            }
        }
    }

    private var heap = Heap<Entry>()
    /// By path, only for series that have received a slot: keeping those of all series would take too much memory.
    private var cursors: [PathKey: SeriesRings] = [:]
    private let context: TimeContext
    private let horizon: Instant?

    init(in context: TimeContext, until horizon: Instant?) {
        self.context = context
        self.horizon = horizon
    }

    /// The number of series with a future occurrence.
    var count: Int { heap.count }
    /// The instant of the soonest occurrence that has not been taken.
    var first: Instant? { heap.first?.ring.instant }

    /// The argument of `push` for a series: its first slot, if it has a future occurrence.
    static func entry(for reminder: Reminder, in context: TimeContext) -> Entry? {
        var cursor = SeriesRings(reminder, in: context)
        return cursor?.next().map { Entry(reminder: reminder, ring: $0) }
    }

    /// The soonest notifications of all series, at most `limit`.
    mutating func take(_ limit: Int) -> [Notification] {
        var taken: [Notification] = []
        while taken.count < limit, let entry = heap.pop() {
            taken.append(entry.notification(in: context))
            let path = PathKey(entry.reminder.path)
            guard var cursor = cursors[path] ?? begun(entry.reminder) else { continue }
            if let ring = cursor.next() {
                push(Entry(reminder: entry.reminder, ring: ring, index: entry.index + 1))
            }
            cursors[path] = cursor
        }
        return taken
    }

    /// A cursor positioned after the first slot.
    private func begun(_ reminder: Reminder) -> SeriesRings? {
        var cursor = SeriesRings(reminder, in: context)
        _ = cursor?.next()
        return cursor
    }

    /// Entries after the horizon are dropped.
    mutating func push(_ entry: Entry) {
        if entry.ring.instant <= horizon ?? entry.ring.instant { heap.push(entry) }
    }
}

extension SeriesQueue.Entry {
    fileprivate func notification(in context: TimeContext) -> Notification {
        switch ring {
        case .alarm(let alarm): return Notification(reminder, alarm, in: context, index: index)
        case .own(let place):
            return Notification(
                reminder,
                at: place.instant,
                in: context,
                occurrence: place.name,
                index: index,
                isProvisional: place.isProvisional
            )
        }
    }
}

/// One time at which a series rings.
enum SeriesRing: Sendable {
    /// For an occurrence, or for the end of a snooze.
    case own(SeriesCursor.Place)
    case alarm(AlarmRing)

    var instant: Instant {
        switch self {
        case .own(let place): place.instant
        case .alarm(let alarm): alarm.instant
        }
    }
}

/// Every time at which a series rings, ascending. An alarm at the time of an occurrence is that occurrence.
struct SeriesRings {
    private var cursor: SeriesCursor?
    private var place: SeriesCursor.Place?
    private var hasPlace = false
    private var alarms: [AlarmCursor] = []
    private var pending: AlarmRing?
    private var last: Instant?

    init?(_ reminder: Reminder, in context: TimeContext) {
        if !reminder.versions.isEmpty {
            cursor = SeriesCursor(versionsOf: reminder, in: context)
        } else {
            cursor = reminder.rule.flatMap { SeriesCursor(reminder, reminder.steppingRule($0), in: context) }
        }
        let sides = reminder.versions.isEmpty ? [reminder] : reminder.openVersions
        for side in sides where AlarmCursor.mayRing(side, in: context) { alarms.append(AlarmCursor(side, in: context)) }
        guard cursor != nil || !alarms.isEmpty else { return nil }
        if !alarms.isEmpty { pending = nextAlarm() }
    }

    /// The sides of a file in conflict mostly agree.
    private var ahead: [AlarmRing?] = []

    private mutating func nextAlarm() -> AlarmRing? {
        if alarms.count == 1 { return alarms[0].next() }
        if ahead.isEmpty { for index in alarms.indices { ahead.append(alarms[index].next()) } }
        let known = ahead.indices.compactMap { index in ahead[index].map { (index, $0) } }
        guard let (next, ring) = known.min(by: { $0.1.instant < $1.1.instant }) else { return nil }
        ahead[next] = alarms[next].next()
        return ring
    }

    mutating func next() -> SeriesRing? {
        if alarms.isEmpty { return cursor?.next().map(SeriesRing.own) }
        while true {
            if !hasPlace { (place, hasPlace) = (cursor?.next(), true) }
            if let alarm = pending, alarm.instant < place?.instant ?? alarm.instant.adding(seconds: 1) {
                pending = nextAlarm()
                if alarm.instant == last { continue }
                last = alarm.instant
                return .alarm(alarm)
            }
            guard let own = place else { return nil }
            hasPlace = false
            last = own.instant
            return .own(own)
        }
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
