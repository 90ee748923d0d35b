/// Orders texts by their bytes: the same on every machine, independent of locale and Unicode normalization.
public enum ByteOrder {
    @inlinable public static func precedes(_ a: String, _ b: String) -> Bool {
        let answer = a.utf8.withContiguousStorageIfAvailable { left in
            b.utf8.withContiguousStorageIfAvailable { right in precedes(left, right) }
        }
        return (answer ?? nil) ?? a.utf8.lexicographicallyPrecedes(b.utf8)
    }

    @inlinable public static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in precedes(a, b) } }
    }

    @inlinable public static func isSame(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        var index = 0
        while index < a.count, a[index] == b[index] { index += 1 }
        return index == a.count
    }

    @inlinable public static func precedes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = min(a.count, b.count)
        var index = 0
        while index + 8 <= count {
            let (first, second) = (word(a, at: index), word(b, at: index))
            if first != second { return first < second }
            index += 8
        }
        while index < count, a[index] == b[index] { index += 1 }
        return index < count ? a[index] < b[index] : a.count < b.count
    }

    /// Eight bytes as an integer that compares as they do (big-endian).
    @inlinable static func word(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
        UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
