/// A word of a query that is searched for as text but looks like a term or an operator: `not`, `tag=work`, `!milk`,
/// `today`.
package struct Lookalike: Sendable, Hashable {
    /// As typed.
    package let word: String
    /// The term or operator that it resembles.
    package let meant: String

    private static let operators = ["and", "or", "not"]
    /// Names of states and days that hardly anyone searches for as words of a title.
    private static let states = [
        "overdue", "today", "upcoming", "undated", "untagged", "recurring", "snoozed", "completed",
    ]
    private static let days = ["tomorrow": "scheduled:tomorrow"]

    /// The lookalikes of a query, and the query with each replaced by what it resembles; nil if there are none.
    package static func all(in text: String) -> (found: [Lookalike], query: String)? {
        guard let tokens = try? QueryLexer.tokens(of: text) else { return nil }
        let bytes = Array(text.utf8)
        var found: [Lookalike] = []
        var query: [UInt8] = []
        var end = 0
        for (index, placed) in tokens.enumerated() {
            if let phrase = datePhrase(at: index, in: tokens) {
                found.append(Lookalike(word: phrase.rest, meant: phrase.term))
                query += bytes[end..<placed.offset] + Array(phrase.term.utf8)
                end = phrase.end
            }
            guard placed.offset >= end, case .word(nil, let word, false) = placed.token else { continue }
            let isFirst = index == 0 || [.open, .minus].contains(tokens[index - 1].token)
            let isLast = index + 1 == tokens.count || tokens[index + 1].token == .close
            guard let meant = meaning(of: word, isFirst: isFirst, isLast: isLast) else { continue }
            found.append(Lookalike(word: word, meant: meant))
            query += bytes[end..<placed.offset] + Array(meant.utf8)
            end = placed.offset + word.utf8.count
        }
        return found.isEmpty ? nil : (found, String(decoding: query + bytes[end...], as: UTF8.self))
    }

    /// A date of several words without quotes, of which the term has only the first: `due:fri 27 nov`.
    ///
    /// - Returns: the words after the first, the term with all of them in quotes, and where they end in the query.
    private static func datePhrase(
        at index: Int,
        in tokens: [QueryLexer.Placed]
    ) -> (rest: String, term: String, end: Int)? {
        guard case .word(let key?, let first, false) = tokens[index].token, ["scheduled", "due"].contains(key) else {
            return nil
        }
        let words = tokens[(index + 1)...].prefix(mostDateWords).prefix { placed in
            if case .word(nil, _, false) = placed.token { true } else { false }
        }
        let texts = words.compactMap { placed in
            if case .word(nil, let word, _) = placed.token { word } else { nil }
        }
        let count = WhenPhrase.length(in: [first] + texts) - 1
        guard count > 0, let last = words.prefix(count).last else { return nil }
        let rest = texts.prefix(count).joined(separator: " ")
        return (rest, "\(key):\"\(first) \(rest)\"", last.offset + texts[count - 1].utf8.count)
    }

    private static let mostDateWords = 24

    private static func meaning(of word: String, isFirst: Bool, isLast: Bool) -> String? {
        if operators.contains(word) {
            // An operator precedes a term, and all but NOT also follow one.
            return isLast || isFirst && word != "not" ? nil : word.uppercased()
        }
        let lower = word.lowercased()
        if states.contains(lower) { return "is:\(lower)" }
        if let term = days[lower] { return term }
        if word.hasPrefix("!"), word.utf8.count > 1 {
            let rest = String(word.dropFirst())
            return "-" + (meaning(of: rest, isFirst: true, isLast: true) ?? rest)
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, QueryParser.keys.contains(parts[0].lowercased()), !parts[1].isEmpty else { return nil }
        return "\(parts[0].lowercased()):\(parts[1])"
    }
}
