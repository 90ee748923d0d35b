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
