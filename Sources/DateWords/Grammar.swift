import Bytes
import Text

/// The rows of the tables, made ready for the chart once, at the first phrase.
final class Grammar: Sendable {
    /// What a row makes of the values of its parts; `.none` if it does not apply to them.
    typealias Action = @Sendable (Parts) -> Value

    /// One step through a pattern.
    struct Element: Sendable {
        enum Kind: UInt8, Sendable {
            /// A word or a sign.
            case terminal
            /// One of several.
            case choice
            case number
            case clock
            /// `and`, `&`, or a comma.
            case and
            case comma
            /// All tokens that are left.
            case rest
            /// A word that begins with a capital letter.
            case name
            /// A word that is in no table.
            case word
            case symbol
            /// A symbol that must not be here.
            case not
            /// The beginning of an optional part.
            case optional
        }

        var kind = Kind.optional
        /// No blank before it.
        var isJoined = false
        /// No comma before it.
        var isPlain = false
        /// Where its value goes.
        var slot: Int8 = 0
        /// Where to go on without it; 0 if it must be there.
        var skip: UInt8 = 0
        /// A terminal, a symbol, the first of some choices, or the fewest digits.
        var id: Int32 = 0
        /// How many choices there are, or the most digits.
        var count: Int32 = 0
    }

    /// One pattern of a row of the tables.
    struct Row: Sendable {
        var symbol: Int32
        /// Its elements.
        var start: Int32
        var end: Int32
        var source: Table.Row
    }

    /// When the last words of a row may as well be the first of a title.
    enum Weakness: UInt8, Sendable {
        case never, always
        /// Also if its last part ends weakly.
        case no
        /// If it is a single word.
        case word
        /// If the last word is the full name of a day or month, or short for one and a word of its own: `sun`, `may`.
        case fullName
        /// If the last word is short for a day or month, and a word of its own.
        case shortName
        /// If the last word begins with a capital letter.
        case capital
        /// If the last word is a number that is hardly a year from now on.
        case farYear
        /// If what the last number counts follows: `people`, `slides`.
        case counted
        /// If it ends with a plain number, as `25` and not `25th`.
        case number
        /// If it is without a mark and no other words of the phrase are before it: `12.50`, `at 5`, `christmas`.
        case alone
    }

    struct Meaning: Sendable {
        var symbol: Int32
        var value: Int32
    }

    let rows: [Row]
    let elements: [Element]
    let choices: [Int32]
    /// The tokens that a row can begin with.
    let first: [Terminals]
    let rowsOfSymbol: [[Int32]]
    /// What a word alone is, by its terminal.
    let meanings: [[Meaning]]
    let scanner: Scanner
    let andWord: Int32
    private let counted: Int
    private let weekday: Int
    /// The symbols of the lexicon with the terminals of their usual words.
    private let usual: [Meaning]
    private let symbols: WordNumbers

    static let shared = Grammar(Table(Productions.all))
    /// With the rows of advice too, which only words need that are no phrase. Symbols and words have the same numbers.
    static let advising = Grammar(Table(Productions.all, Productions.advice))

    init(_ table: Table) {
        var builder = Builder()
        builder.read(lexicon: Lexicon.table)
        for row in table.rows { builder.add(row) }
        (rows, elements, choices) = (builder.rows, builder.elements, builder.choices)
        (meanings, symbols, usual) = (builder.meanings, builder.symbols, builder.usual)
        scanner = Scanner(words: builder.words)
        andWord = builder.terminal("and")
        (counted, weekday) = (builder.symbols["counted"] ?? 0, builder.symbols["weekday"] ?? 0)
        var rowsOfSymbol = [[Int32]](repeating: [], count: builder.symbols.all.count)
        for (index, row) in builder.rows.enumerated() { rowsOfSymbol[Int(row.symbol)].append(Int32(index)) }
        self.rowsOfSymbol = rowsOfSymbol
        first = FirstTerminals(builder, rowsOfSymbol).ofRows
    }

    func symbol(_ name: String) -> Int { symbols[ShortWord(name)] ?? 0 }

    /// As it is in the tables.
    func name(of symbol: Int) -> String { symbols.all[symbol].description.uppercased() }

    /// The terminal of a word of the tables.
    func terminal(_ word: String) -> Int { scanner.terminal(of: ShortWord(word)) }

    /// The spelling of a word of the tables; nothing for another terminal.
    func text(of terminal: Int) -> String {
        terminal >= Token.words ? scanner.words.all[terminal - Token.words].description : ""
    }

