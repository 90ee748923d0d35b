import CLibrary
import MemossFiles

/// Asks for confirmation on the terminal before something is deleted, or before several reminders change.
enum Confirmation {
    /// Whether a question can be asked: standard input and standard error are both terminals.
    static var isPossible: Bool { Environment.isTerminal(0) && Environment.isTerminal(2) }

    /// Whether a line means yes. Everything else means no, including the end of the input.
    static func isYes(_ line: [UInt8]) -> Bool {
        let answer = String(decoding: line, as: UTF8.self).lowercased()
        return ["y", "yes"].contains(answer.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    /// Reads exactly one line from the terminal; the rest belongs to the shell. Nil at the end of the input.
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
    /// Asks the question, unless `--yes` was given or nothing will be written. Release the lock before calling this, so
    /// that other processes do not have to wait for the answer.
    ///
    /// - Parameters:
    ///   - question: one line, such as `Delete 'Milk' (milk.md)?`.
    ///   - reason: why confirmation is needed, for the error message: `5 reminders would change`.
    /// - Throws: a `MemossError` if there is no terminal.
    mutating func isConfirmed(
        _ question: String,
        _ invocation: Invocation,
        reason: String? = nil
    ) throws(MemossError) -> Bool {
        guard !invocation.flag(.yes), !invocation.flag(.dryRun) else { return true }
        guard Confirmation.isPossible else {
            throw MemossError(
                .failure,
                (reason.map { $0 + ": " } ?? "")
                    + "cannot ask for confirmation, because this is not a terminal; nothing was changed",
                hints: ["add --yes to confirm"]
            )
        }
        console.flush()
        console.ask(question + " [y/N]")
        return Confirmation.isYes(Confirmation.answer() ?? [])
    }
}
