import MemossFiles

/// Lines that are being drawn for a frame.
struct InlineDrawing {
    let width: Int
    private var painter: Painter
    private var bytes: [UInt8] = []
    private(set) var lineCount = 0
    /// The cells used on the line that has not ended.
    private(set) var column = 0
    private var cursor: Frame.Place?

    init(width: Int, _ painter: Painter) { (self.width, self.painter) = (width, painter) }

    var frame: Frame { Frame(bytes, width: width, cursor: cursor) }

    mutating func endLine() {
        bytes.append(0x0A)
        (lineCount, column) = (lineCount + 1, 0)
    }

    /// Text of any origin, cut at the end of the line.
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

    /// The part of a field around the cursor that fits into the rest of the line.
    mutating func field(_ field: TextField, placeholder: String) {
        if field.isEmpty {
            cursor = Frame.Place(line: lineCount, column: min(column, width - 1))
            return text(placeholder, .dimmed)
        }
        let room = max(1, width - column - 1)
        var before = Printable.line(field.before)
        while CellWidth.of(before) > room { before.removeFirst() }
        text(before)
        cursor = Frame.Place(line: lineCount, column: min(column, width - 1))
        text(field.after)
    }

    /// The first line of a row of a listing. It ends the line.
    mutating func row(_ cells: [Columns.Cell], _ layout: Columns.Layout) {
        var row: [UInt8] = []
        layout.append(cells, painter: &painter, to: &row)
        bytes += row.prefix { $0 != 0x0A }
        endLine()
    }
}