    /// The usual spelling of each value that a symbol has as one word.
    func words(of symbol: Int) -> [Int] { usual.filter { $0.symbol == symbol }.map { Int($0.value) } }

    func allWords(of symbol: Int) -> [Int] {
        meanings.indices.filter { word in meanings[word].contains { $0.symbol == symbol } }.map { $0 + Token.words }
    }

    /// Whether a number may count it, as in `9 people`.
    func counts(_ terminal: Int) -> Bool { means(terminal, counted) }
    func isWeekday(_ terminal: Int) -> Bool { means(terminal, weekday) }

    /// Whether a word alone can be a symbol, without the signs after it.
    func means(_ word: String, _ symbol: String) -> Bool {
        means(terminal(word.filter { !",!".contains($0) }), self.symbol(symbol))
    }

    func means(_ terminal: Int, _ symbol: Int) -> Bool {
        terminal >= Token.words && meanings[terminal - Token.words].contains { $0.symbol == symbol }
    }
}

/// A bit for each terminal.
typealias Terminals = SIMD16<UInt64>

extension Terminals {
    mutating func insert(_ terminal: Int32) { self[Int(terminal) >> 6] |= 1 << UInt64(terminal & 63) }

    func contains(_ terminal: Int) -> Bool { self[terminal >> 6] & (1 << UInt64(terminal & 63)) != 0 }
}

private typealias Bytes = UnsafeBufferPointer<UInt8>

extension StaticString {
    fileprivate var bytes: Bytes { Bytes(start: utf8Start, count: utf8CodeUnitCount) }
}

/// The parts of a text between separators, of which several count as one.
private func parts(_ text: Bytes, _ separator: UInt8, _ body: (Bytes) -> Void) {
    var start = 0
    while start < text.count {
        while start < text.count, text[start] == separator { start += 1 }
        var end = start
        while end < text.count, text[end] != separator { end += 1 }
        if end > start { body(Bytes(rebasing: text[start..<end])) }
        start = end
    }
}

/// Reads the tables.
private struct Builder {
    var rows: [Grammar.Row] = []
    var elements: [Grammar.Element] = []
    var choices: [Int32] = []
    var meanings: [[Grammar.Meaning]] = []
    var usual: [Grammar.Meaning] = []
    var words = WordNumbers()
    var symbols = WordNumbers()

    init() {
        rows.reserveCapacity(800)
        elements.reserveCapacity(3_000)
        choices.reserveCapacity(800)
        meanings.reserveCapacity(900)
    }

    /// The terminal of a word of the tables.
    func terminal(_ word: ShortWord) -> Int32 { Int32(words[word].map { $0 + Token.words } ?? Token.unknown) }

    private mutating func terminal(_ word: Bytes) -> Int32 {
        if word.count == 1, word[0] < 48 || 58...64 ~= word[0] || 91...96 ~= word[0] {
            return Int32(Token.signs + Int(word[0]))
        }
        let number = words.number(of: ShortWord(word))
        if number == meanings.count { meanings.append([]) }
        return Int32(Token.words + number)
    }

    /// The notation of a line: `Lexicon` explains it.
    mutating func read(lexicon: StaticString) {
        parts(lexicon.bytes, 10) { line in
            guard line[0] != UInt8(ascii: "#") else { return }
            var (symbol, value): (Int32?, Int32) = (nil, 0)
            parts(line, 32) { text in
                switch symbol {
                case nil: symbol = Int32(symbols.number(of: ShortWord(text)))
                case _? where 48...57 ~= text[0]: value = text.reduce(0) { $0 * 10 + Int32($1 - 48) }
                case let symbol?:
                    var isUsual = true
                    parts(text, UInt8(ascii: ",")) { spelling in
                        addSpelling(spelling, Grammar.Meaning(symbol: symbol, value: value), isUsual)
                        isUsual = false
                    }
                    value += 1
                }
            }
        }
    }

    private mutating func addSpelling(_ spelling: Bytes, _ meaning: Grammar.Meaning, _ isUsual: Bool) {
        guard spelling.contains(95) else {
            let terminal = terminal(spelling)
            if isUsual { usual.append(Grammar.Meaning(symbol: meaning.symbol, value: terminal)) }
            return meanings[Int(terminal) - Token.words].append(meaning)
        }
        let start = Int32(elements.count)
        parts(spelling, 95) { elements.append(Grammar.Element(kind: .terminal, id: terminal($0))) }
        let source = Table.Row { _ in .int(Int(meaning.value)) }
        rows.append(Grammar.Row(symbol: meaning.symbol, start: start, end: Int32(elements.count), source: source))
    }

