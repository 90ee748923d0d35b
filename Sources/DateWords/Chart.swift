import Text

/// Reads all that the words from each place on can mean, and remembers it: a chart parser.
///
/// A symbol at a place has edges, one for each end and value. The rows of a symbol that the next token cannot begin are not
/// tried. Of two edges with the same end, the one of the greater rank stays; two of the same rank with different values are
/// an ambiguity, and both stay.
struct Chart {
    struct Edge {
        var end: Int
        var rank: Int
        var value: Value
    }

    let grammar: Grammar
    let tokens: [Token]
    private let places: Places
    private let isExplaining: Bool
    private var edges: [Edge] = []
    /// Where the edges of a symbol at a place are; nil if they are not known yet.
    private var known: [Range<Int32>?]
    private var pending: [Edge] = []
    private var slots: [Value] = []
    /// How many steps are left: no text takes longer.
    private var fuel = 40_000
    /// The furthest token that was looked at, and what could have stood there; if asked to explain.
    private(set) var furthest = 0
    private(set) var expected: Set<Int> = []

    init(_ tokens: [Token], in places: Places, grammar: Grammar = .shared, isExplaining: Bool = false) {
        (self.grammar, self.tokens, self.places, self.isExplaining) = (grammar, tokens, places, isExplaining)
        known = Array(repeating: nil, count: (tokens.count + 1) * grammar.rowsOfSymbol.count)
        edges.reserveCapacity(32)
    }

    /// Whether the text is so long or so ambiguous that not everything was read.
    var isExhausted: Bool { fuel <= 0 }

