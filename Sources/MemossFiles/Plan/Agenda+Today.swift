extension Agenda {
    /// Whether any part of an open reminder is overdue: its current date, its deadline, or another occurrence of its
    /// series, if a snooze moves the current one.
    package static func isOverdue(_ reminder: Reminder, in context: TimeContext) -> Bool {
        if context.isOverdue(reminder) { return true }
        guard reminder.snoozed != nil || reminder.movedFrom != nil, reminder.recurs else { return false }
        return items(ofTodayFor: reminder, in: context).contains { $0.kind == .overdue }
    }

    /// Whether any part of an open reminder comes up today, whether or not it has passed: its date, a snooze, a
    /// deadline, or an occurrence of its series. Occurrences missed before today do not count.
    package static func isOnToday(_ reminder: Reminder, in context: TimeContext) -> Bool {
        if context.isToday(reminder) { return true }
        // A single date has been examined already, unless its day is different in its own time zone.
        guard
            reminder.recurs && context.isLate(reminder) || reminder.separateDeadline != nil || reminder.snoozed != nil
                || reminder.movedFrom != nil || reminder.timezone != nil || !reminder.versions.isEmpty
        else { return false }
        let today = context.local.date
        return items(ofTodayFor: reminder, in: context).contains { $0.kind != .overdue || $0.date.date >= today }
    }

    /// Whether the date of an open reminder is all that an agenda can list of it, on its day or, once it has passed, on
    /// today. False if that takes a closer look.
    package static func listsOnlyDate(of reminder: Reminder) -> Bool {
        !reminder.isBroken && !reminder.recurs && reminder.separateDeadline == nil && reminder.snoozed == nil
            && reminder.timezone == nil && reminder.versions.isEmpty
    }

    /// The status of a reminder or note for queries, which consider all occurrences of a series.
    package static func status(of reminder: Reminder, in context: TimeContext) -> TimeContext.Status {
        let status = context.status(reminder)
        return [.today, .upcoming].contains(status) ? timing(of: reminder, in: context) : status
    }

    /// Whether an open reminder with a date is overdue, due today, or upcoming; the first that applies.
    static func timing(of reminder: Reminder, in context: TimeContext) -> TimeContext.Status {
        isOverdue(reminder, in: context) ? .overdue : isOnToday(reminder, in: context) ? .today : .upcoming
    }

    /// How many more occurrences of a series were missed before today, besides the one that represents them.
    ///
    /// - Parameter isCurrent: whether the current occurrence represents them; if a snooze moves it, another one does.
    package static func missedBeforeToday(
        of reminder: Reminder,
        isCurrent: Bool = true,
        in context: TimeContext
    ) -> Int {
        guard reminder.recurs else { return 0 }
        return items(ofTodayFor: reminder, countsMissed: true, in: context).filter { $0.isCurrent == isCurrent }
            .reduce(0) { max($0, $1.missed) }
    }

    /// The items that today's agenda lists for a reminder.
    static func items(
        ofTodayFor reminder: Reminder,
        countsMissed: Bool = false,
        in context: TimeContext
    ) -> [Item] {
        let today = context.local.date
        return AgendaRange(from: today, through: today, countsMissed: countsMissed, in: context)
            .items(of: reminder).map(\.item)
    }
}
