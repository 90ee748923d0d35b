import Interaction
import MemossFiles

/// Draws the list of `mm ui`. It caches drawn rows, so that a key press is cheap.
struct BrowserView {
    private(set) var list = BrowserList()
    private var painter: Painter
    private var drawn: [DrawnRow: [[Frame.Cell]]] = [:]
    /// The widths of the widest cells so far, for each kind of row, so that columns do not move while the list is
    /// scrolled.
    private var widths: [ListEntry.Kind: Columns.Widths] = [:]
    private var layouts: [ListEntry.Kind: Columns.Layout] = [:]
    /// The rows that were measured for `widths`.
    private var measured: Set<Int> = []
    private var habits: HabitRows.Layout?
    private var width = 0
    /// The first line of the list that is shown.
    private var top = 0
    /// The number of its screen lines that are scrolled out of view, so that the list scrolls by single lines.
    private var hidden = 0
    /// Whether to skip a blank line at the top, and show one more line at the bottom instead.
    private var skipsBlank = true
    /// The row of each line of the last frame, for clicks.
    private(set) var clicked: [Int: Int] = [:]

    private struct DrawnRow: Hashable {
        var index: Int
        var isCurrent: Bool
        var isMarked: Bool
    }

    /// The cursor, a mark for marked rows, the check, and a blank.
    static let margin = 5
    static let checkColumns = 3...3
    /// The number of rows that the first frame depends on, unless the terminal is higher.
    static let measuredRows = 200
    /// The number of rows around the cursor for which the columns are wide enough, so that they do not move with it.
    private static let mostMeasured = 1_000

    init(_ painter: Painter) { self.painter = painter }

    /// Shows another list, keeping the row at the cursor where it was on the screen.
    ///
    /// - Parameter cursors: the row of the cursor before and after.
    mutating func show(_ new: BrowserList, cursors: (old: Int, new: Int), isSameView: Bool) {
        let offset = list.places.indices.contains(cursors.old) ? list.places[cursors.old] - top : 0
        list = new
        // At the top, do not scroll, so that new rows there are visible.
        let keeps = isSameView && top > 0 && new.places.indices.contains(cursors.new)
        top = keeps ? max(0, new.places[cursors.new] - offset) : 0
        forget()
        if !isSameView { widths = [:] }
    }

    private mutating func forget() {
        (drawn, layouts, habits, measured) = ([:], [:], nil, [])
        for kind in widths.keys { widths[kind]?.forgetRows() }
    }

    // MARK: The list

    /// - Parameter height: the height of the list, in lines.
    /// - Returns: the lines, and the place of the cursor among them.
    mutating func lines(of browser: Browser, width: Int, height: Int) -> (lines: [[Frame.Cell]], cursor: Frame.Place?) {
        if width != self.width {
            self.width = width
            forget()
        }
        clicked = [:]
        var fixed = fixedLines(browser, height)
        guard !list.rows.isEmpty else {
            let text = Printable.line(list.isEmptyBecause).wrapped(to: max(10, width - 2))
            fixed += text.flatMap { line($0, .dimmed) }
            return (Array(fixed.prefix(height)), nil)
        }
        measure(browser)
        let room = height - fixed.count
        guard room > 0 else { return (Array(fixed.prefix(height)), nil) }
        scroll(browser, room)
        var lines = fixed
        var cursor: Frame.Place?
        var index = top
        while index < list.lines.count, lines.count < height {
            if index == top, skipsBlank, case .blank = list.lines[index] {
                index += 1
                continue
            }
            let new = cells(of: index, browser).dropFirst(index == top ? hidden : 0)
            if case .row(let row) = list.lines[index] {
                if row == browser.cursor { cursor = Frame.Place(line: lines.count, column: min(3, width - 1)) }
                for line in lines.count..<(lines.count + new.count) { clicked[line] = row }
            }
            lines += new
            index += 1
        }
        return (Array(lines.prefix(height)), cursor)
    }

    /// The fixed lines above the list: the month, or the column headings.
    private mutating func fixedLines(_ browser: Browser, _ height: Int) -> [[Frame.Cell]] {
        if let month = list.month {
            let day = list.days.indices.contains(browser.cursor) ? list.days[browser.cursor] : nil
            let lines = record { month.draw(in: &$0, highlighting: day) }
            // If the terminal is too low for both, show only the list.
            return height - lines.count >= 4 ? lines + [[]] : []
        }
        guard let rows = list.habits, !rows.isEmpty else { return [] }
        let layout = habits ?? rows.layout(width: width - Self.margin, hasHandles: false)
        habits = layout
        return line(String(repeating: " ", count: Self.margin) + layout.heading, .dimmed)
    }

