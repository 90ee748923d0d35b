internal import Bytes
import MemossFiles

/// Finds the items of one value.
struct ItemScanner {
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let cursor: Int?
    private let isInFlow: Bool
    private var index: Int

    private(set) var items: [TypedItem] = []
    /// The item with the cursor.
    private(set) var current: TypedItem?
    /// Whether a bracket or a quote has no end.
    private(set) var isOpen = false
    /// Whether nothing but a comment follows the colon on its line.
    private(set) var isEmptyOnItsLine = false

    init(_ bytes: [UInt8], _ range: Range<Int>, cursor: Int?, isInFlow: Bool = false) {
        (self.bytes, self.range, self.cursor, self.isInFlow) = (bytes, range, cursor, isInFlow)
        index = range.lowerBound
    }

    private var byte: UInt8? { index < range.upperBound ? bytes[index] : nil }
    private var isAtBreak: Bool { byte.map { $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn } ?? true }

    private mutating func skipBlanks() { while let byte, Ascii.isBlank(byte) { index += 1 } }
    private mutating func skipLine() { while let byte, byte != Ascii.lineFeed { index += 1 } }

    /// Skips blanks, line breaks and comments.
    ///
    /// - Parameter marks: whether an item can begin here. A `#` with the cursor behind it is then no comment: somebody is typing
    ///   a tag with its mark.
    private mutating func skipGap(marks: Bool = false) {
        while let byte {
            if Ascii.isBlankOrBreak(byte) {
                index += 1
            } else if byte == Ascii.hash, !marks || !isTypedMark {
                skipLine()
            } else {
                break
            }
        }
    }

    private var isTypedMark: Bool {
        guard let cursor, index < cursor else { return false }
        return bytes[index..<min(cursor, range.upperBound)].allSatisfy { !Ascii.isBlankOrBreak($0) }
    }

