import CLibrary
import MemossFiles

/// Something to fill in or to choose from, on the whole screen or line by line.
protocol DialogueView {
    associatedtype Answer: Sendable

    /// - Parameter isFollowed: whether more input has already arrived, as when text is pasted on a terminal that does
    ///   not mark pastes.
    /// - Returns: nil while the dialogue goes on.
    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<Answer>?

    /// - Parameter size: the size of the terminal.
    func frame(in size: TerminalSize, _ painter: Painter) -> Frame

    /// The same without drawing, for screen readers and for terminals without cursor movement.
    ///
    /// - Parameter ask: prints lines, and reads what is typed after the last one; nil at the end of the input.
    mutating func converse(_ ask: ([String]) -> String?) -> Dialogue<Answer>
}

extension DialogueView {
    mutating func handle(_ key: Key) -> Dialogue<Answer>? { handle(key, isFollowed: false) }
}

/// How a dialogue with the user ended.
enum Dialogue<Answer: Sendable>: Sendable {
    case done(Answer), cancelled
}

extension Dialogue: Equatable where Answer: Equatable {}

extension Environment {
    /// Whether to print lines instead of drawing: for `TERM=dumb`, or if `MM_PLAIN` is set, for a screen reader.
    static var isPlain: Bool { variable("TERM") == "dumb" || !["", "0", nil].contains(variable("MM_PLAIN")) }
}

extension Session {
    /// Shows a view until it is done, in the form that the terminal supports. The terminal is restored before this
    /// returns, and before a signal ends the process.
    ///
    /// - Returns: nil if there is no terminal.
    mutating func ask<View: DialogueView>(_ view: View) -> Dialogue<View.Answer>? {
        guard Confirmation.isPossible else { return nil }
        console.flush()
        var view = view
        if Environment.isPlain { return view.converse { line(after: $0) } }
        guard var terminal = Terminal(output: 2, restoration: Screen.restoration) else { return nil }
        var (screen, size) = (Screen(), TerminalSize(of: 2))
        terminal.write(screen.start)
        while true {
            terminal.write(screen.show(view.frame(in: size, console.errorPainter)))
            switch terminal.next() {
            case .keys(let keys):
                for key in keys {
                    if key == .control("z") {
                        terminal.write(screen.end())
                        terminal.suspend()
                        size = TerminalSize(of: 2)
                        terminal.write(screen.start)
                    } else if let answer = view.handle(key, isFollowed: key == .enter && terminal.hasMuchInput) {
                        terminal.write(screen.end())
                        terminal.close()
                        return answer
                    }
                }
            case .resized:
                size = TerminalSize(of: 2)
                terminal.write(screen.clear())
            case .ended(let signal):
                terminal.write(screen.end())
                terminal.close()
                raise(signal)
                return .cancelled
            case .timeout, .readable: break
            }
        }
    }

    private mutating func line(after prompt: [String]) -> String? {
        for line in prompt.dropLast() { console.tell(line) }
        console.ask(prompt.last ?? "")
        let line = console.answer().map { String(decoding: $0, as: UTF8.self) }
        // The missing answer would have ended the line.
        if line == nil { console.tell("") }
        return line
    }

    /// Asks a question that a single key answers, or a line where nothing is drawn.
    ///
    /// - Returns: one of the letters; nil for Escape, Ctrl-C, or the end of the input.
    mutating func letter(_ question: String, among letters: String) -> Character? {
        console.flush()
        guard !Environment.isPlain, var terminal = Terminal(output: 2, restoration: []) else {
            while let line = line(after: [question]) {
                if let letter = line.lowercased().first(where: { !$0.isWhitespace }), letters.contains(letter) {
                    return letter
                }
            }
            return nil
        }
        console.ask(question)
        while true {
            switch terminal.next() {
            case .keys(let keys):
                var typed: Character?
                switch keys.first {
                case .control("z"): terminal.suspend()
                case .character(let key): typed = key.lowercased().first
                default: break
                }
                let isLeft = [Key.escape, .control("c"), .control("d")].contains { $0 == keys.first }
                guard isLeft || typed.map(letters.contains) == true else { continue }
                terminal.close()
                console.tell(typed.map(String.init) ?? "")
                return typed
            case .ended(let signal):
                terminal.close()
                raise(signal)
                return nil
            case .resized, .timeout, .readable: break
            }
        }
    }
}

/// The size of a terminal in cells.
struct TerminalSize: Hashable, Sendable {
    var width: Int
    var height: Int

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The current size. COLUMNS and LINES are ignored, because they do not follow a resize.
    init(of descriptor: Int32) {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        self.init(width: isKnown ? Int(size.ws_col) : 80, height: isKnown ? Int(size.ws_row) : 24)
    }
}
