internal import Bytes

/// An expression of Obsidian's Bases, such as `file.hasTag("a", "b")` or `tags.contains("a")`, and what its texts mean.
///
/// It is read in the bytes of its YAML scalar, where the quotes of a text in the expression may be escaped. No tag needs an
/// escape, so the bytes of one are its name in every style.
struct BaseExpression {
    /// A text in the expression.
    struct Literal {
        enum Meaning {
            /// It stands where a tag does.
            case tag
            /// It may be a tag, but mm does not know.
            case doubtful
            /// It is known to be none.
            case other
        }

        /// Without the quotes.
        var range: Range<Int>
        var meaning: Meaning
    }

    /// What the formulas of a base have to do with tags.
    struct Formulas {
        /// Whether the value of one may be a tag, or a list of tags.
        var mayBeTags = true
        /// Whether the value of one is used as such.
        var areAskedFor = true
    }

    fileprivate enum Token {
        case word(Range<Int>)
        case literal(Range<Int>)
        /// A regular expression.
        case pattern
        case mark(UInt8)
    }

    private let bytes: ArraySlice<UInt8>
    private let style: Node.Style
    /// Nil if the expression is not understood.
    private var term: BaseTerm?
    private var texts: [Range<Int>] = []

    /// - Parameter bytes: the contents of the scalar as written, without the quotes around it.
    init(_ bytes: ArraySlice<UInt8>, style: Node.Style) {
        (self.bytes, self.style) = (bytes, style)
        let tokens = scan()
        texts = tokens.compactMap { if case .literal(let range) = $0 { range } else { nil } }
        var parser = Parser(tokens: tokens[...])
        term = parser.expression().flatMap { parser.tokens.isEmpty ? $0 : nil }
    }

    /// Whether its value may be a tag, or a list of tags.
    var mayBeTags: Bool { term.map { Reading(bytes, Formulas(mayBeTags: false)).carries($0) } ?? true }

    /// Whether it uses the value of a formula as a tag.
    func asksFormulas(_ formulas: Formulas) -> Bool { reading(isFormula: false, formulas)?.asksFormulas ?? true }

    /// - Parameters:
    ///   - isFormula: whether the expression is that of a formula.
    ///   - formulas: those of the base.
    /// - Returns: the texts in ascending order.
    func literals(isFormula: Bool, _ formulas: Formulas = Formulas()) -> [Literal] {
        let found = reading(isFormula: isFormula, formulas)?.literals
        return found?.sorted { $0.range.lowerBound < $1.range.lowerBound }
            ?? texts.map { Literal(range: $0, meaning: .doubtful) }
    }

    private func reading(isFormula: Bool, _ formulas: Formulas) -> Reading? {
        term.map { term in
            var reading = Reading(bytes, formulas)
            reading.note(term, as: isFormula && formulas.areAskedFor ? .doubtful : .other)
            return reading
        }
    }

    // MARK: Tokens

    private func scan() -> [Token] {
        var tokens: [Token] = []
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let byte = bytes[place]
            if let quote = quote(at: place) {
                let start = place + quote.count
                var end = start
                while end < bytes.endIndex, self.quote(at: end) != quote {
                    // An escape of the expression; in double quotes, YAML writes it as two backslashes.
                    let isEscape = bytes[end] == Ascii.backslash
                    end += isEscape ? min(style == .doubleQuoted ? 3 : 2, bytes.endIndex - end) : 1
                }
                tokens.append(.literal(start..<min(end, bytes.endIndex)))
                place = min(end + quote.count, bytes.endIndex)
            } else if Self.isWordByte(byte) {
                let end = bytes[place...].firstIndex { !Self.isWordByte($0) } ?? bytes.endIndex
                tokens.append(.word(place..<end))
                place = end
            } else {
                let pattern = byte == Ascii.slash && !Self.endsTerm(tokens.last) ? endOfPattern(at: place) : nil
                if pattern != nil {
                    tokens.append(.pattern)
                } else if !Ascii.isBlankOrBreak(byte) {
                    tokens.append(.mark(byte))
                }
                place = pattern ?? place + 1
            }
        }
        return tokens
    }

    /// Whether a term ends with this token, so that an operator follows.
    private static func endsTerm(_ token: Token?) -> Bool {
        switch token {
        case nil: false
        case .mark(let mark)?: mark == UInt8(ascii: ")") || mark == Ascii.closeBracket
        default: true
        }
    }

    /// The end of the regular expression `/…/` that begins at an offset; nil if none does.
    private func endOfPattern(at start: Int) -> Int? {
        var place = start + 1
        while place < bytes.endIndex, bytes[place] != Ascii.slash { place += bytes[place] == Ascii.backslash ? 2 : 1 }
        return place < bytes.endIndex ? place + 1 : nil
    }

    private struct Quote: Equatable {
        var byte: UInt8
        var count: Int
    }

    /// The quote of the expression at an offset, as YAML writes it.
    private func quote(at place: Int) -> Quote? {
        switch (style, bytes[place]) {
        case (.doubleQuoted, Ascii.backslash):
            let isQuote = place + 1 < bytes.endIndex && bytes[place + 1] == Ascii.quote
            return isQuote ? Quote(byte: Ascii.quote, count: 2) : nil
        case (.singleQuoted, Ascii.apostrophe): return Quote(byte: Ascii.apostrophe, count: 2)
        case (_, Ascii.quote), (_, Ascii.apostrophe): return Quote(byte: bytes[place], count: 1)
        default: return nil
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        Ascii.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
    }
}

