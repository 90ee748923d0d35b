/// Corrects a misspelt word of a date or a rule that stands among other words.
package enum PhraseSpelling {
    /// The date or rule that the words begin with if one of them is corrected, as `tomorrow 9am` for `tomorow 9am call`.
    ///
    /// - Returns: the phrase as typed and corrected, with the same number of words; nil if no word is nearly right.
    package static func correction(of words: [String]) -> (typed: String, phrase: String)? {
        let unknown = words.prefix(3).firstIndex { Int($0) == nil && !PhraseReader.isKnown($0.lowercased()) }
        guard let index = unknown else { return nil }
        let letters = Array(words[index].lowercased().unicodeScalars)
        // Names of people are too near to short words.
        guard letters.count > 3, letters.allSatisfy(\.properties.isAlphabetic) else { return nil }
        let before = words[..<index].map { $0 + " " }.joined()
        for candidate in WhenPhrase.continuations(of: before) + RulePhrase.continuations(of: before) {
            let other = Array(candidate.unicodeScalars)
            guard other.count > 3, SpellingIndex.distance(letters, other, atMost: letters.count > 6 ? 2 : 1) != nil
            else {
                continue
            }
            var corrected = words
            corrected[index] = candidate
            let length = max(WhenPhrase.length(in: corrected), RulePhrase.length(in: corrected))
            if length > index {
                let typed = words.prefix(length).joined(separator: " ")
                return (typed, corrected.prefix(length).joined(separator: " "))
            }
        }
        return nil
    }
}
