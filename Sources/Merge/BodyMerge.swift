internal import Bytes
import MemossFiles

/// The merge of the text below the front matter: by lines, as `git merge-file` does it, which takes changes of neighbouring lines
/// for a conflict. Two kinds of them are independent of each other, and merged: ticks in a list, and what both sides wrote at
/// the end.
enum BodyMerge {
    /// - Parameter isBaseCertain: if false, lines of ours that only theirs changed are conflicts.
    static func pieces(_ bodies: Versions<[UInt8]>, isBaseCertain: Bool) -> [MergePiece] {
        let bodies = withMergedTicks(bodies, isBaseCertain: isBaseCertain)
        let pieces = LineMerge.pieces(bodies, isBaseCertain: isBaseCertain)
        guard isBaseCertain, !pieces.isClean, let additions = BodyAdditions(bodies) else { return pieces }
        return additions.merged.map { [.text($0)] } ?? pieces
    }

    // MARK: Ticks

    /// The versions with the merged state of each box that all of them have, so that no tick is a change of its line any more.
    private static func withMergedTicks(_ bodies: Versions<[UInt8]>, isBaseCertain: Bool) -> Versions<[UInt8]> {
        var (base, ours, theirs) = (bodies.base, bodies.ours, bodies.theirs)
        guard base != ours, base != theirs else { return bodies }
        let boxes = bodies.map(Boxes.init)
        let (left, right) = (boxes.base.places(in: boxes.ours), boxes.base.places(in: boxes.theirs))
        for (line, mark) in boxes.base.marks {
            guard let mine = left[line], let other = right[line],
                let state = state(Versions(base[mark], ours[mine], theirs[other]), isBaseCertain: isBaseCertain)
            else { continue }
            (base[mark], ours[mine], theirs[other]) = (state, state, state)
        }
        return Versions(base, ours, theirs)
    }

    /// - Returns: nil if the sides changed it differently.
    private static func state(_ marks: Versions<UInt8>, isBaseCertain: Bool) -> UInt8? {
        guard let side = marks.changedSide else {
            // `[x]` and `[X]`
            return marks.ours != Ascii.blank && marks.theirs != Ascii.blank ? max(marks.ours, marks.theirs) : nil
        }
        return side == .ours || isBaseCertain ? marks[side] : nil
    }

    /// The boxes of a text by the number of their line. Lines that differ only in a tick are equal.
    private struct Boxes {
        private var lines: [[UInt8]] = []
        /// The offsets of the bytes between the brackets.
        var marks: [Int: Int] = [:]

        init(_ text: [UInt8]) {
            var items = Checklist(text).items[...]
            for line in text.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false) {
                var key = Array(line)
                while let last = key.last, Ascii.isBlankOrBreak(last) { key.removeLast() }
                if let item = items.first, item.mark < line.endIndex {
                    key[item.mark - line.startIndex] = Ascii.blank
                    marks[lines.count] = item.mark
                    items.removeFirst()
                }
                lines.append(key)
            }
        }

        /// The marks of the same lines in another text, in which their order is the same. A line that a text has twice could be
        /// taken for the other one.
        func places(in other: Boxes) -> [Int: Int] {
            var numbers: [[UInt8]: Int] = [:]
            func number(_ line: [UInt8]) -> Int {
                if let known = numbers[line] { return known }
                numbers[line] = numbers.count
                return numbers.count - 1
            }
            let (old, new) = (lines.map(number), other.lines.map(number))
            let counts = [old, new].map { Dictionary(grouping: $0) { $0 }.mapValues(\.count) }
            let changes = LineDifference.marks(from: old, to: new)
            let kept = changes.isRemoved.indices.filter { !changes.isRemoved[$0] }
            let found = changes.isAdded.indices.filter { !changes.isAdded[$0] }
            var places: [Int: Int] = [:]
            for (line, same) in zip(kept, found) where counts.allSatisfy({ $0[old[line]] == 1 }) {
                places[line] = other.marks[same]
            }
            return places
        }
    }
}
