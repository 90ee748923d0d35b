/// The width of text in terminal cells.
///
/// The width of a text is the sum of the widths of its scalars, as terminals count, with exceptions for emoji: a
/// sequence that is displayed as one emoji takes two cells, and a variation selector changes the width of its base to
/// one or two. Control characters take none; `Printable` has already made them visible.
enum CellWidth {
    static func of(_ text: String) -> Int {
        let counted: Int?? = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? bytes.count : nil
        }
        if let counted, let count = counted { return count }
        return of(text.unicodeScalars)
    }

    static func of(_ character: Character) -> Int {
        of(character.unicodeScalars)
    }

    /// The width of a scalar on its own.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x7F { return value < 0x20 ? 0 : 1 }
        // Everything between the C1 controls and the first combining mark is narrow.
        if value < 0x300 { return value < 0xA0 ? 0 : 1 }
        if contains(CellWidthTable.zero, value) { return 0 }
        return contains(CellWidthTable.wide, value) ? 2 : 1
    }

    private static func of(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
        var cells = 0
        var emoji = EmojiState.none
        for scalar in scalars {
            let value = scalar.value
            if value < 0x80 {
                emoji = value == 0x23 || value == 0x2A || (0x30...0x39).contains(value) ? .digit : .none
                cells += of(scalar)
                continue
            }
            switch (value, emoji) {
            case (0xFE0E, .base(let own)):
                cells += 1 - own
                emoji = .none
            case (0xFE0F, .base(let own)), (0x1F3FB...0x1F3FF, .base(let own)):
                cells += 2 - own
                emoji = .base(cells: 2)
            case (0xFE0F, .digit):
                cells += 1
                emoji = .none
            case (0x200D, .base(let own)):
                emoji = .joining(cells: own)
            case (_, .joining(let own)) where isEmoji(scalar):
                cells += 2 - own
                emoji = .base(cells: 2)
            default:
                let own = of(scalar)
                cells += own
                emoji = emoji.after(scalar, cells: own)
            }
        }
        return cells
    }

    /// How the preceding scalars affect the next one.
    private enum EmojiState {
        case none
        /// A digit, `#` or `*`, which a variation selector turns into a keycap.
        case digit
        /// An emoji with its width so far.
        case base(cells: Int)
        /// The same, followed by a zero-width joiner.
        case joining(cells: Int)

        func after(_ scalar: Unicode.Scalar, cells: Int) -> EmojiState {
            if cells > 0 { return isEmoji(scalar) ? .base(cells: cells) : .none }
            // A vowel or final jamo is a letter. Any other scalar without width belongs to the preceding one.
            if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return .none }
            if case .joining = self { return .none }
            return self
        }
    }

    /// Whether it can begin an emoji sequence. A flag is a pair of regional indicators and takes two cells without a
    /// special rule; a skin tone can only follow.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0xA8, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: false
        default: scalar.properties.isEmoji
        }
    }

    /// Whether the value is in one of the ranges, given as first, last, first, last, ….
    private static func contains(_ bounds: [UInt32], _ value: UInt32) -> Bool {
        var low = 0
        var high = bounds.count / 2
        while low < high {
            let middle = (low + high) / 2
            if bounds[2 * middle + 1] < value { low = middle + 1 } else { high = middle }
        }
        return low < bounds.count / 2 && bounds[2 * low] <= value
    }
}

extension String {
    /// The text in at most `cells` cells. If it has to be cut, it ends with `ellipsis`, without blanks before it.
    /// Grapheme clusters are never split.
    func truncated(to cells: Int, ellipsis: String = "…") -> String {
        // Every cell takes at least one byte.
        if utf8.count <= cells || CellWidth.of(self) <= cells { return self }
        let room = cells - CellWidth.of(ellipsis)
        if room < 0 { return "" }
        var used = 0
        var end = startIndex
        var at = startIndex
        while at < endIndex {
            let character = self[at]
            used += CellWidth.of(character)
            if used > room { break }
            at = index(after: at)
            if character != " " { end = at }
        }
        return self[..<end] + ellipsis
    }

    /// The text padded with blanks to `cells` cells; unchanged if it is wider.
    func padded(to cells: Int) -> String {
        let missing = cells - CellWidth.of(self)
        return missing > 0 ? self + String(repeating: " ", count: missing) : self
    }
}
