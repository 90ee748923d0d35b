import CLibrary
import Interaction
import MemossFiles

/// Writes data to standard output and messages to standard error. A closed pipe is not an error.
struct Console {
    let width: Int?
    /// The height in lines; nil if standard output is not a terminal.
    var height: Int?
    /// The width for help and other prose, which is wrapped even in a pipe.
    var proseWidth: Int { min(width ?? 80, 100) }
    var painter: Painter
    let errorPainter: Painter
    /// Nil if standard error is not a terminal.
    private let errorWidth: Int?
    private let isQuiet: Bool
    /// Nil if it would not be visible.
    let progress: ProgressLine?
    private var buffer: [UInt8] = []
    private var isClosed = false
    private var isPaged = false
    private(set) var failure: String?
    /// The warnings printed so far.
    var warned: Set<String> = []
    /// The recorded output, for a front end that shows it itself; nil if output goes to the standard streams.
    private(set) var recording: Recording?

    /// The messages recorded since the last call.
    mutating func takeMessages() -> [Browser.Message] {
        defer { recording?.messages = [] }
        return recording?.messages ?? []
    }

    /// The output of a command.
    struct Recording: Sendable {
        var output: [UInt8] = []
        var messages: [Browser.Message] = []
        /// Whether the command has the terminal and may ask questions there. If so, everything is written to it as
        /// well.
        let hasTerminal: Bool
    }

    init(color: ColorDepth.Choice, isQuiet: Bool) {
        width = Environment.width(of: 1)
        height = Environment.height(of: 1)
        errorWidth = Environment.width(of: 2)
        painter = Painter(Self.depth(color, of: 1))
        errorPainter = Painter(Self.depth(color, of: 2))
        self.isQuiet = isQuiet
        progress = ProgressLine(isQuiet: isQuiet)
        buffer.reserveCapacity(1 << 14)
        signal(SIGPIPE, SIG_IGN)
    }

    /// A console that records, for a front end on a terminal of this size.
    init(recordingFor size: TerminalSize, _ painter: Painter, hasTerminal: Bool = false, isQuiet: Bool = false) {
        (width, height, errorWidth) = (size.width, nil, size.width)
        (self.painter, errorPainter) = (painter, painter)
        self.isQuiet = isQuiet
        progress = nil
        recording = Recording(hasTerminal: hasTerminal)
    }

    private static func depth(_ choice: ColorDepth.Choice, of descriptor: Int32) -> ColorDepth {
        let terminal = ColorDepth.Terminal(
            isTerminal: Environment.isTerminal(descriptor),
            noColor: Environment.variable("NO_COLOR"),
            colorTerm: Environment.variable("COLORTERM"),
            term: Environment.variable("TERM")
        )
        return ColorDepth(choice, terminal)
    }

    // MARK: Standard output

    /// Whether the output goes to a user rather than to a program.
    var isOnTerminal: Bool { recording != nil || Environment.isTerminal(1) }

    mutating func write(_ bytes: [UInt8]) {
        buffer += bytes
        if buffer.count > 1 << 16 { flush() }
    }

    mutating func write(_ text: String) { write(Array(text.utf8)) }

    mutating func line(_ text: String = "", _ style: Style = .plain) {
        painter.append(text, style, to: &buffer)
        buffer.append(0x0A)
    }

    /// Prints a sentence or a heading, wrapped on a terminal.
    ///
    /// - Parameter indent: the indent of the first line; the others are indented by two more.
    mutating func prose(_ text: String, _ style: Style = .plain, indent: Int = 0) {
        for (index, line) in text.wrapped(to: width, after: indent, indent: indent + 2).enumerated() {
            let blanks = String(repeating: " ", count: indent + (index == 0 ? 0 : 2))
            painter.append(blanks, .plain, to: &buffer)
            self.line(line, style)
        }
    }

    /// The painter caches the colours that it has computed.
    mutating func draw(_ body: (inout Painter, inout [UInt8]) -> Void) { body(&painter, &buffer) }

    /// Draws rows in columns, one below the other.
    mutating func draw(_ rows: [[Columns.Cell]], in columns: Columns) {
        let layout = columns.layout(of: rows, width: width)
        for row in rows { layout.append(row, painter: &painter, to: &buffer) }
    }

