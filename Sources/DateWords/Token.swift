import Bytes
import Text

/// A word, a number, a time of the clock or a sign of a phrase: `9am` is two of them, `9:30` is one.
struct Token: Sendable {
    /// What the table of rows sees of it: the number of a word of the tables, or one of the kinds below.
    var terminal: Int
    /// Of a number, or the seconds of a time of the clock.
    var value = 0
    /// How many digits a number has, or the hour of a time of the clock.
    var digits = 0
    /// In bytes of the text.
    var range: Range<Int>
    /// No blank and no comma between it and the one before.
    var isJoined: Bool
    /// Whether there is a comma before it.
    var followsComma: Bool
    /// Whether it begins with a capital letter.
    var isCapital = false
    /// Whether it seems to be a plural, which a number before it counts.
    var isPlural = false

    /// Terminals that are no words.
    static let number = 0
    static let clock = 1
    static let unknown = 2
    /// Signs follow, each with its byte.
    static let signs = 3
    /// Words follow.
    static let words = 3 + 128
}

/// Splits a text at blanks and commas, and where letters, digits and signs meet.
struct Scanner {
    /// Those of the tables.
    let words: WordNumbers

    /// A longer text is no phrase.
    static let mostTokens = 160

    func terminal(of word: ShortWord) -> Int { words[word].map { $0 + Token.words } ?? Token.unknown }

    /// Nil if there are too many.
    func tokens(of text: String) -> [Token]? {
        var text = text
        return text.withUTF8 { bytes in
            var tokens: [Token] = []
            tokens.reserveCapacity(10)
            var (place, isJoined, followsComma) = (0, false, false)
            while place < bytes.count {
                let start = place
                var token = Token(terminal: 0, range: start..<start, isJoined: isJoined, followsComma: followsComma)
                switch Group(bytes, at: place) {
                case .blank, .comma:
                    if bytes[place] == UInt8(ascii: ",") { followsComma = true }
                    isJoined = false
                    place += 1
                    continue
                case .dash:
                    token.terminal = Token.signs + Int(UInt8(ascii: "-"))
                    place += bytes[place] == UInt8(ascii: "-") ? 1 : 3
                case .sign:
                    token.terminal = Token.signs + Int(bytes[place] & 127)
                    place += 1
                case .digit:
                    token.digits = Self.readNumber(bytes, &place, &token.value)
                    token.terminal = token.digits > 9 ? Token.unknown : Token.number
                    Self.readClock(bytes, &place, &token)
                case .letter:
                    while place < bytes.count, Group(bytes, at: place) == .letter { place += 1 }
                    let word = ShortWord(UnsafeBufferPointer(rebasing: bytes[start..<place]))
                    token.terminal = terminal(of: word)
                    token.isCapital = 65...90 ~= bytes[start]
                    let isLong = place - start > 3 && bytes[place - 1] | 0x20 == 115 && bytes[place - 2] | 0x20 != 115
                    token.isPlural = isLong && token.terminal == Token.unknown
                }
                token.range = start..<place
                tokens.append(token)
                (isJoined, followsComma) = (true, false)
                if tokens.count > Self.mostTokens { return nil }
            }
            return tokens
        }
    }

    /// How many digits there are.
    private static func readNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int, _ value: inout Int) -> Int {
        let start = place
        value = 0
        while place < bytes.count, 48...57 ~= bytes[place] {
            if place - start < 9 { value = value * 10 + Int(bytes[place] - 48) }
            place += 1
        }
        return place - start
    }

    /// `9:30` and `9:30:15`, after the hour.
    private static func readClock(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int, _ token: inout Token) {
        guard token.digits <= 2 else { return }
        var (parts, end) = ([token.value], place)
        while parts.count < 3, end + 2 < bytes.count, bytes[end] == UInt8(ascii: ":"), 48...57 ~= bytes[end + 1],
            48...57 ~= bytes[end + 2], end + 3 == bytes.count || !(48...57 ~= bytes[end + 3])
        {
            parts.append(Int(bytes[end + 1] - 48) * 10 + Int(bytes[end + 2] - 48))
            end += 3
        }
        guard parts.count > 1 else { return }
        place = end
        token.terminal = Token.clock
        token.value = parts[1] * 60 + (parts.count > 2 ? parts[2] : 0) + token.value * 3_600
        if parts[1] > 59 || parts.count > 2 && parts[2] > 59 { token.value = 86_400 }
    }

    private enum Group {
        case blank, comma, digit, letter, sign, dash

        init(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
            switch bytes[place] {
            case 9, 10, 13, 32: self = .blank
            case UInt8(ascii: ","): self = .comma
            case 48...57: self = .digit
            case UInt8(ascii: "-"): self = .dash
            case 0xE2 where place + 2 < bytes.count && bytes[place + 1] == 0x80 && 0x93...0x94 ~= bytes[place + 2]:
                self = .dash
            case 65...90, 97...122, 0x80...: self = .letter
            default: self = .sign
            }
        }
    }
}

/// Words of a line, and the tokens in which they end: a phrase in a line ends with a word.
struct WordTokens {
    let words: [String]
    let source: Chart.Source
    /// The number of words that end at a token.
    private(set) var ends: [Int: Int] = [:]
    var places: Places { source.places }

    /// Nil if they are too many for any phrase.
    init?(_ words: [String], in places: Places) {
        guard let source = Chart.Source(words.joined(separator: " "), in: places) else { return nil }
        (self.words, self.source) = (words, source)
        var place = 0
        for (index, word) in words.enumerated() {
            place += word.utf8.count
            let end = source.tokens.firstIndex { $0.range.lowerBound >= place } ?? source.tokens.count
            if end > 0, source.tokens[end - 1].range.upperBound <= place { ends[end] = index + 1 }
            place += 1
        }
    }

    /// A chart with the rows of advice.
    func advice() -> Chart? { Chart(advising: source.text, in: places) }

    /// Whether the word after so many is what a number counts.
    func isCounted(after count: Int) -> Bool {
        guard let place = ends.first(where: { $0.value == count })?.key, place < source.tokens.count else {
            return false
        }
        return source.tokens[place].isPlural || Grammar.shared.counts(source.tokens[place].terminal)
    }

    /// The number of words in the longest phrase.
    func length(of kind: Reader.Kind, countsFaults: Bool = false) -> Int {
        edges(of: kind).filter { countsFaults || $0.edge.value.isReading }.map(\.count).max() ?? 0
    }

    /// The readings of each prefix that ends with a whole word, and with the rows of advice also what these say.
    func edges(of kind: Reader.Kind, advising: Bool = false) -> [(edge: Chart.Edge, count: Int)] {
        guard var chart = advising ? advice() : Chart(source) else { return [] }
        return edges(of: kind, in: &chart)
    }

    func edges(of kind: Reader.Kind, in chart: inout Chart) -> [(edge: Chart.Edge, count: Int)] {
        chart.read(kind.symbol, at: 0).compactMap { edge in ends[edge.end].map { (edge, $0) } }
    }
}

extension Reader {
    /// The number of words in the longest phrase at the start of these words; 0 if there is none.
    static func length(of words: [String], _ kind: Kind, in places: Places, countsFaults: Bool = false) -> Int {
        words.isEmpty ? 0 : WordTokens(words, in: places)?.length(of: kind, countsFaults: countsFaults) ?? 0
    }
}
