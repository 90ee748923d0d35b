/// Search for text whatever its case: on bytes where the text is ASCII, else in Unicode's lower case, canonically equal.
enum TextSearch {
    static func contains(_ text: String, _ sought: String) -> Bool { contains(Array(text.utf8), sought) }

    static func contains(_ bytes: [UInt8], _ sought: String) -> Bool {
        let needle = Array(sought.utf8)
        guard !needle.isEmpty else { return true }
        guard needle.allSatisfy({ $0 < 0x80 }) else { return containsCharacters(bytes, sought) }
        return bytes.withUnsafeBufferPointer { contains($0, needle) }
    }

    /// - Parameter needle: ASCII.
    static func contains(_ hay: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
        guard let first = needle.first.map(lower), hay.count >= needle.count else { return needle.isEmpty }
        return needle.withUnsafeBufferPointer { needle in
            var start = 0
            while start <= hay.count - needle.count {
                if lower(hay[start]) == first {
                    var length = 1
                    while length < needle.count, lower(hay[start + length]) == lower(needle[length]) { length += 1 }
                    if length == needle.count { return true }
                }
                start += 1
            }
            return false
        }
    }

    /// Whether `word` stands somewhere with no ASCII letter, digit or underscore right before or after it.
    static func containsWord(_ hay: UnsafeBufferPointer<UInt8>, _ word: [UInt8]) -> Bool {
        guard let first = word.first.map(lower), hay.count >= word.count else { return word.isEmpty }
        for start in 0...hay.count - word.count where lower(hay[start]) == first {
            if start > 0, isWordByte(hay[start - 1]) { continue }
            let end = start + word.count
            if end < hay.count, isWordByte(hay[end]) { continue }
            if word.indices.allSatisfy({ lower(hay[start + $0]) == lower(word[$0]) }) { return true }
        }
        return false
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
    }

    static func begins(_ path: String, with prefix: String) -> Bool {
        Array(path.lowercased()).starts(with: Array(prefix.lowercased()))
    }

    private static func containsCharacters(_ bytes: [UInt8], _ sought: String) -> Bool {
        let hay = Array(String(decoding: bytes, as: UTF8.self).lowercased())
        let needle = Array(sought.lowercased())
        guard hay.count >= needle.count else { return false }
        return (0...hay.count - needle.count).contains { hay[$0...].starts(with: needle) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
