import CLibrary
import MemossFiles

/// Something to fill in or to choose from, drawn below the prompt: keys in, frames out.
protocol InlineView {
    associatedtype Answer: Sendable

    /// - Returns: nil while it goes on.
    mutating func handle(_ key: Key) -> Dialogue<Answer>?

    /// - Parameter isFollowed: whether more input is there already, as when a terminal does not mark what is pasted.
    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<Answer>?

    /// - Parameter size: of the terminal.
    func frame(in size: TerminalSize, _ painter: Painter) -> Frame
}

extension InlineView {
    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<Answer>? { handle(key) }
}

/// How a dialogue with a person ended.
enum Dialogue<Answer: Sendable>: Sendable {
    case done(Answer), cancelled
}

extension Dialogue: Equatable where Answer: Equatable {}

extension Session {
    /// Shows a view until it is done. The terminal is restored before this returns, and before a signal ends the process.
    ///
    /// - Returns: nil if there is no terminal.
    mutating func run<View: InlineView>(_ view: View) -> Dialogue<View.Answer>? {
        console.flush()
        guard var terminal = Terminal(output: 2) else { return nil }
        var view = view
        var screen = Screen(.inline)
        terminal.write(screen.start)
        while true {
            let size = TerminalSize(of: 2)
            terminal.write(screen.show(view.frame(in: size, console.errorPainter)))
            switch terminal.next() {
            case .keys(let keys):
                for key in keys {
                    if key == .control("z") {
                        terminal.write(screen.end())
                        terminal.suspend()
                        terminal.write(screen.start)
                    } else if let answer = view.handle(key, isFollowed: key == .enter && terminal.hasMuchInput) {
                        terminal.write(screen.end())
                        terminal.close()
                        return answer
                    }
                }
            case .resized:
                terminal.write(screen.clear(for: TerminalSize(of: 2), wrapping: Environment.terminalWrapsAnew))
            case .ended(let signal):
                terminal.write(screen.end())
                terminal.close()
                raise(signal)
                return .cancelled
            case .timeout, .readable: break
            }
        }
    }
}

/// The size of a terminal in cells.
struct TerminalSize: Hashable, Sendable {
    var width: Int
    var height: Int

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The size now, which COLUMNS and LINES do not follow.
    init(of descriptor: Int32) {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        self.init(width: isKnown ? Int(size.ws_col) : 80, height: isKnown ? Int(size.ws_row) : 24)
    }
}
