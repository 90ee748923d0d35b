import Text

/// Reads all that the words from each place on can mean, and remembers it: a chart parser.
///
/// A symbol at a place has edges, one for each end and value. The rows of a symbol that the next token cannot begin are not
/// tried. Of two edges with the same end, the one of the greater rank stays; two of the same rank with different values are
/// an ambiguity, and both stay.
struct Chart {
    struct Edge {
        var end: Int
        var rank: Int8
        var value: Value
        /// Whether its last words may as well be the first of a title.
        var isWeak = false

        /// Whether it is a time of day and nothing else.
        var isClock: Bool {
            if case .clock = value { return true }
            guard case .when(let when) = value else { return false }
            return when.clock != nil && when.day == nil && when.moment == nil
        }
    }

    /// What is read, and with which rows.
    struct Source {
        let grammar: Grammar
        let text: String
        let tokens: [Token]
        let places: Places
    }

    let source: Source
    let grammar: Grammar
    let tokens: [Token]
    /// What to note at the furthest token.
    enum Noting { case nothing, usualWords, allWords }
    private let noting: Noting
    /// Where to note: the furthest place of an earlier reading.
    private let noted: Int
    private var edges: [Edge] = []
    /// Where the edges of a symbol at a place are; negative if they are not known yet.
    private var known: [Int32]
    private let symbolCount: Int
    private var pending: [Edge] = []
    private var slots: [Value] = []
    /// The tokens of the parts.
    private var spans: [Range<Int32>] = []
    private var top = 0
    /// The maximum number of steps. It bounds the time.
    private let mostSteps: Int
    /// How many steps are left.
    private var fuel: Int
    /// The furthest token that was looked at, and what could have stood where that is noted.
    private(set) var furthest = 0
    private(set) var expected: [Int] = []

    private static let slotsOfRow = 6

    init(_ source: Source, noting: Noting = .nothing, at noted: Int = .max) {
        (self.source, grammar, tokens) = (source, source.grammar, source.tokens)
        (self.noting, self.noted) = (noting, noted)
        symbolCount = source.grammar.rowsOfSymbol.count
        // A list has an edge from each of its items to each of those behind it.
        mostSteps = max(8_000, 10 * source.tokens.count * source.tokens.count)
        fuel = mostSteps
        known = Array(repeating: -1, count: 2 * (source.tokens.count + 1) * symbolCount)
        edges.reserveCapacity(32)
        pending.reserveCapacity(16)
        slots = Array(repeating: .none, count: 16 * Self.slotsOfRow)
        spans = Array(repeating: 0..<0, count: 16 * Self.slotsOfRow)
    }

    /// A chart with the rows of advice; nil if the text is too long.
    init?(advising text: String, in places: Places) {
        guard let source = Source(text, in: places.union(.advice), .advising) else { return nil }
        self.init(source)
    }

    /// How many steps were taken.
    var steps: Int { mostSteps - fuel }

    /// Whether the text is so long or so ambiguous that not everything was read.
    var isExhausted: Bool { fuel <= 0 }

    /// Where days, times, durations and parts of rules end that begin at a place or behind it.
    func ends(from place: Int) -> Set<Int> {
        var ends: Set<Int> = []
        for key in stride(from: 2 * place * symbolCount, to: known.count, by: 2) where known[key] >= 0 {
            for edge in edges[Int(known[key])..<Int(known[key + 1])] where !edge.isWeak && edge.value.isPart {
                ends.insert(edge.end)
            }
        }
        return ends
    }

    /// All that the words from a place on can mean as a symbol.
    mutating func read(_ symbol: Int, at place: Int) -> ArraySlice<Edge> {
        let (start, end) = find(symbol, at: place)
        return edges[start..<end]
    }

