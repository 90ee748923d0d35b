/// The current time and time zones for a query. The library never reads a clock.
public struct TimeContext: Sendable {
    public var now: Instant
    /// The user's time zone, also for reminders that specify none.
    package var zone: Zone
    /// The time zones that reminders specify.
    public var zones: [String: Zone]
    /// The time of day at which all-day reminders are notified.
    package var allDayAt: CivilTime

    public init(now: Instant, zone: Zone, zones: [String: Zone] = [:], allDayAt: CivilTime) {
        self.now = now
        self.zone = zone
        self.zones = zones
        self.allDayAt = allDayAt
    }

    /// The current local date and time.
    public var local: CivilDateTime { zone.civil(at: now) }

    /// The last moment of a date: for a whole day, one second before the next day begins.
    package func end(of value: DateValue) -> Instant {
        guard value.isAllDay else { return value.instant(in: zone, allDayAt: .midnight) }
        return DateValue(value.date.adding(days: 1)).instant(in: zone, allDayAt: .midnight).adding(seconds: -1)
    }

    package func zone(of reminder: Reminder) -> Zone {
        guard let name = reminder.timezone else { return zone }
        return zones[name] ?? zone
    }

    /// The instant of a date of the reminder; an all-day date is at `allDayAt`.
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

    /// The instant at which a snooze ends.
    package func snooze(_ reminder: Reminder) -> Instant? { reminder.snoozed.map { instant(of: $0, in: reminder) } }

    /// A date of the reminder in the user's time zone; an all-day date is the same day everywhere.
    package func shown(_ date: DateValue, of reminder: Reminder) -> DateValue {
        if date.isAllDay { return date }
        if date.offset == nil, reminder.timezone == nil { return DateValue(date.clock) }
        return DateValue(zone.civil(at: instant(of: date, in: reminder)))
    }

    /// `Reminder.date` in the user's time zone.
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

    /// Whether `Reminder.date`, or a later snooze, has passed, or the separate deadline has: a snooze does not move a
    /// deadline.
    package func isOverdue(_ reminder: Reminder) -> Bool {
        guard reminder.date != nil else { return false }
        if let deadline = reminder.separateDeadline, hasPassed(deadline, of: reminder) { return true }
        return isLate(reminder)
    }

    /// The same without the deadline.
    func isLate(_ reminder: Reminder) -> Bool {
        guard let date = reminder.date else { return false }
        if let snooze = snooze(reminder), snooze > instant(of: date, in: reminder) { return snooze <= now }
        return hasPassed(date, of: reminder)
    }

    /// Whether the instant of a date has passed; for an all-day date, whether the day is over.
    package func hasPassed(_ date: DateValue, of reminder: Reminder) -> Bool {
        if date.isAllDay { return date.date < zone(of: reminder).civil(at: now).date }
        return instant(of: date, in: reminder) <= now
    }

    /// Whether it is due today, or snoozed until today.
    package func isToday(_ reminder: Reminder) -> Bool {
        if let snooze = snooze(reminder), let due = due(reminder), snooze > due {
            return zone.civil(at: snooze).date == local.date
        }
        guard let shown = dueDate(reminder) else { return false }
        if shown.isAllDay { return shown.date == zone(of: reminder).civil(at: now).date }
        return shown.date == local.date
    }
}