    /// Draws a row for each item, and below it what else is to be said of it.
    mutating func draw<Item: Sendable>(
        _ items: [Item],
        in columns: Columns,
        row: @escaping @Sendable (Item) -> [Columns.Cell],
        below: @escaping @Sendable (Item, inout Painter, inout [UInt8]) -> Void
    ) {
        for bytes in columns.drawn(items, width: width, painter, row: row, below: below) { write(bytes) }
    }

    /// Shows what the body writes page by page, if it is longer than the terminal.
    mutating func page(_ body: (inout Console) -> Void) {
        flush()
        isPaged = recording == nil && height != nil
        body(&self)
        isPaged = false
        if recording == nil, height != nil, Pager.show(buffer) { buffer = [] }
        flush()
    }

    mutating func flush() {
        if isPaged { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        recording?.output += buffer
        if recording?.hasTerminal == false { return }
        progress?.erase()
        guard !isClosed else { return }
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes { systemWrite(1, $0[start...]) }
            if count >= 0 {
                start += count
            } else if errno != EINTR {
                isClosed = true
                if errno != EPIPE { failure = "standard output: \(String(cString: strerror(errno)))" }
                return
            }
        }
    }

    // MARK: Standard error

    /// Prints information for the user, unless `--quiet` is given.
    mutating func info(_ text: String) {
        if !isQuiet { writeMessage(text) }
    }

    /// - Parameter isEssential: whether to print it even with `--quiet`, because otherwise a mistake would go
    ///   unnoticed.
    mutating func warn(_ text: String, hint: String? = nil, isEssential: Bool = false) {
        guard !isQuiet || isEssential else { return }
        warned.insert(text)
        writeMessage(text, label: "warning:", .warning, kind: .warning)
        if let hint { writeMessage(hint, indent: 2, .suggestion, kind: .hint) }
    }

    /// For warnings that would be repeated whenever the folder is read.
    mutating func warnOnce(_ text: String, hint: String? = nil) {
        if !warned.contains(text) { warn(text, hint: hint) }
    }

    mutating func report(_ error: MemossError) {
        flush()
        writeMessage(error.message, label: "mm:", .error, kind: .error)
        for hint in error.advice where !warned.contains(hint) { writeMessage(hint, indent: 2, kind: .hint) }
    }

    /// Prints the lines that a question refers to.
    mutating func list(_ lines: [String]) { for line in lines { writeMessage(line, indent: 2, kind: nil) } }

    /// Prints a line of a dialogue.
    mutating func tell(_ text: String) { writeMessage(text, kind: nil) }

    /// Prints a question; the answer is typed on the same line.
    mutating func ask(_ question: String) { writeMessage(question, kind: nil, end: " ") }

    /// Wraps the text on a terminal. Elsewhere, it stays on one line, for programs.
    ///
    /// - Parameters:
    ///   - label: printed before the text. If there is one, `style` applies to it rather than to the text.
    ///   - indent: the indent of the first line; the others are indented by two more.
    ///   - kind: nil for part of a dialogue, which is not recorded as a message.
    private mutating func writeMessage(
        _ text: String,
        label: String = "",
        indent: Int = 0,
        _ style: Style = .plain,
        kind: Browser.Message.Kind? = .information,
        end: String = "\n"
    ) {
        if let kind { recording?.messages.append(Browser.Message(kind, text)) }
        if recording?.hasTerminal == false { return }
        progress?.erase()
        let used = label.isEmpty ? indent : CellWidth.of(label) + 1
        let lines = Printable.line(text).wrapped(to: errorWidth, after: used, indent: indent + 2)
        // No blank after the label if the first word does not fit on its line.
        let blank = lines.count > 1 && lines[0].isEmpty ? "" : " "
        let start = label.isEmpty ? String(repeating: " ", count: indent) : errorPainter.painted(label, style) + blank
        let next = "\n" + String(repeating: " ", count: indent + 2)
        let painted = lines.map { errorPainter.painted($0, label.isEmpty ? style : .plain) }
        let bytes = Array((start + painted.joined(separator: next) + end).utf8)
        bytes.withUnsafeBytes { _ = systemWrite(2, $0[...]) }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let rebased = UnsafeRawBufferPointer(rebasing: bytes)
    return rebased.baseAddress.map { write(descriptor, $0, rebased.count) } ?? 0
}
