import CLibrary
import MemossFiles

/// A question that is asked at the terminal before something is taken away.
enum Confirmation {
    /// Somebody can be asked: what is typed comes from a terminal, and what is asked is seen on one.
    static var isPossible: Bool { Environment.isTerminal(0) && Environment.isTerminal(2) }

    /// Whether a line is a yes. All else, and an input that has ended, is a no.
    static func isYes(_ line: [UInt8]) -> Bool {
        let answer = String(decoding: line, as: UTF8.self).lowercased()
        return ["y", "yes"].contains(answer.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    /// One line from the terminal, and no byte more: what was typed after it is for the shell. Nil if there is no more.
    static func answer() -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(0, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : line }
            if byte == 0x0A { return line }
            line.append(byte)
        }
    }
}

extension Session {
    /// Asks, unless the answer was given with `--yes` or nothing will be written. The turn to write should not be held
    /// meanwhile: others would wait for a person.
    ///
    /// - Parameter question: one line, `Delete 'Milk' (milk.md)?`.
    /// - Throws: a `MemossError` where nobody can be asked.
    mutating func isConfirmed(_ question: String, _ invocation: Invocation) throws(MemossError) -> Bool {
        guard !invocation.flag(.yes), !invocation.flag(.dryRun) else { return true }
        guard Confirmation.isPossible else {
            throw MemossError(
                .failure,
                "not asking for confirmation, as this is not a terminal: nothing was changed",
                hints: ["add --yes to confirm"]
            )
        }
        console.flush()
        console.ask(question + " [y/N]")
        return Confirmation.isYes(Confirmation.answer() ?? [])
    }
}
