internal import Bytes

/// A key of the front matter that has a meaning.
///
/// Its row in `spec` says what everything else has to know of it: how it is read, checked, edited and merged, what the editor
/// offers, what the manual says, and whether the command has an option for it. A key whose value is one of some words needs
/// only its case, its row, and its name in `init(_:)`.
package enum KnownKey: String, Sendable, CaseIterable {
    case title, tags, scheduled, due, recurrence, until, timezone, completed, snoozed
    case movedFrom = "moved_from"
    case anchor = "recurrence_anchor"
    case missed
    case resetsChecklist = "reset_checklist"
    case expires
    case completeInstances = "complete_instances"
    case skippedInstances = "skipped_instances"
    case reminders
    case created, id, status, completedDate

    package var spec: KeySpec {
        switch self {
        case .title:
            KeySpec(
                .text,
                "the name of the reminder",
                manual: "without it, the first level-1 heading of the body, or else the file name"
            )
        case .tags: KeySpec(.names, "a list of tags", manual: "a list, or one text split at commas")
        case .scheduled:
            KeySpec(.date, "when it is due", .series, manual: "the time of the reminder: a date, or a date and a time")
        case .due:
            KeySpec(
                .date,
                "the deadline",
                .series,
                manual: """
                    the deadline; without 'scheduled', also the time of the reminder; with it, it rings too if the \
                    reminder is still open
                    """
            )
        case .recurrence:
            KeySpec(
                .rule,
                "the rule by which it repeats",
                manual: "a rule, in words or as in RFC 5545; see mm-words(7)"
            )
        case .until:
            KeySpec(
                .date,
                "the last day of a series",
                .series,
                manual: "the last day of a series, inclusive, or its last moment"
            )
        case .timezone:
            KeySpec(
                .zone,
                "the time zone of its dates, such as Europe/Paris",
                manual: "the IANA time zone of the dates in the file; the default is the system's"
            )
        case .completed:
            KeySpec(
                .completion,
                "when it was completed",
                [.record, .completion],
                manual: "a date, 'true' or 'false': whether the reminder is completed"
            )
        case .snoozed:
            KeySpec(
                .date,
                "until when it is snoozed",
                manual: "the reminder is delivered then instead of at 'scheduled'"
            )
        case .movedFrom: KeySpec(.date, "the occurrence of the rule that the date was moved from", [.record, .series])
        case .anchor:
            KeySpec(.word(Reminder.RecurrenceAnchor.words), "what the next occurrence is counted from", .series)
        case .missed:
            KeySpec(
                .word(Reminder.MissedOccurrences.words),
                "whether completing an overdue series keeps or skips the missed occurrences",
                .series
            )
        case .resetsChecklist:
            KeySpec(
                .word(["false", "true"]),
                "whether the boxes in the text are unticked when the series advances",
                .series
            )
        case .expires:
            KeySpec(
                .word(["false", "true"]),
                "whether it passes without being completed, as an event or a birthday does"
            )
        case .completeInstances: KeySpec(.dates, "the completed occurrences of a series", [.record, .series])
        case .skippedInstances: KeySpec(.dates, "the skipped occurrences of a series", [.record, .series])
        case .reminders:
            KeySpec(
                .alarms,
                "when else it rings, such as '1 day before'",
                manual:
                    "a list of alarms besides the date: '15 min before', '1 day before due', 'the day before at 18:00', or a date"
            )
        case .created: KeySpec(.date, "when the file was created", .record)
        case .id:
            KeySpec(
                .id,
                "a unique name, which must not change",
                manual: "identifies the reminder permanently; without it, its path does"
            )
        case .status: KeySpec(.status, "as in TaskNotes: 'done' and similar words mean completed", .completion)
        case .completedDate:
            KeySpec(.date, "as in TaskNotes: the day that goes with 'status'", [.record, .completion])
        }
    }
}

/// What is known of a key of the front matter.
package struct KeySpec: Sendable {
    package enum Kind: Sendable, Hashable {
        case id, text, zone, rule, status
        /// A date, or a date and a time.
        case date
        /// A date, or whether there is one.
        case completion
        /// Lists.
        case names, dates, alarms
        /// One of these. The first is the default, which is not written.
        case word([String])
    }

    struct Role: OptionSet, Sendable {
        let rawValue: Int
        /// It records what has happened: an edit of another key must not change its value.
        static let record = Role(rawValue: 1)
        /// A series cannot be advanced if it is invalid. A word with this role applies only to a series.
        static let series = Role(rawValue: 2)
        /// It says whether the reminder is completed.
        static let completion = Role(rawValue: 4)
    }

    package let kind: Kind
    private let roles: Role
    /// A phrase for completion and help.
    package let meaning: String
    /// What the manual says.
    package let manual: String

    fileprivate init(_ kind: Kind, _ meaning: String, _ roles: Role = [], manual: String? = nil) {
        (self.kind, self.roles, self.meaning) = (kind, roles, meaning)
        let words = kind.words.map { "'\($0)'" }.joined(separator: " or ")
        self.manual = manual ?? (words.isEmpty ? meaning : "\(words): \(meaning)")
    }

    var isRecord: Bool { roles.contains(.record) }
    package var isOfSeries: Bool { roles.contains(.series) }
    package var isOfCompletion: Bool { roles.contains(.completion) }
}

