import CLibrary
import MemossFiles

/// Something to fill in or to choose from, drawn below the prompt: keys in, frames out.
protocol InlineView {
    associatedtype Answer: Sendable

    /// - Returns: nil while the dialogue goes on.
    mutating func handle(_ key: Key) -> Dialogue<Answer>?

    /// - Parameter isFollowed: whether more input has already arrived, as when text is pasted on a terminal that does
    ///   not mark pastes.
    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<Answer>?

    /// - Parameter size: the size of the terminal.
    func frame(in size: TerminalSize, _ painter: Painter) -> Frame
}

extension InlineView {
    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<Answer>? { handle(key) }
}

/// How a dialogue with the user ended.
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
        guard var terminal = Terminal(output: 2, restoration: Screen.restoration(of: .inline)) else { return nil }
        var view = view
        var screen = Screen(.inline)
        var size = TerminalSize(of: 2)
        // While a window is being resized, the reported size may be outdated: tmux reports four times a second.
        // Anything drawn with the wrong size cannot be erased correctly, so draw nothing until the size is stable.
        var isResizing = false
        func erase() -> [UInt8] {
            (size, isResizing) = (TerminalSize(of: 2), false)
            return screen.clear(for: size, wrapping: Environment.terminalWrapsAnew)
        }
        func end() -> [UInt8] { (isResizing ? erase() : []) + screen.end() }
        terminal.write(screen.start)
        while true {
            if !isResizing { terminal.write(screen.show(view.frame(in: size, console.errorPainter))) }
            switch terminal.next(timeout: isResizing ? Self.quietTime : nil) {
            case .keys(let keys):
                for key in keys {
                    if key == .control("z") {
                        terminal.write(end())
                        terminal.suspend()
                        size = TerminalSize(of: 2)
                        terminal.write(screen.start)
                    } else if let answer = view.handle(key, isFollowed: key == .enter && terminal.hasMuchInput) {
                        terminal.write(end())
                        terminal.close()
                        return answer
                    }
                }
            case .resized:
                // After the process was stopped, the screen may show anything, even if the size is the same.
                isResizing = isResizing || TerminalSize(of: 2) != size
                if !isResizing { terminal.write(erase()) }
            case .timeout: terminal.write(erase())
            case .ended(let signal):
                terminal.write(end())
                terminal.close()
                raise(signal)
                return .cancelled
            case .readable: break
            }
        }
    }

    /// How long the size has to be stable before drawing, in milliseconds.
    private static let quietTime: Int32 = 300
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
