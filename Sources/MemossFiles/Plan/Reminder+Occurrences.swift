extension Reminder {
    /// The times of a reminder from now on: the future occurrences of a series, or its single date. In a series counted
    /// from completion, only the current occurrence is known.
    package func occurrencesAhead(in context: TimeContext) -> AnySequence<Occurrence> {
        guard !self.isNote, !isCompleted, let date, let due = context.due(self) else {
            return AnySequence([])
        }
        if !versions.isEmpty {
            var cursor = SeriesCursor(versionsOf: self, in: context)
            let zone = context.zone(of: self)
            return AnySequence(AnyIterator { cursor.next().map { Occurrence($0, in: zone) } })
        }
        if self.anchor == .scheduled, let coming = ComingOccurrences(self, in: context) { return AnySequence(coming) }
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

extension Reminder {
    /// The times from now on at which it comes up: `occurrencesAhead`, with the end of a snooze in place of the date
    /// that the snooze moves. A snooze that ends before the date does not move it.
    package func timesAhead(in context: TimeContext) -> AnySequence<Occurrence> {
        guard versions.isEmpty, !self.isNote, !isCompleted,
            let snooze = context.snooze(self), snooze > context.now
        else { return occurrencesAhead(in: context) }
        let zone = context.zone(of: self)
        let local = zone.civil(at: snooze)
        let moved = Occurrence(nominal: local, local: local, instant: snooze, isAllDay: false)
        if self.anchor == .scheduled, let rule = steppingRule,
            var cursor = SeriesCursor(self, rule, in: context, keepsDate: true)
        {
            return AnySequence(AnyIterator { cursor.next().map { $0.isSnooze ? moved : Occurrence($0, in: zone) } })
        }
        return AnySequence([moved] + occurrencesAhead(in: context).prefix(1).filter { $0.instant > snooze })
    }
}

extension Reminder {
    /// The maximum number of passed occurrences that are counted.
    package static let mostPassed = 1_000

    /// The open occurrences of a series before its new date in an edit. If that date is not an occurrence itself, the
    /// edit moves the current one alone, and the others still come.
    package func occurrencesPassed(by edited: Reminder, in context: TimeContext) -> [Occurrence] {
        guard let rule = steppingRule, let due = context.due(self), let new = context.due(edited), due < new,
            let date = edited.date, place(leftFor: date, in: context) == nil
        else { return [] }
        // Those that come before a moved one were not passed over by moving it.
        let begin = min(due, self.movedFrom.map { context.instant(of: $0, in: self) } ?? due)
        guard var coming = ComingOccurrences(self, rule, in: context, after: begin.adding(seconds: -1)) else {
            return []
        }
        // A time of day that the rule does not say follows the date.
        let day =
            rule.givesSeveralADay ? nil : date.clock(in: context.zone(of: edited), allDayAt: context.allDayAt).date
        var passed: [Occurrence] = []
        while let occurrence = coming.next() {
            let isOnDay = occurrence.nominal.date == day
            if isOnDay || occurrence.instant >= new {
                let isMoved = !isOnDay && occurrence.instant > new && passed.first?.instant == due
                return isMoved ? Array(passed.dropFirst()) : passed
            }
            if passed.count == Self.mostPassed { return passed }
            passed.append(occurrence)
        }
        return passed.first?.instant == due ? Array(passed.dropFirst()) : passed
    }
}