    /// All that the words from a place on can mean as a symbol.
    mutating func read(_ symbol: Int, at place: Int) -> ArraySlice<Edge> {
        let range = find(symbol, at: place)
        return edges[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    private mutating func find(_ symbol: Int, at place: Int) -> Range<Int32> {
        let key = place * grammar.rowsOfSymbol.count + symbol
        if let found = known[key] { return found }
        // A symbol that begins with itself ends here.
        known[key] = 0..<0
        let base = pending.count
        if place < tokens.count {
            let terminal = tokens[place].terminal
            if terminal >= Token.words {
                for meaning in grammar.meanings[terminal - Token.words] where meaning.symbol == symbol {
                    pending.append(Edge(end: place + 1, rank: 0, value: .int(meaning.value)))
                }
            }
            for index in grammar.rowsOfSymbol[symbol] {
                guard isExplaining || grammar.rows[index].first.contains(terminal),
                    grammar.rows[index].places.contains(places)
                else { continue }
                let slot = slots.count
                for _ in 0..<6 { slots.append(.none) }
                match(index, 0, from: place, at: place, slot, base)
                slots.removeLast(slots.count - slot)
            }
        } else if isExplaining {
            for index in grammar.rowsOfSymbol[symbol] where grammar.rows[index].places.contains(places) {
                let slot = slots.count
                for _ in 0..<6 { slots.append(.none) }
                match(index, 0, from: place, at: place, slot, base)
                slots.removeLast(slots.count - slot)
            }
        }
        if isExplaining { noteWords(of: symbol, at: place) }
        let start = Int32(edges.count)
        edges.append(contentsOf: pending[base...])
        pending.removeLast(pending.count - base)
        let found = start..<Int32(edges.count)
        known[key] = found
        return found
    }

    /// Matches a row from one of its elements on.
    private mutating func match(_ row: Int, _ index: Int, from start: Int, at place: Int, _ slot: Int, _ base: Int) {
        fuel -= 1
        guard fuel > 0 else { return }
        guard index < grammar.rows[row].elements.count else { return finish(row, start, place, slot, base) }
        let element = grammar.rows[row].elements[index]
        if element.skip > 0 {
            match(row, element.skip, from: start, at: place, slot, base)
        }
        if case .end = element.kind { return match(row, index + 1, from: start, at: place, slot, base) }
        guard place < tokens.count else {
            if isExplaining { note(element, at: place) }
            return
        }
        let token = tokens[place]
        if element.isJoined && !token.isJoined || element.isPlain && token.followsComma { return }
        switch element.kind {
        case .terminals(let all):
            if all.contains(token.terminal) {
                match(row, index + 1, from: start, at: place + 1, slot, base)
            } else if isExplaining {
                note(element, at: place)
            }
        case .number(let digits):
            guard token.terminal == Token.number, digits.contains(token.digits) else { return }
            slots[slot + element.slot] = .int(token.value)
            match(row, index + 1, from: start, at: place + 1, slot, base)
            slots[slot + element.slot] = .none
        case .clock:
            guard token.terminal == Token.clock else { return }
            slots[slot + element.slot] = .int(token.value)
            match(row, index + 1, from: start, at: place + 1, slot, base)
            slots[slot + element.slot] = .none
        case .and:
            if token.terminal == grammar.andWord || token.terminal == Token.signs + 38 {
                match(row, index + 1, from: start, at: place + 1, slot, base)
            } else if token.followsComma {
                match(row, index + 1, from: start, at: place, slot, base)
            }
        case .comma:
            if token.followsComma { match(row, index + 1, from: start, at: place, slot, base) }
        case .symbol(let symbol):
            let found = find(symbol, at: place)
            for index2 in found {
                let edge = edges[Int(index2)]
                slots[slot + element.slot] = edge.value
                match(row, index + 1, from: start, at: edge.end, slot, base)
            }
            slots[slot + element.slot] = .none
        case .end: break
        }
    }

    /// A row has been matched up to a place.
    private mutating func finish(_ row: Int, _ start: Int, _ end: Int, _ slot: Int, _ base: Int) {
        let rank = grammar.rows[row].rank
        for index in slot..<slot + 6 {
            if case .refused = slots[index] { return add(Edge(end: end, rank: rank, value: slots[index]), base) }
        }
        switch grammar.rows[row].action(Parts(slots: slots, base: slot, tokens: tokens, start: start, end: end, places: places)) {
        case .none: break
        case .either(let all): for value in all { add(Edge(end: end, rank: rank, value: value), base) }
        case .refused(var refusal):
            refusal.range = refusal.range ?? start..<end
            add(Edge(end: end, rank: rank, value: .refused(refusal)), base)
        case let value: add(Edge(end: end, rank: rank, value: value), base)
        }
    }

    private mutating func add(_ edge: Edge, _ base: Int) {
        var isNew = true
        var index = base
        while index < pending.count {
            let other = pending[index]
            guard other.end == edge.end else {
                index += 1
                continue
            }
            let isStronger = (edge.rank, edge.value.isReading ? 1 : 0) > (other.rank, other.value.isReading ? 1 : 0)
            if isStronger {
                pending.remove(at: index)
                continue
            }
            let isWeaker = (edge.rank, edge.value.isReading ? 1 : 0) < (other.rank, other.value.isReading ? 1 : 0)
            if isWeaker || !edge.value.isReading || other.value == edge.value {
                isNew = false
                break
            }
            index += 1
        }
        if isNew { pending.append(edge) }
    }

    // MARK: What could follow

    private mutating func note(_ element: Grammar.Element, at place: Int) {
        guard place >= furthest else { return }
        switch element.kind {
        case .terminals(let all): note(all.prefix(1), at: place)
        case .symbol(let symbol): _ = find(symbol, at: place)
        default: break
        }
    }

    private mutating func noteWords(of symbol: Int, at place: Int) {
        guard place >= furthest else { return }
        note(grammar.words(of: symbol), at: place)
    }

    private mutating func note(_ terminals: some Sequence<Int>, at place: Int) {
        if place > furthest { (furthest, expected) = (place, []) }
        expected.formUnion(terminals.lazy.filter { $0 >= Token.words })
    }
}

/// The values of the parts of a row, in the order of the pattern.
struct Parts {
    fileprivate let slots: [Value]
    fileprivate let base: Int
    let tokens: [Token]
    let start: Int
    let end: Int
    let places: Places

    subscript(index: Int) -> Value { slots[base + index] }

    /// Whether an optional part is there.
    func has(_ index: Int) -> Bool { if case .none = self[index] { false } else { true } }

    /// 0 if it is not there.
    func int(_ index: Int) -> Int { if case .int(let value) = self[index] { value } else { 0 } }

    func optionalInt(_ index: Int) -> Int? { if case .int(let value) = self[index] { value } else { nil } }
}
