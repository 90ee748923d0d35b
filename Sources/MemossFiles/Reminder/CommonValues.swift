/// What many files of a folder say alike, kept once: lists of tags, and rules that were found to be rules. Each thread
/// has its own.
///
/// Values are found by the FNV-1a hash of their bytes; of two with the same hash the first one stays.
final class CommonValues {
    /// A folder where hardly anything is said twice shall not be kept twice.
    private static let mostValues = 4096
    private var tagLists: [UInt32: [TagName]] = [:]
    private var rules: [UInt32: String] = [:]

    /// The list, or one that was met before and is spelled the same.
    func tags(_ list: [TagName]) -> [TagName] {
        if list.isEmpty { return [] }
        var hash = Self.seed
        for tag in list { hash = Self.hash(tag.text.utf8, from: hash) }
        if let known = tagLists[hash] {
            let isSame = known.count == list.count && zip(known, list).allSatisfy { $0.isSpelled(as: $1) }
            return isSame ? known : list
        }
        if tagLists.count < Self.mostValues { tagLists[hash] = list }
        return list
    }

    /// The text of a rule, or one that was met before and is the same.
    ///
    /// - Throws: a `ParseError` for what is no rule.
    func rule(_ text: String) throws(ParseError) -> String {
        let hash = Self.hash(text.utf8, from: Self.seed)
        if let known = rules[hash], known.utf8.elementsEqual(text.utf8) { return known }
        _ = try RecurrenceRule(parsing: text)
        if rules.count < Self.mostValues, rules[hash] == nil { rules[hash] = text }
        return text
    }

    func isRule(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let isKnown = rules[Self.hash(text, from: Self.seed)]?.utf8.elementsEqual(text) == true
        return isKnown || (try? rule(String(decoding: text, as: UTF8.self))) != nil
    }

    private static let seed: UInt32 = 2_166_136_261

    private static func hash(_ bytes: some Sequence<UInt8>, from hash: UInt32) -> UInt32 {
        bytes.reduce(hash) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}