/// A part of an expression. Texts and names are ranges of its bytes.
private indirect enum BaseTerm {
    enum Operator { case logic, comparison, sum }

    case literal(Range<Int>)
    case name(Range<Int>)
    /// A regular expression.
    case pattern
    case list([BaseTerm])
    /// `!x` or `-x`.
    case signed(BaseTerm)
    case pair(Operator, BaseTerm, BaseTerm)
    case member(BaseTerm, Range<Int>)
    case element(BaseTerm, BaseTerm)
    case call(BaseTerm, [BaseTerm])

    var parts: [BaseTerm] {
        switch self {
        case .literal, .name, .pattern: []
        case .list(let elements): elements
        case .signed(let term), .member(let term, _): [term]
        case .pair(_, let first, let second), .element(let first, let second): [first, second]
        case .call(let function, let arguments): [function] + arguments
        }
    }

    /// Whether the value is in the expression itself.
    var isConstant: Bool {
        switch self {
        case .literal, .pattern: true
        case .list(let elements): elements.allSatisfy(\.isConstant)
        default: false
        }
    }
}

/// Reads tokens as a tree. Each function returns nil for what it does not understand.
private struct Parser {
    var tokens: ArraySlice<BaseExpression.Token>
    /// The terms around the next one, and those before it that it belongs to.
    private var depth = 0

    /// Deeper expressions are not understood. A tree is at most twice as deep.
    private static let deepest = 200

    init(tokens: ArraySlice<BaseExpression.Token>) { self.tokens = tokens }

    private func mark(_ number: Int = 0) -> UInt8? {
        guard case .mark(let mark)? = tokens.dropFirst(number).first else { return nil }
        return mark
    }

    private mutating func take(_ mark: UInt8) -> Bool {
        guard self.mark() == mark else { return false }
        tokens.removeFirst()
        return true
    }

    private mutating func descend() -> Bool {
        depth += 1
        return depth < Self.deepest
    }

    /// - Parameter level: of the weakest operator that may follow: 0 for `||` and `&&`, 1 for comparisons, 2 for others.
    mutating func expression(_ level: Int = 0) -> BaseTerm? {
        let outer = depth
        defer { depth = outer }
        guard descend(), var term = self.term() else { return nil }
        while let (sign, own, length) = self.sign(), own >= level {
            tokens.removeFirst(length)
            guard descend(), let next = expression(own + 1) else { return nil }
            term = .pair(sign, term, next)
        }
        return term
    }

    private func sign() -> (BaseTerm.Operator, level: Int, length: Int)? {
        guard let first = mark() else { return nil }
        let second = mark(1)
        switch first {
        case UInt8(ascii: "&"), UInt8(ascii: "|"): return second == first ? (.logic, 0, 2) : nil
        case UInt8(ascii: "="), UInt8(ascii: "!"): return second == UInt8(ascii: "=") ? (.comparison, 1, 2) : nil
        case UInt8(ascii: "<"), UInt8(ascii: ">"): return (.comparison, 1, second == UInt8(ascii: "=") ? 2 : 1)
        case UInt8(ascii: "+"), Ascii.dash, UInt8(ascii: "*"), Ascii.slash, UInt8(ascii: "%"): return (.sum, 2, 1)
        default: return nil
        }
    }

