/// The splices of one edit of one file: ascending, disjoint, and the same in whatever order they were inserted.
public struct SpliceSet: Sendable, Hashable {
    package private(set) var splices: [Splice] = []

    package init() {}

    package var isEmpty: Bool { splices.isEmpty }

    /// Touching ranges are fine, and so is an insertion where another range begins: it comes first. The same splice twice
    /// is one. Overlapping ranges, and two insertions at one place, are a conflict.
    public init(_ all: [Splice]) throws(SpliceConflict) {
        // Those of one place keep the order in which they were given, so that a conflict is always the same one.
        let sorted = all.enumerated().sorted { a, b in
            let (first, second) = (a.element.range, b.element.range)
            return (first.lowerBound, first.upperBound, a.offset) < (second.lowerBound, second.upperBound, b.offset)
        }
        for splice in sorted.lazy.map(\.element) {
            if let last = splices.last {
                if last == splice { continue }
                let overlaps = splice.range.lowerBound < last.range.upperBound
                let isSamePlace = last.range.isEmpty && last.range == splice.range
                if overlaps || isSamePlace { throw SpliceConflict(first: last, second: splice) }
            }
            splices.append(splice)
        }
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
    package func inverse(on bytes: [UInt8]) -> SpliceSet {
        var inverse = SpliceSet()
        var shift = 0
        for splice in splices {
            let start = splice.range.lowerBound + shift
            inverse.splices.append(Splice(start..<start + splice.bytes.count, Array(bytes[splice.range])))
            shift += splice.bytes.count - splice.range.count
        }
        return inverse
    }
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
