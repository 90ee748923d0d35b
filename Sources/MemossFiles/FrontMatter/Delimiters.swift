internal import Bytes

/// The `---` lines around the front matter, and the lines between them. They are found on bytes; the body is never decoded.
package struct Delimiters: Sendable, Hashable {
    /// The lines between the delimiters, including their line endings.
    package var content: Range<Int>
    /// The closing delimiter, including its line ending.
    package var closing: Range<Int>
    /// The line ending of the opening delimiter, which is used for new lines.
    package var lineEnd: LineEnd

    package enum LineEnd: Sendable {
        case lf, crlf
        package var bytes: [UInt8] { self == .lf ? [Ascii.lineFeed] : [Ascii.carriageReturn, Ascii.lineFeed] }
    }

    package enum Search: Sendable, Hashable {
        /// The file has no front matter: it is a note.
        case absent
        case found(Delimiters)
        /// The opening delimiter has no closing one.
        case unclosed

        /// Where the body begins.
        var bodyStart: Int { if case .found(let delimiters) = self { delimiters.closing.upperBound } else { 0 } }
    }

    /// Front matter begins at byte 0, optionally after a byte order mark, with a line `---`, and ends at the next line
    /// `---` or `...`; blanks and tabs may follow the marks.
    package static func search(_ bytes: some RandomAccessCollection<UInt8>) -> Search {
        bytes.withContiguousStorageIfAvailable { search($0) } ?? Array(bytes).withUnsafeBufferPointer { search($0) }
    }

    static func search(_ bytes: UnsafeBufferPointer<UInt8>) -> Search {
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        let start = hasMark ? 3 : 0
        guard let opening = markEnd(bytes, at: start, Ascii.dash, Ascii.dash) else { return .absent }
        // Without a line ending after the opening delimiter, there cannot be a closing one.
        guard opening > start, bytes[opening - 1] == Ascii.lineFeed else { return .unclosed }
        let crlf = opening - start >= 2 && bytes[opening - 2] == Ascii.carriageReturn
        var line = opening
        while line < bytes.count {
            if let end = markEnd(bytes, at: line, Ascii.dash, Ascii.dot) {
                return .found(Delimiters(content: opening..<line, closing: line..<end, lineEnd: crlf ? .crlf : .lf))
            }
            while line < bytes.count, bytes[line] != Ascii.lineFeed { line += 1 }
            line += 1
        }
        return .unclosed
    }

    /// Whether the line at `start` could be a closing delimiter.
    static func isClosingMark(_ bytes: [UInt8], at start: Int) -> Bool {
        bytes.withUnsafeBufferPointer { markEnd($0, at: start, Ascii.dash, Ascii.dot) } != nil
    }

    /// The end of the line at `start` if it consists of one of two characters three times, followed only by blanks.
    private static func markEnd(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at start: Int,
        _ mark: UInt8,
        _ otherMark: UInt8
    ) -> Int? {
        guard start + 3 <= bytes.count, bytes[start] == mark || bytes[start] == otherMark,
            bytes[start + 1] == bytes[start], bytes[start + 2] == bytes[start]
        else { return nil }
        var index = start + 3
        while index < bytes.count, Ascii.isBlank(bytes[index]) { index += 1 }
        if index == bytes.count { return index }
        if bytes[index] == Ascii.carriageReturn, index + 1 < bytes.count { index += 1 }
        return bytes[index] == Ascii.lineFeed ? index + 1 : nil
    }
}