    mutating func scan(splitsCommas: Bool) {
        skipBlanks()
        var start = range.lowerBound
        while byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
            while let byte, !Ascii.isBlankOrBreak(byte) { index += 1 }
            // The value begins behind a blank.
            start = index + 1
            skipBlanks()
        }
        if isAtBreak || byte == Ascii.hash && !isTypedMark {
            isEmptyOnItsLine = true
            // Right behind the colon, or after blanks.
            if let cursor, start <= cursor, cursor <= index {
                current = TypedItem(range: cursor..<cursor, isInFlow: isInFlow, needsBlank: cursor == range.lowerBound)
            }
            skipGap()
            // What is typed behind the colon would be a second value.
            if byte != nil { current = nil }
            if byte == Ascii.dash { scanBlock() } else if byte == Ascii.openBracket { scanFlow() }
            return
        }
        switch byte {
        case Ascii.openBracket: scanFlow()
        case Ascii.quote, Ascii.apostrophe: scanQuoted(splitsCommas: splitsCommas)
        case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "*"): break
        default: scanPlain(splitsCommas: splitsCommas)
        }
    }

    /// Adds an item, unless it is empty and has no cursor.
    ///
    /// - Parameters:
    ///   - gap: where the blanks before it begin. With the cursor in them, another item is being typed there.
    ///   - reach: as far as the cursor can be in it.
    private mutating func add(_ item: TypedItem, after gap: Int? = nil, reach: Int) {
        var item = item
        if let cursor, let gap, current == nil, gap <= cursor, cursor < item.range.lowerBound, !item.range.isEmpty {
            current = item
            current?.range = cursor..<cursor
        }
        if let cursor, item.range.lowerBound...max(reach, item.range.lowerBound) ~= cursor, current == nil {
            if cursor > item.range.upperBound { item.range = item.range.lowerBound..<cursor }
            current = item
        } else if !item.range.isEmpty {
            items.append(item)
        }
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, Ascii.isBlankOrBreak(bytes[start]) { start += 1 }
        while end > start, Ascii.isBlankOrBreak(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    // MARK: Texts

    private mutating func scanPlain(splitsCommas: Bool) {
        var start = index
        var gap: Int?
        while true {
            let isComment =
                byte == Ascii.hash && index > range.lowerBound && Ascii.isBlank(bytes[index - 1]) && index > start
            let isEnd = isAtBreak || isComment || isInFlow && (byte == Ascii.comma || byte == UInt8(ascii: "}"))
            guard isEnd || splitsCommas && byte == Ascii.comma else {
                index += 1
                continue
            }
            let range = trimmed(start..<index)
            add(
                TypedItem(range: range, isInFlow: isInFlow, isSegment: splitsCommas && isPart(range)),
                after: gap,
                reach: isComment ? range.upperBound : index
            )
            if isEnd { return }
            index += 1
            gap = index
            skipBlanks()
            start = index
        }
    }

    /// Whether a text has other parts, or is one of several.
    private func isPart(_ range: Range<Int>) -> Bool {
        bytes[self.range.lowerBound..<range.lowerBound].contains(Ascii.comma)
            || bytes[range.upperBound..<self.range.upperBound].prefix { $0 != Ascii.lineFeed }.contains(Ascii.comma)
    }

    /// - Returns: the text between the quotes; the index is behind the closing one.
    private mutating func quoted() -> (range: Range<Int>, style: Node.Style) {
        let quote = byte
        let style = quote == Ascii.quote ? Node.Style.doubleQuoted : .singleQuoted
        index += 1
        let start = index
        // While it is typed, a quote has no end: it ends with its line.
        while let byte, byte != Ascii.lineFeed {
            if byte == quote {
                if quote == Ascii.apostrophe, index + 1 < range.upperBound, bytes[index + 1] == quote {
                    index += 2
                    continue
                }
                index += 1
                return (start..<index - 1, style)
            }
            index += byte == Ascii.backslash && quote == Ascii.quote ? 2 : 1
        }
        index = min(index, range.upperBound)
        isOpen = true
        let end = index > start && bytes[index - 1] == Ascii.carriageReturn ? index - 1 : index
        return (start..<end, style)
    }

    private mutating func scanQuoted(splitsCommas: Bool) {
        let (text, style) = quoted()
        var start = text.lowerBound
        for end in text.filter({ splitsCommas && bytes[$0] == Ascii.comma }) + [text.upperBound] {
            let range = trimmed(start..<end)
            let item = TypedItem(range: range.isEmpty ? end..<end : range, style: style, isSegment: true)
            add(item, after: start, reach: end)
            start = end + 1
        }
    }

    // MARK: Lists

    private mutating func scanFlow() {
        index += 1
        var isItemStart = true
        while byte != nil {
            let gap = index
            skipGap(marks: isItemStart)
            let start = index
            defer { isItemStart = index > start && bytes[index - 1] == Ascii.comma }
            // Another item is being typed in front of this one.
            if isItemStart, gap < start { addEmpty(gap, start - 1) }
            switch byte {
            case nil: if isItemStart { addEmpty(gap, start) }
            case Ascii.closeBracket:
                if isItemStart { addEmpty(gap, start) }
                index += 1
                return
            case Ascii.comma:
                if isItemStart { addEmpty(gap, start) }
                index += 1
            case Ascii.quote, Ascii.apostrophe:
                let (text, style) = quoted()
                add(TypedItem(range: text, style: style, isInFlow: true), reach: text.upperBound)
                skipToSeparator()
            case Ascii.openBracket, UInt8(ascii: "{"), UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "!"):
                skipToSeparator()
            default:
                while !isAtBreak, byte != Ascii.comma, byte != Ascii.closeBracket {
                    if byte == Ascii.hash, index > start, Ascii.isBlank(bytes[index - 1]) { break }
                    index += 1
                }
                let range = trimmed(start..<index)
                add(TypedItem(range: range, isInFlow: true), reach: byte == Ascii.hash ? range.upperBound : index)
            }
        }
        isOpen = true
        if isItemStart { addEmpty(index, index) }
    }

    /// An item that is not typed yet: the cursor is in the gap before a comma or the end.
    private mutating func addEmpty(_ start: Int, _ end: Int) {
        guard let cursor, start...end ~= cursor, current == nil, !bytes[start..<cursor].contains(Ascii.hash) else {
            return
        }
        current = TypedItem(range: cursor..<cursor, isInFlow: true)
    }

    /// Skips the rest of an item that is not offered: what is behind a quote, a nested list, an alias.
    private mutating func skipToSeparator() {
        var depth = 0
        while let byte {
            if depth == 0, byte == Ascii.comma || byte == Ascii.closeBracket { return }
            if byte == Ascii.openBracket || byte == UInt8(ascii: "{") { depth += 1 }
            if byte == Ascii.closeBracket || byte == UInt8(ascii: "}") { depth -= 1 }
            if byte == Ascii.quote || byte == Ascii.apostrophe { _ = quoted() } else { index += 1 }
        }
    }

    private mutating func scanBlock() {
        while let byte {
            if Ascii.isBlankOrBreak(byte) {
                index += 1
                continue
            }
            let next = index + 1 < range.upperBound ? bytes[index + 1] : Ascii.lineFeed
            guard byte == Ascii.dash, Ascii.isBlankOrBreak(next) else {
                skipLine()
                continue
            }
            index += 1
            let dash = index
            skipBlanks()
            if isAtBreak || self.byte == Ascii.hash && !isTypedMark {
                if let cursor, dash + 1...max(index, dash + 1) ~= cursor { current = TypedItem(range: cursor..<cursor) }
            } else if self.byte == Ascii.quote || self.byte == Ascii.apostrophe {
                let (text, style) = quoted()
                add(TypedItem(range: text, style: style), reach: text.upperBound)
            } else if let byte = self.byte, !"[{*&!|>-".utf8.contains(byte) {
                scanPlain(splitsCommas: false)
            }
            skipLine()
        }
    }
}
