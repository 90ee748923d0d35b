/// A word of a query that is searched for as text but looks like a term or an operator: `not`, `tag=work`, `!milk`,
/// `today`.
package struct Lookalike: Sendable, Hashable {
    /// As typed.
    package let word: String
    /// The term or operator that it resembles.
    package let meant: String

    private static let operators = ["and", "or", "not"]
    /// States whose names are unlikely to be words of a title.
    private static let states = Query.State.allCases.filter { ![.open, .note, .broken].contains($0) }.map(\.rawValue)
    private static let days = ["tomorrow": "scheduled:tomorrow"]

    /// The lookalikes of a query, and the query with each replaced by what it resembles; nil if there are none.
    package static func all(in text: String) -> (found: [Lookalike], query: String)? {
        guard let tokens = try? QueryLexer.tokens(of: text) else { return nil }
        let bytes = Array(text.utf8)
        var found: [Lookalike] = []
        var query: [UInt8] = []
        var end = 0
        for (index, placed) in tokens.enumerated() {
            if placed.offset >= end,
                let phrase = datePhrase(at: index, in: tokens) ?? comparison(at: index, in: tokens)
            {
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

    /// The days that a query asks for, and nothing else: `next week` for `due:"next week"`. Nil for `week`, which are other days
    /// in an agenda.
    package static func days(in query: String) -> String? {
        guard let tokens = try? QueryLexer.tokens(of: query), tokens.count == 1,
            case .word(let key?, let text, _) = tokens[0].token, ["scheduled", "due"].contains(key),
            !text.contains(where: { "<>=.".contains($0) }), text.lowercased() != "week"
        else { return nil }
        return text
    }

    /// A date of several words without quotes, of which the term has only the first: `due:fri 27 nov`.
    ///
    /// - Returns: the words after the first, the term with all of them in quotes, and where they end in the query.
    private static func datePhrase(
        at index: Int,
        in tokens: [QueryLexer.Placed]
    ) -> (rest: String, term: String, end: Int)? {
        guard case .word(let key?, let first, false) = tokens[index].token,
            ["scheduled", "due", "created"].contains(key)
        else {
            return nil
        }
        let words = plainWords(after: index, in: tokens)
        let mark = first.prefix { "<>=.".contains($0) }
        let count = dateLength(of: [String(first.dropFirst(mark.count))] + words.map(\.text)) - 1
        guard count > 0 else { return nil }
        let rest = words.prefix(count).map(\.text).joined(separator: " ")
        return (rest, "\(key):\"\(first) \(rest)\"", words[count - 1].end)
    }

    /// Words that compare a date: `before friday`, `due tomorrow`, `next 7 days`.
    ///
    /// - Returns: the words, the term that they resemble, and where they end in the query.
    private static func comparison(
        at index: Int,
        in tokens: [QueryLexer.Placed]
    ) -> (rest: String, term: String, end: Int)? {
        guard case .word(nil, let first, false) = tokens[index].token else { return nil }
        let lower = first.lowercased()
        // `what is due next week`
        if index < 2, ["what", "what's", "whats", "is"].contains(lower),
            !plainWords(after: index, in: tokens).isEmpty, let found = comparison(at: index + 1, in: tokens)
        {
            return ("\(first) \(found.rest)", found.term, found.end)
        }
        // `is overdue`, `tag family`, `due before friday`
        if let next = plainWords(after: index, in: tokens).first {
            if lower == "is", states.contains(next.text.lowercased()) {
                return ("\(first) \(next.text)", "is:\(next.text.lowercased())", next.end)
            }
            if lower == "due" || lower == "scheduled", comparisons[next.text.lowercased()]?.key == "scheduled",
                let found = comparison(at: index + 1, in: tokens)
            {
                let value = found.term.dropFirst("scheduled:".count)
                return ("\(first) \(found.rest)", "\(lower):\(value)", found.end)
            }
        }
        let mark = comparisons[lower]
        guard mark != nil || lower == "next" || lower == "coming" else { return nil }
        let words = plainWords(after: index, in: tokens)
        let texts = words.map(\.text)
        guard let mark else {
            guard texts.count > 1, let count = Int(texts[0]), 1...3_660 ~= count,
                let unit = ["days": "d", "weeks": "w"][texts[1].lowercased()]
            else { return nil }
            return ("\(first) \(texts[0]) \(texts[1])", "scheduled:today..+\(count)\(unit)", words[1].end)
        }
        let count = dateLength(of: texts)
        guard count > 0 else { return nil }
        let date = texts.prefix(count).joined(separator: " ")
        let value = mark.before + date + mark.after
        let term = mark.key + ":" + (value.contains(" ") ? "\"\(value)\"" : value)
        return ("\(first) \(date)", term, words[count - 1].end)
    }

    private static let comparisons: [String: (key: String, before: String, after: String)] = [
        "before": ("scheduled", "<", ""), "after": ("scheduled", ">", ""), "until": ("scheduled", "..", ""),
        "till": ("scheduled", "..", ""), "by": ("scheduled", "..", ""), "since": ("scheduled", "", ".."),
        "due": ("due", "", ""), "scheduled": ("scheduled", "", ""), "on": ("scheduled", "", ""),
        "in": ("scheduled", "", ""), "during": ("scheduled", "", ""),
    ]

    /// The words after a given one that are neither terms nor quoted, and where each ends in the query.
    private static func plainWords(after index: Int, in tokens: [QueryLexer.Placed]) -> [(text: String, end: Int)] {
        var words: [(String, Int)] = []
        for placed in tokens[(index + 1)...].prefix(mostDateWords) {
            guard case .word(nil, let word, false) = placed.token else { break }
            words.append((word, placed.offset + word.utf8.count))
        }
        return words
    }

    /// The number of words that form a date or a period.
    private static func dateLength(of words: [String]) -> Int {
        let isPeriod = { (count: Int) in
            let text = words.prefix(count).joined(separator: " ")
            return (try? PeriodPhrase(parsing: text, now: CivilDateTime(.min))) != nil
        }
        return max(PhraseKind.when.length(in: words), (0...min(4, words.count)).last(where: isPeriod) ?? 0)
    }

    private static let mostDateWords = 24

    private static func meaning(of word: String, isFirst: Bool, isLast: Bool) -> String? {
        if operators.contains(word) {
            // An operator precedes a term; all except NOT also follow one.
            return isLast || isFirst && word != "not" ? nil : word.uppercased()
        }
        let lower = word.lowercased()
        if states.contains(lower) { return "is:\(lower)" }
        if let term = days[lower] { return term }
        if word.hasPrefix("#"), word.dropFirst().first?.isLetter == true {
            return "tag:\(word.dropFirst())"
        }
        if word.hasPrefix("!"), word.utf8.count > 1 {
            let rest = String(word.dropFirst())
            return "-" + (meaning(of: rest, isFirst: true, isLast: true) ?? rest)
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, QueryParser.keys.contains(parts[0].lowercased()), !parts[1].isEmpty else { return nil }
        return "\(parts[0].lowercased()):\(parts[1])"
    }
}
