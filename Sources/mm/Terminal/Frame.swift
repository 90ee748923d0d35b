/// The contents of a terminal: lines of cells, and the cursor.
///
/// A frame is parsed from the output of `Painter`, so that interactive views and commands share their drawing functions.
struct Frame: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        /// A grapheme cluster; empty for the second cell of a wide one.
        var text: String
        /// SGR parameters; empty for plain text.
        var style: String

        static let blank = Cell(text: " ", style: "")

        /// Whether it is an emoji whose width terminals disagree on: with a variation selector, a joiner or a skin tone.
        var isUncertain: Bool {
            text.unicodeScalars.contains { [0xFE0F, 0x200D].contains($0.value) || 0x1F3FB...0x1F3FF ~= $0.value }
        }
    }

    struct Place: Hashable, Sendable {
        var line: Int
        var column: Int
    }

    private(set) var lines: [[Cell]]
    /// Nil if the cursor is hidden.
    var cursor: Place?

    /// - Parameters:
    ///   - bytes: printable text with SGR sequences and line breaks.
    ///   - width: the cells per line; the rest is cut.
    init(_ bytes: [UInt8], width: Int, cursor: Place? = nil) {
        self.init(Self.lines(bytes, width: width), cursor: cursor)
    }

    init(_ lines: [[Cell]], cursor: Place? = nil) { (self.lines, self.cursor) = (lines, cursor) }

    static func lines(_ bytes: [UInt8], width: Int) -> [[Cell]] { painted(bytes).map { cells(of: $0, width) } }

    /// Wraps long lines, repeating their indent.
    static func wrappedLines(_ bytes: [UInt8], width: Int) -> [[Cell]] {
        painted(bytes).flatMap { wrapped(cells(of: $0, .max), width) }
    }

    private static func painted(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var painted = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if painted.last?.isEmpty == true { painted.removeLast() }
        return painted
    }

    /// Breaks a line at blanks, and within a word that is too long for a line.
    private static func wrapped(_ line: [Cell], _ width: Int) -> [[Cell]] {
        let isBlank = { (cell: Cell) in cell.text == " " }
        var indent = Array(line.prefix(while: isBlank))
        if indent.count > width / 2 { indent = [] }
        var (lines, rest): ([[Cell]], [Cell]) = ([], line)
        while rest.count > width, width > 1 {
            // An empty cell is the right half of a wide character.
            let most = rest[width].text.isEmpty ? width - 1 : width
            guard most > indent.count else {
                rest.removeFirst(indent.count)
                indent = []
                continue
            }
            let blank = rest[indent.count...most].lastIndex(where: isBlank)
            let end = blank.map { $0 > indent.count ? $0 : most } ?? most
            lines.append(Array(rest[..<end]))
            let next = rest[end...].drop(while: isBlank)
            if next.isEmpty { return lines }
            rest = indent + next
        }
        return lines + [Array(rest.prefix(width))]
    }

    /// The text without styles, for tests.
    var text: String {
        lines.map { line in
            let text = line.map(\.text).joined()
            return text.replacing(#/ +$/#, with: "") + "\n"
        }.joined()
    }

    private static func cells(of line: ArraySlice<UInt8>, _ width: Int) -> [Cell] {
        var cells: [Cell] = []
        var style = ""
        var rest = line
        while let first = rest.first {
            if first == 0x1B, let end = rest.firstIndex(of: UInt8(ascii: "m")) {
                let parameters = String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self)
                style = parameters == "0" ? "" : style.isEmpty ? parameters : "\(style);\(parameters)"
                rest = rest[(end + 1)...]
                continue
            }
            let end = rest.dropFirst().firstIndex(of: 0x1B) ?? rest.endIndex
            for character in String(decoding: rest[..<end], as: UTF8.self) {
                let own = CellWidth.of(character)
                guard own > 0 else {
                    if !cells.isEmpty { cells[cells.count - 1].text.append(character) }
                    continue
                }
                if cells.count + own > width { return cells }
                cells.append(Cell(text: String(character), style: style))
                cells += repeatElement(Cell(text: "", style: style), count: own - 1)
            }
            rest = rest[end...]
        }
        return cells
    }
}
