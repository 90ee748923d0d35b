/// Determines which items of a list are kept when it is replaced by another.
enum ListAlignment {
    /// Pairs of equal texts, ascending on both sides: a longest common subsequence, or nearly so for thousands of items.
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
        // An item that is not a scalar equals no other.
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
