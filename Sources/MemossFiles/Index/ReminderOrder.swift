internal import Bytes

/// The sort orders of listings.
package enum ReminderOrder: Sendable, Hashable {
    /// Soonest first; reminders without a date last.
    case scheduled
    /// By `due`, soonest first; reminders without a deadline last.
    case due
    /// By title, ignoring case.
    case title
    /// By path, as bytes.
    case path
    /// Newest first; reminders without the date last.
    case created
    /// By the first value of a key: numbers, then dates, then durations, then text, ignoring case; reminders without a value
    /// last. The words of a `priority` have ranks. Equal values are in the order of `scheduled`.
    case key(String)

    /// The orders with a meaning of their own, by name.
    package static let named: [(name: String, order: ReminderOrder)] = [
        ("scheduled", .scheduled), ("due", .due), ("title", .title), ("path", .path), ("created", .created),
    ]

    /// - Parameter name: the name of an order, or a key of the files.
    package init(_ name: String) {
        self = Self.named.first { $0.name == name }?.order ?? .key(name)
    }

    /// The keys of the front matter that reminders must keep to be sorted.
    package var keys: KeptKeys { if case .key(let name) = self { .named([name]) } else { .none } }

    /// Sorts reminders; the sort is stable.
    ///
    /// - Parameters:
    ///   - reminders: in path order, as a snapshot has them.
    ///   - context: the time zone and the current time, which decide what is due next.
    ///   - isReversed: reverses the order, except that reminders without a value stay last.
    package func sorted(_ reminders: [Reminder], in context: TimeContext, isReversed: Bool = false) -> [Reminder] {
        switch self {
        case .path: return isReversed ? reminders.reversed() : reminders
        case .scheduled where !isReversed: return Self.soonestFirst(reminders, in: context)
        case .scheduled: return Self.sorted(reminders, isReversed) { context.due($0)?.secondsSince1970 }
        case .due:
            return Self.sorted(reminders, isReversed) { reminder in
                reminder.deadline.map { context.instant(of: $0, in: reminder).secondsSince1970 }
            }
        case .created:
            return Self.sorted(reminders, isReversed) { reminder in
                reminder.created.map { $0.instant(in: context.zone, allDayAt: .midnight).secondsSince1970 }
            }
        case .title: return Self.sorted(reminders, isReversed) { CaseFolding.folded($0.title) }
        case .key:
            return sortedStably(Self.soonestFirst(reminders, in: context), in: context, isReversed)
        }
    }

    /// The first of the sorted reminders.
    ///
    /// - Parameter count: how many; nil for all.
    package func sorted(_ reminders: [Reminder], in context: TimeContext, first count: Int?) -> [Reminder] {
        guard self == .scheduled, let count, count > 0, count < reminders.count else {
            let sorted = sorted(reminders, in: context)
            return count.map { Array(sorted.prefix($0)) } ?? sorted
        }
        let due = reminders.map { context.due($0)?.secondsSince1970 ?? .max }
        let last = due.sorted()[count - 1]
        let near = zip(due, reminders).filter { $0.0 <= last }.map(\.1)
        return Array(sorted(near, in: context).prefix(count))
    }

    /// Sorts by several orders: by the first, what is equal by the next, and so on.
    package static func sorted(
        _ reminders: [Reminder],
        by orders: [(order: ReminderOrder, isReversed: Bool)],
        in context: TimeContext
    ) -> [Reminder] {
        guard let last = orders.last else { return reminders }
        let sorted = last.order.sorted(reminders, in: context, isReversed: last.isReversed)
        return orders.dropLast().reversed().reduce(sorted) { sorted, next in
            next.order.sortedStably(sorted, in: context, next.isReversed)
        }
    }

    /// By the time when they are due; equal times keep their order.
    private static func soonestFirst(_ reminders: [Reminder], in context: TimeContext) -> [Reminder] {
        let due = reminders.map { context.due($0)?.secondsSince1970 ?? .max }
        return reminders.indices.sorted { (due[$0], $0) < (due[$1], $1) }.map { reminders[$0] }
    }

    /// What is equal keeps its order.
    private func sortedStably(_ reminders: [Reminder], in context: TimeContext, _ isReversed: Bool) -> [Reminder] {
        switch self {
        case .path:
            let sorted = reminders.sorted { PathOrder.precedes($0.path, $1.path) }
            return isReversed ? sorted.reversed() : sorted
        case .scheduled, .due, .created, .title:
            return sorted(reminders, in: context, isReversed: isReversed)
        case .key(let name):
            return Self.sorted(reminders, isReversed) { reminder in
                let isPriority = FoldedText(reminder.profile?.names.own(name) ?? name).equals("priority")
                return reminder.values(of: name).lazy.flatMap(\.texts).first.map {
                    SortedValue($0, of: reminder, isPriority: isPriority, context)
                }
            }
        }
    }

    private static func sorted<Key: Comparable>(
        _ reminders: [Reminder],
        _ isReversed: Bool,
        by key: (Reminder) -> Key?
    ) -> [Reminder] {
        let keys = reminders.map(key)
        let order = reminders.indices.sorted { a, b in
            guard let first = keys[a], let second = keys[b] else {
                return keys[a] == nil && keys[b] == nil ? a < b : keys[b] == nil
            }
            if first == second { return a < b }
            return isReversed ? second < first : first < second
        }
        return order.map { reminders[$0] }
    }
}

/// The value of a key as it is sorted.
private enum SortedValue: Comparable {
    case number(Double)
    /// Seconds since 1970.
    case date(Int64)
    /// The seconds of a duration, or the rank of a priority.
    case measure(Double)
    case text(String)

    init(_ text: String, of reminder: Reminder, isPriority: Bool, _ context: TimeContext) {
        var text = text
        self = text.withUTF8 { bytes in
            let bytes = UnsafeBufferPointer(rebasing: bytes.trimmed)
            if let number = ScalarReading.number(bytes) { return .number(number) }
            if let date = ScalarReading.date(bytes) ?? ScalarReading.month(bytes).map({ DateValue($0.first) }) {
                let zone = context.zone(of: reminder)
                return .date(date.instant(in: zone, allDayAt: .midnight).secondsSince1970)
            }
            let measure = isPriority ? ScalarReading.rank(bytes) : ScalarReading.seconds(bytes)
            return measure.map { .measure($0) } ?? .text(FoldedText.folded(bytes))
        }
    }
}
