import MemossFiles

/// A view for screen readers and terminals without cursor movement: lines that are printed, and lines that are typed.
protocol PlainView {
    associatedtype Answer: Sendable

    /// What to print; the answer is typed after the last line.
    var prompt: [String] { get }

    /// - Parameter line: what was typed; nil at the end of the input.
    /// - Returns: nil while it goes on.
    mutating func answer(_ line: String?) -> Dialogue<Answer>?
}

extension Environment {
    /// Whether to print lines instead of drawing: for `TERM=dumb`, or if `MM_PLAIN` is set, for a screen reader.
    static var isPlain: Bool { variable("TERM") == "dumb" || !["", "0", nil].contains(variable("MM_PLAIN")) }

    /// Whether the terminal wraps lines anew when it becomes narrower: all but a few do. xterm, GNU screen and the Linux
    /// console cut them, or leave them where they are.
    static var terminalWrapsAnew: Bool {
        if variable("TMUX") != nil { return true }
        return variable("XTERM_VERSION") == nil && variable("STY") == nil && variable("TERM") != "linux"
    }
}

extension Session {
    /// Shows a view in the way that the terminal can.
    ///
    /// - Returns: nil if there is no terminal.
    mutating func ask<View: InlineView & PlainView>(_ view: View) -> Dialogue<View.Answer>?
    where View.Answer: Sendable {
        guard Confirmation.isPossible else { return nil }
        guard Environment.isPlain else { return run(view) }
        console.flush()
        var view = view
        while true {
            let prompt = view.prompt
            for line in prompt.dropLast() { console.tell(line) }
            console.ask(prompt.last ?? "")
            let line = Confirmation.answer().map { String(decoding: $0, as: UTF8.self) }
            // The answer was to end the line.
            if line == nil { console.tell("") }
            if let answer = view.answer(line) { return answer }
        }
    }
}
