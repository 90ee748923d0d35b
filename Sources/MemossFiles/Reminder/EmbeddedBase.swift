internal import Bytes

/// A base in the text of a note: a code block of the language `base`, which Obsidian draws as it draws a `.base` file.
struct EmbeddedBase {
    /// The lines between the fences, without the marks of a quote or list item around them.
    let text: [UInt8]
    private let lines: [Range<Int>]
    /// Whether the language is `base` and nothing else. What Obsidian makes of `Base` or `base title` is not known.
    private let isCertain: Bool

    private static let language = Array("base".utf8)

    /// Whether a text may have one: false for most.
    static func mayBe(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        [UInt8(ascii: "`"), UInt8(ascii: "~")].contains { mark in
            var place = range.lowerBound
            while place < range.upperBound {
                place = ByteScan.first(mark, in: bytes, from: place, to: range.upperBound)
                let end = bytes[place..<range.upperBound].firstIndex { $0 != mark } ?? range.upperBound
                if end - place >= 3, begins(bytes[end..<range.upperBound].drop(while: Ascii.isBlank)) { return true }
                place = end
            }
            return false
        }
    }

    /// Whether a text begins with the language, in any case.
    private static func begins(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        text.prefix(language.count).lazy.map(TextSearch.lower).elementsEqual(language)
    }

    /// The bases of a note in ascending order, and what may be one.
    ///
    /// - Parameter start: where the body begins.
    static func all(in bytes: [UInt8], from start: Int) -> [EmbeddedBase] {
        FencedCode.all(in: bytes, from: start).compactMap { code in
            let info = bytes[code.info].trimmed
            guard info.prefix(while: { !Ascii.isBlank($0) }).map(TextSearch.lower).elementsEqual(language) else {
                return nil
            }
            return EmbeddedBase(
                text: code.lines.flatMap { bytes[$0] },
                lines: code.lines.filter { !$0.isEmpty },
                isCertain: info.elementsEqual(language)
            )
        }
    }

    /// The place in the note of an offset into the text.
    func place(of offset: Int) -> Int {
        var rest = offset
        for line in lines {
            if rest < line.count { return line.lowerBound + rest }
            rest -= line.count
        }
        return lines.last?.upperBound ?? 0
    }

    /// Replaces the text in a note, line by line, so that what stands before the lines stays.
    ///
    /// - Parameter bytes: the note, up to the end of this base as it was read.
    /// - Throws: an `EditRefusal` if it is not certainly a base.
    func write(_ edited: [UInt8], to bytes: inout [UInt8]) throws(EditRefusal) {
        guard isCertain else {
            throw EditRefusal(
                reason: "mm edits a base in a code block only if 'base' alone stands behind the fence",
                offset: 0
            )
        }
        var pieces: [ArraySlice<UInt8>] = []
        var place = 0
        while place < edited.count {
            let end = edited[place...].firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? edited.count
            pieces.append(edited[place..<end])
            place = end
        }
        guard pieces.count == lines.count else {
            throw EditRefusal(reason: "the edit would change more than the tag", offset: 0)
        }
        for (line, piece) in zip(lines, pieces).reversed() { bytes.replaceSubrange(line, with: piece) }
    }
}
