/// Interns values that many files share: tag lists, validated rules, and facts about them from the registry. Each thread
/// has its own instance.
///
/// Values are looked up by the FNV-1a hash of their bytes.
final class ValueInterner {
    /// Limits the memory in a folder where hardly any value repeats.
    private static let mostValues = 4096
    private var tagLists: [[TagName]] = []
    private var tagListIndex = HashIndex()
    private var rules: [String] = []
    private var ruleIndex = HashIndex()
    private let registry: TagRegistry
    /// The tag that makes a file without a date a reminder.
    private lazy var taskTag = TagPredicate(TagName("task"), registry)

    init(_ registry: TagRegistry) {
        self.registry = registry
    }

    /// Whether one of the tags is `task` or nested in it, under any of its names.
    func areOfTask(_ tags: [TagName]) -> Bool { tags.contains { taskTag.accepts($0, registry) } }

    /// False only if `areOfTask` would be false for the tags of the file.
    func mayBeOfTask(_ facts: PrefilterFacts) -> Bool {
        guard let beginnings = taskTag.beginnings else { return !facts.tags.isEmpty }
        return !facts.hasNoTag(of: beginnings)
    }

    /// The list, or an interned one with the same spelling.
    func tags(_ list: [TagName]) -> [TagName] {
        if list.isEmpty { return [] }
        var hash = Self.seed
        for tag in list { hash = Self.hash(tag.text.utf8, from: hash) }
        let known = tagListIndex.first(hash) { place in
            let other = tagLists[place]
            return other.count == list.count && zip(other, list).allSatisfy { $0.isSpelled(as: $1) }
        }
        if let known { return tagLists[known] }
        if tagLists.count < Self.mostValues {
            tagListIndex.insert(hash, tagLists.count)
            tagLists.append(list)
        }
        return list
    }

    /// The text of a rule, or an interned copy of it.
    ///
    /// - Throws: a `ParseError` if the text is not a valid rule.
    func rule(_ text: String) throws(ParseError) -> String {
        let hash = Self.hash(text.utf8, from: Self.seed)
        if let known = ruleIndex.first(hash, where: { rules[$0].utf8.elementsEqual(text.utf8) }) { return rules[known] }
        _ = try RecurrenceRule(parsing: text)
        if rules.count < Self.mostValues {
            ruleIndex.insert(hash, rules.count)
            rules.append(text)
        }
        return text
    }

    func isRule(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let known = ruleIndex.first(Self.hash(text, from: Self.seed)) { rules[$0].utf8.elementsEqual(text) }
        return known != nil || (try? rule(String(decoding: text, as: UTF8.self))) != nil
    }

    private static let seed = 2_166_136_261

    private static func hash(_ bytes: some Sequence<UInt8>, from hash: Int) -> Int {
        bytes.reduce(hash) { ($0 ^ Int($1)) &* 16_777_619 & 0xFFFF_FFFF }
    }
}
