import MemossFiles

/// What the value of an option is written in, where that can have several words: `--scheduled tomorrow 9am`. The name of
/// the value in help says which.
enum Notation: String, Sendable {
    case when = "WHEN"
    case date = "DATE"
    case rule = "RULE"

    /// The longest phrase has some ten words; a title behind it may have any number.
    private static let mostWords = 24

    /// How many words, from the first on, belong to the value: as many as are right together, else the first alone. Words
    /// after them that go on like a date belong to it too, so that its command refuses the whole: a part of a date is another
    /// date.
    func length(of words: [String]) -> Int {
        let longest = (1...min(max(words.count, 1), Self.mostWords)).reversed()
        let length = longest.first { isRight(words.prefix($0).joined(separator: " ")) } ?? 1
        return length + Self.dateWords(in: words.dropFirst(length))
    }

    /// How many words there are, from the first on, that only a date goes on with. A word that joins two parts counts with
    /// what comes after it.
    private static func dateWords(in words: ArraySlice<String>) -> Int {
        var count = 0
        for (index, word) in words.prefix(mostWords).map({ $0.lowercased() }).enumerated() {
            if isDateWord(word) {
                count = index + 1
            } else if !joiningWords.contains(word) {
                break
            }
        }
        return count
    }

    private static let joiningWords = ["at", "on", "until", "till", "from", "starting", "and", "for", "by", "to", "-"]
    private static let dayParts = ["morning", "afternoon", "evening", "night", "tonight", "am", "pm", "o'clock"]

    private static func isDateWord(_ word: String) -> Bool {
        let isNumber = word.utf8.allSatisfy { 0x30...0x3A ~= $0 || $0 == UInt8(ascii: "/") }
        return !word.isEmpty
            && (isNumber || dayParts.contains(word) || Month(name: word) != nil || WhenPhrase.isPhrase(word))
    }

    private func isRight(_ text: String) -> Bool {
        switch self {
        case .when, .date: WhenPhrase.isPhrase(text)
        case .rule: (try? RecurrenceRule(parsing: text)) != nil
        }
    }
}

/// An option whose value may go on in the words after it.
struct OpenOption {
    let typed: WordReader.Typed
    let notation: Notation
    /// The value that was given, and the operands that followed it.
    var words: [String]

    /// Its value, and the operands that are none of it.
    func split() -> (value: String, operands: ArraySlice<String>) {
        let length = notation.length(of: words)
        return (words.prefix(length).joined(separator: " "), words.dropFirst(length))
    }
}
