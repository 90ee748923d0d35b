/// The alternate screen of a terminal, which shows frames. It writes only the differences from the previous frame.
struct Screen: Sendable {
    private let hasMouse: Bool
    private var shown: Frame?
    /// Where the bytes written for this frame have left the cursor; nil if that is unknown.
    private var known: Frame.Place?

    /// - Parameter hasMouse: whether the terminal reports clicks and the wheel.
    init(hasMouse: Bool = false) { self.hasMouse = hasMouse }

    // MARK: Sequences (ECMA-48 and xterm's ctlseqs)

    private static let plain = "\u{1B}[m"
    private static let hideCursor = "\u{1B}[?25l"
    private static let showCursor = "\u{1B}[?25h"
    private static let eraseToEndOfLine = "\u{1B}[K"
    private static let eraseBelow = "\u{1B}[J"
    /// Erases from the beginning of a line on. Not with one sequence: tmux moves a screen that is erased from its first
    /// cell on to its history.
    private static let eraseLines = "\u{1B}[K\u{1B}[C\u{1B}[J\r"
    private static let bracketedPaste = "\u{1B}[?2004"
    /// Enables clicks and the wheel, with coordinates of any size.
    private static let mouse = (on: "\u{1B}[?1000h\u{1B}[?1006h", off: "\u{1B}[?1006l\u{1B}[?1000l")

    /// The bytes to write before the first frame.
    var start: [UInt8] {
        Array(("\u{1B}[?1049h\u{1B}[H\u{1B}[2J" + (hasMouse ? Self.mouse.on : "") + Self.bracketedPaste + "h").utf8)
    }

    /// The bytes that restore the terminal. The next frame draws everything.
    mutating func end() -> [UInt8] {
        shown = nil
        return Self.restoration
    }

    static let restoration = Array(
        ("\u{1B}[0m" + showCursor + bracketedPaste + "l" + mouse.off + "\u{1B}[?1049l").utf8
    )

    /// The bytes to write before the first frame after a resize, when the terminal may show anything.
    mutating func clear() -> [UInt8] {
        (shown, known) = (nil, nil)
        return Array((move(to: Frame.Place(line: 0, column: 0)) + Self.eraseLines).utf8)
    }

    // MARK: Frames

