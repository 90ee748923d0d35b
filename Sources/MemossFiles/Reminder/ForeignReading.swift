internal import Bytes

/// Reports parts of a file that Obsidian, zk, Jekyll or TaskNotes read, but that `mm` ignores or reads differently.
///
/// The messages do not depend on the file, so that they can be grouped and shown once for a whole folder.
package struct ForeignReading {
    private let bytes: [UInt8]
    private let path: String
    private let isNote: Bool
    private let profile: Profile?
    private(set) var problems: [Problem] = []
    private var positions = TextPositions()

    /// - Parameters:
    ///   - bodyStart: the offset of the body.
    ///   - profile: how the program that the folder is shared with reads it.
    ///   - hasTextTags: whether `#tags` in the body are read.
    init(
        _ bytes: [UInt8],
        of reminder: Reminder,
        document: YAMLDocument?,
        bodyStart: Int,
        profile: Profile?,
        hasTextTags: Bool
    ) {
        (self.bytes, path, isNote) = (bytes, reminder.path, reminder.isNote)
        self.profile = profile
        if let document = document?.named(profile?.names ?? .standard) {
            var told: Set<String> = []
            let isOnceEach = document.duplicateEntries.isEmpty
            for entry in document.entries where document.nodes[entry.key].kind == .scalar {
                guard document.valueBytes(of: entry.key).count <= Self.longestKey else { continue }
                let key = document.text(of: entry.key)
                if isOnceEach || told.insert(key).inserted { read(entry, key: key, in: document) }
            }
        }
        if let offset = ConflictScanner.conflict(inText: bytes[bodyStart...]) {
            report(.gitConflict, "\(ConflictMarkers.advice); if it is text, put it in a code block", at: offset)
        }
        if let offset = Self.first(
            in: bytes[bodyStart...],
            { (hasTextTags ? nil : Self.hashtag(in: $0)) ?? Self.colonTags(in: $0) }
        ) {
            let setting = ", or write 'tags_in_text: true' to \(FolderSettings.fileName)"
            let remedy = "use the key 'tags'" + (bytes[offset] == Ascii.hash ? setting : "")
            report(.textTag, "tags in the text are not read: \(remedy)", at: offset)
        }
    }

    // MARK: Front matter

    private static let known = Set(KnownKey.allCases.map { $0.rawValue.lowercased() })

    /// With the letters that a misspelling may add.
    private static let longestKey = (known.map(\.utf8.count).max() ?? 0) + 2

    /// Values that no tool treats as completed; TaskNotes uses them by default.
    private static let openStatuses: Set<String> = ["", "none", "open", "in-progress", "todo", "false"]

    private mutating func read(_ entry: YAMLDocument.Entry, key: String, in document: YAMLDocument) {
        let offset = document.nodes[entry.key].span.lowerBound
        if key.utf8.first == 0 {
            let message =
                "the key '\(key.dropFirst())' is not read: the file has another spelling of it, or it means something else here"
            if !isNote { report(.unknownKey, message, at: offset) }
            return
        }
        let value = document.resolved(entry.value)
        let isText = document.nodes[value].kind == .scalar && !document.isNull(value)
        switch key {
        case "tags" where isText:
            let text = TagName.trimmed(document.text(of: value))
            let words = text.split { $0 == " " || $0 == "\t" }
            guard words.count > 1, !text.utf8.contains(Ascii.comma) else { return }
            if let items = Self.items(of: text) {
                let message = "these words are one tag: an item of a list begins with a hyphen (-) and a blank"
                let place = document.nodes[entry.value].contentSpan.lowerBound
                return report(.blankSeparatedTags, message, at: place, suggestion: items)
            }
            report(
                .blankSeparatedTags,
                "these words are one tag: mm separates tags at commas, not at spaces as Jekyll and zk do",
                at: document.nodes[entry.value].contentSpan.lowerBound,
                suggestion: text.utf8.count <= 60 ? "[\(words.joined(separator: ", "))]" : nil
            )
        case "status" where isText && !isNote:
            let text = document.text(of: value)
            if let profile {
                guard profile.status(text.utf8) == nil, text.utf8.count <= 40 else { return }
                let message = "the status '\(text)' is not in the settings of TaskNotes: it counts as open"
                let offset = document.nodes[entry.value].contentSpan.lowerBound
                let suggestion = Spelling.nearest(to: text, among: profile.statuses).first
                return report(.foreignKey, message, at: offset, suggestion: suggestion)
            }
            guard text.utf8.count <= 40, !Self.openStatuses.contains(text.lowercased()),
                !Reminder.isCompleted(status: text.utf8)
            else { return }
            let completed = Reminder.completedStatuses.dropLast().joined(separator: ", ")
            let message = "the status '\(text)' counts as open: only \(completed) and true count as completed"
            report(.foreignKey, message, at: document.nodes[entry.value].contentSpan.lowerBound)
        default:
            if Self.known.contains(key) { return }
            let lower = key.lowercased()
            if !Self.known.contains(lower), let foreign = ForeignKey(key, value: value, in: document) {
                guard !foreign.isCommon || document.reads(value, as: foreign.own) else { return }
                let isLost = isLost(foreign, value: value, in: document)
                let use = foreign.own == .tags ? "mm takes tags from" : "mm uses"
                let own = (profile?.names ?? .standard).written(foreign.own.rawValue)
                report(
                    isLost ? .unknownKey : .foreignKey,
                    "the key '\(key)' is not read: \(use) '\(own)'",
                    at: offset,
                    suggestion: isLost ? own : nil
                )
            } else if let meant = KnownKey.nearest(to: key), !document.hasValue(meant),
                !isNote && document.mayMean(meant, key, value: value) || document.misspeltDate(entry) != nil
            {
                // The keys of a note are not checked, except for dates under a misspelt key of a reminder.
                report(.unknownKey, YAMLDocument.misspelt(key, meant), at: offset, suggestion: meant.rawValue)
            } else if Self.known.contains(lower), key != lower, key != "completedDate" {
                let right = KnownKey.nearest(to: key)?.rawValue ?? lower
                report(
                    .foreignKey,
                    "the key '\(key)' is not read: keys are case-sensitive",
                    at: offset,
                    suggestion: right
                )
            }
        }
    }

    /// The tags that were meant as a list with other dashes, or with hyphens that no blank follows.
    private static func items(of text: String) -> String? {
        guard let dash = text.unicodeScalars.first, dash.properties.generalCategory == .dashPunctuation else {
            return nil
        }
        let items = text.unicodeScalars.split(separator: dash).map { TagName.trimmed(String($0)) }
        return items.contains { $0.utf8.count > 40 } ? nil : "[\(items.joined(separator: ", "))]"
    }

    /// Whether a key of another tool means a date, a rule or an alarm that the file would have nowhere else.
    private func isLost(_ key: ForeignKey, value: Int, in document: YAMLDocument) -> Bool {
        guard key.isCertain, !document.hasValue(key.own), document.reads(value, as: key.own) else {
            return false
        }
        guard [.scheduled, .due, .reminders].contains(key.own) else { return !isNote }
        if key.own == .reminders, isNote { return false }
        guard let date = try? DateValue(parsing: document.valueBytes(of: value)) else { return true }
        return !["scheduled", "due"].compactMap { document.entry($0) }.contains { entry in
            (try? DateValue(parsing: document.valueBytes(of: document.resolved(entry.value)))) == date
        }
    }

    // MARK: Text

    /// Whether a text has a `#tag` outside code.
    package static func hasHashtag(_ body: ArraySlice<UInt8>) -> Bool { first(in: body, hashtag) != nil }

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

    package static func isTagByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || Ascii.isDigit(byte) || byte == Ascii.slash || byte == Ascii.dash || byte == UInt8(ascii: "_")
            || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }

    private mutating func report(_ id: ProblemID, _ message: String, at offset: Int, suggestion: String? = nil) {
        let problem = Problem(path: path, id: id, message: message, suggestion: suggestion)
        problems.append(problem.at(positions.position(of: offset, in: bytes)))
    }
}
