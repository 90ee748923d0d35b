import CivilTime
import TestSupport
import Testing
import Text

@testable import DateWords

/// Laws about all phrases that the tables can make.
@Suite struct GrammarTests {
    private static let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_778), CivilTime(hour: 8, minute: 0) ?? .noon)

    @Test func `the canonical spelling of a phrase means the same`() throws {
        var random = Sentences(seed: 5)
        var read = 0
        for number in 0..<Rounds.of(64_000) {
            let kind: Reader.Kind = number % 2 == 0 ? .when : .rule
            let text = random.sentence(kind == .when ? "WHEN" : "RULE")
            guard let spelling = Self.spelling(of: text, kind) else { continue }
            read += 1
            #expect(Self.spelling(of: spelling, kind) == spelling, "\(text)")
        }
        #expect(read > Rounds.least(12_000))
    }

    @Test func `what a refusal proposes for a sentence of the tables is read`() throws {
        var random = Sentences(seed: 6)
        for _ in 0..<Rounds.of(32_000) {
            let text = random.sentence("RULE")
            do throws(Refusal) {
                var reader = try Reader(text, in: .apart)
                _ = try reader.rule(Present(Self.now))
            } catch {
                for phrase in error.alternatives {
                    var reader = try Reader(phrase, in: .apart)
                    #expect((try? reader.rule(Present(Self.now))) != nil, "\(text): \(phrase)")
                }
            }
        }
    }

    /// The time is bounded by the steps.
    @Test func `no text takes many steps`() throws {
        var random = Sentences(seed: 7)
        for _ in 0..<Rounds.of(32_000) {
            let text = String(decoding: random.bytes(200), as: UTF8.self)
            guard var reader = try? Reader(text, in: .apart) else { continue }
            _ = try? reader.when(Present(Self.now))
            #expect(reader.steps <= max(8_000, 10 * reader.tokens.count * reader.tokens.count))
        }
    }

    @Test func `every symbol that a row names has rows or words`() {
        for grammar in [Grammar.shared, .advising] {
            for element in grammar.elements where element.kind == .symbol || element.kind == .not {
                let symbol = Int(element.id)
                let hasWords = !grammar.allWords(of: symbol).isEmpty
                #expect(!grammar.rowsOfSymbol[symbol].isEmpty || hasWords, "\(grammar.name(of: symbol))")
            }
        }
    }

    /// The charts of both share their symbols.
    @Test func `the rows of advice change no number of a symbol or a word`() {
        for symbol in Grammar.shared.rowsOfSymbol.indices {
            #expect(Grammar.advising.name(of: symbol) == Grammar.shared.name(of: symbol))
        }
        #expect(Grammar.advising.scanner.words.all.starts(with: Grammar.shared.scanner.words.all))
    }

    @Test(arguments: [
        ("tomorrow at 3", "'3' does not say which half of the day: write 'tomorrow at 3am' or 'tomorrow at 3pm'"),
        ("5/6/2027", "'5/6/2027' is ambiguous: write '6 may 2027' or '5 jun 2027'"),
        ("tomorow 9am", "'tomorow' is not a date"),
        ("blurp", "'blurp' is not a date: write one like 'tomorrow 9am' or '25 dec'"),
        ("", "the date is empty: write one like 'tomorrow 9am' or '25 dec'"),
    ])
    func `a refusal says what is wrong, and what to write`(text: String, message: String) {
        do throws(Refusal) {
            var reader = try Reader(text, in: .apart)
            _ = try reader.when(Present(Self.now))
            Issue.record("read")
        } catch {
            #expect(error.error(.when).message == message)
        }
    }

    @Test(arguments: [
        ("tom", "tomorrow"), ("next f", "friday"), ("every 2 w", "weeks"), ("every monday unt", "until"),
        ("25 d", "december"),
    ])
    func `a partly typed word is completed`(text: String, word: String) {
        let found = Reader.Kind.allCases.flatMap { Reader.continuations(of: text, $0, in: .apart) }
        #expect(found.contains(word), "\(found)")
    }

    private static func spelling(of text: String, _ kind: Reader.Kind) -> String? {
        guard var reader = try? Reader(text, in: .apart) else { return nil }
        if kind == .when { return (try? reader.when(Present(now)))?.spelling }
        guard let found = try? reader.rule(Present(now)) else { return nil }
        // No words that are read back are printed for these.
        let isWordless = found.rule.map { rule in
            !rule.byWeekNumber.isEmpty || rule.notation == .friendly && rule.friendlyText == nil
                || rule.notation == .rfc5545 && (rule.interval > 1 || !rule.bySetPosition.isEmpty)
        }
        return isWordless == true ? nil : found.spelling
    }
}

/// Makes sentences from the rows of the tables.
struct Sentences {
    private var random: Random
    private let grammar = Grammar.shared

    init(seed: UInt64) { random = Random(seed: seed) }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random.below(96) + 32) } }

    mutating func sentence(_ name: String) -> String { words(grammar.symbol(name), 8).joined(separator: " ") }

    private mutating func words(_ symbol: Int, _ depth: Int) -> [String] {
        let rows = grammar.rowsOfSymbol[symbol]
        let known = grammar.allWords(of: symbol)
        if !known.isEmpty, rows.isEmpty || random.below(3) > 0 {
            return [grammar.text(of: known[random.below(known.count)])]
        }
        guard !rows.isEmpty, depth > 0 else { return [] }
        for _ in 0..<8 {
            let row = grammar.rows[Int(rows[random.below(rows.count)])]
            guard row.source.places.contains(.apart) else { continue }
            return words(of: row, depth)
        }
        return []
    }

    private mutating func words(of row: Grammar.Row, _ depth: Int) -> [String] {
        var words: [String] = []
        var place = Int(row.start)
        while place < Int(row.end) {
            let element = grammar.elements[place]
            if element.skip > 0, random.below(2) == 0 {
                place = Int(row.start) + Int(element.skip)
                continue
            }
            place += 1
            var next: [String]
            switch element.kind {
            case .terminal: next = [text(element.id)]
            case .choice: next = [text(grammar.choices[Int(element.id) + random.below(Int(element.count))])]
            case .number: next = [number(Int(element.id), Int(element.count))]
            case .clock: next = ["\(random.below(24)):\(random.below(60).padded(2))"]
            case .and: next = ["and"]
            case .comma: next = []
            case .symbol: next = self.words(Int(element.id), depth - 1)
            case .name: next = ["York"]
            case .word: next = ["blurp"]
            case .rest, .not, .optional: next = []
            }
            if element.isJoined, let last = words.popLast(), !next.isEmpty { next[0] = last + next[0] }
            words += next
        }
        return words
    }

    private func text(_ terminal: Int32) -> String {
        let terminal = Int(terminal)
        if terminal >= Token.words { return grammar.text(of: terminal) }
        return String(UnicodeScalar(UInt8(max(0, min(127, terminal - Token.signs)))))
    }

    private mutating func number(_ least: Int, _ most: Int) -> String {
        switch (least, most) {
        case (4, 4): return "\(2026 + random.below(9))"
        case (1, 1): return "\(1 + random.below(9))"
        case (2, 2): return "\(10 + random.below(19))"
        case (1, _): return "\(1 + random.below(28))"
        default: return String((0..<least).map { _ in Character("\(1 + random.below(8))") })
        }
    }
}
