import Text

/// The rows of the tables, made ready for the chart once.
struct Grammar: Sendable {
    /// What a row makes of the values of its parts; `.none` if it does not apply to them.
    typealias Action = @Sendable (Parts) -> Value

    /// One step through a row.
    struct Element: Sendable {
        enum Kind: Sendable {
            /// One of some words or signs.
            case terminals([Int])
            /// A number with at most, or with exactly, that many digits.
            case number(ClosedRange<Int>)
            case clock
            /// `and`, `&`, or a comma.
            case and
            /// Only a comma.
            case comma
            case symbol(Int)
            /// The end of an optional part.
            case end
        }

        var kind: Kind
        /// Where its value goes; -1 for nowhere.
        var slot = -1
        /// No blank before it.
        var isJoined = false
        /// No comma before it.
        var isPlain = false
        /// Where to go on without it; 0 if it must be there.
        var skip = 0
    }

    struct Row: Sendable {
        var symbol: Int
        var elements: [Element]
        var places: Places
        /// Of two readings of the same words as the same symbol, the one of the greater rank is meant.
        var rank: Int
        var action: Action
        /// The tokens that it can begin with.
        var first = Terminals()
        /// As it is in the table.
        var pattern: StaticString
    }

    private(set) var rows: [Row] = []
    /// The rows of each symbol.
    private(set) var rowsOfSymbol: [[Int]] = []
    /// What a word alone is, by its terminal: a symbol and its value.
    private(set) var meanings: [[(symbol: Int, value: Int)]] = []
    private(set) var scanner = Scanner(words: [:])
    private(set) var spellings: [String] = []
    private(set) var symbolNames: [String] = []
    private var words: [ShortWord: Int] = [:]
    private var symbols: [ShortWord: Int] = [:]

    static let shared = Grammar()

    private init() {
        rows.reserveCapacity(400)
        read(lexicon: Lexicon.table)
        var table = Table()
        Productions.all(&table)
        for row in table.rows { add(row) }
        scanner = Scanner(words: words)
        andWord = words["and"] ?? 0
        for index in rows.indices { rowsOfSymbol[rows[index].symbol].append(index) }
        findFirst()
    }

    private(set) var andWord = 0

    /// The spelling of a word of the tables.
    func spelling(_ terminal: Int) -> String { spellings[terminal - Token.words] }

    /// The usual spellings of the values that a symbol has as one word.
    func words(of symbol: Int) -> [Int] {
        var values: Set<Int> = []
        return meanings.indices.compactMap { word in
            let meaning = meanings[word].first { $0.symbol == symbol }
            return meaning.flatMap { values.insert($0.value).inserted ? word + Token.words : nil }
        }
    }

    /// Whether a word is an ordinal: `sixth`.
    func isOrdinal(_ terminal: Int) -> Bool {
        terminal >= Token.words && meanings[terminal - Token.words].contains { symbolNames[$0.symbol] == "NTH" }
    }

    func symbol(_ name: String) -> Int { symbols[ShortWord(name)] ?? 0 }

    // MARK: Reading the tables

    private mutating func symbol(named name: UnsafeBufferPointer<UInt8>) -> Int {
        let word = ShortWord(name)
        if let found = symbols[word] { return found }
        symbols[word] = rowsOfSymbol.count
        rowsOfSymbol.append([])
        symbolNames.append(String(decoding: name, as: UTF8.self))
        return rowsOfSymbol.count - 1
    }

    private mutating func terminal(of word: UnsafeBufferPointer<UInt8>) -> Int {
        if word.count == 1, word[0] < 48 || 58...64 ~= word[0] || 91...96 ~= word[0] {
            return Token.signs + Int(word[0])
        }
        let key = ShortWord(word)
        if let found = words[key] { return found }
        let terminal = Token.words + words.count
        words[key] = terminal
        spellings.append(String(decoding: word, as: UTF8.self))
        meanings.append([])
        return terminal
    }

