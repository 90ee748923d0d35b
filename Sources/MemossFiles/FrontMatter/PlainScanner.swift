internal import Bytes

/// Parses the subset of YAML that nearly every file uses (unindented keys with one-line values and flat lists), about 20
/// times as fast as libyaml. At the first byte of anything else it gives up, and libyaml parses the document.
///
/// The invariant, under test: its nodes are identical to those built from libyaml's events. A scanner can parse any
/// number of documents and reuses its memory.
package struct PlainScanner {
    private var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var end = 0
    private var position = 0
    /// The nodes of the last document, if it could be parsed.
    package private(set) var nodes: [Node] = []
    package private(set) var entries: [YAMLDocument.Entry] = []

    static func scan(_ bytes: [UInt8], range: Range<Int>) -> YAMLDocument? {
        var scanner = PlainScanner()
        guard bytes.withUnsafeBufferPointer({ scanner.scan($0, range: range) }) else { return nil }
        return scanner.document(of: bytes, range: range)
    }

    package init() {
        nodes.reserveCapacity(24)
        entries.reserveCapacity(10)
    }

    /// Parses the document at `range`; false if it is not in the subset. `bytes` is not retained.
    package mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>) -> Bool {
        guard range.count <= YAMLDocument.maximumSize else { return false }
        nodes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
        defer { self.bytes = UnsafeBufferPointer(start: nil, count: 0) }
        return scanRoot()
    }

    /// The scanned document as a value of its own.
    package func document(of bytes: [UInt8], range: Range<Int>) -> YAMLDocument {
        var document = YAMLDocument(bytes: bytes, range: range)
        document.nodes = nodes
        document.entries = entries
        return document
    }

    // Inlined, because a call would retain the arrays: these are called for every key of every file.

    /// The text of a scalar of the scanned document, without quotes.
    @inline(__always)
    func text(of node: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard case .source(let start, let end) = nodes[node].value else {
            return UnsafeBufferPointer(rebasing: bytes[..<0])
        }
        return UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(end)])
    }

    /// The value of an entry itself, or the items of a list. The lists of the subset are flat.
    @inline(__always)
    func items(of entry: YAMLDocument.Entry) -> Range<Int> {
        let value = nodes[entry.value]
        return value.kind == .sequence ? entry.value + 1..<Int(value.subtreeEnd) : entry.value..<entry.value + 1
    }

    /// Whether a plain scalar is null.
    package static func isNull(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        value.isEmpty || value.count <= 4 && ["~", "null", "Null", "NULL"].contains { value.elementsEqual($0.utf8) }
    }

    // MARK: Lines

    private mutating func scanRoot() -> Bool {
        guard skipEmptyLines() else { return false }
        guard position < end else { return true }
        nodes.append(collection(.mapping, .block, at: position))
        while position < end {
            guard scanEntry(), skipEmptyLines() else { return false }
        }
        if let last = entries.last { nodes[0].end = nodes[last.value].end }
        nodes[0].subtreeEnd = Int32(nodes.count)
        return true
    }

    /// Skips blank lines and comments; false at a tab or a byte that libyaml may reject.
    private mutating func skipEmptyLines() -> Bool {
        while position < end {
            var index = position
            while index < end, bytes[index] == Ascii.blank { index += 1 }
            guard index < end else {
                position = end
                return true
            }
            if bytes[index] == Ascii.hash {
                position = index
                guard skipComment() else { return false }
            } else if let next = lineBreak(at: index) {
                position = next
            } else {
                return true
            }
        }
        return true
    }

    private mutating func scanEntry() -> Bool {
        let start = position
        guard isKeyStart(bytes[start]) else { return false }
        var index = start + 1
        while index < end, isKeyByte(bytes[index]) { index += 1 }
        guard index < end, bytes[index] == Ascii.colon, index - start < 128 else { return false }
        entries.append(YAMLDocument.Entry(key: nodes.count, value: nodes.count + 1))
        append(.plain, from: start, to: index, isInFlow: false)
        let afterColon = index + 1
        position = afterColon
        skipBlanks()
        guard position < end else {
            append(.plain, from: afterColon, to: afterColon, isInFlow: false)
            return true
        }
        if position == afterColon, lineBreak(at: position) == nil { return false }
        if bytes[position] == Ascii.hash || lineBreak(at: position) != nil {
            guard endLine(after: afterColon) else { return false }
            return scanBlockSequence(orEmptyAt: afterColon)
        }
        let isFlow = bytes[position] == Ascii.openBracket
        guard isFlow ? scanFlowSequence() : scanScalar(isInFlow: false) else { return false }
        return endLine(after: position) && isAtMargin()
    }

    /// Parses the items below a key whose line ends with the colon; adds an empty value if there are none.
    private mutating func scanBlockSequence(orEmptyAt afterColon: Int) -> Bool {
        var sequence: Int?
        var indentation = 0
        while true {
            guard skipEmptyLines() else { return false }
            let line = position
            skipBlanks()
            let isItem = position + 1 < end && bytes[position] == Ascii.dash && bytes[position + 1] == Ascii.blank
            guard isItem, sequence == nil || position - line == indentation else {
                // Any other indented line is a mapping or a continued scalar.
                guard position == line || position >= end else { return false }
                position = line
                break
            }
            if sequence == nil {
                sequence = nodes.count
                indentation = position - line
                nodes.append(collection(.sequence, .block, at: position))
            }
            position += 1
            skipBlanks()
            guard position < end, scanScalar(isInFlow: false), endLine(after: position) else { return false }
        }
        if let sequence {
            nodes[sequence].end = nodes[nodes.count - 1].end
            nodes[sequence].subtreeEnd = Int32(nodes.count)
        } else {
            append(.plain, from: afterColon, to: afterColon, isInFlow: false)
        }
        return true
    }

    // MARK: Values

    private mutating func scanFlowSequence() -> Bool {
        let sequence = nodes.count
        nodes.append(collection(.sequence, .flow, at: position))
        position += 1
        skipBlanks()
        while position < end, bytes[position] != Ascii.closeBracket {
            guard scanScalar(isInFlow: true) else { return false }
            skipBlanks()
            guard position < end else { return false }
            if bytes[position] == Ascii.comma {
                position += 1
                skipBlanks()
                guard position < end, bytes[position] != Ascii.closeBracket else { return false }
            } else if bytes[position] != Ascii.closeBracket {
                return false
            }
        }
        guard position < end else { return false }
        position += 1
        nodes[sequence].end = Int32(position)
        nodes[sequence].subtreeEnd = Int32(nodes.count)
        return true
    }

    /// Parses a scalar on one line; `position` is then directly after it.
    private mutating func scanScalar(isInFlow: Bool) -> Bool {
        let first = bytes[position]
        if first == Ascii.quote || first == Ascii.apostrophe { return scanQuoted(first, isInFlow: isInFlow) }
        guard isPlainStart(first) else { return false }
        let start = position
        var last = start
        while true {
            // The most common characters have no special meaning anywhere.
            let plain = endOfWords(from: position)
            if plain > position {
                last = bytes[plain - 1] == Ascii.blank ? lastInk(before: plain, from: position) ?? last : plain
                position = plain
            }
            guard position < end else { break }
            let byte = bytes[position]
            if byte == Ascii.lineFeed || byte == Ascii.carriageReturn { break }
            if byte == Ascii.hash, bytes[position - 1] == Ascii.blank { break }
            if isInFlow {
                if byte == Ascii.comma || byte == Ascii.closeBracket { break }
                guard isFlowPlainByte(byte) else { return false }
            } else if byte == Ascii.colon {
                guard position + 1 < end, !Ascii.isBlankOrBreak(bytes[position + 1]) else { return false }
            }
            guard stepOverCharacter() else { return false }
            last = position
        }
        position = last
        append(.plain, from: start, to: last, isInFlow: isInFlow)
        return true
    }

    private mutating func scanQuoted(_ mark: UInt8, isInFlow: Bool) -> Bool {
        let start = position
        position += 1
        while position < end, bytes[position] != mark {
            guard bytes[position] != Ascii.backslash || mark == Ascii.apostrophe else { return false }
            guard stepOverCharacter() else { return false }
        }
        guard position < end else { return false }
        position += 1
        if position < end, bytes[position] == mark { return false }
        append(mark == Ascii.quote ? .doubleQuoted : .singleQuoted, from: start, to: position, isInFlow: isInFlow)
        return true
    }

    // MARK: Bytes

    /// The offset after letters, digits, dashes and blanks.
    private func endOfWords(from start: Int) -> Int {
        var index = start
        while index < end {
            let byte = bytes[index]
            guard isLetter(byte) || byte &- UInt8(ascii: "0") < 10 || byte == Ascii.dash || byte == Ascii.blank else {
                break
            }
            index += 1
        }
        return index
    }

    /// The offset after the last non-blank byte.
    private func lastInk(before end: Int, from start: Int) -> Int? {
        var index = end
        while index > start, bytes[index - 1] == Ascii.blank { index -= 1 }
        return index > start ? index : nil
    }

    /// Expects only blanks and an optional comment, preceded by a blank, between `offset` and the end of the line.
    private mutating func endLine(after offset: Int) -> Bool {
        position = offset
        skipBlanks()
        guard position < end else { return true }
        if bytes[position] == Ascii.hash { return position > offset && skipComment() }
        guard let next = lineBreak(at: position) else { return false }
        position = next
        return true
    }

    /// Whether the next line with content is unindented; otherwise it continues the value.
    private mutating func isAtMargin() -> Bool {
        guard skipEmptyLines() else { return false }
        return position >= end || bytes[position] != Ascii.blank
    }

    private mutating func skipComment() -> Bool {
        while position < end {
            if let next = lineBreak(at: position) {
                position = next
                return true
            }
            guard stepOverCharacter() else { return false }
        }
        return true
    }

    private mutating func skipBlanks() {
        while position < end, bytes[position] == Ascii.blank { position += 1 }
    }

    /// The offset after the LF or CR LF at `index`.
    private func lineBreak(at index: Int) -> Int? {
        if bytes[index] == Ascii.lineFeed { return index + 1 }
        guard bytes[index] == Ascii.carriageReturn, index + 1 < end, bytes[index + 1] == Ascii.lineFeed else {
            return nil
        }
        return index + 2
    }

    /// Skips one character that libyaml's reader accepts and that is not a line break; a tab is left to libyaml.
    private mutating func stepOverCharacter() -> Bool {
        let byte = bytes[position]
        if byte < 0x80 {
            position += 1
            return byte >= 0x20 && byte != 0x7F
        }
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        guard byte >= 0xC2, byte <= 0xF4, position + length <= end else { return false }
        var value = UInt32(byte) & (0x7F >> UInt32(length))
        for index in position + 1..<position + length {
            guard bytes[index] & 0xC0 == 0x80 else { return false }
            value = value << 6 | UInt32(bytes[index] & 0x3F)
        }
        position += length
        switch (length, value) {
        case (2, 0xA0...): return true
        case (3, 0x800..<0x2028), (3, 0x202A..<0xD800), (3, 0xE000..<0xFEFF), (3, 0xFF00...0xFFFD): return true
        case (4, 0x10000...0x10FFFF): return true
        default: return false
        }
    }

    private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    private func isKeyStart(_ byte: UInt8) -> Bool { isLetter(byte) || byte == UInt8(ascii: "_") }

    private func isKeyByte(_ byte: UInt8) -> Bool {
        isKeyStart(byte) || byte == Ascii.dash || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private func isPlainStart(_ byte: UInt8) -> Bool {
        isKeyStart(byte) || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte >= 0x80
            || byte == Ascii.slash || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "+")
    }

    private func isFlowPlainByte(_ byte: UInt8) -> Bool {
        isPlainStart(byte) || byte == Ascii.dash || byte == Ascii.dot || byte == UInt8(ascii: ")")
    }

    // MARK: Nodes

    private mutating func append(_ style: Node.Style, from start: Int, to end: Int, isInFlow: Bool) {
        let inset = style == .plain ? 0 : 1
        nodes.append(
            Node(
                kind: .scalar,
                style: style,
                isInFlow: isInFlow,
                start: Int32(start),
                content: Int32(start),
                end: Int32(end),
                subtreeEnd: Int32(nodes.count + 1),
                value: .source(start: Int32(start + inset), end: Int32(end - inset)),
                properties: -1
            )
        )
    }

    private func collection(_ kind: Node.Kind, _ style: Node.Style, at start: Int) -> Node {
        Node(
            kind: kind,
            style: style,
            isInFlow: false,
            start: Int32(start),
            content: Int32(start),
            end: Int32(start),
            subtreeEnd: 0,
            value: .source(start: Int32(start), end: Int32(start)),
            properties: -1
        )
    }
}
