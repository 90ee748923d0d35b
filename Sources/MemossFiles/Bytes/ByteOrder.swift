/// The order of texts by their bytes: the same on every machine, whatever the locale and the Unicode form.
enum ByteOrder {
    /// Sorts many short texts: by their first eight bytes, and only where those are equal by all of them.
    static func sort(_ texts: inout [String]) {
        let order = texts.indices.map { (head: head(of: texts[$0]), index: $0) }.sorted { a, b in
            if a.head != b.head { return a.head < b.head }
            return texts[a.index].utf8.lexicographicallyPrecedes(texts[b.index].utf8)
        }
        texts = order.map { texts[$0.index] }
    }

    /// The first eight bytes as a number that sorts as they do.
    static func head(of text: String) -> UInt64 {
        var head: UInt64 = 0
        var shift: UInt64 = 64
        for byte in text.utf8.prefix(8) {
            shift -= 8
            head |= UInt64(byte) << shift
        }
        return head
    }
}
