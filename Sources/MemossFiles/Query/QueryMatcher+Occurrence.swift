extension QueryMatcher {
    /// The occurrence that makes a series match. `is:today` and `is:overdue` match a series for any of its occurrences;
    /// all other terms compare the values in the file.
    ///
    /// - Parameter reminder: a reminder that matches the query.
    package func occurrence(of reminder: Reminder) -> MatchedOccurrence {
        guard reminder.recurs, let context, asksForOccurrences else { return .current }
        let items = Agenda.items(ofTodayFor: reminder, in: context)
        let today = context.local.date
        func matches(_ items: [Agenda.Item]) -> Bool {
            self.matches(
                reminder,
                isOverdue: items.contains { $0.kind == .overdue },
                isToday: items.contains { $0.kind != .overdue || $0.date.date >= today }
            )
        }
        if matches(items.filter(\.isCurrent)) { return .current }
        var later: [DateValue: [Agenda.Item]] = [:]
        for item in items where !item.isCurrent {
            if let occurrence = item.occurrence { later[occurrence, default: []].append(item) }
        }
        let found = later.filter { matches($0.value) }.keys.sorted { $0.iso < $1.iso }
        return found.count == 1 ? .later(found[0]) : .unclear(found)
    }
}
