/// The occurrences of a series from now, or from another instant, and from `Reminder.date` on, without completed or skipped
/// ones.
package struct ComingOccurrences: Sequence, IteratorProtocol, Sendable {
    private var occurrences: Occurrences
    /// Read ahead to determine whether the current occurrence is one of the rule's.
    private var pending: Occurrence?
    /// A current occurrence that is off the rule's pattern.
    private var current: Occurrence?
    /// The completed and skipped occurrences.
    private let left: RecordedOccurrences
    private let replaced: CivilDateTime?

    /// Nil for a reminder without a rule or a date.
    package init?(_ reminder: Reminder, in context: TimeContext) {
        guard let rule = reminder.steppingRule else { return nil }
        self.init(reminder, rule, in: context)
    }

    /// - Parameters:
    ///   - rule: the rule that determines the next occurrence.
    ///   - floor: the occurrences after this instant; nil for now.
    ///   - replaced: an occurrence that a snooze replaces.
    init?(
        _ reminder: Reminder,
        _ rule: RecurrenceRule,
        in context: TimeContext,
        after floor: Instant? = nil,
        replacing replaced: CivilDateTime? = nil
    ) {
        guard let date = reminder.date else { return nil }
        let series = context.series(of: reminder, from: date, by: rule)
        let zone = series.zone
        let due = date.instant(in: zone, allDayAt: context.allDayAt)
        let floor = floor ?? context.now
        occurrences = series.occurrences(after: Swift.max(floor, due.adding(seconds: -1)))
        self.replaced = replaced
        left = RecordedOccurrences(reminder.completeInstances + reminder.skippedInstances, in: zone)
        // The current occurrence in the file is always delivered, even off the pattern or after the end of the series.
        if due > floor {
            pending = occurrences.next()
            if pending?.instant != due {
                let occurrence = series.current(date)
                if !left.contains(occurrence) { current = occurrence }
            }
        }
    }

    /// Why there are no more occurrences; nil as long as there may be another.
    package var ending: Occurrences.Ending? { current == nil && pending == nil ? occurrences.ending : nil }

    package mutating func next() -> Occurrence? {
        if let current, current.nominal != replaced {
            self.current = nil
            return current
        }
        while let occurrence = pending ?? occurrences.next() {
            pending = nil
            if !left.contains(occurrence), occurrence.nominal != replaced { return occurrence }
        }
        return nil
    }
}
