extension String {
    /// The lines, without their line feeds. Split by bytes: `Character` comparison normalises, and is quadratic in the
    /// number of combining marks.
    var lines: [Substring] { utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Substring.init) }

    /// The text in lines of at most `cells` cells, broken where a blank stands: a word that has no room in a line has one of
    /// its own, and is never broken, as a path that is would be no path. Blanks at a break go. The first line is empty where
    /// only the next has room for the first word.
    ///
    /// - Parameters:
    ///   - cells: nil for as many as it takes, on one line.
    ///   - used: what stands before the text in its first line.
    ///   - indent: what will stand before each of the others.
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
