package import CivilTime

extension RecurrenceRule {
    /// The rule in the other notation, with the same occurrences: RFC 5545 for a rule in words, and words for one of RFC 5545.
    ///
    /// Rules of hours and minutes have none: in words they count elapsed time, in RFC 5545 the wall clock.
    ///
    /// - Parameter anchor: the start of the series, which supplies a day that only one notation has to name; nil if the
    ///   occurrences are counted from something else.
    /// - Returns: nil if the other notation cannot express the rule.
    package func inOtherNotation(anchor: DateValue?) -> String? {
        guard frequency >= .daily, let text = notation == .friendly ? rfcText(anchor: anchor) : words(anchor: anchor),
            let other = try? RecurrenceRule(parsing: text), other.notation != notation
        else { return nil }
        let anchors = anchor.map { [$0] } ?? Self.samples
        return anchors.allSatisfy { hasDates(of: other, from: $0) } ? text : nil
    }

    private func words(anchor: DateValue?) -> String? {
        friendlyText ?? clamping?.friendlyText ?? anchor.flatMap { completed(from: $0.date).friendlyText }
    }

    /// The rule whose clamped day this one selects by its position: the inverse of what `rfcText` does with `monthly on 31`.
    private var clamping: RecurrenceRule? {
        guard skip == .omit, bySetPosition.first == -1, let last = byMonthDay.last, byMonthDay.allSatisfy({ $0 > 0 }),
            bySetPosition.dropFirst().allSatisfy({ byMonthDay.indices.contains($0 - 1) })
        else { return nil }
        var rule = self
        (rule.notation, rule.skip, rule.bySetPosition) = (.friendly, .backward, [])
        rule.byMonthDay = bySetPosition.dropFirst().map { byMonthDay[$0 - 1] } + [last]
        return rule.rfcText() == rfcText() ? rule : nil
    }

    /// Starts with days that short months lack, and one that every month has.
    private static let samples = [(2023, 12, 31), (2024, 2, 29), (2025, 3, 12)].map { year, month, day in
        DateValue(CivilDate(unchecked: year, month, day))
    }

    /// A check on the conversion, which by itself is exact: the first occurrences are the same.
    private func hasDates(of other: RecurrenceRule, from anchor: DateValue) -> Bool {
        func first(of rule: RecurrenceRule) -> [Occurrence] {
            Array(Series(rule: rule, anchor: anchor, zone: .utc, allDayAt: .noon).occurrences().prefix(60))
        }
        return first(of: self) == first(of: other)
    }
}
