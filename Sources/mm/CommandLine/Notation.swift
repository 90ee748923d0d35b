import MemossFiles

/// The syntax of an option's value that can consist of several words, as in `--scheduled tomorrow 9am`. It is
/// identified by the name of the value in help.
enum Notation: String, Sendable {
    case when = "WHEN"
    case date = "DATE"
    case rule = "RULE"

    /// The name of the value for a message.
    var name: String { self == .rule ? "rule" : "date" }

    /// Determines how many of the words belong to the value: as many as are valid together, but at least one.
    ///
    /// - Returns: the length, and the words that may belong to either the value or the operands. Words after an invalid
    ///   value belong to it, so that all of it is rejected: part of a date would be a different date.
    func end(in words: [String]) -> (length: Int, doubt: Range<Int>) {
        let length = length(in: words, countsFaults: true)
        let doubt = PhraseEnd.doubt(in: words, after: max(length, 1), isRule: self == .rule)
        guard length > 0, self.length(in: words, countsFaults: false) == length else {
            // `every tus`
            let isBegun = self == .rule && length == 0 && ["every", "each"].contains(words[0].lowercased())
            let end = max(doubt.upperBound, isBegun ? min(2, words.count) : 1)
            return (end, end..<end)
        }
        return (length, doubt)
    }

    private func length(in words: [String], countsFaults: Bool) -> Int {
        switch self {
        case .when, .date: WhenPhrase.length(in: words, countsFaults: countsFaults, isApart: true)
        case .rule: RulePhrase.length(in: words, countsFaults: countsFaults, expectsRule: true)
        }
    }
}

extension Notation {
    /// The fault in a text, as far as it does not depend on the current time.
    func fault(in text: String) -> ParseError? {
        do throws(ParseError) {
            let now = CivilDateTime(CivilDate(daysSinceEpoch: 11_000))
            if self == .rule {
                _ = try RulePhrase(parsing: text, now: now)
            } else {
                _ = try WhenPhrase(parsing: text, now: now)
            }
            return nil
        } catch {
            return error
        }
    }

    /// A phrase with the words after it, in forms that can be parsed.
    func rephrased(_ phrase: [String], _ doubtful: String) -> [String] {
        let now = CivilDateTime(CivilDate(daysSinceEpoch: 11_000))
        return PhraseEnd.rephrased(phrase, doubtful, isRule: self == .rule, now: now)
    }

    /// The words that may follow a phrase, or complete its last word.
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
    ///
    /// - Parameter operand: the name of the argument that the operands are for; nil if the command takes none.
    /// - Throws: a usage error if words may belong to either.
    func split(besides operand: String?, at path: [String]) throws(MemossError) -> (value: String, operands: [String]) {
        let (length, doubt) = notation.end(in: words)
        let end = operand == nil ? max(length, doubt.upperBound) : length
        // A quoted value of several words is complete.
        if let operand, !doubt.isEmpty, !(words.first?.contains(" ") ?? false) {
            throw .unclearEnd(of: self, at: end, doubt, operand, path)
        }
        return (words.prefix(end).joined(separator: " "), Array(words.dropFirst(end)))
    }
}
