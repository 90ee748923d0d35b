/// The text of an open document, with conversions to and from the client's positions.
package struct DocumentText: Sendable {
    /// The unit of `character` in a position.
    package enum Encoding: String, Sendable {
        case utf8 = "utf-8"
        case utf16 = "utf-16"
    }

    package private(set) var bytes: [UInt8]
    let encoding: Encoding
    private var lines: TextLines

    package init(_ bytes: [UInt8], _ encoding: Encoding) {
        (self.bytes, self.encoding) = (bytes, encoding)
        lines = TextLines(bytes)
    }

    // MARK: Positions

    package func position(of offset: Int) -> TextLines.Position {
        var position = lines.position(of: offset)
        guard encoding == .utf8 else { return position }
        var start = min(max(offset, 0), bytes.count)
        // An offset inside a character is rounded down to its start.
        while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        let lineStart = bytes[..<start].lastIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? 0
        position.character = start - lineStart
        return position
    }

    /// The byte offset of a position. If it does not exist, the end of its line, or of the text.
    package func offset(of position: TextLines.Position) -> Int {
        guard encoding == .utf8 else { return lines.offset(of: position) }
        guard 0..<lines.count ~= position.line else { return position.line < 0 ? 0 : bytes.count }
        let line = lines.bytes(of: position.line..<position.line + 1)
        var end = line.upperBound
        if end > line.lowerBound, bytes[end - 1] == Ascii.lineFeed { end -= 1 }
        if end > line.lowerBound, end < bytes.count, bytes[end - 1] == Ascii.carriageReturn { end -= 1 }
        var offset = min(line.lowerBound + min(max(position.character, 0), bytes.count), end)
        while offset > line.lowerBound, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
    }

    /// The offset of a problem's line and column, which count from 1, in Unicode scalars, without a byte order mark.
    func offset(ofLine line: Int, column: Int) -> Int {
        guard 0..<lines.count ~= line - 1 else { return line < 1 ? 0 : bytes.count }
        let range = lines.bytes(of: line - 1..<line)
        var offset = range.lowerBound + (line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        var rest = column - 1
        while rest > 0, offset < range.upperBound, bytes[offset] != Ascii.lineFeed {
            offset += 1
            while offset < range.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
            rest -= 1
        }
        return offset
    }

    /// From an offset to the end of its line, without trailing blanks.
    func restOfLine(from offset: Int) -> Range<Int> {
        let end = bytes[offset...].firstIndex(of: Ascii.lineFeed) ?? bytes.count
        let last = bytes[offset..<end].lastIndex { !Ascii.isBlankOrBreak($0) }
        return offset..<(last.map { $0 + 1 } ?? offset)
    }

    // MARK: Changes

    /// Applies an element of `contentChanges`: new text for a range, or for the whole document.
    ///
    /// - Returns: false if the element is invalid; the document is then unchanged.
    package mutating func apply(_ change: JSON) -> Bool {
        guard let text = change["text"].string else { return false }
        guard let given = change.member("range"), given != .null else {
            self = DocumentText(Array(text.utf8), encoding)
            return true
        }
        guard let range = range(given) else { return false }
        var bytes = bytes
        bytes.replaceSubrange(range, with: text.utf8)
        self = DocumentText(bytes, encoding)
        return true
    }

    /// The bytes of an LSP range; nil if the JSON is not a range.
    func range(_ range: JSON) -> Range<Int>? {
        guard let start = TextLines.Position(range["start"]), let end = TextLines.Position(range["end"]) else {
            return nil
        }
        let (first, last) = (offset(of: start), offset(of: end))
        return min(first, last)..<max(first, last)
    }

    func json(_ range: Range<Int>) -> JSON {
        ["start": position(of: range.lowerBound).json, "end": position(of: range.upperBound).json]
    }

    // MARK: Edits

    /// The smallest edits that turn the text into other bytes.
    ///
    /// A byte order mark does not count, because editors do not show it. If an edit would begin or end between CR and
    /// LF, which positions cannot express, the whole text is replaced.
    ///
    /// - Returns: nil if the new text is not UTF-8.
    func edits(to after: [UInt8]) -> [JSON]? {
        var edits: [JSON] = []
        var splices: [Splice] = []
        for splice in Splice.changes(from: bytes, to: after) {
            guard let text = String(validating: splice.bytes, as: UTF8.self) else { return nil }
            let (start, end) = (position(of: splice.range.lowerBound), position(of: splice.range.upperBound))
            edits.append(["range": ["start": start.json, "end": end.json], "newText": .string(text)])
            splices.append(Splice(offset(of: start)..<max(offset(of: start), offset(of: end)), splice.bytes))
        }
        if (try? SpliceSet(splices))?.applied(to: bytes) == after { return edits }
        guard let text = String(validating: after, as: UTF8.self) else { return nil }
        return [["range": json(0..<bytes.count), "newText": .string(text)]]
    }
}

extension TextLines.Position {
    /// An LSP position; nil if the JSON is not one.
    init?(_ json: JSON) {
        guard let line = json["line"].int, let character = json["character"].int else { return nil }
        self.init(line: line, character: character)
    }

    var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}
