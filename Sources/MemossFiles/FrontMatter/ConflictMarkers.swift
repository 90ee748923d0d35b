internal import Bytes

/// The conflict markers that git and Jujutsu leave in a file that was changed on two sides, and the versions of the file
/// that they separate.
///
/// A marker is a line that begins with seven or more of one character, followed by a space or the end of the line:
///
///     <<<<<<< HEAD
///     scheduled: 2026-11-22
///     ||||||| base              (only in the styles diff3 and zdiff3)
///     scheduled: 2026-11-21
///     =======
///     scheduled: 2026-11-23
///     >>>>>>> theirs
///
/// All markers of one conflict have the same length (gitattributes(5), `conflict-marker-size`); a line of another length
/// between them is text. Conflicts can be nested. Markers may be missing if some were deleted by hand.
package struct ConflictMarkers: Sendable {
    /// The offset of the first marker, which is the start of a line.
    let offset: Int
    private let bytes: [UInt8]
    private let events: [ConflictScanner.Event]
    private let conflicts: [ConflictScanner.Conflict]
    private let choices: [Choice]

    /// A version uses the same side of every conflict, or the last side of conflicts that have fewer.
    private struct Choice {
        var side: Int
        /// The side of nested conflicts.
        var nestedSide: Int
    }

    /// The maximum number of versions to examine.
    private static let mostVersions = 16

    /// Finds the markers of a file whose front matter contains some.
    ///
    /// - Parameters:
    ///   - front: the range in which a marker is a conflict of the front matter. Later ones may be text of the body.
    ///   - isParsed: whether the front matter is valid YAML nevertheless. A lone `>>>>>>>` is then not a conflict.
    /// - Returns: nil if there is no marker in that range.
    package init?(in bytes: [UInt8], front: Range<Int>, isParsed: Bool = false) {
        guard ConflictScanner.holdsMarker(bytes, front, unlessParsed: !isParsed) else { return nil }
        let scanner = ConflictScanner(bytes)
        guard let first = scanner.events.first else { return nil }
        offset = first.line.lowerBound
        self.bytes = bytes
        (events, conflicts) = (scanner.events, scanner.conflicts)
        let (sides, nestedSides) = (scanner.mostSides(in: .file), scanner.mostSides(in: .side))
        let all = (0..<min(sides, Self.mostVersions)).flatMap { side in
            (0..<min(nestedSides, Self.mostVersions)).map { Choice(side: side, nestedSide: $0) }
        }
        choices = Array(all.prefix(Self.mostVersions))
    }

    /// One side's version of the whole file, without markers.
    package struct Version {
        /// The label git gives the side, such as `HEAD`; nil if the marker has none.
        package var label: String?
        package var bytes: [UInt8]
    }

    /// The versions, one for each side, computed lazily.
    var versions: some Sequence<Version> {
        choices.lazy.map { Version(label: label(of: $0), bytes: version($0)) }
    }

    package static let advice = "unresolved merge conflict: keep one of the versions and delete the marker lines"

    var fault: YAMLDocument.Fault { YAMLDocument.Fault(id: .gitConflict, message: Self.advice, offset: offset) }

    private func label(of choice: Choice) -> String? {
        guard let conflict = conflicts.first else { return nil }
        let label = choice.side == 0 ? conflict.firstLabel : conflict.lastLabel
        return label.isEmpty ? nil : String(decoding: bytes[label], as: UTF8.self)
    }

    private func version(_ choice: Choice) -> [UInt8] {
        var version: [UInt8] = []
        var open: [OpenConflict] = []
        var position = 0
        for event in events {
            append(position..<event.line.lowerBound, of: open, to: &version)
            position = event.line.upperBound
            switch event.kind {
            case .open(let style):
                let conflict = conflicts[event.conflict]
                let side = conflict.place == .file ? choice.side : choice.nestedSide
                open.append(OpenConflict(chosen: min(side, conflict.sideCount - 1), style: style))
            case .close:
                open.removeLast()
            case .side, .base, .label:
                // A second separator is text of the side that the first one began.
                if event.kind.isSide, open[open.count - 1].isLastSide { position = event.line.lowerBound }
                open[open.count - 1].step(event.kind)
            }
        }
        append(position..<bytes.count, of: open, to: &version)
        return version
    }

    private struct OpenConflict {
        let chosen: Int
        let style: ConflictScanner.Style
        /// The current side; in the Jujutsu style none at first.
        var side: Int
        var isBase = false
        var isDifference = false

        init(chosen: Int, style: ConflictScanner.Style) {
            (self.chosen, self.style) = (chosen, style)
            side = style == .git ? 0 : -1
        }

        /// A heading underline in the body cannot be told from a separator of the same length. So the first side ends at
        /// the first such line, and the last side begins after each of them.
        var isLastSide: Bool { style == .git && chosen > 0 && side >= chosen }
        var isChosen: Bool { !isBase && (side == chosen || isLastSide) }

        mutating func step(_ kind: ConflictScanner.Event.Kind) {
            if case .side(let isDifference) = kind {
                side += 1
                (isBase, self.isDifference) = (false, isDifference)
            } else if kind == .base {
                isBase = true
            }
        }
    }

    /// Appends text between two markers if its side is chosen in all enclosing conflicts.
    private func append(_ range: Range<Int>, of open: [OpenConflict], to version: inout [UInt8]) {
        guard open.allSatisfy(\.isChosen) else { return }
        guard open.last?.isDifference == true else { return version.append(contentsOf: bytes[range]) }
        var line = range.lowerBound
        while line < range.upperBound {
            let end = ConflictScanner.lineEnd(bytes, from: line)
            let mark = bytes[line]
            if mark != Ascii.dash {
                let isMarked = mark == Ascii.blank || mark == UInt8(ascii: "+")
                version.append(contentsOf: bytes[(isMarked ? line + 1 : line)..<end])
            }
            line = end
        }
    }
}

extension YAMLDocument {
    /// Parses a document that may contain a git conflict.
    ///
    /// - Throws: the errors of `parse`, and a `Fault` for conflict markers, which are valid YAML inside quotes and
    ///   brackets.
    package static func read(
        _ bytes: [UInt8],
        range: Range<Int>,
        judging judge: YAMLMistake.Judge = { _, _ in .other }
    ) throws(Fault) -> YAMLDocument {
        let document: YAMLDocument
        do throws(Fault) {
            document = try parse(bytes, range: range, judging: judge)
        } catch {
            throw ConflictMarkers(in: bytes, front: range)?.fault ?? error
        }
        if let markers = ConflictMarkers(in: bytes, front: range, isParsed: true) { throw markers.fault }
        return document
    }
}
