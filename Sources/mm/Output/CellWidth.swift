/// How many cells of a terminal a text takes.
///
/// A text takes what its scalars take, as terminals count, but for emoji: a sequence of them that is seen as one takes
/// two cells, and a variation selector makes one cell of two or two of one. Controls take none; `Printable` has made
/// them visible before a text comes here.
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

    /// A scalar by itself.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x7F { return value < 0x20 ? 0 : 1 }
        // Nothing between the C1 controls and the first combining mark is anything but narrow.
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

    /// What the scalars before mean to the next one.
    private enum EmojiState {
        case none
        /// A digit, `#` or `*`, that a selector makes a keycap.
        case digit
        /// An emoji that so far takes these cells.
        case base(cells: Int)
        /// The same, and a zero-width joiner after it.
        case joining(cells: Int)

        func after(_ scalar: Unicode.Scalar, cells: Int) -> EmojiState {
            if cells > 0 { return isEmoji(scalar) ? .base(cells: cells) : .none }
            // A vowel or final jamo is a letter; what else takes no cell belongs to what it follows.
            if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return .none }
            if case .joining = self { return .none }
            return self
        }
    }

    /// Whether it begins an emoji sequence. A pair of regional indicators is a flag, and two cells, without further ado;
    /// a skin tone only follows.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0xA8, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: false
        default: scalar.properties.isEmoji
        }
    }

    /// Whether one of the ranges, given as first, last, first, last, …, holds the value.
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
    /// The text in at most `cells` cells: if it has to be cut, it ends with `ellipsis`, without blanks before it. What is
    /// seen as one character is never split.
    func truncated(to cells: Int, ellipsis: String = "…") -> String {
        // A cell takes one byte or more.
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

    /// The text with blanks after it to `cells` cells; as it is if it takes more.
    func padded(to cells: Int) -> String {
        let missing = cells - CellWidth.of(self)
        return missing > 0 ? self + String(repeating: " ", count: missing) : self
    }
}
