import MemossFiles

/// The state of every reminder, and those completed recently.
extension Dashboard {
    static func states(of reminders: [Reminder], in time: TimeContext) -> [TimeContext.Status] {
        let size = 4_096
        let parts = stride(from: 0, to: reminders.count, by: size).map { start in
            reminders[start..<min(start + size, reminders.count)]
        }
        return concurrentMap(parts) { part in part.map { time.status($0) } }.flatMap { $0 }
    }

    /// The reminders completed since a day, latest first.
    static func recentlyCompleted(
        _ completed: [Reminder],
        since first: CivilDate,
        _ time: TimeContext
    ) -> [(time: CivilDateTime, reminder: Reminder)] {
        let dated = completed.compactMap { reminder -> (CivilDateTime, Reminder)? in
            guard case .on(let value) = reminder.completed else { return nil }
            let clock = value.clock(in: time.zone(of: reminder), allDayAt: .midnight)
            return clock.date >= first ? (clock, reminder) : nil
        }
        return dated.sorted { $0.0 > $1.0 }.map { (time: $0, reminder: $1) }
    }
}
