/// A replacement of a range of bytes in a file; an empty range is an insertion.
public struct Splice: Sendable, Hashable {
    /// Byte offsets into the file as it was read.
    public var range: Range<Int>
    /// The replacement.
    public var bytes: [UInt8]

    /// Replaces a range by bytes.
    public init(_ range: Range<Int>, _ bytes: [UInt8]) {
        self.range = range
        self.bytes = bytes
    }

    /// Replaces a range by the UTF-8 bytes of a text.
    package init(_ range: Range<Int>, _ text: String) {
        self.init(range, Array(text.utf8))
    }
}

/// Two splices that overlap or insert at the same position: neither can take precedence.
public struct SpliceConflict: Error, Sendable, Hashable {
    /// The one that starts first.
    public var first: Splice
    /// The other one.
    public var second: Splice
}
