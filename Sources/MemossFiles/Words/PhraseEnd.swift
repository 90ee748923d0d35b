internal import Bytes

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
        let (phrase, rest) = (Array(words[..<length]), Array(words[length...].prefix(24)))
        let count = max(
            doubt(after: phrase, rest, isRule: isRule),
            timeLike(rest, after: phrase),
            isRule ? ruleLike(rest, after: phrase) : unanchored(rest, after: phrase),
            continuing(rest, after: phrase, isRule: isRule),
            PhraseSpelling.continuation(in: Array(words.prefix(length + 12)), after: length)?.count ?? 0
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
            // `monthly on 1 2 tickets`
            let isNext = extra.count == 1 && !(before.last?.hasSuffix(",") ?? false)
            // `monthly 1, 2 bedroom flats`
            let isAmount = words[length...].prefix(2).contains { isPlural($0) || units.contains($0) }
            return isNext || isMonth || isRule && isAmount ? start : nil
        }
        if !isRule, extra.count == 1, last.utf8.count == 4, let year = Int(last) {
            let isFar = !(2001...2045 ~= year) && (!(2001...2099 ~= year) || isPlural(next))
            return isFar || units.contains(next.lowercased()) ? start : nil
        }
        // `friday week dentist`
        if !isRule, extra.count == 1, ["week", "fortnight"].contains(last) { return start }
        // `in 2 weeks time off`, `every day once more`, `first friday march past`, `monthly 1st aid course`
        if extra.count == 1,
            ["time", "once", "sharp", "exactly"].contains(last) || isMonth && isWord(first, before: next)
        {
            return start
        }
        let isInMonth = words[start - 1].lowercased() == "month"
        let isAfterDay = isRule || isInMonth || Weekday(name: words[start - 1]) != nil
        if extra.count == 1, isAfterDay, first.first?.isNumber == true, next.first?.isLowercase == true,
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

    /// Why a whole phrase after `@` has a second reading: `@tom` may be a name, and `@friday to sunday` once or every week.
    static func otherReading(of words: [String], isRule: Bool) -> String? {
        if words.count == 1, ["tom", "tom,"].contains(words[0].lowercased()) {
            return "'@\(words[0])' may be tomorrow or a name: write '@tomorrow' for the date"
        }
        guard isRule, !saysRepeated(words) else { return nil }
        let (text, series) = (words.joined(separator: " "), spelled(words))
        let every = series == text ? "a rule that begins with 'every'" : "'@\(series)'"
        let ofMonth = words + ["of", "the", "month"]
        let day =
            WhenPhrase.length(in: ofMonth) == ofMonth.count
            ? ofMonth.joined(separator: " ") : PhraseReader.date(atStartOf: text)
        let once = day.map { ", or '@\($0)' for one day" } ?? ""
        return "'@\(text)' is ambiguous, a date or a series: for a series, write \(every)\(once)"
    }

    /// The words of a phrase, so that it has one reading also where it ends the line: `every monday and sun`.
    static func spelled(_ words: [String]) -> String {
        let text = words.joined(separator: " ")
        guard WhenPhrase.length(in: words) < words.count, !saysRepeated(words) else { return text }
        if words.count == 2, words.allSatisfy({ Weekday(name: $0) != nil }) {
            return "every \(words[0]) and \(words[1])"
        }
        let series = ["every"] + (words[0].lowercased() == "from" ? words.dropFirst() : words[...])
        return RulePhrase.length(in: series) == series.count ? series.joined(separator: " ") : text
    }

    /// Whether a rule says that it repeats, as `every friday`, `mondays` and `daily` do, and `friday to sunday` does not.
    private static func saysRepeated(_ words: [String]) -> Bool {
        // `6 months after the last time`
        let end = words.suffix(2).map { $0.lowercased() }
        if end.first == "last", ["time", "one"].contains(end.last) { return true }
        return PhraseToken.all(of: words.joined(separator: " ")).contains { token in
            guard case .word(let short) = token.kind else { return false }
            let word = short.description
            if wordsOfRules.contains(word) { return true }
            if word.hasSuffix("ly") { return Month(name: word) == nil }
            return word.utf8.count > 5 && word.hasSuffix("s") && Weekday(name: String(word.dropLast())) != nil
        }
    }

    static func isCapital(_ word: String) -> Bool {
        word.first?.isUppercase == true && word.dropFirst().first?.isLowercase == true
    }

    /// Whether the name of a day or month is more likely a word of the title: `sun cream`, `Sun Microsystems`.
    static func isWord(_ word: String, before next: String) -> Bool {
        guard ["sun", "sat", "may", "march"].contains(word.lowercased()) else { return false }
        return next.first?.isLowercase == true || isCapital(word)
    }

    static let partsOfDay: Set = ["morning", "afternoon", "evening", "night", "noon", "midnight", "midday"]

    /// Whether a word alone is a date without doubt; `sun`, `may` and `3d` can be something else.
    static func isClear(_ word: String) -> Bool {
        word.utf8.count > 3 || ["am", "pm"].contains(word.suffix(2).lowercased())
            || ["eod", "eom", "eoy"].contains(word.lowercased())
    }

    /// Whether a word alone is too little for a rule, as in `@first thing`.
    static func isOrdinal(_ word: String) -> Bool {
        let word = word.lowercased()
        return word == "last" || !(word.first?.isNumber ?? true) && PhraseReader.isOrdinal(word)
    }
}
