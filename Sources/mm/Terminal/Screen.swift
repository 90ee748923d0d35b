/// A part of a terminal that shows frames. It writes only what differs from the frame before.
struct Screen: Sendable {
    enum Place: Sendable {
        /// Lines below the prompt, which scroll with the rest.
        case inline
        /// The alternate screen.
        case whole
    }

    private let place: Place
    private var shown: Frame?
    /// Where the terminal's cursor is, from the first line of the frame.
    private var line = 0
    /// How many lines the terminal has scrolled up for.
    private var reserved = 1

    init(_ place: Place) { self.place = place }

    // MARK: Sequences (ECMA-48 and xterm's ctlseqs)

    private static let hideCursor = "\u{1B}[?25l"
    private static let showCursor = "\u{1B}[?25h"
    private static let eraseToEndOfLine = "\u{1B}[K"
    private static let eraseBelow = "\u{1B}[J"
    private static let bracketedPaste = "\u{1B}[?2004"

    /// What to write before the first frame.
    var start: [UInt8] {
        Array(((place == .whole ? "\u{1B}[?1049h\u{1B}[H\u{1B}[2J" : "") + Self.bracketedPaste + "h").utf8)
    }

    /// What restores the terminal. Inline, the lines are erased.
    mutating func end() -> [UInt8] {
        var text = place == .whole ? "" : move(to: Frame.Place(line: 0, column: 0)) + Self.eraseBelow
        text += "\u{1B}[0m" + Self.showCursor + Self.bracketedPaste + "l"
        if place == .whole { text += "\u{1B}[?1049l" }
        forget()
        return Array(text.utf8)
    }

    /// The terminal may show anything, because it was resized or used by another program: the next frame is drawn whole.
    mutating func forget() { (shown, line, reserved) = (nil, 0, 1) }

    /// What to write before the first frame after a resize. Inline, all from the first line on is erased.
    ///
    /// - Parameters:
    ///   - size: of the terminal now.
    ///   - isWrapping: whether the terminal wraps lines anew when it becomes narrower.
    mutating func clear(for size: TerminalSize? = nil, wrapping isWrapping: Bool = false) -> [UInt8] {
        let extra = size.map { isWrapping && place == .inline ? linesAdded($0.width) : 0 } ?? 0
        let up = min(extra, size?.height ?? 0)
        let text = (up > 0 ? "\u{1B}[\(up)A" : "") + move(to: Frame.Place(line: 0, column: 0)) + Self.eraseBelow
        forget()
        return Array(text.utf8)
    }

    /// How many lines a terminal of this width adds above the cursor when it wraps those of the last frame.
    private func linesAdded(_ width: Int) -> Int {
        guard let shown, width > 0 else { return 0 }
        let above = shown.lines.prefix(line).reduce(0) { $0 + max(0, $1.count - 1) / width }
        return above + (shown.cursor?.column ?? 0) / width
    }

    // MARK: Frames

    /// What to write so that the terminal shows a frame.
    mutating func show(_ frame: Frame) -> [UInt8] {
        guard frame != shown else { return [] }
        let old = shown?.lines ?? []
        var changes = ""
        for (index, cells) in frame.lines.enumerated() {
            changes += difference(index < old.count ? old[index] : nil, cells, at: index)
        }
        if old.count > frame.lines.count || shown == nil {
            if frame.lines.isEmpty {
                changes += move(to: Frame.Place(line: 0, column: 0)) + Self.eraseBelow
            } else if old.count > frame.lines.count {
                changes += move(to: Frame.Place(line: frame.lines.count, column: 0)) + Self.eraseBelow
            }
        }
        var text = changes.isEmpty ? "" : Self.hideCursor + changes
        if let cursor = frame.cursor { text += move(to: cursor) }
        if frame.cursor == nil, shown?.cursor != nil || shown == nil { text += Self.hideCursor }
        if frame.cursor != nil, !changes.isEmpty || shown?.cursor == nil { text += Self.showCursor }
        shown = frame
        return Array(text.utf8)
    }

    /// What changes one line into another; nil if it is unknown.
    private mutating func difference(_ old: [Frame.Cell]?, _ new: [Frame.Cell], at index: Int) -> String {
        guard old != new else { return "" }
        let isUnknown = old == nil
        let old = old ?? []
        // Terminals disagree on the width of some emoji, so what follows one may be elsewhere.
        let isUncertain = old.contains(where: \.isUncertain) || new.contains(where: \.isUncertain)
        var first = isUncertain ? 0 : zip(old, new).prefix { $0 == $1 }.count
        // A wide cluster is written from its first cell.
        while first > 0, first < new.count, new[first].text.isEmpty { first -= 1 }
        let equalEnd =
            old.count == new.count && !isUncertain ? zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count : 0
        var end = max(first, new.count - equalEnd)
        while end < new.count, new[end].text.isEmpty { end += 1 }
        var text = move(to: Frame.Place(line: index, column: first))
        // Before the text: after the last cell of a line, xterm would erase that cell.
        if isUnknown || isUncertain || old.count > new.count { text += Self.eraseToEndOfLine }
        var style = ""
        for cell in new[first..<end] {
            if cell.style != style {
                text += cell.style.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(cell.style)m"
                style = cell.style
            }
            text += cell.text
        }
        if !style.isEmpty { text += "\u{1B}[0m" }
        return text
    }

    /// Inline, only relative moves and line breaks are possible, for the first line is anywhere on the terminal.
    private mutating func move(to place: Frame.Place) -> String {
        if self.place == .whole { return "\u{1B}[\(place.line + 1);\(place.column + 1)H" }
        var text = ""
        if place.line < line { text = "\u{1B}[\(line - place.line)A" }
        let known = min(place.line, reserved - 1)
        if known > line { text = "\u{1B}[\(known - line)B" }
        if place.line >= reserved {
            // A line break at the bottom scrolls; a move would not.
            text += String(repeating: "\r\n", count: place.line - known)
            reserved = place.line + 1
        }
        line = place.line
        return text + "\r" + (place.column > 0 ? "\u{1B}[\(place.column)C" : "")
    }
}
