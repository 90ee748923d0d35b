/// The next notifications to deliver: a pure function of the reminders, the current time and the budget.
public struct NotificationPlan: Sendable {
    /// The number of notification slots.
    public struct Budget: Sendable, Hashable {
        /// The total number of slots.
        package var limit: Int
        /// Slots reserved for the soonest one-time reminders; the others are for series. Nil: all go to what comes first.
        package var reserve: Int?

        /// - Parameters:
        ///   - limit: the total number of slots; negative values count as 0.
        ///   - reserve: slots reserved for one-time reminders, at most `limit`.
        public init(limit: Int = 64, reserve: Int = 14) {
            self.limit = max(0, limit)
            self.reserve = min(max(0, reserve), self.limit)
        }

        /// As many notifications as there are slots, the next ones.
        package init(next limit: Int) { (self.limit, reserve) = (max(0, limit), nil) }
    }

    /// The limits that the plan was made with.
    package var budget: Budget
    /// The time that the plan was made for.
    package var now: Instant
    /// Sorted by instant, then identifier.
    public var notifications: [Notification] = []
    /// The instant of the first notification that did not fit; nil if all did.
    public var coveredUntil: Instant?
    /// The number of future reminders without any slot.
    package var omitted = 0
    /// Paths of reminders that are copies, and of their originals.
    private let copies: [PathKey: String]

    /// - Parameters:
    ///   - snapshot: completed reminders and notes are ignored.
    ///   - context: the current time and the time zones.
    ///   - budget: the number of slots.
    ///   - horizon: later notifications are ignored; nil for no limit.
    public init(
        _ snapshot: Snapshot,
        in context: TimeContext,
        budget: Budget = Budget(),
        until horizon: Instant? = nil
    ) {
        self.init(snapshot.reminders, besides: snapshot.copies, in: context, budget: budget, until: horizon)
    }

    /// - Parameters:
    ///   - reminders: in path order.
    ///   - silent: the files that are not delivered, each with the path of its original (`Snapshot.copies`).
    package init(
        _ reminders: [Reminder],
        besides silent: [PathKey: String] = [:],
        in context: TimeContext,
        budget: Budget = Budget(),
        until horizon: Instant? = nil
    ) {
        self.budget = budget
        now = context.now
        var once = Heap<OneTime>()
        var series = SeriesQueue(in: context, until: horizon)
        let (reminders, copies) = reminders.distinct(besides: silent)
        self.copies = copies
        // Each one-time reminder is counted once, however many alarms it has.
        var alarms = 0
        for candidates in Self.candidates(reminders, in: context) {
            for candidate in candidates {
                switch candidate {
                case .series(let entry): series.push(entry)
                case .once(let one):
                    guard one.instant <= horizon ?? one.instant else { continue }
                    once.push(one)
                    if one.alarm != nil { alarms += 1 }
                }
            }
        }
        let (onceCount, seriesCount) = (once.count, series.count)
        let recurring = series.take(budget.limit)
        // Slots that one kind does not use go to the other.
        let ofSeries =
            budget.reserve.map { min(recurring.count, budget.limit - min(onceCount, $0)) }
            ?? Self.countOfSeries(among: budget.limit, recurring, once)
        let ofOnce = min(onceCount, budget.limit - min(ofSeries, budget.limit - (budget.reserve ?? 0)))
        let chosen = recurring.prefix(min(ofSeries, budget.limit - ofOnce))
        notifications = Array(chosen)
        while once.count > onceCount - ofOnce, let next = once.pop() {
            notifications.append(next.notification(in: context))
        }
        notifications.sort()
        let excluded = [once.first?.instant, recurring.dropFirst(chosen.count).first?.instant, series.first]
        coveredUntil = excluded.compactMap { $0 }.min()
        omitted = seriesCount - Set(chosen.map { PathKey($0.path) }).count
        if alarms == 0 {
            omitted += once.count
        } else {
            var left: Set<PathKey> = []
            while let next = once.pop() { left.insert(PathKey(next.reminder.path)) }
            omitted += left.subtracting(notifications.map { PathKey($0.path) }).count
        }
    }

