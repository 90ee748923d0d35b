import MemossFiles

/// Asks which side of a conflict to keep. A single key answers.
struct SideChoice: InlineView, PlainView {
    enum Answer: Sendable, Hashable { case ours, theirs, skip, quit }

    private static let question = "Keep ours, theirs, skip it, or quit? [o/t/s/q]"

    private static func answer(_ letter: Character?) -> Answer? {
        switch letter {
        case "o", "O": .ours
        case "t", "T": .theirs
        case "s", "S": .skip
        case "q", "Q": .quit
        default: nil
        }
    }

    mutating func handle(_ key: Key) -> Dialogue<Answer>? {
        switch key {
        case .character(let letter): Self.answer(letter).map { .done($0) }
        case .escape, .control("c"), .control("d"): .cancelled
        default: nil
        }
    }

    func frame(in size: TerminalSize, _ painter: Painter) -> Frame {
        var drawing = InlineDrawing(width: size.width, painter)
        drawing.text(Self.question + " ")
        drawing.putCursor()
        drawing.endLine()
        return drawing.frame(height: size.height)
    }

    var prompt: [String] { [Self.question] }

    mutating func answer(_ line: String?) -> Dialogue<Answer>? {
        guard let line else { return .cancelled }
        return Self.answer(line.first { !$0.isWhitespace }).map { .done($0) }
    }
}
