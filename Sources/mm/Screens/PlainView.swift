import MemossFiles

/// A view for screen readers and terminals without cursor movement, which only prints lines and reads typed ones.
protocol PlainView {
    associatedtype Answer: Sendable

    /// The lines to print; the answer is typed after the last one.
    var prompt: [String] { get }

    /// - Parameter line: the typed line; nil at the end of the input.
    /// - Returns: nil while the dialogue goes on.
    mutating func answer(_ line: String?) -> Dialogue<Answer>?
}

extension Environment {
    /// Whether to print lines instead of drawing: for `TERM=dumb`, or if `MM_PLAIN` is set, for a screen reader.
    static var isPlain: Bool { variable("TERM") == "dumb" || !["", "0", nil].contains(variable("MM_PLAIN")) }

    /// Whether the terminal rewraps lines when it becomes narrower. Most do; xterm, GNU screen and the Linux console
    /// truncate lines or leave them alone.
    static var terminalWrapsAnew: Bool {
        if variable("TMUX") != nil { return true }
        return variable("XTERM_VERSION") == nil && variable("STY") == nil && variable("TERM") != "linux"
    }
}

extension Session {
    /// Shows a view in the form that the terminal supports.
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
            let line = console.answer().map { String(decoding: $0, as: UTF8.self) }
            // The missing answer would have ended the line.
            if line == nil { console.tell("") }
            if let answer = view.answer(line) { return answer }
        }
    }
}
