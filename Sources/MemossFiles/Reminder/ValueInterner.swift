internal import Bytes

/// Interns values that many files share: tag lists, rules, and facts about them from the registry. Each thread has its
/// own instance.
///
/// Values are looked up by the FNV-1a hash of their bytes.
final class ValueInterner {
    /// Limits the memory in a folder where hardly any value repeats.
    private static let mostValues = 4096
    private var tagLists: [(source: [UInt8], count: Int?, tags: [TagName])] = []
    private var tagListIndex = HashIndex()
    private var rules: [StoredRule] = []
    private var ruleIndex = HashIndex()
    private let registry: TagRegistry
    /// The program that the folder is shared with.
    let profile: Profile?
    /// Whether it is shared: asked for every file and key.
    let isShared: Bool
    /// The names that it has for keys.
    let names: KeyNames?
    /// What each row of them means.
    let meanings: [KeyMeaning]
    /// The tag that makes a file without a date a reminder.
    private lazy var taskTag = TagPredicate(TagName("task"), registry)

    /// What the archive tag begins with; nil without a profile.
    let archiveBeginnings: [[UInt8]]?
    /// The key that may make a file a task of the other program.
    private let mark: [UInt8]?

    init(_ registry: TagRegistry) {
        self.registry = registry
        // Each thread counts references to its own copy.
        profile = registry.settings.profile.map { Profile($0.values) }
        isShared = profile != nil
        names = profile?.values.names
        meanings = (names?.rows ?? []).enumerated().map { place, row in
            KeyMeaning(
                known: KnownKey(rawValue: row.own),
                isTie: TaskNotesField.ties.contains(row.own),
                row: place
            )
        }
        archiveBeginnings = profile.map { [Array($0.values.archiveTag.key.utf8)] }
        mark = profile?.values.property.map { Array($0.key.utf8) }
        otherTag = profile?.values.taskTag.flatMap { $0 == TagName("task") ? nil : TagPredicate($0, registry) }
    }

    /// The tag that makes a file a task of the other program, if it is another one.
    private let otherTag: TagPredicate?

    /// Whether one of the tags is `task` or nested in it, under any of its names.
    func areOfTask(_ tags: [TagName]) -> Bool {
        tags.contains { taskTag.accepts($0, registry) || otherTag?.accepts($0, registry) == true }
    }

    /// What a key means in the files of the folder, if it has the field under no other name.
    func meaning(of key: UnsafeBufferPointer<UInt8>) -> KeyMeaning {
        guard let names else {
            let known = KnownKey(key)
            return KeyMeaning(known: known, isTie: known == nil && isTie(key))
        }
        switch names.found(key) {
        case .field(let row, _): return meanings[row]
        case .foreign: return KeyMeaning()
        case .unknown: return KeyMeaning(known: KnownKey(key))
        }
    }

    /// Whether a key says how a task stands to others: in every folder, that it is an occurrence of a series. Making the table of
    /// the standard names would take longer than reading ten files.
    func isTie(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        if names != nil { return meaning(of: key).isTie }
        guard 14...17 ~= key.count else { return false }
        return TaskNotesField.occurrenceKeys.contains { $0.withUTF8Buffer { ByteOrder.isSame($0, key) } }
    }

    /// Whether a key may make a file a task of the other program, depending on its value.
    func isMark(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        mark?.withUnsafeBufferPointer { ByteOrder.isSame($0, key) } ?? false
    }

    /// False only if `areOfTask` would be false for the tags of the file.
    func mayBeOfTask(_ facts: PrefilterFacts) -> Bool {
        guard let names = taskTag.names, let others = otherTag.map(\.names) ?? [] else { return !facts.tags.isEmpty }
        return !facts.hasNoTag(of: names) || !others.isEmpty && !facts.hasNoTag(of: others)
    }

    /// The tags kept for a value with the same bytes; nil if there are none.
    func tags(_ source: ValueSource) -> [TagName]? {
        tagListIndex.first(Self.hash(source.bytes)) { place in
            tagLists[place].count == source.count && tagLists[place].source.elementsEqual(source.bytes)
        }.map { tagLists[$0].tags }
    }

    func keep(_ tags: [TagName], for source: ValueSource) {
        guard tagLists.count < Self.mostValues else { return }
        tagListIndex.insert(Self.hash(source.bytes), tagLists.count)
        tagLists.append((Array(source.bytes), source.count, tags))
    }

    /// - Throws: a `ParseError` if the text is not a valid rule.
    func rule(_ text: some Collection<UInt8>) throws(ParseError) -> StoredRule {
        let hash = Self.hash(text)
        if let known = ruleIndex.first(hash, where: { rules[$0].text.utf8.elementsEqual(text) }) { return rules[known] }
        var rule = try StoredRule(parsing: String(ordering: text))
        if profile != nil { rule = rule.timedByReminder }
        if rules.count < Self.mostValues {
            ruleIndex.insert(hash, rules.count)
            rules.append(rule)
        }
        return rule
    }

    func isRule(_ text: UnsafeBufferPointer<UInt8>) -> Bool { (try? rule(text)) != nil }

    private static func hash(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(2_166_136_261) { ($0 ^ Int($1)) &* 16_777_619 & 0xFFFF_FFFF }
    }
}
