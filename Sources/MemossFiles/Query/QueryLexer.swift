internal import Bytes

/// Splits a query into tokens: parentheses, a leading minus, words and quoted phrases.
struct QueryLexer {
    enum Token: Equatable {
        case open, close, minus
        /// `key` is the key before the colon; nil for a bare word or phrase.
        case word(key: String?, text: String, isQuoted: Bool)
    }

    struct Placed: Equatable {
        var token: Token
        /// In UTF-8 bytes from the start of the query.
        var offset: Int
    }

    private let bytes: [UInt8]
    private var position = 0

    static func tokens(of text: String) throws(ParseError) -> [Placed] {
        var lexer = QueryLexer(bytes: Array(text.utf8))
        return try lexer.run()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func run() throws(ParseError) -> [Placed] {
        var tokens: [Placed] = []
        while position < bytes.count {
            let start = position
            switch bytes[position] {
            case let byte where Ascii.isBlankOrBreak(byte):
                position += 1
            case UInt8(ascii: "("):
                position += 1
                tokens.append(Placed(token: .open, offset: start))
            case UInt8(ascii: ")"):
                position += 1
                tokens.append(Placed(token: .close, offset: start))
            case Ascii.dash where position + 1 < bytes.count && !Ascii.isBlankOrBreak(bytes[position + 1]):
                position += 1
                tokens.append(Placed(token: .minus, offset: start))
            default:
                tokens.append(Placed(token: try word(), offset: start))
            }
        }
        return tokens
    }

    private mutating func word() throws(ParseError) -> Token {
        var key: String?
        if bytes[position] == UInt8(ascii: "+"), position + 1 < bytes.count, isLetter(bytes[position + 1]) {
            // `+home`, as in `add`
            position += 1
            key = "tag"
        } else if bytes[position] == Ascii.quote {
            let text = try phrase()
            // A key that contains blanks: `"due date":2026`.
            guard position + 1 < bytes.count, bytes[position] == Ascii.colon,
                !Ascii.isBlankOrBreak(bytes[position + 1])
            else { return .word(key: nil, text: text, isQuoted: true) }
            position += 1
            key = text
        } else {
            key = self.key()
        }
        if key != nil, position < bytes.count, bytes[position] == Ascii.quote {
            return .word(key: key, text: try phrase(), isQuoted: true)
        }
        // `due:>="next monday"`
        if key != nil, let quote = bytes[position...].firstIndex(where: { !"<>=".utf8.contains($0) }),
            1...2 ~= quote - position, bytes[quote] == Ascii.quote
        {
            let mark = String(decoding: bytes[position..<quote], as: UTF8.self)
            position = quote
            return .word(key: key, text: mark + (try phrase()), isQuoted: true)
        }
        let start = position
        // A closing parenthesis belongs to a word if it is opened within the word: `title:foo(bar)`.
        var depth = 0
        while position < bytes.count, !Ascii.isBlankOrBreak(bytes[position]) {
            if bytes[position] == UInt8(ascii: "(") { depth += 1 }
            if bytes[position] == UInt8(ascii: ")") {
                if depth == 0 { break }
                depth -= 1
            }
            position += 1
        }
        return .word(key: key, text: String(decoding: bytes[start..<position], as: UTF8.self), isQuoted: false)
    }

    /// The word before a colon; `12:30` has no key.
    private mutating func key() -> String? {
        guard isLetter(bytes[position]) else { return nil }
        let end = bytes[position...].firstIndex { !isLetter($0) && !"0123456789-.".utf8.contains($0) }
        guard let end, bytes[end] == Ascii.colon else { return nil }
        defer { position = end + 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private mutating func phrase() throws(ParseError) -> String {
        let start = position
        guard let end = bytes[(start + 1)...].firstIndex(of: Ascii.quote) else {
            throw ParseError("this quote is never closed", offset: start)
        }
        position = end + 1
        return String(decoding: bytes[start + 1..<end], as: UTF8.self)
    }
}
