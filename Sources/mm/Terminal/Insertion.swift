/// Blanks in a line that push its rest to the right, as when a column of a list becomes wider. The terminal can insert them
/// with a few bytes.
struct Insertion: Sendable {
    let column: Int
    let count: Int

    /// How many cells have to be pushed to where they belong.
    private static let fewest = 8

    /// Nil if it would save nothing.
    ///
    /// - Parameter width: how many cells a line has room for. None is pushed off the end.
    init?(from old: [Frame.Cell], to new: [Frame.Cell], width: Int) {
        column = zip(old, new).prefix { $0 == $1 }.count
        count = new.dropFirst(column).prefix { $0 == Frame.Cell.blank }.count
        guard count > 0, column < old.count, old.count + count <= width, !old[column].text.isEmpty else { return nil }
        let pushed = old.dropFirst(column)
        let right = zip(pushed, new.dropFirst(column + count)).count { $0 == $1 }
        guard right >= Self.fewest, 2 * right > pushed.count, !(old + new).contains(where: \.isUncertain) else {
            return nil
        }
    }

    /// For a cursor at the column.
    var sequence: String { "\u{1B}[\(count)@" }

    func apply(to line: inout [Frame.Cell]) {
        line.insert(contentsOf: repeatElement(Frame.Cell.blank, count: count), at: column)
    }
}
