/// The occurrences of a series that lie ahead: without those completed or left out, and from `scheduled` on, since what
/// lies before it is done.
public struct ComingOccurrences: Sequence, IteratorProtocol, Sendable {
    private var occurrences: Occurrences
    /// A current occurrence that a hand has moved off the rule's pattern.
    private var current: Occurrence?
    private var leftDays: Set<CivilDate> = []
    private var leftClocks: Set<CivilDateTime> = []
    private let replaced: CivilDateTime?

    /// Nil for a reminder without a rule or a date.
    ///
    /// - Parameter replaced: an occurrence that a snooze stands for.
    public init?(_ reminder: Reminder, in context: TimeContext, replacing replaced: CivilDateTime? = nil) {
        guard let rule = reminder.rule, let scheduled = reminder.scheduled else { return nil }
        let zone = context.zone(of: reminder)
        let series = Series(
            rule: rule,
            anchor: scheduled,
            zone: zone,
            until: reminder.until,
            allDayAt: context.allDayAt
        )
        let due = scheduled.instant(in: zone, allDayAt: context.allDayAt)
        occurrences = series.occurrences(after: Swift.max(context.now, due.adding(seconds: -1)))
        self.replaced = replaced
        for value in reminder.completeInstances + reminder.skippedInstances {
            if value.isAllDay {
                leftDays.insert(value.date)
            } else {
                leftClocks.insert(value.clock(in: zone, allDayAt: .midnight))
            }
        }
        if due > context.now, series.isBeforeEnd(due), !series.contains(scheduled) {
            let occurrence = Occurrence(
                nominal: scheduled.clock(in: zone, allDayAt: context.allDayAt),
                local: zone.civil(at: due),
                instant: due,
                isAllDay: scheduled.isAllDay
            )
            if !isLeft(occurrence) { current = occurrence }
        }
    }

    public mutating func next() -> Occurrence? {
        if let current, current.nominal != replaced {
            self.current = nil
            return current
        }
        while let occurrence = occurrences.next() {
            if !isLeft(occurrence), occurrence.nominal != replaced { return occurrence }
        }
        return nil
    }

    /// Whether it was completed or left out.
    private func isLeft(_ occurrence: Occurrence) -> Bool {
        let clock = occurrence.nominal
        if leftDays.contains(clock.date) || leftClocks.contains(clock) { return true }
        // A whole day has no time that could differ.
        return occurrence.isAllDay && leftClocks.contains { $0.date == clock.date }
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