    /// A line of the lexicon is a symbol, a value, and the spellings with commas between them.
    private mutating func read(lexicon: StaticString) {
        let bytes = UnsafeBufferPointer(start: lexicon.utf8Start, count: lexicon.utf8CodeUnitCount)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: 32, maxSplits: 2)
            guard fields.count == 3, fields[0].first != UInt8(ascii: "#") else { continue }
            let symbol = symbol(named: UnsafeBufferPointer(rebasing: fields[0]))
            var (value, sign) = (0, 1)
            for byte in fields[1] { if byte == 45 { sign = -1 } else { value = value * 10 + Int(byte - 48) } }
            value *= sign
            for spelling in fields[2].split(separator: UInt8(ascii: ",")) {
                let parts = spelling.split(separator: 32)
                let terminals = parts.map { terminal(of: UnsafeBufferPointer(rebasing: $0)) }
                if parts.count == 1 {
                    meanings[terminals[0] - Token.words].append((symbol, value))
                    continue
                }
                let elements = terminals.map { Element(kind: .terminals([$0])) }
                rows.append(
                    Row(symbol: symbol, elements: elements, places: .all, rank: 0, action: { [value] _ in .int(value) }, pattern: "")
                )
            }
        }
    }

    /// The notation of a pattern: `Productions` explains it.
    private mutating func add(_ row: Table.Row) {
        let (symbol, pattern) = (row.symbol, row.pattern)
        let name = UnsafeBufferPointer(start: symbol.utf8Start, count: symbol.utf8CodeUnitCount)
        let bytes = UnsafeBufferPointer(start: pattern.utf8Start, count: pattern.utf8CodeUnitCount)
        var elements: [Element] = []
        var (slots, open) = (0, -1)
        for part in bytes.split(separator: 32) {
            var part = part[...]
            if part.first == UInt8(ascii: "[") {
                (open, part) = (elements.count, part.dropFirst())
                elements.append(Element(kind: .end))
            }
            let closes = part.count > 1 && part.last == UInt8(ascii: "]")
            if closes { part = part.dropLast() }
            let isOptional = part.count > 1 && part.last == UInt8(ascii: "?")
            if isOptional { part = part.dropLast() }
            var element = Element(kind: .end)
            while part.count > 1, part.first == UInt8(ascii: "~") || part.first == UInt8(ascii: "^") {
                if part.first == UInt8(ascii: "~") { element.isJoined = true } else { element.isPlain = true }
                part = part.dropFirst()
            }
            let text = UnsafeBufferPointer(rebasing: part)
            if 65...90 ~= text[0] {
                element.kind = kind(of: text)
                switch element.kind {
                case .and, .comma: break
                default:
                    element.slot = slots
                    slots += 1
                }
            } else {
                element.kind = .terminals(text.split(separator: UInt8(ascii: "|")).map { terminal(of: UnsafeBufferPointer(rebasing: $0)) })
            }
            if isOptional { element.skip = elements.count + 1 }
            elements.append(element)
            if closes, open >= 0 {
                elements[open].skip = elements.count
                open = -1
            }
        }
        let index = self.symbol(named: name)
        rows.append(
            Row(symbol: index, elements: elements, places: row.places, rank: row.rank, action: row.action, pattern: pattern)
        )
    }

    private mutating func kind(of name: UnsafeBufferPointer<UInt8>) -> Element.Kind {
        switch ShortWord(name) {
        case "n": .number(1...9)
        case "n1": .number(1...1)
        case "n2": .number(1...2)
        case "nn": .number(2...2)
        case "n3": .number(3...3)
        case "n4": .number(4...4)
        case "n6": .number(6...6)
        case "n8": .number(8...8)
        case "clock": .clock
        case "and": .and
        case "comma": .comma
        default: .symbol(symbol(named: name))
        }
    }

    // MARK: The first tokens

    private mutating func findFirst() {
        var ofSymbol = [Terminals](repeating: Terminals(), count: rowsOfSymbol.count)
        for (word, all) in meanings.enumerated() {
            for meaning in all { ofSymbol[meaning.symbol].insert(word + Token.words) }
        }
        var isChanging = true
        while isChanging {
            isChanging = false
            for index in rows.indices {
                var first = Terminals()
                var places = [0]
                while let place = places.popLast(), place < rows[index].elements.count {
                    let element = rows[index].elements[place]
                    if element.skip > 0 { places.append(element.skip) }
                    switch element.kind {
                    case .terminals(let all): for terminal in all { first.insert(terminal) }
                    case .number: first.insert(Token.number)
                    case .clock: first.insert(Token.clock)
                    case .and, .comma: first.insert(Token.unknown)
                    case .symbol(let other): first.formUnion(ofSymbol[other])
                    case .end: places.append(place + 1)
                    }
                }
                if first != rows[index].first {
                    rows[index].first = first
                    ofSymbol[rows[index].symbol].formUnion(first)
                    isChanging = true
                }
            }
        }
    }
}

/// A set of terminals.
struct Terminals: Equatable, Sendable {
    private var bits = [UInt64](repeating: 0, count: 16)

    func contains(_ terminal: Int) -> Bool { bits[terminal >> 6] & (1 << UInt64(terminal & 63)) != 0 }

    mutating func insert(_ terminal: Int) { bits[terminal >> 6] |= 1 << UInt64(terminal & 63) }

    mutating func formUnion(_ other: Terminals) { for index in bits.indices { bits[index] |= other.bits[index] } }
}

/// Where a row may stand.
package struct Places: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A rule in a file, which nobody is there to ask about.
    package static let file = Places(rawValue: 1)
    /// After `@` in the title of a new reminder, and where an option with several words is followed by one.
    package static let title = Places(rawValue: 2)
    /// Alone: in a field, an option or a term of a query.
    package static let apart = Places(rawValue: 4)
    package static let all: Places = [.file, .title, .apart]
    package static let typed: Places = [.title, .apart]
}

/// The rows of the tables as they are written.
struct Table {
    struct Row {
        var symbol: StaticString
        var pattern: StaticString
        var places: Places
        var rank: Int
        var action: Grammar.Action
    }

    private(set) var rows: [Row] = []

    /// A row with a value that depends on its parts.
    mutating func callAsFunction(
        _ symbol: StaticString,
        _ pattern: StaticString,
        _ places: Places = .all,
        rank: Int = 0,
        _ action: @escaping Grammar.Action
    ) { rows.append(Row(symbol: symbol, pattern: pattern, places: places, rank: rank, action: action)) }

    /// A row whose value is always the same.
    mutating func callAsFunction(_ symbol: StaticString, _ pattern: StaticString, rank: Int = 0, _ value: Value) {
        self(symbol, pattern, .all, rank: rank) { _ in value }
    }

    mutating func callAsFunction(_ symbol: StaticString, _ pattern: StaticString, _ places: Places, _ value: Value) {
        self(symbol, pattern, places) { _ in value }
    }

    /// A row that has the value of its only part.
    mutating func callAsFunction(
        _ symbol: StaticString,
        _ pattern: StaticString,
        _ places: Places = .all,
        rank: Int = 0
    ) { self(symbol, pattern, places, rank: rank) { $0[0] } }
}

extension Grammar {
    /// The spelling of a word; nothing for other terminals.
    func text(of terminal: Int) -> String { terminal >= Token.words ? spelling(terminal) : "" }

    /// The terminals of the words that values look at.
    struct Endings: Sendable {
        static let shared = Endings()
        subscript(_ word: String) -> Int? { Grammar.shared.scanner.words[ShortWord(word)] }
    }
}
