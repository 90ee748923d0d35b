/// Reads one file: what it says, and what is wrong with it.
public struct ReminderDecoder {
    /// How much of the body a question needs.
    public enum Body: Sendable {
        case none, firstLine, whole
    }

    public struct Output: Sendable, Hashable {
        /// Nil where the front matter cannot be read at all.
        public var reminder: Reminder?
        public var problems: [Problem] = []

        /// Whether what the file says can be relied on: a date that cannot be read must not pass as no date.
        public var isReadable: Bool { reminder != nil && !problems.contains { $0.severity == .error } }
    }

    /// Further ones of the same file are not told.
    static let mostProblems = 100

    private let bytes: [UInt8]
    private var document: YAMLDocument?
    /// Whether `bytes` are the whole file.
    private let isWhole: Bool
    /// Whether more of the file was needed: then what was decoded is not what the file says.
    private(set) var isShort = false
    private let common: CommonValues
    private var reminder: Reminder.Fields
    private var problems: [Problem] = []
    private var status: String?
    private var completedDate: DateValue?
    private var hasCompleted = false
    /// Where a title stands that says nothing.
    private var emptyTitle: Int?

    /// - Parameter path: from the folder's root.
    /// - Parameter explains: whether what other tools read otherwise is among the problems.
    public static func decode(
        _ bytes: [UInt8],
        path: String,
        keeping body: Body = .none,
        explaining explains: Bool = false
    ) -> Output {
        var decoder = ReminderDecoder(bytes: bytes, path: path, common: CommonValues())
        return decoder.decode(keeping: body, explaining: explains)
    }

    init(bytes: [UInt8], isWhole: Bool = true, path: String, common: CommonValues) {
        self.bytes = bytes
        self.isWhole = isWhole
        self.common = common
        reminder = Reminder.Fields(path: path, title: "")
    }

    /// Reads front matter and all.
    mutating func decode(keeping body: Body, explaining explains: Bool) -> Output {
        do throws(YAMLDocument.Fault) {
            return decode(try FrontMatter.read(bytes), keeping: body, explaining: explains)
        } catch {
            report(error.id, error.message, at: error.offset)
            return Output(problems: problems)
        }
    }

    /// Front matter was read before.
    mutating func decode(_ frontMatter: FrontMatter?, keeping body: Body, explaining explains: Bool) -> Output {
        var bodyStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let frontMatter {
            document = frontMatter.document
            bodyStart = frontMatter.fence.closing.upperBound
            readFields(of: frontMatter.document)
        } else if let reason = FrontMatter.obstacle(to: bytes) {
            report(.foreignEncoding, reason + ": it counts as a note", at: 0)
        }
        let text = bytes[bodyStart...]
        if explains {
            problems += ForeignReading(bytes, path: reminder.path, document: document, bodyStart: bodyStart).problems
        }
        if reminder.title.isEmpty {
            isShort = !isWhole
            reminder.title = MarkdownHeading.first(in: text) ?? Self.stem(of: reminder.path)
        }
        if let emptyTitle {
            report(.emptyTitle, "the title is empty, so '\(reminder.title)' stands for it", at: emptyTitle)
        }
        switch body {
        case .none: break
        case .firstLine:
            let start = text.drop(while: Ascii.isBlankOrBreak)
            reminder.body = Array(start.prefix { $0 != Ascii.lineFeed })
            isShort = isShort || !isWhole && reminder.body.count == start.count
        case .whole:
            isShort = !isWhole
            reminder.body = Array(text)
        }
        return Output(reminder: Reminder(reminder), problems: problems)
    }

    /// The name of the file without its directories and its `.md`.
    static func stem(of path: String) -> String {
        let name = path.utf8.lastIndex(of: Ascii.slash).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        return String(name.dropLast(3))
    }

    // MARK: Fields

    private mutating func readFields(of document: YAMLDocument) {
        for entry in document.entries where document.nodes[entry.key].kind == .scalar {
            read(entry, key: document.text(of: entry.key), in: document)
        }
        for (entry, first) in document.duplicateEntries {
            let key = document.text(of: entry.key)
            let line = TextPosition(of: document.nodes[first.key].span.lowerBound, in: bytes).line
            let message = "the key '\(key)' stands twice, first in line \(line)"
            report(.duplicateKey, message, at: document.nodes[entry.key].span.lowerBound)
        }
        if !hasCompleted, let status, ["done", "true"].contains(status) {
            reminder.completed = completedDate.map(Reminder.Completion.on) ?? .completed
        }
    }

    private mutating func read(_ entry: YAMLDocument.Entry, key: String, in document: YAMLDocument) {
        let value = entry.value
        switch key {
        case "title":
            reminder.title = TagName.trimmed(string(value, .invalidTitle, "title") ?? "")
            if reminder.title.isEmpty, !isNull(value), document.nodes[document.resolved(value)].kind == .scalar {
                emptyTitle = offset(of: value)
            }
        case "id":
            reminder.writtenID = string(value, .invalidID, "id").flatMap { $0.isEmpty ? nil : $0 }
        case "tags": readTags(entry, in: document)
        case "scheduled":
            reminder.isNote = false
            reminder.scheduled = date(value, "scheduled")
        case "due":
            reminder.isNote = false
            reminder.deadline = date(value, "due")
        case "timezone": reminder.timezone = string(value, .invalidValue, "timezone").flatMap { $0.isEmpty ? nil : $0 }
        case "recurrence": readRecurrence(value)
        case "until": reminder.until = date(value, "until")
        case "recurrence_anchor": reminder.anchor = word(value, "recurrence_anchor") ?? .scheduled
        case "missed": reminder.missed = word(value, "missed") ?? .keep
        case "completed":
            reminder.isNote = false
            hasCompleted = !isNull(value)
            readCompleted(value)
        case "status":
            reminder.isNote = false
            status = string(value, .invalidValue, "status")
        case "completedDate": completedDate = date(value, "completedDate")
        case "complete_instances": reminder.completeInstances = dates(value, "complete_instances")
        case "skipped_instances": reminder.skippedInstances = dates(value, "skipped_instances")
        case "snoozed": reminder.snoozed = date(value, "snoozed")
        case "created": reminder.created = date(value, "created")
        default: break
        }
    }

