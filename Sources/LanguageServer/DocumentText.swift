internal import Bytes
package import MemossFiles

/// The text of an open document, with conversions to and from the client's positions.
package struct DocumentText: Sendable {
    /// The unit of `character` in a position.
    package enum Encoding: String, Sendable {
        case utf8 = "utf-8"
        case utf16 = "utf-16"

        fileprivate var unit: TextLines.Unit { self == .utf8 ? .bytes : .utf16 }
    }

    package private(set) var bytes: [UInt8]
    let encoding: Encoding
    private var lines: TextLines

    package init(_ bytes: [UInt8], _ encoding: Encoding) {
        (self.bytes, self.encoding) = (bytes, encoding)
        lines = TextLines(bytes)
    }

    // MARK: Positions

    package func position(of offset: Int) -> TextLines.Position { lines.position(of: offset, in: encoding.unit) }

    /// The byte offset of a position. If it does not exist, the end of its line, or of the text.
    package func offset(of position: TextLines.Position) -> Int { lines.offset(of: position, in: encoding.unit) }

    /// The offset of a problem's line and column, which count from 1, in Unicode scalars, without a byte order mark.
    func offset(ofLine line: Int, column: Int) -> Int {
        let mark = line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0
        return lines.offset(of: TextLines.Position(line: line - 1, character: column - 1 + mark), in: .scalars)
    }

    /// From an offset to the end of its line, without trailing blanks.
    func restOfLine(from offset: Int) -> Range<Int> {
        let rest = bytes[offset..<max(offset, lines.text(of: lines.line(of: offset)).upperBound)]
        return offset..<(rest.lastIndex { !Ascii.isBlankOrBreak($0) }.map { $0 + 1 } ?? offset)
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
    /// - Returns: nil if the new text is not UTF-8.
    func edits(to after: [UInt8]) -> [JSON]? { edits(by: Splice.changes(from: bytes, to: after)) }

    /// The edits that replace ranges.
    ///
    /// A byte order mark does not count, because editors do not show it. If an edit would begin or end between CR and
    /// LF, which positions cannot express, the whole text is replaced.
    ///
    /// - Returns: nil if the new text is not UTF-8.
    func edits(by splices: [Splice]) -> [JSON]? {
        guard splices.allSatisfy({ isExact($0.range.lowerBound) && isExact($0.range.upperBound) }) else {
            let after = (try? SpliceSet(splices))?.applied(to: bytes)
            return after.flatMap { self.edits(by: [Splice(0..<bytes.count, $0)]) }
        }
        var edits: [JSON] = []
        for splice in splices {
            guard let text = String(validating: splice.bytes, as: UTF8.self) else { return nil }
            edits.append(["range": json(splice.range), "newText": .string(text)])
        }
        return edits
    }

    /// Whether the position of an offset is that of no other.
    private func isExact(_ offset: Int) -> Bool { self.offset(of: position(of: offset)) == offset }
}

extension TextLines.Position {
    /// An LSP position; nil if the JSON is not one.
    init?(_ json: JSON) {
        guard let line = json["line"].int, let character = json["character"].int else { return nil }
        self.init(line: line, character: character)
    }

    var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}
