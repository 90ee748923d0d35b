/// Reminders sorted by due time, soonest first; reminders without one come last.
package struct DueIndex: Sendable {
    /// Indices into the indexed list; the sort is stable.
    package let order: [Int]
    /// The due instants, in the same order, without reminders that have none.
    private let instants: [Instant]

    package init(_ reminders: [Reminder], in context: TimeContext) {
        let due = reminders.map { context.due($0)?.secondsSince1970 ?? .max }
        order = reminders.indices.sorted { (due[$0], $0) < (due[$1], $1) }
        instants = order.map { due[$0] }.prefix { $0 < .max }.map(Instant.init(secondsSince1970:))
    }

    /// The indices of the reminders due in the half-open range from `start` to `end`.
    package func positions(from start: Instant, to end: Instant) -> ArraySlice<Int> {
        let first = instants.partitioningIndex { $0 >= start }
        let last = instants.partitioningIndex { $0 >= end }
        return order[first..<max(first, last)]
    }
}
