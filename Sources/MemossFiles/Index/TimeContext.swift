/// The moment and the place that a question is asked from. Nothing in the library reads a clock.
public struct TimeContext: Sendable {
    public var now: Instant
    /// The zone of those who ask, and of reminders that name none.
    package var zone: Zone
    /// The zones that reminders name.
    public var zones: [String: Zone]
    /// When an all-day reminder is notified.
    package var allDayAt: CivilTime

    public init(now: Instant, zone: Zone, zones: [String: Zone] = [:], allDayAt: CivilTime) {
        self.now = now
        self.zone = zone
        self.zones = zones
        self.allDayAt = allDayAt
    }

    /// What the clock on the wall shows now.
    public var local: CivilDateTime { zone.civil(at: now) }

    /// The last moment of what a date stands for: a whole day is over when the next begins.
    package func end(of value: DateValue) -> Instant {
        guard value.isAllDay else { return value.instant(in: zone, allDayAt: .midnight) }
        return DateValue(value.date.adding(days: 1)).instant(in: zone, allDayAt: .midnight).adding(seconds: -1)
    }

    package func zone(of reminder: Reminder) -> Zone {
        guard let name = reminder.timezone else { return zone }
        return zones[name] ?? zone
    }

    /// The instant of a date of the reminder; a whole day counts from `allDayAt`.
    func instant(of date: DateValue, in reminder: Reminder) -> Instant {
        date.instant(in: zone(of: reminder), allDayAt: allDayAt)
    }

    /// The instant of `Reminder.date`.
    public func due(_ reminder: Reminder) -> Instant? { reminder.date.map { instant(of: $0, in: reminder) } }

    /// Nil for a reminder without a rule or a date.
    func series(of reminder: Reminder) -> Series? {
        guard let rule = reminder.steppingRule, let date = reminder.date else { return nil }
        return series(of: reminder, from: date, by: rule)
    }

    func series(of reminder: Reminder, from date: DateValue, by rule: RecurrenceRule) -> Series {
        let zone = zone(of: reminder)
        return Series(rule: rule, anchor: date, zone: zone, until: reminder.until, allDayAt: allDayAt)
    }

    /// The instant of a snooze.
    package func snooze(_ reminder: Reminder) -> Instant? { reminder.snoozed.map { instant(of: $0, in: reminder) } }

    /// The day and time that those who ask see for a date of the reminder: a whole day is that day everywhere.
    package func shown(_ date: DateValue, of reminder: Reminder) -> DateValue {
        if date.isAllDay { return date }
        if date.offset == nil, reminder.timezone == nil { return DateValue(date.clock) }
        return DateValue(zone.civil(at: instant(of: date, in: reminder)))
    }

    /// `Reminder.date` as those who ask see it.
    package func dueDate(_ reminder: Reminder) -> DateValue? { reminder.date.map { shown($0, of: reminder) } }

    package enum Status: String, Sendable {
        case broken, overdue, today, upcoming, undated, note, completed
    }

    package func status(_ reminder: Reminder) -> Status {
        if reminder.isNote { return .note }
        if reminder.isCompleted { return .completed }
        if reminder.isBroken { return .broken }
        guard reminder.date != nil else { return .undated }
        if isOverdue(reminder) { return .overdue }
        return isToday(reminder) ? .today : .upcoming
    }

    /// `Reminder.date`, or a snooze later than it, has passed, or the separate deadline has, which no snooze moves.
    package func isOverdue(_ reminder: Reminder) -> Bool {
        guard let date = reminder.date else { return false }
        if let deadline = reminder.separateDeadline, hasPassed(deadline, of: reminder) { return true }
        if let snooze = snooze(reminder), snooze > instant(of: date, in: reminder) { return snooze <= now }
        return hasPassed(date, of: reminder)
    }

    /// Whether the instant of a date has come; of a whole day, whether the day is over.
    package func hasPassed(_ date: DateValue, of reminder: Reminder) -> Bool {
        if date.isAllDay { return date.date < zone(of: reminder).civil(at: now).date }
        return instant(of: date, in: reminder) <= now
    }

    /// Due on the day that it is now, or put off to it by a snooze.
    package func isToday(_ reminder: Reminder) -> Bool {
        if let snooze = snooze(reminder), let due = due(reminder), snooze > due {
            return zone.civil(at: snooze).date == local.date
        }
        guard let shown = dueDate(reminder) else { return false }
        if shown.isAllDay { return shown.date == zone(of: reminder).civil(at: now).date }
        return shown.date == local.date
    }
}
