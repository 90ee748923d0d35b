import MemossFiles

/// Summarises the changes for the first line of a commit message: `mm: 3 done, 1 added, Garden renamed Allotment`.
struct SyncMessage {
    let text: String

    /// If more tags than this are renamed, only their number is given.
    private static let mostNames = 2

    init(_ difference: FolderDifference) {
        var counts: [What: Int] = [:]
        for reminder in difference.reminders { counts[What(reminder), default: 0] += 1 }
        var parts = What.allCases.compactMap { what in counts[what].map { "\($0) \(what.rawValue)" } }
        parts += Self.tags(difference.tags)
        if !difference.others.isEmpty { parts.append(difference.others.count.counted("other file")) }
        text = "mm: " + (parts.isEmpty ? "files" : parts.joined(separator: ", "))
    }

    /// The kinds of changes, in the order of the message. If several apply to a reminder, the first one counts.
    private enum What: String, CaseIterable {
        case done, skipped, reopened, added, deleted, snoozed, moved, unsnoozed, retagged, edited, renamed
        case unreadable = "not readable"

        init(_ difference: ReminderDifference) {
            let found = difference.parts.compactMap(Self.init(part:))
            self =
                switch difference.kind {
                case .added: found.contains(.unreadable) ? .unreadable : .added
                case .deleted: .deleted
                case .changed: Self.allCases.first(where: found.contains) ?? .edited
                }
        }

        private init?(part: ReminderDifference.Part) {
            switch part {
            case .completed, .occurrences(.completed, _): self = .done
            case .occurrences(.skipped, _): self = .skipped
            case .reopened, .occurrences(.reopened, _), .occurrences(.unskipped, _): self = .reopened
            case .date(key: "snoozed", _, let after, _): self = after == nil ? .unsnoozed : .snoozed
            // A deadline that is added or removed moves nothing.
            case .date(key: "due", nil, _, isStep: false), .date(key: "due", _, nil, isStep: false): self = .edited
            case .date(key: "scheduled", _, _, isStep: false), .date(key: "due", _, _, isStep: false): self = .moved
            case .tags: self = .retagged
            case .moved: self = .renamed
            case .unreadable(.after), .unreadable(.both), .conflict(true): self = .unreadable
            case .date(_, _, _, isStep: true): return nil
            default: self = .edited
            }
        }
    }

    private static func tags(_ tags: [TagDifference]) -> [String] {
        let renamed = tags.compactMap { tag -> String? in
            guard case .renamed(let old, let new) = tag else { return nil }
            return Printable.line("\(old.text) renamed \(new.text)")
        }
        let others = tags.count - renamed.count
        let shown = renamed.count > mostNames ? ["\(renamed.count.counted("tag")) renamed"] : renamed
        return shown + (others > 0 ? ["\(others.counted("tag")) edited"] : [])
    }
}
