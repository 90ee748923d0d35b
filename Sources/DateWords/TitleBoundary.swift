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
    var kind: Reader.Kind
    /// How many words the phrase has.
    package var count: Int
    /// The words that may belong to the phrase or to the title; empty if it clearly ends.
    package var doubt: Range<Int>
    /// What the words up to the end of the doubt are, rightly or wrongly.
    var doubtKind: Reader.Kind
    /// The words up to the end of the doubt in a form that is read, if it is known.
    package internal(set) var meant: String?
    /// A short word after the phrase that may have been meant as a part of it: the `9` of `daily 9 gym`.
    var leftover: String?
    /// Why there is no phrase, although the words were meant as one.
    private(set) var fault: Refusal?
    fileprivate typealias Fault = (kind: Reader.Kind, count: Int, refusal: Refusal)
    /// How many words are looked at.
    private static let mostWords = 110

    /// Nil if the words begin with neither a date nor a rule. If they begin with one that is impossible or ambiguous, it has
    /// a fault.
    ///
    /// - Parameter places: `.title` after `@`; `.apart` after an option or in a snooze.
    init?(in all: [String], kinds: [Reader.Kind] = [.when, .rule], places: Places = .title) {
        let words = Array(all.prefix(Self.mostWords))
        guard !words.isEmpty, let reading = WordTokens(words, in: places) else { return nil }
        func isTitle(_ edge: Chart.Edge, _ count: Int) -> Bool {
            edge.isWeak && (count < words.count || words[count - 1].first?.isUppercase == true)
        }
        var chart = Chart(reading.source)
        var found: [(kind: Reader.Kind, count: Int, isWeak: Bool)] = []
        var faults: [Fault] = []
        // The words of the longest one, also if it ends weakly: `weekly 3 times`.
        var refused = 0
        for kind in kinds {
            for (edge, count) in reading.edges(of: kind, in: &chart) {
                // An alarm is all of the words, or none.
                if kind == .alarm, count < words.count || !edge.value.isReading { continue }
                if case .refused(let refusal) = edge.value {
                    refused = max(refused, count)
                    // `monday sun` may be a series, whatever it is followed by.
                    if !isTitle(edge, count) || refusal.reason == .dateOrSeries && count > 1 {
                        faults.append((kind, count, refusal))
                    }
                } else {
                    found.append((kind, count, edge.isWeak))
                }
            }
        }
        guard let count = found.map(\.count).max() else {
            let found = faults.max { $0.count < $1.count } ?? reading.fault(kinds.filter { $0 != .alarm })
            guard let found else { return nil }
            (kind, doubtKind, self.count, doubt) = (found.kind, found.kind, found.count, found.count..<found.count)
            let phrase = words.prefix(found.count).joined(separator: " ")
            fault = Reader.explained(found.refusal, phrase, places)
            return
        }
        // The phrase may continue after the last word that was examined.
        if count > words.count - 3, words.count < all.count {
            (kind, doubtKind, self.count, doubt) = (found[0].kind, found[0].kind, count, count..<count)
            fault = Refusal(.tooLong)
            return
        }
        let longest = found.filter { $0.count == count }
        kind = kinds.first { kind in longest.contains { $0.kind == kind } } ?? .when
        (doubtKind, self.count, doubt) = (kind, count, count..<count)
        guard count < words.count else { return }
        let ofKind = longest.filter { [kind] in $0.kind == kind }
        if ofKind.allSatisfy(\.isWeak),
            let shorter = found.filter({ $0.count < count && !$0.isWeak }).map(\.count).max()
        {
            doubt = shorter..<count + 1
            return
        }
        // `friday to sunday` begins with a date, and may be a series.
        if let fault = faults.last(where: { $0.count > count && $0.refusal.reason == .dateOrSeries }) {
            (doubt, doubtKind) = (count..<fault.count, fault.kind)
            return
        }
        if refused > count { doubt = count..<refused }
        for (edge, longer) in reading.edges(of: kind, advising: true) where longer > count {
            guard case .refused = edge.value else { continue }
            if isTitle(edge, longer) {
                let next = words[count..<longer].joined(separator: " ")
                if next.utf8.count <= 3, !reading.isCounted(after: longer) { leftover = next }
            } else {
                doubt = count..<max(doubt.upperBound, longer)
            }
        }
        chart = Chart(reading.source)
        _ = reading.edges(of: kind, in: &chart)
        let place = reading.ends.first { $0.value == count }?.key ?? 0
        if doubt.isEmpty, let longer = chart.ends(from: place).compactMap({ reading.ends[$0] }).max() {
            doubt = count..<longer
        }
        if doubt.isEmpty,
            let other = reading.withoutSigns(count, kinds.filter { $0 != .alarm })
                ?? reading.corrected(kind, after: count)
        {
            (doubt, meant) = (count..<other.count, other.phrase)
        }
    }

    /// Where the value of an option ends, and the operands begin: at least after one word. Words of an invalid value belong
    /// to it, so that all of it is refused: a part of a date would be another date.
    package init(ofValue words: [String], isRule: Bool) {
        let kind: Reader.Kind = isRule ? .rule : .when
        if let found = TitleBoundary(in: words, kinds: [kind], places: .apart) {
            self = found
            if doubt.isEmpty, count < words.count {
                // `dec 24 and 25` is a series, and `none of these` a title.
                let series = isRule ? 0 : Reader.length(of: words, .rule, in: .apart)
                let isWord =
                    count == 1 && isRule
                    && WordTokens([words[0]], in: .apart)?.edges(of: .rule).allSatisfy(\.edge.isWeak) == true
                doubt = count..<max(count + (isWord ? 1 : 0), series)
            } else if isImpossible(words) {
                (count, doubt) = (doubt.upperBound, doubt.upperBound..<doubt.upperBound)
            }
            return
        }
        let others = [
            WordTokens(words, in: .apart)?.corrected(kind)?.count ?? 1,
            Reader.length(of: words, kind, in: .apart, countsFaults: true),
            // `every tus`
            isRule && ["every", "each"].contains(words.first?.lowercased()) ? min(2, words.count) : 1,
        ]
        count = others.max() ?? 1
        (self.kind, doubtKind, doubt) = (kind, kind, count..<count)
    }

    /// Whether the words up to the end of the doubt name a day or a time that there is not: `tomorrow at 25:00`.
    private func isImpossible(_ words: [String]) -> Bool {
        let phrase = words.prefix(doubt.upperBound).joined(separator: " ")
        let reason = kind.refusal(of: phrase)?.reason
        return reason == .noSuchDate || reason == .noSuchTime
    }
}

