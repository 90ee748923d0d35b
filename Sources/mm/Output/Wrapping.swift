extension String {
    /// The lines without their line feeds. Splits bytes: comparing `Character`s normalises them, and takes quadratic
    /// time in the number of combining marks.
    var lines: [Substring] { utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Substring.init) }

    /// Wraps the text at blanks into lines of at most `cells` cells. A word that does not fit gets a line of its own
    /// and is never broken, so that a path stays usable. Blanks at a break are dropped. The first line is empty if the
    /// first word fits only on the next.
    ///
    /// - Parameters:
    ///   - cells: nil for no limit.
    ///   - used: how many cells the first line already contains.
    ///   - indent: how many cells each further line will be indented by.
    func wrapped(to cells: Int?, after used: Int = 0, indent: Int = 0) -> [String] {
        guard let cells, used + utf8.count > cells, used + CellWidth.of(self) > cells else { return [self] }
        var lines: [String] = []
        var line = ""
        var filled = used
        var blanks = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            defer { blanks += " " }
            guard !word.isEmpty else { continue }
            let width = CellWidth.of(String(word))
            let isFirst = line.isEmpty && filled <= (lines.isEmpty ? used : indent)
            let gainsRoom = lines.isEmpty && used > indent && indent + width <= cells
            if !isFirst || gainsRoom, filled + blanks.utf8.count + width > cells {
                lines.append(line)
                (line, filled) = (String(word), indent + width)
            } else {
                line += blanks + word
                filled += blanks.utf8.count + width
            }
            blanks = ""
        }
        return lines + [line]
    }
}
