/// A reminder that is snoozed until a time before its date. It rings at both, but a plan leaves the date out until the snooze has
/// ended. A phone, which is told days ahead, has to know both.
package struct EarlySnooze: Sendable {
    package let end: Instant
    private let plain: Reminder

    /// - Parameter context: its current time is before the end of the snooze.
    /// - Returns: nil if the reminder is not snoozed so.
    package init?(_ reminder: Reminder, in context: TimeContext) {
        guard reminder.isOpen, reminder.versions.isEmpty, let end = context.snooze(reminder),
            let due = context.due(reminder), end < due, end > context.now
        else { return nil }
        self.end = end
        var plain = reminder
        plain.snoozed = nil
        self.plain = plain
    }

    /// What rings after the end of the snooze besides what a plan has. Of what comes before, the snooze has taken the place.
    package func notifications(
        besides known: [Notification],
        in context: TimeContext,
        budget: NotificationPlan.Budget,
        until horizon: Instant?
    ) -> [Notification] {
        let rings = Set(known.lazy.map { Ring(id: $0.identifier, at: $0.instant) })
        return NotificationPlan([plain], in: context, budget: budget, until: horizon).notifications.filter {
            $0.instant > end && !rings.contains(Ring(id: $0.identifier, at: $0.instant))
        }
    }

    private struct Ring: Hashable {
        var id: String
        var at: Instant
    }
}
