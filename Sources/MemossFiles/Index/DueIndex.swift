/// Reminders by when they are due: the soonest first, those in no time last.
public struct DueIndex: Sendable {
    /// Positions in the list that was indexed; equal ones in its order.
    package let order: [Int]
    /// The instants, in the same order, of those that are due at all.
    private let instants: [Instant]

    package init(_ reminders: [Reminder], in context: TimeContext) {
        let due = reminders.map { context.due($0)?.secondsSince1970 ?? .max }
        order = reminders.indices.sorted { (due[$0], $0) < (due[$1], $1) }
        instants = order.map { due[$0] }.prefix { $0 < .max }.map(Instant.init(secondsSince1970:))
    }

    /// Positions of those that are due from `start` on and before `end`.
    package func positions(from start: Instant, to end: Instant) -> ArraySlice<Int> {
        let first = instants.partitioningIndex { $0 >= start }
        let last = instants.partitioningIndex { $0 >= end }
        return order[first..<max(first, last)]
    }
}
