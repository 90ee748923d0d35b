internal import Bytes

/// The first level-1 heading of a Markdown body (CommonMark 4.2 and 4.3), the title of a file without a `title` key.
enum MarkdownHeading {
    static func first(in body: ArraySlice<UInt8>) -> String? {
        var fence: ArraySlice<UInt8>?
        var paragraph: [UInt8] = []
        var rest = body
        while !rest.isEmpty {
            let end = rest.firstIndex(of: Ascii.lineFeed) ?? rest.endIndex
            let line = rest[..<end]
            rest = end == rest.endIndex ? [] : rest[(end + 1)...]
            let text = line.trimmed
            if let open = fence {
                fence = CodeFence.open(after: line, in: open)
                continue
            }
            if text.isEmpty || paragraph.isEmpty && CodeFence.isIndented(line) || beginsContainer(text) {
                paragraph = []
            } else if let mark = CodeFence.mark(of: text) {
                fence = mark
                paragraph = []
            } else if text.first == Ascii.hash, !CodeFence.isIndented(line) {
                if let title = atx(text) { return title }
                paragraph = []
            } else if !paragraph.isEmpty, !CodeFence.isIndented(line), text.allSatisfy({ $0 == UInt8(ascii: "=") }) {
                return String(ordering: paragraph)
            } else {
                paragraph += (paragraph.isEmpty ? [] : [Ascii.blank]) + text
            }
        }
        return nil
    }

    /// A block quote or list item: a heading inside one is not the heading of the file.
    private static func beginsContainer(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first else { return false }
        if first == UInt8(ascii: ">") { return true }
        return "-*+".utf8.contains(first) && text.dropFirst().first.map(Ascii.isBlank) ?? false
    }

    /// The text of `# Title` without closing hashes; nil for other levels and for `#tag`.
    private static func atx(_ text: ArraySlice<UInt8>) -> String? {
        var title = text.dropFirst()
        guard title.first.map(Ascii.isBlank) ?? true else { return nil }
        title = title.trimmed
        let withoutMarks = title[..<(title.lastIndex { $0 != Ascii.hash }.map { $0 + 1 } ?? title.startIndex)]
        if withoutMarks.isEmpty || withoutMarks.last.map(Ascii.isBlank) == true { title = withoutMarks.trimmed }
        return title.isEmpty ? nil : String(ordering: title)
    }
}