    mutating func add(_ row: Table.Row) {
        let symbol = Int32(symbols.number(of: ShortWord(row.symbol.bytes)))
        parts(row.pattern.bytes, UInt8(ascii: ";")) { pattern in
            let start = elements.count
            add(pattern: pattern, at: start)
            rows.append(Grammar.Row(symbol: symbol, start: Int32(start), end: Int32(elements.count), source: row))
        }
    }

    /// The notation of a pattern: `Productions` explains it.
    private mutating func add(pattern: Bytes, at start: Int) {
        var (slot, open): (Int8, Int) = (0, -1)
        parts(pattern, 32) { text in
            var (first, last) = (0, text.count)
            if text.count > 1, text[0] == UInt8(ascii: "[") {
                (open, first) = (elements.count, 1)
                elements.append(Grammar.Element(kind: .optional))
            }
            let closes = last - first > 1 && text[last - 1] == UInt8(ascii: "]")
            if closes { last -= 1 }
            let isOptional = last - first > 1 && text[last - 1] == UInt8(ascii: "?")
            if isOptional { last -= 1 }
            var element = Grammar.Element()
            let isNot = last - first > 1 && text[first] == UInt8(ascii: "!")
            if isNot { first += 1 }
            while last - first > 1, text[first] == UInt8(ascii: "~") || text[first] == UInt8(ascii: "^") {
                if text[first] == UInt8(ascii: "~") { element.isJoined = true } else { element.isPlain = true }
                first += 1
            }
            read(Bytes(rebasing: text[first..<last]), into: &element)
            if isNot { element.kind = .not }
            switch element.kind {
            case .symbol, .number, .clock, .rest:
                element.slot = slot
                slot += 1
            default: break
            }
            if isOptional { element.skip = UInt8(elements.count + 1 - start) }
            elements.append(element)
            if closes, open >= 0 {
                elements[open].skip = UInt8(elements.count - start)
                open = -1
            }
        }
    }

    private mutating func read(_ text: Bytes, into element: inout Grammar.Element) {
        guard 65...90 ~= text[0] else {
            let start = choices.count
            parts(text, UInt8(ascii: "|")) { choices.append(terminal($0)) }
            (element.kind, element.id, element.count) = (.choice, Int32(start), Int32(choices.count - start))
            if element.count == 1, let only = choices.popLast() { (element.kind, element.id) = (.terminal, only) }
            return
        }
        element.kind = .number
        switch ShortWord(text) {
        case "n": (element.id, element.count) = (1, 9)
        case "n2": (element.id, element.count) = (1, 2)
        case "nn": (element.id, element.count) = (2, 2)
        case "n1", "n3", "n4", "n6", "n8": (element.id, element.count) = (Int32(text[1] - 48), Int32(text[1] - 48))
        case "clock": element.kind = .clock
        case "and": element.kind = .and
        case "comma": element.kind = .comma
        case "bar": (element.kind, element.id) = (.terminal, Int32(Token.signs + 124))
        case "text": element.kind = .rest
        case "name": element.kind = .name
        case "word": element.kind = .word
        default: (element.kind, element.id) = (.symbol, Int32(symbols.number(of: ShortWord(text))))
        }
    }
}

/// The terminals that each row can begin with.
private struct FirstTerminals {
    private(set) var ofRows: [Terminals]
    private var ofSymbols: [Terminals]
    private var isKnown: [Bool]
    private let builder: Builder
    private let rowsOfSymbol: [[Int32]]

    init(_ builder: Builder, _ rowsOfSymbol: [[Int32]]) {
        (self.builder, self.rowsOfSymbol) = (builder, rowsOfSymbol)
        ofRows = Array(repeating: Terminals(), count: builder.rows.count)
        ofSymbols = Array(repeating: Terminals(), count: rowsOfSymbol.count)
        isKnown = Array(repeating: false, count: rowsOfSymbol.count)
        for (word, all) in builder.meanings.enumerated() {
            for meaning in all { ofSymbols[Int(meaning.symbol)].insert(Int32(word + Token.words)) }
        }
        for symbol in rowsOfSymbol.indices { find(symbol) }
    }

    /// No symbol begins with itself.
    private mutating func find(_ symbol: Int) {
        guard !isKnown[symbol] else { return }
        isKnown[symbol] = true
        for row in rowsOfSymbol[symbol].lazy.map({ Int($0) }) {
            add(Int(builder.rows[row].start), of: row)
            ofSymbols[symbol] |= ofRows[row]
        }
    }

