import MemossFiles

/// Lays out a listing in columns.
///
/// Each column is as wide as its widest cell. If the terminal is too narrow, columns shrink in the order of `yields`.
/// If no width is known, as in a pipe, nothing is ever cut.
struct Columns: Sendable {
    enum Cell: Sendable {
        /// Printable text without line breaks, cut with an ellipsis if it does not fit, but not within its end.
        case text(String, Style = .plain, end: String = "")
        /// The first of these texts that fits. It is never cut: part of `Every 2 weeks` would mean something else.
        case whole([String], Style)
        /// At most `limit` chips and `+N`, or fewer if they do not fit.
        case chips([TagChip], limit: Int = 3)
    }

    enum Alignment: Sendable {
        case leading, trailing
    }

    private let alignments: [Alignment]
    /// The columns that shrink, in this order, each to so many cells; with 0 it is dropped at once.
    private let yields: [(column: Int, cells: Int)]
    /// Columns whose cells move to a second line if they would be cut or dropped.
    private let below: Range<Int>
    /// The last columns. If not all rows fit, their cells are unaligned, without blanks for empty ones.
    private let tail: Range<Int>
    /// The column under which a second line begins.
    private let under: Int

    /// - Parameters:
    ///   - count: the number of columns.
    ///   - trailing: those that are aligned at the end.
    init(
        _ count: Int,
        trailing: [Int] = [],
        yields: [(column: Int, cells: Int)] = [],
        below: Range<Int> = 0..<0,
        tail: Range<Int> = 0..<0,
        under: Int = 0
    ) {
        alignments = (0..<count).map { trailing.contains($0) ? .trailing : .leading }
        (self.yields, self.below, self.tail, self.under) = (yields, below, tail, under)
    }

    /// Handle, title, when, deadline, badge, tags. The title shrinks first, but stays readable longest.
    static let reminders = Columns(
        6,
        yields: [(1, 36), (5, 16), (4, 9), (1, 24), (5, 13), (4, 0), (5, 0), (3, 0), (2, 0), (1, 4)],
        below: 2..<6,
        tail: 3..<6,
        under: 1
    )

    /// Handle, title, problem.
    static let problems = Columns(3, yields: [(1, 24), (2, 0), (1, 4)], below: 2..<3, under: 1)

    /// Blanks between columns.
    static let gap = 2
    /// Alignment may cut titles to this width, but no further.
    private static let longTitle = 36
    /// A title is not cut further as long as something else can take a second line.
    static let readableTitle = 24
    /// In less, hardly any badge or chip fits.
    private static let leastTail = 8
    /// Without a width limit, a single long title must not push the other columns out of sight.
    private static let widestUncut = 60

    /// The widths of the cells in some rows.
    struct Widths: Sendable, Equatable {
        /// The width of the widest cell in each column.
        fileprivate(set) var columns: [Int]
        private var titles = Counts()
        /// The tails, in their longest and in their shortest wording.
        private var (long, short) = (Counts(), Counts())
        /// The tails that consist of these two cells or of the last one, sorted by their widths. An array: when a dictionary with
        /// such keys is first used, the runtime searches for its conformances, which takes as long as drawing ten rows.
        private var ends: [End] = []

        /// The widths of a badge, in its longest and in its shortest wording, and of chips.
        private struct End: Equatable, Sendable {
            var (long, short, last): (Int, Int, Int)
            /// How many tails have them.
            var count = 1

            func precedes(_ other: End) -> Bool {
                (long, short, last) < (other.long, other.short, other.last)
            }

            /// The width of the badge in a tail that may take so many cells.
            func first(in room: Int) -> Int { long + Columns.gap + last <= room ? long : short }

            /// Whether the last cell can begin there.
            func fits(_ stop: Int, in room: Int) -> Bool {
                let first = first(in: room)
                return stop + last <= room && (first == 0 || first + Columns.gap <= stop)
            }
        }

        init(of columns: Columns) { self.columns = [Int](repeating: 0, count: columns.alignments.count) }

        /// Keeps the widths, for rows that are added anew.
        mutating func forgetRows() { (titles, long, short, ends) = (Counts(), Counts(), Counts(), []) }

        /// The number of rows for each width, in cells.
        private struct Counts: Equatable {
            private var rows: [Int] = []

