internal import Bytes
import MemossFiles

/// A value or a list item that is being typed.
struct TypedItem: Sendable, Hashable {
    /// The text without quotes and surrounding blanks, but including blanks before the cursor. Always on one line.
    var range: Range<Int>
    /// Plain, single-quoted or double-quoted.
    var style = Node.Style.plain
    /// Whether it is inside brackets, where plain text cannot contain certain characters.
    var isInFlow = false
    /// Whether a blank is missing after the colon before it.
    var needsBlank = false
    /// Whether it is one part of a text that is split at commas.
    var isSegment = false

    /// The spelling of a text that replaces this one; nil if this style cannot express it.
    func written(_ text: String, _ reading: FieldValue.Item.Reading) -> String? {
        if style != .plain { return ScalarText.escaped(text, style) }
        if isSegment { return ScalarText.isPlainSafe(text, inFlow: false) ? text : nil }
        return (needsBlank ? " " : "") + ScalarText.written(FieldValue.Item(text, reading), inFlow: isInFlow)
    }
}

/// A line-by-line reading of YAML that may not parse: its top-level keys, and the items of their values. It understands
/// flow and block lists, quotes and comments, and finds no items in anything else.
struct TypedYAML {
    let bytes: [UInt8]
    let content: Range<Int>
    let entries: [Entry]
    /// What the keys are called in the file.
    private let names: KeyNames

    struct Entry: Hashable {
        /// The key, including quotes.
        var key: Range<Int>
        /// From the byte after the colon to the next key.
        var value: Range<Int>
    }

    init(_ bytes: [UInt8], _ content: Range<Int>, _ names: KeyNames) {
        (self.bytes, self.content, self.names) = (bytes, content, names)
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

    /// The colon after the key at the start of a line; nil if there is none.
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
            // A comment, or text that is being typed directly after the colon of a short key.
            if line[index] == Ascii.hash, index > line.startIndex, Ascii.isBlank(line[index - 1]) { return nil }
            index += 1
        }
        return nil
    }

    /// Whether a line can be part of front matter that is not closed yet.
    static func canBeFrontMatter(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first(where: { !Ascii.isBlankOrBreak($0) }) else { return false }
        if line.first.map(Ascii.isBlank) == true || "-]}".utf8.contains(first) { return true }
        if first == Ascii.hash {
            // `# Heading` could be a comment, but more likely it begins the body.
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

    /// The end of the key that contains an offset.
    func wordEnd(from offset: Int) -> Int {
        let rest = bytes[offset..<line(at: offset).upperBound]
        return rest.firstIndex { !Ascii.isAlphanumeric($0) && $0 != UInt8(ascii: "_") } ?? rest.endIndex
    }

    // MARK: Entries

    /// The entry whose key or value contains an offset.
    func entry(at offset: Int) -> Entry? { entries.last { $0.key.lowerBound <= offset } }

    /// What `mm` calls the key of an entry; nil if it means nothing, although `mm` has this name.
    func key(of entry: Entry) -> String? { names.own(name(of: entry), among: entries.map(name)) }

    /// The key as it is written.
    func name(of entry: Entry) -> String {
        var key = bytes[entry.key]
        if let first = key.first, first == Ascii.quote || first == Ascii.apostrophe { key = key.dropFirst().dropLast() }
        return String(decoding: key.trimmed, as: UTF8.self)
    }

    /// Whether an offset is inside an open bracket or quote of the value.
    func isOpen(_ entry: Entry, at offset: Int) -> Bool {
        guard offset > entry.value.lowerBound else { return false }
        var scanner = ItemScanner(bytes, entry.value.lowerBound..<min(offset, entry.value.upperBound), cursor: nil)
        scanner.scan(splitsCommas: false)
        return scanner.isOpen
    }

    /// Finds the items of a value and the one with the cursor.
    ///
    /// - Parameters:
    ///   - splitsCommas: whether a text with commas is a list, as for `tags`.
    ///   - isInFlow: whether the value is inside a flow mapping, whose `,` or `}` ends it.
    func items(of entry: Entry, splitsCommas: Bool, isInFlow: Bool = false, at cursor: Int?) -> ItemScanner {
        var scanner = ItemScanner(bytes, entry.value, cursor: cursor, isInFlow: isInFlow)
        scanner.scan(splitsCommas: splitsCommas)
        return scanner
    }

    /// The entry whose key has this name in `mm`, whatever it is called in the file.
    func entry(of key: String) -> Entry? { entries.first { self.key(of: $0) == key } }
}
