/// The occurrences of a series that have passed.
extension TimeContext {
    /// The maximum number of missed occurrences that are counted.
    package static let mostMissed = 1_000

    /// The number of occurrences of a series that have passed and are neither completed, skipped nor snoozed;
    /// `mostMissed` means that many or more. Nil for a reminder that is not an open series; 0 for a series whose rule
    /// cannot be read, if its date is in the future.
    package func missedOccurrences(of reminder: Reminder) -> Int? {
        passedOccurrences(of: reminder).map { min($0, Self.mostMissed) }
    }

    /// The same without the first one, which listings show in place of all.
    package func otherMissedOccurrences(of reminder: Reminder) -> Int {
        guard reminder.recurs, let count = passedOccurrences(of: reminder), count > 0 else { return 0 }
        // One that was moved can still be ahead while later ones pass.
        let isFirst = !isMoved(reminder) && (reminder.movedFrom == nil || isLate(reminder))
        return min(isFirst ? count - 1 : count, Self.mostMissed)
    }

    /// Whether a snooze replaces the current occurrence.
    private func isMoved(_ reminder: Reminder) -> Bool {
        guard let snooze = snooze(reminder), let due = due(reminder) else { return false }
        return snooze > now && snooze >= due
    }

    /// At most `mostMissed + 1`.
    private func passedOccurrences(of reminder: Reminder) -> Int? {
        guard !reminder.isNote, !reminder.isCompleted, reminder.recurrence != nil, let date = reminder.date
        else { return nil }
        if reminder.expires { return 0 }
        let due = instant(of: date, in: reminder)
        // Most series lie in the future, which is known without parsing the rule.
        if due > now, reminder.movedFrom == nil, !isLate(reminder) { return 0 }
        guard let rule = reminder.steppingRule else { return nil }
        let isMoved = isMoved(reminder)
        if reminder.anchor == .completion { return !isMoved && isLate(reminder) ? 1 : 0 }
        let zone = zone(of: reminder)
        let isAllDay = date.isAllDay && rule.frequency >= .daily
        let end = isAllDay ? zone.instant(of: CivilDateTime(zone.civil(at: now).date)).adding(seconds: -1) : now
        // A snooze that has ended counts as passed, even if the day of the occurrence is not over.
        let first = reminder.movedFrom.map { min(due, instant(of: $0, in: reminder)) } ?? due
        if first > end { return !isMoved && isLate(reminder) ? 1 : 0 }
        guard reminder.movedFrom != nil else {
            return openOccurrences(of: reminder, rule, after: isMoved ? due : due.adding(seconds: -1), through: end)
        }
        let replaced = isMoved ? date.clock(in: zone, allDayAt: allDayAt) : nil
        let start = first.adding(seconds: -1)
        return openOccurrences(of: reminder, rule, after: start, through: end, replacing: replaced)
    }

    /// The number of occurrences of a series, from the current one on, except one that a snooze replaces, that lie after an instant and up to another, and
    /// are neither completed nor skipped; at most `mostMissed + 1`.
    func openOccurrences(
        of reminder: Reminder,
        _ rule: RecurrenceRule,
        after start: Instant,
        through end: Instant,
        replacing replaced: CivilDateTime? = nil
    ) -> Int {
        guard let date = reminder.date, start < end else { return 0 }
        // An old folder may have many series with years of missed occurrences.
        let limit = Self.mostMissed + 1
        let isRecordedLater = [reminder.completeInstances, reminder.skippedInstances].contains { records in
            records.contains { $0.date >= date.date }
        }
        if !isRecordedLater, date.offset == nil, reminder.movedFrom == nil {
            let series = series(of: reminder, from: date, by: rule)
            if let count = series.countOfDays(after: start, through: end, limit: limit) { return count }
        }
        var coming = ComingOccurrences(reminder, rule, in: self, after: start, replacing: replaced)
        var count = 0
        while count < limit, let occurrence = coming?.next(), occurrence.instant <= end { count += 1 }
        return count
    }
}
