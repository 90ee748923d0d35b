extension TextSearch {
    /// The occurrences of a text in another, from left to right and without overlaps.
    ///
    /// - Returns: ranges of UTF-8 bytes. Empty if and only if `finds` is false.
    package static func occurrences(of sought: String, in text: String) -> [Range<Int>] {
        let needle = Array(sought.utf8)
        guard !needle.isEmpty else { return [] }
        guard needle.allSatisfy({ $0 < 0x80 }) else { return characterOccurrences(of: sought, in: text) }
        var found: [Range<Int>] = []
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            if BaseLetters.mayChange(bytes) {
                found = letterOccurrences(of: needle, in: bytes)
                return
            }
            while let start = firstPlace(in: bytes, of: needle, from: found.last?.upperBound ?? 0) {
                found.append(start..<start + needle.count)
            }
        }
        return found
    }

    /// - Parameter needle: ASCII.
    private static func letterOccurrences(of needle: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var sources: [Range<Int>] = []
        let folded = BaseLetters.folded(bytes) { sources.append($0) }
        var found: [Range<Int>] = []
        var start = 0
        folded.withUnsafeBufferPointer { folded in
            while let place = firstPlace(in: folded, of: needle, from: start) {
                start = place + needle.count
                // Include the combining marks of the last letter.
                let next = start < sources.count ? sources[start].lowerBound : bytes.count
                let end = max(sources[start - 1].upperBound, next)
                found.append(sources[place].lowerBound..<end)
            }
        }
        return merged(found)
    }

    /// Two occurrences can share a letter: `s` in `ß`.
    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<range.upperBound
            } else {
                merged.append(range)
            }
        }
    }

    private static func characterOccurrences(of sought: String, in text: String) -> [Range<Int>] {
        let (letters, isPlain) = BaseLetters.sought(Array(sought.utf8))
        let needle = Array(letters)
        var folded: [Character] = []
        // The source character of each byte, because a folded text can be longer.
        var sources: [Range<Int>] = []
        var offset = 0
        for character in String(ordering: Array(text.utf8)) {
            let end = offset + character.utf8.count
            let text = CaseFolding.folded(String(character))
            for part in isPlain ? BaseLetters.plain(text) : text {
                folded.append(part)
                sources.append(offset..<end)
            }
            offset = end
        }
        var found: [Range<Int>] = []
        var start = 0
        while let count = firstEnd(in: folded[start...], of: needle, { $0 }) {
            let end = start + count
            found.append(sources[end - needle.count].lowerBound..<sources[end - 1].upperBound)
            start = end
        }
        return found
    }

    /// Whether no letter, digit or underscore is directly before or after the range of UTF-8 bytes.
    package static func isWord(_ range: Range<Int>, in text: String) -> Bool {
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let end = utf8.index(start, offsetBy: range.count)
        func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
            guard let scalar else { return false }
            return scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        return !isLetter(text[..<start].unicodeScalars.last) && !isLetter(text[end...].unicodeScalars.first)
    }
}
