/// Completing or skipping the current occurrence ahead of its time although the one before it is completed or skipped:
/// somebody repeats the command, and would record a dose that is still to be taken.
extension SeriesSteps {
    /// The recorded occurrence and the current one; nil if the step repeats nothing.
    ///
    /// - Parameters:
    ///   - skips: whether the current occurrence is skipped, not completed.
    ///   - edited: when the last edit of the file was made, if it was the same step.
    func repetition(skips: Bool, after edited: Instant?) -> Repetition? {
        guard !reminder.isCompleted, isStillToCome, due.instant == current.instant else { return nil }
        let records = skips ? reminder.skippedInstances : reminder.completeInstances
        let recorded = records.map { (value: $0, at: instant(of: $0)) }
        // In a series counted from completion, an occurrence completed early can be later than the current one. What was
        // skipped in between brings the next dose no nearer.
        let behind = recorded.filter { isChained || $0.at < current.instant }
        guard let last = behind.max(by: { $0.at < $1.at }), isRecent(last.at) || edited.map(isNearer) == true else {
            return nil
        }
        return Repetition(recorded: last.value, next: instance(of: current), isSkip: skips)
    }

    private var today: CivilDate { series.zone.civil(at: context.now).date }

    private var isStillToCome: Bool {
        shown.isAllDay ? shown.nominal.date > today : shown.instant > context.now
    }

    /// Whether the completed occurrence is of today, or nearer than the next one: what is completed early is nearer to that.
    private func isRecent(_ completed: Instant) -> Bool {
        series.zone.civil(at: completed).date == today || isNearer(completed)
    }

    /// Whether a moment is nearer than the current occurrence.
    private func isNearer(_ moment: Instant) -> Bool {
        let (last, next, now) = (
            moment.secondsSince1970, shown.instant.secondsSince1970, context.now.secondsSince1970
        )
        return now - last < next - now
    }
}

/// A second completion, or a second skip, of an occurrence that is still to come.
package struct Repetition: Sendable, Hashable {
    /// The occurrence that is completed or skipped.
    package var recorded: DateValue
    /// The next occurrence, in the form that the history uses.
    package var next: DateValue
    package var isSkip: Bool

    /// Nil if the step names an occurrence, or repeats nothing.
    ///
    /// - Parameter edited: when the last edit of the file was made, if it was the same step.
    package init?(of step: ReminderStep, for reminder: Reminder, last edited: Instant? = nil, at time: TimeContext) {
        let skips: Bool
        switch step {
        case .complete(nil, _): skips = false
        // Catching up changes nothing if no occurrence was missed.
        case .skip(nil, false): skips = true
        default: return nil
        }
        let steps = SeriesSteps(ReminderStepper(reminder.lapsed(in: time), FieldPlaces([]), time))
        guard let found = steps?.repetition(skips: skips, after: edited) else { return nil }
        self = found
    }

    init(recorded: DateValue, next: DateValue, isSkip: Bool) {
        (self.recorded, self.next, self.isSkip) = (recorded, next, isSkip)
    }

    /// `the occurrence of Thu 3 Dec 07:30 is completed, and that of Thu 3 Dec 14:00 is still to come`
    package func statement(_ time: TimeContext) -> String {
        let (done, next) = (time.naming(recorded), time.naming(next))
        return "the occurrence of \(done) is \(isSkip ? "skipped" : "completed"), and that of \(next) is still to come"
    }
}
