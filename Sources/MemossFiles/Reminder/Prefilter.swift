internal import Bytes

/// What the prefilter determines from the bytes of a file without decoding a reminder: enough to exclude most files that
/// cannot match a query.
///
/// The invariant, under test: if a file has facts, it decodes without an error and agrees with them.
struct PrefilterFacts {
    /// Nil if the file has no id.
    fileprivate(set) var idPrefix: TextPrefix?
    fileprivate(set) var hasTitle = false
    fileprivate(set) var isNote = true
    fileprivate(set) var isCompleted = false
    fileprivate(set) var scheduled: DateValue?
    fileprivate(set) var deadline: DateValue?
    var hasDate: Bool { scheduled != nil || deadline != nil }
    fileprivate(set) var hasSnooze = false
    fileprivate(set) var isSeries = false
    /// The bytes from the first tag to the last; empty if there are no tags.
    fileprivate(set) var tags = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Whether the body may have tags that were asked for.
    var mayHaveTextTags = false

    /// Whether none of `names`, which are ASCII, occurs as a word among the tags. If so, the file has none of these tags
    /// and none nested in them.
    func hasNoTag(of names: [[UInt8]]) -> Bool {
        if mayHaveTextTags { return false }
        if tags.isEmpty { return true }
        // A non-ASCII letter can equal an ASCII one after lower-casing or by canonical equivalence.
        return tags.allSatisfy { $0 < 0x80 } && !names.contains { TextSearch.containsWord(tags, $0) }
    }
}

/// Determines the facts about files, one after another.
struct Prefilter {
    private(set) var scanner = PlainScanner()
    private let interner: ValueInterner

    private static let mostKeys = 32

