/// A move of the cursor on the whole screen, in as few bytes as possible.
struct CursorMove: Sendable {
    /// Nil if it is unknown where the cursor is.
    let start: Frame.Place?
    let end: Frame.Place

    var sequence: String {
        let column = end.column == 0 ? "" : ";\(end.column + 1)"
        let absolute = "\u{1B}[\(end.line == 0 ? "" : "\(end.line + 1)")\(column)H"
        guard let start, (0...1).contains(end.line - start.line) else { return absolute }
        // In raw mode, a line feed keeps the column.
        var relative = end.line > start.line ? "\n" : ""
        if end.column < start.column { relative += "\r" }
        let right = end.column < start.column ? end.column : end.column - start.column
        if right > 0 { relative += Self.right(right) }
        return relative.utf8.count < absolute.utf8.count ? relative : absolute
    }

    static func right(_ count: Int) -> String { "\u{1B}[\(count == 1 ? "" : "\(count)")C" }
}
