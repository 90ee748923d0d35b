extension Agenda {
    /// Whether anything of an open reminder is overdue: its current date, its deadline, or another occurrence of its
    /// series, if a snooze moves the current one.
    package static func isOverdue(_ reminder: Reminder, in context: TimeContext) -> Bool {
        if context.isOverdue(reminder) { return true }
        guard reminder.snoozed != nil, reminder.recurs else { return false }
        return items(ofTodayFor: reminder, in: context).contains { $0.kind == .overdue }
    }

    /// Whether anything of an open reminder comes up today, passed or not: its date, a snooze, a deadline, or an occurrence
    /// of its series. What was missed before today does not count.
    package static func isOnToday(_ reminder: Reminder, in context: TimeContext) -> Bool {
        if context.isToday(reminder) { return true }
        // A single date has been looked at, unless its day is another one in its own time zone.
        guard
            reminder.recurs || reminder.separateDeadline != nil || reminder.snoozed != nil
                || reminder.timezone != nil || !reminder.versions.isEmpty
        else { return false }
        let today = context.local.date
        return items(ofTodayFor: reminder, in: context).contains { $0.kind != .overdue || $0.date.date >= today }
    }

    private static func items(ofTodayFor reminder: Reminder, in context: TimeContext) -> [Item] {
        var rules = SeriesQueue.Rules()
        return AgendaRange(ofTodayIn: context).items(of: reminder, &rules).map(\.item)
    }
}
