import MemossFiles

/// The syntax of an option's value that can consist of several words, as in `--scheduled tomorrow 9am`. It is
/// identified by the name of the value in help.
enum Notation: String, Sendable {
    case when = "WHEN"
    case date = "DATE"
    case rule = "RULE"

    /// The longest phrase has about ten words, but a title after it can have any number.
    private static let mostWords = 24

    /// How many of the words belong to the value: as many as are valid together, but at least one. If the words after
    /// them look like the rest of a date, they also belong to the value, so that the command rejects all of it: part of
    /// a date would be a different date.
    func length(of words: [String]) -> Int {
        let phrase =
            switch self {
            case .when, .date: WhenPhrase.length(in: words, countsFaults: true)
            case .rule: RulePhrase.length(in: words, countsFaults: true)
            }
        let length = max(phrase, 1)
        return length + Self.dateWords(in: words.dropFirst(length))
    }

    /// How many of the words look like the rest of a date. A joining word counts only if such a word follows.
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

    private static let joiningWords = [
        "at", "on", "until", "till", "from", "starting", "and", "for", "by", "to", "-", "except", "but",
    ]
    private static let dayParts = ["morning", "afternoon", "evening", "night", "tonight", "am", "pm", "o'clock"]

    private static func isDateWord(_ word: String) -> Bool {
        let isNumber = word.utf8.allSatisfy { 0x30...0x3A ~= $0 || $0 == UInt8(ascii: "/") }
        return !word.isEmpty
            && (isNumber || dayParts.contains(word) || Month(name: word) != nil || WhenPhrase.isPhrase(word))
    }
}

extension Notation {
    /// The words that may come next in a phrase, or complete its last word.
    func continuations(of text: String) -> [String] {
        let next =
            switch self {
            case .when, .date: WhenPhrase.continuations(of: text)
            case .rule: RulePhrase.continuations(of: text)
            }
        // Examples of several words, such as `3 days`, are not candidates.
        return next.filter { !$0.contains(" ") }
    }
}

/// An option whose value may continue in the following words.
struct OpenOption {
    let typed: WordReader.Typed
    let notation: Notation
    /// The value given and the operands that followed it.
    var words: [String]

    /// Separates the value from the operands.
    func split() -> (value: String, operands: ArraySlice<String>) {
        let length = notation.length(of: words)
        return (words.prefix(length).joined(separator: " "), words.dropFirst(length))
    }
}
