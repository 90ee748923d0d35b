/// The occurrences of a series from now, or from another instant, and from `Reminder.date` on, without completed or skipped
/// ones.
package struct ComingOccurrences: Sequence, IteratorProtocol, Sendable {
    private var occurrences: Occurrences
    /// Read ahead to determine whether the current occurrence is one of the rule's.
    private var pending: Occurrence?
    /// A current occurrence that was moved, or is off the rule's pattern.
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
    package init?(
        _ reminder: Reminder,
        _ rule: RecurrenceRule,
        in context: TimeContext,
        after floor: Instant? = nil,
        replacing replaced: CivilDateTime? = nil
    ) {
        guard let date = reminder.date else { return nil }
        let position = SeriesPosition(reminder, date, rule, in: context)
        let (series, zone) = (position.series, position.series.zone)
        let due = date.instant(in: zone, allDayAt: context.allDayAt)
        let floor = floor ?? context.now
        var start = due.adding(seconds: -1)
        if position.isMoved {
            // Those between the place and the date come at their own times.
            let place = position.current.instant
            start = reminder.anchor == .completion ? Swift.max(place, due) : place
        }
        occurrences = series.occurrences(after: Swift.max(floor, start))
        self.replaced = replaced
        left = RecordedOccurrences(of: reminder, in: zone)
        // The current occurrence in the file is always delivered, even off the pattern or after the end of the series.
        if due > floor {
            if !position.isMoved { pending = occurrences.next() }
            if pending?.instant != due, !left.contains(position.current) { current = position.shown }
            if current?.nominal == replaced { current = nil }
        }
    }

    /// Why there are no more occurrences; nil as long as there may be another.
    package var ending: Occurrences.Ending? { current == nil && pending == nil ? occurrences.ending : nil }

    package mutating func next() -> Occurrence? {
        guard let current else { return nextOfRule() }
        let next = nextOfRule()
        if let next, next.instant < current.instant { return next }
        self.current = nil
        if next?.instant != current.instant { pending = next }
        return current
    }

    private mutating func nextOfRule() -> Occurrence? {
        while let occurrence = pending ?? occurrences.next() {
            pending = nil
            if !left.contains(occurrence), occurrence.nominal != replaced { return occurrence }
        }
        return nil
    }
}
