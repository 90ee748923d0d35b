/// Decides where a date or a rule ends if a title follows it, as in `every hour for an hour` and `friday 8 people`.
/// Taking the longest valid phrase would silently read something else than what the person meant.
package enum PhraseEnd {
    /// The words that may belong to the phrase or to what follows it.
    ///
    /// - Parameters:
    ///   - length: the number of words, from the first on, that are a valid phrase.
    /// - Returns: places in `words`; empty if the phrase clearly ends.
    package static func doubt(in words: [String], after length: Int, isRule: Bool) -> Range<Int> {
        guard 1..<words.count ~= length else { return length..<length }
        if !isRule, endsWithHour(words, length) || endsWithFarYear(words, length) { return length - 1..<length + 1 }
        let rest = Array(words[length...].prefix(24))
        let count = max(
            doubt(after: rest, isRule: isRule),
            PhraseSpelling.continuation(in: Array(words.prefix(length + 12)), after: length),
            // `every mon, wde and fri`, `5-6pm`, `13:00 CET`
            isRule && words[length - 1].hasSuffix(",") || isNearlyTime(rest[0]) || zones.contains(rest[0]) ? 1 : 0
        )
        return length..<length + count
    }

    /// `1 dec 2000 euros`: a year that nobody plans for, or a number of the title.
    private static func endsWithFarYear(_ words: [String], _ length: Int) -> Bool {
        guard length > 1, words[length - 1].utf8.count == 4, let year = Int(words[length - 1]) else { return false }
        let before = Array(words[..<(length - 1)])
        return !(2001...2099 ~= year) && WhenPhrase.length(in: before) == before.count
    }

    /// `9ma`, `5-6pm`, `17:00-18:00`.
    private static func isNearlyTime(_ word: String) -> Bool {
        let word = word.lowercased()
        guard word.utf8.first.map({ 0x30...0x39 ~= $0 }) == true else { return false }
        if ["ma", "mp"].contains(word.suffix(2)) { return word.dropLast(2).allSatisfy(\.isNumber) }
        let ends = word.split(whereSeparator: { "-–".contains($0) }).map(String.init)
        guard ends.count == 2, ends.contains(where: { Int($0) == nil }) else { return false }
        return ends.allSatisfy { Int($0) != nil || WhenPhrase.isPhrase($0) }
    }

    /// The abbreviations of time zones that follow a time most often. A zone is given apart from the date.
    private static let zones: Set = [
        "UTC", "GMT", "BST", "IST", "WET", "WEST", "CET", "CEST", "EET", "EEST", "EST", "EDT", "CST", "CDT", "MST",
        "MDT",
        "PST", "PDT", "JST", "AEST", "AEDT",
    ]

    /// `friday 8`: an hour, or a number of the title.
    private static func endsWithHour(_ words: [String], _ length: Int) -> Bool {
        guard length > 1, words[length - 1].utf8.count < 3, Int(words[length - 1]) != nil else { return false }
        let before = Array(words[..<(length - 1)])
        return before.last?.lowercased() != "at" && WhenPhrase.length(in: before) == before.count
    }

    private static func doubt(after rest: [String], isRule: Bool) -> Int {
        let joiners = rest.prefix { Self.joiners.contains($0.lowercased()) }.count
        let words = Array(rest.dropFirst(joiners).prefix(12))
        guard let first = words.first else { return 0 }
        let isNamed = Month(name: first) != nil || names.contains(first.lowercased())
        let phrase = max(WhenPhrase.length(in: words), RulePhrase.length(in: words))
        if joiners == 0 {
            let isClear = phrase > 1 || phrase == 1 && isClear(first) && !WhenPhrase.isHoliday(first)
            return isClear ? phrase : isRule && isNamed || rest.count == 1 && isNumber(first) ? 1 : 0
        }
        let lengths = 1...min(3, words.count)
        let duration =
            lengths.last { (try? CivilDuration(parsing: words.prefix($0).joined(separator: " "))) != nil } ?? 0
        let length = max(phrase, duration, isNamed ? 1 : 0)
        return length == 0 ? 0 : joiners + length
    }

    /// Whether a word alone is a date without doubt; `sun`, `may` and `3d` can be something else.
    static func isClear(_ word: String) -> Bool {
        word.utf8.count > 3 || ["am", "pm"].contains(word.suffix(2).lowercased())
    }

    /// `9`, `9:30`, `24/12`.
    private static func isNumber(_ word: String) -> Bool {
        word.utf8.allSatisfy { 0x30...0x3A ~= $0 || $0 == UInt8(ascii: "/") }
    }

    private static let joiners: Set = [
        "in", "on", "and", "or", "for", "of", "the", "until", "till", "except", "but", "not", "before", "after", "from",
        "to", "at", "between", "through", "during", "starting", "beginning", "ending", "every", "by", "-",
    ]
    private static let names: Set = [
        "day", "week", "weekend", "month", "quarter", "year", "hour", "end", "holidays", "easter", "am", "pm",
    ]

    /// Whether a word alone is too little for a rule, as in `@first thing`.
    static func isOrdinal(_ word: String) -> Bool {
        ["first", "second", "third", "fourth", "fifth", "last"].contains(word.lowercased())
    }
}
