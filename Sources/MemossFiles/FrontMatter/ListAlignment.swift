/// Which items of a list stay when it gets others.
enum ListAlignment {
    /// Pairs of equal texts, ascending on both sides: as many as there can be, or nearly so in a list of thousands.
    static func matches(_ olds: [String?], _ news: [String]) -> [(Int, Int)] {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ text: String) -> Int {
            let bytes = Array(text.utf8)[...]
            return numbers[bytes]
                ?? {
                    numbers[bytes] = numbers.count
                    return numbers.count - 1
                }()
        }
        // What is no single value is like nothing else.
        let old = olds.enumerated().map { index, text in text.map(number) ?? -1 - index }
        let changes = LineDifference.changes(from: old, to: news.map(number))
        var pairs: [(Int, Int)] = []
        var (row, column) = (0, 0)
        for change in changes + [.init(old: olds.count..<olds.count, new: news.count..<news.count)] {
            while row < change.old.lowerBound {
                pairs.append((row, column))
                (row, column) = (row + 1, column + 1)
            }
            (row, column) = (change.old.upperBound, change.new.upperBound)
        }
        return pairs
    }
}