            mutating func add(_ cells: Int) {
                // No terminal is wider.
                let cells = min(cells, 1_000)
                guard cells > 0 else { return }
                if rows.count <= cells { rows += repeatElement(0, count: cells + 1 - rows.count) }
                rows[cells] += 1
            }

            mutating func add(_ other: Counts) {
                if rows.count < other.rows.count { rows += repeatElement(0, count: other.rows.count - rows.count) }
                for (cells, count) in other.rows.enumerated() { rows[cells] += count }
            }

            func wider(than cells: Int) -> Int { rows.dropFirst(cells + 1).reduce(0, +) }
        }

        fileprivate mutating func add(title: Int, tail longest: Int, _ shortest: Int) {
            titles.add(title)
            long.add(longest)
            short.add(shortest)
        }

        /// Adds the rows of other widths.
        mutating func add(_ other: Widths) {
            for (column, cells) in other.columns.enumerated() { columns[column] = max(columns[column], cells) }
            titles.add(other.titles)
            long.add(other.long)
            short.add(other.short)
            for end in other.ends { add(end) }
        }

        fileprivate mutating func add(endWith cells: [Int], short: Int) {
            guard cells.count > 1, let last = cells.last, last > 0, cells.dropLast(2).allSatisfy({ $0 == 0 }) else {
                return
            }
            add(End(long: cells[cells.count - 2], short: short, last: last))
        }

