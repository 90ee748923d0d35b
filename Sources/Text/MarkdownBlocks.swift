internal import Bytes

/// Splits Markdown into the pieces whose text is read for inline elements: paragraphs, headings and rows of tables
/// (CommonMark 0.31, the tables of GitHub, and the comments and math blocks of Obsidian). Code, HTML blocks, comments, math
/// and link definitions have none.
struct MarkdownBlocks {
    /// One piece: its lines in order, without the marks of quotes and list items around them.
    struct Piece {
        var lines: [Range<Int>]
        var isTableRow = false
    }

    fileprivate enum Container {
        case quote
        /// Its contents are indented by so many columns.
        case item(width: Int)
    }

    private enum Leaf {
        case none, paragraph, indentedCode
        case fence(mark: UInt8, count: Int)
        case html(HTMLEnd)
        /// A comment or math block, up to a line with the mark twice.
        case marked(UInt8)
    }

    /// An HTML block ends at a line that contains this text, or at a blank line.
    private enum HTMLEnd {
        case text(StaticString)
        case blankLine
    }

    /// Deeper quotes and items are text, so that a hostile file does not take quadratic time.
    private static let deepest = 100

    private let bytes: UnsafeBufferPointer<UInt8>
    private let limit: Int
    private let candidate: (Int) -> Int?
    private let body: (Piece) -> Void
    /// The next candidate; the end of the text if there is none.
    private var nextCandidate: Int
    private var containers: [Container] = []
    private var leaf = Leaf.none
    private var lines: [Range<Int>] = []
    /// From where on there is no second mark `%%` or `$$`, by mark.
    private var unpaired: [UInt8: Int] = [:]
    /// The code between fences; nil if it is not asked for.
    private var code: [FencedCode]?

    /// - Parameters:
    ///   - candidate: returns the first place at or after an offset where what is sought may begin.
    ///   - body: called with each piece that may have inline elements and has a candidate.
    static func forEachPiece(
        of bytes: UnsafeBufferPointer<UInt8>,
        in range: Range<Int>,
        with candidate: (Int) -> Int?,
        _ body: (Piece) -> Void
    ) {
        withoutActuallyEscaping(candidate) { candidate in
            withoutActuallyEscaping(body) { body in
                var blocks = MarkdownBlocks(bytes: bytes, range: range, candidate: candidate, body: body)
                blocks.read(from: range.lowerBound)
            }
        }
    }

