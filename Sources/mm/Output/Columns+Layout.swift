extension Columns {
    /// The final column widths.
    struct Layout: Sendable {
        let widths: [Int]
        let alignments: [Alignment]
        let isCut: Bool
        var below = 0..<0
        /// The column that goes to a second line too, if less of it could be read than of a title; nil for none.
        var title: Int?
        /// The last columns, if they are not aligned.
        var tail = 0..<0
        /// Where the last cell of an unaligned tail begins if it can, so that most of them are below one another; counted from
        /// where the tail begins, 0 for nowhere.
        var stop = 0
        /// The column that shrinks first; with an unaligned tail, it may take what its row leaves free.
        var flexible: Int?
        /// The indent of a second line.
        var indent = 0
        /// The width of the terminal.
        var width = 0

        /// The number of cells on a second line.
        private var room: Int { max(3, width - indent) }

        /// The number of lines that a row takes.
        func lineCount(of row: [Cell]) -> Int {
            var painter = Painter(.none)
            var bytes: [UInt8] = []
            append(row, painter: &painter, to: &bytes)
            return bytes.count { $0 == 0x0A }
        }

        /// Writes a row without trailing blanks, on more than one line if something would be lost otherwise.
        func append(_ row: [Cell], painter: inout Painter, to bytes: inout [UInt8]) {
            let aligned = tail.isEmpty ? widths.indices : 0..<tail.lowerBound
            let last = lastWidth(in: row)
            let gain = gain(in: row, among: aligned, last)
            var lost: [Cell] = []
            // Blanks are only written once something follows them.
            var owed = 0
            for (column, cell) in zip(aligned, row) {
                let isLast = column + 1 == tail.lowerBound
                let more = column == flexible ? gain : 0
                let width = more + (isLast ? last : self.width(of: column, in: row, among: aligned))
                let isBelow = below.contains(column) || column == title && width < Columns.readableTitle
                if isCut, isBelow, isLost(cell, width) {
                    lost.append(cell)
                } else if width > 0,
                    let rest = append(cell, width, alignments[column], blanks: owed, &painter, &bytes)
                {
                    owed = rest + Columns.gap - (isLast ? 0 : width - more - widths[column])
                    continue
                }
                owed += widths[column] > 0 ? widths[column] + Columns.gap : 0
            }
            if !tail.isEmpty, tail.upperBound <= row.count {
                let shift = last - widths[tail.lowerBound - 1] + gain
                let room = tailRoom(after: last) - gain
                lost += appendTail(row[tail], in: room, stop: stop - shift, blanks: owed, &painter, &bytes)
            }
            bytes.append(0x0A)
            if !lost.isEmpty { appendBelow(lost, &painter, &bytes) }
        }

        /// How many cells a text may take: those of its column, and of the following columns that are empty in this
        /// row.
        private func width(of column: Int, in row: [Cell], among aligned: Range<Int>) -> Int {
            var width = widths[column]
            guard isCut, width > 0, case .text(let text, _, _) = row[column] else { return width }
            let wanted = CellWidth.of(text)
            for next in aligned.dropFirst(column + 1) where wanted > width {
                guard row.indices.contains(next), Columns.width(of: row[next]) == 0 else { break }
                width += widths[next] > 0 ? widths[next] + Columns.gap : 0
            }
            return width
        }

        /// How many cells the column before the tail may take: what the tail of the row leaves to it.
        private func lastWidth(in row: [Cell]) -> Int {
            guard !tail.isEmpty, tail.upperBound <= row.count else { return 0 }
            let column = tail.lowerBound - 1
            let least = widths[column]
            guard isCut, case .text(let text, _, _) = row[column], CellWidth.of(text) > least else { return least }
            let room = tailRoom(after: least)
            let cells = row[tail].filter { Columns.width(of: $0) > 0 }
            let fits = [\.first, \.last].map { Columns.width(of: cells, wording: $0) }.first { $0 <= room }
            if let fits { return min(CellWidth.of(text), least + room - fits + (cells.isEmpty ? Columns.gap : 0)) }
            // A tail of which nothing fits is on the next line.
            let isMoved = cells.allSatisfy { Columns.width(of: $0, wording: \.last) > room }
            return isMoved ? min(CellWidth.of(text), least + Columns.gap + room) : least
        }

        /// How many more cells the flexible column takes so that nothing of its text is cut: some that would stay free behind the
        /// tail.
        ///
        /// - Parameter last: the width of the column before the tail.
        private func gain(in row: [Cell], among aligned: Range<Int>, _ last: Int) -> Int {
            guard let flexible, !tail.isEmpty, tail.upperBound <= row.count, flexible + 1 < tail.lowerBound else {
                return 0
            }
            let missing = Columns.width(of: row[flexible]) - width(of: flexible, in: row, among: aligned)
            let cells = row[tail].filter { Columns.width(of: $0) > 0 }
            let room = tailRoom(after: last) + (cells.isEmpty ? Columns.gap : 0)
            let fits = missing > 0 && Columns.width(of: cells, wording: \.last) + missing <= room
            return fits ? missing : 0
        }

        /// - Parameter cells: the width of the column before the tail.
        private func tailRoom(after cells: Int) -> Int {
            width - Columns.start(of: tail.lowerBound, widths) - (cells - widths[tail.lowerBound - 1])
        }

        /// Writes cells one after another, as long as they fit.
        ///
        /// - Parameter stop: where the last one begins if that is possible.
        /// - Returns: the cells that do not fit.
        private func appendTail(
            _ cells: ArraySlice<Cell>,
            in room: Int,
            stop: Int,
            blanks: Int,
            _ painter: inout Painter,
            _ bytes: inout [UInt8]
        ) -> [Cell] {
            var (room, owed) = (room, blanks)
            let isShort = Columns.width(of: cells, wording: \.first) > room
            let fits = isShort && Columns.width(of: cells, wording: \.last) <= room
            var lost: [Cell] = []
            func cellWidth(_ cell: Cell) -> Int {
                Columns.width(of: cell) { texts in
                    fits ? texts.last : texts.first { CellWidth.of($0) <= room } ?? texts.first
                }
            }
            var pause = 0
            if stop > 0, cells.count > 1, let last = cells.last, stop + cellWidth(last) <= room,
                cells.dropLast(2).allSatisfy({ Columns.width(of: $0) == 0 })
            {
                let first = cellWidth(cells[cells.endIndex - 2])
                pause = max(0, first == 0 ? stop : stop - first - Columns.gap)
            }
            for (index, cell) in zip(cells.indices, cells) {
                let cells = cellWidth(cell)
                guard cells > 0 else { continue }
                if index + 1 == tail.upperBound { (room, owed) = (room - pause, owed + pause) }
                guard cells <= room else {
                    lost.append(cell)
                    continue
                }
                _ = append(cell, cells, .leading, blanks: owed, &painter, &bytes)
                (room, owed) = (room - cells - Columns.gap, Columns.gap)
            }
            return lost
        }

        private func isLost(_ cell: Cell, _ width: Int) -> Bool {
            switch cell {
            case .text(let text, _, _): CellWidth.of(text) > width
            case .whole(let texts, _): !texts.isEmpty && !texts.contains { CellWidth.of($0) <= width }
            case .chips(let chips, let limit):
                !chips.isEmpty && ChipRow(chips, limit: limit, cells: width) != ChipRow(chips, limit: limit)
            }
        }

        /// Writes cells one after another, on as many lines as they need.
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
                case .text(let text, let style, _):
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

        /// Writes the cell, with blanks before it.
        ///
        /// - Returns: the number of blanks that fill the rest of the column; nil if the cell was empty.
        private func append(
            _ cell: Cell,
            _ width: Int,
            _ alignment: Alignment,
            blanks: Int,
            _ painter: inout Painter,
            _ bytes: inout [UInt8]
        ) -> Int? {
            let room = isCut ? width : Int.max
            func indent(_ cells: Int) -> Int {
                let missing = max(0, width - cells)
                let leading = alignment == .trailing ? missing : 0
                bytes.append(contentsOf: repeatElement(0x20, count: blanks + leading))
                return missing - leading
            }
            switch cell {
            case .text(let text, let style, let end):
                var text = text
                var cells = CellWidth.of(text)
                if cells > room {
                    let shown = room - CellWidth.of(end)
                    let isWhole = !end.isEmpty && shown > 1
                    text =
                        isWhole ? String(text.dropLast(end.count)).truncated(to: shown) + end : text.truncated(to: room)
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
