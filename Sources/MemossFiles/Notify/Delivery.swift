/// One telling of a reminder: of its one time, of an occurrence, or of the time to which it was put off.
package struct Delivery: Sendable, Hashable {
    /// The reminder's id, the occurrence and the snooze as the file means them. No clock and no time zone of the machine
    /// is in it: told once under this name, told for good.
    package var key: String
    package var notification: Notification
    package var tags: [String]
    /// The occurrence of a series, as `ReminderStep` takes it; nil for a one-time reminder.
    package var occurrence: DateValue?
    /// Whether it says that the file needs attention, and not that the reminder is due.
    package let isAttention: Bool

    package var due: Instant { notification.instant }

    private init(_ notification: Notification, of reminder: Reminder, snooze: Bool, zone: Zone) {
        self.notification = notification
        tags = reminder.tags.map(\.text)
        isAttention = false
        let identifier = notification.identifier
        if notification.isRecurring {
            let name = String(identifier.utf8.dropFirst(reminder.id.utf8.count + 1)) ?? ""
            occurrence = try? DateValue(parsing: name)
            key = identifier
            // A clock that is put back shows the time twice, and a rule of hours or minutes has both.
            if !snooze, let occurrence, !occurrence.isAllDay, zone.instant(of: occurrence.clock) != due { key += "/2" }
        } else {
            key = identifier + "@" + (reminder.date?.iso ?? "")
        }
        if snooze, let snoozed = reminder.snoozed { key += "~" + snoozed.iso }
    }

    /// What is delivered once for each state of a file that needs attention; nil for one that does not.
    ///
    /// - Parameter instant: when that was found.
    init?(attentionTo reminder: Reminder, at instant: Instant, in context: TimeContext) {
        guard reminder.isBroken, let attention = reminder.attention else { return nil }
        // In a conflict each side that can be read is delivered, and marked.
        if reminder.isInConflict, reminder.date != nil, !attention.isPartial { return nil }
        let place = attention.problem.line.map { ":\($0)" } ?? ""
        notification = Notification(reminder, at: instant, in: context)
        notification.title = "\(reminder.title) needs attention"
        notification.body = "\(reminder.path)\(place): \(attention.problem.statement)"
        tags = reminder.tags.map(\.text)
        isAttention = true
        key = "\(reminder.id)!\(attention.state)"
    }
}

extension Delivery {
    /// What a reminder has to tell after an instant, ascending. Nothing, unless it is open and has a date or a snooze.
    struct Cursor: Sequence, IteratorProtocol {
        private let reminder: Reminder
        private let context: TimeContext
        private var series: SeriesCursor?
        private var once: (instant: Instant, isSnooze: Bool)?

        init(_ reminder: Reminder, after instant: Instant, in context: TimeContext) {
            self.reminder = reminder
            var context = context
            context.now = instant
            self.context = context
            guard !reminder.isNote, !reminder.isCompleted else { return }
            if reminder.recurrence != nil, reminder.date != nil {
                series = reminder.rule.flatMap { SeriesCursor(reminder, reminder.steppingRule($0), in: context) }
            } else if let snooze = context.snooze(reminder), snooze > instant {
                once = (snooze, true)
            } else if let due = context.due(reminder), due > instant {
                once = (due, false)
            }
        }

        mutating func next() -> Delivery? {
            if let once {
                self.once = nil
                return Delivery(
                    Notification(reminder, at: once.instant, in: context),
                    of: reminder,
                    snooze: once.isSnooze,
                    zone: context.zone(of: reminder)
                )
            }
            guard let place = series?.next() else { return nil }
            let notification = Notification(
                reminder,
                at: place.instant,
                in: context,
                occurrence: place.name,
                index: 0
            )
            return Delivery(
                notification,
                of: reminder,
                snooze: isSnooze(notification),
                zone: context.zone(of: reminder)
            )
        }

        /// A snooze has the name of the occurrence that it stands for, which then does not come by itself.
        private func isSnooze(_ notification: Notification) -> Bool {
            guard let snooze = context.snooze(reminder), snooze > context.now, snooze == notification.instant,
                let date = reminder.date
            else { return false }
            let clock = date.clock(in: context.zone(of: reminder), allDayAt: context.allDayAt)
            let name = date.isAllDay ? clock.date.description : clock.description
            return notification.identifier == "\(reminder.id)@\(name)"
        }
    }

    /// The last delivery of a reminder after `floor` and up to `now`, and how many came before it there.
    static func last(
        of reminder: Reminder,
        after floor: Instant,
        through now: Instant,
        in context: TimeContext
    ) -> (delivery: Delivery, overtaken: Int)? {
        if !reminder.versions.isEmpty {
            let all = reminder.openVersions.compactMap { last(of: $0, after: floor, through: now, in: context) }
            return all.max { $0.delivery.due < $1.delivery.due }
        }
        var found: (delivery: Delivery, overtaken: Int)?
        for delivery in Cursor(reminder, after: floor, in: context) {
            guard delivery.due <= now else { break }
            found = (delivery, found.map { $0.overtaken + 1 } ?? 0)
        }
        return found
    }

    /// The delivery of a key, if the reminder still has it: open, on that date, neither done nor put off.
    ///
    /// - Parameter due: the instant of it when it was told.
    static func standing(_ key: String, due: Instant, of reminder: Reminder, in context: TimeContext) -> Delivery? {
        if !reminder.versions.isEmpty {
            return reminder.openVersions.lazy.compactMap { standing(key, due: due, of: $0, in: context) }.first
        }
        func find(from start: Instant, to end: Instant) -> Delivery? {
            for delivery in Cursor(reminder, after: start, in: context) {
                guard delivery.due <= end else { return nil }
                if delivery.key == key { return delivery }
            }
            return nil
        }
        // The zone of the machine may have changed since: then the same clock is another instant, by a day at most.
        let span: Int64 = 26 * 3_600
        return find(from: due.adding(seconds: -1), to: due)
            ?? find(from: due.adding(seconds: -span), to: due.adding(seconds: span))
    }
}