    static func fencedCode(of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> [FencedCode] {
        var blocks = MarkdownBlocks(bytes: bytes, range: range, candidate: { $0 }, body: { _ in })
        blocks.code = []
        blocks.read(from: range.lowerBound)
        return blocks.code ?? []
    }

    private init(
        bytes: UnsafeBufferPointer<UInt8>,
        range: Range<Int>,
        candidate: @escaping (Int) -> Int?,
        body: @escaping (Piece) -> Void
    ) {
        (self.bytes, limit, self.candidate, self.body) = (bytes, range.upperBound, candidate, body)
        nextCandidate = candidate(range.lowerBound) ?? range.upperBound
    }

    /// - Parameter start: not before that of an earlier call.
    private mutating func hasCandidate(from start: Int, to end: Int = .max) -> Bool {
        if nextCandidate < start { nextCandidate = candidate(start) ?? limit }
        return nextCandidate < min(end, limit)
    }

    private var isParagraph: Bool { if case .paragraph = leaf { true } else { false } }

    // MARK: Lines

    private mutating func read(from start: Int) {
        var start = start
        while start < limit, isParagraph || hasCandidate(from: start) {
            let found = ByteScan.first(Ascii.lineFeed, in: bytes, from: start, to: limit)
            let hasReturn = found > start && bytes[found - 1] == Ascii.carriageReturn
            read(start..<(hasReturn ? found - 1 : found))
            start = found + 1
        }
        endParagraph()
    }

    private mutating func read(_ line: Range<Int>) {
        var cursor = Cursor(bytes: bytes, line: line)
        let matched = cursor.pass(containers)
        let isInside = matched == containers.count
        if isInside {
            if continues(cursor) { return }
        } else if !isParagraph {
            leaf = .none
        }
        if cursor.next == line.upperBound {
            close(to: matched)
            return
        }
        if begins(&cursor, besides: matched, isInside: isInside) { return }
        let text = cursor.next..<line.upperBound
        if isParagraph {
            // This may be a lazy continuation line: it belongs to the paragraph although the container's marker is missing.
            lines.append(text)
        } else {
            leaf = .paragraph
            lines.append(text)
        }
    }

    /// Whether the line belongs to the open code, HTML, comment or math.
    private mutating func continues(_ cursor: Cursor) -> Bool {
        let rest = cursor.next..<cursor.end
        switch leaf {
        case .none, .paragraph: return false
        case .indentedCode:
            if rest.isEmpty || cursor.indent >= 4 { return true }
            leaf = .none
            return false
        case .fence(let mark, let count):
            let run = bytes[rest].prefix { $0 == mark }.count
            if cursor.indent < 4, run >= count, bytes[rest].dropFirst(run).allSatisfy(Ascii.isBlank) {
                leaf = .none
            } else if let last = code?.indices.last {
                code?[last].take(cursor, in: bytes, to: limit)
            }
            return true
        case .html(let end):
            if isEnd(end, rest) { leaf = .none }
            return true
        case .marked(let mark):
            if firstPair(mark, in: rest) != nil { leaf = .none }
            return true
        }
    }

    /// Opens the blocks that begin on the line.
    ///
    /// - Parameter matched: the number of containers that go on.
    /// - Returns: whether nothing is left for a paragraph.
    private mutating func begins(_ cursor: inout Cursor, besides matched: Int, isInside: Bool) -> Bool {
        var open = matched
        while true {
            let rest = cursor.next..<cursor.end
            guard let first = rest.isEmpty ? nil : bytes[rest.lowerBound] else {
                // Nothing behind the mark of a list item.
                return true
            }
            let isParagraph = isParagraph
            if cursor.indent >= 4 {
                if isParagraph { return false }
                close(to: open)
                leaf = .indentedCode
                return true
            }
            switch first {
            case UInt8(ascii: ">") where open < Self.deepest:
                close(to: open)
                cursor.passQuoteMark()
                containers.append(.quote)
                open += 1
                continue
            case UInt8(ascii: "`"), UInt8(ascii: "~"):
                let count = bytes[rest].prefix { $0 == first }.count
                guard count >= 3, first != UInt8(ascii: "`") || !bytes[rest].dropFirst(count).contains(first) else {
                    break
                }
                close(to: open)
                leaf = .fence(mark: first, count: count)
                code?.append(FencedCode(info: rest.lowerBound + count..<rest.upperBound, indent: cursor.indent))
                return true
            case UInt8(ascii: "<"):
                guard let end = htmlEnd(rest, mayBeAnyTag: !isParagraph) else { break }
                close(to: open)
                if !isEnd(end, rest) { leaf = .html(end) }
                return true
            case UInt8(ascii: "%"), UInt8(ascii: "$"):
                guard opensMarked(first, rest) else { break }
                close(to: open)
                leaf = .marked(first)
                return true
            case Ascii.hash:
                let marks = bytes[rest].prefix { $0 == first }.count
                let text = rest.lowerBound + marks..<rest.upperBound
                guard marks <= 6, text.isEmpty || Ascii.isBlank(bytes[text.lowerBound]) else { break }
                close(to: open)
                if hasCandidate(from: text.lowerBound, to: text.upperBound) { body(Piece(lines: [text])) }
                return true
            case UInt8(ascii: "="), Ascii.dash:
                let isUnderline = bytes[rest].drop { $0 == first }.allSatisfy(Ascii.isBlank)
                if isParagraph, isInside, open == matched, isUnderline {
                    endParagraph()
                    return true
                }
            default: break
            }
            if isBreak(rest) {
                close(to: open)
                return true
            }
            guard open < Self.deepest, let width = cursor.itemWidth(interrupts: isParagraph) else {
                if !isParagraph { close(to: open) }
                return false
            }
            close(to: open)
            cursor.passItemMark(width)
            containers.append(.item(width: width.total))
            open += 1
        }
    }

    private mutating func close(to count: Int) {
        endParagraph()
        leaf = .none
        containers.removeLast(containers.count - count)
    }

    // MARK: Paragraphs

    private mutating func endParagraph() {
        guard isParagraph else { return }
        leaf = .none
        defer { lines.removeAll(keepingCapacity: true) }
        guard let first = lines.first, let last = lines.last,
            hasCandidate(from: first.lowerBound, to: last.upperBound)
        else { return }
        // The row above the one with dashes is the heading of a table.
        let delimiter = lines.indices.dropFirst().first { isDelimiterRow(lines[$0]) }
        let text = lines[..<(delimiter.map { $0 - 1 } ?? lines.endIndex)]
        let definitions = text.prefix { isDefinition($0) }.count
        if definitions < text.count { body(Piece(lines: Array(text.dropFirst(definitions)))) }
        for row in lines[text.endIndex...] where hasCandidate(from: row.lowerBound, to: row.upperBound) {
            body(Piece(lines: [row], isTableRow: true))
        }
    }

    private func isDelimiterRow(_ line: Range<Int>) -> Bool {
        var (hasDash, hasBar) = (false, false)
        for byte in bytes[line] {
            switch byte {
            case Ascii.dash: hasDash = true
            case UInt8(ascii: "|"): hasBar = true
            case Ascii.colon, Ascii.blank, Ascii.tab: break
            default: return false
            }
        }
        return hasDash && hasBar
    }

    /// Whether it is `[label]: target "title"`; not `[^note]: text` or `[Note]: more words`, which are text.
    private func isDefinition(_ line: Range<Int>) -> Bool {
        guard line.count > 3, bytes[line.lowerBound] == Ascii.openBracket,
            bytes[line.lowerBound + 1] != UInt8(ascii: "^")
        else { return false }
        guard let end = bytes[line].firstIndex(of: Ascii.closeBracket), end + 1 < line.upperBound else { return false }
        guard end > line.lowerBound + 1, bytes[end + 1] == Ascii.colon,
            !bytes[line.lowerBound + 1..<end].contains(Ascii.openBracket)
        else { return false }
        let target = bytes[end + 2..<line.upperBound].drop(while: Ascii.isBlank)
        let rest =
            target.first == UInt8(ascii: "<")
            ? target.drop { $0 != UInt8(ascii: ">") }.dropFirst() : target.drop { !Ascii.isBlank($0) }
        return rest.first { !Ascii.isBlank($0) }.map("\"'(".utf8.contains) ?? true
    }

    private func isBreak(_ line: Range<Int>) -> Bool {
        let mark = bytes[line.lowerBound]
        guard mark == Ascii.dash || mark == UInt8(ascii: "*") || mark == UInt8(ascii: "_") else { return false }
        var count = 0
        for byte in bytes[line] {
            if byte == mark { count += 1 } else if !Ascii.isBlank(byte) { return false }
        }
        return count >= 3
    }

    // MARK: Comments and math

    private mutating func opensMarked(_ mark: UInt8, _ rest: Range<Int>) -> Bool {
        guard rest.count > 1, bytes[rest.lowerBound + 1] == mark,
            firstPair(mark, in: rest.lowerBound + 2..<rest.upperBound) == nil
        else { return false }
        if let from = unpaired[mark], rest.upperBound >= from { return false }
        if firstPair(mark, in: rest.upperBound..<limit) != nil { return true }
        unpaired[mark] = rest.upperBound
        return false
    }

    private func isEnd(_ end: HTMLEnd, _ line: Range<Int>) -> Bool {
        switch end {
        case .text(let text): holds(text, in: line)
        case .blankLine: line.isEmpty
        }
    }

    private func firstPair(_ mark: UInt8, in range: Range<Int>) -> Int? {
        var place = range.lowerBound
        while place + 1 < range.upperBound {
            place = ByteScan.first(mark, in: bytes, from: place, to: range.upperBound)
            if place + 1 < range.upperBound, bytes[place + 1] == mark { return place }
            place += 1
        }
        return nil
    }

    private func holds(_ text: StaticString, in range: Range<Int>) -> Bool {
        let sought = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard range.count >= sought.count else { return false }
        return (range.lowerBound...range.upperBound - sought.count).contains { start in
            sought.indices.allSatisfy { TextSearch.lower(bytes[start + $0]) == sought[$0] }
        }
    }

    // MARK: HTML

    /// What ends the HTML block that the line begins; nil if it begins none.
    private func htmlEnd(_ line: Range<Int>, mayBeAnyTag: Bool) -> HTMLEnd? {
        let text = bytes[line].dropFirst()
        if text.starts(with: "!--".utf8) { return .text("-->") }
        if text.first == UInt8(ascii: "?") { return .text("?>") }
        if text.starts(with: "![CDATA[".utf8) { return .text("]]>") }
        if text.first == UInt8(ascii: "!"), text.dropFirst().first.map(MarkdownHTML.isLetter) == true {
            return .text(">")
        }
        let isClosing = text.first == Ascii.slash
        let rest = isClosing ? text.dropFirst() : text
        let name = rest.prefix(while: Ascii.isAlphanumeric)
        guard name.first.map(MarkdownHTML.isLetter) == true else { return nil }
        let lower = String(decoding: name.map(TextSearch.lower), as: UTF8.self)
        let next = rest.dropFirst(name.count).first
        let isEnded = next.map { Ascii.isBlank($0) || $0 == UInt8(ascii: ">") } ?? true
        if !isClosing, isEnded {
            switch lower {
            case "script": return .text("</script>")
            case "pre": return .text("</pre>")
            case "style": return .text("</style>")
            case "textarea": return .text("</textarea>")
            default: break
            }
        }
        if isEnded || next == Ascii.slash, MarkdownHTML.blocks.contains(lower) { return .blankLine }
        guard mayBeAnyTag, let end = MarkdownHTML.tagEnd(in: bytes, from: line.lowerBound, to: line.upperBound),
            bytes[end..<line.upperBound].allSatisfy(Ascii.isBlank)
        else { return nil }
        return .blankLine
    }
}

extension FencedCode {
    /// - Parameter cursor: behind the marks of the containers.
    fileprivate mutating func take(_ cursor: Cursor, in bytes: UnsafeBufferPointer<UInt8>, to limit: Int) {
        let end = ByteScan.first(Ascii.lineFeed, in: bytes, from: cursor.end, to: limit)
        lines.append(cursor.place(behind: indent)..<min(end + 1, limit))
    }
}

/// A place in a line, in columns: a tab reaches to the next multiple of four.
private struct Cursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place: Int
    let end: Int
    private var column = 0
    /// The columns of a tab that are left, if only a part of it was passed.
    private var left = 0
    /// The first byte that is not blank, or the end of the line.
    private(set) var next = 0
    /// The columns before it.
    private(set) var indent = 0

