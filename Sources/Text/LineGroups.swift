/// The runs of changed lines in one of two texts, each moved to where `git diff` shows it: level with a run in the
/// other text if possible, otherwise as far down as possible.
///
/// There is a run, possibly empty, between every two unchanged lines, so both texts have the same number of runs.
struct LineGroups {
    private let lines: [Int]
    private var isChanged: [Bool]
    private var start = 0
    private var end = 0

    private init(_ lines: [Int], _ isChanged: [Bool]) {
        (self.lines, self.isChanged) = (lines, isChanged)
        while end < isChanged.count, isChanged[end] { end += 1 }
    }

    /// The changes between two texts, placed as `git diff` and `git merge-file` place them.
    static func changes(from old: [Int], to new: [Int]) -> [LineDifference.Change] {
        var marks = LineDifference.marks(from: old, to: new, skipsFrequent: true)
        marks.isRemoved = placed(LineGroups(old, marks.isRemoved), beside: LineGroups(new, marks.isAdded))
        marks.isAdded = placed(LineGroups(new, marks.isAdded), beside: LineGroups(old, marks.isRemoved))
        return LineDifference.changes(of: marks)
    }

    private static func placed(_ groups: LineGroups, beside others: LineGroups) -> [Bool] {
        var (run, other) = (groups, others)
        repeat {
            guard !run.isEmpty else { continue }
            var (size, highest) = (0, 0)
            var isLevel = false
            repeat {
                size = run.end - run.start
                while run.moveUp() { other.goBack() }
                highest = run.end
                isLevel = !other.isEmpty
                while run.moveDown() {
                    _ = other.advance()
                    isLevel = isLevel || !other.isEmpty
                }
                // A run that has met another becomes longer, and may move further.
            } while size != run.end - run.start
            guard run.end != highest, isLevel else { continue }
            while other.isEmpty, run.moveUp() { other.goBack() }
        } while run.advance() && other.advance()
        return run.isChanged
    }

    private var isEmpty: Bool { start == end }

    private mutating func advance() -> Bool {
        guard end < isChanged.count else { return false }
        start = end + 1
        end = start
        while end < isChanged.count, isChanged[end] { end += 1 }
        return true
    }

    private mutating func goBack() {
        guard start > 0 else { return }
        end = start - 1
        start = end
        while start > 0, isChanged[start - 1] { start -= 1 }
    }

    /// Moves the run one line down if the text stays the same.
    private mutating func moveDown() -> Bool {
        guard end < lines.count, lines[start] == lines[end] else { return false }
        (isChanged[start], isChanged[end]) = (false, true)
        (start, end) = (start + 1, end + 1)
        while end < isChanged.count, isChanged[end] { end += 1 }
        return true
    }

    private mutating func moveUp() -> Bool {
        guard start > 0, lines[start - 1] == lines[end - 1] else { return false }
        (start, end) = (start - 1, end - 1)
        (isChanged[start], isChanged[end]) = (true, false)
        while start > 0, isChanged[start - 1] { start -= 1 }
        return true
    }
}
