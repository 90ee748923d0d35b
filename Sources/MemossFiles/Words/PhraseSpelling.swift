/// Corrects a misspelt word of a date or a rule that stands among other words.
package enum PhraseSpelling {
    /// The date or rule that the words begin with if one of them is corrected, as `tomorrow 9am` for `tomorow 9am call`.
    ///
    /// - Returns: the phrase as typed and corrected, with the same number of words; nil if no word is nearly right.
    package static func correction(of words: [String]) -> (typed: String, phrase: String)? {
        let unknown = words.prefix(3).firstIndex { Int($0) == nil && !PhraseReader.isKnown($0.lowercased()) }
        guard let index = unknown, let (corrected, length) = correction(of: words, at: index, isStrict: false) else {
            return nil
        }
        return (words.prefix(length).joined(separator: " "), corrected.prefix(length).joined(separator: " "))
    }

    /// How many words after a phrase would continue it if one of the first three were spelt correctly, as the three in
    /// `every day utnil dec 1`.
    ///
    /// - Parameter length: the number of words of the phrase.
    /// - Returns: how many, and the phrase with them; nil if there are none.
    static func continuation(in words: [String], after length: Int) -> (count: Int, phrase: String)? {
        let unknown = words.indices.dropFirst(length).prefix(3)
        for index in unknown where Int(words[index]) == nil && !PhraseReader.isKnown(words[index].lowercased()) {
            if let found = correction(of: words, at: index, isStrict: true) {
                return (found.length - length, found.words.prefix(found.length).joined(separator: " "))
            }
        }
        return nil
    }

    /// - Parameter isStrict: whether the word must keep its first letter, and be in lower case unless it names a day or a
    ///   month, because it may well be a word of a title: `friday Weed the garden`.
    private static func correction(
        of words: [String],
        at index: Int,
        isStrict: Bool
    ) -> (words: [String], length: Int)? {
        let letters = Array(words[index].lowercased().unicodeScalars)
        let isCapital = words[index].first?.isUppercase == true
        // Names of people are too near to short words.
        guard letters.count > (isStrict ? 2 : 3), letters.allSatisfy(\.properties.isAlphabetic) else { return nil }
        let before = words[..<index].map { $0 + " " }.joined()
        for candidate in WhenPhrase.continuations(of: before) + RulePhrase.continuations(of: before) {
            let isDay = Weekday(name: candidate) != nil
            if isStrict, candidate.first != words[index].lowercased().first { continue }
            if isStrict, isCapital, !isDay, Month(name: candidate) == nil { continue }
            let other = Array(candidate.unicodeScalars.prefix(letters.count == 3 && isDay ? 3 : candidate.count))
            // `expect` for `except`; of three letters, only `wde` for `wed`.
            let isAnagram = isStrict && letters.sorted() == other.sorted()
            let isNear = SpellingIndex.distance(letters, other, atMost: letters.count > 6 ? 2 : 1) != nil
            guard letters.count > 3 ? other.count > 3 && (isNear || isAnagram) : isDay && isAnagram else { continue }
            var corrected = words
            corrected[index] = candidate
            let length = max(WhenPhrase.length(in: corrected), RulePhrase.length(in: corrected))
            if length > index { return (corrected, length) }
        }
        return nil
    }
}