    init(bytes: UnsafeBufferPointer<UInt8>, line: Range<Int>) {
        (self.bytes, place, end) = (bytes, line.lowerBound, line.upperBound)
        measure()
    }

    private mutating func measure() {
        var at = column + left
        next = place
        while next < end {
            if bytes[next] == Ascii.blank {
                at += 1
            } else if bytes[next] == Ascii.tab {
                at += 4 - at % 4
            } else {
                break
            }
            next += 1
        }
        indent = at - column
    }

    /// Where the text begins behind so many columns, or fewer if there are fewer blanks.
    func place(behind columns: Int) -> Int {
        var cursor = self
        cursor.pass(columns: min(columns, indent))
        return cursor.place
    }

    private mutating func pass(columns: Int) {
        for _ in 0..<columns {
            if left == 0 {
                guard place < next else { break }
                left = bytes[place] == Ascii.tab ? 4 - column % 4 : 1
                place += 1
            }
            left -= 1
            column += 1
        }
        measure()
    }

    private mutating func passMark(_ count: Int) {
        pass(columns: indent)
        place += count
        column += count
        measure()
    }

    /// Passes the marks of the containers that go on.
    ///
    /// - Returns: their number.
    mutating func pass(_ containers: [MarkdownBlocks.Container]) -> Int {
        for (number, container) in containers.enumerated() {
            switch container {
            case .quote:
                guard indent < 4, next < end, bytes[next] == UInt8(ascii: ">") else { return number }
                passQuoteMark()
            case .item(let width):
                if next == end { continue }
                guard indent >= width else { return number }
                pass(columns: width)
            }
        }
        return containers.count
    }

