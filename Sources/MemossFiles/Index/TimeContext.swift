/// The current time and time zones for a query. The library never reads a clock.
public struct TimeContext: Sendable {
    /// The current time.
    public var now: Instant
    /// The user's time zone, also used for reminders that specify none.
    public var zone: Zone
    /// The time zones that reminders specify.
    public var zones: [String: Zone]
    /// The time of day at which all-day reminders are notified.
    public var allDayAt: CivilTime
    /// Whether a deadline rings besides the date of its reminder.
    package var deadlinesRing = true
    /// The times for the typed words `morning`, `afternoon` and `evening`.
    package var times = PartsOfDay.usual
    /// How messages name a date; as in a file, unless the caller knows better.
    package var naming: @Sendable (DateValue) -> String = \.description

    /// - Parameters:
    ///   - now: the current time.
    ///   - zone: the user's time zone.
    ///   - zones: by the names that reminders use.
    ///   - allDayAt: when all-day reminders are notified.
    public init(now: Instant, zone: Zone, zones: [String: Zone] = [:], allDayAt: CivilTime) {
        self.now = now
        self.zone = zone
        self.zones = zones
        self.allDayAt = allDayAt
    }

    /// For computing a series from dates as they are written: only local times matter, so any time zone will do.
    package static let ofLocalTimes = TimeContext(now: Instant(secondsSince1970: 0), zone: .utc, allDayAt: .midnight)

    /// The current local date and time.
    public var local: CivilDateTime { zone.civil(at: now) }

    /// A date as typed by the user, in the user's time zone or in another.
    package func when(
        _ text: String,
        in zone: Zone? = nil,
        timeIsToday: Bool = false,
        looksBack: Bool = false
    ) throws(ParseError) -> WhenPhrase {
        let zone = zone ?? self.zone
        let now = zone.civil(at: self.now)
        return try WhenPhrase(parsing: text, now: now, times: times, timeIsToday: timeIsToday, looksBack: looksBack)
            .elapsing(from: self.now, in: zone)
    }

    /// The last moment of a date: for a whole day, one second before the next day begins.
    package func end(of value: DateValue) -> Instant {
        guard value.isAllDay else { return value.instant(in: zone, allDayAt: .midnight) }
        return DateValue(value.date.adding(days: 1)).instant(in: zone, allDayAt: .midnight).adding(seconds: -1)
    }

    /// The time zone of a reminder; the user's if it specifies none, or an unknown one.
    package func zone(of reminder: Reminder) -> Zone { zone(named: reminder.timezone) }

    /// The zone of a reminder with this `timezone`.
    package func zone(named name: String?) -> Zone { name.flatMap { zones[$0] } ?? zone }

    /// The name of a time zone, for a date in it; nil if it is the user's.
    package func foreignZone(_ name: String?) -> String? { name == nil || name == zone.name ? nil : name }

    /// The instant of a date of the reminder; an all-day date is at `allDayAt`.
    package func instant(of date: DateValue, in reminder: Reminder) -> Instant {
        date.instant(in: zone(of: reminder), allDayAt: allDayAt)
    }

    /// The instant of `Reminder.date`.
    public func due(_ reminder: Reminder) -> Instant? { reminder.date.map { instant(of: $0, in: reminder) } }

    /// From the place of the current occurrence on; nil for a reminder without a rule or a date.
    package func series(of reminder: Reminder) -> Series? { SeriesPosition(reminder, in: self)?.series }

    package func series(of reminder: Reminder, from date: DateValue, by rule: RecurrenceRule) -> Series {
        let zone = zone(of: reminder)
        return Series(rule: rule, anchor: date, zone: zone, until: reminder.until, allDayAt: allDayAt)
    }

    /// The instant at which a snooze ends.
    package func snooze(_ reminder: Reminder) -> Instant? { reminder.snoozed.map { instant(of: $0, in: reminder) } }

    /// Whether a pending snooze ends before the date, which is then delivered too.
    package func hasEarlySnooze(_ reminder: Reminder) -> Bool {
        guard let snooze = snooze(reminder), snooze > now, let due = due(reminder) else { return false }
        return snooze < due
    }

    /// A date of the reminder in the user's time zone; an all-day date is the same day everywhere.
    package func shown(_ date: DateValue, of reminder: Reminder) -> DateValue {
        if date.isAllDay { return date }
        if date.offset == nil, reminder.timezone == nil { return zone.shown(DateValue(date.clock)) }
        return DateValue(zone.civil(at: instant(of: date, in: reminder)))
    }

    /// When a file was created, in the user's time zone. It is written in the user's, not in that of the reminder.
    package func shown(creation date: DateValue) -> DateValue {
        date.offset == nil ? date : DateValue(zone.civil(at: date.instant(in: zone, allDayAt: .midnight)))
    }

    /// `Reminder.date` in the user's time zone.
    package func dueDate(_ reminder: Reminder) -> DateValue? { reminder.date.map { shown($0, of: reminder) } }

    /// The status of a reminder in listings; the first that applies.
    package enum Status: String, Sendable {
        /// A key that decides when it is due cannot be read.
        case broken
        /// Its time has passed.
        case overdue
        /// Due today, or snoozed until today.
        case today
        /// Due later.
        case upcoming
        /// Without a date.
        case undated
        /// A note.
        case note
        /// Completed.
        case completed
        /// Put away by the tag of the program that the folder is shared with, and not completed.
        case archived
    }

    /// The status of a reminder or note at the current time.
    package func status(_ reminder: Reminder) -> Status {
        if reminder.isNote { return .note }
        if reminder.isCompleted { return reminder.completed == .open ? .archived : .completed }
        if reminder.isBroken { return .broken }
        guard reminder.date != nil else { return .undated }
        if isOverdue(reminder) { return .overdue }
        return isToday(reminder) ? .today : .upcoming
    }

    /// Whether `Reminder.date`, or a later snooze, has passed, or the deadline has: a snooze does not move a deadline.
    package func isOverdue(_ reminder: Reminder) -> Bool {
        guard reminder.date != nil, !reminder.expires else { return false }
        if let deadline = reminder.separateDeadline, hasPassed(deadline, of: reminder) { return true }
        return isLate(reminder)
    }

    /// Like `isOverdue`, but ignoring a separate deadline.
    func isLate(_ reminder: Reminder) -> Bool {
        guard let date = reminder.date, !reminder.expires else { return false }
        let hasPassed = hasPassed(date, of: reminder)
        guard let snooze = snooze(reminder), snooze > instant(of: date, in: reminder) else { return hasPassed }
        return snooze <= now || hasPassed && reminder.dateKey == "due"
    }

    /// Whether the instant of a date has passed; for an all-day date, whether the day is over.
    package func hasPassed(_ date: DateValue, of reminder: Reminder) -> Bool {
        if date.isAllDay { return date.date < zone(of: reminder).civil(at: now).date }
        return instant(of: date, in: reminder) <= now
    }

    /// Whether an all-day date has begun in the time zone of the reminder.
    package func hasBegun(_ date: DateValue, of reminder: Reminder) -> Bool {
        date.isAllDay && date.date <= zone(of: reminder).civil(at: now).date
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
