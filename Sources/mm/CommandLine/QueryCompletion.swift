import MemossFiles

/// Completion of queries: the keys of terms, the states after `is:` and the tags after `tag:`.
enum QueryCompletion {
    static let keys = [
        Candidate("tag:", help: "has the tag", isComplete: false),
        Candidate("is:", help: "is in this state", isComplete: false),
        Candidate("scheduled:", help: "is scheduled on this date: <2026-12-01, A..B, today, week", isComplete: false),
        Candidate("due:", help: "has its deadline on this date", isComplete: false),
        Candidate("path:", help: "is in this directory or file", isComplete: false),
        Candidate("title:", help: "has this text in its title", isComplete: false),
        Candidate("body:", help: "has this text in its body", isComplete: false),
        Candidate("has:", help: "has a value for this key", isComplete: false),
        Candidate("every:", help: "recurs by this unit", isComplete: false),
    ]

    static func fill(_ word: String, in place: inout CompletionPlace) {
        var term = word[...]
        // One word can hold a whole query: `"tag:work (is:o`.
        if !term.isQuoteOpen, let cut = term.lastIndex(where: { $0 == " " || $0 == "(" }) {
            term = term[term.index(after: cut)...]
        }
        if term.hasPrefix("-") { term = term.dropFirst() }
        if term.hasPrefix("+") {
            place.stem += word.dropLast(term.count - 1)
            place.prefix = String(term.dropFirst())
            (place.wanted, place.isTerm) = (.tag, true)
            return
        }
        guard let colon = term.firstIndex(of: ":") else {
            place.stem += word.dropLast(term.count)
            place.prefix = String(term)
            place.offer(keys)
            place.wanted = .queryName
            place.keyEnd = ":"
            return
        }
        let value = term[term.index(after: colon)...]
        place.stem += word.dropLast(value.count)
        place.prefix = String(value)
        switch term[..<colon] {
        case "tag":
            place.wanted = .tag
            place.isTerm = true
        case "is": place.offer(Query.State.allCases.map { Candidate($0.rawValue) })
        case "every": place.offer(Query.Period.allCases.map { Candidate($0.rawValue) })
        case "scheduled", "due": place.offer(["today", "tomorrow", "week"].map { Candidate($0) })
        default: break
        }
    }
}

extension Substring {
    fileprivate var isQuoteOpen: Bool { !count { $0 == "\"" }.isMultiple(of: 2) }
}
