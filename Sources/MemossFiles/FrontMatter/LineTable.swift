internal import Bytes

/// The line boundaries of a document, for edits at many places. Searching for the ends of a line at each place takes time
/// proportional to its length, and a list may be a single line.
package struct LineTable {
    private let starts: [Int]
    private let end: Int

    package init(_ document: YAMLDocument) {
        let range = document.range
        let breaks = document.bytes[range].indices.filter { document.bytes[$0] == Ascii.lineFeed }
        starts = [range.lowerBound] + breaks.map { $0 + 1 }
        end = range.upperBound
    }

    /// From the start of the first line of `span` to the end of its last, including the line ending.
    package func range(of span: Range<Int>) -> Range<Int> {
        let next = starts.partitioningIndex { $0 > span.lowerBound }
        let after = starts.partitioningIndex { $0 > span.upperBound }
        return starts[max(next - 1, 0)]..<(after < starts.count ? starts[after] : end)
    }
}
