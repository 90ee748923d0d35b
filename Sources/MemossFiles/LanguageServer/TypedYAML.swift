/// A value, or an item of a list, as it is being typed.
struct TypedItem: Sendable, Hashable {
    /// The text without quotes, and without blanks at its ends unless the cursor is behind them. It is on one line.
    var range: Range<Int>
    /// Plain, single-quoted or double-quoted.
    var style = Node.Style.plain
    /// Whether it is inside brackets, where a plain text cannot contain all characters.
    var isInFlow = false
    /// Whether the colon before it has no blank.
    var needsBlank = false
    /// Whether it is part of a text with commas.
    var isSegment = false

    /// A text as it is written instead of this one; nil if it cannot be written in this style.
    func written(_ text: String, _ reading: FieldValue.Item.Reading) -> String? {
        if style != .plain { return ScalarText.escaped(text, style) }
        if isSegment { return ScalarText.isPlainSafe(text, inFlow: false) ? text : nil }
        return (needsBlank ? " " : "") + ScalarText.written(FieldValue.Item(text, reading), inFlow: isInFlow)
    }
}

/// YAML read line by line, as far as this is possible for a text that need not parse: its top-level keys, and the items of their
/// values. It knows flow and block lists, quotes and comments; of anything else it finds no items.
struct TypedYAML {
    let bytes: [UInt8]
    let content: Range<Int>
    let entries: [Entry]

    struct Entry: Hashable {
        /// Including quotes.
        var key: Range<Int>
        /// From the byte after the colon to the next key.
        var value: Range<Int>
    }

    init(_ bytes: [UInt8], _ content: Range<Int>) {
        (self.bytes, self.content) = (bytes, content)
        var entries: [Entry] = []
        var start = content.lowerBound
        while start < content.upperBound {
            let end =
                bytes[start..<content.upperBound].firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? content.upperBound
            if let colon = Self.colon(in: bytes[start..<end]) {
                if !entries.isEmpty {
                    entries[entries.count - 1].value = entries[entries.count - 1].value.lowerBound..<start
                }
                entries.append(Entry(key: start..<colon, value: colon + 1..<content.upperBound))
            }
            start = end
        }
        self.entries = entries
    }

    // MARK: Lines

    /// The colon behind the key that a line begins with; nil if it does not begin with one.
    private static func colon(in line: ArraySlice<UInt8>) -> Int? {
        guard let first = line.first, !Ascii.isBlankOrBreak(first), !",[]{}#&*!|>%@`?".utf8.contains(first) else {
            return nil
        }
        var index = line.startIndex
        if first == Ascii.quote || first == Ascii.apostrophe {
            guard let end = line.dropFirst().firstIndex(of: first) else { return nil }
            index = end + 1
        }
        while index < line.endIndex {
            let next = index + 1 < line.endIndex ? line[index + 1] : Ascii.lineFeed
            if line[index] == Ascii.colon, Ascii.isBlankOrBreak(next) { return index }
            if first == Ascii.dash, index == line.startIndex, Ascii.isBlankOrBreak(next) { return nil }
            // A comment, or what is being typed right behind the colon of a short key.
            if line[index] == Ascii.hash, index > line.startIndex, Ascii.isBlank(line[index - 1]) { return nil }
            index += 1
        }
        return nil
    }

    /// Whether a line can be part of front matter that has no end yet.
    static func canBeFrontMatter(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first(where: { !Ascii.isBlankOrBreak($0) }) else { return false }
        if line.first.map(Ascii.isBlank) == true || "-]}".utf8.contains(first) { return true }
        if first == Ascii.hash {
            // `# Heading` may be a comment, but it is more likely to begin the body.
            return false
        }
        return colon(in: line) != nil
    }

    /// The line of an offset, without its line ending.
    func line(at offset: Int) -> Range<Int> {
        let start =
            bytes[content.lowerBound..<offset].lastIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? content.lowerBound
        var end = bytes[offset..<content.upperBound].firstIndex(of: Ascii.lineFeed) ?? content.upperBound
        if end > offset, bytes[end - 1] == Ascii.carriageReturn { end -= 1 }
        return start..<end
    }

    /// The end of the key in which an offset is.
    func wordEnd(from offset: Int) -> Int {
        let rest = bytes[offset..<line(at: offset).upperBound]
        return rest.firstIndex { !Ascii.isAlphanumeric($0) && $0 != UInt8(ascii: "_") } ?? rest.endIndex
    }

    // MARK: Entries

    /// The entry whose key or value has the offset.
    func entry(at offset: Int) -> Entry? { entries.last { $0.key.lowerBound <= offset } }

    func name(of entry: Entry) -> String {
        var key = bytes[entry.key]
        if let first = key.first, first == Ascii.quote || first == Ascii.apostrophe { key = key.dropFirst().dropLast() }
        return String(decoding: key.trimmed, as: UTF8.self)
    }

    /// Whether a bracket or quote of the value is open at an offset.
    func isOpen(_ entry: Entry, at offset: Int) -> Bool {
        guard offset > entry.value.lowerBound else { return false }
        var scanner = ItemScanner(bytes, entry.value.lowerBound..<min(offset, entry.value.upperBound), cursor: nil)
        scanner.scan(splitsCommas: false)
        return scanner.isOpen
    }

    /// The items of a value, and the one with the cursor.
    ///
    /// - Parameters:
    ///   - splitsCommas: whether a text with commas is a list, as that of `tags` is.
    ///   - isInFlow: whether the value itself is inside a flow mapping, which ends it.
    func items(of entry: Entry, splitsCommas: Bool, isInFlow: Bool = false, at cursor: Int?) -> ItemScanner {
        var scanner = ItemScanner(bytes, entry.value, cursor: cursor, isInFlow: isInFlow)
        scanner.scan(splitsCommas: splitsCommas)
        return scanner
    }

    /// The entry of a key.
    func entry(named key: String) -> Entry? { entries.first { name(of: $0) == key } }
}

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
        while byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
            while let byte, !Ascii.isBlankOrBreak(byte) { index += 1 }
            skipBlanks()
        }
        if isAtBreak || byte == Ascii.hash && !isTypedMark {
            isEmptyOnItsLine = true
            // Right behind the colon, or after blanks.
            if let cursor, range.lowerBound...index ~= cursor {
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