    mutating func passQuoteMark() {
        passMark(1)
        if indent > 0 { pass(columns: 1) }
    }

    /// The columns of the mark of a list item with its indentation, and of the blanks behind it that belong to it.
    struct ItemWidth {
        var marks: Int
        var total: Int
    }

    /// Nil if no list item begins here.
    ///
    /// - Parameter interrupts: whether a paragraph would end, which only an item with text, and the number 1, can end.
    func itemWidth(interrupts: Bool) -> ItemWidth? {
        var last = next
        let first = bytes[next]
        if Ascii.isDigit(first) {
            while last < end, Ascii.isDigit(bytes[last]), last - next < 9 { last += 1 }
            guard last < end, bytes[last] == Ascii.dot || bytes[last] == UInt8(ascii: ")") else { return nil }
            if interrupts, last > next + 1 || first != UInt8(ascii: "1") { return nil }
        } else if first != Ascii.dash, first != UInt8(ascii: "*"), first != UInt8(ascii: "+") {
            return nil
        }
        let marks = last + 1 - next
        var behind = self
        behind.passMark(marks)
        if behind.next == end { return interrupts ? nil : ItemWidth(marks: marks, total: indent + marks + 1) }
        guard behind.indent > 0 else { return nil }
        return ItemWidth(marks: marks, total: indent + marks + (behind.indent > 4 ? 1 : behind.indent))
    }

