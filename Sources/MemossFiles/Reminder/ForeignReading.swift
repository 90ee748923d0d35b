/// Reports parts of a file that Obsidian, zk, Jekyll or TaskNotes read, but that `mm` ignores or reads differently.
///
/// The messages do not depend on the file, so that they can be grouped and shown once for a whole folder.
struct ForeignReading {
    private let bytes: [UInt8]
    private let path: String
    private let isNote: Bool
    private(set) var problems: [Problem] = []
    private var positions = TextPositions()

    /// - Parameter bodyStart: the offset of the body.
    init(_ bytes: [UInt8], of reminder: Reminder, document: YAMLDocument?, bodyStart: Int) {
        (self.bytes, path, isNote) = (bytes, reminder.path, reminder.isNote)
        if let document {
            var told: Set<String> = []
            for entry in document.entries where document.nodes[entry.key].kind == .scalar {
                guard document.valueBytes(of: entry.key).count <= Self.longestKey else { continue }
                let key = document.text(of: entry.key)
                if told.insert(key).inserted { read(entry, key: key, in: document) }
            }
        }
        if let offset = ConflictScanner.conflict(inText: bytes[bodyStart...]) {
            report(.gitConflict, "\(ConflictMarkers.advice); if it is text, put it in a code block", at: offset)
        }
        if let offset = Self.first(in: bytes[bodyStart...], { Self.hashtag(in: $0) ?? Self.colonTags(in: $0) }) {
            report(.textTag, "tags in the text are not read: use the key 'tags'", at: offset)
        }
    }

    // MARK: Front matter

    private static let known: Set<String> = [
        "id", "title", "tags", "scheduled", "due", "timezone", "recurrence", "until", "recurrence_anchor", "missed",
        "completed",
        "complete_instances", "skipped_instances", "snoozed", "moved_from", "created", "status", "completeddate",
    ]

    /// Keys of other tools, and the keys that `mm` uses instead.
    private static let foreign = [
        "tag": "tags", "keyword": "tags", "keywords": "tags", "category": "tags", "categories": "tags",
        "date": "scheduled", "reminder": "scheduled", "reminders": "scheduled",
        "deadline": "due", "due_date": "due", "due-date": "due", "duedate": "due", "due date": "due",
        "scheduled_date": "scheduled", "scheduleddate": "scheduled", "remind_at": "scheduled", "remind": "scheduled",
        "recurring": "recurrence", "repeats": "recurrence", "recur": "recurrence",
        "time_zone": "timezone", "time-zone": "timezone", "tz": "timezone", "snoozed_until": "snoozed",
        "rrule": "recurrence", "repeat": "recurrence",
    ]

    private static let longestKey = known.map(\.utf8.count).max() ?? 0

    /// Values that no tool treats as completed; TaskNotes uses them by default.
    private static let openStatuses: Set<String> = ["", "none", "open", "in-progress", "todo", "false"]