    /// The bytes that make the terminal show a frame.
    mutating func show(_ frame: Frame) -> [UInt8] {
        guard frame != shown else { return [] }
        known = nil
        var old = shown?.lines ?? []
        var changes = ""
        if let scroll = Scroll(from: old, to: frame.lines) {
            changes += scroll.sequence
            known = scroll.end
            scroll.apply(to: &old)
        }
        let width = (old + frame.lines).map(\.count).max() ?? 0
        for (index, cells) in frame.lines.enumerated() {
            changes += difference(index < old.count ? old[index] : nil, cells, at: index, width: width)
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

    /// The bytes that turn one line into another, where nil is an unknown line.
    ///
    /// - Parameter width: a number of cells for which the terminal has room.
    private mutating func difference(
        _ old: [Frame.Cell]?,
        _ new: [Frame.Cell],
        at line: Int,
        width: Int
    ) -> String {
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
        var text = move(to: Frame.Place(line: line, column: first))
        // Erase before writing the text. With the cursor after the last cell of a line, xterm would erase that cell.
        let isErased = isUnknown || isUncertain || old.count > new.count
        if isErased { text += Self.eraseToEndOfLine }
        var style = ""
        var index = first
        while index < end {
            // Skip cells that are unchanged if that takes fewer bytes.
            if !isUncertain {
                let known = new[index..<end].indices.prefix { index in
                    let isBlank = new[index] == Frame.Cell.blank
                    return index < old.count && !isErased ? old[index] == new[index] : isBlank
                }
                if known.count > 0, index + known.count == end { break }
                if known.count >= Self.leastPassed, !new[index + known.count].text.isEmpty {
                    text += CursorMove.right(known.count)
                    index += known.count
                    continue
                }
            }
            let cell = new[index]
            // A blank looks the same in any colour of letters.
            if cell.style != style, cell != Frame.Cell.blank || Self.marksBlanks(style) {
                text += cell.style.isEmpty ? Self.plain : "\u{1B}[\(style.isEmpty ? "" : ";")\(cell.style)m"
                style = cell.style
            }
            text += cell.text
            index += 1
            // A wide cluster has moved the cursor over its second cell.
            while index < end, new[index].text.isEmpty { index += 1 }
            // Where the terminal gives it more cells, the text behind it would run over the edge, onto the next line.
            if cell.isUncertain, index < end {
                text += CursorMove(start: nil, end: Frame.Place(line: line, column: index)).sequence
            }
        }
        if !style.isEmpty { text += Self.plain }
        // After the last cell of a line, terminals disagree on where the cursor is.
        known = index < width && !isUncertain ? Frame.Place(line: line, column: index) : nil
        return text
    }

    /// Whether a blank in this style is not like a plain one: it is underlined, reversed, struck out or has a background.
    private static func marksBlanks(_ style: String) -> Bool {
        var parameters = style.split(separator: ";").compactMap { Int($0) }[...]
        while let parameter = parameters.popFirst() {
            switch parameter {
            // A colour of letters, from a palette or with its three parts.
            case 38: parameters = parameters.dropFirst(parameters.first == 2 ? 4 : 2)
            case 1, 2, 22, 30...37, 39, 90...97: break
            default: return true
            }
        }
        return false
    }

    /// The number of unchanged cells from which a cursor move, of four or five bytes, is worthwhile.
    private static let leastPassed = 7

    private mutating func move(to place: Frame.Place) -> String {
        defer { known = place }
        return CursorMove(start: known, end: place).sequence
    }
}

/// Lines that move up or down while those around them stay, as when a list is scrolled. The terminal can move them with
/// a few bytes.
private struct Scroll {
    private let region: Range<Int>
    /// The number of lines by which they move up; negative for down.
    private let distance: Int

    private static let farthest = 12

    /// Nil if it would save nothing.
    init?(from old: [[Frame.Cell]], to new: [[Frame.Cell]]) {
        guard old.count == new.count, let first = new.indices.first(where: { old[$0] != new[$0] }),
            let last = new.indices.last(where: { old[$0] != new[$0] }), last - first >= 4
        else { return nil }
        let region = first..<(last + 1)
        let isSame = { (from: Int, to: Int) in !new[to].isEmpty && old[from] == new[to] }
        guard let distance = Self.distance(in: region, isSame) else { return nil }
        // Lines may change apart from those that move, such as the grid of a calendar. But the row of the cursor moves
        // and changes.
        let moved = region.filter { region.contains($0 + distance) && isSame($0 + distance, $0) && !isSame($0, $0) }
        guard let top = moved.first, let bottom = moved.last else { return nil }
        var (start, end) = (min(top, top + distance), max(bottom, bottom + distance) + 1)
        while start > region.lowerBound, old[start - 1] != new[start - 1] { start -= 1 }
        while end < region.upperBound, old[end] != new[end] { end += 1 }
        (self.region, self.distance) = (start..<end, distance)
    }

    /// The distance by which most lines that are not empty move; nil if most stay.
    ///
    /// - Parameter isSame: whether an old line is as good as a new one.
    private static func distance(in region: Range<Int>, _ isSame: (_ old: Int, _ new: Int) -> Bool) -> Int? {
        let kept = region.count { isSame($0, $0) }
        var best: (distance: Int?, count: Int) = (nil, kept + region.count / 3)
        for distance in 1...min(farthest, region.count - 1) {
            for distance in [distance, -distance] {
                let count = region.count { region.contains($0 + distance) && isSame($0 + distance, $0) }
                if count > best.count { best = (distance, count) }
            }
        }
        return best.distance
    }

    /// Deletes lines at one end of the region, and inserts the same number at the other.
    var sequence: String {
        let lines = abs(distance) == 1 ? "" : "\(abs(distance))"
        let start = CursorMove(start: nil, end: Frame.Place(line: deleted, column: 0)).sequence
        return start + "\u{1B}[\(lines)M" + CursorMove(start: nil, end: end).sequence + "\u{1B}[\(lines)L"
    }

    /// The line at which lines are deleted.
    private var deleted: Int { distance > 0 ? region.lowerBound : region.upperBound + distance }

    /// Where it leaves the cursor: where lines are inserted.
    var end: Frame.Place {
        Frame.Place(line: distance > 0 ? region.upperBound - distance : region.lowerBound, column: 0)
    }

    func apply(to lines: inout [[Frame.Cell]]) {
        let old = lines
        for line in region { lines[line] = region.contains(line + distance) ? old[line + distance] : [] }
    }
}
