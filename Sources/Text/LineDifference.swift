/// A line diff: the shortest edit script by Myers' algorithm in linear space (“An O(ND) Difference Algorithm and Its
/// Variations”, 1986, section 4b), with bounded work.
package struct LineDifference {
    /// A range of old lines and the range of new lines that replaces it; at most one of them is empty.
    package struct Change: Hashable {
        package var old: Range<Int>
        package var new: Range<Int>

        package init(old: Range<Int>, new: Range<Int>) {
            self.old = old
            self.new = new
        }
    }

    /// The cost at which a search gives up and splits at the best point so far. The result is then correct, but may not be
    /// minimal.
    private let costLimit: Int
    private let old: [Int]
    private let new: [Int]
    private var isRemoved: [Bool]
    private var isAdded: [Bool]
    /// The furthest positions in `old` on each diagonal, forwards and backwards; diagonal 0 is at index `origin`.
    private var forward: [Int]
    private var backward: [Int]
    private let origin: Int

    /// Which old lines are removed and which new lines are added.
    package struct Marks: Hashable {
        package var isRemoved: [Bool]
        package var isAdded: [Bool]
    }

    /// The changes from `old` to `new`, ascending, with unchanged lines between them. Equal numbers represent equal lines.
    package static func changes(from old: [Int], to new: [Int]) -> [Change] {
        slid(changes(of: marks(from: old, to: new)), old, new)
    }

    /// - Parameter skipsFrequent: whether to skip frequent lines among lines that only one side has, as git does. The
    ///   result may then not be the shortest.
    package static func marks(from old: [Int], to new: [Int], skipsFrequent: Bool = false) -> Marks {
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let longest = min(old.count, new.count) - prefix
        var suffix = 0
        while suffix < longest, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
        let oldMiddle = prefix..<(old.count - suffix)
        let newMiddle = prefix..<(new.count - suffix)
        var marks = Marks(
            isRemoved: [Bool](repeating: false, count: old.count),
            isAdded: [Bool](repeating: false, count: new.count)
        )
        for line in oldMiddle { marks.isRemoved[line] = true }
        for line in newMiddle { marks.isAdded[line] = true }
        if oldMiddle.isEmpty || newMiddle.isEmpty { return marks }

        // A line that does not occur on the other side is always a change, so the search can skip it.
        let inOld = Set(old[oldMiddle])
        let inNew = Set(new[newMiddle])
        var oldKept = oldMiddle.filter { inNew.contains(old[$0]) }
        var newKept = newMiddle.filter { inOld.contains(new[$0]) }
        if skipsFrequent {
            oldKept = FrequentLines(old, oldMiddle, in: new).kept
            newKept = FrequentLines(new, newMiddle, in: old).kept
        }
        var search = LineDifference(oldKept.map { old[$0] }, newKept.map { new[$0] })
        search.compare(0..<oldKept.count, 0..<newKept.count)
        for (line, isRemoved) in zip(oldKept, search.isRemoved) { marks.isRemoved[line] = isRemoved }
        for (line, isAdded) in zip(newKept, search.isAdded) { marks.isAdded[line] = isAdded }
        return marks
    }

    /// The changes that the marks describe, ascending.
    static func changes(of marks: Marks) -> [Change] {
        var changes: [Change] = []
        let (removed, added) = (marks.isRemoved, marks.isAdded)
        var (i, j) = (0, 0)
        while i < removed.count || j < added.count {
            let (oldStart, newStart) = (i, j)
            while i < removed.count, removed[i] { i += 1 }
            while j < added.count, added[j] { j += 1 }
            if i > oldStart || j > newStart { changes.append(Change(old: oldStart..<i, new: newStart..<j)) }
            while i < removed.count, j < added.count, !removed[i], !added[j] {
                i += 1
                j += 1
            }
        }
        return changes
    }

    /// Moves pure insertions and deletions down as far as possible, where readers expect them: if a block is repeated,
    /// the second copy appears as the new one.
    private static func slid(_ changes: [Change], _ old: [Int], _ new: [Int]) -> [Change] {
        var slid = changes
        for index in slid.indices {
            var change = slid[index]
            let next = index + 1 < slid.count ? slid[index + 1] : Change(old: old.count..<old.count, new: 0..<0)
            while change.old.upperBound < next.old.lowerBound {
                let range = change.old.isEmpty ? change.new : change.old
                let lines = change.old.isEmpty ? new : old
                guard change.old.isEmpty || change.new.isEmpty, lines[range.lowerBound] == lines[range.upperBound]
                else {
                    break
                }
                change.old = (change.old.lowerBound + 1)..<(change.old.upperBound + 1)
                change.new = (change.new.lowerBound + 1)..<(change.new.upperBound + 1)
            }
            slid[index] = change
        }
        return joined(slid)
    }

    /// Merges changes that touch after sliding.
    private static func joined(_ changes: [Change]) -> [Change] {
        var joined: [Change] = []
        for change in changes {
            if let last = joined.last, last.old.upperBound == change.old.lowerBound {
                joined[joined.count - 1].old = last.old.lowerBound..<change.old.upperBound
                joined[joined.count - 1].new = last.new.lowerBound..<change.new.upperBound
            } else {
                joined.append(change)
            }
        }
        return joined
    }

    private init(_ old: [Int], _ new: [Int]) {
        self.old = old
        self.new = new
        isRemoved = [Bool](repeating: false, count: old.count)
        isAdded = [Bool](repeating: false, count: new.count)
        origin = new.count + 1
        forward = [Int](repeating: 0, count: old.count + new.count + 3)
        backward = forward
        var root = 1
        while root * root < old.count + new.count { root += 1 }
        costLimit = max(256, root)
    }

    private mutating func compare(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
        var (i, j) = (oldRange.lowerBound, newRange.lowerBound)
        var (iEnd, jEnd) = (oldRange.upperBound, newRange.upperBound)
        while i < iEnd, j < jEnd, old[i] == new[j] {
            i += 1
            j += 1
        }
        while i < iEnd, j < jEnd, old[iEnd - 1] == new[jEnd - 1] {
            iEnd -= 1
            jEnd -= 1
        }
        if i == iEnd {
            for line in j..<jEnd { isAdded[line] = true }
        } else if j == jEnd {
            for line in i..<iEnd { isRemoved[line] = true }
        } else {
            let (iSplit, jSplit) = split(i..<iEnd, j..<jEnd)
            compare(i..<iSplit, j..<jSplit)
            compare(iSplit..<iEnd, jSplit..<jEnd)
        }
    }

    /// A point on a shortest path from corner to corner, where the searches from both ends meet. It is never a corner
    /// itself, since the ranges begin and end with different lines.
    private mutating func split(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> (Int, Int) {
        let (i0, i1) = (oldRange.lowerBound, oldRange.upperBound)
        let (j0, j1) = (newRange.lowerBound, newRange.upperBound)
        let (first, last) = (i0 - j0, i1 - j1)
        var ahead = DiagonalBand(around: first, within: (i0 - j1)...(i1 - j0))
        var back = DiagonalBand(around: last, within: (i0 - j1)...(i1 - j0))
        let meetsForwards = (first - last) & 1 != 0
        let (never, always) = (Int.min / 2, Int.max / 2)
        forward[origin + first] = i0
        backward[origin + last] = i1
        for cost in 1... {
            ahead.widen(&forward, origin: origin, edge: never)
            for diagonal in ahead.diagonals {
                var i = max(forward[origin + diagonal - 1] + 1, forward[origin + diagonal + 1])
                guard i >= i0, i <= i1, i - diagonal >= j0, i - diagonal <= j1 else {
                    forward[origin + diagonal] = never
                    continue
                }
                while i < i1, i - diagonal < j1, old[i] == new[i - diagonal] { i += 1 }
                forward[origin + diagonal] = i
                if meetsForwards, back.contains(diagonal), backward[origin + diagonal] <= i {
                    return (i, i - diagonal)
                }
            }
            back.widen(&backward, origin: origin, edge: always)
            for diagonal in back.diagonals {
                var i = min(backward[origin + diagonal - 1], backward[origin + diagonal + 1] - 1)
                guard i >= i0, i <= i1, i - diagonal >= j0, i - diagonal <= j1 else {
                    backward[origin + diagonal] = always
                    continue
                }
                while i > i0, i - diagonal > j0, old[i - 1] == new[i - diagonal - 1] { i -= 1 }
                backward[origin + diagonal] = i
                if !meetsForwards, ahead.contains(diagonal), i <= forward[origin + diagonal] {
                    return (i, i - diagonal)
                }
            }
            if cost >= costLimit { break }
        }
        // The cost limit is reached: split where the forward search got furthest.
        var best = (i0, j0)
        for diagonal in ahead.diagonals where forward[origin + diagonal] != never {
            let i = forward[origin + diagonal]
            if 2 * i - diagonal > best.0 + best.1 { best = (i, i - diagonal) }
        }
        return best
    }
}

/// The diagonals that a search has reached: every second one between two bounds, which move outwards until they reach the
/// corners of the rectangle and then move back.
private struct DiagonalBand {
    private var low: Int
    private var high: Int
    private let corners: ClosedRange<Int>

    init(around diagonal: Int, within corners: ClosedRange<Int>) {
        low = diagonal
        high = diagonal
        self.corners = corners
    }

    var diagonals: StrideThrough<Int> { stride(from: high, through: low, by: -2) }

    func contains(_ diagonal: Int) -> Bool { low <= diagonal && diagonal <= high }

    /// Widens the band by one step and sets the entries just outside it to `edge`.
    mutating func widen(_ furthest: inout [Int], origin: Int, edge: Int) {
        if low > corners.lowerBound {
            low -= 1
            furthest[origin + low - 1] = edge
        } else {
            low += 1
        }
        if high < corners.upperBound {
            high += 1
            furthest[origin + high + 1] = edge
        } else {
            high -= 1
        }
    }
}