    /// Adds what a row begins with from one of its elements on.
    private mutating func add(_ place: Int, of row: Int) {
        guard place < Int(builder.rows[row].end) else { return }
        let element = builder.elements[place]
        if element.skip > 0 { add(Int(builder.rows[row].start) + Int(element.skip), of: row) }
        switch element.kind {
        case .terminal: ofRows[row].insert(element.id)
        case .choice:
            for choice in Int(element.id)..<Int(element.id + element.count) {
                ofRows[row].insert(builder.choices[choice])
            }
        case .number: ofRows[row].insert(Int32(Token.number))
        case .clock: ofRows[row].insert(Int32(Token.clock))
        case .and:
            ofRows[row].insert(builder.terminal("and"))
            ofRows[row].insert(Int32(Token.signs + 38))
            add(place + 1, of: row)
        case .comma, .not, .optional: add(place + 1, of: row)
        case .rest, .name, .word: break
        case .symbol:
            find(Int(element.id))
            ofRows[row] |= ofSymbols[Int(element.id)]
        }
    }
}

/// Numbers words in the order in which they come.
struct WordNumbers: Sendable {
    private(set) var all: [ShortWord] = []
    private var index = HashIndex()

    subscript(word: ShortWord) -> Int? { index.first(word.spread) { all[$0] == word } }

    mutating func number(of word: ShortWord) -> Int {
        if let known = self[word] { return known }
        index.insert(word.spread, all.count)
        all.append(word)
        return all.count - 1
    }
}

/// Where a row may stand.
struct Places: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A rule in a file, which nobody is there to ask about.
    static let file = Places(rawValue: 1)
    /// After `@` in the title of a new reminder, and where an option with several words is followed by one.
    static let title = Places(rawValue: 2)
    /// Alone: in a field, an option or a term of a query.
    static let apart = Places(rawValue: 4)
    /// Only to say what to write instead of words that are no phrase.
    static let advice = Places(rawValue: 8)
    /// A rule that a file keeps as it was typed; others are written in their canonical spelling.
    static let written = Places(rawValue: 16)
    /// Words of a title without a mark, in which less is a date.
    static let unmarked = Places(rawValue: 32)
    static let all: Places = [.file, .title, .apart, .advice, .written]
    /// Read everywhere, but not written to files.
    static let loose: Places = [.file, .title, .apart, .advice]
    static let typed: Places = [.title, .apart, .advice]
}

/// The rows of the tables as they are written.
struct Table {
    struct Row: Sendable {
        var symbol: StaticString = ""
        /// Several patterns have semicolons between them.
        var pattern: StaticString = ""
        var places = Places.all
        /// Of two readings of the same words as the same symbol, the one of the greater rank is meant.
        var rank: Int8 = 0
        var weakness = Grammar.Weakness.never
        /// What help shows for it: `weekday: next friday`, and more examples after ` · `.
        var shows: StaticString = ""
        var action: Grammar.Action
    }

    var rows: [Row] = []

    init(_ parts: (inout Table) -> Void...) {
        rows.reserveCapacity(600)
        for part in parts { part(&self) }
    }

    /// - Parameter action: the value; that of the first part, if there is none.
    mutating func callAsFunction(
        _ symbol: StaticString,
        _ pattern: StaticString,
        _ places: Places = .all,
        rank: Int8 = 0,
        weak: Grammar.Weakness = .never,
        shows: StaticString = "",
        _ action: @escaping Grammar.Action = { $0[0] }
    ) {
        var row = Row(symbol: symbol, pattern: pattern, places: places, rank: rank, action: action)
        (row.weakness, row.shows) = (weak, shows)
        rows.append(row)
    }

    /// Words that are no phrase, with what to write instead of them: `$0` is the text of the first part.
    mutating func instead(
        _ symbol: StaticString,
        _ pattern: StaticString,
        _ reason: Reason,
        _ alternatives: String...,
        places: Places = .advice,
        weak: Grammar.Weakness = .never
    ) {
        self(symbol, pattern, places, rank: -1, weak: weak) { _ in .refuse(reason, all: alternatives) }
    }

    /// - Parameter action: the refusal.
    mutating func instead(
        _ symbol: StaticString,
        _ pattern: StaticString,
        weak: Grammar.Weakness = .never,
        _ action: @escaping Grammar.Action
    ) { self(symbol, pattern, .advice, rank: -1, weak: weak, action) }
}