    mutating func passItemMark(_ width: ItemWidth) {
        let blanks = width.total - indent - width.marks
        passMark(width.marks)
        pass(columns: blanks)
    }
}

/// The tags of HTML, as CommonMark reads them.
enum MarkdownHTML {
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    /// The end of the opening or closing tag that begins at `<`; nil if none does.
    static func tagEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        var place = start + 1
        let isClosing = place < end && bytes[place] == Ascii.slash
        if isClosing { place += 1 }
        guard place < end, isLetter(bytes[place]) else { return nil }
        while place < end, Ascii.isAlphanumeric(bytes[place]) || bytes[place] == Ascii.dash { place += 1 }
        while true {
            let gap = place
            while place < end, Ascii.isBlankOrBreak(bytes[place]) { place += 1 }
            guard place < end else { return nil }
            if bytes[place] == UInt8(ascii: ">") { return place + 1 }
            if isClosing { return nil }
            if bytes[place] == Ascii.slash {
                return place + 1 < end && bytes[place + 1] == UInt8(ascii: ">") ? place + 2 : nil
            }
            guard place > gap,
                isLetter(bytes[place]) || bytes[place] == UInt8(ascii: "_") || bytes[place] == Ascii.colon
            else { return nil }
            while place < end, Ascii.isAlphanumeric(bytes[place]) || "_.:-".utf8.contains(bytes[place]) { place += 1 }
            var value = place
            while value < end, Ascii.isBlankOrBreak(bytes[value]) { value += 1 }
            guard value < end, bytes[value] == UInt8(ascii: "=") else { continue }
            place = value + 1
            while place < end, Ascii.isBlankOrBreak(bytes[place]) { place += 1 }
            guard place < end else { return nil }
            let quote = bytes[place]
            if quote == Ascii.quote || quote == Ascii.apostrophe {
                place = ByteScan.first(quote, in: bytes, from: place + 1, to: end) + 1
                guard place <= end else { return nil }
            } else {
                let first = place
                while place < end, !Ascii.isBlankOrBreak(bytes[place]), !"\"'=<>`".utf8.contains(bytes[place]) {
                    place += 1
                }
                guard place > first else { return nil }
            }
        }
    }

    /// The elements that begin a block up to a blank line (CommonMark 4.6, kind 6).
    static let blocks: Set<String> = Set(
        """
        address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt \
        fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link \
        main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead \
        title tr track ul
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )
}
