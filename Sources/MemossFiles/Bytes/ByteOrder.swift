#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The order of texts by their bytes: the same on every machine, whatever the locale and the Unicode form.
enum ByteOrder {
    static func precedes(_ a: String, _ b: String) -> Bool {
        let answer = a.utf8.withContiguousStorageIfAvailable { left in
            b.utf8.withContiguousStorageIfAvailable { right in precedes(left, right) }
        }
        return (answer ?? nil) ?? a.utf8.lexicographicallyPrecedes(b.utf8)
    }

    static func isSame(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        var index = 0
        while index < a.count, a[index] == b[index] { index += 1 }
        return index == a.count
    }

    static func precedes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = a.baseAddress, let second = b.baseAddress else { return a.isEmpty && !b.isEmpty }
        let order = memcmp(first, second, min(a.count, b.count))
        return order != 0 ? order < 0 : a.count < b.count
    }
}
