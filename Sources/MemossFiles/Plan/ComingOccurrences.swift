/// The occurrences of a series that lie ahead: without those completed or left out, and from `scheduled` on, since what
/// lies before it is done.
public struct ComingOccurrences: Sequence, IteratorProtocol, Sendable {
    private var occurrences: Occurrences
    /// A current occurrence that a hand has moved off the rule's pattern.
    private var current: Occurrence?
    /// Completed or left out.
    private let left: RecordedOccurrences
    private let replaced: CivilDateTime?

    /// Nil for a reminder without a rule or a date.
    ///
    /// - Parameter replaced: an occurrence that a snooze stands for.
    public init?(_ reminder: Reminder, in context: TimeContext, replacing replaced: CivilDateTime? = nil) {
        guard let series = context.series(of: reminder), let scheduled = reminder.scheduled else { return nil }
        let zone = series.zone
        let due = scheduled.instant(in: zone, allDayAt: context.allDayAt)
        occurrences = series.occurrences(after: Swift.max(context.now, due.adding(seconds: -1)))
        self.replaced = replaced
        left = RecordedOccurrences(reminder.completeInstances + reminder.skippedInstances, in: zone)
        if due > context.now, series.isBeforeEnd(due), !series.contains(scheduled) {
            let occurrence = series.current(scheduled)
            if !left.contains(occurrence) { current = occurrence }
        }
    }

    public mutating func next() -> Occurrence? {
        if let current, current.nominal != replaced {
            self.current = nil
            return current
        }
        while let occurrence = occurrences.next() {
            if !left.contains(occurrence), occurrence.nominal != replaced { return occurrence }
        }
        return nil
    }
}

extension Occurrence {
    /// What stands behind the `@` of a notification's identifier: the day, or the rule's clock.
    var name: String { isAllDay ? nominal.date.description : nominal.description }
}

extension Reminder {
    /// When it comes up from now on: the occurrences of a series that lie ahead, or its one time.
    public func occurrencesAhead(in context: TimeContext) -> AnySequence<Occurrence> {
        guard !self.isNote, !isCompleted, let scheduled = self.scheduled, let due = context.due(self) else {
            return AnySequence([])
        }
        if let coming = ComingOccurrences(self, in: context) { return AnySequence(coming) }
        let isAhead = scheduled.isAllDay ? !context.isOverdue(self) : due > context.now
        guard isAhead else { return AnySequence([]) }
        let zone = context.zone(of: self)
        let nominal = scheduled.clock(in: zone, allDayAt: context.allDayAt)
        let occurrence = Occurrence(
            nominal: nominal,
            local: zone.civil(at: due),
            instant: due,
            isAllDay: scheduled.isAllDay
        )
        return AnySequence(CollectionOfOne(occurrence))
    }
}
