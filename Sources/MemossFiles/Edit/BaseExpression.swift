internal import Bytes

/// The tags that an expression of Obsidian's Bases names, such as `file.hasTag("a", "b")` or `tags.contains("a")`.
///
/// It is read in the bytes of its YAML scalar, where the quotes of a text in the expression may be escaped. No tag needs an
/// escape, so the bytes of one are its name in every style.
struct BaseExpression {
    /// A text in the expression.
    struct Literal {
        enum Meaning {
            /// It stands where a tag does.
            case tag
            /// The expression uses it beside tags, but mm does not know how.
            case doubtful
            case other
        }

        /// Without the quotes.
        var range: Range<Int>
        var meaning: Meaning
    }

    private enum Token {
        case word(Range<Int>)
        case literal(Range<Int>)
        case mark(UInt8)
    }

    private let bytes: ArraySlice<UInt8>
    private let style: Node.Style
    private(set) var literals: [Literal] = []

    /// - Parameter bytes: the contents of the scalar as written, without the quotes around it.
    init(_ bytes: ArraySlice<UInt8>, style: Node.Style) {
        (self.bytes, self.style) = (bytes, style)
        let tokens = scan()
        // The calls around a token, innermost last: whether a text directly in one is a tag.
        var calls: [Bool] = []
        // Where the condition of the last texts begins in `literals`, and whether it is about tags in some other way.
        var (start, isAboutTags) = (0, false)
        func conclude() {
            for index in start..<literals.count where isAboutTags && literals[index].meaning == .other {
                literals[index].meaning = .doubtful
            }
            (start, isAboutTags) = (literals.count, false)
        }
        for (number, token) in tokens.enumerated() {
            switch token {
            case .mark(UInt8(ascii: "(")): calls.append(Self.takesTags(tokens[..<number], bytes))
            case .mark(Ascii.openBracket): calls.append(calls.last ?? false)
            case .mark(UInt8(ascii: ")")), .mark(Ascii.closeBracket): _ = calls.popLast()
            case .mark(UInt8(ascii: "&")), .mark(UInt8(ascii: "|")): conclude()
            case .mark(Ascii.comma): if calls.last != true { conclude() }
            case .mark: break
            case .word(let range): if bytes[range].elementsEqual("tags".utf8) { isAboutTags = true }
            case .literal(let range):
                let isTag = calls.last == true && Self.isElement(tokens, number)
                literals.append(Literal(range: range, meaning: isTag ? .tag : calls.last == true ? .doubtful : .other))
            }
        }
        conclude()
    }

    private static let functions = ["hasTag", "taggedWith", "tagged_with"]
    private static let lists = ["contains", "containsAny", "containsAll"]

    /// Whether the texts in the call that begins behind the tokens are tags: of `hasTag`, or of `contains` of a list of tags.
    private static func takesTags(_ tokens: ArraySlice<Token>, _ bytes: ArraySlice<UInt8>) -> Bool {
        guard case .word(let name)? = tokens.last else { return false }
        if functions.contains(where: { bytes[name].elementsEqual($0.utf8) }) { return true }
        guard lists.contains(where: { bytes[name].elementsEqual($0.utf8) }) else { return false }
        guard case .mark(Ascii.dot)? = tokens.dropLast().last else { return false }
        let before = tokens.dropLast(2)
        guard case .mark(UInt8(ascii: ")"))? = before.last else { return isList(before, bytes) }
        // `list(tags)`
        guard let open = before.lastIndex(where: { if case .mark(UInt8(ascii: "(")) = $0 { true } else { false } }),
            open > before.startIndex, case .word(let name) = before[open - 1], bytes[name].elementsEqual("list".utf8),
            !endWithDot(before[..<(open - 1)])
        else { return false }
        return isList(before[(open + 1)...].dropLast(), bytes)
    }

    /// Whether the tokens end with the tags of a file: `tags`, `note.tags`, `file.tags`, `this.file.tags`; not `formula.tags`.
    private static func isList(_ tokens: ArraySlice<Token>, _ bytes: ArraySlice<UInt8>) -> Bool {
        guard case .word(let range)? = tokens.last, bytes[range].elementsEqual("tags".utf8) else { return false }
        guard endWithDot(tokens.dropLast()), case .word(let owner)? = tokens.dropLast(2).last else { return true }
        return ["note", "file", "this"].contains { bytes[owner].elementsEqual($0.utf8) }
    }

    private static func endWithDot(_ tokens: ArraySlice<Token>) -> Bool {
        if case .mark(Ascii.dot)? = tokens.last { true } else { false }
    }

    /// Whether a text is an argument or an element of its own, and no part of a sum or of a call on it.
    private static func isElement(_ tokens: [Token], _ number: Int) -> Bool {
        func isBoundary(_ token: Token?, _ marks: StaticString) -> Bool {
            guard case .mark(let mark)? = token else { return false }
            return (0..<marks.utf8CodeUnitCount).contains { marks.utf8Start[$0] == mark }
        }
        return isBoundary(number > 0 ? tokens[number - 1] : nil, "([,")
            && isBoundary(number + 1 < tokens.count ? tokens[number + 1] : nil, ")],")
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
                if byte == Ascii.closeBracket, let property = self.property(tokens) {
                    tokens.replaceSubrange((tokens.count - 2)..., with: [.mark(Ascii.dot), .word(property)])
                } else if !Ascii.isBlankOrBreak(byte) {
                    tokens.append(.mark(byte))
                }
                place += 1
            }
        }
        return tokens
    }

    /// `note["tags"]` is `note.tags`.
    private func property(_ tokens: [Token]) -> Range<Int>? {
        guard case .literal(let name)? = tokens.last, bytes[name].elementsEqual("tags".utf8),
            case .mark(Ascii.openBracket)? = tokens.dropLast().last, case .word? = tokens.dropLast(2).last
        else { return nil }
        return name
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
