internal import Bytes

/// Text split after each line feed; a carriage return belongs to its line.
public struct TextLines: Sendable {
    private let bytes: [UInt8]
    /// The start offset of each line, followed by the end of the text.
    private let starts: [Int]
    /// Nil if no positions are asked for.
    private let table: CharacterTable?

    /// Splits the bytes of a file; they need not be UTF-8.
    public init(_ bytes: [UInt8]) { self.init(bytes, hasPositions: true) }

    /// - Parameter hasPositions: false if only lines are compared; positions would then take longer.
    package init(_ bytes: [UInt8], hasPositions: Bool) {
        self.bytes = bytes
        var starts = [0]
        bytes.withUnsafeBufferPointer { bytes in
            for at in 0..<bytes.count where bytes[at] == 0x0A && at + 1 < bytes.count { starts.append(at + 1) }
        }
        if !bytes.isEmpty { starts.append(bytes.count) }
        self.starts = starts
        table = hasPositions ? CharacterTable(bytes) : nil
    }

    var count: Int { starts.count - 1 }

    func append(_ line: Int, after mark: UInt8, to out: inout [UInt8]) {
        out.append(mark)
        let text = bytes[starts[line]..<starts[line + 1]]
        out.append(contentsOf: text)
        if text.last != 0x0A { out.append(contentsOf: "\n\\ No newline at end of file\n".utf8) }
    }

    // MARK: Positions

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

    private var characters: CharacterTable { table ?? CharacterTable(bytes) }

    /// What the characters of a position are counted in, if not in UTF-16.
    package enum Unit: Sendable { case bytes, scalars, utf16 }

    /// - Parameter offset: in bytes; an offset inside a character yields the position of that character.
    public func position(of offset: Int) -> Position { position(of: offset, in: .utf16) }

    package func position(of offset: Int, in unit: Unit) -> Position {
        let offset = min(max(offset, 0), bytes.count)
        let line = line(of: offset)
        let start = starts[line]
        let isInside = offset < bytes.count && bytes[offset] & 0xC0 == 0x80
        let end = isInside ? bytes[start..<offset].lastIndex { $0 & 0xC0 != 0x80 } ?? offset : offset
        guard let counted = unit.counted else { return Position(line: line, character: end - start) }
        let characters = characters
        let character = characters.count(counted, before: end) - characters.count(counted, before: start)
        return Position(line: line, character: character)
    }

    /// The byte offset of a position. A character past the end of its line yields the end of the line, and a line past the
    /// last yields the end of the text.
    public func offset(of position: Position) -> Int { offset(of: position, in: .utf16) }

    package func offset(of position: Position, in unit: Unit) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < count else { return bytes.count }
        let text = text(of: position.line)
        guard position.character > 0 else { return text.lowerBound }
        guard position.character < text.count else { return text.upperBound }
        guard let counted = unit.counted else {
            var offset = text.lowerBound + position.character
            while offset > text.lowerBound, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            return offset
        }
        let characters = characters
        let before = characters.count(counted, before: text.lowerBound)
        return characters.offset(counted, after: before + position.character, upTo: text.upperBound)
    }

    /// The line with an offset of the text or its end.
    package func line(of offset: Int) -> Int {
        let line = starts.partitioningIndex { $0 > offset } - 1
        // A final line feed is followed by an empty line.
        return line == count && line > 0 && bytes.last != Ascii.lineFeed ? line - 1 : line
    }

    /// The bytes of a line without its line feed, or CR LF.
    package func text(of line: Int) -> Range<Int> {
        guard line < count else { return bytes.count..<bytes.count }
        let (start, end) = (starts[line], starts[line + 1])
        guard end > start, bytes[end - 1] == Ascii.lineFeed else { return start..<end }
        return start..<(end - 1 > start && bytes[end - 2] == Ascii.carriageReturn ? end - 2 : end - 1)
    }

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

extension TextLines.Unit {
    /// Nil if nothing has to be counted.
    fileprivate var counted: CharacterTable.Unit? {
        switch self {
        case .bytes: nil
        case .scalars: .scalars
        case .utf16: .utf16
        }
    }
}

extension Splice {
    /// The splices that turn `old` into `new`, ascending. Each covers the bytes that differ within a change of lines,
    /// extended to whole UTF-8 characters.
    package static func changes(from old: [UInt8], to new: [UInt8]) -> [Splice] {
        let (oldLines, newLines) = (TextLines(old, hasPositions: false), TextLines(new, hasPositions: false))
        return TextLines.changes(from: oldLines, to: newLines).map { change in
            smallest(oldLines.bytes(of: change.old), of: old, newLines.bytes(of: change.new), of: new)
        }
    }

    /// The same replacement, from the first byte that differs to the last.
    package func smallest(in text: [UInt8]) -> Splice { Self.smallest(range, of: text, 0..<bytes.count, of: bytes) }

    private static func smallest(_ range: Range<Int>, of old: [UInt8], _ other: Range<Int>, of new: [UInt8]) -> Splice {
        var (range, other) = (range, other)
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

    private static func continues(_ bytes: [UInt8], _ index: Int) -> Bool {
        index > 0 && index < bytes.count && bytes[index] & 0xC0 == 0x80
    }
}

/// A line, hashed all at once.
private struct LineKey: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
