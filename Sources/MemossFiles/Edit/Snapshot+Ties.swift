/// Occurrences that have files of their own, and tasks that wait for others.
extension Snapshot {
    /// The folder as its tasks stand to each other: an occurrence with a file of its own is left to that file.
    ///
    /// - Parameter all: every reminder of the folder; nil if those of the snapshot are.
    func tied(among all: [Reminder]? = nil) -> Snapshot {
        let ties = TaskTies(all ?? reminders)
        guard !ties.isEmpty else { return self }
        var snapshot = self
        snapshot.hasTies = true
        for (index, reminder) in reminders.enumerated() {
            let path = PathKey(reminder.path)
            if ties.blocked.contains(path) { snapshot.reminders[index].isBlocked = true }
            guard let days = ties.occurrences[path] else { continue }
            snapshot.reminders[index] = snapshot.reminders[index].leaving(Set(days.keys))
            if snapshot.written[path] == nil { snapshot.written[path] = reminder }
        }
        return snapshot
    }
}

extension Reminder {
    /// The series without some of its occurrences, which stand elsewhere.
    fileprivate func leaving(_ days: Set<CivilDate>) -> Reminder {
        let known = Set((self.completeInstances + self.skippedInstances).map(\.date))
        let others = days.subtracting(known).sorted().map { DateValue($0) }
        var rest = self
        if isOpen, versions.isEmpty, let steps = SeriesSteps(ReminderStepper(self, FieldPlaces([]), .ofLocalTimes)),
            days.contains(steps.current.nominal.date)
        {
            rest = steps.passingCurrent(besides: others)
        }
        rest.skippedInstances += others
        return rest
    }
}
