internal import Bytes

/// Reads the XML of an untrusted server (XML 1.0 with namespaces): elements and text alone. A document type, an entity of its own,
/// another encoding than UTF-8, or anything that is not well formed ends the reading.
struct XMLReader {
    /// The name of an element: its namespace, which is a URI, and its local name.
    struct Name: Sendable, Hashable {
        var space: String
        var local: String
    }

    enum Event: Sendable, Hashable {
        case start(Name)
        case text(String)
        case end(Name)
    }

    struct Malformed: Error {
        /// In bytes, from 0.
        var offset: Int
    }

    /// No answer of a server nests as deeply.
    static let deepest = 64

    private let bytes: [UInt8]
    private var index = 0
    private var open: [(written: String, name: Name, spaces: [String: String])] = []
    /// The end of an element that was written as one tag.
    private var pending: Event?
    private var hasRoot = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Nil at the end of the document.
    mutating func next() throws(Malformed) -> Event? {
        if let event = pending {
            pending = nil
            open.removeLast()
            return event
        }
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else {
                let text = try text()
                if !open.isEmpty { return .text(text) }
                guard text.utf8.allSatisfy(Ascii.isBlankOrBreak) else { throw fault }
                continue
            }
            if skip("<!--") {
                try pass("-->")
            } else if skip("<![CDATA[") {
                guard !open.isEmpty else { throw fault }
                let start = index
                try pass("]]>")
                return .text(try string(start..<index - 3))
            } else if skip("<?") {
                let start = index
                try pass("?>")
                try check(declaration: try string(start..<index - 2))
            } else if skip("</") {
                return try endTag()
            } else {
                return try startTag()
            }
        }
        guard open.isEmpty, hasRoot else { throw fault }
        return nil
    }

    private var fault: Malformed { Malformed(offset: min(index, bytes.count)) }

    private mutating func skip(_ word: String) -> Bool {
        guard bytes[index...].starts(with: word.utf8) else { return false }
        index += word.utf8.count
        return true
    }

    private mutating func pass(_ end: String) throws(Malformed) {
        while index < bytes.count {
            if skip(end) { return }
            index += 1
        }
        throw fault
    }

    private func string(_ range: Range<Int>) throws(Malformed) -> String {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw Malformed(offset: range.lowerBound)
        }
        return text
    }

    /// Only UTF-8 is read.
    private func check(declaration: String) throws(Malformed) {
        guard declaration.hasPrefix("xml"), let start = declaration.firstRange(of: "encoding")?.upperBound else {
            return
        }
        let value = declaration[start...].drop { "= \t\r\n\"'".contains($0) }.prefix { !"\"' ".contains($0) }
        guard ["utf-8", "utf8", "us-ascii"].contains(value.lowercased()) else { throw fault }
    }

    // MARK: Tags

    private mutating func startTag() throws(Malformed) -> Event {
        index += 1
        // A document type, `<!DOCTYPE`, has no name here.
        let written = try name()
        guard open.count < Self.deepest, !(open.isEmpty && hasRoot) else { throw fault }
        hasRoot = true
        var spaces = open.last?.spaces ?? [:]
        var seen: Set<String> = []
        while true {
            let isApart = skipBlanks()
            if skip("/>") {
                let name = try resolved(written, spaces)
                open.append((written, name, spaces))
                pending = .end(name)
                return .start(name)
            }
            if skip(">") {
                let name = try resolved(written, spaces)
                open.append((written, name, spaces))
                return .start(name)
            }
            guard isApart else { throw fault }
            let (attribute, value) = try attribute()
            guard seen.insert(attribute).inserted else { throw fault }
            if attribute == "xmlns" { spaces[""] = value }
            if attribute.hasPrefix("xmlns:") { spaces[String(attribute.dropFirst(6))] = value }
        }
    }

    private mutating func endTag() throws(Malformed) -> Event {
        let written = try name()
        _ = skipBlanks()
        guard skip(">"), let last = open.popLast(), last.written == written else { throw fault }
        return .end(last.name)
    }

    private func resolved(_ written: String, _ spaces: [String: String]) throws(Malformed) -> Name {
        let parts = written.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 1 { return Name(space: spaces[""] ?? "", local: written) }
        guard let space = spaces[parts[0]] else { throw fault }
        return Name(space: space, local: parts[1])
    }

    private mutating func attribute() throws(Malformed) -> (name: String, value: String) {
        let name = try name()
        _ = skipBlanks()
        guard skip("=") else { throw fault }
        _ = skipBlanks()
        guard
            let quote = [UInt8(ascii: "\""), UInt8(ascii: "'")].first(where: {
                index < bytes.count && bytes[index] == $0
            })
        else { throw fault }
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != quote, bytes[index] != UInt8(ascii: "<") { index += 1 }
        guard index < bytes.count, bytes[index] == quote else { throw fault }
        index += 1
        return (name, try unescaped(start..<index - 1))
    }

    private mutating func name() throws(Malformed) -> String {
        let start = index
        while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
        guard start < index, !"-.0123456789".utf8.contains(bytes[start]) else { throw fault }
        return try string(start..<index)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        Ascii.isAlphanumeric(byte) || byte >= 0x80 || "_:-.".utf8.contains(byte)
    }

    private mutating func skipBlanks() -> Bool {
        let start = index
        while index < bytes.count, Ascii.isBlankOrBreak(bytes[index]) { index += 1 }
        return index > start
    }

    // MARK: Text

    private mutating func text() throws(Malformed) -> String {
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
        return try unescaped(start..<index)
    }

    private func unescaped(_ range: Range<Int>) throws(Malformed) -> String {
        guard let first = bytes[range].firstIndex(of: UInt8(ascii: "&")) else { return try string(range) }
        var text = try string(range.lowerBound..<first)
        var start = first
        while start < range.upperBound {
            // The longest is `&#x10FFFF;`.
            guard let end = bytes[start..<min(start + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";")) else {
                throw Malformed(offset: start)
            }
            guard let scalar = Self.scalar(named: try string(start + 1..<end)) else { throw Malformed(offset: start) }
            text.unicodeScalars.append(scalar)
            start = bytes[end..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) ?? range.upperBound
            text += try string(end + 1..<start)
        }
        return text
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let isHexadecimal = name.hasPrefix("#x")
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            guard digits.utf8.allSatisfy(Ascii.isAlphanumeric) else { return nil }
            return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
        }
    }
}
