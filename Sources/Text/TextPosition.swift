internal import Bytes

/// A position in a file as editors display it.
package struct TextPosition: Sendable, Hashable {
    /// Counted from 1; LF and CR LF end a line.
    package var line: Int
    /// Counted from 1 in Unicode scalars; a byte order mark at the start of the file is not counted.
    package var column: Int

    package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    /// The position of a byte offset. An offset past the end of `bytes` yields the position of the end.
    package init(of offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
        line = 1
        column = 1
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        for byte in bytes.prefix(offset).dropFirst(hasMark ? 3 : 0) {
            if byte == Ascii.lineFeed {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
