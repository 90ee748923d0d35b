/// The positions of many places in one text. Each takes as long as the way from the one before it, however long the text
/// is: what is found in one file is found from the front to the back, or nearly so.
struct TextPositions {
    /// Where the lines begin, as far as `scanned`.
    private var lineStarts = [0]
    private var scanned = 0
    /// The last place, and its column.
    private var last = (offset: 0, column: 1)

    /// The line of a place, from 1.
    ///
    /// - Parameter bytes: the same at each call.
    mutating func line(of offset: Int, in bytes: [UInt8]) -> Int {
        let end = min(offset, bytes.count)
        while scanned < end {
            if bytes[scanned] == Ascii.lineFeed { lineStarts.append(scanned + 1) }
            scanned += 1
        }
        return lineStarts.partitioningIndex { $0 > end }
    }

    mutating func position(of offset: Int, in bytes: [UInt8]) -> TextPosition {
        let line = line(of: offset, in: bytes)
        let start = lineStarts[line - 1]
        var column = 1
        // A byte order mark does not count.
        var index = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
        if last.offset >= index, last.offset <= offset { (index, column) = last }
        let end = min(offset, bytes.count)
        while index < end {
            if bytes[index] & 0xC0 != 0x80 { column += 1 }
            index += 1
        }
        last = (index, column)
        return TextPosition(line: line, column: column)
    }
}
