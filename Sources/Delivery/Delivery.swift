package import MemossFiles

/// A single delivery of a reminder: for its date, for an occurrence, or for the end of a snooze.
package struct Delivery: Sendable, Hashable {
    /// Composed of the reminder's id, the occurrence and the snooze as spelled in the file. It does not depend on the
    /// machine's clock or time zone, so a delivery with this key happens only once.
    package var key: String
    package var notification: Notification
    package var tags: [String]
    /// The occurrence of a series, in the form `ReminderStep` expects; nil for a one-time reminder.
    package var occurrence: DateValue?
    /// Set if it is an alarm, or for the deadline.
    package let alarm: AlarmRing?
    /// Whether it reports that the file needs attention, rather than that the reminder is due.
    package let isAttention: Bool

    package var due: Instant { notification.instant }

    /// The delivery of a one-time reminder.
    private init(of reminder: Reminder, at instant: Instant, isSnooze: Bool, in context: TimeContext) {
        notification = Notification(reminder, at: instant, in: context)
        tags = reminder.tags.map(\.text)
        (isAttention, alarm) = (false, nil)
        key = "\(notification.identifier)@\(reminder.date?.iso ?? "")"
        if isSnooze, let snoozed = reminder.snoozed { key += "~" + snoozed.iso }
    }

    /// The delivery of an occurrence of a series.
    private init(of reminder: Reminder, at place: SeriesCursor.Place, in context: TimeContext) {
        notification = Notification(reminder, at: place.instant, in: context, occurrence: place.name, index: 0)
        tags = reminder.tags.map(\.text)
        (isAttention, alarm) = (false, nil)
        occurrence = place.occurrence
        key = notification.identifier
        if place.isSnooze {
            if let snoozed = reminder.snoozed { key += "~" + snoozed.iso }
        } else if !place.occurrence.isAllDay,
            context.zone(of: reminder).instant(of: place.occurrence.clock) != place.instant
        {
            // A local time occurs twice when clocks go back, and an hourly or minutely rule includes both.
            key += "/2"
        }
    }

    /// The delivery of an alarm, or for a deadline.
    private init(of reminder: Reminder, _ alarm: AlarmRing, in context: TimeContext) {
        notification = Notification(reminder, alarm, in: context, index: alarm.occurrence == nil ? nil : 0)
        tags = reminder.tags.map(\.text)
        (isAttention, self.alarm) = (false, alarm)
        occurrence = alarm.occurrenceDate
        key = reminder.id + (alarm.occurrence.map { "@" + $0 } ?? "") + alarm.key
    }

    /// Whether it rings before an occurrence of a series, whatever became of the one before.
    var isAhead: Bool { alarm?.isAhead == true && notification.isRecurring }

    /// The delivery for a file that needs attention, once for each state of it; nil for other files.
    ///
    /// - Parameter instant: when the problem was found.
    init?(attentionTo reminder: Reminder, at instant: Instant, in context: TimeContext) {
        guard reminder.isBroken, let attention = reminder.attention else { return nil }
        // In a conflict, each readable side is delivered and marked instead.
        if reminder.isInConflict, reminder.date != nil, !attention.isPartial { return nil }
        let place = attention.problem.line.map { ":\($0)" } ?? ""
        notification = Notification(reminder, at: instant, in: context)
        notification.title = "\(reminder.title) needs attention"
        notification.body = "\(reminder.path)\(place): \(attention.problem.statement)"
        tags = reminder.tags.map(\.text)
        (isAttention, alarm) = (true, nil)
        key = "\(reminder.id)!\(attention.state)"
    }
}

extension Delivery {
    /// The occurrence that is completed by completing the reminder from this delivery; nil for the current one. A
    /// series counted from completion is delivered again until its current occurrence, the only one it has, is
    /// completed.
    package func occurrence(of reminder: Reminder, in context: TimeContext) -> DateValue? {
        Self.completed(occurrence, of: reminder, in: context)
    }

    package static func completed(
        _ occurrence: DateValue?,
        of reminder: Reminder,
        in context: TimeContext
    ) -> DateValue? {
        guard reminder.anchor == .completion, let occurrence, let due = context.due(reminder) else { return occurrence }
        return context.instant(of: occurrence, in: reminder) > due ? nil : occurrence
    }

    /// The deliveries of a reminder after an instant, ascending. Empty unless the reminder is open and has a date or a
    /// snooze. A snooze replaces the date, unless it ends before the date: then both are delivered.
    struct Cursor: Sequence, IteratorProtocol {
        private let reminder: Reminder
        private let context: TimeContext
        private var series: SeriesCursor?
        private var once: [(instant: Instant, isSnooze: Bool)] = []
        private var alarms: AlarmCursor?
        private var own: Delivery?
        private var alarm: Delivery?
        private var last: Instant?
        private var hasBegun = false

