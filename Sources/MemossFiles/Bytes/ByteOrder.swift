/// The order of texts by their bytes: the same on every machine, whatever the locale and the Unicode form.
enum ByteOrder {
    /// Sorts many short texts: by their first eight bytes, and only where those are equal by all of them.
    static func sort(_ texts: inout [String]) {
        let order = texts.indices.map { (head: head(of: texts[$0]), index: $0) }.sorted { a, b in
            if a.head != b.head { return a.head < b.head }
            return precedes(texts[a.index], texts[b.index])
        }
        texts = order.map { texts[$0.index] }
    }

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

    private static func precedes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = min(a.count, b.count)
        var index = 0
        while index < count, a[index] == b[index] { index += 1 }
        return index < count ? a[index] < b[index] : a.count < b.count
    }

    /// The first eight bytes as a number that sorts as they do.
    static func head(of text: String) -> UInt64 {
        let head = text.utf8.withContiguousStorageIfAvailable { bytes -> UInt64 in
            if bytes.count >= 8 {
                return UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
            }
            return bytes.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - bytes.count))
        }
        return head ?? text.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * max(0, 8 - text.utf8.count))
    }
}
