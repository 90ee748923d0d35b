/// The completed and skipped occurrences of a series.
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

    /// Inserts an occurrence in order of time. A skipped occurrence can still be completed, but a completed one cannot be
    /// skipped.
    mutating func record(_ value: DateValue, in kind: Kind, in zone: Zone) {
        switch kind {
        case .complete:
            insert(value, into: &complete, zone)
            skipped.removeAll { Self.isSame($0, value, zone) }
        case .skipped where !complete.contains(where: { Self.isSame($0, value, zone) }):
            insert(value, into: &skipped, zone)
        case .skipped: break
        }
    }

    /// The order does not depend on the order of insertion, so that two clones produce the same bytes.
    private func insert(_ value: DateValue, into values: inout [DateValue], _ zone: Zone) {
        guard !values.contains(where: { Self.isSame($0, value, zone) }) else { return }
        let instant = { (value: DateValue) in value.instant(in: zone, allDayAt: .midnight) }
        values.insert(value, at: values.firstIndex { instant($0) > instant(value) } ?? values.endIndex)
    }

    /// Whether two spellings denote the same occurrence: `2026-11-22 09:00` and `2026-11-22T09:00`.
    private static func isSame(_ a: DateValue, _ b: DateValue, _ zone: Zone) -> Bool {
        a.isAllDay == b.isAllDay
            && a.instant(in: zone, allDayAt: .midnight) == b.instant(in: zone, allDayAt: .midnight)
    }

    mutating func remove(_ value: DateValue) {
        complete.removeAll { $0 == value }
        skipped.removeAll { $0 == value }
    }

    /// - Parameter keys: further keys to remove. A list that becomes empty and comes last is removed.
    func changes(from reminder: Reminder, _ places: FieldPlaces, without keys: Set<String> = []) -> [FileChange] {
        var changes: [FileChange] = []
        var gone = keys
        for (key, old, new) in [
            (Kind.skipped.rawValue, reminder.skippedInstances, skipped),
            (Kind.complete.rawValue, reminder.completeInstances, complete),
        ] where old != new {
            if new.isEmpty, places.isLast(key, without: gone) {
                changes.append(.field(FieldChange(key, nil)))
                gone.insert(key)
            } else {
                changes.append(.field(FieldChange(key, .list(new.map { FieldValue.Item($0.description) }))))
            }
        }
        return changes
    }
}