extension KeySpec.Kind {
    /// The words that the value can be; empty for another kind.
    package var words: [String] { if case .word(let words) = self { words } else { [] } }
    package var isDate: Bool { self == .date || self == .completion }
    package var isList: Bool { self == .names || self == .dates || self == .alarms }
}

/// The words that a reminder has for the keys of `KnownKey.words`. It is a number, since every reminder has one: a dictionary would
/// be counted at each copy.
package struct KeyWords: Sendable, Hashable {
    /// For each key, three bits with the place of its word. The first word, the default, is at 0.
    private var places: UInt32 = 0

    /// Nil for the default.
    package subscript(key: KnownKey) -> String? {
        get {
            guard places != 0, let shift = Self.shift(of: key) else { return nil }
            let place = Int(places >> shift & 7)
            return place == 0 ? nil : key.spec.kind.words[place]
        }
        set {
            guard let shift = Self.shift(of: key) else { return }
            let place = newValue.flatMap { key.spec.kind.words.firstIndex(of: $0) } ?? 0
            places = places & ~(7 << shift) | UInt32(place) << shift
        }
    }

    /// Whether `expires` is true. Every reminder is asked.
    var expires: Bool { places != 0 && places >> Self.expiring & 7 == 1 }
    private static let expiring = UInt32(shift(of: .expires) ?? 0)

    private static func shift(of key: KnownKey) -> Int? { KnownKey.words.firstIndex(of: key).map { $0 * 3 } }
}

extension CaseIterable where Self: RawRepresentable<String> {
    fileprivate static var words: [String] { allCases.map(\.rawValue) }
}

extension KnownKey {
    /// Nil for any other key. Compared by length first: a string for every key would cost more than everything else.
    package init?(_ key: UnsafeBufferPointer<UInt8>) {
        let candidates: (StaticString, KnownKey, StaticString, KnownKey)
        switch key.count {
        case 2: candidates = ("id", .id, "id", .id)
        case 3: candidates = ("due", .due, "due", .due)
        case 4: candidates = ("tags", .tags, "tags", .tags)
        case 5: candidates = ("title", .title, "until", .until)
        case 6: candidates = ("status", .status, "missed", .missed)
        case 7 where key[0] == UInt8(ascii: "e"): candidates = ("expires", .expires, "expires", .expires)
        case 7: candidates = ("created", .created, "snoozed", .snoozed)
        case 8: candidates = ("timezone", .timezone, "timezone", .timezone)
        case 9 where key[0] == UInt8(ascii: "r"): candidates = ("reminders", .reminders, "reminders", .reminders)
        case 9: candidates = ("scheduled", .scheduled, "completed", .completed)
        case 10: candidates = ("recurrence", .recurrence, "moved_from", .movedFrom)
        case 13: candidates = ("completedDate", .completedDate, "completedDate", .completedDate)
        case 15: candidates = ("reset_checklist", .resetsChecklist, "reset_checklist", .resetsChecklist)
        // Spellings of TaskNotes: `KeyNames.standard`.
        case 16: candidates = ("skippedInstances", .skippedInstances, "recurrenceAnchor", .anchor)
        case 17 where key[0] == UInt8(ascii: "c"):
            candidates = ("completeInstances", .completeInstances, "completeInstances", .completeInstances)
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

    /// The keys whose values are one of some words.
    package static let words = allCases.filter { !$0.spec.kind.words.isEmpty }

    /// The keys that record what has happened. An edit of another key must not change their values.
    static let records = allCases.filter(\.spec.isRecord).map(\.rawValue)
}

extension YAMLDocument {
    func knownKey(of entry: Entry) -> KnownKey? {
        guard nodes[entry.key].kind == .scalar,
            let key = valueBytes(of: entry.key).withUnsafeBufferPointer({ KnownKey($0) })
        else { return nil }
        switch key {
        case .anchor, .completeInstances, .skippedInstances:
            // Another spelling counts only where there is none of `mm`.
            return text(of: entry.key, equals: key.rawValue) || self.entry(key.rawValue) == nil ? key : nil
        default: return key
        }
    }
}
