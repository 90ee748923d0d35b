/// Words of a line, and the tokens in which they end: a phrase in a line ends with a word.
struct WordTokens {
    let tokens: [Token]
    /// The number of words that end at a token.
    private(set) var ends: [Int: Int] = [:]

    /// Nil if they are too many for any phrase.
    init?(_ words: [String]) {
        guard let tokens = Grammar.shared.scanner.tokens(of: words.joined(separator: " ")) else { return nil }
        self.tokens = tokens
        var place = 0
        for (index, word) in words.enumerated() {
            place += word.utf8.count
            let end = tokens.firstIndex { $0.range.lowerBound >= place } ?? tokens.count
            if end > 0, tokens[end - 1].range.upperBound <= place { ends[end] = index + 1 }
            place += 1
        }
    }

    /// Whether the word after so many is what a number counts.
    func isCounted(after count: Int) -> Bool {
        guard let place = ends.first(where: { $0.value == count })?.key, place < tokens.count else { return false }
        return tokens[place].isPlural || Grammar.shared.counts(tokens[place].terminal)
    }

    /// The readings of each prefix that ends with a whole word.
    func edges(of kind: Reader.Kind, in chart: inout Chart) -> [(edge: Chart.Edge, count: Int)] {
        chart.read(kind.symbol, at: 0).compactMap { edge in
            guard let count = ends[edge.end] else { return nil }
            var edge = edge
            if kind == .rule { edge.value = edge.value.whole }
            return edge.value.isThere ? (edge, count) : nil
        }
    }
}

extension Reader {
    /// The number of words in the longest phrase at the start of these words; 0 if there is none. It does not depend on the
    /// time.
    ///
    /// - Parameter countsFaults: whether to count the words of a phrase that is refused, too.
    static func length(of words: [String], _ kind: Kind, in places: Places, countsFaults: Bool = false) -> Int {
        guard !words.isEmpty, let reading = WordTokens(words) else { return 0 }
        var chart = Chart(reading.tokens, in: places)
        let found = reading.edges(of: kind, in: &chart).filter { countsFaults || $0.edge.value.isReading }
        return found.map(\.count).max() ?? 0
    }

    /// Whether a phrase may as well be the beginning of a title.
    static func isWeak(_ text: String, _ kind: Kind) -> Bool {
        guard let reading = WordTokens([text]) else { return false }
        var chart = Chart(reading.tokens, in: .apart)
        return reading.edges(of: kind, in: &chart).allSatisfy { $0.edge.isWeak }
    }

    /// Why a text is no phrase; nil if it is one.
    static func refusal(of text: String, _ kind: Kind, _ present: Present) -> Refusal? {
        do throws(Refusal) {
            var reader = try Reader(text, in: .apart)
            switch kind {
            case .when: _ = try reader.when(present)
            case .duration: _ = try reader.duration()
            case .rule: _ = try reader.rule(present)
            }
            return nil
        } catch {
            return error
        }
    }
}
