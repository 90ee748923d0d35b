import CLibrary
import MemossFiles

/// Asks for confirmation on the terminal before something is deleted, or before several reminders change.
enum Confirmation {
    /// Whether a question can be asked: standard input and standard error are both terminals.
    static var isPossible: Bool { Environment.isTerminal(0) && Environment.isTerminal(2) }

    /// Whether a line means yes. Everything else means no, including the end of the input.
    ///
    /// - Parameter byDefault: what an empty line means.
    static func isYes(_ line: [UInt8], byDefault: Bool = false) -> Bool {
        let answer = String(decoding: line, as: UTF8.self).lowercased()
        let words = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? byDefault : ["y", "yes"].contains(words)
    }

    /// Reads exactly one line from the terminal; the rest belongs to the shell. Nil at the end of the input.
    ///
    /// - Parameter survivesInterrupt: whether Ctrl-C is no answer, instead of the end of the process.
    static func answer(survivesInterrupt: Bool) -> [UInt8]? {
        let interrupt = survivesInterrupt ? SignalSource([SIGINT]) : nil
        defer { interrupt?.close() }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            if let interrupt {
                var sources = [0, interrupt.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                _ = poll(&sources, nfds_t(sources.count), interrupt.descriptor < 0 ? 100 : -1)
                if !interrupt.pending().isEmpty { return nil }
                if sources[0].revents == 0 { continue }
            }
            let count = read(0, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : line }
            if byte == 0x0A { return line }
            line.append(byte)
        }
    }
}

extension Console {
    /// The line typed after a question; nil for none. In `mm ui`, Ctrl-C leads back to the list.
    func answer() -> [UInt8]? { Confirmation.answer(survivesInterrupt: recording != nil) }

    /// Asks until one of the words or its first letter is typed; nil if there is no answer.
    mutating func choice<Choice>(_ question: String, _ choices: [(word: String, choice: Choice)]) -> Choice? {
        while true {
            ask("\(question) [\(choices.map { $0.word.prefix(1) }.joined(separator: "/"))]")
            guard let line = answer() else { return nil }
            let text = String(decoding: line, as: UTF8.self).lowercased()
            let typed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let found = choices.first { typed == $0.word || typed == $0.word.prefix(1) }
            if let found { return found.choice }
        }
    }
}

extension Session {
    /// Whether there is a user at a terminal who can answer; in `mm ui`, only for a command that has the terminal.
    var canAsk: Bool { Confirmation.isPossible && (console.recording?.hasTerminal ?? true) }

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
        return Confirmation.isYes(console.answer() ?? [])
    }
}
