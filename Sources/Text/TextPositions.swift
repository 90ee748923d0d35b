internal import Bytes

/// Converts many byte offsets of one text to positions. Each conversion scans only from the previous offset, so it is fast
/// for offsets in ascending order, however long the text is.
package struct TextPositions {
    /// The starts of the lines, up to `scanned`.
    private var lineStarts = [0]
    private var scanned = 0
    /// The previous offset and its column.
    private var last = (offset: 0, column: 1)

    package init() {}

    /// The line of an offset, counted from 1.
    ///
    /// - Parameter bytes: must be the same at each call.
    package mutating func line(of offset: Int, in bytes: [UInt8]) -> Int {
        let end = min(offset, bytes.count)
        while scanned < end {
            if bytes[scanned] == Ascii.lineFeed { lineStarts.append(scanned + 1) }
            scanned += 1
        }
        return lineStarts.partitioningIndex { $0 > end }
    }

    package mutating func position(of offset: Int, in bytes: [UInt8]) -> TextPosition {
        let line = line(of: offset, in: bytes)
        let start = lineStarts[line - 1]
        var column = 1
        // A byte order mark is not counted.
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
