import Interaction
import MemossFiles

/// Lines that are being drawn for a frame.
struct FrameDrawing {
    let width: Int
    private var painter: Painter
    private var lines: [[UInt8]] = []
    /// The unfinished line.
    private var bytes: [UInt8] = []
    /// The number of cells used on the unfinished line.
    private(set) var column = 0
    private var cursor: Frame.Place?

    init(width: Int, _ painter: Painter) { (self.width, self.painter) = (width, painter) }

    var lineCount: Int { lines.count }

    /// The lines around the cursor that fit into a terminal.
    ///
    /// - Parameter height: the height of the terminal.
    func frame(height: Int) -> Frame {
        var drawing = self
        drawing.crop(from: 0, to: max(1, height))
        return Frame(drawing.lines.flatMap { $0 + [0x0A] }, width: width, cursor: drawing.cursor)
    }

    /// Reduces the lines from `first` on to `count`: those around the cursor, or else the first ones.
    mutating func crop(from first: Int, to count: Int) {
        let excess = lines.count - first - count
        guard excess > 0 else { return }
        let line = cursor.map { $0.line - first } ?? 0
        let start = max(0, min(line - count / 2, excess))
        lines.removeLast(excess - start)
        lines.removeSubrange(first..<(first + start))
        cursor?.line -= line >= 0 ? start : 0
    }

    mutating func endLine() {
        lines.append(bytes)
        (bytes, column) = ([], 0)
    }

    /// Draws untrusted text, cut at the end of the line.
    mutating func text(_ text: String, _ style: Style = .plain) {
        let shown = Printable.line(text).truncated(to: max(0, width - column))
        painter.append(shown, style, to: &bytes)
        column += CellWidth.of(shown)
    }

    mutating func line(_ text: String, _ style: Style = .plain) {
        self.text(text, style)
        endLine()
    }

    mutating func chip(_ chip: TagChip) {
        let chip = chip.truncated(to: max(3, width - column))
        painter.append(chip, to: &bytes)
        column += chip.width
    }

    /// Puts the cursor here. It marks where the next key acts; screen readers and magnifiers follow it.
    mutating func putCursor() { cursor = Frame.Place(line: lines.count, column: min(column, width - 1)) }

    /// Draws the part of a field around the cursor that fits on the rest of the line.
    mutating func field(
        _ field: TextField,
        placeholder: String,
        hasCursor: Bool = true,
        _ style: Style = .plain
    ) {
        if field.isEmpty {
            if hasCursor { putCursor() }
            return text(placeholder, .dimmed)
        }
        // Measure only the text near the cursor, because pasted text may be long.
        var room = max(1, width - column - 1)
        let near = Printable.line(String(field.before.suffix(4 * room)))
        let shown = near.reversed().prefix { character in
            room -= CellWidth.of(character)
            return room >= 0
        }
        text(String(shown.reversed()), style)
        if hasCursor { putCursor() }
        text(String(field.after.prefix(4 * width)))
    }

    /// Draws the first line of a listing's row, and ends the line.
    mutating func row(_ cells: [Columns.Cell], _ layout: Columns.Layout) {
        var row: [UInt8] = []
        layout.append(cells, painter: &painter, to: &row)
        bytes += row.prefix { $0 != 0x0A }
        endLine()
    }
}
