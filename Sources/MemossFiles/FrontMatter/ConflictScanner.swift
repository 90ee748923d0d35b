internal import Bytes

/// Finds the conflict markers of a file and determines which ones belong together.
package struct ConflictScanner {
    /// Jujutsu writes the difference from the common ancestor to a side, or the sides themselves, each with a title:
    ///
    ///     <<<<<<< Conflict 1 of 1
    ///     %%%%%%% Changes from base to side #1
    ///     -scheduled: 2026-11-21
    ///     +scheduled: 2026-11-22
    ///     +++++++ Contents of side #2
    ///     scheduled: 2026-11-23
    ///     >>>>>>> Conflict 1 of 1 ends
    package enum Style: Hashable { case git, jujutsu }

    /// A marker. Text between two events belongs to the sides that are open there.
    package struct Event {
        package enum Kind: Hashable {
            case open(Style)
            /// The next side begins: its text, or a difference that leads to it.
            case side(isDifference: Bool)
            /// The text of the common ancestor begins; it belongs to no side.
            case base
            /// A further title line.
            case label
            case close

            var isSide: Bool { if case .side = self { true } else { false } }
        }

        package var kind: Kind
        /// The number of the conflict, in the order of the opening markers.
        package var conflict: Int
        /// Including the line ending; empty for a missing marker.
        package var line: Range<Int>
    }

    package struct Conflict {
        enum Place {
            case file
            /// Nested in another conflict: in one of its sides, or in the text of its common ancestor.
            case side, base
        }

        var place: Place
        var sideCount: Int
        /// Whether it has the text of the common ancestor.
        package var hasBase = false
        /// The labels of the first and last side, as ranges in the file.
        package var firstLabel = 0..<0
        package var lastLabel = 0..<0
    }

    private struct OpenConflict {
        var number: Int
        var size: Int
        var style: Style
        var hasBase = false
    }

    package private(set) var events: [Event] = []
    package private(set) var conflicts: [Conflict] = []
    /// Whether lines outside of all conflicts look like the rest of one whose opening marker was deleted.
    package private(set) var hasLooseEnd = false
    /// The same for a line `=======`, which may also underline a heading.
    package private(set) var hasLooseSeparator = false
    /// Whether it cannot be told if a line `|||||||` begins the text of the common ancestor: git writes a label after it, and
    /// only one in a conflict. It may also be an empty row of a table.
    package private(set) var hasUnclearBase = false
    private let bytes: [UInt8]
    private var open: [OpenConflict] = []
    /// A line `=======` in a file without `<<<<<<<`.
    private var stray: Marker?
    private var hasBegun = false

    /// Deeper conflicts are treated as text: merging merges nests two or three levels.
    private static let deepest = 8

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let end = scan(closingAt: nil) else { return }
        // A conflict without a closing marker would extend to the end of the file, so it ends with the front matter at
        // the latest.
        (events, conflicts, open, hasBegun) = ([], [], [], false)
        (hasLooseEnd, hasLooseSeparator, hasUnclearBase) = (false, false, false)
        _ = scan(closingAt: end)
    }

    /// The largest number of sides of any conflict, at least 1.
    func mostSides(in place: Conflict.Place) -> Int {
        conflicts.reduce(1) { $1.place == place ? max($0, $1.sideCount) : $0 }
    }

    /// Whether a line of the range begins with a marker: `<<<<<<<` or, on request, `>>>>>>>`.
    package static func holdsMarker(_ bytes: [UInt8], _ range: Range<Int>, unlessParsed: Bool) -> Bool {
        var line = max(range.lowerBound, start(of: bytes))
        while line < range.upperBound {
            let end = lineEnd(bytes, from: line)
            switch Marker(bytes, line..<end)?.sign {
            case UInt8(ascii: "<"): return true
            case UInt8(ascii: ">") where unlessParsed: return true
            default: line = end
            }
        }
        return false
    }

    /// Whether a text has the beginning of a marker: false for most.
    package static func mayBe(in text: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { bytes in
            var place = ByteScan.first(UInt8(ascii: "<"), in: bytes, from: 0, to: bytes.count)
            while place + 6 < bytes.count {
                if bytes[place..<place + 7].allSatisfy({ $0 == UInt8(ascii: "<") }) { return true }
                place = ByteScan.first(UInt8(ascii: "<"), in: bytes, from: place + 1, to: bytes.count)
            }
            return false
        }
    }

    /// The first complete git conflict in text that may also discuss conflicts: it must have labels and not be in a
    /// code block.
    ///
    /// - Returns: the offset of its first marker.
    package static func conflict(inText text: ArraySlice<UInt8>) -> Int? {
        guard mayBe(in: text) else { return nil }
        let bytes = Array(text)
        var fence: ArraySlice<UInt8>?
        var (opening, hasSeparator): (Marker?, Bool) = (nil, false)
        var line = start(of: bytes)
        while line < bytes.count {
            let range = line..<lineEnd(bytes, from: line)
            line = range.upperBound
            guard let marker = Marker(bytes, range) else {
                if opening == nil { fence = CodeFence.open(after: bytes[range], in: fence) }
                continue
            }
            guard fence == nil else { continue }
            switch marker.sign {
            case UInt8(ascii: "<") where !marker.label.isEmpty: (opening, hasSeparator) = (marker, false)
            case UInt8(ascii: "=") where marker.size == opening?.size: hasSeparator = true
            case UInt8(ascii: ">") where marker.size == opening?.size && hasSeparator && !marker.label.isEmpty:
                return opening.map { text.startIndex + $0.line.lowerBound }
            default: break
            }
        }
        return nil
    }

    private static func start(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// The offset after the line feed of a line.
    package static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != Ascii.lineFeed { index += 1 }
        return min(index + 1, bytes.count)
    }

    // MARK: Lines

    /// - Parameter end: the line before which all conflicts still open are closed.
    /// - Returns: the line before which an unclosed conflict may end; nil if there is no such conflict or line.
    private mutating func scan(closingAt end: Int?) -> Int? {
        var line = Self.start(of: bytes)
        var closing: Int?
        while line < bytes.count {
            if line == end { close(downTo: 0, at: line) }
            let range = line..<Self.lineEnd(bytes, from: line)
            if let marker = Marker(bytes, range) {
                if read(marker) { closing = nil }
            } else if closing == nil, Delimiters.isClosingMark(bytes, at: line) {
                closing = line
            }
            line = range.upperBound
        }
        guard !open.isEmpty else { return nil }
        close(downTo: 0, at: bytes.count)
        return end == nil ? closing : nil
    }

    /// - Returns: whether the line is a marker of a conflict rather than text.
    private mutating func read(_ marker: Marker) -> Bool {
        if marker.sign == UInt8(ascii: "<") { return begin(marker) }
        let index = open.lastIndex { $0.size == marker.size && marker.belongs(to: $0.style) }
        if index == nil, open.isEmpty {
            if marker.isEnd { hasLooseEnd = true }
            if marker.sign == UInt8(ascii: "=") { hasLooseSeparator = true }
        }
        guard let index else { return open.isEmpty && readStray(marker) }
        let number = open[index].number
        switch (marker.sign, open[index].style) {
        case (UInt8(ascii: ">"), _):
            if conflicts[number].lastLabel.isEmpty { conflicts[number].lastLabel = marker.label }
            close(downTo: index + 1, at: marker.line.lowerBound)
            open.removeLast()
            events.append(Event(kind: .close, conflict: number, line: marker.line))
        case (UInt8(ascii: "|"), .git):
            // The ancestor's text follows that of the first side, and occurs once.
            guard conflicts[number].sideCount == 1 else { return false }
            if open[index].hasBase || marker.label.isEmpty { hasUnclearBase = true }
            guard !open[index].hasBase else { return false }
            open[index].hasBase = true
            conflicts[number].hasBase = true
            step(.base, index, marker)
        case (UInt8(ascii: "-"), .jujutsu): step(.base, index, marker)
        case (UInt8(ascii: "\\"), .jujutsu): step(.label, index, marker)
        case (_, .git): step(.side(isDifference: false), index, marker)
        case (let sign, .jujutsu):
            if conflicts[number].sideCount == 0 { conflicts[number].firstLabel = marker.label }
            conflicts[number].lastLabel = marker.label
            step(.side(isDifference: sign == UInt8(ascii: "%")), index, marker)
        }
        return true
    }

    private mutating func begin(_ marker: Marker) -> Bool {
        guard open.count < Self.deepest else { return false }
        if !hasBegun { (events, conflicts, hasBegun) = ([], [], true) }
        let next = Marker(bytes, marker.line.upperBound..<Self.lineEnd(bytes, from: marker.line.upperBound))
        let isJujutsu = next?.size == marker.size && next?.opensSideOfJujutsu == true
        let style: Style = isJujutsu ? .jujutsu : .git
        events.append(Event(kind: .open(style), conflict: conflicts.count, line: marker.line))
        open.append(OpenConflict(number: conflicts.count, size: marker.size, style: style))
        conflicts.append(
            Conflict(
                place: open.dropLast().contains(where: isInBase) ? .base : open.count > 1 ? .side : .file,
                sideCount: isJujutsu ? 0 : 1,
                firstLabel: isJujutsu ? 0..<0 : marker.label
            )
        )
        return true
    }

    private func isInBase(_ conflict: OpenConflict) -> Bool {
        conflict.hasBase && conflicts[conflict.number].sideCount == 1
    }

    private mutating func step(_ kind: Event.Kind, _ index: Int, _ marker: Marker) {
        close(downTo: index + 1, at: marker.line.lowerBound)
        if kind.isSide { conflicts[open[index].number].sideCount += 1 }
        events.append(Event(kind: kind, conflict: open[index].number, line: marker.line))
    }

    /// Closes conflicts whose closing marker is missing.
    private mutating func close(downTo count: Int, at offset: Int) {
        while open.count > count, let last = open.popLast() {
            events.append(Event(kind: .close, conflict: last.number, line: offset..<offset))
        }
    }

    /// Handles a marker in a file without `<<<<<<<`: after a `=======`, text belongs to the second side only. In a file
    /// with an opening marker, such lines are text: a heading underline, or a quoted mail.
    private mutating func readStray(_ marker: Marker) -> Bool {
        guard !hasBegun else { return false }
        if marker.sign == UInt8(ascii: "=") { stray = marker }
        guard marker.isEnd else { return false }
        let number = conflicts.count
        let separator = stray?.size == marker.size ? stray : nil
        let start = separator?.line ?? marker.line.lowerBound..<marker.line.lowerBound
        events.append(Event(kind: .open(.git), conflict: number, line: start))
        if separator != nil {
            let side = Event.Kind.side(isDifference: false)
            events.append(Event(kind: side, conflict: number, line: start.upperBound..<start.upperBound))
        }
        events.append(Event(kind: .close, conflict: number, line: marker.line))
        conflicts.append(
            Conflict(place: .file, sideCount: separator == nil ? 1 : 2, lastLabel: marker.label)
        )
        stray = nil
        return true
    }
}

