/// The occurrences of a series that lie ahead: without those completed or left out, and from `Reminder.date` on, since
/// what lies before it is done.
package struct ComingOccurrences: Sequence, IteratorProtocol, Sendable {
    private var occurrences: Occurrences
    /// Read ahead, to see whether the current occurrence is among them.
    private var pending: Occurrence?
    /// A current occurrence that is none of the rule's.
    private var current: Occurrence?
    /// Completed or left out.
    private let left: RecordedOccurrences
    private let replaced: CivilDateTime?

    /// Nil for a reminder without a rule or a date.
    package init?(_ reminder: Reminder, in context: TimeContext) {
        guard let rule = reminder.steppingRule else { return nil }
        self.init(reminder, rule, in: context)
    }

    /// - Parameters:
    ///   - rule: by which the series goes on.
    ///   - replaced: an occurrence that a snooze stands for.
    init?(
        _ reminder: Reminder,
        _ rule: RecurrenceRule,
        in context: TimeContext,
        replacing replaced: CivilDateTime? = nil
    ) {
        guard let date = reminder.date else { return nil }
        let series = context.series(of: reminder, from: date, by: rule)
        let zone = series.zone
        let due = date.instant(in: zone, allDayAt: context.allDayAt)
        occurrences = series.occurrences(after: Swift.max(context.now, due.adding(seconds: -1)))
        self.replaced = replaced
        left = RecordedOccurrences(reminder.completeInstances + reminder.skippedInstances, in: zone)
        // What the file names as the current occurrence is delivered, on the pattern or off it, and beyond the end too.
        if due > context.now {
            pending = occurrences.next()
            if pending?.instant != due {
                let occurrence = series.current(date)
                if !left.contains(occurrence) { current = occurrence }
            }
        }
    }

    /// Why there are no more; nil as long as there may be another.
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

extension Reminder {
    /// When it comes up from now on: the occurrences of a series that lie ahead, or its one time.
    package func occurrencesAhead(in context: TimeContext) -> AnySequence<Occurrence> {
        guard !self.isNote, !isCompleted, let date, let due = context.due(self) else {
            return AnySequence([])
        }
        if !versions.isEmpty {
            var cursor = SeriesCursor(versionsOf: self, in: context)
            let zone = context.zone(of: self)
            return AnySequence(AnyIterator { cursor.next().map { Occurrence($0, in: zone) } })
        }
        if let coming = ComingOccurrences(self, in: context) { return AnySequence(coming) }
        let isAhead = !context.hasPassed(date, of: self)
        guard isAhead else { return AnySequence([]) }
        let zone = context.zone(of: self)
        let nominal = date.clock(in: zone, allDayAt: context.allDayAt)
        let occurrence = Occurrence(
            nominal: nominal,
            local: zone.civil(at: due),
            instant: due,
            isAllDay: date.isAllDay
        )
        return AnySequence(CollectionOfOne(occurrence))
    }
}
