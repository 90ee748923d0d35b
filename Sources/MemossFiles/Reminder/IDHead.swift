/// The first sixteen bytes of an id, in its order: of a random UUID enough to tell it from every other.
struct IDHead: Sendable, Hashable, Comparable {
    private let first: UInt64
    private let second: UInt64

    init(_ id: String) {
        var id = id
        self = id.withUTF8 { IDHead($0) }
    }

    init(_ id: UnsafeBufferPointer<UInt8>) {
        first = Self.word(id, at: 0)
        second = Self.word(id, at: 8)
    }

    /// Eight bytes as a number that sorts as they do; zeros where there are none.
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
        if offset + 8 <= bytes.count {
            return UInt64(
                bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            )
        }
        var word: UInt64 = 0
        for index in offset..<offset + 8 { word = word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        return word
    }

    static func < (a: IDHead, b: IDHead) -> Bool { (a.first, a.second) < (b.first, b.second) }

    /// How many bytes it has in common with another one.
    func sharedCount(_ other: IDHead) -> Int {
        let count = (first ^ other.first).leadingZeroBitCount / 8
        return count < 8 ? count : 8 + (second ^ other.second).leadingZeroBitCount / 8
    }
}
