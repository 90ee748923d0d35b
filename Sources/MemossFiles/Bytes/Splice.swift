/// A replacement of a range of bytes in a file; an empty range is an insertion.
public struct Splice: Sendable, Hashable {
    /// Byte offsets into the file as it was read.
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

/// Two splices that overlap or insert at the same position: neither can take precedence.
public struct SpliceConflict: Error, Sendable, Hashable {
    package var first: Splice
    package var second: Splice
}
