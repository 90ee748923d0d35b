import MemossFiles

/// The syntax of an option's value that can consist of several words, as in `--scheduled tomorrow 9am`. It is
/// identified by the name of the value in help.
enum Notation: String, Sendable {
    case when = "WHEN"
    case date = "DATE"
    case rule = "RULE"

    /// The name of the value for a message.
    var name: String { self == .rule ? "rule" : "date" }

    /// How many of the words belong to the value.
    func end(in words: [String]) -> TitleBoundary { TitleBoundary(ofValue: words, isRule: self == .rule) }
}

extension Notation {
    /// What can be written instead of a text that is no value.
    func alternatives(to text: String) -> [String] {
        kind.refusal(of: text)?.alternatives ?? []
    }

    /// The words that may follow a phrase, or complete its last word.
    func continuations(of text: String) -> [String] { kind.continuations(of: text) }

    private var kind: PhraseKind { self == .rule ? .rule : .when }
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
        let found = notation.end(in: words)
        let doubt = found.doubt
        let end = operand == nil ? max(found.count, doubt.upperBound) : found.count
        // A quoted value of several words is complete.
        if let operand, !doubt.isEmpty, !(words.first?.contains(" ") ?? false) {
            throw .unclearEnd(of: self, at: end, doubt, meaning: found.meant, operand, path)
        }
        return (words.prefix(end).joined(separator: " "), Array(words.dropFirst(end)))
    }
}