    private mutating func term() -> BaseTerm? {
        if take(UInt8(ascii: "!")) || take(Ascii.dash) {
            return descend() ? term().map { .signed($0) } : nil
        }
        guard let first = tokens.popFirst(), var term = begin(first) else { return nil }
        while let mark = mark() {
            guard descend() else { return nil }
            switch mark {
            case Ascii.dot:
                tokens.removeFirst()
                guard case .word(let name)? = tokens.popFirst() else { return nil }
                term = .member(term, name)
            case Ascii.openBracket:
                tokens.removeFirst()
                guard let element = expression(), take(Ascii.closeBracket) else { return nil }
                term = .element(term, element)
            case UInt8(ascii: "("):
                tokens.removeFirst()
                guard let arguments = list(to: UInt8(ascii: ")")) else { return nil }
                term = .call(term, arguments)
            default: return term
            }
        }
        return term
    }

    private mutating func begin(_ token: BaseExpression.Token) -> BaseTerm? {
        switch token {
        case .literal(let range): return .literal(range)
        case .word(let range): return .name(range)
        case .pattern:
            // Its flags.
            if case .word? = tokens.first { tokens.removeFirst() }
            return .pattern
        case .mark(Ascii.openBracket): return list(to: Ascii.closeBracket).map { .list($0) }
        case .mark(UInt8(ascii: "(")):
            guard let term = expression(), take(UInt8(ascii: ")")) else { return nil }
            return term
        case .mark: return nil
        }
    }

    /// The terms up to a closing mark.
    private mutating func list(to end: UInt8) -> [BaseTerm]? {
        var terms: [BaseTerm] = []
        while !take(end) {
            if !terms.isEmpty, !take(Ascii.comma) { return nil }
            if !terms.isEmpty, take(end) { break }
            guard let term = expression() else { return nil }
            terms.append(term)
        }
        return terms
    }
}

/// Finds out what the texts of an expression mean. What is not known to be none may be a tag.
private struct Reading {
    private typealias Meaning = BaseExpression.Literal.Meaning

    private let bytes: ArraySlice<UInt8>
    private let formulas: BaseExpression.Formulas
    private(set) var literals: [BaseExpression.Literal] = []
    /// Whether a formula stands where a tag may.
    private(set) var asksFormulas = false

    init(_ bytes: ArraySlice<UInt8>, _ formulas: BaseExpression.Formulas) {
        (self.bytes, self.formulas) = (bytes, formulas)
    }

    /// Functions of a file whose arguments are tags.
    private static let functions = ["hasTag", "taggedWith", "tagged_with"]
    /// Functions of a list whose arguments are elements.
    private static let lists = ["contains", "containsAny", "containsAll"]
    /// Functions whose value is no tag, whatever they are called on.
    private static let tests =
        functions + lists
        + ["startsWith", "endsWith", "isEmpty", "isTruthy", "isType", "matches", "inFolder", "hasLink", "hasProperty"]
    /// Functions that make something other than a tag of a text.
    private static let makers = [
        "link", "date", "duration", "image", "icon", "html", "escapeHTML", "number", "min", "max", "file",
    ]

    private func isOne(_ name: Range<Int>, of names: [String]) -> Bool {
        names.contains { bytes[name].elementsEqual($0.utf8) }
    }

    // MARK: Meaning

    /// - Parameter meaning: that of a text in place of the term.
    mutating func note(_ term: BaseTerm, as meaning: BaseExpression.Literal.Meaning) {
        let inner: Meaning = meaning == .other ? .other : .doubtful
        switch term {
        case .literal(let range): literals.append(BaseExpression.Literal(range: range, meaning: meaning))
        case .name(let range): if meaning != .other, isOne(range, of: ["formula"]) { asksFormulas = true }
        case .pattern: break
        case .list(let elements): for element in elements { note(element, as: meaning) }
        case .pair(.comparison, _, _), .pair(.sum, _, _):
            note(term.parts, as: term.parts.contains(where: carries) ? .doubtful : inner)
        case .pair(.logic, _, _), .signed, .member: note(term.parts, as: inner)
        case .element(let list, let key):
            note(list, as: inner)
            if case .literal(let range) = key, !list.isConstant {
                // The name of a property.
                literals.append(BaseExpression.Literal(range: range, meaning: .other))
            } else {
                note(key, as: inner)
            }
        case .call(.name(let name), let arguments): note(name, of: nil, arguments, as: inner)
        case .call(.member(let owner, let name), let arguments): note(name, of: owner, arguments, as: inner)
        case .call: note(term.parts, as: .doubtful)
        }
    }

