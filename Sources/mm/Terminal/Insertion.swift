/// Blanks in a line that push its rest to the right, as when a column of a list becomes wider. The terminal can insert them
/// with a few bytes.
struct Insertion: Hashable, Sendable {
    let column: Int
    let count: Int

    /// How many cells have to be pushed to where they belong.
    private static let fewest = 4

    /// For a cursor at the column.
    var sequence: String { "\u{1B}[\(count == 1 ? "" : "\(count)")@" }

    func apply(to line: inout [Frame.Cell]) {
        line.insert(contentsOf: repeatElement(Frame.Cell.blank, count: count), at: column)
    }

    /// - Parameter width: how many cells a line has room for. None is pushed off the end.
    /// - Returns: whether it saves something.
    func helps(_ old: [Frame.Cell], become new: [Frame.Cell], width: Int) -> Bool {
        guard column < old.count, old.count + count <= width, !old[column].text.isEmpty,
            new.dropFirst(column).prefix(count).allSatisfy({ $0 == Frame.Cell.blank })
        else { return false }
        let pushed = old.dropFirst(column)
        let right = zip(pushed, new.dropFirst(column + count)).count { $0 == $1 }
        guard right >= Self.fewest, 2 * right > pushed.count else { return false }
        return right > zip(pushed, new.dropFirst(column)).count { $0 == $1 }
            && !(old + new).contains(where: \.isUncertain)
    }
}

/// The insertions that bring lines nearer to new ones, at most one in each.
struct Insertions {
    /// By line.
    private(set) var all: [Int: Insertion] = [:]

    init(from old: [[Frame.Cell]], to new: [[Frame.Cell]], width: Int) {
        let choices = new.indices.filter { $0 < old.count && old[$0] != new[$0] }.map { line in
            (line, Choice(from: old[line], to: new[line], width: width))
        }
        let own = choices.compactMap(\.1)
        // One column for as many lines as possible, because a move to the column of the line above takes one byte.
        let columns = Set(own.map(\.columns.upperBound))
        let covering = { (column: Int) in own.count { $0.columns.contains(column) } }
        guard let column = columns.min(by: { (covering($1), $0) < (covering($0), $1) }) else { return }
        let counts = own.filter { $0.columns.contains(column) }.map(\.count)
        let shared = Set(counts).max { first, second in
            counts.count { $0 == first } < counts.count { $0 == second }
        }
        for (line, choice) in choices {
            let tried = [choice?.columns.contains(column) == true ? choice?.count : nil, shared].compactMap(\.self)
            let candidates = tried.map { Insertion(column: column, count: $0) } + (choice.map { [$0.last] } ?? [])
            all[line] = candidates.first { $0.helps(old[line], become: new[line], width: width) }
        }
    }

    /// The insertion at the first difference of two lines.
    private struct Choice {
        /// The columns at which it gives the same line.
        let columns: ClosedRange<Int>
        let count: Int

        var last: Insertion { Insertion(column: columns.upperBound, count: count) }

        /// Nil if it would save nothing.
        init?(from old: [Frame.Cell], to new: [Frame.Cell], width: Int) {
            let same = zip(old, new).prefix { $0 == $1 }.count
            let blanks = old.prefix(same).reversed().prefix { $0 == Frame.Cell.blank }.count
            columns = (same - blanks)...same
            count = new.dropFirst(same).prefix { $0 == Frame.Cell.blank }.count
            guard count > 0, last.helps(old, become: new, width: width) else { return nil }
        }
    }

    /// Whether an insertion at the first difference saves something.
    static func help(_ old: [Frame.Cell], become new: [Frame.Cell], width: Int) -> Bool {
        Choice(from: old, to: new, width: width) != nil
    }
}
