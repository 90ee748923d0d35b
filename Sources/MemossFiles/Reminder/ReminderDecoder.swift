internal import Bytes

/// How much of the body of a reminder to keep in memory.
public enum KeptBody: Sendable {
    /// Nothing.
    case none
    /// The first line that is not blank.
    case firstLine
    /// All of it if it may have boxes (`- [ ] eggs`) or conflict markers, else nothing.
    case checklist
    /// All of it.
    case whole
}

/// Decodes one file into a reminder and its problems.
package struct ReminderDecoder {
    /// What was read from a file.
    package struct Output: Sendable, Hashable {
        /// Nil if the front matter cannot be read at all.
        package var reminder: Reminder?
        /// Set instead of `reminder` if the front matter cannot be read.
        package var unreadable: Reminder?
        /// By position in the file.
        package var problems: [Problem] = []

        /// Whether every value is valid.
        package var isSound: Bool { reminder != nil && !problems.contains { $0.severity == .error } }

        /// A file that was read only partially.
        init(cut problem: Problem) { problems = [problem] }

        init(_ reminder: Reminder, _ problems: [Problem]) { (self.reminder, self.problems) = (reminder, problems) }

        /// - Parameter source: the bytes that cannot be decoded.
        init(unreadable problem: Problem, in source: some Sequence<UInt8>) {
            unreadable = Reminder(unreadable: problem, in: source)
            problems = [problem]
        }
    }

    let bytes: [UInt8]
    /// Empty for a file without front matter.
    var document = YAMLDocument(bytes: [], range: 0..<0)
    /// Whether `bytes` are the whole file.
    private let isWhole: Bool
    /// Whether decoding needed more of the file than it was given; the output is then invalid.
    private(set) var isShort = false
    let interner: ValueInterner
    let keys: KeptKeys
    /// Which tags of the body to read.
    var texts: TextTagFilter?
    var reminder: Reminder.Fields
    private var problems: [Problem] = []
    private var positions = TextPositions()
    private(set) var isDone = false
    private var completedDate: DateValue?
    private(set) var hasCompleted = false
    private var hasStatus = false
    /// Whether `status` contradicts `completed`. The status wins.
    private(set) var isCompletedOverruled = false
    /// Why it is uncertain when the reminder is delivered.
    private var timeProblem: Problem?
    /// A rule that cannot be read, as written.
    private var unreadRule: String?
    /// Whether a key says how the task stands to others.
    private var hasTies = false
    /// The offset of an empty title.
    var emptyTitle: Int?

    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - path: relative to the root of the folder.
    ///   - body: how much of the body to keep.
    ///   - keys: which keys of the front matter to keep as they are written.
    ///   - explains: whether to report what other tools read differently.
    ///   - registry: provides the aliases of the tag `task`, and whether to read the tags of the body.
    package static func decode(
        _ bytes: [UInt8],
        path: String,
        keeping body: KeptBody = .none,
        keys: KeptKeys = .none,
        explaining explains: Bool = false,
        registry: TagRegistry = TagRegistry()
    ) -> Output {
        var decoder = ReminderDecoder(bytes: bytes, path: path, interner: ValueInterner(registry), keys: keys)
        decoder.texts = registry.settings.readsTagsInText ? .all : nil
        return decoder.decode(keeping: body, explaining: explains)
    }

    init(bytes: [UInt8], isWhole: Bool = true, path: String, interner: ValueInterner, keys: KeptKeys = .none) {
        self.bytes = bytes
        self.isWhole = isWhole
        self.interner = interner
        self.keys = keys
        reminder = Reminder.Fields(path: path, title: "")
    }

    /// Decodes the front matter and the fields.
    mutating func decode(keeping body: KeptBody, explaining explains: Bool) -> Output {
        do throws(YAMLDocument.Fault) {
            return decode(
                try FrontMatter.read(bytes, judging: Self.judge),
                keeping: body,
                explaining: explains
            )
        } catch {
            if case .lookalike(let head) = FileHead(bytes) {
                return decode(head, keeping: body, explaining: explains)
            }
            let output = unreadable(error)
            guard error.id == .gitConflict, let problem = output.problems.first else { return output }
            return versions(keeping: body, problem) ?? output
        }
    }

    mutating func unreadable(_ fault: YAMLDocument.Fault) -> Output {
        var end = min(bytes.count, YAMLDocument.maximumSize)
        if case .found(let delimiters) = Delimiters.search(bytes) { end = delimiters.closing.upperBound }
        return Output(unreadable: problem(fault), in: bytes[..<end])
    }

    /// Decodes the fields of front matter that has been parsed already.
    mutating func decode(_ frontMatter: FrontMatter?, keeping body: KeptBody, explaining explains: Bool) -> Output {
        var bodyStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let frontMatter {
            document = frontMatter.document
            bodyStart = frontMatter.delimiters.closing.upperBound
            readFields()
        }
        let text = bytes[bodyStart...]
        if explains {
            let known = Set(problems)
            let reading = ForeignReading(
                bytes,
                of: Reminder(reminder),
                document: frontMatter?.document,
                bodyStart: bodyStart,
                profile: interner.profile,
                hasTextTags: texts != nil
            )
            problems += reading.problems.filter { !known.contains($0) }
        }
        if keys != .none { reminder.frontMatter = document.fields(keys.named(by: interner.profile?.names)) }
        if interner.isShared, let profile = interner.profile {
            share(profile)
            if explains { reportUnshared() }
        }
        if hasTies { readTies() }
        if reminder.title.isEmpty {
            isShort = !isWhole
            reminder.title = MarkdownHeading.first(in: text) ?? Self.stem(of: reminder.path)
        }
        if let emptyTitle {
            report(
                .emptyTitle,
                "the title is empty: '\(reminder.title)' is shown instead",
                at: emptyTitle,
                key: "title"
            )
        }
        if !reminder.isNote, let timeProblem {
            reminder.attention = Attention(timeProblem, in: bytes[..<bodyStart], rule: unreadRule)
        }
        switch body {
        case .none: break
        case .firstLine:
            let start = text.drop(while: Ascii.isBlankOrBreak)
            reminder.body = Array(start.prefix { $0 != Ascii.lineFeed })
            isShort = isShort || !isWhole && reminder.body.count == start.count
        case .checklist:
            isShort = !isWhole
            if Checklist.mayBe(in: text) || ConflictScanner.mayBe(in: text) { reminder.body = Array(text) }
        case .whole:
            isShort = !isWhole
            reminder.body = Array(text)
        }
        if let texts {
            let mayFind = bytes.withUnsafeBufferPointer { texts.mayFind(in: $0, bodyStart..<$0.count) }
            if mayFind { reminder.textTags = TextTags(in: bytes, from: bodyStart, texts).names }
        }
        // Moved, because a copy would count every reference twice.
        var fields = Reminder.Fields(path: "", title: "")
        swap(&fields, &reminder)
        return Output(Reminder(fields), problems)
    }

    /// The keys that determine when a reminder is delivered, and whether it is again.
    private static let keysOfTime = ["scheduled", "due", "timezone", "snoozed", "recurrence", "reminders"]

    /// The file name without directories and `.md`.
    static func stem(of path: String) -> String {
        let name = path.utf8.lastIndex(of: Ascii.slash).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        return String(name.dropLast(3))
    }

    /// What the lines at a range of a corrected document would mean: a proposal must leave no problem behind.
    static func judge(_ document: YAMLDocument, _ lines: Range<Int>) -> YAMLMistake.Verdict {
        var decoder = ReminderDecoder(bytes: document.bytes, path: "", interner: ValueInterner(TagRegistry()))
        decoder.document = document
        var verdict = YAMLMistake.Verdict.other
        for entry in document.entries {
            let span = document.nodes[entry.key].span.lowerBound...document.nodes[entry.value].span.upperBound
            guard span.lowerBound < lines.upperBound, span.upperBound >= lines.lowerBound else { continue }
            if let key = document.knownKey(of: entry) {
                verdict = .sound
                decoder.read(entry, key: key)
            } else {
                decoder.readMisspeltDate(entry)
            }
        }
        return decoder.problems.isEmpty && decoder.emptyTitle == nil ? verdict : .faulty
    }

    // MARK: Fields

    private mutating func readFields() {
        let duplicates = document.duplicateEntries
        let repeated = duplicates.compactMap { knownKey(of: $0.entry) }
        var merges = false
        for entry in document.entries {
            guard let key = knownKey(of: entry) else {
                merges = merges || document.isMergeKey(entry)
                hasTies = hasTies || isTie(entry)
                readMisspeltDate(entry)
                continue
            }
            if repeated.contains(key), !Self.readTwice.contains(key) {
                if key == .completed { reminder.isNote = false }
                if key == .recurrence { keepUnread(rule: entry.value) }
                continue
            }
            read(entry, key: key)
        }
        // As in the lists of a series of whole days, a day that another program has turned into midnight in UTC is that day.
        if let place = reminder.movedFrom, place.isMidnightUTC,
            (reminder.scheduled ?? reminder.deadline)?.isAllDay == true
        {
            reminder.movedFrom = DateValue(place.date)
        }
        if reminder.isNote, interner.areOfTask(reminder.tags) || isTask, !isExcluded { reminder.isNote = false }
        if merges { nameMergedKeys() }
        if reminder.scheduled == nil, reminder.deadline == nil { nameUndated() }
        if reminder.isNote {
            reminder = reminder.note
            problems.removeAll { $0.key.map { !["title", "tags"].contains($0) } ?? false }
        } else if !hasCompleted, isDone {
            reminder.completed = completedDate.map(Reminder.Completion.on) ?? .completed
        } else if hasCompleted, hasStatus, isDone != (reminder.completed != .open), isTask {
            // TaskNotes does not read `completed`, and has written the status since.
            isCompletedOverruled = true
            reminder.completed = !isDone ? .open : completedDate.map(Reminder.Completion.on) ?? .completed
        }
        for (entry, first) in duplicates {
            let key = document.text(of: entry.key)
            let line = positions.line(of: document.nodes[first.key].span.lowerBound, in: bytes)
            let message = "the key '\(key)' appears twice, first on line \(line)"
            report(.duplicateKey, message, at: document.nodes[entry.key].span.lowerBound, key: key)
        }
    }

    /// Names alarms and a rule that have no date. What has one of them is a reminder, so that it is not silent.
    private mutating func nameUndated() {
        func value(of key: KnownKey) -> Int? { document.entries.first { knownKey(of: $0) == key }?.value }
        let isNote = reminder.isNote
        if !reminder.alarms.isEmpty { reminder.isNote = false }
        if let alarm = reminder.alarms.first(where: { !$0.trigger.isExact }), let value = value(of: .reminders) {
            let message = "reminders: '\(alarm.trigger)' has no date to count from, so it does not ring"
            report(.alarmWithoutDate, message, at: offset(of: value), key: "reminders")
            if isNote { timeProblem = timeProblem ?? problems.last }
        }
        // A task of TaskNotes has its date in the rule.
        guard reminder.storedRule != nil, !interner.isShared, reminder.completed == .open, !isDone,
            !problems.contains(where: { $0.key == "scheduled" || $0.key == "due" }),
            let value = value(of: .recurrence)
        else { return }
        reminder.isNote = false
        let message = "recurrence: the series has no date to begin on, so it does not ring: add 'scheduled'"
        report(.ruleWithoutDate, message, at: offset(of: value), key: "recurrence")
        timeProblem = timeProblem ?? problems.last
    }

    /// A note with a date under a misspelt key is a reminder, so that the date is not lost silently.
    private mutating func readMisspeltDate(_ entry: YAMLDocument.Entry) {
        guard let meant = document.misspeltDate(entry) else { return }
        let message = YAMLDocument.misspelt(document.text(of: entry.key), meant)
        report(.unknownKey, message, at: document.nodes[entry.key].span.lowerBound, suggestion: meant.rawValue)
        reminder.isNote = false
        timeProblem = timeProblem ?? problems.last
    }

    /// What a merge key brings in is not read; if it says when, the reminder needs attention.
    private mutating func nameMergedKeys() {
        for (entry, merged) in document.mergeKeys {
            if merged.contains(where: \.makesReminder) { reminder.isNote = false }
            // Whatever else a note has is its own business.
            let keys = reminder.isNote ? merged.filter { $0 == .title || $0 == .tags } : merged
            guard !keys.isEmpty else { continue }
            let names = keys.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            let message =
                "merge keys ('<<') are not read: write \(names) as \(keys.count == 1 ? "a key" : "keys") of this file"
            report(.unknownKey, message, at: document.nodes[entry.key].span.lowerBound)
            if keys.contains(where: { Self.keysOfTime.contains($0.rawValue) || $0 == .completed }) {
                timeProblem = timeProblem ?? problems.last
            }
        }
    }

    /// Keys that are read even if they occur twice, since one value is better than none. Other keys may decide whether a
    /// reminder is completed or delivered, so neither of two values is trusted.
    private static let readTwice: [KnownKey] = [.id, .title, .tags, .scheduled, .due]

    private mutating func read(_ entry: YAMLDocument.Entry, key: KnownKey) {
        let value = entry.value
        switch key {
        case .title:
            let node = document.resolved(value)
            let isEmptyList = document.nodes[node].kind == .sequence && Array(document.children(of: node)).isEmpty
            let title = isEmptyList ? nil : string(value, .invalidTitle, "title")
            reminder.title = TagName.trimmed(title ?? "")
            let isReadable = isEmptyList || document.nodes[node].kind == .scalar
            emptyTitle = reminder.title.isEmpty && isReadable ? offset(of: value) : nil
        case .id: reminder.storedID = bytes(of: value, .invalidID, "id").flatMap { $0.isEmpty ? nil : StoredID($0) }
        case .tags: readTags(entry)
        case .scheduled:
            reminder.isNote = false
            reminder.scheduled = Self.earlier(reminder.scheduled, date(value, "scheduled"))
        case .due:
            reminder.isNote = false
            reminder.deadline = Self.earlier(reminder.deadline, date(value, "due"))
        case .timezone: reminder.timezone = string(value, .invalidValue, "timezone").flatMap { $0.isEmpty ? nil : $0 }
        case .recurrence:
            readRecurrence(value)
            if reminder.storedRule == nil { keepUnread(rule: value) }
        case .until: reminder.until = date(value, "until")
        case .completed:
            reminder.isNote = false
            hasCompleted = !isNull(value)
            readCompleted(value)
        case .status:
            let node = document.resolved(value)
            hasStatus = !document.isNull(node)
            isDone = document.nodes[node].kind == .scalar && isClosed(status: document.valueBytes(of: node))
            // TaskNotes reads a list of one.
            if interner.isShared, document.nodes[node].kind == .sequence, document.itemTexts(of: node).count == 1 {
                isDone = document.itemTexts(of: node)[0].map { isClosed(status: ArraySlice($0.utf8)) } ?? false
            }
        case .completedDate: completedDate = date(value, "completedDate")
        case .completeInstances: reminder.completeInstances = dates(value, "complete_instances")
        case .skippedInstances: reminder.skippedInstances = dates(value, "skipped_instances")
        case .snoozed: reminder.snoozed = date(value, "snoozed")
        case .reminders: reminder.alarms = alarms(value)
        case .movedFrom: reminder.movedFrom = date(value, "moved_from")
        case .created: reminder.created = document.creationDate(at: value)
        default: reminder.words[key] = word(value, key)
        }
    }

    private mutating func readTags(_ entry: YAMLDocument.Entry) {
        let source = document.source(of: entry.value)
        if let source, let known = interner.tags(source) {
            reminder.tags = known
            return
        }
        let items = TagItems(of: entry.value, in: document)
        let accidents = items.accidents(in: document)
        reminder.tags = (accidents.isEmpty ? items.items : items.tags).map(\.name)
        let faults = items.faults + accidents
        // Whether a value without a name is sound also depends on what follows it.
        let count = items.items.count
        if let source, faults.isEmpty, source.count.map({ $0 == count }) ?? (count > 0) {
            interner.keep(reminder.tags, for: source)
        }
        for fault in faults { report(.invalidTags, fault.message, at: fault.offset, key: "tags") }
        for offset in document.commentedTags(below: entry) {
            let message = "'#' begins a comment here, so there is no tag: remove the '#', or quote the tag"
            report(.commentedTag, message, at: offset, key: "tags")
        }
    }

    private mutating func readRecurrence(_ value: Int) {
        guard let text = bytes(of: value, .invalidRecurrence, "recurrence"), !RecurrenceRule.isNone(text) else {
            return
        }
        do throws(ParseError) {
            reminder.storedRule = try interner.rule(text)
        } catch {
            report(
                .invalidRecurrence,
                error.message,
                at: offset(of: value),
                suggestion: error.suggestion,
                key: "recurrence"
            )
        }
    }

    private mutating func keepUnread(rule value: Int) {
        let node = document.resolved(value)
        let isScalar = document.nodes[node].kind == .scalar
        let written = isScalar ? document.valueBytes(of: node)[...] : bytes[document.nodes[node].contentSpan]
        guard !document.isNull(node), !RecurrenceRule.isNone(written) else { return }
        unreadRule = unreadRule ?? String(decoding: written, as: UTF8.self)
    }

    private mutating func readCompleted(_ value: Int) {
        guard !isNull(value) else { return }
        let node = document.resolved(value)
        let text = document.nodes[node].kind == .scalar ? document.text(of: node) : ""
        switch text.lowercased() {
        case "true", "yes", "on": reminder.completed = .completed
        case "false", "no", "off": reminder.completed = .open
        default:
            // An invalid value counts as absent, so that `status` can still decide.
            let date = date(value, "completed")
            hasCompleted = date != nil
            reminder.completed = date.map(Reminder.Completion.on) ?? .open
        }
    }

    // MARK: Values

    private func isNull(_ value: Int) -> Bool { document.isNull(document.resolved(value)) }

    private func offset(of value: Int) -> Int { document.nodes[value].contentSpan.lowerBound }

    private mutating func string(_ value: Int, _ id: ProblemID, _ key: String) -> String? {
        bytes(of: value, id, key).map { String(ordering: $0) }
    }

    /// The value of a scalar; nil if there is none.
    private mutating func bytes(of value: Int, _ id: ProblemID, _ key: String) -> ArraySlice<UInt8>? {
        guard !isNull(value) else { return nil }
        let node = document.resolved(value)
        guard document.nodes[node].kind == .scalar else {
            let found = document.nodes[node].kind == .sequence ? "a list" : "a mapping"
            report(id, "found \(found) for '\(key)', expected one value", at: offset(of: value), key: key)
            return nil
        }
        return document.valueBytes(of: node)
    }

    private mutating func date(_ value: Int, _ key: String) -> DateValue? {
        guard !isNull(value) else { return nil }
        let node = document.resolved(value)
        guard document.nodes[node].kind == .scalar else {
            let found = document.nodes[node].kind == .sequence ? "a list" : "a mapping"
            report(.invalidDate, "found \(found) for '\(key)', expected a date", at: offset(of: value), key: key)
            return nil
        }
        do throws(ParseError) {
            return try DateValue(parsing: document.valueBytes(of: node))
        } catch {
            report(
                .invalidDate,
                "\(key): \(error.message)",
                at: offset(of: value),
                suggestion: error.suggestion,
                key: key,
                words: error.suggestion == nil ? Self.words(document.text(of: node), of: key) : nil
            )
            return nil
        }
    }

    /// A value that is a date in words, where a command takes one.
    private static func words(_ text: String, of key: String) -> String? {
        let isDate = ["scheduled", "due", "until"].contains(key) && text.utf8.count <= 40
        return isDate && PhraseKind.when.isPhrase(text) ? text : nil
    }

    /// The earlier of two values that a merge left: the one delivered first.
    private static func earlier(_ a: DateValue?, _ b: DateValue?) -> DateValue? {
        guard let a, let b else { return a ?? b }
        return b.isBefore(a, in: .utc) ? b : a
    }

    private mutating func dates(_ value: Int, _ key: String) -> [DateValue] {
        guard !isNull(value) else { return [] }
        let node = document.resolved(value)
        let isList = document.nodes[node].kind == .sequence
        let items = isList ? Array(document.children(of: node)) : [value]
        return items.compactMap { date($0, key) }
    }

    private mutating func alarms(_ value: Int) -> [Alarm] {
        guard !isNull(value) else { return [] }
        let node = document.resolved(value)
        let items = document.nodes[node].kind == .sequence ? Array(document.children(of: node)) : [value]
        var found: [Alarm] = []
        for item in items where !isNull(item) {
            do throws(ParseError) {
                found.append(try Alarm(item, in: document))
            } catch {
                let message = "reminders: \(error.message)"
                let place = offset(of: item)
                report(.invalidValue, message, at: place, suggestion: error.suggestion, key: "reminders")
            }
        }
        return found
    }

    /// Nil for the default.
    private mutating func word(_ value: Int, _ key: KnownKey) -> String? {
        let (words, key) = (key.spec.kind.words, key.rawValue)
        guard let text = string(value, .invalidValue, key), !text.isEmpty, text != words.first else { return nil }
        if words.contains(text) { return text }
        let message = "found '\(text)' for '\(key)', expected \(words.joined(separator: " or "))"
        report(
            .invalidValue,
            message,
            at: offset(of: value),
            suggestion: Spelling.nearest(to: text, among: words).first,
            key: key
        )
        return nil
    }

    mutating func report(
        _ id: ProblemID,
        _ message: String,
        at offset: Int,
        suggestion: String? = nil,
        key: String? = nil,
        words: String? = nil
    ) {
        var problem = problem(id, message, at: offset)
        (problem.suggestion, problem.key, problem.words) = (suggestion, key, words)
        problems.append(problem)
        if timeProblem == nil, id.severity == .error, key.map(Self.keysOfTime.contains) == true {
            timeProblem = problem
        }
    }

    mutating func problem(_ fault: YAMLDocument.Fault) -> Problem {
        problem(fault.id, fault.message, at: fault.offset)
    }

    private mutating func problem(_ id: ProblemID, _ message: String, at offset: Int) -> Problem {
        Problem(path: reminder.path, id: id, message: message).at(positions.position(of: offset, in: bytes))
    }
}

extension FrontMatter {
    /// Parses the front matter of a whole file. What is proposed for a mistake in YAML leaves a value that can be read.
    ///
    /// - Returns: nil for a file without front matter.
    ///
    /// - Parameter names: the names of the keys in the folder; they read as what `mm` calls them.
    package static func read(
        _ bytes: [UInt8],
        names: KeyNames = .standard
    ) throws(YAMLDocument.Fault) -> FrontMatter? {
        guard let read = try read(bytes, judging: ReminderDecoder.judge) else { return nil }
        return FrontMatter(delimiters: read.delimiters, document: read.document.named(names))
    }

    /// - Throws: an `EditRefusal` if the file cannot be read and therefore not edited.
    static func toEdit(_ bytes: [UInt8], names: KeyNames = .standard) throws(EditRefusal) -> FrontMatter? {
        do throws(YAMLDocument.Fault) {
            return try read(bytes, names: names)
        } catch {
            throw EditRefusal(error)
        }
    }
}
