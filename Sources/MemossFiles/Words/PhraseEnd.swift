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
        if let start = startOfTitle(in: words, length, isRule: isRule) { return start..<length + 1 }
        let rest = Array(words[length...].prefix(24))
        let count = max(
            doubt(after: rest, isRule: isRule),
            PhraseSpelling.continuation(in: Array(words.prefix(length + 12)), after: length),
            // `every mon, wde and fri`, `5-6pm`, `13:00 CET`
            isRule && words[length - 1].hasSuffix(",") || isNearlyTime(rest[0]) || zones.contains(rest[0]) ? 1 : 0
        )
        return length..<length + count
    }

    /// Where a title may begin within a phrase, as in `monday may 3 people`, `daily Evening walk`, `every monday Tuesday
    /// prep` and `every day 10 times pushups`: the words that a shorter phrase can do without. Nil if they are no title.
    private static func startOfTitle(in words: [String], _ length: Int, isRule: Bool) -> Int? {
        let before = Array(words[..<(length - 1)])
        let date = WhenPhrase.length(in: before)
        let start = max(date, RulePhrase.length(in: before))
        guard start > 0 else { return nil }
        let (extra, next) = (words[start..<length], words[length])
        let first = extra[start].lowercased()
        let last = words[length - 1].lowercased()
        let isDayOrMonth = Weekday(name: extra[start]) != nil || Month(name: extra[start]) != nil
        let isMonth = ["may", "march"].contains(first)
        if last.utf8.count < 3, Int(last) != nil, before.last?.lowercased() != "at" {
            return !isRule && extra.count == 1 || isMonth ? start : nil
        }
        if !isRule, extra.count == 1, last.utf8.count == 4, let year = Int(last) {
            let isFar = !(2001...2045 ~= year) && (!(2001...2099 ~= year) || isPlural(next))
            return isFar || units.contains(next.lowercased()) ? start : nil
        }
        // `in 2 weeks time off`, `every day once more`, `first friday march past`, `monthly 1st aid course`
        if extra.count == 1, last == "time" || last == "once" || isMonth && isWord(first, before: next) { return start }
        if extra.count == 1, isRule, first.first?.isNumber == true, next.first?.isLowercase == true,
            ["st", "nd", "rd", "th"].contains(first.suffix(2))
        {
            return start
        }
        if isRule, extra.count == 2, ["times", "x", "time", "occurrences"].contains(last) { return start }
        // `daily morning walk`, but `every monday morning`
        if isRule, extra.count == 1, Weekday(name: words[start - 1]) == nil, partsOfDay.contains(first) { return start }
        if isRule, !words[start - 1].hasSuffix(",") {
            // `every monday Tuesday prep`, but `mon wed fri gym`
            let isFull = isDayOrMonth && first.utf8.count > 3
            if extra.count == 1, isFull || isWord(extra[start], before: next) { return start }
            if extra.count > 1, ["and", "&", "in"].contains(first), isWord(words[length - 1], before: next) {
                return start
            }
        }
        let isTitleCase = words[0].first?.isUppercase == true && Weekday(name: words[0]) == nil
        return isCapital(extra[start]) && !isDayOrMonth && !isTitleCase ? start : nil
    }

    /// Why a whole phrase after `@` has a second reading: `@tom` may be a name, and `@monday sun` one day or two.
    static func otherReading(of words: [String], isRule: Bool) -> String? {
        if words.count == 1, ["tom", "tom,"].contains(words[0].lowercased()) {
            return "'@\(words[0])' may be tomorrow or a name: write '@tomorrow' for the date"
        }
        guard isRule, spelled(words) != words.joined(separator: " ") else { return nil }
        let days = "'@\(spelled(words))'"
        return "'@\(words[0]) \(words[1])' may be two days or one: write \(days), or '@\(words[0])' at the end"
    }

    /// The words of a phrase, so that it has one reading also where it ends the line: `every monday and sun`.
    static func spelled(_ words: [String]) -> String {
        let areDays = words.count == 2 && words.allSatisfy { Weekday(name: $0) != nil }
        return areDays ? "every \(words[0]) and \(words[1])" : words.joined(separator: " ")
    }

    private static func isCapital(_ word: String) -> Bool {
        word.first?.isUppercase == true && word.dropFirst().first?.isLowercase == true
    }

    /// Whether the name of a day or month is more likely a word of the title: `sun cream`, `Sun Microsystems`.
    private static func isWord(_ word: String, before next: String) -> Bool {
        guard ["sun", "sat", "may", "march"].contains(word.lowercased()) else { return false }
        return next.first?.isLowercase == true || isCapital(word)
    }

    private static let partsOfDay: Set = ["morning", "afternoon", "evening", "night", "noon", "midnight", "midday"]

    private static func isPlural(_ word: String) -> Bool {
        word.utf8.count > 3 && word.utf8.last == UInt8(ascii: "s") && !word.hasSuffix("ss")
    }

    /// What a number before it counts.
    private static let units: Set = [
        "people", "euros", "dollars", "pounds", "francs", "euro", "eur", "usd", "gbp", "chf", "yen", "kg", "g", "km",
        "m", "ml", "kcal", "kwh", "mb", "gb", "steps",
    ]

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
        let word = word.lowercased()
        return word == "last" || !(word.first?.isNumber ?? true) && PhraseReader.isOrdinal(word)
    }
}
