import MemossFiles

/// What the value of an option is written in, where that can have several words: `--scheduled tomorrow 9am`. The name of
/// the value in help says which.
enum Notation: String, Sendable {
    case when = "WHEN"
    case date = "DATE"
    case rule = "RULE"

    /// The longest phrase has some ten words; a title behind it may have any number.
    private static let mostWords = 24

    /// How many words, from the first on, belong to the value: as many as are right together, else the first alone,
    /// which its command then refuses.
    func length(of words: [String]) -> Int {
        let longest = (1...min(max(words.count, 1), Self.mostWords)).reversed()
        return longest.first { isRight(words.prefix($0).joined(separator: " ")) } ?? 1
    }

    private func isRight(_ text: String) -> Bool {
        switch self {
        case .when, .date: (try? When(parsing: text, now: Self.anyMoment)) != nil
        case .rule: (try? RecurrenceRule(parsing: text)) != nil
        }
    }

    /// Whether words are a date does not depend on the moment.
    private static let anyMoment = CivilDateTime(CivilDate(daysSinceEpoch: 0))
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
