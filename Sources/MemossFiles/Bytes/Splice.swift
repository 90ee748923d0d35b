/// A replacement of some bytes of a file by others; an empty range is an insertion.
public struct Splice: Sendable, Hashable {
    /// Offsets into the bytes that were read.
    public var range: Range<Int>
    package var bytes: [UInt8]

    package init(_ range: Range<Int>, _ bytes: [UInt8]) {
        self.range = range
        self.bytes = bytes
    }

    package init(_ range: Range<Int>, _ text: String) {
        self.init(range, Array(text.utf8))
    }
}

/// Two splices that want the same bytes: which of them should win cannot be known.
public struct SpliceConflict: Error, Sendable, Hashable {
    package var first: Splice
    package var second: Splice
}