    /// How many of the first notifications are of series.
    private static func countOfSeries(among limit: Int, _ recurring: [Notification], _ once: Heap<OneTime>) -> Int {
        var (once, ofOnce) = (once, 0)
        while ofOnce < limit, let next = once.first {
            // As many of series as fit beside it come before it.
            if recurring.count >= limit - ofOnce, recurring[limit - ofOnce - 1].instant <= next.instant { break }
            _ = once.pop()
            ofOnce += 1
        }
        return min(recurring.count, limit - ofOnce)
    }

    private enum Candidate: Sendable {
        case once(OneTime)
        case series(SeriesQueue.Entry)
    }

    /// The first future notification of each reminder, computed on several threads, since most of the time is spent here.
    private static func candidates(_ reminders: [Reminder], in context: TimeContext) -> [[Candidate]] {
        let parts = stride(from: 0, to: reminders.count, by: candidatesPerTurn).map { start in
            reminders[start..<min(start + candidatesPerTurn, reminders.count)]
        }
        return concurrentMap(parts) { part in
            var found: [Candidate] = []
            for reminder in part { addCandidates(of: reminder, in: context, to: &found) }
            return found
        }
    }

    private static func addCandidates(of reminder: Reminder, in context: TimeContext, to found: inout [Candidate]) {
        guard !reminder.isNote, !reminder.isCompleted else { return }
        if reminder.recurs {
            if let entry = SeriesQueue.entry(for: reminder, in: context) { found.append(.series(entry)) }
            return
        }
        let own = oneTime(reminder, in: context)
        if let own { found.append(.once(OneTime(reminder: reminder, instant: own))) }
        for alarm in oneTimeAlarms(reminder, besides: own, in: context) {
            found.append(.once(OneTime(reminder: reminder, instant: alarm.instant, alarm: alarm)))
        }
    }

    private static func isAhead(_ reminder: Reminder, in context: TimeContext) -> Bool {
        var found: [Candidate] = []
        addCandidates(of: reminder, in: context, to: &found)
        return !found.isEmpty
    }

    /// The alarms of a one-time reminder, ascending, without those that ring at the same time as something else.
    static func oneTimeAlarms(_ reminder: Reminder, besides own: Instant?, in context: TimeContext) -> [AlarmRing] {
        let sides = reminder.versions.isEmpty ? [reminder] : reminder.openVersions
        guard sides.contains(where: { AlarmCursor.mayRing($0, in: context) }) else { return [] }
        var seen = Set([own].compactMap(\.self))
        let rings = sides.flatMap { Array(AlarmCursor($0, in: context)) }
        return rings.filter { seen.insert($0.instant).inserted }.sorted { $0.instant < $1.instant }
    }

    private static let candidatesPerTurn = 2048

    /// A candidate whose texts are not built yet: few candidates become notifications, and their texts cost more than
    /// sorting them.
    private struct OneTime: Comparable, Sendable {
        var reminder: Reminder
        var instant: Instant
        var alarm: AlarmRing?

        static func < (a: OneTime, b: OneTime) -> Bool {
            a.instant == b.instant ? a.reminder.id < b.reminder.id : a.instant < b.instant
        }

        static func == (a: OneTime, b: OneTime) -> Bool { !(a < b) && !(b < a) }

        func notification(in context: TimeContext) -> Notification {
            alarm.map { Notification(reminder, $0, in: context) } ?? Notification(reminder, at: instant, in: context)
        }
    }

    /// The instant of `snoozed`, or else `scheduled`, or else `due`, if it is in the future.
    static func oneTime(_ reminder: Reminder, in context: TimeContext) -> Instant? {
        if !reminder.versions.isEmpty {
            return reminder.openVersions.compactMap { oneTime($0, in: context) }.min()
        }
        if let snooze = context.snooze(reminder), snooze > context.now { return snooze }
        return context.due(reminder).flatMap { $0 > context.now ? $0 : nil }
    }
}

