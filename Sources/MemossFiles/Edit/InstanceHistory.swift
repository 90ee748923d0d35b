/// The occurrences of a series that were completed, and those that were left out.
struct InstanceHistory {
    enum Kind: String {
        case complete = "complete_instances"
        case skipped = "skipped_instances"
    }

    private(set) var complete: [DateValue]
    private(set) var skipped: [DateValue]

    init(_ reminder: Reminder) {
        complete = reminder.completeInstances
        skipped = reminder.skippedInstances
    }

    subscript(kind: Kind) -> [DateValue] { kind == .complete ? complete : skipped }

    /// Puts an occurrence into its place by time. What was left out can be completed after all; what was completed is
    /// not left out.
    mutating func record(_ value: DateValue, in kind: Kind, in zone: Zone) {
        switch kind {
        case .complete:
            insert(value, into: &complete, zone)
            skipped.removeAll { $0 == value }
        case .skipped where !complete.contains(value): insert(value, into: &skipped, zone)
        case .skipped: break
        }
    }

    /// The same place whatever is done first, so that two clones come to the same bytes.
    private func insert(_ value: DateValue, into values: inout [DateValue], _ zone: Zone) {
        let isSame = { (other: DateValue) in other.instant(in: zone, allDayAt: .midnight) }
        guard !values.contains(where: { isSame($0) == isSame(value) && $0.isAllDay == value.isAllDay }) else { return }
        values.insert(value, at: values.firstIndex { isSame($0) > isSame(value) } ?? values.endIndex)
    }

    mutating func remove(_ value: DateValue) {
        complete.removeAll { $0 == value }
        skipped.removeAll { $0 == value }
    }

    /// - Parameter keys: that are taken out as well. A list that becomes empty and stands last is taken out.
    func changes(from reminder: Reminder, _ places: FieldPlaces, without keys: Set<String> = []) -> [FileChange] {
        var changes: [FileChange] = []
        var gone = keys
        for (key, old, new) in [
            (Kind.skipped.rawValue, reminder.skippedInstances, skipped),
            (Kind.complete.rawValue, reminder.completeInstances, complete),
        ] where old != new {
            if new.isEmpty, places.isLast(key, without: gone) {
                changes.append(.field(FieldEdit(key, nil)))
                gone.insert(key)
            } else {
                changes.append(.field(FieldEdit(key, .list(new.map { FieldValue.Item($0.description) }))))
            }
        }
        return changes
    }
}