    private mutating func find(_ symbol: Int, at place: Int) -> (Int, Int) {
        let key = 2 * (place * symbolCount + symbol)
        if known[key] >= 0 { return (Int(known[key]), Int(known[key + 1])) }
        // A symbol that begins with itself ends here.
        (known[key], known[key + 1]) = (0, 0)
        let base = pending.count
        let isExplaining = place == noted
        if place > furthest { furthest = place }
        if place < tokens.count || isExplaining {
            let terminal = place < tokens.count ? tokens[place].terminal : Token.unknown
            if terminal >= Token.words {
                for meaning in grammar.meanings[terminal - Token.words] where meaning.symbol == symbol {
                    pending.append(Edge(end: place + 1, rank: 0, value: .int(Int(meaning.value))))
                }
            }
            if isExplaining {
                note(noting == .allWords ? grammar.allWords(of: symbol) : grammar.words(of: symbol), at: place)
            }
            for row in grammar.rowsOfSymbol[symbol].lazy.map({ Int($0) }) {
                guard isExplaining || grammar.first[row].contains(terminal) else { continue }
                guard !grammar.rows[row].source.places.isDisjoint(with: source.places) else { continue }
                let slot = top
                top += Self.slotsOfRow
                if top > slots.count {
                    slots += Array(repeating: .none, count: top)
                    spans += Array(repeating: 0..<0, count: top)
                }
                match(Attempt(row: row, start: place, slot: slot, base: base), Int(grammar.rows[row].start), at: place)
                top = slot
            }
        }
        let start = edges.count
        edges.append(contentsOf: pending[base...])
        pending.removeLast(pending.count - base)
        (known[key], known[key + 1]) = (Int32(start), Int32(edges.count))
        return (start, edges.count)
    }

    /// A row that is matched from a place on, and where the values of its parts and the edges of its symbol are.
    private struct Attempt {
        var row: Int
        var start: Int
        var slot: Int
        var base: Int
    }

    /// Matches a row from one of its elements on.
    private mutating func match(_ it: Attempt, _ index: Int, at place: Int, _ isWeak: Bool = false) {
        fuel -= 1
        guard fuel > 0 else { return }
        guard index < Int(grammar.rows[it.row].end) else { return finish(it, place, isWeak) }
        let element = grammar.elements[index]
        if element.skip > 0 { match(it, Int(grammar.rows[it.row].start) + Int(element.skip), at: place, isWeak) }
        if element.kind == .optional { return match(it, index + 1, at: place, isWeak) }
        if element.kind == .not {
            let (from, to) = place < tokens.count ? find(Int(element.id), at: place) : (0, 0)
            return from == to ? match(it, index + 1, at: place, isWeak) : ()
        }
        guard place < tokens.count else {
            if place > furthest { furthest = place }
            if place == noted { note(element, at: place) }
            return
        }
        if place > furthest { furthest = place }
        let terminal = tokens[place].terminal
        if element.isJoined, !tokens[place].isJoined { return }
        if element.isPlain, tokens[place].followsComma { return }
        var isHere = false
        switch element.kind {
        case .terminal: isHere = terminal == Int(element.id)
        case .choice:
            var choice = Int(element.id)
            let end = choice + Int(element.count)
            while choice < end, Int(grammar.choices[choice]) != terminal { choice += 1 }
            isHere = choice < end
        case .number, .clock:
            let isNumber = element.kind == .number
            let digits = tokens[place].digits
            guard terminal == (isNumber ? Token.number : Token.clock),
                !isNumber || Int(element.id) <= digits && digits <= Int(element.count)
            else { break }
            return fill(it, index, .int(tokens[place].value), place..<place + 1)
        case .and:
            isHere = terminal == Int(grammar.andWord) || terminal == Token.signs + 38
            if !isHere, tokens[place].followsComma { match(it, index + 1, at: place) }
        case .name: isHere = tokens[place].isCapital
        case .word: isHere = terminal == Token.unknown
        case .comma:
            if tokens[place].followsComma { match(it, index + 1, at: place) }
            return
        case .symbol:
            let (from, to) = find(Int(element.id), at: place)
            for edge in from..<to { fill(it, index, edges[edge].value, place..<edges[edge].end, edges[edge].isWeak) }
            return
        case .rest: return fill(it, index, .int(place), place..<tokens.count)
        case .optional, .not: return
        }
        if isHere {
            match(it, index + 1, at: place + 1)
        } else if place == noted {
            note(element, at: place)
        }
    }

    /// Continues after a part.
    private mutating func fill(
        _ it: Attempt,
        _ index: Int,
        _ value: Value,
        _ span: Range<Int>,
        _ isWeak: Bool = false
    ) {
        let slot = it.slot + Int(grammar.elements[index].slot)
        (slots[slot], spans[slot]) = (value, Int32(span.lowerBound)..<Int32(span.upperBound))
        match(it, index + 1, at: span.upperBound, isWeak)
        slots[slot] = .none
    }

