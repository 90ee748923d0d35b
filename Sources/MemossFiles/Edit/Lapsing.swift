/// What passes without being completed. Reading changes no file, so an event is shown as if what is over had been left behind.
extension Reminder {
    /// The reminder as it is on the current day: once the day of an event is over, its series has moved on, and a single one, or the
    /// last, is done. Anything else stays as it is.
    ///
    /// The notifier reads the files as they are: it has to ring for what came due while it did not run.
    package func lapsed(in context: TimeContext) -> Reminder {
        if self.isDatedByRule { return datedByRule(in: context) }
        guard self.expires, !self.isNote, !isCompleted, versions.isEmpty, let date else { return self }
        let zone = context.zone(of: self)
        let today = zone.civil(at: context.now).date
        let days = [date, self.deadline, self.snoozed].compactMap { $0?.clock(in: zone, allDayAt: .midnight).date }
        guard let last = days.max(), last < today else { return self }
        guard self.recurrence != nil else {
            var passed = self
            passed.completed = .on(DateValue(last))
            passed.snoozed = nil
            return passed
        }
        guard let steps = SeriesSteps(ReminderStepper(self, FieldPlaces([]), context)) else { return self }
        let length = self.separateDeadline.map { deadline in
            let end = deadline.clock(in: zone, allDayAt: .midnight).date
            return end.daysSinceEpoch - steps.current.nominal.date.daysSinceEpoch
        }
        return steps.passing(before: today.adding(days: -max(0, length ?? 0)))
    }
}

extension Reminder {
    /// A task without a date is done for the current day: its date is that of the last occurrence up to now that is open.
    private func datedByRule(in context: TimeContext) -> Reminder {
        guard !isCompleted, self.anchor == .scheduled, let date, let series = context.series(of: self) else {
            return self
        }
        let left = RecordedOccurrences(of: self, in: series.zone)
        let past = series.occurrences(from: date.date, through: context.now).last { !left.contains($0) }
        guard let past else { return self }
        var current = self
        current.scheduled = series.date(of: past, like: date)
        return current
    }
}

extension Snapshot {
    /// The folder as it is on the current day, without the events that are over.
    package func lapsed(in context: TimeContext) -> Snapshot {
        guard hasEvents else { return self }
        var snapshot = self
        for (index, reminder) in reminders.enumerated() where reminder.passes {
            let lapsed = reminder.lapsed(in: context)
            if lapsed == reminder { continue }
            snapshot.reminders[index] = lapsed
            let path = PathKey(reminder.path)
            if snapshot.written[path] == nil { snapshot.written[path] = reminder }
        }
        return snapshot
    }

    /// The reminders as their files have them.
    var asWritten: [Reminder] { written.isEmpty ? reminders : reminders.map(asWritten) }

    /// The reminder as its file has it.
    package func asWritten(_ reminder: Reminder) -> Reminder { written[PathKey(reminder.path)] ?? reminder }
}
