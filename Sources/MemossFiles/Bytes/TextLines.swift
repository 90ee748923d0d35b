/// Text split after each line feed; a carriage return belongs to its line.
public struct TextLines: Sendable {
    private let bytes: [UInt8]
    /// The start offset of each line, followed by the end of the text.
    private let starts: [Int]

    /// Splits the bytes of a file; they need not be UTF-8.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        bytes.withUnsafeBufferPointer { bytes in
            for at in 0..<bytes.count where bytes[at] == 0x0A && at + 1 < bytes.count { starts.append(at + 1) }
        }
        if !bytes.isEmpty { starts.append(bytes.count) }
        self.starts = starts
    }

    var count: Int { starts.count - 1 }

    func append(_ line: Int, after mark: UInt8, to out: inout [UInt8]) {
        out.append(mark)
        let text = bytes[starts[line]..<starts[line + 1]]
        out.append(contentsOf: text)
        if text.last != 0x0A { out.append(contentsOf: "\n\\ No newline at end of file\n".utf8) }
    }

    // MARK: UTF-16

    /// A position as the Language Server Protocol defines it by default: line and character count from 0, characters in
    /// UTF-16 code units.
    public struct Position: Sendable, Hashable {
        /// Counted from 0.
        public var line: Int
        /// Counted from 0 in UTF-16 code units.
        public var character: Int

        /// A position; both count from 0.
        public init(line: Int, character: Int) { (self.line, self.character) = (line, character) }
    }

    /// - Parameter offset: in bytes; an offset inside a character yields the position of that character.
    public func position(of offset: Int) -> Position {
        let offset = min(max(offset, 0), bytes.count)
        var line = starts.partitioningIndex { $0 > offset } - 1
        // A final line feed is followed by an empty line.
        if offset == bytes.count, line == count, !bytes.isEmpty, bytes.last != Ascii.lineFeed { line -= 1 }
        let text = bytes[starts[line]..<offset]
        let end = offset < bytes.count && bytes[offset] & 0xC0 == 0x80 ? text.lastIndex { $0 & 0xC0 != 0x80 } : nil
        return Position(line: line, character: text[..<(end ?? text.endIndex)].reduce(0) { $0 + Self.units($1) })
    }

    /// The byte offset of a position. A character past the end of its line yields the end of the line, and a line past the
    /// last yields the end of the text.
    public func offset(of position: Position) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < count else { return bytes.count }
        var (offset, units) = (starts[position.line], 0)
        let end = starts[position.line + 1]
        while offset < end, bytes[offset] != Ascii.lineFeed, units < position.character {
            if bytes[offset] == Ascii.carriageReturn, offset + 1 < end, bytes[offset + 1] == Ascii.lineFeed { break }
            units += Self.units(bytes[offset])
            if units > position.character { break }
            offset += 1
            while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        }
        return offset
    }

    /// The UTF-16 code units of the character that starts with a byte: none for continuation bytes, two beyond U+FFFF.
    private static func units(_ byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1 }

    // MARK: Changes

    static func changes(from old: TextLines, to new: TextLines) -> [LineDifference.Change] {
        let numbers = numbers(of: [old, new])
        return LineDifference.changes(from: numbers[0], to: numbers[1])
    }

    /// The numbers of the lines of several texts: equal lines have the same number.
    static func numbers(of texts: [TextLines]) -> [[Int]] {
        var numbers: [LineKey: Int] = [:]
        return texts.map { text in
            (0..<text.count).map { line in
                let (key, next) = (LineKey(bytes: text[line]), numbers.count)
                if let known = numbers[key] { return known }
                numbers[key] = next
                return next
            }
        }
    }

    /// The bytes of a line, including its line feed.
    subscript(line: Int) -> ArraySlice<UInt8> { bytes[starts[line]..<starts[line + 1]] }

    /// The byte range of a range of lines.
    func bytes(of lines: Range<Int>) -> Range<Int> {
        starts[lines.lowerBound]..<starts[lines.upperBound]
    }
}

extension Splice {
    /// The splices that turn `old` into `new`, ascending. Each covers the bytes that differ within a change of lines,
    /// extended to whole UTF-8 characters.
    package static func changes(from old: [UInt8], to new: [UInt8]) -> [Splice] {
        let (oldLines, newLines) = (TextLines(old), TextLines(new))
        return TextLines.changes(from: oldLines, to: newLines).map { change in
            var (range, other) = (oldLines.bytes(of: change.old), newLines.bytes(of: change.new))
            while let first = range.first, let second = other.first, old[first] == new[second] {
                (range, other) = (range.dropFirst(), other.dropFirst())
            }
            // Do not split a character before its continuation bytes.
            while continues(old, range.lowerBound) || continues(new, other.lowerBound) {
                (range, other) = (range.lowerBound - 1..<range.upperBound, other.lowerBound - 1..<other.upperBound)
            }
            while let last = range.last, let end = other.last, old[last] == new[end] {
                (range, other) = (range.dropLast(), other.dropLast())
            }
            while continues(old, range.upperBound) || continues(new, other.upperBound) {
                (range, other) = (range.lowerBound..<range.upperBound + 1, other.lowerBound..<other.upperBound + 1)
            }
            return Splice(range, Array(new[other]))
        }
    }

    private static func continues(_ bytes: [UInt8], _ index: Int) -> Bool {
        index > 0 && index < bytes.count && bytes[index] & 0xC0 == 0x80
    }
}

/// A line, hashed all at once.
private struct LineKey: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
