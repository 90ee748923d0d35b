/// The splices of one edit of one file: ascending, disjoint, and the same in whatever order they were inserted.
public struct SpliceSet: Sendable, Hashable {
    public private(set) var splices: [Splice] = []

    public init() {}

    public var isEmpty: Bool { splices.isEmpty }

    /// Adds a splice. Touching ranges are fine, and so is an insertion where another range begins: it comes first.
    /// Overlapping ranges, and two insertions at one place, are a conflict.
    public mutating func insert(_ splice: Splice) throws(SpliceConflict) {
        let index = splices.partitioningIndex { key($0) >= key(splice) }
        for neighbour in [index - 1, index] where splices.indices.contains(neighbour) {
            let other = splices[neighbour]
            if other == splice { return }
            let overlaps =
                other.range.lowerBound < splice.range.upperBound
                && splice.range.lowerBound < other.range.upperBound
            let isSamePlace = other.range.isEmpty && other.range == splice.range
            if overlaps || isSamePlace { throw SpliceConflict(first: other, second: splice) }
        }
        splices.insert(splice, at: index)
    }

    /// The bytes after the edit; everything outside the splices is copied as it is.
    public func applied(to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + splices.reduce(0) { $0 + $1.bytes.count - $1.range.count })
        var position = 0
        for splice in splices {
            result += bytes[position..<splice.range.lowerBound]
            result += splice.bytes
            position = splice.range.upperBound
        }
        result += bytes[position...]
        return result
    }

    /// The edit that turns the result back into `bytes`.
    public func inverse(on bytes: [UInt8]) -> SpliceSet {
        var inverse = SpliceSet()
        var shift = 0
        for splice in splices {
            let start = splice.range.lowerBound + shift
            inverse.splices.append(Splice(start..<start + splice.bytes.count, Array(bytes[splice.range])))
            shift += splice.bytes.count - splice.range.count
        }
        return inverse
    }

    private func key(_ splice: Splice) -> (Int, Int) { (splice.range.lowerBound, splice.range.upperBound) }
}

extension Array {
    /// The first index whose element satisfies `belongs`, in an array where those come last.
    func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
