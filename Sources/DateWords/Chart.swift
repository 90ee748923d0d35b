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
    }

    let grammar: Grammar
    let tokens: [Token]
    private let places: Places
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
    /// How many steps are left: no text takes longer.
    private var fuel = Self.mostSteps
    /// The furthest token that was looked at, and what could have stood where that is noted.
    private(set) var furthest = 0
    private(set) var expected: [Int] = []

    private static let slotsOfRow = 6
    private static let mostSteps = 8_000

    init(
        _ tokens: [Token],
        in places: Places,
        grammar: Grammar = .shared,
        noting: Noting = .nothing,
        at noted: Int = .max
    ) {
        (self.grammar, self.tokens, self.places) = (grammar, tokens, places)
        (self.noting, self.noted) = (noting, noted)
        symbolCount = grammar.rowsOfSymbol.count
        known = Array(repeating: -1, count: 2 * (tokens.count + 1) * symbolCount)
        edges.reserveCapacity(32)
        pending.reserveCapacity(16)
        slots = Array(repeating: .none, count: 16 * Self.slotsOfRow)
        spans = Array(repeating: 0..<0, count: 16 * Self.slotsOfRow)
    }

    /// A chart with the rows of advice; nil if the text is too long.
    init?(advising text: String, in places: Places) {
        guard let tokens = Grammar.advising.scanner.tokens(of: text) else { return nil }
        self.init(tokens, in: places.union(.advice), grammar: .advising)
    }

    /// How many it took.
    var steps: Int { Self.mostSteps - fuel }

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
            let rows = grammar.rowsOfSymbol[symbol]
            for index in Int(rows.lowerBound)..<Int(rows.upperBound) {
                let row = Int(grammar.order[index])
                guard isExplaining || grammar.canBegin(row, with: terminal) else { continue }
                guard !grammar.rows[row].places.isDisjoint(with: places) else { continue }
                let slot = top
                top += Self.slotsOfRow
                if top > slots.count {
                    slots += Array(repeating: .none, count: top)
                    spans += Array(repeating: 0..<0, count: top)
                }
                match(row, Int(grammar.rows[row].start), from: place, at: place, slot, base)
                top = slot
            }
        }
        let start = edges.count
        edges.append(contentsOf: pending[base...])
        pending.removeLast(pending.count - base)
        (known[key], known[key + 1]) = (Int32(start), Int32(edges.count))
        return (start, edges.count)
    }

    /// Matches a row from one of its elements on.
    private mutating func match(
        _ row: Int,
        _ index: Int,
        from start: Int,
        at place: Int,
        _ slot: Int,
        _ base: Int,
        _ isWeak: Bool = false
    ) {
        fuel -= 1
        guard fuel > 0 else { return }
        guard index < Int(grammar.rows[row].end) else { return finish(row, start, place, slot, base, isWeak) }
        let element = grammar.elements[index]
        if element.skip > 0 {
            match(row, Int(grammar.rows[row].start) + Int(element.skip), from: start, at: place, slot, base, isWeak)
        }
        if element.kind == .optional { return match(row, index + 1, from: start, at: place, slot, base, isWeak) }
        if element.kind == .not {
            let (from, to) = place < tokens.count ? find(Int(element.id), at: place) : (0, 0)
            return from == to ? match(row, index + 1, from: start, at: place, slot, base, isWeak) : ()
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
            fill(slot + Int(element.slot), .int(tokens[place].value), place..<place + 1)
            match(row, index + 1, from: start, at: place + 1, slot, base)
            slots[slot + Int(element.slot)] = .none
            return
        case .and:
            isHere = terminal == Int(grammar.andWord) || terminal == Token.signs + 38
            if !isHere, tokens[place].followsComma { match(row, index + 1, from: start, at: place, slot, base) }
        case .name: isHere = tokens[place].isCapital
        case .word: isHere = terminal == Token.unknown
        case .comma:
            if tokens[place].followsComma { match(row, index + 1, from: start, at: place, slot, base) }
            return
        case .symbol:
            let (from, to) = find(Int(element.id), at: place)
            for edge in from..<to {
                let end = edges[edge].end
                fill(slot + Int(element.slot), edges[edge].value, place..<end)
                match(row, index + 1, from: start, at: end, slot, base, edges[edge].isWeak)
            }
            if to > from { slots[slot + Int(element.slot)] = .none }
            return
        case .rest:
            fill(slot + Int(element.slot), .int(place), place..<tokens.count)
            match(row, index + 1, from: start, at: tokens.count, slot, base)
            slots[slot + Int(element.slot)] = .none
            return
        case .optional, .not: return
        }
        if isHere {
            match(row, index + 1, from: start, at: place + 1, slot, base)
        } else if place == noted {
            note(element, at: place)
        }
    }

    private mutating func fill(_ slot: Int, _ value: Value, _ span: Range<Int>) {
        slots[slot] = value
        spans[slot] = Int32(span.lowerBound)..<Int32(span.upperBound)
    }

    /// A row has been matched up to a place.
    private mutating func finish(_ row: Int, _ start: Int, _ end: Int, _ slot: Int, _ base: Int, _ isWeak: Bool) {
        let weakness = grammar.rows[row].weakness
        let isWeak = weakness != .no && (isWeak || isWeakEnd(weakness, start, end))
        let rank = grammar.rows[row].rank
        for index in slot..<slot + Self.slotsOfRow {
            if case .refused = slots[index] {
                return add(Edge(end: end, rank: rank, value: slots[index], isWeak: isWeak), base)
            }
        }
        let parts = Parts(
            grammar: grammar,
            slots: slots,
            spans: spans,
            base: slot,
            tokens: tokens,
            start: start,
            end: end,
            places: places
        )
        switch grammar.actions[row](parts) {
        case .none: break
        case .either(let all): for value in all { add(Edge(end: end, rank: rank, value: value, isWeak: isWeak), base) }
        case .refused(var refusal):
            refusal.range = refusal.range ?? start..<end
            add(Edge(end: end, rank: rank, value: .refused(refusal), isWeak: isWeak), base)
        case let value: add(Edge(end: end, rank: rank, value: value, isWeak: isWeak), base)
        }
    }

    private func isWeakEnd(_ weakness: Grammar.Weakness, _ start: Int, _ end: Int) -> Bool {
        let last = tokens[end - 1]
        switch weakness {
        case .never, .no: return false
        case .always: return true
        case .alone: return start == 0 && places.contains(.unmarked)
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
        if places.contains(.advice) {
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

/// The values of the parts of a row, in the order of the pattern.
struct Parts {
    let grammar: Grammar
    fileprivate let slots: [Value]
    fileprivate let spans: [Range<Int32>]
    fileprivate let base: Int
    let tokens: [Token]
    let start: Int
    let end: Int
    let places: Places

    subscript(index: Int) -> Value { slots[base + index] }

    /// 0 if it is not there.
    func int(_ index: Int) -> Int { if case .int(let value) = self[index] { value } else { 0 } }

    func optionalInt(_ index: Int) -> Int? { if case .int(let value) = self[index] { value } else { nil } }

    /// The word of a token; nothing if it is none of the tables.
    func word(_ place: Int) -> String { tokens.indices.contains(place) ? grammar.text(of: tokens[place].terminal) : "" }

    /// What was written from one token to another, for an alternative.
    func mark(_ start: Int, _ end: Int) -> String { "\u{1}\(start)\u{2}\(end)\u{3}" }

    /// A text for a phrase, in which `$0` is what was written as the first part: a mark for the reader, who has the text.
    func filled(_ template: String) -> String {
        var text = ""
        var isNumber = false
        for character in template {
            if isNumber, let index = character.wholeNumberValue {
                let span = spans[base + index]
                text += mark(Int(span.lowerBound), Int(span.upperBound))
                isNumber = false
            } else if character == "$" {
                isNumber = true
            } else {
                text.append(character)
            }
        }
        return text
    }
}
