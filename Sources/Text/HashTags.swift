internal import Bytes

/// Finds the `#tags` in Markdown by the rules of Obsidian.
///
/// A tag begins at the start of a line, behind a blank, behind another tag, or where an inline element begins or ends:
/// `**#a**`, `[#a](b)`, `|#a|` in a table. It has at least one character other than a digit. None is in code, math, a
/// comment, the target of a link, a URL, or HTML.
package enum HashTags {
    /// Whether the bytes may have a tag. Few files without a tag pass.
    package static func mayBe(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        first(in: bytes, range) != nil
    }

    /// The same for tags with one of these names, in any case, and tags below them.
    ///
    /// - Parameter names: ASCII, in lower case.
    package static func mayBe(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>,
        atOrBelow names: [[UInt8]]
    ) -> Bool {
        first(in: bytes, range, atOrBelow: names) != nil
    }

    /// Where the first `#` is that may begin a tag.
    private static func first(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        var place = range.lowerBound
        while place < range.upperBound {
            place = ByteScan.first(Ascii.hash, in: bytes, from: place, to: range.upperBound)
            if place + 1 < range.upperBound, mayBegin(bytes[place + 1]) { return place }
            place += 1
        }
        return nil
    }

    private static func first(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>,
        atOrBelow names: [[UInt8]]
    ) -> Int? {
        var place = range.lowerBound
        while place < range.upperBound {
            place = ByteScan.first(Ascii.hash, in: bytes, from: place, to: range.upperBound) + 1
            for name in names {
                var end = place
                for byte in name {
                    guard end < range.upperBound, TextSearch.lower(bytes[end]) == byte else { break }
                    end += 1
                }
                // A letter beyond ASCII can equal an ASCII one in another case.
                if end < range.upperBound, bytes[end] >= 0x80 { return place - 1 }
                if end - place == name.count,
                    !isNameByte(end < range.upperBound ? bytes[end] : 0) || bytes[end] == Ascii.slash
                {
                    return place - 1
                }
            }
        }
        return nil
    }

    /// The ranges of the names, without the `#`, in ascending order. A name that is not valid UTF-8 is left out.
    ///
    /// - Parameter sought: ASCII, in lower case; tags that are neither one of these nor below it may be left out. Nil for all tags.
    package static func names(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>,
        atOrBelow sought: [[UInt8]]? = nil
    ) -> [Range<Int>] {
        func first(from start: Int) -> Int? {
            let rest = start..<range.upperBound
            return sought.map { Self.first(in: bytes, rest, atOrBelow: $0) } ?? Self.first(in: bytes, rest)
        }
        guard first(from: range.lowerBound) != nil else { return [] }
        var found: [Range<Int>] = []
        var text: [UInt8] = []
        MarkdownBlocks.forEachPiece(of: bytes, in: range, with: first) { piece in
            if piece.lines.count == 1, let line = piece.lines.first {
                var inlines = MarkdownInlines(
                    bytes: UnsafeBufferPointer(rebasing: bytes[line]),
                    isRow: piece.isTableRow
                )
                found += inlines.tags().map { $0.lowerBound + line.lowerBound..<$0.upperBound + line.lowerBound }
                return
            }
            // Without marks in front of the lines, the paragraph stands in the file as it is read.
            if let first = piece.lines.first, let last = piece.lines.last,
                zip(piece.lines, piece.lines.dropFirst()).allSatisfy({ $0.upperBound + 1 == $1.lowerBound })
            {
                let whole = first.lowerBound..<last.upperBound
                var inlines = MarkdownInlines(bytes: UnsafeBufferPointer(rebasing: bytes[whole]), isRow: false)
                found += inlines.tags().map { $0.lowerBound + whole.lowerBound..<$0.upperBound + whole.lowerBound }
                return
            }
            text.removeAll(keepingCapacity: true)
            var starts: [Int] = []
            for line in piece.lines {
                starts.append(text.count)
                text += bytes[line]
                text.append(Ascii.lineFeed)
            }
            text.withUnsafeBufferPointer { joined in
                var inlines = MarkdownInlines(bytes: joined, isRow: false)
                var number = 0
                for tag in inlines.tags() {
                    while number + 1 < starts.count, starts[number + 1] <= tag.lowerBound { number += 1 }
                    let shift = piece.lines[number].lowerBound - starts[number]
                    found.append(tag.lowerBound + shift..<tag.upperBound + shift)
                }
            }
        }
        return found
    }

    package static func names(
        in bytes: [UInt8],
        from start: Int = 0,
        atOrBelow sought: [[UInt8]]? = nil
    ) -> [Range<Int>] {
        bytes.withUnsafeBufferPointer { names(in: $0, start..<$0.count, atOrBelow: sought) }
    }

    /// Whether a whole text, without `#`, is the name of one tag.
    package static func isName(_ text: String) -> Bool {
        let bytes = [Ascii.hash] + text.utf8
        return bytes.withUnsafeBufferPointer { end(ofNameAt: 1, in: $0) == $0.count }
    }

    // MARK: Names

    /// The name that begins at an offset, without a slash at its end; nil if there is none.
    package static func name(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        end(ofNameAt: start, in: bytes).map { withoutSlash(start..<$0, in: bytes) }
    }

    /// A name without the slashes at its end, below which nothing is.
    package static func withoutSlash(_ name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        name.lowerBound..<(bytes[name].lastIndex { $0 != Ascii.slash }.map { $0 + 1 } ?? name.lowerBound)
    }

    private static func mayBegin(_ byte: UInt8) -> Bool { byte >= 0x80 || isNameByte(byte) }

    /// Of ASCII, all but punctuation, blanks and control characters; of punctuation, only `-`, `/` and `_`.
    static func isNameByte(_ byte: UInt8) -> Bool {
        Ascii.isAlphanumeric(byte) || byte == Ascii.dash || byte == Ascii.slash || byte == UInt8(ascii: "_")
    }

    /// The end of the name that begins at an offset; nil if there is no name of a tag.
    static func end(ofNameAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var place = start
        var hasOther = false
        while place < bytes.count {
            let byte = bytes[place]
            if byte < 0x80 {
                guard isNameByte(byte) else { break }
                if !Ascii.isDigit(byte) { hasOther = true }
                place += 1
                continue
            }
            guard let (scalar, width) = scalar(at: place, in: bytes) else { return nil }
            guard !endsName(scalar) else { break }
            hasOther = true
            place += width
        }
        return hasOther ? place : nil
    }

    /// Blanks and the punctuation of two blocks of Unicode, which Obsidian excludes, and control characters.
    private static func endsName(_ scalar: UInt32) -> Bool {
        isBlank(scalar) || 0x2000...0x206F ~= scalar || 0x2E00...0x2E7F ~= scalar || 0x80..<0xA0 ~= scalar
            || scalar == 0xFFFE || scalar == 0xFFFF
    }

    /// What JavaScript counts as white space beyond ASCII.
    static func isBlank(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }

    /// The scalar at an offset, and how many bytes it has; nil if it is not UTF-8.
    static func scalar(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (value: UInt32, width: Int)? {
        let first = UInt32(bytes[place])
        let (width, least): (Int, UInt32)
        switch first {
        case 0..<0x80: return (first, 1)
        case 0xC2...0xDF: (width, least) = (2, 0x80)
        case 0xE0...0xEF: (width, least) = (3, 0x800)
        case 0xF0...0xF4: (width, least) = (4, 0x1_0000)
        default: return nil
        }
        guard place + width <= bytes.count else { return nil }
        var value = first & (0xFF >> UInt32(width + 1))
        for byte in bytes[place + 1..<place + width] {
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard value >= least, value <= 0x10_FFFF, !(0xD800...0xDFFF ~= value) else { return nil }
        return (value, width)
    }
}
