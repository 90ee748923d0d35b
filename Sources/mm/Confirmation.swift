import MemossFiles

/// A question that is asked at the terminal before something is taken away.
enum Confirmation {
    /// Somebody can be asked: what is typed comes from a terminal, and what is asked is seen on one.
    static var isPossible: Bool { Environment.isTerminal(0) && Environment.isTerminal(2) }

    /// Whether a line is a yes. All else, and an input that has ended, is a no.
    static func isYes(_ line: [UInt8]) -> Bool {
        let words = String(decoding: line, as: UTF8.self).lowercased().split(whereSeparator: \.isWhitespace)
        return words == ["y"] || words == ["yes"]
    }
}

extension OptionSyntax {
    static let yes = OptionSyntax("yes", help: "do not ask")
}

extension Session {
    /// Asks, unless the answer was given with `--yes` or nothing will be written. The turn to write should not be held
    /// meanwhile: others would wait for a person.
    ///
    /// - Parameter question: one line, `Delete 'Milk' (milk.md)?`.
    /// - Throws: a `MemossError` where nobody can be asked.
    mutating func isConfirmed(_ question: String, _ invocation: Invocation) throws(MemossError) -> Bool {
        guard !invocation.flag("yes"), !invocation.flag("dry-run") else { return true }
        guard Confirmation.isPossible else {
            throw MemossError(
                .failure,
                "this needs a yes, and there is no terminal to ask at: nothing was changed",
                hints: ["to do it without being asked: --yes"]
            )
        }
        console.flush()
        console.ask(question + " [y/N] ")
        return Confirmation.isYes(StandardInput.line())
    }
}
