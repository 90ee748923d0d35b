import MemossFiles

/// Rules with COUNT of which both sides have completed or skipped occurrences.
extension ReminderRules {
    /// Whether the rule of a side is that of the base with fewer times left: it has completed or skipped occurrences.
    func isCountedDown(_ side: MergeSide) -> Bool {
        let rules = text(of: "recurrence").map {
            $0.flatMap { try? RecurrenceRule(parsing: String(ordering: $0[...])) }
        }
        guard var base = rules.base, var rule = rules[side], let all = base.count, let left = rule.count, left < all,
            let date = places.base, let moved = places[side], !moved.isSame(as: date),
            recordsMore(side) || isStep(side, from: date, to: moved)
        else { return false }
        (base.count, rule.count) = (1, 1)
        // The first step writes the day of the month into the rule.
        return rule == base || rule == base.pinnedRule(to: date.date)
    }

    /// The rule of a side for one time.
    func uncounted(_ side: MergeSide) -> String? {
        text(of: "recurrence")[side].flatMap { RecurrenceRule.replacingCount(in: String(ordering: $0[...]), with: 1) }
    }

    func rule(_ side: MergeSide) -> RecurrenceRule? { rule(text(of: "recurrence")[side]) }
    func count(_ side: MergeSide) -> Int? { rule(side)?.count }

    private func rule(_ text: [UInt8]?) -> RecurrenceRule? {
        text.flatMap { try? RecurrenceRule(parsing: String(ordering: $0[...])) }
    }

    /// The values of both sides, if both have one.
    func sides<Value>(_ value: (MergeSide) -> Value?) -> (ours: Value, theirs: Value)? {
        guard let ours = value(.ours), let theirs = value(.theirs) else { return nil }
        return (ours, theirs)
    }

    // MARK: Settling

    /// Whether each side either kept the date or recorded occurrences, and at least one recorded some.
    var goesOn: Bool {
        let places = places
        guard let base = places.base else { return false }
        let isStepped = MergeSide.allCases.map(recordsMore)
        return isStepped.contains(true)
            && MergeSide.allCases.allSatisfy { recordsMore($0) || places[$0].map(base.isSame) ?? false }
    }

    /// How many occurrences are left where the merged COUNT does not say it: in a series counted from completion, whatever
    /// either side has recorded counts, and a new COUNT may be used up already.
    func left(of merged: Reminder) -> Int? {
        guard isChained else { return isNewRuleUsedUp ? 0 : nil }
        if let rule = merged.rule, rule.start != nil {
            // With a start of its own, COUNT is the number of all completions.
            return rule.count.map { max(0, $0 - merged.completeInstances.count) } == 0 ? 0 : nil
        }
        if let writer = writerOfNewRule {
            return count(writer).map { max(0, $0 - newRecords(writer.other).count) }
        }
        guard isCountedDown(.ours), isCountedDown(.theirs), let (ours, theirs) = sides(count),
            let all = rule(text(of: "recurrence").base)?.count
        else { return nil }
        let same = newRecords(.ours).intersection(newRecords(.theirs)).count
        return max(0, ours + theirs - all + min(same, all - max(ours, theirs)))
    }

    /// Whether the next occurrence is counted from the completion of the previous one.
    var isChained: Bool { text(of: "recurrence_anchor").base == Array("completion".utf8) }

    private func newRecords(_ side: MergeSide) -> Set<DateValue.Moment> {
        ["complete_instances", "skipped_instances"].reduce(into: []) { records, key in
            let values = values(of: key).map { Set(($0?.dates ?? []).map(DateValue.Moment.init)) }
            records.formUnion(values[side].subtracting(values.base))
        }
    }
}
