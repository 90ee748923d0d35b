internal import Bytes

/// A three-way merge of lines. The result has the same bytes as that of `git merge-file`, including conflicts.
package struct LineMerge {
    /// The hunks, ascending. The lines between them are those of our side.
    private(set) var hunks: [Hunk] = []
    private let base: TextLines
    private let ours: TextLines
    private let theirs: TextLines

    /// A range of lines in which the result may differ from our side.
    struct Hunk: Hashable {
        enum Source: Sendable { case ours, theirs, conflict }

        var source: Source
        var ours: Range<Int>
        var theirs: Range<Int>

        fileprivate mutating func extend(to other: Hunk) {
            ours = ours.lowerBound..<other.ours.upperBound
            theirs = theirs.lowerBound..<other.theirs.upperBound
        }
    }

    /// The merged text in pieces.
    ///
    /// - Parameter isBaseCertain: if false, lines of ours that only theirs changed are conflicts.
    package static func pieces(_ versions: Versions<[UInt8]>, isBaseCertain: Bool) -> [MergePiece] {
        if let side = versions.changedSide, isBaseCertain || side == .ours { return [.text(versions[side])] }
        var merge = LineMerge(versions)
        if !isBaseCertain { merge.doubtTheirs() }
        return merge.pieces
    }

    private mutating func doubtTheirs() {
        for index in hunks.indices where hunks[index].source == .theirs && !hunks[index].ours.isEmpty {
            hunks[index].source = .conflict
        }
    }

    package init(_ versions: Versions<[UInt8]>) {
        base = TextLines(versions.base, hasPositions: false)
        ours = TextLines(versions.ours, hasPositions: false)
        theirs = TextLines(versions.theirs, hasPositions: false)
        let numbers = TextLines.numbers(of: [base, ours, theirs])
        combine(
            LineGroups.changes(from: numbers[0], to: numbers[1])[...],
            LineGroups.changes(from: numbers[0], to: numbers[2])[...],
            numbers
        )
        hunks = hunks.flatMap { Self.refined($0, numbers[1], numbers[2]) }
        joinNearConflicts()
    }

    package var isClean: Bool { !hunks.contains { $0.source == .conflict } }

    // MARK: Hunks

    private mutating func combine(
        _ ourChanges: ArraySlice<LineDifference.Change>,
        _ theirChanges: ArraySlice<LineDifference.Change>,
        _ numbers: [[Int]]
    ) {
        var (mine, other) = (ourChanges, theirChanges)
        // How far unchanged lines have shifted on each side.
        var (ourShift, theirShift) = (0, 0)
        while true {
            let (first, second) = (mine.first, other.first)
            if let first, first.old.upperBound < second?.old.lowerBound ?? .max {
                add(.ours, first.new, moved(first.old, by: theirShift))
            } else if let second, second.old.upperBound < first?.old.lowerBound ?? .max {
                add(.theirs, moved(second.old, by: ourShift), second.new)
            } else if let first, let second, first.old != second.old || numbers[1][first.new] != numbers[2][second.new]
            {
                let start = min(first.old.lowerBound, second.old.lowerBound)
                let end = max(first.old.upperBound, second.old.upperBound)
                add(.conflict, extended(first, to: start..<end), extended(second, to: start..<end))
            }
            guard first != nil || second != nil else { return }
            let (firstEnd, secondEnd) = (first?.old.upperBound ?? .max, second?.old.upperBound ?? .max)
            let isBefore = first.map { $0.old.upperBound < second?.old.lowerBound ?? .max } ?? false
            let isBehind = second.map { $0.old.upperBound < first?.old.lowerBound ?? .max } ?? false
            if let first, isBefore || !isBehind && secondEnd >= firstEnd {
                ourShift = first.new.upperBound - first.old.upperBound
                mine.removeFirst()
            }
            if let second, isBehind || !isBefore && firstEnd >= secondEnd {
                theirShift = second.new.upperBound - second.old.upperBound
                other.removeFirst()
            }
        }
    }

    private func moved(_ range: Range<Int>, by shift: Int) -> Range<Int> {
        range.lowerBound + shift..<range.upperBound + shift
    }

    /// The new lines for a larger range of old ones.
    private func extended(_ change: LineDifference.Change, to old: Range<Int>) -> Range<Int> {
        let before = change.old.lowerBound - old.lowerBound
        let after = old.upperBound - change.old.upperBound
        return change.new.lowerBound - before..<change.new.upperBound + after
    }

    private mutating func add(_ source: Hunk.Source, _ ours: Range<Int>, _ theirs: Range<Int>) {
        let hunk = Hunk(source: source, ours: ours, theirs: theirs)
        guard let last = hunks.last,
            ours.lowerBound <= last.ours.upperBound || theirs.lowerBound <= last.theirs.upperBound
        else { return hunks.append(hunk) }
        hunks[hunks.count - 1].extend(to: hunk)
        if last.source != source { hunks[hunks.count - 1].source = .conflict }
    }

    /// Removes lines that both sides share from a conflict.
    private static func refined(_ hunk: Hunk, _ ours: [Int], _ theirs: [Int]) -> [Hunk] {
        guard hunk.source == .conflict, !hunk.ours.isEmpty, !hunk.theirs.isEmpty else { return [hunk] }
        return LineGroups.changes(from: Array(ours[hunk.ours]), to: Array(theirs[hunk.theirs])).map { change in
            let (start, other) = (hunk.ours.lowerBound, hunk.theirs.lowerBound)
            return Hunk(
                source: .conflict,
                ours: start + change.old.lowerBound..<start + change.old.upperBound,
                theirs: other + change.new.lowerBound..<other + change.new.upperBound
            )
        }
    }

    /// Joins conflicts that are at most three lines apart, or separated only by lines without letters and digits,
    /// because one larger conflict is easier to read.
    private mutating func joinNearConflicts() {
        var joined: [Hunk] = []
        for hunk in hunks {
            guard let last = joined.last, last.source == .conflict, hunk.source == .conflict else {
                joined.append(hunk)
                continue
            }
            let between = last.ours.upperBound..<hunk.ours.lowerBound
            if between.count <= 3 || !between.contains(where: { ours[$0].contains(where: Ascii.isAlphanumeric) }) {
                joined[joined.count - 1].extend(to: hunk)
            } else {
                joined.append(hunk)
            }
        }
        hunks = joined
    }

    // MARK: Output

    /// The merged text in pieces.
    package var pieces: [MergePiece] {
        var pieces: [MergePiece] = []
        var line = 0
        for hunk in hunks {
            pieces.append(.text(text(line..<hunk.ours.lowerBound, of: ours)))
            switch hunk.source {
            case .ours: pieces.append(.text(text(hunk.ours, of: ours)))
            case .theirs: pieces.append(.text(text(hunk.theirs, of: theirs)))
            case .conflict:
                let sides = (text(hunk.ours, of: ours), text(hunk.theirs, of: theirs))
                pieces.append(.conflict(key: nil, ours: sides.0, theirs: sides.1, isCRLF: isCRLF(at: hunk)))
            }
            line = hunk.ours.upperBound
        }
        return pieces + [.text(text(line..<ours.count, of: ours))]
    }

    private func text(_ range: Range<Int>, of text: TextLines) -> [UInt8] {
        Array(range.lazy.map { text[$0] }.joined())
    }

    /// Whether the markers of a conflict end in CRLF: they do if both sides end the previous line with CRLF. If there
    /// is no such line, the base decides.
    private func isCRLF(at hunk: Hunk) -> Bool {
        let places = [
            (ours, max(0, hunk.ours.lowerBound - 1)), (theirs, max(0, hunk.theirs.lowerBound - 1)), (base, 0),
        ]
        var answer: Bool?
        for (text, line) in places {
            answer = Self.endsInCRLF(text, line)
            if answer == false { return false }
        }
        return answer ?? false
    }

    private static func endsInCRLF(_ text: TextLines, _ line: Int) -> Bool? {
        guard text.count > 0 else { return nil }
        let isEnded = line < text.count - 1 || text[line].last == Ascii.lineFeed
        if !isEnded, line == 0 { return nil }
        return text[isEnded ? line : line - 1].dropLast().last == Ascii.carriageReturn
    }
}
