internal import Bytes

/// The bases in the text of a note: code blocks of the language `base`, which Obsidian draws as it draws a `.base` file.
enum EmbeddedBases {
    private static let language = Array("base".utf8)

    /// Whether a text may have one: false for most.
    static func mayBe(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        var place = range.lowerBound
        while place < range.upperBound {
            place = ByteScan.first(UInt8(ascii: "`"), in: bytes, from: place, to: range.upperBound)
            let end = bytes[place..<range.upperBound].firstIndex { $0 != UInt8(ascii: "`") } ?? range.upperBound
            if end - place >= 3, bytes[end..<range.upperBound].drop(while: Ascii.isBlank).starts(with: language) {
                return true
            }
            place = end
        }
        return false
    }

    /// The lines between the fences, in ascending order.
    static func ranges(in bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var fence: ArraySlice<UInt8>?
        var content: Int?
        var line = start
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? bytes.count
            let next = CodeFence.open(after: bytes[line..<end], in: fence)
            if fence == nil, let next, next.startIndex == line, next.first == UInt8(ascii: "`"),
                bytes[next.endIndex..<end].trimmed.elementsEqual(language)
            {
                content = end
            } else if next == nil, let start = content {
                found.append(start..<line)
                content = nil
            }
            (fence, line) = (next, end)
        }
        return found + (content.map { [$0..<bytes.count] } ?? [])
    }
}
