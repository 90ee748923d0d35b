internal import Bytes

/// Words that together select a title. Each is a whole word of the title, or, from three letters on, the beginning of
/// one; never the middle.
package struct SoughtWords: Sendable {
    /// How closely a title has all the words. The closest titles win.
    package enum Closeness: Int, Comparable, Sendable {
        /// Whole words as they are spelled.
        case spelled
        /// Whole words, ignoring the punctuation in them: `wifi` for `Wi-Fi`.
        case respelt
        /// Beginnings of words; in a script without blanks, any run of letters.
        case begun

        package static func < (one: Closeness, other: Closeness) -> Bool { one.rawValue < other.rawValue }
    }

    private let words: [Word]

    /// - Parameter words: as typed; one may hold several, separated by blanks.
    package init(_ words: [String]) {
        self.words = words.flatMap { $0.split(separator: " ") }.map(String.init).filter { word in
            // `-` and `:` are in many titles.
            !word.utf8.allSatisfy { $0 < 0x80 && !Ascii.isAlphanumeric($0) }
        }.map(Word.init)
    }

    package var isEmpty: Bool { words.isEmpty }

    /// Whether there is nothing but digits, which may select the only title with that number.
    package var isNumber: Bool { !isEmpty && words.allSatisfy(\.isNumber) }

    /// Nil if the title does not have all the words.
    package func closeness(to title: String) -> Closeness? {
        guard !isEmpty, words.allSatisfy({ $0.mayBe(in: title) }) else { return nil }
        let exact = TitleWords(title)
        var bases: [Bool: TitleWords] = [:]
        var furthest = Closeness.spelled
        for word in words {
            var found = word.closeness(to: exact)
            // A word without accents also stands for letters with them: `muller` for `Müller`.
            if found != .spelled, word.isPlain, let base = bases[word.isASCII] ?? Self.base(of: title, word) {
                bases[word.isASCII] = base
                found = [found, word.closeness(to: base)].compactMap(\.self).min()
            }
            guard let found else { return nil }
            furthest = max(furthest, found)
        }
        return furthest
    }

    /// The title without the accents that a word does not have; nil if it has none.
    private static func base(of title: String, _ word: Word) -> TitleWords? {
        var title = title
        let plain = title.withUTF8 { bytes in
            if !word.isASCII { return BaseLetters.plain(String(ordering: bytes)) as String? }
            return BaseLetters.mayChange(bytes) ? String(decoding: BaseLetters.folded(bytes), as: UTF8.self) : nil
        }
        return plain.map(TitleWords.init)
    }

    /// One word that is sought.
    private struct Word: Sendable {
        /// Folded, without punctuation at its ends.
        let spelled: String
        /// Only the letters and digits; empty unless there is a letter.
        let joined: String
        let isNumber: Bool
        let isASCII: Bool
        /// The whole word, folded, if it begins as a term of a query or a tag does: `+home` is not the word `home`.
        let marked: String?
        /// Whether no letter has an accent.
        let isPlain: Bool

        /// Fewer letters begin too many words.
        private static let shortestBeginning = 3

        init(_ word: String) {
            let (folded, hasNoAccent) = BaseLetters.sought(Array(word.utf8))
            let trimmed = folded[...].trimmed
            // An emoji is a word, too.
            spelled = trimmed.isEmpty ? folded : String(trimmed)
            joined = trimmed.contains(where: \.isLetter) ? folded.filter(TitleWords.isPart) : ""
            isNumber = trimmed.allSatisfy(\.isNumber) && !trimmed.isEmpty
            isASCII = word.utf8.allSatisfy { $0 < 0x80 }
            isPlain = hasNoAccent
            let rest = folded.drop { "-(".contains($0) }
            let isMarked = rest.first.map { "+#@".contains($0) } == true && rest.dropFirst().first?.isLetter == true
            marked = isMarked ? String(rest) : nil
        }

        /// Whether an ASCII title has the letters of the word, in this order. This rules out most titles cheaply.
        func mayBe(in title: String) -> Bool {
            guard isASCII else { return true }
            var rest = spelled.utf8.filter(Ascii.isAlphanumeric)[...]
            for byte in title.utf8 {
                if byte >= 0x80 { return true }
                if TextSearch.lower(byte) == rest.first { rest = rest.dropFirst() }
            }
            return rest.isEmpty
        }

        func closeness(to title: TitleWords) -> Closeness? {
            if let marked { return title.folded.contains(marked) ? .spelled : nil }
            if isNumber { return title.numbers.contains(spelled) ? .spelled : nil }
            if title.spelled.contains(spelled) { return .spelled }
            if !spelled.contains(where: TitleWords.isPart) { return title.folded.contains(spelled) ? .spelled : nil }
            guard !joined.isEmpty else { return nil }
            if title.spelled.contains(joined) || title.joined.contains(joined) { return .respelt }
            if joined.unicodeScalars.contains(where: TitleWords.isWrittenWithoutBlanks) {
                return title.folded.contains(joined) ? .begun : nil
            }
            guard joined.count >= Self.shortestBeginning else { return nil }
            let begins = { (word: String) in word.hasPrefix(joined) }
            return title.spelled.contains(where: begins) || title.joined.contains(where: begins) ? .begun : nil
        }
    }

    /// The words of one title.
    private struct TitleWords {
        let folded: String
        /// The words between blanks without punctuation at their ends, and each run of letters and digits in them.
        var spelled: [String] = []
        /// The words between blanks reduced to letters and digits, if they have a letter.
        var joined: [String] = []
        /// Runs of digits that are not part of a longer number: not the `5` in `3.5`, `10:05` and `2027-01-05`.
        var numbers: [String] = []

        static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

        init(_ title: String) {
            folded = FoldedText.folded(Array(title.utf8))
            for chunk in folded.split(whereSeparator: \.isWhitespace) {
                let trimmed = chunk.trimmed
                guard !trimmed.isEmpty else { continue }
                spelled.append(String(trimmed))
                let runs = trimmed.split { !Self.isPart($0) }
                if runs.count > 1 {
                    spelled += runs.filter { run in
                        run.contains(where: \.isLetter) && !Self.isElided(run, in: trimmed)
                    }.map(String.init)
                    if trimmed.contains(where: \.isLetter) { joined.append(trimmed.filter(Self.isPart)) }
                }
                for (place, run) in runs.enumerated() where run.allSatisfy(\.isNumber) {
                    let before = place > 0 && runs[place - 1].last?.isNumber == true
                    let after = place + 1 < runs.count && runs[place + 1].first?.isNumber == true
                    if !before, !after { numbers.append(String(run)) }
                }
            }
        }

        /// Whether a run is what an apostrophe has left of a word: the `t` of `don't`, the `l` of `l'école`.
        private static func isElided(_ run: Substring, in chunk: Substring) -> Bool {
            let before = run.startIndex > chunk.startIndex ? chunk[chunk.index(before: run.startIndex)] : " "
            let after = run.endIndex < chunk.endIndex ? chunk[run.endIndex] : " "
            return run.count < 3 && [before, after].contains { "'’ʼ".contains($0) }
        }

        /// Whether words in this script follow each other without blanks: Thai to Burmese, Khmer, Japanese and Chinese.
        static func isWrittenWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xF900...0xFAFF,
                0x20000...0x3FFFF:
                true
            default: false
            }
        }
    }
}

extension Substring {
    /// Without punctuation at the ends.
    fileprivate var trimmed: Substring {
        var text = drop { !$0.isLetter && !$0.isNumber }
        while let last = text.last, !last.isLetter, !last.isNumber { text.removeLast() }
        return text
    }
}
