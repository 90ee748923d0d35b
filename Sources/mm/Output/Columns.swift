/// Lays out a listing in columns.
///
/// Each column is as wide as its widest cell. If the terminal is too narrow, columns shrink in the order of `yields`.
/// If no width is known, as in a pipe, nothing is ever cut.
struct Columns: Sendable {
    enum Cell: Sendable {
        /// Printable text without line breaks, cut with an ellipsis if it does not fit.
        case text(String, Style = .plain)
        /// The first of these texts that fits. It is never cut: part of `Every 2 weeks` would mean something else.
        case whole([String], Style)
        /// At most `limit` chips and `+N`, or fewer if they do not fit.
        case chips([TagChip], limit: Int = 3)
    }

    enum Alignment: Sendable {
        case leading, trailing
    }

    /// A column that shrinks to `cells`; with 0 it is dropped at once.
    struct Yield: Sendable {
        var column: Int
        var cells: Int
    }

    var alignments: [Alignment]
    var yields: [Yield]
    /// Columns whose cells go to a second line of their row if they would be cut or left out.
    var below = 0..<0
    /// The column that the second line begins under.
    var under = 0

    /// Handle, title, when, deadline, badge, tags. The title shrinks first, but stays readable longest.
    static let reminders = Columns(
        alignments: [.leading, .leading, .leading, .leading, .leading, .leading],
        yields: [
            Yield(column: 1, cells: 36), Yield(column: 5, cells: 16), Yield(column: 4, cells: 9),
            Yield(column: 1, cells: 24), Yield(column: 5, cells: 13), Yield(column: 4, cells: 0),
            Yield(column: 1, cells: 16), Yield(column: 5, cells: 0), Yield(column: 3, cells: 0),
            Yield(column: 2, cells: 0), Yield(column: 1, cells: 4),
        ],
        below: 2..<6,
        under: 1
    )

    /// Handle, title, what is wrong.
    static let problems = Columns(
        alignments: [.leading, .leading, .leading],
        yields: [Yield(column: 1, cells: 24), Yield(column: 2, cells: 0), Yield(column: 1, cells: 4)],
        below: 2..<3,
        under: 1
    )

    /// Blanks between columns.
    private static let gap = 2
    /// If nothing is cut, one long title must not move the columns of all other lines out of sight.
    private static let widestUncut = 60

    /// The layout for these rows on a terminal of `width` cells, nil if unknown. To align the rows of several sections,
    /// pass all of them.
    func layout(of rows: some Collection<[Cell]>, width: Int?) -> Layout {
        var widths = [Int](repeating: 0, count: alignments.count)
        for row in rows { widen(&widths, for: row) }
        return layout(widths, width: width)
    }

    /// Makes room for one more row. For a list whose rows are not all known.
    func widen(_ widths: inout [Int], for row: [Cell]) {
        for (column, cell) in zip(widths.indices, row) {
            widths[column] = max(widths[column], Columns.width(of: cell))
        }
    }

    /// - Parameter widths: those of the widest cells.
    func layout(_ widths: [Int], width: Int?) -> Layout {
        var widths = widths
        guard let width else {
            return Layout(widths: widths.map { min($0, Columns.widestUncut) }, alignments: alignments, isCut: false)
        }
        let natural = widths
        let known = yields.filter { widths.indices.contains($0.column) }
        for yield in known {
            let excess = Columns.total(widths) - width
            if excess <= 0 { break }
            let least = yield.cells == 0 ? 0 : max(yield.cells, widths[yield.column] - excess)
            widths[yield.column] = min(widths[yield.column], least)
        }
        // Dropping a column may have freed more space than was needed.
        for yield in known.reversed() where widths[yield.column] > 0 {
            let spare = max(0, width - Columns.total(widths))
            widths[yield.column] = min(natural[yield.column], widths[yield.column] + spare)
        }
        let indent = under == 0 ? Columns.gap : widths.prefix(under).reduce(0) { $0 + ($1 > 0 ? $1 + Columns.gap : 0) }
        var layout = Layout(widths: widths, alignments: alignments, isCut: true)
        (layout.below, layout.indent, layout.room) = (below, indent, max(3, width - indent))
        return layout
    }

    private static func total(_ widths: [Int]) -> Int {
        let shown = widths.count { $0 > 0 }
        return widths.reduce(0, +) + gap * max(0, shown - 1)
    }

    private static func width(of cell: Cell) -> Int {
        switch cell {
        case .text(let text, _): CellWidth.of(text)
        case .whole(let texts, _): texts.first.map(CellWidth.of) ?? 0
        case .chips(let chips, let limit): chips.isEmpty ? 0 : ChipRow(chips, limit: limit).width
        }
    }

