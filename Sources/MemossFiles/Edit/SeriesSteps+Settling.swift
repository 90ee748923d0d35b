/// What is left to do for a series whose occurrences were recorded in two places, as after a merge.
extension SeriesSteps {
    /// Whether the current occurrence is open: not after the end of the series, and neither completed nor skipped.
    package var isCurrentOpen: Bool {
        series.isBeforeEnd(current.instant) && recorded(current, in: .complete) == nil
            && recorded(current, in: .skipped) == nil
    }

    /// Passes over occurrences that are recorded, and ends a series that has none left.
    ///
    /// - Parameter left: how many occurrences are left, if it is not the number in the file.
    package func settling(left: Int?) -> [FileChange] {
        let history = InstanceHistory(reminder)
        let records = RecordedOccurrences(history.complete + history.skipped, of: series)
        var advance = SeriesAdvance.none
        if left.map({ $0 > 0 }) ?? true {
            let whole = left == nil ? series : uncounted
            advance = SeriesAdvance(from: date, of: whole, leaving: records, catchUp: nil)
            if isCurrentOpen { advance.next = current }
        }
        if let left, let count = reminder.rule?.count { advance.stepped = count - left }
        if advance.next == nil {
            advance.last = (history.complete + history.skipped).map(recordedOccurrence).max { $0.instant < $1.instant }
        }
        var outcome = StepOutcome(.completed, reminder)
        return changes(for: advance, &outcome)
    }

    /// The series regardless of the COUNT in the file.
    private var uncounted: Series {
        var rule = series.rule
        rule.count = nil
        return Series(rule: rule, anchor: date, zone: series.zone, until: reminder.until, allDayAt: context.allDayAt)
    }
}