    /// A row has been matched up to a place.
    private mutating func finish(_ it: Attempt, _ end: Int, _ isWeak: Bool) {
        var edge = Edge(end: end, rank: grammar.rows[it.row].source.rank, value: .none)
        let weakness = grammar.rows[it.row].source.weakness
        edge.isWeak = weakness != .no && (isWeak || isWeakEnd(weakness, it.start, end))
        for index in it.slot..<it.slot + Self.slotsOfRow {
            if case .refused = slots[index] {
                edge.value = slots[index]
                return add(edge, it.base)
            }
        }
        let parts = Parts(source: source, slots: slots, spans: spans, base: it.slot, start: it.start, end: end)
        edge.value = grammar.rows[it.row].source.action(parts)
        switch edge.value {
        case .none: break
        case .either(let all):
            for value in all {
                edge.value = value
                add(edge, it.base)
            }
        case .refused(var refusal):
            refusal.range = refusal.range ?? it.start..<end
            refusal.alternatives = refusal.alternatives.map(parts.filled)
            edge.value = .refused(refusal)
            add(edge, it.base)
        default: add(edge, it.base)
        }
    }

    private func isWeakEnd(_ weakness: Grammar.Weakness, _ start: Int, _ end: Int) -> Bool {
        let last = tokens[end - 1]
        switch weakness {
        case .never, .no: return false
        case .always: return true
        case .word: return end == start + 1
        case .alone: return start == 0 && source.places.contains(.unmarked)
        case .number: return last.terminal == Token.number
        case .counted: return end < tokens.count && (tokens[end].isPlural || grammar.counts(tokens[end].terminal))
        case .capital: return last.isCapital && (!tokens[0].isCapital || grammar.isWeekday(tokens[0].terminal))
        case .farYear:
            // `1500` may be a time.
            return !(2001...2045 ~= last.value)
                && (last.value >= 2000 || last.value / 100 > 23 || last.value % 100 > 59)
        case .shortName: return ["sun", "sat", "may"].contains(grammar.text(of: last.terminal))
        case .fullName:
            let word = grammar.text(of: last.terminal)
            return word.utf8.count > 3 || ["sun", "sat", "may"].contains(word)
        }
    }

    private mutating func add(_ edge: Edge, _ base: Int) {
        if source.places.contains(.advice) {
            // What a weaker row proposes may be what is right.
            if !pending[base...].contains(where: { $0.end == edge.end && $0.value == edge.value }) {
                pending.append(edge)
            }
            return
        }
        var index = base
        while index < pending.count {
            guard pending[index].end == edge.end else {
                index += 1
                continue
            }
            let (rank, isReading) = (pending[index].rank, pending[index].value.isReading)
            if rank > edge.rank || rank == edge.rank && isReading && !edge.value.isReading { return }
            if rank < edge.rank || isReading != edge.value.isReading {
                pending.remove(at: index)
            } else if !isReading || pending[index].value == edge.value {
                if !edge.isWeak { pending[index].isWeak = false }
                return
            } else {
                index += 1
            }
        }
        pending.append(edge)
    }

    // MARK: What could follow

    private mutating func note(_ element: Grammar.Element, at place: Int) {
        switch element.kind {
        case .terminal: note([Int(element.id)], at: place)
        case .choice:
            let all = grammar.choices[Int(element.id)..<Int(element.id + element.count)].map { Int($0) }
            note(noting == .allWords ? all : [all[0]], at: place)
        case .symbol: _ = find(Int(element.id), at: place)
        default: break
        }
    }

    private mutating func note(_ terminals: [Int], at place: Int) {
        for terminal in terminals where terminal >= Token.words && !expected.contains(terminal) {
            expected.append(terminal)
        }
    }
}

extension Chart.Source {
    /// Nil if the text is too long for any phrase.
    init?(_ text: String, in places: Places, _ grammar: Grammar = .shared) {
        guard let tokens = grammar.scanner.tokens(of: text) else { return nil }
        self.init(grammar: grammar, text: text, tokens: tokens, places: places)
    }

    /// What was written as some tokens.
    func written(_ range: Range<Int>) -> String {
        guard !range.isEmpty, range.upperBound <= tokens.count else { return "" }
        return bytes(tokens[range.lowerBound].range.lowerBound, tokens[range.upperBound - 1].range.upperBound)
    }

    func bytes(_ start: Int, _ end: Int) -> String {
        String(decoding: text.utf8.dropFirst(start).prefix(end - start), as: UTF8.self)
    }
}
