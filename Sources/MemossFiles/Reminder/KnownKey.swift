internal import Bytes

/// A key of the front matter that has a meaning.
enum KnownKey: String, Sendable, CaseIterable {
    case id, title, tags, scheduled, due, timezone, recurrence, missed, until, completed, status, completedDate
    case snoozed, created
    case anchor = "recurrence_anchor"
    case movedFrom = "moved_from"
    case completeInstances = "complete_instances"
    case skippedInstances = "skipped_instances"

    /// Nil for any other key. Compared by length first: a string for every key would cost more than everything else.
    init?(_ key: UnsafeBufferPointer<UInt8>) {
        let candidates: (StaticString, KnownKey, StaticString, KnownKey)
        switch key.count {
        case 2: candidates = ("id", .id, "id", .id)
        case 3: candidates = ("due", .due, "due", .due)
        case 4: candidates = ("tags", .tags, "tags", .tags)
        case 5: candidates = ("title", .title, "until", .until)
        case 6: candidates = ("status", .status, "missed", .missed)
        case 7: candidates = ("created", .created, "snoozed", .snoozed)
        case 8: candidates = ("timezone", .timezone, "timezone", .timezone)
        case 9: candidates = ("scheduled", .scheduled, "completed", .completed)
        case 10: candidates = ("recurrence", .recurrence, "moved_from", .movedFrom)
        case 13: candidates = ("completedDate", .completedDate, "completedDate", .completedDate)
        case 17: candidates = ("skipped_instances", .skippedInstances, "recurrence_anchor", .anchor)
        case 18: candidates = ("complete_instances", .completeInstances, "complete_instances", .completeInstances)
        default: return nil
        }
        if Self.isSame(key, candidates.0) {
            self = candidates.1
        } else if Self.isSame(key, candidates.2) {
            self = candidates.3
        } else {
            return nil
        }
    }

    private static func isSame(_ key: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
        name.withUTF8Buffer { ByteOrder.isSame(key, $0) }
    }

    /// Whether a file with this key is a reminder.
    var makesReminder: Bool { self == .scheduled || self == .due || self == .completed }

    // The names by the kind of their values. `id` is not among them.
    static let texts = names(.title, .timezone, .recurrence, .anchor, .missed, .status)
    static let dates = names(.scheduled, .due, .until, .completed, .completedDate, .snoozed, .movedFrom, .created)
    static let lists = names(.tags, .completeInstances, .skippedInstances)

    /// The keys that record what has happened. An edit of another key must not change their values.
    static let records = names(.completeInstances, .skippedInstances, .completed, .completedDate, .movedFrom, .created)

    private static func names(_ keys: KnownKey...) -> [String] { keys.map(\.rawValue) }
}

extension YAMLDocument {
    func knownKey(of entry: Entry) -> KnownKey? {
        guard nodes[entry.key].kind == .scalar else { return nil }
        return valueBytes(of: entry.key).withUnsafeBufferPointer { KnownKey($0) }
    }
}