extension WordTokens {
    /// Why words that begin no phrase were meant as one: a span, or what is glued together.
    fileprivate func fault(_ kinds: [Reader.Kind]) -> TitleBoundary.Fault? {
        var longest: TitleBoundary.Fault?
        for kind in kinds {
            for (edge, count) in edges(of: kind, advising: true) where count > longest?.count ?? 0 {
                if case .refused(let refusal) = edge.value, refusal.reason.isFault(of: kind), !edge.isWeak {
                    longest = (kind, count, refusal)
                }
            }
        }
        if let longest { return longest }
        let parts = words[0].split { "/-–—:;_|=".contains($0) }.map(String.init)
        // `tomorrow/budget`
        if parts.count == 2, words[0].contains("/"), parts[0].count > 3, parts[1].first?.isLetter == true,
            Reader.isPhrase(parts[0], .when, places)
        {
            return (.when, 1, Refusal(.glued, [parts.joined(separator: " ")], isWhole: true))
        }
        let apart = parts.map { Reader.unglued($0).first ?? $0 }.joined(separator: " ").split(separator: " ")
            .map(String.init)
        guard apart.count > 1 else { return nil }
        for kind in kinds {
            let count = Reader.length(of: apart + words.dropFirst().prefix(3), kind, in: places)
            if count >= apart.count {
                let rest = words.dropFirst().prefix(count - apart.count)
                return (kind, 1 + rest.count, Refusal(.glued, [(apart + rest).joined(separator: " ")], isWhole: true))
            }
        }
        return nil
    }

    /// The phrase if the word after it had no signs: `today (9am)`.
    fileprivate func withoutSigns(_ count: Int, _ kinds: [Reader.Kind]) -> (phrase: String, count: Int)? {
        let isSign = { (character: Character) in "()[]{}<>~|_,!?;\"".contains(character) }
        let apart = words[count...].prefix(4).map { $0.split(whereSeparator: isSign).map(String.init) }
        let isComma = words[count].hasSuffix(",")
        guard let first = apart.first, !first.isEmpty, first.joined() + (isComma ? "," : "") != words[count] else {
            return nil
        }
        let plain = apart.flatMap { $0 }
        for kind in kinds {
            if let longer = WordTokens(words[..<count] + plain, in: places)?.longest(kind), longer > count {
                return ((words[..<count] + plain.prefix(longer - count)).joined(separator: " "), count + 1)
            }
        }
        // `tomorrow 9am (weekly)` is a date and a rule.
        let series = Reader.length(of: plain, .rule, in: places)
        guard series > 0, kinds.contains(.rule) else { return nil }
        return ((words[..<count] + plain.prefix(series)).joined(separator: " "), count + 1)
    }

    /// The longest phrase that the words begin with if the word at which they end is spelt correctly.
    ///
    /// - Parameter count: how many words are a phrase as they are written.
    func corrected(_ kind: Reader.Kind, after count: Int = 0) -> (phrase: String, count: Int)? {
        let chart = Reader.noted(source, kind, .allWords)
        // What is before it has to be a part of the phrase, as `on the` in `every month on the fist`.
        let place = chart.furthest == 0 ? 0 : ends[chart.furthest]
        guard let place, count...count + 3 ~= place, place < words.count else { return nil }
        let letters = Array(words[place].lowercased().unicodeScalars)
        guard letters.count > (count > 0 ? 2 : 3), letters.allSatisfy(\.properties.isAlphabetic),
            Grammar.advising.terminal(words[place].lowercased()) == Token.unknown
        else { return nil }
        for word in chart.expected.map({ Grammar.shared.text(of: $0) }) {
            let other = Array(word.unicodeScalars)
            let isName = Weekday(name: word) != nil || Month(name: word) != nil
            // A word of a title is likelier in capitals, and with another first letter.
            if count > 0 {
                guard other.first == letters.first, isName || words[place].first?.isUppercase == false else { continue }
            }
            let isNear =
                min(letters.count, other.count) > 3
                && SpellingIndex.distance(letters, other, atMost: letters.count > 6 ? 2 : 1) != nil
            guard isNear || count > 0 && letters.sorted() == other.sorted() else { continue }
            var corrected = words
            corrected[place] = word
            guard let other = WordTokens(corrected, in: places) else { continue }
            if let longer = count > 0 ? other.longest(kind, place + 1) : other.length(of: kind), longer > place {
                return (corrected.prefix(longer).joined(separator: " "), longer)
            }
        }
        return nil
    }

    /// The number of words of the longest phrase, also of one that is refused.
    ///
    /// - Parameter count: how many may end weakly.
    private func longest(_ kind: Reader.Kind, _ count: Int? = nil) -> Int? {
        edges(of: kind, advising: true).filter { !$0.edge.isWeak || $0.count == count ?? words.count }.map(\.count)
            .max()
    }
}