extension NotificationPlan {
    /// Why a reminder is or is not in the plan.
    package enum Standing: Sendable, Hashable {
        /// It is a note, which has no notifications.
        case note
        /// It is completed.
        case completed
        /// It is put away.
        case archived
        /// It has no date.
        case undated
        /// Its date cannot be read.
        case broken
        /// Its single date has passed.
        case passed
        /// Another file has the same id, title, dates and rule, and is delivered.
        case copy(of: String)
        /// The series has no future occurrences.
        case over
        /// It is due in the future, but others are sooner.
        case noPlace
        /// Its first notification and the number of its slots.
        case planned(first: Notification, count: Int)
    }

    /// - Parameters:
    ///   - reminder: one of the reminders that the plan was computed from.
    ///   - context: the context that the plan was computed in.
    package func standing(of reminder: Reminder, in context: TimeContext) -> Standing {
        if reminder.isNote { return .note }
        if reminder.isCompleted { return reminder.completed == .open ? .archived : .completed }
        let once = Self.oneTime(reminder, in: context)
        let hasMoment = reminder.alarms.contains { $0.trigger.isExact }
        guard reminder.date != nil || once != nil || hasMoment else {
            return reminder.isBroken ? .broken : .undated
        }
        if let original = copies[PathKey(reminder.path)] { return .copy(of: original) }
        let places = notifications.filter { $0.path.isSamePath(as: reminder.path) }
        if let first = places.first { return .planned(first: first, count: places.count) }
        return Self.isAhead(reminder, in: context) ? .noPlace : reminder.recurs ? .over : .passed
    }
}

/// A notification to deliver: one slot of the plan.
public struct Notification: Sendable, Hashable, Comparable {
    /// The reminder's id, for a series followed by `@` and the occurrence; stable, so that two plans can be compared.
    public var identifier: String
    /// The id of the reminder.
    public var reminder: String
    /// The file of the reminder, relative to the root.
    public var path: String
    /// The title to show.
    public var title: String
    /// The first line of the reminder's body.
    public var body: String?
    /// The local time of the instant in the reminder's time zone.
    public var local: CivilDateTime
    /// When to show it.
    public var instant: Instant
    /// Whether it is an occurrence of a series.
    package var isRecurring: Bool
    /// The position among the slots of the series, from 0; nil for a one-time reminder.
    package var index: Int?
    /// Whether it comes only if the current occurrence of a series counted from completion is still open then: such a
    /// series is delivered again by its rule until it is completed.
    package var isProvisional: Bool
    /// Set if it is not for the date itself.
    package var alarm: AlarmRing?

    package init(
        _ reminder: Reminder,
        at instant: Instant,
        in context: TimeContext,
        occurrence: String? = nil,
        index: Int? = nil,
        isProvisional: Bool = false
    ) {
        let id = reminder.id
        identifier = occurrence.map { "\(id)@\($0)" } ?? id
        self.reminder = id
        path = reminder.path
        title = reminder.deliveredTitle
        body = reminder.bodyFirstLine
        local = context.zone(of: reminder).civil(at: instant)
        self.instant = instant
        isRecurring = index != nil
        self.index = index
        self.isProvisional = isProvisional
    }

    /// For an alarm, or for the deadline.
    package init(_ reminder: Reminder, _ alarm: AlarmRing, in context: TimeContext, index: Int? = nil) {
        self.init(
            reminder,
            at: alarm.instant,
            in: context,
            occurrence: alarm.occurrence,
            index: index,
            isProvisional: alarm.isProvisional
        )
        identifier = Self.identifier(id, alarm)
        self.alarm = alarm
    }

    private var id: String { reminder }

    /// The id, `@` and the occurrence of a series, `-` and the alarm.
    static func identifier(_ reminder: String, _ alarm: AlarmRing) -> String {
        reminder + (alarm.occurrence.map { "@" + $0 } ?? "") + "-" + alarm.name
    }

    /// The earlier one is less; at the same instant, by identifier.
    public static func < (a: Notification, b: Notification) -> Bool {
        (a.instant, a.identifier) < (b.instant, b.identifier)
    }
}
