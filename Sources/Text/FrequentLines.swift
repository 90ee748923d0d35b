/// The lines that git compares. It skips lines that only one text has, and frequent lines surrounded by those.
struct FrequentLines {
    private enum Kind {
        case alone, common, frequent
    }

    private let range: Range<Int>
    private let kinds: [Kind]

    /// The number of lines that are examined on each side of a frequent one.
    private static let window = 100

    /// - Parameters:
    ///   - range: the lines between the common beginning and the common end.
    ///   - other: the other text.
    init(_ lines: [Int], _ range: Range<Int>, in other: [Int]) {
        self.range = range
        var counts: [Int: Int] = [:]
        for line in other { counts[line, default: 0] += 1 }
        // A rough square root, a power of two.
        var (limit, rest) = (1, lines.count)
        while rest > 0 { (limit, rest) = (limit << 1, rest >> 2) }
        limit = min(limit, 1_024)
        kinds = range.map { line in
            let count = counts[lines[line]] ?? 0
            return count == 0 ? .alone : count >= limit ? .frequent : .common
        }
    }

    var kept: [Int] {
        kinds.indices.filter { kinds[$0] == .common || kinds[$0] == .frequent && !isSurrounded($0) }
            .map { $0 + range.lowerBound }
    }

    /// Whether most lines around a frequent one, both before and after it, are in only one text.
    private func isSurrounded(_ index: Int) -> Bool {
        let before = run(kinds[max(0, index - Self.window)..<index].reversed())
        let after = run(kinds[(index + 1)..<min(kinds.count, index + Self.window + 1)])
        guard before.alone > 0, after.alone > 0 else { return false }
        let (alone, frequent) = (before.alone + after.alone, before.frequent + after.frequent + 2)
        return frequent * 4 < frequent + alone
    }

    private func run(_ kinds: some Sequence<Kind>) -> (alone: Int, frequent: Int) {
        var run = (alone: 0, frequent: 0)
        for kind in kinds {
            switch kind {
            case .alone: run.alone += 1
            case .frequent: run.frequent += 1
            case .common: return run
            }
        }
        return run
    }
}
