/// The first sixteen bytes of a text, comparable in byte order: enough to distinguish most texts, and random UUIDs.
public struct TextPrefix: Sendable, Hashable, Comparable {
    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64

    @inlinable public init(_ text: String) {
        var text = text
        self = text.withUTF8 { TextPrefix($0) }
    }

    @inlinable public init(_ text: UnsafeBufferPointer<UInt8>) {
        first = Self.word(text, at: 0)
        second = Self.word(text, at: 8)
    }

    /// Eight bytes as an integer that compares as they do (big-endian), padded with zeros.
    @inlinable static func word(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
        if offset + 8 <= bytes.count { return ByteOrder.word(bytes, at: offset) }
        var word: UInt64 = 0
        for index in offset..<offset + 8 { word = word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        return word
    }

    @inlinable public static func < (a: TextPrefix, b: TextPrefix) -> Bool {
        a.first != b.first ? a.first < b.first : a.second < b.second
    }

    /// The length in bytes of the prefix shared with another prefix.
    @inlinable public func sharedCount(_ other: TextPrefix) -> Int {
        let count = (first ^ other.first).leadingZeroBitCount / 8
        return count < 8 ? count : 8 + (second ^ other.second).leadingZeroBitCount / 8
    }

    // MARK: Order

    /// Below this count, a comparison sort is faster than counting.
    static let fewest = 512

    /// A radix sort on the first eight bytes, from the last to the first, followed by comparisons only among equal ones,
    /// which are rare with random ids. A comparison sort took three times as long.
    public static func sort(_ prefixes: inout [TextPrefix]) {
        guard prefixes.count >= fewest else { return prefixes.sort() }
        var sorted = prefixes
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            var places = [Int](repeating: 0, count: 256)
            for prefix in prefixes { places[prefix.byte(shift)] += 1 }
            // A byte that is the same in all prefixes does not affect the order.
            if places.contains(prefixes.count) { continue }
            var place = 0
            for byte in places.indices { (places[byte], place) = (place, place + places[byte]) }
            for prefix in prefixes {
                let byte = prefix.byte(shift)
                sorted[places[byte]] = prefix
                places[byte] += 1
            }
            swap(&prefixes, &sorted)
        }
        var start = 0
        while start < prefixes.count {
            var end = start + 1
            while end < prefixes.count, prefixes[end].first == prefixes[start].first { end += 1 }
            if end > start + 1 { prefixes[start..<end].sort() }
            start = end
        }
    }

    @inlinable func byte(_ shift: UInt64) -> Int { Int(first >> shift & 0xFF) }
}