        init(_ reminder: Reminder, after instant: Instant, in context: TimeContext) {
            self.reminder = reminder
            var context = context
            context.now = instant
            self.context = context
            guard !reminder.isNote, !reminder.isCompleted else { return }
            if AlarmCursor.mayRing(reminder, in: self.context) { alarms = AlarmCursor(reminder, in: self.context) }
            if reminder.recurrence != nil, reminder.date != nil {
                series = reminder.rule.flatMap {
                    SeriesCursor(reminder, reminder.steppingRule($0), in: context, keepsDate: true)
                }
            } else {
                let (snooze, due) = (context.snooze(reminder), context.due(reminder))
                if let snooze, snooze > instant { once.append((snooze, true)) }
                if let due, due > instant, due > snooze ?? instant { once.append((due, false)) }
            }
        }

        /// An alarm at the time of another delivery is that delivery.
        mutating func next() -> Delivery? {
            guard alarms != nil else { return nextOwn() }
            if !hasBegun { (hasBegun, own, alarm) = (true, nextOwn(), nextAlarm()) }
            while let first = alarm, first.due < own?.due ?? first.due.adding(seconds: 1) {
                alarm = nextAlarm()
                if first.due == last { continue }
                last = first.due
                return first
            }
            guard let first = own else { return nil }
            (own, last) = (nextOwn(), first.due)
            return first
        }

        private mutating func nextAlarm() -> Delivery? {
            alarms?.next().map { Delivery(of: reminder, $0, in: context) }
        }

        private mutating func nextOwn() -> Delivery? {
            if !once.isEmpty {
                let (instant, isSnooze) = once.removeFirst()
                return Delivery(of: reminder, at: instant, isSnooze: isSnooze, in: context)
            }
            return series?.next().map { Delivery(of: reminder, at: $0, in: context) }
        }
    }

    /// The last deliveries of a reminder after `floor` and up to `now`, ascending: one, and for a series also the last alarm
    /// ahead of an occurrence that is still to come, which must not hide an earlier one.
    static func last(
        of reminder: Reminder,
        after floor: Instant,
        through now: Instant,
        in context: TimeContext
    ) -> [Delivery] {
        let last = last(of: reminder, after: floor, through: now, in: context) { !$0.isAhead }
        guard reminder.recurs, !reminder.openVersions.allSatisfy(\.alarms.isEmpty) else {
            return [last].compactMap(\.self)
        }
        let ahead = Self.last(of: reminder, after: last.map { max(floor, $0.due) } ?? floor, through: now, in: context)
        {
            $0.isAhead && $0.alarm?.about ?? now > now
        }
        return [last, ahead].compactMap(\.self)
    }

    private static func last(
        of reminder: Reminder,
        after floor: Instant,
        through now: Instant,
        in context: TimeContext,
        where isWanted: (Delivery) -> Bool
    ) -> Delivery? {
        // From the end, in growing steps: months of a frequent series are not enumerated.
        for days in [1, 8, 64, nil] as [Int64?] {
            let start = days.map { max(floor, now.adding(seconds: -$0 * 86_400)) } ?? floor
            let deliveries = reminder.openVersions.compactMap { version in
                Cursor(version, after: start, in: context).prefix { $0.due <= now }.last(where: isWanted)
            }
            if let last = deliveries.max(by: { $0.due < $1.due }) { return last }
            if start == floor { break }
        }
        return nil
    }

    /// The instant of the first delivery of a reminder after `now`.
    static func next(of reminder: Reminder, after now: Instant, in context: TimeContext) -> Instant? {
        reminder.openVersions.compactMap { version in
            var cursor = Cursor(version, after: now, in: context)
            return cursor.next()?.due
        }.min()
    }

    /// The delivery of a reminder at the instant of a record, however its date is written.
    static func of(_ reminder: Reminder, like record: DeliveryRecord, in context: TimeContext) -> Delivery? {
        reminder.openVersions.lazy.compactMap { version in
            Cursor(version, after: record.due.adding(seconds: -1), in: context).prefix { $0.due <= record.due }
                .first(where: record.isSame)
        }.first
    }

    /// The delivery with a key, if the reminder still has it: open, with that date, neither completed nor snoozed.
    ///
    /// - Parameter due: the instant of the delivery when it was shown.
    static func standing(_ key: String, due: Instant, of reminder: Reminder, in context: TimeContext) -> Delivery? {
        func find(from start: Instant, to end: Instant) -> Delivery? {
            reminder.openVersions.lazy.compactMap { version in
                Cursor(version, after: start, in: context).prefix { $0.due <= end }.first { $0.key == key }
            }.first
        }
        // The machine's time zone may have changed since, which moves a local time by at most a day.
        let span: Int64 = 26 * 3_600
        return find(from: due.adding(seconds: -1), to: due)
            ?? find(from: due.adding(seconds: -span), to: due.adding(seconds: span))
    }
}