    private mutating func readTags(_ entry: YAMLDocument.Entry, in document: YAMLDocument) {
        let items = TagItems(of: entry.value, in: document)
        reminder.tags = common.tags(items.items.map(\.name))
        for fault in items.faults { report(.invalidTags, fault.message, at: fault.offset) }
        for offset in document.commentedTags(below: entry) {
            let message = "'#' begins a comment here, so there is no tag: write it without '#', or in quotes"
            report(.commentedTag, message, at: offset)
        }
    }

    private mutating func readRecurrence(_ value: Int) {
        guard let text = string(value, .invalidRecurrence, "recurrence"), !text.isEmpty else { return }
        do throws(ParseError) {
            reminder.recurrence = try common.rule(text)
        } catch {
            report(.invalidRecurrence, error.message, at: offset(of: value), suggestion: error.suggestion)
        }
    }

    private mutating func readCompleted(_ value: Int) {
        guard let document, !isNull(value) else { return }
        let node = document.resolved(value)
        let text = document.nodes[node].kind == .scalar ? document.text(of: node) : ""
        switch text.lowercased() {
        case "true", "yes", "on": reminder.completed = .completed
        case "false", "no", "off": reminder.completed = .open
        default: reminder.completed = date(value, "completed").map(Reminder.Completion.on) ?? .open
        }
    }

    // MARK: Values

    private func isNull(_ value: Int) -> Bool { document.map { $0.isNull($0.resolved(value)) } ?? true }

    private func offset(of value: Int) -> Int { document?.nodes[value].contentSpan.lowerBound ?? 0 }

    private mutating func string(_ value: Int, _ id: ProblemID, _ key: String) -> String? {
        guard let document, !isNull(value) else { return nil }
        let node = document.resolved(value)
        guard document.nodes[node].kind == .scalar else {
            let found = document.nodes[node].kind == .sequence ? "a list" : "keys with values"
            report(id, "found \(found) for '\(key)', expected one value", at: offset(of: value))
            return nil
        }
        return document.text(of: node)
    }

    private mutating func date(_ value: Int, _ key: String) -> DateValue? {
        guard let document, !isNull(value) else { return nil }
        let node = document.resolved(value)
        guard document.nodes[node].kind == .scalar else {
            let found = document.nodes[node].kind == .sequence ? "a list" : "keys with values"
            report(.invalidDate, "found \(found) for '\(key)', expected a date", at: offset(of: value))
            return nil
        }
        do throws(ParseError) {
            return try DateValue(parsing: document.valueBytes(of: node))
        } catch {
            report(.invalidDate, "\(key): \(error.message)", at: offset(of: value), suggestion: error.suggestion)
            return nil
        }
    }

    private mutating func dates(_ value: Int, _ key: String) -> [DateValue] {
        guard let document, !isNull(value) else { return [] }
        let node = document.resolved(value)
        let isList = document.nodes[node].kind == .sequence
        let items = isList ? Array(document.children(of: node)) : [value]
        return items.compactMap { date($0, key) }
    }

    private mutating func word<Word: RawRepresentable & CaseIterable>(_ value: Int, _ key: String) -> Word?
    where Word.RawValue == String {
        guard let text = string(value, .invalidValue, key), !text.isEmpty else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        let message = "found '\(text)' for '\(key)', expected \(words.joined(separator: " or "))"
        report(
            .invalidValue,
            message,
            at: offset(of: value),
            suggestion: Spelling.nearest(to: text, among: words).first
        )
        return nil
    }

    private mutating func report(_ id: ProblemID, _ message: String, at offset: Int, suggestion: String? = nil) {
        // Finding a line takes time, and nobody reads a thousand problems of one file.
        guard problems.count < Self.mostProblems else { return }
        let position = TextPosition(of: offset, in: bytes)
        problems.append(
            Problem(
                path: reminder.path,
                line: position.line,
                column: position.column,
                id: id,
                message: message,
                suggestion: suggestion
            )
        )
    }
}

extension YAMLDocument {
    /// Where `tags: #x`, or an item `- #x`, is a comment and no tag.
    func commentedTags(below entry: Entry) -> [Int] {
        guard nodes[entry.value].kind == .sequence else { return commentedTag(at: entry.value).map { [$0] } ?? [] }
        return children(of: entry.value).compactMap(commentedTag)
    }

    private func commentedTag(at value: Int) -> Int? {
        guard nodes[value].content == nodes[value].end, isNull(value) else { return nil }
        let start = nodes[value].span.upperBound
        guard let mark = bytes[start..<range.upperBound].firstIndex(where: { !Ascii.isBlank($0) }),
            bytes[mark] == Ascii.hash, mark + 1 < range.upperBound, !Ascii.isBlankOrBreak(bytes[mark + 1])
        else { return nil }
        return mark
    }
}
