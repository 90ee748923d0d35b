/// The sort orders of listings.
public enum ReminderOrder: String, Sendable, CaseIterable {
    /// Soonest first; reminders without a date last.
    case scheduled
    /// By `due`, soonest first; reminders without a deadline last.
    case due
    /// By title, ignoring case.
    case title
    /// By path, as bytes.
    case path
    /// Newest first; reminders without the date last.
    case created

    /// Sorts reminders that are in path order; the sort is stable.
    public func sorted(_ reminders: [Reminder], in context: TimeContext) -> [Reminder] {
        switch self {
        case .path: reminders
        case .scheduled: DueIndex(reminders, in: context).order.map { reminders[$0] }
        case .due:
            sorted(reminders) { reminder in
                reminder.deadline.map { context.instant(of: $0, in: reminder).secondsSince1970 } ?? .max
            }
        case .created:
            sorted(reminders) { reminder in
                let created = reminder.created?.instant(in: context.zone, allDayAt: .midnight)
                return created.map { -$0.secondsSince1970 } ?? .max
            }
        case .title: sorted(reminders) { $0.title.lowercased() }
        }
    }

    private func sorted<Key: Comparable>(_ reminders: [Reminder], by key: (Reminder) -> Key) -> [Reminder] {
        let keys = reminders.map(key)
        let order = reminders.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        return order.map { reminders[$0] }
    }
}