    /// Scrolls to the cursor, and to the heading above it if it is the first row of its section.
    private mutating func scroll(_ browser: Browser, _ room: Int) {
        let target = list.places[browser.cursor]
        var first = target
        var context = 0
        while first > 0, context < min(3, room - 1) {
            guard case .row = list.lines[first - 1] else {
                first -= 1
                context += 1
                continue
            }
            break
        }
        if list.month != nil, browser.hasWalked { top = dayStart(browser.cursor) }
        top = max(0, min(top, list.lines.count - 1))
        hidden = min(hidden, cells(of: top, browser).count - 1)
        if first <= top { (top, hidden) = (first, 0) }
        // Show as many lines above the cursor as fit.
        var used = cells(of: target, browser).count
        var lowest = target
        while lowest > top, used < room {
            lowest -= 1
            used += cells(of: lowest, browser).count
        }
        let excess = lowest < target ? max(0, used - room) : 0
        if lowest > top || excess > hidden { (top, hidden) = (lowest, excess) }
        // Leave no empty room below the end while lines above are hidden.
        var below = -hidden
        for index in top..<list.lines.count where below <= room { below += cells(of: index, browser).count }
        while below < room, top > 0 || hidden > 0 {
            if hidden == 0 {
                top -= 1
                hidden = cells(of: top, browser).count
            }
            let shown = min(hidden, room - below)
            (hidden, below) = (hidden - shown, below + shown)
        }
        skipsBlank = below > room || top == 0
    }

    /// The line with which the day of a row begins, so that all of it is in sight below a month.
    private func dayStart(_ row: Int) -> Int {
        let first = list.days[...row].lastIndex { $0 != list.days[row] }.map { $0 + 1 } ?? 0
        var line = list.places[first]
        while line > 0, case .heading = list.lines[line - 1] { line -= 1 }
        return line
    }

    private func line(_ text: String, _ style: Style) -> [[Frame.Cell]] {
        Frame.lines(Array(painter.painted(text, style).utf8), width: width)
    }

    private mutating func record(_ draw: (inout Console) -> Void) -> [[Frame.Cell]] {
        var console = Console(recordingFor: TerminalSize(width: width, height: 0), painter)
        draw(&console)
        console.flush()
        return Frame.lines(console.recording?.output ?? [], width: width)
    }

    // MARK: Rows

    private mutating func cells(of index: Int, _ browser: Browser) -> [[Frame.Cell]] {
        switch list.lines[index] {
        case .blank: return [[]]
        case .heading(let name, let style): return line(name, style)
        case .day(let name): return line(name, .dimmed)
        case .row(let row):
            let key = DrawnRow(
                index: row,
                isCurrent: row == browser.cursor,
                isMarked: browser.isMarked(list.rows[row])
            )
            if let known = drawn[key] { return known }
            let lines = draw(key)
            drawn[key] = lines
            return lines
        }
    }

    private mutating func draw(_ key: DrawnRow) -> [[Frame.Cell]] {
        let entry = list.entries[key.index]
        var bytes: [UInt8] = []
        painter.append(key.isCurrent ? ">" : " ", key.isCurrent ? .heading : .plain, to: &bytes)
        painter.append(key.isMarked ? "*" : " ", key.isMarked ? .heading : .plain, to: &bytes)
        painter.append(" \(list.check(of: entry)) ", .plain, to: &bytes)
        var row: [UInt8] = []
        if case .day(let day) = entry {
            var style = Style.dimmed
            style.isReversed = key.isCurrent
            painter.append(list.freeText(of: day), style, to: &row)
        } else if case .habit(let index, _) = entry, let habits {
            var used: Set<String> = []
            list.habits?.append(index, habits, &used, &painter, to: &row)
        } else {
            var cells = list.cells(of: entry)
            let kind = entry.kind
            if key.isCurrent { Self.highlight(&cells[kind.title]) }
            layout(of: kind).append(cells, painter: &painter, to: &row)
        }
        let indent = [UInt8](repeating: 0x20, count: Self.margin)
        for (number, line) in row.split(separator: 0x0A).enumerated() {
            bytes += (number == 0 ? [] : [0x0A] + indent) + line
        }
        return Frame.lines(bytes, width: width)
    }

    /// Highlights only the title of the current row, so that moving the cursor takes few bytes.
    private static func highlight(_ cell: inout Columns.Cell) {
        guard case .text(let text, var style, let end) = cell else { return }
        style.isReversed = true
        cell = .text(text, style, end: end)
    }

    private func layout(of kind: ListEntry.Kind) -> Columns.Layout {
        layouts[kind]
            ?? kind.columns.layout(widths[kind] ?? Columns.Widths(of: kind.columns), width: max(3, width - Self.margin))
    }

    /// Widens the columns for the rows around the cursor.
    private mutating func measure(_ browser: Browser) {
        let most = list.isCut ? Self.measuredRows : Self.mostMeasured
        let start = max(0, min(browser.cursor - most / 2, list.entries.count - most))
        for index in start..<min(start + most, list.entries.count) where !measured.contains(index) {
            measured.insert(index)
            let entry = list.entries[index]
            if entry.kind == .reminders, list.cells(of: entry).isEmpty { continue }
            let kind = entry.kind
            var known = widths[kind] ?? Columns.Widths(of: kind.columns)
            let old = known.columns
            kind.columns.widen(&known, for: list.cells(of: entry))
            widths[kind] = known
            // The columns stay while the list scrolls, unless something wider comes.
            if known.columns != old { (drawn, layouts[kind]) = ([:], nil) }
        }
        for (kind, known) in widths where layouts[kind] == nil {
            layouts[kind] = kind.columns.layout(known, width: max(3, width - Self.margin))
        }
    }
}