    private mutating func read(_ entry: YAMLDocument.Entry, key: String, in document: YAMLDocument) {
        let offset = document.nodes[entry.key].span.lowerBound
        let value = document.resolved(entry.value)
        let isText = document.nodes[value].kind == .scalar && !document.isNull(value)
        switch key {
        case "tags" where isText:
            let text = TagName.trimmed(document.text(of: value))
            let words = text.split { $0 == " " || $0 == "\t" }
            guard words.count > 1, !text.utf8.contains(Ascii.comma) else { return }
            report(
                .blankSeparatedTags,
                "these words are one tag: mm separates tags at commas, not at spaces as Jekyll and zk do",
                at: document.nodes[entry.value].contentSpan.lowerBound,
                suggestion: text.utf8.count <= 60 ? "[\(words.joined(separator: ", "))]" : nil
            )
        case "status" where isText && !isNote:
            let text = document.text(of: value)
            guard text.utf8.count <= 40, !Self.openStatuses.contains(text.lowercased()),
                !Reminder.isCompleted(status: text.utf8)
            else { return }
            let completed = Reminder.completedStatuses.dropLast().joined(separator: ", ")
            let message = "the status '\(text)' counts as open: only \(completed) and true count as completed"
            report(.foreignKey, message, at: document.nodes[entry.value].contentSpan.lowerBound)
        default:
            let lower = key.lowercased()
            if !Self.known.contains(lower), let own = Self.foreign[lower] {
                let use = own == "tags" ? "mm takes tags from" : "mm uses"
                report(.foreignKey, "the key '\(key)' is not read: \(use) '\(own)'", at: offset)
            } else if Self.known.contains(lower), key != lower, key != "completedDate" {
                report(
                    .foreignKey,
                    "the key '\(key)' is not read: keys are case-sensitive",
                    at: offset,
                    suggestion: lower
                )
            } else if !isNote, let meant = KnownKey.nearest(to: key), document.entry(meant.rawValue) == nil {
                // Whatever a note has is its own business, except a date under the key of a reminder.
                report(.unknownKey, YAMLDocument.misspelt(key, meant), at: offset, suggestion: meant.rawValue)
            }
        }
    }

    // MARK: Text

    /// Whether a text has a `#tag` outside code.
    static func hasHashtag(_ body: ArraySlice<UInt8>) -> Bool { first(in: body, hashtag) != nil }

    /// The first place that is found in a line outside code: a `#tag`, or a line of `:several:tags:`.
    private static func first(in body: ArraySlice<UInt8>, _ find: (ArraySlice<UInt8>) -> Int?) -> Int? {
        guard body.contains(Ascii.hash) || body.contains(Ascii.colon) else { return nil }
        var fence: UInt8?
        var start = body.startIndex
        while start < body.endIndex {
            let end = body[start...].firstIndex(of: Ascii.lineFeed) ?? body.endIndex
            let line = body[start..<end]
            if let mark = fenceMark(of: line) {
                if fence == nil { fence = mark } else if fence == mark { fence = nil }
            } else if fence == nil, let offset = find(line) {
                return offset
            }
            start = end < body.endIndex ? end + 1 : end
        }
        return nil
    }

    private static func fenceMark(of line: ArraySlice<UInt8>) -> UInt8? {
        let text = line.drop(while: Ascii.isBlank)
        guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        return text.prefix { $0 == mark }.count >= 3 ? mark : nil
    }

    private static func hashtag(in line: ArraySlice<UInt8>) -> Int? {
        var isCode = false
        for index in line.indices {
            if line[index] == UInt8(ascii: "`") { isCode.toggle() }
            guard line[index] == Ascii.hash, !isCode, index == line.startIndex || Ascii.isBlank(line[index - 1]) else {
                continue
            }
            let name = line[(index + 1)...].prefix(while: isTagByte)
            // `#12` is just a number; with a letter, it would be a tag.
            if name.contains(where: { !Ascii.isDigit($0) && $0 != Ascii.slash }) { return index }
        }
        return nil
    }

    /// `:errand:home:` alone on its line. A single word between colons may be an emoji.
    private static func colonTags(in line: ArraySlice<UInt8>) -> Int? {
        let trimmed = line.trimmed
        guard trimmed.first == Ascii.colon, trimmed.last == Ascii.colon, trimmed.count > 4 else { return nil }
        let words = trimmed.dropFirst().dropLast().split(separator: Ascii.colon, omittingEmptySubsequences: false)
        let isTags = words.count > 1 && words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isTagByte) }
        return isTags ? trimmed.startIndex : nil
    }

    static func isTagByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || Ascii.isDigit(byte) || byte == Ascii.slash || byte == Ascii.dash || byte == UInt8(ascii: "_")
            || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }

    private mutating func report(_ id: ProblemID, _ message: String, at offset: Int, suggestion: String? = nil) {
        let problem = Problem(path: path, id: id, message: message, suggestion: suggestion)
        problems.append(problem.at(positions.position(of: offset, in: bytes)))
    }
}
