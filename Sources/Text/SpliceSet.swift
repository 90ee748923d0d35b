/// The splices of one edit of one file: ascending and disjoint, regardless of the order of insertion.
public struct SpliceSet: Sendable, Hashable {
    /// Ascending by position.
    public private(set) var splices: [Splice] = []

    /// Changes nothing.
    package init() {}

    /// Adjacent ranges are allowed. An insertion at the start of another range comes first. Duplicates of a splice are
    /// merged. Overlapping ranges and two different insertions at one position are a conflict.
    public init(_ all: [Splice]) throws(SpliceConflict) {
        // Splices at one position keep the given order, so that the same conflict is always reported.
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

    /// The bytes after the edit; bytes outside the splices are copied unchanged.
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

    /// The edit that restores `bytes` from the result.
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
}
