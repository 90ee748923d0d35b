/// Blanks in a line that push its rest to the right, as when a column of a list becomes wider. The terminal can insert them
/// with a few bytes.
struct Insertion: Sendable {
    let column: Int
    let count: Int

    /// How many cells have to be pushed to where they belong.
    private static let fewest = 4

    /// Nil if it would save nothing.
    ///
    /// - Parameters:
    ///   - width: how many cells a line has room for. None is pushed off the end.
    ///   - preferred: the column to choose if only blanks follow there.
    init?(from old: [Frame.Cell], to new: [Frame.Cell], width: Int, at preferred: Int? = nil) {
        let same = zip(old, new).prefix { $0 == $1 }.count
        count = new.dropFirst(same).prefix { $0 == Frame.Cell.blank }.count
        guard count > 0, same < old.count, old.count + count <= width, !old[same].text.isEmpty else { return nil }
        let pushed = old.dropFirst(same)
        let right = zip(pushed, new.dropFirst(same + count)).count { $0 == $1 }
        let canChoose = preferred.map { $0 < same && old[$0..<same].allSatisfy { $0 == Frame.Cell.blank } } ?? false
        column = canChoose ? preferred ?? same : same
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
