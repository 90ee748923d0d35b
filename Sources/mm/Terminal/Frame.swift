/// What a terminal shows: lines of cells, and the cursor.
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
    /// Nil if it is hidden.
    var cursor: Place?

    /// - Parameters:
    ///   - bytes: printable text with SGR sequences and line breaks.
    ///   - width: the cells of a line; the rest is cut.
    init(_ bytes: [UInt8], width: Int, cursor: Place? = nil) {
        self.init(Self.lines(bytes, width: width), cursor: cursor)
    }

    init(_ lines: [[Cell]], cursor: Place? = nil) { (self.lines, self.cursor) = (lines, cursor) }

    static func lines(_ bytes: [UInt8], width: Int) -> [[Cell]] {
        var painted = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if painted.last?.isEmpty == true { painted.removeLast() }
        return painted.map { cells(of: $0, width) }
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