    /// The final column widths.
    struct Layout: Sendable {
        let widths: [Int]
        fileprivate let alignments: [Alignment]
        fileprivate let isCut: Bool
        fileprivate var below = 0..<0
        /// Of a second line.
        fileprivate var indent = 0
        /// How many cells a second line has.
        fileprivate var room = 0

        /// How many lines a row takes.
        func lineCount(of row: [Cell]) -> Int {
            var painter = Painter(.none)
            var bytes: [UInt8] = []
            append(row, painter: &painter, to: &bytes)
            return bytes.count { $0 == 0x0A }
        }

        /// Writes one line, or more if it would lose something, and their line breaks, without trailing blanks.
        func append(_ row: [Cell], painter: inout Painter, to bytes: inout [UInt8]) {
            let lost = below.filter { isCut && $0 < row.count && isLost(row[$0], widths[$0]) }
            // Blanks are only written once something follows them.
            var owed = 0
            for (column, cell) in zip(widths.indices, row) where widths[column] > 0 {
                if !lost.contains(column), let rest = append(cell, column, blanks: owed, &painter, &bytes) {
                    owed = rest + Columns.gap
                } else {
                    owed += widths[column] + Columns.gap
                }
            }
            bytes.append(0x0A)
            if !lost.isEmpty { appendBelow(lost.map { row[$0] }, &painter, &bytes) }
        }

        private func isLost(_ cell: Cell, _ width: Int) -> Bool {
            switch cell {
            case .text(let text, _): CellWidth.of(text) > width
            case .whole(let texts, _): !texts.isEmpty && !texts.contains { CellWidth.of($0) <= width }
            case .chips(let chips, let limit):
                !chips.isEmpty && ChipRow(chips, limit: limit, cells: width) != ChipRow(chips, limit: limit)
            }
        }

        /// Writes cells one after another, on as many lines as they take.
        private func appendBelow(_ cells: [Cell], _ painter: inout Painter, _ bytes: inout [UInt8]) {
            var used = 0
            func begin(_ width: Int) {
                let fits = used > 0 && used + Columns.gap + width <= room
                if used > 0, !fits { bytes.append(0x0A) }
                bytes.append(contentsOf: repeatElement(0x20, count: fits ? Columns.gap : indent))
                used = fits ? used + Columns.gap + width : width
            }
            for cell in cells {
                switch cell {
                case .text(let text, let style):
                    for line in text.wrapped(to: room) {
                        let line = line.truncated(to: room)
                        begin(CellWidth.of(line))
                        painter.append(line, style, to: &bytes)
                    }
                case .whole(let texts, let style):
                    let text = (texts.first { CellWidth.of($0) <= room } ?? texts.last ?? "").truncated(to: room)
                    begin(CellWidth.of(text))
                    painter.append(text, style, to: &bytes)
                case .chips(let chips, _):
                    for row in ChipRow.wrapped(chips, cells: room) {
                        begin(row.width)
                        painter.append(row, to: &bytes)
                    }
                }
            }
            bytes.append(0x0A)
        }

        /// Writes the blanks and the cell.
        ///
        /// - Returns: how many blanks fill the rest of the column; nil if the cell was empty.
        private func append(
            _ cell: Cell,
            _ column: Int,
            blanks: Int,
            _ painter: inout Painter,
            _ bytes: inout [UInt8]
        ) -> Int? {
            let width = widths[column]
            let room = isCut ? width : Int.max
            func indent(_ cells: Int) -> Int {
                let missing = max(0, width - cells)
                let leading = alignments[column] == .trailing ? missing : 0
                bytes.append(contentsOf: repeatElement(0x20, count: blanks + leading))
                return missing - leading
            }
            switch cell {
            case .text(let text, let style):
                var text = text
                var cells = CellWidth.of(text)
                if cells > room {
                    text = text.truncated(to: room)
                    cells = CellWidth.of(text)
                }
                if cells == 0 { return nil }
                let rest = indent(cells)
                painter.append(text, style, to: &bytes)
                return rest
            case .whole(let texts, let style):
                guard let text = texts.first(where: { CellWidth.of($0) <= room }) else { return nil }
                let rest = indent(CellWidth.of(text))
                painter.append(text, style, to: &bytes)
                return rest
            case .chips(let chips, let limit):
                if chips.isEmpty { return nil }
                let row = ChipRow(chips, limit: limit, cells: isCut ? width : nil)
                if row.width == 0 { return nil }
                let rest = indent(row.width)
                painter.append(row, to: &bytes)
                return rest
            }
        }
    }
}
