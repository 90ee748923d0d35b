package import MemossFiles

/// The coming occurrences of a folder as events that ring when the plan rings.
///
/// Each occurrence is an event of its own, and an alarm is one of the event that it is ahead of. A rule would be fewer objects, but
/// programs differ in nearly everything beyond the simplest rules, above all in single occurrences that were moved, snoozed or
/// completed, and in their alarms. So a program only has to know a time and an alarm before it.
package struct PublishedEvents: Sendable {
    /// By the time of their first ring; the ones that have passed too, for a day: a phone that was off then still rings.
    package private(set) var events: [PublishedEvent] = []
    /// The first ring that did not fit; nil if all of the horizon did.
    package private(set) var coveredUntil: Instant?

    package struct Settings: Sendable, Hashable {
        /// How many days ahead.
        package var days = 60
        /// The most events.
        package var limit = 500
        /// Whether the titles leave the machine.
        package var hasTitles = true

        package init() {}
    }

    /// How long an event stays that has passed and is still open.
    private static let kept: Int64 = 86_400

    private let context: TimeContext
    private let settings: Settings
    private let horizon: Instant

    /// - Parameters:
    ///   - folderName: tells the files without an id of two folders apart.
    ///   - modification: when a file was last changed.
    package init(
        _ snapshot: Snapshot,
        folderName: String,
        settings: Settings = Settings(),
        in context: TimeContext,
        modification: (String) -> Instant?
    ) {
        (self.context, self.settings) = (context, settings)
        horizon = context.now.adding(seconds: Int64(settings.days) * 86_400)
        var found = soonest(of: snapshot.reminders.distinct(besides: snapshot.copies).reminders)
        found.sort { ($0.first, $0.reminder.path, $0.place) < ($1.first, $1.reminder.path, $1.place) }
        if found.count > settings.limit { coveredUntil = found[settings.limit].first }
        var modified: [PathKey: Instant] = [:]
        events = found.prefix(settings.limit).map { group in
            let path = group.reminder.path
            let last = modified[PathKey(path)] ?? modification(path) ?? Instant(secondsSince1970: 0)
            modified[PathKey(path)] = last
            return event(of: group, folderName, last)
        }
    }

    private func event(of group: Group, _ folderName: String, _ modified: Instant) -> PublishedEvent {
        let reminder = group.reminder
        let subject =
            reminder.storedID == nil ? UUID5(url: "memoss:\(folderName)/\(reminder.path)").description : reminder.id
        return PublishedEvent(
            id: PublishedEvent.id(of: subject, group.place.occurrence, group.place.part),
            start: group.start,
            title: title(of: group),
            alarms: Set(group.rings).map { $0.secondsSince1970 - group.start.secondsSince1970 },
            path: reminder.path,
            modified: modified
        )
    }

    /// The events that may be among the first `settings.limit`. As soon as that many are known, only events before the last of them
    /// are computed: a large folder has many times more.
    private func soonest(of reminders: some Sequence<Reminder>) -> [Group] {
        var (found, last) = ([Group](), horizon)
        for reminder in reminders {
            found += groups(of: reminder, until: last)
            guard found.count > 2 * settings.limit else { continue }
            last = found.map(\.first).sorted()[settings.limit]
            found.removeAll { $0.first > last }
        }
        guard last < horizon else { return found }
        var (paths, all) = (Set<PathKey>(), [Group]())
        for group in found where paths.insert(PathKey(group.reminder.path)).inserted {
            // What belongs to an event may come after that time.
            all += groups(of: group.reminder, until: horizon).filter { $0.first <= last }
        }
        return all
    }

    /// The rings of a reminder by the event that they belong to.
    ///
    /// - Parameter last: when the first ring of an event may be at the latest.
    private func groups(of reminder: Reminder, until last: Instant) -> [Group] {
        guard !reminder.isNote, !reminder.isCompleted else { return [] }
        let sides = reminder.versions.isEmpty ? [reminder] : reminder.openVersions
        let lead = sides.flatMap(\.alarms).map(\.trigger.lead).max() ?? 0
        let begin = context.now.adding(seconds: -Self.kept)
        var groups: [Place: Group] = [:]
        let moved = moved(reminder)
        for ring in rings(of: reminder, lead, until: last) {
            var (place, about) = Self.place(of: ring, in: reminder)
            if let moved, place.occurrence == moved.name { place.occurrence = moved.origin }
            groups[place, default: Group(reminder, place, ring)].add(ring, about)
        }
        return groups.values.filter { $0.start >= begin && $0.first <= last }
    }

    /// What the rings of one event have in common.
    private struct Place: Hashable, Comparable {
        var occurrence: String
        /// Empty for the occurrence itself, `due` for its deadline, or the name of an alarm that is ahead of nothing.
        var part: String

        static func < (a: Place, b: Place) -> Bool { (a.occurrence, a.part) < (b.occurrence, b.part) }
    }

    private struct Group {
        let reminder: Reminder
        let place: Place
        var ring: Notification
        var own: Notification?
        var first: Instant
        var start: Instant
        var rings: [Instant] = []

        init(_ reminder: Reminder, _ place: Place, _ ring: Notification) {
            (self.reminder, self.place, self.ring) = (reminder, place, ring)
            (first, start) = (ring.instant, ring.instant)
        }

        mutating func add(_ ring: Notification, _ about: Instant) {
            if own == nil, ring.alarm?.isAhead != true { own = ring }
            // Of a snooze and the date behind it, the later one: an alarm never comes after the start.
            start = max(start, ring.instant, own == nil ? about : ring.instant)
            first = min(first, ring.instant)
            rings.append(ring.instant)
        }
    }

    private static func place(of ring: Notification, in reminder: Reminder) -> (Place, about: Instant) {
        let occurrence = ring.alarm?.occurrence ?? String(ring.identifier.dropFirst(ring.reminder.count + 1))
        guard let alarm = ring.alarm else { return (Place(occurrence: occurrence, part: ""), ring.instant) }
        let named = Place(occurrence: alarm.occurrence ?? "", part: alarm.name)
        guard case .alarm(let item) = alarm.cause else { return (named, ring.instant) }
        guard let about = alarm.about, alarm.isAhead, !(reminder.recurs && item.trigger.isExact) else {
            return (named, ring.instant)
        }
        let part = item.trigger.base == .due && reminder.separateDeadline != nil ? "due" : ""
        return (Place(occurrence: named.occurrence, part: part), about)
    }

    /// What a plan calls the current occurrence of a series that was moved, and what it was called before: it is the same event.
    private func moved(_ reminder: Reminder) -> (name: String, origin: String)? {
        guard reminder.recurs, reminder.versions.isEmpty, let position = SeriesPosition(reminder, in: context),
            position.isMoved
        else { return nil }
        func name(_ date: DateValue) -> String {
            date.isAllDay
                ? date.date.description : date.clock(in: position.series.zone, allDayAt: context.allDayAt).description
        }
        return (name(position.date), name(position.place))
    }

    private func title(of group: Group) -> String {
        guard settings.hasTitles else { return "Reminder" }
        let ring = group.own ?? group.ring
        guard let alarm = ring.alarm else { return ring.title }
        // It is shown at its time only if that is the start.
        let isAtStart = ring.instant == group.start
        return isAtStart ? alarm.announcement(of: ring.title, at: ring.instant, in: context.zone) : ring.title
    }

    // MARK: Rings

    /// All rings of a reminder up to a time, also those of the events that stay for a day.
    ///
    /// - Parameter lead: how many seconds before an event it may ring first.
    private func rings(of reminder: Reminder, _ lead: Int64, until last: Instant) -> [Notification] {
        guard reminder.recurs else {
            return rings(of: reminder, after: Instant(secondsSince1970: .min), until: nil)
        }
        let last = last.adding(seconds: lead)
        let all = rings(of: reminder, after: context.now.adding(seconds: -Self.kept - lead), until: last)
        // A series so frequent that what has passed would leave no place for what comes.
        if all.count >= 2 * settings.limit, all.last.map({ $0.instant <= context.now }) ?? false {
            return rings(of: reminder, after: context.now, until: last)
        }
        return all
    }

    private func rings(of reminder: Reminder, after floor: Instant, until last: Instant?) -> [Notification] {
        var past = context
        past.now = floor
        let budget = NotificationPlan.Budget(next: 2 * settings.limit)
        let rings = NotificationPlan([reminder], in: past, budget: budget, until: last).notifications
        guard let early = EarlySnooze(reminder, in: past) else { return rings }
        return rings + early.notifications(besides: rings, in: past, budget: budget, until: last)
    }
}

extension AlarmTrigger {
    /// How many seconds it may ring before the date that it counts from.
    fileprivate var lead: Int64 {
        switch moment {
        case .exact: 0
        case .offset(let span):
            max(0, -Int64(span.months) * 31 * 86_400 - Int64(span.days) * 86_400 - span.seconds) + 2 * 86_400
        case .clock(let days, _): Int64(max(0, -days) + 2) * 86_400
        }
    }
}
