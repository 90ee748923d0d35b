import MemossFiles

/// A tag as displayed. It always shows its name; colour only makes it easier to find.
struct TagChip: Sendable, Hashable {
    /// Printable.
    private(set) var name: String
    /// Nil for a tag without a colour, such as an unregistered one.
    var color: TagColor?
    /// For a completed reminder.
    var isMuted: Bool
    /// In cells, including the blank or bracket on each side.
    private(set) var width: Int

    init(_ name: String, color: TagColor?, isMuted: Bool = false) {
        self.name = Printable.line(name)
        self.color = color
        self.isMuted = isMuted
        width = CellWidth.of(self.name) + 2
    }

    /// The chip in at most `cells` cells, which must be at least three.
    func truncated(to cells: Int) -> TagChip {
        if width <= cells { return self }
        var chip = self
        chip.name = name.truncated(to: max(1, cells - 2))
        chip.width = CellWidth.of(chip.name) + 2
        return chip
    }
}

/// The chips of a line: those that fit, and `+N` for the others.
struct ChipRow: Sendable, Hashable {
    private(set) var shown: [TagChip]
    private(set) var hiddenCount: Int
    /// Cells.
    private(set) var width: Int

    /// The limit for a chip where not all fit, so that one long name does not displace the others.
    static let widestInRow = 24
    /// A name cut shorter than this is useless.
    private static let narrowest = 6

    /// At most `limit` chips in at most `cells` cells (nil: no limit), with `+N` for the others. Names are only cut if not
    /// all fit, and then the long ones first. If not even one chip fits, the first is cut further. If that does not help either, only `+N` is shown, or nothing.
    init(_ chips: [TagChip], limit: Int = 3, cells: Int? = nil) {
        guard let room = cells else {
            shown = limit < chips.count ? Array(chips.prefix(limit)) : chips
            width = ChipRow.width(of: chips, limit: limit)
            hiddenCount = chips.count - shown.count
            return
        }
        var chips = chips
        var count = min(limit, chips.count)
        let long = chips.indices.prefix(count).sorted { chips[$0].width > chips[$1].width }
        for index in long where count > 1 {
            let excess = ChipRow.width(chips.prefix(count), of: chips.count) - room
            if excess <= 0 { break }
            chips[index] = chips[index].truncated(to: max(ChipRow.widestInRow, chips[index].width - excess))
        }
        while count > 1, ChipRow.width(chips.prefix(count), of: chips.count) > room { count -= 1 }
        if count == 1, let first = chips.first, ChipRow.width([first], of: chips.count) > room {
            let rest = ChipRow.width([first], of: chips.count) - first.width
            if room - rest >= ChipRow.narrowest { chips[0] = first.truncated(to: room - rest) } else { count = 0 }
        }
        shown = Array(chips.prefix(count))
        width = ChipRow.width(chips.prefix(count), of: chips.count)
        hiddenCount = chips.count - count
        if width > room { (shown, hiddenCount, width) = ([], 0, 0) }
    }

    /// The width of a row with as much room as it needs.
    static func width(of chips: [TagChip], limit: Int) -> Int { width(chips.prefix(limit), of: chips.count) }

    /// All chips, on as many lines as needed to stay within `cells` (nil: one line).
    static func wrapped(_ chips: [TagChip], cells: Int?) -> [ChipRow] {
        let room = max(3, cells ?? .max)
        var rows: [ChipRow] = []
        for chip in chips.map({ $0.truncated(to: room) }) {
            if let last = rows.last, last.width + 1 + chip.width <= room {
                rows[rows.count - 1].shown.append(chip)
                rows[rows.count - 1].width += 1 + chip.width
            } else {
                rows.append(ChipRow(line: [chip]))
            }
        }
        return rows
    }

    private init(line: [TagChip]) {
        shown = line
        hiddenCount = 0
        width = ChipRow.width(line[...], of: line.count)
    }

    private static func width(_ shown: ArraySlice<TagChip>, of total: Int) -> Int {
        let hidden = total - shown.count
        let pieces = shown.count + (hidden > 0 ? 1 : 0)
        let more = hidden > 0 ? 1 + String(hidden).utf8.count : 0
        return shown.reduce(more) { $0 + $1.width } + max(0, pieces - 1)
    }
}

extension Painter {
    mutating func append(_ row: ChipRow, to bytes: inout [UInt8]) {
        for (index, chip) in row.shown.enumerated() {
            if index > 0 { bytes.append(0x20) }
            append(chip, to: &bytes)
        }
        if row.hiddenCount > 0 {
            if !row.shown.isEmpty { bytes.append(0x20) }
            append("+\(row.hiddenCount)", .dimmed, to: &bytes)
        }
    }
}
