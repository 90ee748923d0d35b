internal import Bytes

extension JSON {
    /// Parses a JSON text: one value, with blanks around it.
    ///
    /// - Throws: a `ParseError` with the offset of the fault.
    package init(parsing bytes: [UInt8]) throws(ParseError) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
    }

    /// Parses an array, or a sequence of values, with or without commas between them.
    ///
    /// - Returns: each value with the offset at which it begins.
    /// - Throws: a `ParseError` with the offset of the fault.
    package static func values(parsing bytes: [UInt8]) throws(ParseError) -> [(offset: Int, value: JSON)] {
        var parser = JSONParser(bytes: bytes)
        return try parser.values()
    }
}

/// A parser of RFC 8259. Lone surrogates become U+FFFD.
private struct JSONParser {
    let bytes: [UInt8]
    var index = 0
    var depth = 0

    /// The parser is recursive, so the depth is limited. No LSP message is nested nearly as deeply.
    private static let maximumDepth = 256

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(ParseError) -> JSON {
        let value = try value()
        skipBlanks()
        guard index == bytes.count else { throw fault("expected the end of the text") }
        return value
    }

    mutating func values() throws(ParseError) -> [(offset: Int, value: JSON)] {
        let isArray = take(Ascii.openBracket)
        var values: [(offset: Int, value: JSON)] = []
        skipBlanks()
        while let byte = current, !isArray || byte != Ascii.closeBracket {
            let offset = index
            values.append((offset, try value()))
            guard take(Ascii.comma) || !isArray || current == Ascii.closeBracket else {
                throw fault("expected ',' or ']'")
            }
            skipBlanks()
        }
        guard !isArray || take(Ascii.closeBracket) else { throw fault("expected ',' or ']'") }
        skipBlanks()
        guard index == bytes.count else { throw fault("expected the end of the text") }
        return values
    }

    private func fault(_ expectation: String) -> ParseError {
        ParseError("not JSON at byte \(index): \(expectation)", offset: index)
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() { while let byte = current, Ascii.isBlankOrBreak(byte) { index += 1 } }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard current == byte else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(ParseError) -> JSON {
        skipBlanks()
        switch current {
        case UInt8(ascii: "{"):
            return .object(try nested { (parser: inout JSONParser) throws(ParseError) in try parser.members() })
        case Ascii.openBracket:
            return .array(try nested { (parser: inout JSONParser) throws(ParseError) in try parser.elements() })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested<Value>(
        _ body: (inout JSONParser) throws(ParseError) -> Value
    ) throws(ParseError) -> Value {
        guard depth < Self.maximumDepth else { throw fault("it is nested too deeply") }
        (depth, index) = (depth + 1, index + 1)
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func members() throws(ParseError) -> [JSON.Member] {
        var members: [JSON.Member] = []
        if take(UInt8(ascii: "}")) { return members }
        while true {
            skipBlanks()
            guard current == UInt8(ascii: "\"") else { throw fault("expected a key") }
            let key = try string()
            guard take(Ascii.colon) else { throw fault("expected ':'") }
            members.append(JSON.Member(key: key, value: try value()))
            if take(Ascii.comma) { continue }
            guard take(UInt8(ascii: "}")) else { throw fault("expected ',' or '}'") }
            return members
        }
    }

    private mutating func elements() throws(ParseError) -> [JSON] {
        var elements: [JSON] = []
        if take(Ascii.closeBracket) { return elements }
        while true {
            elements.append(try value())
            if take(Ascii.comma) { continue }
            guard take(Ascii.closeBracket) else { throw fault("expected ',' or ']'") }
            return elements
        }
    }

    private mutating func word(_ word: String, _ value: JSON) throws(ParseError) -> JSON {
        guard bytes[index...].starts(with: word.utf8) else { throw fault("expected a value") }
        index += word.utf8.count
        return value
    }

    private mutating func number() throws(ParseError) -> JSON {
        let start = index
        while let byte = current, Ascii.isDigit(byte) || "+-.eE".utf8.contains(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        let digits = text.utf8.first == Ascii.dash ? text.utf8.dropFirst() : text.utf8[...]
        let hasZero =
            digits.count > 1 && digits.first == UInt8(ascii: "0") && digits.dropFirst().first.map(Ascii.isDigit) == true
        guard digits.first.map(Ascii.isDigit) == true, digits.last.map(Ascii.isDigit) == true, !hasZero else {
            index = start
            throw fault("expected a value")
        }
        if let integer = Int(text) { return .integer(integer) }
        guard let number = Double(text) else {
            index = start
            throw fault("expected a number")
        }
        return .number(number)
    }

    // MARK: Strings

    private mutating func string() throws(ParseError) -> String {
        index += 1
        var start = index
        var text: [UInt8] = []
        while let byte = current, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw fault("a string cannot contain a control character") }
            guard byte == Ascii.backslash else {
                index += 1
                continue
            }
            text += bytes[start..<index]
            try escape(to: &text)
            start = index
        }
        guard index < bytes.count else { throw fault("expected '\"'") }
        defer { index += 1 }
        // Reject invalid UTF-8 instead of replacing it, because replacements would change offsets.
        let whole = text.isEmpty ? bytes[start..<index] : text[...] + bytes[start..<index]
        guard let string = String(validating: whole, as: UTF8.self) else { throw fault("the string is not UTF-8") }
        return string
    }

    private mutating func escape(to text: inout [UInt8]) throws(ParseError) {
        index += 1
        guard let byte = current else { throw fault("expected an escape") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), Ascii.backslash, Ascii.slash: text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(Ascii.lineFeed)
        case UInt8(ascii: "r"): text.append(Ascii.carriageReturn)
        case UInt8(ascii: "t"): text.append(Ascii.tab)
        case UInt8(ascii: "u"): text += String(try scalar()).utf8
        default:
            index -= 1
            throw fault("expected an escape")
        }
    }

    private mutating func scalar() throws(ParseError) -> Unicode.Scalar {
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let start = index
        guard 0xD800..<0xDC00 ~= unit, bytes[index...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
        index += 2
        let low = try codeUnit()
        if 0xDC00..<0xE000 ~= low {
            return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00) ?? "\u{FFFD}"
        }
        index = start
        return "\u{FFFD}"
    }

    private mutating func codeUnit() throws(ParseError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Self.hexValue(byte) else {
                throw fault("expected four hexadecimal digits")
            }
            unit = unit << 4 | digit
            index += 1
        }
        return unit
    }

    private static func hexValue(_ digit: UInt8) -> UInt16? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(digit) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(digit) - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(digit) - 0x37
        default: nil
        }
    }
}
