/// The moment and the place that a question is asked from. Nothing in the library reads a clock.
public struct TimeContext: Sendable {
    public var now: Instant
    /// The zone of those who ask, and of reminders that name none.
    public var zone: Zone
    /// The zones that reminders name.
    public var zones: [String: Zone]
    /// When an all-day reminder is notified.
    public var allDayAt: CivilTime

    public init(now: Instant, zone: Zone, zones: [String: Zone] = [:], allDayAt: CivilTime) {
        self.now = now
        self.zone = zone
        self.zones = zones
        self.allDayAt = allDayAt
    }

    /// What the clock on the wall shows now.
    public var local: CivilDateTime { zone.civil(at: now) }

    /// The last moment of what a date stands for: a whole day is over when the next begins.
    public func end(of value: DateValue) -> Instant {
        guard value.isAllDay else { return value.instant(in: zone, allDayAt: .midnight) }
        return DateValue(value.date.adding(days: 1)).instant(in: zone, allDayAt: .midnight).adding(seconds: -1)
    }

    public func zone(of reminder: Reminder) -> Zone {
        guard let name = reminder.timezone else { return zone }
        return zones[name] ?? zone
    }

    /// The instant of `scheduled`; a whole day stands for `allDayAt`.
    public func due(_ reminder: Reminder) -> Instant? {
        reminder.scheduled?.instant(in: zone(of: reminder), allDayAt: allDayAt)
    }

    /// Nil for a reminder without a rule or a date.
    func series(of reminder: Reminder) -> Series? {
        guard let rule = reminder.steppingRule, let scheduled = reminder.scheduled else { return nil }
        return series(of: reminder, from: scheduled, by: rule)
    }

    func series(of reminder: Reminder, from scheduled: DateValue, by rule: RecurrenceRule) -> Series {
        let zone = zone(of: reminder)
        return Series(rule: rule, anchor: scheduled, zone: zone, until: reminder.until, allDayAt: allDayAt)
    }

    /// The instant of a snooze.
    public func snooze(_ reminder: Reminder) -> Instant? {
        reminder.snoozed?.instant(in: zone(of: reminder), allDayAt: allDayAt)
    }

    /// The day and time that those who ask see for `scheduled`: a whole day is that day everywhere.
    public func dueDate(_ reminder: Reminder) -> DateValue? {
        guard let scheduled = reminder.scheduled else { return nil }
        if scheduled.isAllDay { return scheduled }
        if scheduled.offset == nil, reminder.timezone == nil { return DateValue(scheduled.clock) }
        return due(reminder).map { DateValue(zone.civil(at: $0)) }
    }

    public enum Status: String, Sendable {
        case overdue, today, upcoming, undated, note, completed
    }

    public func status(_ reminder: Reminder) -> Status {
        if reminder.isNote { return .note }
        if reminder.isCompleted { return .completed }
        guard reminder.scheduled != nil else { return .undated }
        if isOverdue(reminder) { return .overdue }
        return isToday(reminder) ? .today : .upcoming
    }

    /// `due`, or a snooze ahead of it, has passed; of a whole day, the day has.
    public func isOverdue(_ reminder: Reminder) -> Bool {
        guard let scheduled = reminder.scheduled, let due = due(reminder) else { return false }
        if let snooze = snooze(reminder), snooze > due { return snooze <= now }
        if scheduled.isAllDay { return scheduled.date < zone(of: reminder).civil(at: now).date }
        return due <= now
    }

    /// Due on the day that it is now, or put off to it by a snooze.
    public func isToday(_ reminder: Reminder) -> Bool {
        if let snooze = snooze(reminder), let due = due(reminder), snooze > due {
            return zone.civil(at: snooze).date == local.date
        }
        guard let shown = dueDate(reminder) else { return false }
        if shown.isAllDay { return shown.date == zone(of: reminder).civil(at: now).date }
        return shown.date == local.date
    }
}