    init(_ interner: ValueInterner) { self.interner = interner }

    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>) -> Bool {
        scanner.scan(bytes, range: range)
    }

    /// The facts about a file that surely has no front matter; nil if it may have some, and in a shared folder.
    func factsOfText(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> PrefilterFacts? {
        interner.isShared || !HeadLookalike.isText(bytes, isWhole: isWhole) ? nil : PrefilterFacts()
    }

    /// The facts in the bytes scanned last. Nil if the file may have a problem: it must then be decoded.
    mutating func facts(in bytes: UnsafeBufferPointer<UInt8>) -> PrefilterFacts? {
        guard scanner.entries.count <= Self.mostKeys, !repeatsKey(bytes) else { return nil }
        var facts = PrefilterFacts()
        var isDone = false
        var completed: Bool?
        var hasAlarms = false
        var isMarked = false
        var (done, skipped): (YAMLDocument.Entry?, YAMLDocument.Entry?)
        var rows: UInt64 = 0
        // Whether all values that only a reminder has are valid.
        var isSound = true
        for entry in scanner.entries {
            let key = scanner.text(of: entry.key, in: bytes)
            let node = scanner.nodes[entry.value]
            let value = scanner.text(of: entry.value, in: bytes)
            let isNull = node.kind == .scalar && node.style == .plain && PlainScanner.isNull(value)
            let meaning = interner.meaning(of: key)
            // Which of two names of a field counts is for the decoder.
            if let row = meaning.row {
                guard rows & 1 << row == 0 else { return nil }
                rows |= 1 << row
            }
            isMarked = isMarked || interner.isMark(key)
            switch meaning.known {
            case nil where node.kind == .scalar && KnownKey.misspeltDate(key, value: value) != nil: return nil
            case nil where KnownKey.isMergeKey(key): return nil
            // What a task says of others is for the decoder.
            case nil where meaning.isTie: return nil
            case nil, .created: break
            case .title:
                guard node.kind == .scalar, !isNull, value.contains(where: Self.isVisible) else { return nil }
                facts.hasTitle = true
            case .id:
                guard node.kind == .scalar, !isNull, !value.isEmpty else { return nil }
                facts.idPrefix = TextPrefix(value)
            case .tags: guard readTags(entry, bytes, &facts) else { return nil }
            case .scheduled:
                facts.isNote = false
                facts.scheduled = isNull ? nil : date(node, value)
                guard isNull || facts.scheduled != nil else { return nil }
            case .due:
                facts.isNote = false
                facts.deadline = isNull ? nil : date(node, value)
                guard isNull || facts.deadline != nil else { return nil }
            case .snoozed:
                facts.hasSnooze = !isNull
                isSound = isSound && (isNull || isDate(node, value))
            case .until, .completedDate: isSound = isSound && (isNull || isDate(node, value))
            case .completeInstances:
                guard done == nil else { return nil }
                done = isNull ? nil : entry
            case .skippedInstances:
                guard skipped == nil else { return nil }
                skipped = isNull ? nil : entry
            case .reminders:
                hasAlarms = !isNull
                isSound = isSound && isNull
            case .recurrence:
                facts.isSeries = !isNull && !RecurrenceRule.isNone(value)
                isSound = isSound && node.kind == .scalar && (!facts.isSeries || interner.isRule(value))
            case .completed:
                facts.isNote = false
                guard node.kind == .scalar else { return nil }
                if isNull { break }
                switch String(decoding: value.prefix(6), as: UTF8.self) {
                case "true": completed = true
                case "false": completed = false
                default:
                    guard isDate(node, value) else { return nil }
                    completed = true
                }
            case .status where interner.isShared && node.kind == .sequence: return nil
            case .status:
                isDone =
                    node.kind == .scalar
                    && (interner.profile?.isClosed(status: value) ?? Reminder.isCompleted(status: value))
            // TaskNotes writes it into each series.
            case .anchor:
                isSound = isSound && node.kind == .scalar && (isNull || value.isEmpty || Self.isAnchor(value))
            // Left to the decoder. A moved occurrence says nothing of the others.
            default: isSound = isSound && isNull
            }
        }
        // Which of the two decides depends on whether it is a task.
        if interner.isShared, completed != nil, completed != isDone { return nil }
        // Either its rule has the date, or it never rings and needs attention.
        if !facts.hasDate, facts.isSeries || hasAlarms { return nil }
        // There, a series whose last occurrence is recorded is over.
        let date = interner.isShared && facts.isSeries ? (facts.scheduled ?? facts.deadline)?.date : nil
        for records in [done, skipped] {
            guard let records else { continue }
            isSound = isSound && areDates(records, besides: date, bytes)
        }
        if interner.isShared, let archive = interner.archiveBeginnings, !facts.hasNoTag(of: archive) { return nil }
        guard facts.isNote ? !isMarked && !interner.mayBeOfTask(facts) : isSound else { return nil }
        if facts.isNote {
            facts.isSeries = false
        } else {
            facts.isCompleted = completed ?? isDone
        }
        return facts
    }

    // MARK: Values

    private func repeatsKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for (index, entry) in scanner.entries.enumerated() {
            let key = scanner.text(of: entry.key, in: bytes)
            for other in scanner.entries[..<index] {
                let earlier = scanner.text(of: other.key, in: bytes)
                if ByteOrder.isSame(key, earlier) { return true }
            }
        }
        return false
    }

    private static func isVisible(_ byte: UInt8) -> Bool { !Ascii.isBlankOrBreak(byte) }

    private func isDate(_ node: Node, _ value: UnsafeBufferPointer<UInt8>) -> Bool { date(node, value) != nil }

    private func date(_ node: Node, _ value: UnsafeBufferPointer<UInt8>) -> DateValue? {
        node.kind == .scalar ? try? DateValue(parsing: value) : nil
    }

    /// Whether all items are dates, and of other days than one.
    private func areDates(
        _ entry: YAMLDocument.Entry,
        besides day: CivilDate?,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        scanner.items(of: entry).allSatisfy { item in
            date(scanner.nodes[item], scanner.text(of: item, in: bytes)).map { day == nil || $0.date != day } ?? false
        }
    }

    private static let anchors = Reminder.RecurrenceAnchor.allCases.map { Array($0.rawValue.utf8) }

    private static func isAnchor(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        anchors.contains { $0.elementsEqual(value) }
    }

    /// False if a comment may have been intended as a tag, or an item may not be one.
    private func readTags(
        _ entry: YAMLDocument.Entry,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ facts: inout PrefilterFacts
    ) -> Bool {
        let items = scanner.items(of: entry)
        guard items.allSatisfy({ scanner.nodes[$0].end > scanner.nodes[$0].start }) else { return false }
        let isList = scanner.nodes[entry.value].kind == .sequence
        for item in items where TagItems.mayBeAccident(scanner.text(of: item, in: bytes), inList: isList) {
            return false
        }
        guard let first = items.first, let last = items.last else { return true }
        let range = Int(scanner.nodes[first].start)..<Int(scanner.nodes[last].end)
        facts.tags = UnsafeBufferPointer(rebasing: bytes[range])
        return true
    }
}
