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

    static func removeOthers(than filter: QueryMatcher, from agenda: inout Agenda) {
        for day in agenda.days.indices {
            agenda.days[day].items.removeAll { item in
                var alone = item.alone
                // A snooze is for the current occurrence.
                alone.snoozed = nil
                return !item.isCurrent && !filter.matches(alone)
            }
        }
    }

    /// Reminders of today in the order of the agenda: all-day ones first, then by time, a snoozed one by the end of its
    /// snooze.
    static func inOrderOfDay(_ reminders: [Reminder], in time: TimeContext) -> [Reminder] {
        let places = reminders.map { placeInDay(of: $0, in: time) }
        return reminders.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { reminders[$0] }
    }

    static func placeInDay(of reminder: Reminder, in time: TimeContext) -> Int64 {
        if let snooze = time.snooze(reminder), snooze > time.now {
            return reminder.snoozed?.isAllDay == true ? .min : snooze.secondsSince1970
        }
        if reminder.date?.isAllDay == true { return .min }
        return time.due(reminder)?.secondsSince1970 ?? .max
    }

    /// `Overdue (6 reminders)`: names the unit if the number is not that of the rows.
    static func heading(_ section: Section, _ count: Int, isRepeated: Bool) -> String {
        let unit = isRepeated ? " reminder" + (count == 1 ? "" : "s") : ""
        return section.name + (count == 0 ? "" : " (\(count)\(unit))")
    }
}