/// A line that begins with seven or more of a marker character.
private struct Marker {
    var sign: UInt8
    var size: Int
    var line: Range<Int>
    /// The text after the marker characters, trimmed.
    var label: Range<Int>

    private static let signs = Array("<>=|%+-\\".utf8)

    init?(_ bytes: [UInt8], _ line: Range<Int>) {
        guard line.count >= 7, bytes[line.lowerBound] == bytes[line.lowerBound + 6],
            Self.signs.contains(bytes[line.lowerBound])
        else { return nil }
        sign = bytes[line.lowerBound]
        self.line = line
        var start = line.lowerBound
        while start < line.upperBound, bytes[start] == sign { start += 1 }
        size = start - line.lowerBound
        guard size >= 7, start == line.upperBound || Ascii.isBlankOrBreak(bytes[start]) else { return nil }
        label = bytes[start..<line.upperBound].trimmed.indices
    }

    var isEnd: Bool { sign == UInt8(ascii: ">") }

    var opensSideOfJujutsu: Bool { Array("+-%".utf8).contains(sign) }

    func belongs(to style: ConflictScanner.Style) -> Bool {
        switch sign {
        case UInt8(ascii: ">"): true
        case UInt8(ascii: "="), UInt8(ascii: "|"): style == .git
        case UInt8(ascii: "\\"): style == .jujutsu
        default: style == .jujutsu && opensSideOfJujutsu
        }
    }
}
