import CLibrary
import MemossFiles

/// Data goes to standard output, talk to standard error. A closed pipe ends quietly.
struct Console {
    let width: Int?
    /// For help and other prose, which is set to a width even in a pipe.
    var proseWidth: Int { min(width ?? 80, 100) }
    var painter: Painter
    private var errorPainter: Painter
    /// Nil where standard error is no terminal.
    private let talkWidth: Int?
    private let isQuiet: Bool
    /// Nil where it would not be seen.
    let progress: ProgressLine?
    private var buffer: [UInt8] = []
    private var isClosed = false
    private(set) var failure: String?
    /// The warnings that were seen.
    private var warned: Set<String> = []

    init(color: ColorDepth.Choice, isQuiet: Bool) {
        width = Environment.width(of: 1)
        talkWidth = Environment.width(of: 2)
        painter = Painter(Self.depth(color, of: 1))
        errorPainter = Painter(Self.depth(color, of: 2))
        self.isQuiet = isQuiet
        progress = ProgressLine(isQuiet: isQuiet)
        buffer.reserveCapacity(1 << 14)
        signal(SIGPIPE, SIG_IGN)
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

    mutating func write(_ bytes: [UInt8]) {
        buffer += bytes
        if buffer.count > 1 << 16 { flush() }
    }

    mutating func write(_ text: String) { write(Array(text.utf8)) }

    mutating func line(_ text: String = "", _ style: Style = .plain) {
        painter.append(text, style, to: &buffer)
        buffer.append(0x0A)
    }

    /// Appends with the painter, which remembers what it has painted.
    mutating func draw(_ body: (inout Painter, inout [UInt8]) -> Void) { body(&painter, &buffer) }

    mutating func flush() {
        defer { buffer.removeAll(keepingCapacity: true) }
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

    /// What a person may want to know besides the data.
    mutating func say(_ text: String) {
        if !isQuiet { talk(text) }
    }

    mutating func warn(_ text: String, hint: String? = nil) {
        guard !isQuiet else { return }
        warned.insert(text)
        talk(text, label: "warning:", .warning)
        if let hint { talk(hint, indent: 2, .suggestion) }
    }

    /// For what is found at every look at the folder.
    mutating func warnOnce(_ text: String, hint: String? = nil) {
        if !warned.contains(text) { warn(text, hint: hint) }
    }

    mutating func report(_ error: MemossError) {
        flush()
        talk(error.message, label: "mm:", .error)
        for hint in error.advice where !warned.contains(hint) { talk(hint, indent: 2) }
    }

    /// A question, whose answer is typed on the same line, after a blank.
    func ask(_ question: String) { talk(question, end: " ") }

    /// On a terminal the text is broken between words; elsewhere it is one line, as programs read it.
    ///
    /// - Parameters:
    ///   - label: what stands before the text; it has the style then, and not the text.
    ///   - indent: of all lines, of which the others have two blanks more.
    private func talk(
        _ text: String,
        label: String = "",
        indent: Int = 0,
        _ style: Style = .plain,
        end: String = "\n"
    ) {
        progress?.erase()
        let used = label.isEmpty ? indent : CellWidth.of(label) + 1
        let lines = Printable.line(text).wrapped(to: talkWidth, after: used, indent: indent + 2)
        // Where the first word has no room beside the label, nothing stands behind it.
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