    private mutating func note(_ terms: [BaseTerm], as meaning: Meaning) {
        for term in terms { note(term, as: meaning) }
    }

    private mutating func note(_ name: Range<Int>, of owner: BaseTerm?, _ arguments: [BaseTerm], as meaning: Meaning) {
        if isOne(name, of: Self.functions) || isOne(name, of: Self.lists) && owner.map(isTags) == true {
            if let owner { note(owner, as: meaning) }
            note(arguments, as: .tag)
        } else if owner == nil, isOne(name, of: ["if", "list"] + Self.makers) {
            note(arguments, as: meaning)
        } else {
            let terms = (owner.map { [$0] } ?? []) + arguments
            let isUnknown = owner == nil && arguments.allSatisfy(\.isConstant)
            let isAboutTags = owner.map(carries) == true || arguments.contains(where: mentions)
            note(terms, as: isUnknown || isAboutTags ? .doubtful : meaning)
        }
    }

    // MARK: Tags

    private func isTagsKey(_ name: Range<Int>) -> Bool { isOne(name, of: ["tags"]) }

    /// Whether it is the tags of a file: `tags`, `note.tags`, `file["tags"]`, `this.file.tags`, `list(tags)`; not `formula.tags`.
    private func isTags(_ term: BaseTerm) -> Bool {
        switch term {
        case .name(let name): isTagsKey(name)
        case .member(let owner, let name): isTagsKey(name) && holdsTags(owner) ?? true
        case .element(let owner, .literal(let name)): isTagsKey(name) && holdsTags(owner) ?? false
        case .call(.name(let name), let arguments):
            isOne(name, of: ["list"]) && arguments.count == 1 && isTags(arguments[0])
        default: false
        }
    }

    /// Nil if it is not known by a name.
    private func holdsTags(_ owner: BaseTerm) -> Bool? {
        switch owner {
        case .name(let name), .member(_, let name): isOne(name, of: ["note", "file", "this"])
        default: nil
        }
    }

    /// Whether the value may be a tag, or a list of tags.
    func carries(_ term: BaseTerm) -> Bool {
        switch term {
        case .literal, .pattern, .signed, .pair(.logic, _, _), .pair(.comparison, _, _): false
        case .name: carriesItself(term)
        case .member(let owner, _), .element(let owner, .literal): carriesItself(term) || carries(owner)
        case .call(.name(let name), let arguments):
            isOne(name, of: ["if"])
                ? arguments.dropFirst().contains(where: carries)
                : !isOne(name, of: Self.functions) && arguments.contains(where: carries)
        case .call(.member(let owner, let name), let arguments):
            !isOne(name, of: Self.tests) && (carries(owner) || arguments.contains(where: mentions))
        case .list, .pair(.sum, _, _), .element, .call: term.parts.contains(where: carries)
        }
    }

    /// Whether its own name says so.
    private func carriesItself(_ term: BaseTerm) -> Bool {
        switch term {
        // In a summary, `values` are those of any property.
        case .name(let name):
            isOne(name, of: ["tags", "values"]) || formulas.mayBeTags && isOne(name, of: ["formula"])
        case .member(_, let name), .element(_, .literal(let name)): isTagsKey(name)
        default: false
        }
    }

    /// Whether tags are used in it in a way that may concern a text beside it.
    private func mentions(_ term: BaseTerm) -> Bool {
        switch term {
        case .name, .member(_, _), .element(_, .literal):
            if carriesItself(term) { return true }
        case .call(.member(_, let name), let arguments):
            if isOne(name, of: Self.functions), !arguments.allSatisfy(\.isConstant) { return true }
        default: break
        }
        return term.parts.contains(where: mentions)
    }
}
