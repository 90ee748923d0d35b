/// Completing the current occurrence ahead of its time although the one before it is completed: somebody repeats the
/// command, and would record a dose that is still to be taken.
extension SeriesSteps {
    /// The completed occurrence and the current one; nil if completing the current one repeats nothing.
    ///
    /// - Parameter edited: when the last edit of the file was made, if it completed an occurrence.
    func repetition(after edited: Instant?) -> Repetition? {
        guard !reminder.isCompleted, isStillToCome else { return nil }
        let complete = reminder.completeInstances.map { (value: $0, at: instant(of: $0)) }
        // In a series counted from completion, an occurrence completed early can be later than the current one. What was
        // skipped in between brings the next dose no nearer.
        let behind = complete.filter { isChained || $0.at < current.instant }
        guard let last = behind.max(by: { $0.at < $1.at }), isRecent(last.at) || edited.map(isNearer) == true else {
            return nil
        }
        return Repetition(completed: last.value, next: instance(of: current))
    }

    private var today: CivilDate { series.zone.civil(at: context.now).date }

    private var isStillToCome: Bool {
        current.isAllDay ? current.nominal.date > today : current.instant > context.now
    }

    /// Whether the completed occurrence is of today, or nearer than the next one: what is completed early is nearer to that.
    private func isRecent(_ completed: Instant) -> Bool {
        series.zone.civil(at: completed).date == today || isNearer(completed)
    }

    /// Whether a moment is nearer than the current occurrence.
    private func isNearer(_ moment: Instant) -> Bool {
        let (last, next, now) = (
            moment.secondsSince1970, current.instant.secondsSince1970, context.now.secondsSince1970
        )
        return now - last < next - now
    }
}

/// A second completion, of an occurrence that is still to come.
package struct Repetition: Sendable, Hashable {
    /// The occurrence that is completed.
    package var completed: DateValue
    /// The next occurrence, in the form that the history uses.
    package var next: DateValue

    /// Nil if completing the current occurrence of the reminder repeats nothing.
    package init?(completing reminder: Reminder, last edited: Instant? = nil, at time: TimeContext) {
        let steps = SeriesSteps(ReminderStepper(reminder, FieldPlaces([]), time))
        guard let found = steps?.repetition(after: edited) else { return nil }
        self = found
    }

    init(completed: DateValue, next: DateValue) { (self.completed, self.next) = (completed, next) }

    /// `the occurrence of Thu 3 Dec 07:30 is completed, and that of Thu 3 Dec 14:00 is still to come`
    package func statement(_ time: TimeContext) -> String {
        "the occurrence of \(time.naming(completed)) is completed, and that of \(time.naming(next)) is still to come"
    }
}
