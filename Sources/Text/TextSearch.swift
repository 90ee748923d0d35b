/// Case-insensitive search: bytewise for an ASCII needle, otherwise by `CaseFolding` and canonical equivalence.
package enum TextSearch {
    package static func contains(_ text: String, _ sought: String) -> Bool { contains(Array(text.utf8), sought) }

    package static func contains(_ bytes: [UInt8], _ sought: String) -> Bool {
        let needle = Array(sought.utf8)
        guard !needle.isEmpty else { return true }
        guard needle.allSatisfy({ $0 < 0x80 }) else { return containsCharacters(bytes, sought) }
        return bytes.withUnsafeBufferPointer { contains($0, needle) }
    }

    /// Like `contains`, but a text without accents also matches letters with them: `muller` in `Müller`, `οδηγιες` in
    /// `Οδηγίες`.
    package static func finds(_ text: String, _ sought: String) -> Bool { finds(Array(text.utf8), sought) }

    package static func finds(_ bytes: [UInt8], _ sought: String) -> Bool {
        let needle = Array(sought.utf8)
        guard !needle.isEmpty else { return true }
        guard needle.allSatisfy({ $0 < 0x80 }) else {
            if containsCharacters(bytes, sought) { return true }
            let (letters, isPlain) = BaseLetters.sought(needle)
            guard isPlain else { return false }
            return firstEnd(in: BaseLetters.plain(FoldedText.folded(bytes)), of: Array(letters)) { $0 } != nil
        }
        return bytes.withUnsafeBufferPointer { finds($0, needle) }
    }

    /// - Parameter needle: ASCII.
    package static func finds(_ hay: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
        if contains(hay, needle) { return true }
        // Most text has no such letters, and checking for them is cheap.
        guard BaseLetters.mayChange(hay) else { return false }
        return BaseLetters.folded(hay).withUnsafeBufferPointer { contains($0, needle) }
    }

    /// - Parameter needle: ASCII.
    static func contains(_ hay: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
        firstPlace(in: hay, of: needle, from: 0) != nil
    }

    /// The first occurrence of a text at or after an offset.
    ///
    /// - Parameter needle: ASCII.
    static func firstPlace(in hay: UnsafeBufferPointer<UInt8>, of needle: [UInt8], from offset: Int) -> Int? {
        guard let first = needle.first.map(lower), hay.count - offset >= needle.count else {
            return needle.isEmpty ? offset : nil
        }
        return needle.withUnsafeBufferPointer { needle in
            var start = offset
            // The work spent on partial matches that failed. It is little in ordinary text; once it is much, the
            // linear-time search is faster.
            var wasted = 0
            while start <= hay.count - needle.count {
                start = firstByte(first, in: hay, from: start)
                if start <= hay.count - needle.count {
                    var length = 1
                    while length < needle.count, lower(hay[start + length]) == lower(needle[length]) { length += 1 }
                    if length == needle.count { return start }
                    wasted += length
                    if wasted > 4 * (start - offset) + 4_096 {
                        let rest = hay[(start + 1)...]
                        let end = firstEnd(in: rest, of: needle.map(lower), lower)
                        return end.map { start + 1 + $0 - needle.count }
                    }
                }
                start += 1
            }
            return nil
        }
    }

    /// The position of a byte in either case, or the end. Blocks without it are skipped at once.
    private static func firstByte(_ byte: UInt8, in hay: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let (lower, upper) = (SIMD32(repeating: byte), SIMD32(repeating: Self.upper(byte)))
        let bytes = UnsafeRawBufferPointer(hay)
        var place = start
        while place + 32 <= bytes.count {
            let block = bytes.loadUnaligned(fromByteOffset: place, as: SIMD32<UInt8>.self)
            if any((block .== lower) .| (block .== upper)) { break }
            place += 32
        }
        while place < hay.count, self.lower(hay[place]) != byte { place += 1 }
        return place
    }

    /// Whether `word` occurs with no ASCII letter, digit or underscore directly before or after it.
    package static func containsWord(_ hay: UnsafeBufferPointer<UInt8>, _ word: [UInt8]) -> Bool {
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

    package static func begins(_ path: String, with prefix: String) -> Bool {
        Array(CaseFolding.folded(path)).starts(with: Array(CaseFolding.folded(prefix)))
    }

    private static func containsCharacters(_ bytes: [UInt8], _ sought: String) -> Bool {
        let hay = FoldedText.folded(bytes)
        let needle = FoldedText.folded(Array(sought.utf8))
        return firstEnd(in: hay, of: Array(needle)) { $0 } != nil
    }

    /// Knuth-Morris-Pratt search: linear in the sum of the lengths for any input.
    ///
    /// - Returns: the number of elements up to the end of the first occurrence.
    static func firstEnd<Hay: Sequence, Unit: Equatable>(
        in hay: Hay,
        of needle: [Unit],
        _ fold: (Hay.Element) -> Unit
    ) -> Int? {
        guard needle.count > 0 else { return 0 }
        // The failure function: the length of the prefix that still matches after a mismatch.
        var shorter = [0]
        var matched = 0
        for unit in needle.dropFirst() {
            while matched > 0, needle[matched] != unit { matched = shorter[matched - 1] }
            if needle[matched] == unit { matched += 1 }
            shorter.append(matched)
        }
        matched = 0
        for (index, element) in hay.enumerated() {
            let unit = fold(element)
            while matched > 0, needle[matched] != unit { matched = shorter[matched - 1] }
            if needle[matched] == unit { matched += 1 }
            if matched == needle.count { return index + 1 }
        }
        return nil
    }

    private static func upper(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte & ~0x20 : byte
    }

    package static func lower(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