        private mutating func add(_ end: End) {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle].precedes(end) { low = middle + 1 } else { high = middle }
            }
            if low < ends.count, !end.precedes(ends[low]) {
                ends[low].count += end.count
            } else {
                ends.insert(end, at: low)
            }
        }

        /// Where the last cell begins in most tails, counted from where a tail begins.
        fileprivate func bestStop(in room: Int) -> Int {
            var best = (stop: 0, count: 0)
            for end in ends {
                let first = end.first(in: room)
                let stop = first > 0 ? first + Columns.gap : 0
                let count = ends.reduce(0) { $0 + ($1.fits(stop, in: room) ? $1.count : 0) }
                if (count, stop) > (best.count, best.stop) { best = (stop, count) }
            }
            return best.stop
        }

        /// The width of the title for which the fewest titles are cut and the fewest tails take a second line; then, for which
        /// the fewest badges are shortened. The widest of several.
        ///
        /// - Parameters:
        ///   - range: the possible widths.
        ///   - total: the cells of the title and the tail together.
        fileprivate func bestTitle(in range: ClosedRange<Int>, _ total: Int) -> Int {
            range.reversed().min { cost(of: $0, total - $0) < cost(of: $1, total - $1) } ?? range.lowerBound
        }

        private func cost(of title: Int, _ tail: Int) -> Int {
            let moved = short.wider(than: tail)
            return 4 * titles.wider(than: title) + 5 * moved + long.wider(than: tail)
        }
    }

    /// The layout for these rows on a terminal with `width` cells; nil if unknown. To align several sections, pass all
    /// of their rows.
    func layout(of rows: some Collection<[Cell]>, width: Int?) -> Layout {
        var widths = Widths(of: self)
        for row in rows { widen(&widths, for: row) }
        return layout(widths, width: width)
    }

    /// How many rows a thread draws at a time.
    private static let part = 512

    /// Draws a row for each item, on several threads: drawing a long list takes longer than reading its files.
    ///
    /// - Parameters:
    ///   - width: of the terminal; nil if unknown.
    ///   - below: writes what follows the row.
    /// - Returns: the lines, in parts.
    func drawn<Item: Sendable>(
        _ items: [Item],
        width: Int?,
        _ painter: Painter,
        row: @escaping @Sendable (Item) -> [Cell],
        below: @escaping @Sendable (Item, inout Painter, inout [UInt8]) -> Void
    ) -> [[UInt8]] {
        let parts = stride(from: 0, to: items.count, by: Self.part).map {
            items[$0..<min($0 + Self.part, items.count)]
        }
        let laidOut = concurrentMap(parts) { part in
            var widths = Widths(of: self)
            let rows = part.map(row)
            for row in rows { widen(&widths, for: row) }
            return (items: part, rows: rows, widths: widths)
        }
        var widths = Widths(of: self)
        for part in laidOut { widths.add(part.widths) }
        let layout = layout(widths, width: width)
        return concurrentMap(laidOut) { part in
            var (painter, bytes) = (painter, [UInt8]())
            for (item, row) in zip(part.items, part.rows) {
                layout.append(row, painter: &painter, to: &bytes)
                below(item, &painter, &bytes)
            }
            return bytes
        }
    }

    /// Widens the columns for another row, for lists whose rows are not all known.
    func widen(_ widths: inout Widths, for row: [Cell]) {
        var (longest, shortest) = (-Columns.gap, -Columns.gap)
        let first = yields.first?.column
        var (title, end, short) = (0, [Int](), 0)
        for (column, cell) in zip(widths.columns.indices, row) {
            let cells = Columns.width(of: cell)
            if column == first { title = cells }
            if cells > widths.columns[column] { widths.columns[column] = cells }
            guard tail.contains(column) else { continue }
            end.append(cells)
            guard cells > 0 else { continue }
            var least = cells
            if case .whole(let texts, _) = cell { least = texts.last.map(CellWidth.of) ?? 0 }
            if column == tail.upperBound - 2 { short = least }
            longest += cells + Columns.gap
            shortest += least + Columns.gap
        }
        widths.add(endWith: end, short: short)
        widths.add(title: title, tail: longest, shortest)
    }

    func layout(_ widths: Widths, width: Int?) -> Layout {
        let natural = widths.columns
        guard let width else {
            let uncut = natural.map { min($0, Columns.widestUncut) }
            return Layout(widths: uncut, alignments: alignments, isCut: false)
        }
        let (columns, tail) = flowing(widths, in: width) ?? (shrunk(natural, to: width), 0..<0)
        let indent = under == 0 ? Columns.gap : Columns.start(of: under, columns)
        var layout = Layout(widths: columns, alignments: alignments, isCut: true)
        (layout.below, layout.tail, layout.indent, layout.width) = (below, tail, indent, width)
        layout.flexible = yields.first?.column
        if !tail.isEmpty { layout.stop = widths.bestStop(in: width - Columns.start(of: tail.lowerBound, columns)) }
        if let title = yields.first?.column, !below.isEmpty, title > under { layout.title = title }
        return layout
    }

    /// The widths if only the title shrinks, and the columns that are unaligned as a result; nil if there is no room
    /// for them.
    private func flowing(_ widths: Widths, in width: Int) -> (widths: [Int], tail: Range<Int>)? {
        guard let title = yields.first?.column, !tail.isEmpty else { return nil }
        var columns = widths.columns
        let natural = columns[title]
        columns[title] = min(natural, Columns.longTitle)
        let spare = width - Columns.total(columns)
        if spare >= 0 {
            columns[title] = min(natural, columns[title] + spare)
            return (columns, 0..<0)
        }
        columns[title] = min(natural, Columns.readableTitle)
        let room = width - Columns.start(of: tail.lowerBound, columns)
        guard room >= Columns.leastTail else { return nil }
        let total = columns[title] + room
        columns[title] = widths.bestTitle(in: columns[title]...min(natural, total), total)
        return (columns, tail)
    }

    private func shrunk(_ natural: [Int], to width: Int) -> [Int] {
        var widths = natural
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
        return widths
    }

    private static func total(_ widths: [Int]) -> Int {
        let shown = widths.count { $0 > 0 }
        return widths.reduce(0, +) + gap * max(0, shown - 1)
    }

    /// Where a column begins.
    static func start(of column: Int, _ widths: [Int]) -> Int {
        widths.prefix(column).reduce(0) { $0 + ($1 > 0 ? $1 + gap : 0) }
    }

    static func width(of cell: Cell) -> Int { width(of: cell) { $0.first } }

    /// - Parameter wording: chooses the wording of a cell that has several.
    static func width(of cell: Cell, wording: ([String]) -> String?) -> Int {
        switch cell {
        case .text(let text, _, _): CellWidth.of(text)
        case .whole(let texts, _): wording(texts).map(CellWidth.of) ?? 0
        case .chips(let chips, let limit): chips.isEmpty ? 0 : ChipRow.width(of: chips, limit: limit)
        }
    }

    static func width(of cells: some Collection<Cell>, wording: ([String]) -> String?) -> Int {
        total(cells.map { width(of: $0, wording: wording) })
    }
}
