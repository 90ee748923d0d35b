/// A rule that one side wrote while the other went along the series.
extension ReminderRules {
    /// One side completed or skipped an occurrence, and the other changed the rule. The date becomes the next occurrence of
    /// the new rule, counted from the date that the rule was written for: `weekly` keeps its day.
    ///
    /// - Returns: nil in any other case, or if the side that completed or skipped has this date already.
    func newRuleChoice(_ name: String) -> MergeChoice? {
        guard let (side, series, start, moved, occurrence) = stepOfNewRule else { return nil }
        let next = series.date(of: occurrence, like: start)
        guard !next.isSame(as: moved) else { return nil }
        if name == dateKey { return .text(next.description, like: side.other) }
        let distances = (distance(\.base), distance(side == .ours ? \.theirs : \.ours))
        guard let due = self.dates(of: name)[side.other], distances.0 != nil, distances.0 == distances.1 else {
            return nil
        }
        let days = next.date.daysSinceEpoch - moved.date.daysSinceEpoch
        return .text(due.adding(days: days, in: .utc).description, like: side.other)
    }

    /// A new rule for a number of times, of which the occurrences that the other side has passed are some.
    var newCountChoice: MergeChoice? {
        guard let (side, series, start, _, next) = stepOfNewRule, let count = series.plan.rule.count,
            let text = text(of: "recurrence")[side]
        else { return nil }
        var (passed, last) = (0, start.instant(in: .utc, allDayAt: .midnight).adding(seconds: -1))
        while let occurrence = series.next(after: last), occurrence.instant < next.instant {
            (passed, last) = (passed + 1, occurrence.instant)
        }
        guard passed > 0, passed < count else { return nil }
        return RecurrenceRule.replacingCount(in: String(ordering: text[...]), with: count - passed).map {
            .text($0, like: side)
        }
    }

    /// The side that wrote a new rule, its series, and, from the other side, the date to which it completed or skipped; and
    /// the next occurrence of the series after that.
    private var stepOfNewRule: (side: MergeSide, series: Series, start: DateValue, moved: DateValue, next: Occurrence)?
    {
        let (rules, dates) = (text(of: "recurrence"), dates(of: dateKey))
        guard let side = MergeSide.allCases.first(where: { rules[$0] != rules.base && rules[$0.other] == rules.base }),
            let base = dates.base, let start = dates[side], base.isSame(as: start), start.offset == nil,
            let moved = dates[side.other], recordsMore(side.other), isStep(side.other, from: base, to: moved),
            let (series, next) = next(of: rules[side], from: start, after: lastRecorded(side.other) ?? base)
        else { return nil }
        return (side, series, start, moved, next)
    }

    /// The first occurrence of a rule after one that is recorded, and after its start.
    private func next(
        of text: [UInt8]?,
        from start: DateValue,
        after recorded: DateValue
    ) -> (series: Series, next: Occurrence)? {
        guard let text, !RecurrenceRule.isNone(text), self.text(of: "recurrence_anchor").base == nil,
            let rule = try? RecurrenceRule(parsing: String(ordering: text[...])), let until = merged("until")
        else { return nil }
        // An occurrence is recorded without its time if it is the only one of its day.
        let isDay = recorded.isAllDay && !start.isAllDay
        let last = isDay ? start.moved(to: CivilDateTime(recorded.date, start.clock.time), in: .utc) : recorded
        let series = Series(rule: rule, anchor: start, zone: .utc, until: until?.date, allDayAt: .midnight)
        let instants = [start, last].map { $0.instant(in: .utc, allDayAt: .midnight) }
        return series.next(after: max(instants[0], instants[1])).map { (series, $0) }
    }
}
