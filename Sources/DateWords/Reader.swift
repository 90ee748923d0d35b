package import CivilTime
import Text

/// Reads phrases: what a text means, all of it, and what is wrong with it and what to write instead.
package struct Reader {
    package enum Kind: Sendable, CaseIterable {
        case when, duration, rule

        fileprivate var symbol: Int {
            switch self {
            case .when: Symbols.shared.when
            case .duration: Symbols.shared.duration
            case .rule: Symbols.shared.rule
            }
        }
    }

    let text: String
    let tokens: [Token]
    let places: Places
    private var chart: Chart

    /// Throws if the text is too long for any phrase.
    package init(_ text: String, in places: Places) throws(Refusal) {
        guard let tokens = Grammar.shared.scanner.tokens(of: text) else { throw Refusal(.tooLong) }
        (self.text, self.tokens, self.places) = (text, tokens, places)
        chart = Chart(tokens, in: places)
    }

    package var steps: Int { chart.steps }

    /// What all of the words can mean; a refusal is one of these too.
    private mutating func whole(_ kind: Kind) throws(Refusal) -> [Value] {
        guard !tokens.isEmpty else { throw Refusal(.nothing) }
        let found = chart.read(kind.symbol, at: 0).filter { $0.end == tokens.count }.map { kind == .rule ? $0.value.whole : $0.value }
        if chart.isExhausted { throw Refusal(.tooLong) }
        let values = found.filter(\.isThere)
        let readings = values.filter(\.isReading)
        return readings.isEmpty ? values : readings
    }

    /// The date and time that the words are.
    package mutating func when(_ present: Present) throws(Refusal) -> WhenReading {
        if let exact = Self.exact(text) { return exact }
        return try only(.when, present, { $0.spelling }) { (value, present) throws(Refusal) in
            guard case .when(let when) = value else { return [] }
            let found = try present.readings(of: when)
            if found.count > 1, let clock = when.clock, clock.isEither, clock.place != nil { throw clock.refusal }
            return found
        }
    }

    /// A date as written in a file, which keeps its spelling.
    private static func exact(_ text: String) -> WhenReading? {
        guard text.utf8.count >= 10, text.utf8.prefix(4).allSatisfy({ 48...57 ~= $0 }),
            let value = try? DateValue(parsing: text)
        else { return nil }
        return WhenReading(value: value, named: value.isAllDay ? .day : .both)
    }

    /// The rule that the words are.
    package mutating func rule(_ present: Present) throws(Refusal) -> RuleReading {
        try only(.rule, present, { $0.spelling }) { (value, present) throws(Refusal) in
            guard case .rule(let rule) = value else { return [] }
            return [try present.reading(of: rule)]
        }
    }

    package mutating func duration() throws(Refusal) -> CivilDuration {
        try only(.duration, Present(CivilDateTime(.min)), { $0.description }) { value, _ in
            if case .span(let span) = value { [span.value] } else { [] }
        }
    }

    /// The only reading of the words.
    private mutating func only<Reading: Equatable>(
        _ kind: Kind,
        _ present: Present,
        _ spelling: (Reading) -> String,
        _ resolve: (Value, Present) throws(Refusal) -> [Reading]
    ) throws(Refusal) -> Reading {
        var (readings, refusal): ([Reading], Refusal?) = ([], nil)
        for value in try whole(kind) {
            if case .refused(let found) = value {
                refusal = refusal ?? found
                continue
            }
            do throws(Refusal) {
                for reading in try resolve(value, present) where !readings.contains(reading) { readings.append(reading) }
            } catch {
                refusal = error
            }
        }
        if let first = readings.first, readings.count == 1 { return first }
        if readings.count > 1 { throw Refusal(.ambiguous, readings.map(spelling), at: 0..<tokens.count, isWhole: true) }
        throw completed(refusal ?? advice(kind) ?? correction(kind), kind)
    }

    // MARK: What to write instead

    /// A refusal whose alternatives are whole phrases that can be read.
    private func completed(_ refusal: Refusal, _ kind: Kind) -> Refusal {
        var whole = refusal
        let range = refusal.range ?? 0..<tokens.count
        var seen: [String] = []
        for alternative in refusal.alternatives {
            let filled = filled(alternative)
            let phrase = refusal.isWhole ? filled : replacing(range, by: filled)
            if !seen.contains(phrase), Self.isPhrase(phrase, kind, places) { seen.append(phrase) }
        }
        (whole.alternatives, whole.range, whole.isWhole) = (seen, range, true)
        return whole
    }

    /// Whether a text is a phrase, at any time.
    package static func isPhrase(_ text: String, _ kind: Kind, _ places: Places) -> Bool {
        guard var reader = try? Reader(text, in: places), let values = try? reader.whole(kind) else { return false }
        return values.contains(where: \.isReading)
    }

    /// What the rows of advice say.
    private func advice(_ kind: Kind) -> Refusal? {
        // A long text is no phrase with a fault.
        guard tokens.count <= 60 else { return nil }
        var chart = Chart(tokens, in: places.union(.advice))
        let found = chart.read(kind.symbol, at: 0).filter { $0.end == tokens.count }
        for value in found.map({ kind == .rule ? $0.value.whole : $0.value }) {
            if case .refused(let refusal) = value { return refusal }
        }
        return nil
    }

    /// The text of an alternative, with what was written as the parts of its row.
    private func filled(_ template: String) -> String {
        var text = ""
        for part in template.unicodeScalars.split(separator: "\u{1}", omittingEmptySubsequences: false) {
            guard let middle = part.firstIndex(of: "\u{2}"), let end = part.firstIndex(of: "\u{3}"),
                let first = Int(String(part[..<middle])), let last = Int(String(part[part.index(after: middle)..<end]))
            else {
                text += String(part)
                continue
            }
            text += written(first..<last) + String(part[part.index(after: end)...])
        }
        return text.split(separator: " ").joined(separator: " ")
    }

    private func written(_ range: Range<Int>) -> String {
        guard !range.isEmpty, range.upperBound <= tokens.count else { return "" }
        return bytes(tokens[range.lowerBound].range.lowerBound, tokens[range.upperBound - 1].range.upperBound)
    }

    private func bytes(_ start: Int, _ end: Int) -> String {
        String(decoding: text.utf8.dropFirst(start).prefix(end - start), as: UTF8.self)
    }

    /// The text with something else instead of some tokens.
    private func replacing(_ range: Range<Int>, by other: String) -> String {
        guard !range.isEmpty, range.upperBound <= tokens.count else { return other }
        let before = bytes(0, tokens[range.lowerBound].range.lowerBound)
        let after = bytes(tokens[range.upperBound - 1].range.upperBound, text.utf8.count)
        return (before + other + after).split(separator: " ").joined(separator: " ")
    }

    // MARK: Spelling and completion

    /// The text with one word spelt correctly, or only what is not understood: the words at the furthest place that was
    /// reached.
    private func correction(_ kind: Kind) -> Refusal {
        guard tokens.count <= 60 else { return Refusal(.unknown) }
        var chart = Chart(tokens, in: places, isExplaining: true)
        _ = chart.read(kind.symbol, at: 0)
        let place = min(chart.furthest, tokens.count - 1)
        guard chart.furthest < tokens.count else {
            let next = chart.expected.lazy.map { text + " " + Grammar.shared.text(of: $0) }.filter { Self.isPhrase($0, kind, places) }
            return Refusal(.unfinished, Array(next.prefix(2)), at: 0..<tokens.count, isWhole: true)
        }
        let word = written(place..<place + 1).lowercased()
        let expected = chart.expected.map { Grammar.shared.text(of: $0) }
        // A word that means something is not misspelt: `fortnight` is not `tonight`.
        let isMisspelt = tokens[place].terminal == Token.unknown && word.utf8.count > 2
        var forms = isMisspelt ? Spelling.nearest(to: word, among: expected, limit: 8).filter { !word.hasSuffix($0) } : []
        forms += Self.unglued(word)
        let phrases = forms.map { replacing(place..<place + 1, by: $0) }.filter { Self.isPhrase($0, kind, places) }
        return Refusal(.unknown, Array(phrases.prefix(1)), at: place..<place + 1, isWhole: true)
    }

    /// `every week` for `everyweek`.
    private static func unglued(_ word: String) -> [String] {
        guard word.utf8.count > 4, word.allSatisfy(\.isASCII) else { return [] }
        return word.indices.dropFirst(2).compactMap { index in
            let parts = [String(word[..<index]), String(word[index...])]
            guard parts.allSatisfy({ Grammar.shared.terminal($0) != Token.unknown }) else { return nil }
            return parts.joined(separator: " ")
        }
    }

    /// The words that can complete or continue a partly typed phrase.
    package static func continuations(of text: String, _ kind: Kind, in places: Places) -> [String] {
        let isNewWord = text.utf8.last.map { $0 == 32 || $0 == UInt8(ascii: ",") } ?? true
        let start = isNewWord ? text.endIndex : text.utf8.lastIndex { $0 == 32 }.map { text.utf8.index(after: $0) }
        let before = String(text[..<(start ?? text.startIndex)])
        let word = text[(start ?? text.startIndex)...].lowercased()
        guard let tokens = Grammar.shared.scanner.tokens(of: before) else { return [] }
        var chart = Chart(tokens, in: places, isExplaining: true)
        _ = chart.read(kind.symbol, at: 0)
        guard chart.furthest == tokens.count else { return [] }
        return chart.expected.map { Grammar.shared.text(of: $0) }.filter { $0.hasPrefix(word) && $0.utf8.count > 1 }
    }
}

/// The symbols that a phrase can be.
struct Symbols: Sendable {
    static let shared = Symbols()
    let when = Grammar.shared.symbol("WHEN")
    let duration = Grammar.shared.symbol("DURATION")
    let rule = Grammar.shared.symbol("RULE")
}
