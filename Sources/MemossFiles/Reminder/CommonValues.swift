/// What many files of a folder say alike, kept once: lists of tags, and rules that were found to be rules. Each thread
/// has its own.
///
/// Every value has one slot, by the FNV-1a hash of its bytes, and another one takes it over.
final class CommonValues {
    private static let slotCount = 256
    private var tagLists = [[TagName]](repeating: [], count: slotCount)
    private var rules = [String](repeating: "", count: slotCount)

    /// The list, or one that was met before and is spelled the same.
    func tags(_ list: [TagName]) -> [TagName] {
        if list.isEmpty { return [] }
        var hash = Self.seed
        for tag in list { hash = Self.hash(tag.text.utf8, from: hash) }
        let slot = Self.slot(hash)
        let known = tagLists[slot]
        if known.count == list.count, zip(known, list).allSatisfy({ $0.isSpelled(as: $1) }) { return known }
        tagLists[slot] = list
        return list
    }

    /// The text of a rule, or one that was met before and is the same.
    ///
    /// - Throws: a `ParseError` for what is no rule.
    func rule(_ text: String) throws(ParseError) -> String {
        let slot = Self.slot(Self.hash(text.utf8, from: Self.seed))
        if rules[slot].utf8.elementsEqual(text.utf8) { return rules[slot] }
        _ = try RecurrenceRule(parsing: text)
        rules[slot] = text
        return text
    }

    func isRule(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let known = rules[Self.slot(Self.hash(text, from: Self.seed))]
        return known.utf8.elementsEqual(text) || (try? rule(String(decoding: text, as: UTF8.self))) != nil
    }

    private static let seed: UInt32 = 2_166_136_261

    private static func hash(_ bytes: some Sequence<UInt8>, from hash: UInt32) -> UInt32 {
        bytes.reduce(hash) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    private static func slot(_ hash: UInt32) -> Int { Int(hash % UInt32(slotCount)) }
}
