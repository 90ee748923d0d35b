import CivilTime
import Text

/// Where a date or a rule ends and a title begins: after `@`, after an option with several words, and in a snooze.
///
/// The phrase is the longest beginning of the words that can be read, a date if it is a rule as well. There is a doubt if
///
/// 1. a longer beginning is refused for what it says (`friday at lunch`, `every day for an hour`),
/// 2. something behind it was read as a part of a longer phrase (`every day for 5 people`), or
/// 3. its last words are weak, and a shorter phrase can do without them (`friday 9 people`), or
/// 4. the next word goes on with it if it is spelt correctly, or without its signs (`every day utnil dec 1`, `today (9am)`).
///
/// A doubt is refused with both lines spelled out. The rows of the tables say which of them end weakly; no list of words
/// decides.
package struct TitleBoundary: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case when, rule }

    package var kind: Kind
    /// How many words the phrase has.
    package var count: Int
    /// The words that may belong to the phrase or to the title; empty if it clearly ends.
    package var doubt: Range<Int>
    /// No more words are looked at.
    private static let mostWords = 24

    /// Nil if the words begin with neither a date nor a rule.
    ///
    /// - Throws: a `Refusal` if they begin with one that is impossible or ambiguous.
    package init?(in words: [String], kinds: [Kind] = [.when, .rule]) throws(Refusal) {
        let words = Array(words.prefix(Self.mostWords))
        guard !words.isEmpty, let reading = Reading(words) else { return nil }
        var chart = Chart(reading.tokens, in: .title)
        var found: [(kind: Kind, count: Int, isWeak: Bool)] = []
        var faults: [(count: Int, refusal: Refusal)] = []
        for kind in kinds {
            for (edge, count) in reading.edges(of: kind, in: &chart) {
                if case .refused(let refusal) = edge.value {
                    if !edge.isWeak { faults.append((count, refusal)) }
                } else {
                    found.append((kind, count, edge.isWeak))
                }
            }
        }
        guard let count = found.map(\.count).max() else {
            if let fault = faults.first?.refusal ?? Self.refusal(atStartOf: words, reading, kinds) { throw fault }
            return nil
        }
        let longest = found.filter { $0.count == count }
        kind = longest.contains { $0.kind == .when } ? .when : .rule
        let ofKind = longest.filter { [kind] in $0.kind == kind }
        (self.count, doubt) = (count, count..<count)
        let isOrdinal = count == 1 && kind == .rule && ofKind.allSatisfy(\.isWeak)
        // `@first thing` is a title.
        if isOrdinal { return nil }
        guard count < words.count else { return }
        if ofKind.allSatisfy(\.isWeak),
            let shorter = found.filter({ $0.count < count && !$0.isWeak }).map(\.count).max()
        {
            doubt = shorter..<count + 1
            return
        }
        guard var advice = Chart(advising: words.joined(separator: " "), in: .title) else { return nil }
        for (edge, longer) in reading.edges(of: kind, in: &advice) where longer > count {
            let isTitle = edge.isWeak && (longer < words.count || words[longer - 1].first?.isUppercase == true)
            guard case .refused = edge.value, !isTitle else { continue }
            doubt = count..<max(doubt.upperBound, longer)
        }
        // `friday to sunday` begins with a date, and may be a series.
        if let fault = faults.last(where: { $0.count > count && $0.refusal.reason == .dateOrSeries }) {
            doubt = count..<max(doubt.upperBound, fault.count)
        }
        chart = Chart(reading.tokens, in: .title)
        _ = reading.edges(of: kind, in: &chart)
        if doubt.isEmpty, let longer = chart.ends.compactMap({ reading.ends[$0] }).max(), longer > count {
            doubt = count..<longer
        }
        if doubt.isEmpty, let longer = Self.misspelt(words, count, kind) { doubt = count..<longer }
    }

    /// Why words that begin no phrase were meant as one: a span, or what is glued together.
    private static func refusal(atStartOf words: [String], _ reading: Reading, _ kinds: [Kind]) -> Refusal? {
        guard var chart = Chart(advising: words.joined(separator: " "), in: .title) else { return nil }
        for (edge, _) in kinds.flatMap({ reading.edges(of: $0, in: &chart) }) {
            if case .refused(let refusal) = edge.value, refusal.reason.isFault, !edge.isWeak { return refusal }
        }
        let plain = words[0].split { "/-–—:;_|=".contains($0) }.map(String.init).flatMap {
            Reader.unglued($0).first.map { [$0] } ?? [$0]
        }
        let apart = plain.joined(separator: " ").split(separator: " ").map(String.init)
        guard apart.count > 1 else { return nil }
        for kind in kinds {
            guard let other = Reading(Array(apart + words.dropFirst().prefix(3))) else { continue }
            var chart = Chart(other.tokens, in: .title)
            let counts = other.edges(of: kind, in: &chart).filter { $0.edge.value.isReading }.map(\.count)
            if let count = counts.max(), count >= apart.count {
                return Refusal(
                    .glued,
                    [(apart + words.dropFirst().prefix(count - apart.count)).joined(separator: " ")],
                    isWhole: true
                )
            }
        }
        return nil
    }

    /// The number of words of the phrase if the word after it is spelt correctly, or without its signs.
    private static func misspelt(_ words: [String], _ count: Int, _ kind: Kind) -> Int? {
        let isSign = { (character: Character) in "()[]{}<>~|_,!?;\"".contains(character) }
        let plain = words[count].split(whereSeparator: isSign).map(String.init)
        if plain.joined() != words[count], !plain.isEmpty {
            let rest = words[(count + 1)...].prefix(3).flatMap { $0.split(whereSeparator: isSign).map(String.init) }
            if let longer = longest(words[..<count] + plain + rest, kind), longer > count { return count + 1 }
        }
        guard let reading = Reading(words) else { return nil }
        let chart = Reader.noted(reading.tokens, kind == .when ? .when : .rule, .title, .allWords)
        // What is before it has to be a part of the phrase, as `on the` in `every month on the fist`.
        guard let before = reading.ends[chart.furthest], count...count + 3 ~= before, before < words.count else {
            return nil
        }
        let letters = Array(words[before].lowercased().unicodeScalars)
        guard letters.count > 2, letters.allSatisfy(\.properties.isAlphabetic),
            Grammar.advising.terminal(words[before].lowercased()) == Token.unknown
        else { return nil }
        for word in chart.expected.map({ Grammar.shared.text(of: $0) }) {
            let other = Array(word.unicodeScalars)
            let isName = Weekday(name: word) != nil || Month(name: word) != nil
            // A word of a title is likelier in capitals, and with another first letter.
            guard other.first == letters.first, isName || words[before].first?.isUppercase == false else { continue }
            let bound = letters.count > 6 ? 2 : 1
            let isNear = letters.count > 3 && SpellingIndex.distance(letters, other, atMost: bound) != nil
            guard isNear || letters.sorted() == other.sorted() else { continue }
            var corrected = words
            corrected[before] = word
            if let longer = longest(corrected[...], kind), longer > count { return longer }
        }
        return nil
    }

    /// The number of words of the longest phrase, also of one that is refused.
    private static func longest(_ words: ArraySlice<String>, _ kind: Kind) -> Int? {
        guard let reading = Reading(Array(words)),
            var chart = Chart(advising: words.joined(separator: " "), in: .title)
        else { return nil }
        return reading.edges(of: kind, in: &chart).filter { !$0.edge.isWeak || $0.count == words.count }.map(\.count)
            .max()
    }

    /// Words, and the tokens in which they end.
    private struct Reading {
        let tokens: [Token]
        /// The number of words that end at a token.
        var ends: [Int: Int] = [:]

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

        /// What the beginnings of the words are that end with one.
        func edges(of kind: Kind, in chart: inout Chart) -> [(edge: Chart.Edge, count: Int)] {
            chart.read(kind == .when ? Symbols.shared.when : Symbols.shared.rule, at: 0).compactMap { edge in
                guard let count = ends[edge.end] else { return nil }
                var edge = edge
                if kind == .rule { edge.value = edge.value.whole }
                return edge.value.isThere ? (edge, count) : nil
            }
        }
    }
}
