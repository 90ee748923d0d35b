/// Words after a date or a rule that may belong to it or to the title, as in `@every hour for an hour`. The longest valid
/// phrase would silently mean something else than the whole.
extension CaptureLine {
    /// The number of words after a phrase that leave it in doubt; 0 if it clearly ends.
    ///
    /// - Parameter rest: the words after the phrase, up to the next mark or tag.
    static func doubt(after rest: [String], isRule: Bool) -> Int {
        let joiners = rest.prefix { Self.joiners.contains($0.lowercased()) }.count
        let words = Array(rest.dropFirst(joiners).prefix(12))
        guard let first = words.first else { return 0 }
        let isNamed = Month(name: first) != nil || units.contains(first.lowercased())
        let phrase = max(WhenPhrase.length(in: words), RulePhrase.length(in: words))
        if joiners == 0 {
            let isClear = phrase > 1 || phrase == 1 && first.utf8.count > 3 && !WhenPhrase.isHoliday(first)
            return isClear ? phrase : isRule && isNamed ? 1 : 0
        }
        let duration =
            (1...3).last { (try? CivilDuration(parsing: words.prefix($0).joined(separator: " "))) != nil } ?? 0
        let length = max(phrase, duration, isNamed ? 1 : 0)
        return length == 0 ? 0 : joiners + length
    }

    private static let joiners: Set = [
        "in", "on", "and", "or", "for", "of", "the", "until", "till", "except", "but", "not", "before", "after", "from",
        "to", "at", "between", "through", "during", "starting", "every",
    ]
    private static let units: Set = [
        "day", "week", "weekend", "month", "quarter", "year", "hour", "end", "holidays", "easter",
    ]

    /// Whether a word alone is too little for a rule, as in `@first thing`.
    static func isOrdinal(_ word: String) -> Bool {
        ["first", "second", "third", "fourth", "fifth", "last"].contains(word.lowercased())
    }
}
