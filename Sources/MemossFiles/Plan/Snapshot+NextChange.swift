extension Snapshot {
    /// The next instant at which time alone changes what a list of the folder says: something is due, a snooze ends, a deadline
    /// passes, or a day begins, here or in the time zone of a reminder.
    package func nextChange(in context: TimeContext) -> Instant {
        var changes = ([context.zone] + context.zones.values).map { zone in
            zone.instant(of: CivilDateTime(zone.civil(at: context.now).date.adding(days: 1)))
        }
        let plan = NotificationPlan(reminders, in: context, budget: NotificationPlan.Budget(next: 1))
        changes += plan.notifications.map(\.instant)
        // A time passes also if nothing rings then: a query can ask for what is archived, or completed and still snoozed.
        for reminder in reminders where !reminder.isNote {
            let dates = [reminder.date, reminder.separateDeadline, reminder.snoozed].compactMap { $0 }
            changes += dates.filter { !$0.isAllDay }.map { context.instant(of: $0, in: reminder) }
        }
        return changes.filter { $0 > context.now }.min() ?? context.now.adding(seconds: 3_600)
    }
}
