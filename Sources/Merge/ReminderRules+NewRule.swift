import MemossFiles

/// A rule that one side wrote while the other went along the series.
extension ReminderRules {
    /// One side completed or skipped an occurrence, and the other changed the rule. The date becomes the next occurrence of
    /// the new rule, counted from the date that the rule was written for: `weekly` keeps its day.
    ///
    /// - Returns: nil in any other case, or if the side that completed or skipped has this date already.
    func newRuleChoice(_ name: String) -> MergeChoice? {
        guard let (side, series, start, moved, last) = stepOfNewRule, let occurrence = series.next(after: last) else {
            return nil
        }
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

    /// The new rule as it is after the other side's steps: with the day of the month that it began on, as after a step,
    /// and without the times that are passed.
    var newCountChoice: MergeChoice? {
        guard let writer = writerOfNewRule else { return nil }
        // The other side has only counted down the old rule.
        let unchanged: MergeChoice? = isCountedDown(writer.other) ? .side(writer) : nil
        guard let (_, series, start, _, end) = stepOfNewRule, let next = series.next(after: end),
            let text = text(of: "recurrence")[writer]
        else { return unchanged }
        let written = String(ordering: text[...])
        var (passed, last) = (0, start.instant(in: .utc, allDayAt: .midnight).adding(seconds: -1))
        if series.rule.count != nil {
            while let occurrence = series.next(after: last), occurrence.instant < next.instant {
                (passed, last) = (passed + 1, occurrence.instant)
            }
        }
        let pinned = series.pinnedText ?? written
        let left = series.rule.count.flatMap { RecurrenceRule.replacingCount(in: pinned, with: $0 - passed) } ?? pinned
        return left == written ? unchanged : .text(left, like: writer)
    }

    /// Whether the other side has recorded every occurrence of a new rule with COUNT.
    var isNewRuleUsedUp: Bool {
        guard let (writer, series, _, _, last) = stepOfNewRule, series.rule.count != nil,
            series.next(after: last) == nil
        else { return false }
        let recorded = RecordedOccurrences(records(writer.other), in: .utc)
        return series.occurrences().allSatisfy(recorded.contains)
    }

    /// The side that wrote a new rule and kept the date, if the other side completed or skipped occurrences.
    var writerOfNewRule: MergeSide? {
        let (rules, dates) = (text(of: "recurrence"), dates(of: dateKey))
        return MergeSide.allCases.first { side in
            guard let base = dates.base, let start = dates[side], rules[side] != rules.base else { return false }
            return base.isSame(as: start) && !isCountedDown(side) && recordsMore(side.other)
                && (rules[side.other] == rules.base || isCountedDown(side.other))
        }
    }

    /// The side that wrote a new rule, its series, and, from the other side, the date to which it completed or skipped and
    /// the last occurrence that it recorded.
    private var stepOfNewRule: (side: MergeSide, series: Series, start: DateValue, moved: DateValue, last: Instant)? {
        let dates = dates(of: dateKey)
        guard let side = writerOfNewRule, let base = dates.base, let start = dates[side], start.offset == nil,
            let moved = dates[side.other], isStep(side.other, from: places.base ?? base, to: moved), !isChained,
            let text = text(of: "recurrence")[side], !RecurrenceRule.isNone(text[...]),
            let rule = try? RecurrenceRule(parsing: String(ordering: text[...])), let until = merged("until")
        else { return nil }
        // One that was completed ahead of time is not passed; the last one of an ended series is.
        let passed = records(side.other).filter { date in
            date.precedes(moved) || isEnded(side.other) && date.date == moved.date
        }
        let recorded = passed.max { $0.precedes($1) } ?? base
        // An occurrence is recorded without its time if it is the only one of its day.
        let isDay = recorded.isAllDay && !start.isAllDay
        let last = isDay ? start.moved(to: CivilDateTime(recorded.date, start.clock.time), in: .utc) : recorded
        let series = Series(rule: rule, anchor: start, zone: .utc, until: until?.date, allDayAt: .midnight)
        let instants = [start, last].map { $0.instant(in: .utc, allDayAt: .midnight) }
        return (side, series, start, moved, max(instants[0], instants[1]))
    }
}
