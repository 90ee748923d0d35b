internal import Bytes
import MemossFiles

/// The place of a cursor in front matter or in the registry. It is found without a parser, because text that is being
/// typed may be incomplete.
enum CursorPlace: Sendable, Hashable {
    /// In a top-level key, or where one can begin: the bytes of the key, and whether a colon follows.
    case key(Range<Int>, hasColon: Bool)
    /// In a value or in one of its items. `key` is the name that `mm` has for the key; empty for an unknown one.
    case value(key: String, TypedItem)
    /// In a key of an entry of the registry.
    case entryKey(Range<Int>, hasColon: Bool)
    /// In the colour of an entry of the registry.
    case color(TypedItem)
    /// In a `#tag` of the body, including the `#`. Only if the body has another one, because `mm` itself does not read
    /// them.
    case textTag(Range<Int>)

    /// - Parameter names: what the keys are called in the file.
    /// - Returns: nil where nothing can be offered: in most of the body, in a comment, after a value.
    init?(at cursor: Int, in bytes: [UInt8], isRegistry: Bool, names: KeyNames) {
        guard let content = Self.content(of: bytes, around: cursor, isRegistry: isRegistry, names: names) else {
            guard !isRegistry, let tag = Self.textTag(at: cursor, in: bytes) else { return nil }
            self = .textTag(tag)
            return
        }
        let typed = TypedYAML(bytes, content, names)
        let line = typed.line(at: cursor)
        let before = bytes[line.lowerBound..<cursor]
        if let entry = typed.entry(at: cursor) {
            if cursor <= entry.key.upperBound, entry.key.lowerBound <= cursor {
                self = .key(entry.key, hasColon: true)
            } else if isRegistry {
                guard let place = Self.registryPlace(in: entry, at: cursor, typed, line) else { return nil }
                self = place
            } else {
                if Self.isKey(before), !typed.isOpen(entry, at: line.lowerBound) {
                    self = .key(line.lowerBound..<typed.wordEnd(from: cursor), hasColon: false)
                    return
                }
                let key = typed.key(of: entry) ?? ""
                guard let item = typed.items(of: entry, splitsCommas: key == "tags", at: cursor).current else {
                    return nil
                }
                self = .value(key: key, item)
            }
        } else {
            guard Self.isKey(before) else { return nil }
            self = .key(line.lowerBound..<typed.wordEnd(from: cursor), hasColon: false)
        }
    }

    /// The lines in which a cursor can be: the front matter, even if it has no end yet, or the whole registry.
    static func content(
        of bytes: [UInt8],
        around cursor: Int,
        isRegistry: Bool,
        names: KeyNames
    ) -> Range<Int>? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if isRegistry { return start <= cursor ? start..<bytes.count : nil }
        switch Delimiters.search(bytes) {
        case .absent: return nil
        case .found(let delimiters):
            let content = delimiters.content
            // The closing line begins at the upper bound.
            return content.lowerBound <= cursor && cursor < content.upperBound ? content : nil
        case .unclosed:
            guard let first = bytes.firstIndex(of: Ascii.lineFeed).map({ $0 + 1 }), cursor >= first else { return nil }
            var end = first
            let last = endOfLastKey(in: bytes, from: first, to: cursor, names)
            // The body begins at the latest with an empty line, or with one that is no YAML.
            while end < bytes.count {
                let next = bytes[end...].firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? bytes.count
                let isCursor = end <= cursor && cursor < next || next == bytes.count && cursor == next
                guard isCursor || next <= last || TypedYAML.canBeFrontMatter(bytes[end..<next]) else { break }
                end = next
            }
            return cursor <= end ? first..<end : nil
        }
    }

    /// The end of the last line up to the cursor that begins with a key of reminders, before an empty line. What is above it
    /// is meant as front matter, whatever is wrong with it.
    private static func endOfLastKey(in bytes: [UInt8], from first: Int, to cursor: Int, _ names: KeyNames) -> Int {
        var (start, last) = (first, first)
        while start < bytes.count, start <= cursor {
            let end = bytes[start...].firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? bytes.count
            let line = bytes[start..<end]
            if line.allSatisfy(Ascii.isBlankOrBreak) { break }
            let name = line.prefix { $0 != Ascii.colon }
            let key = names.own(String(decoding: name.trimmed, as: UTF8.self))
            if name.count < line.count, let key, FieldRules.keys.contains(key) { last = end }
            start = end
        }
        return last
    }

    private static func textTag(at cursor: Int, in bytes: [UInt8]) -> Range<Int>? {
        var body = 0
        switch Delimiters.search(bytes) {
        case .unclosed: return nil
        case .found(let delimiters): body = delimiters.closing.upperBound
        case .absent: break
        }
        guard body <= cursor else { return nil }
        let start = bytes[body..<cursor].lastIndex { !ForeignReading.isTagByte($0) } ?? body
        let end = bytes[cursor...].firstIndex { !ForeignReading.isTagByte($0) } ?? bytes.count
        guard start < cursor, bytes[start] == Ascii.hash,
            start == body || Ascii.isBlankOrBreak(bytes[start - 1]),
            !CodeFence.isOpen(before: start, in: bytes[body...]),
            ForeignReading.hasHashtag(bytes[body..<start]) || ForeignReading.hasHashtag(bytes[end...])
        else { return nil }
        return start..<end
    }

    /// Whether the bytes before the cursor on its line can begin a key.
    private static func isKey(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { Ascii.isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == Ascii.dash }
            && bytes.first != Ascii.dash
    }

    private static func registryPlace(
        in entry: TypedYAML.Entry,
        at cursor: Int,
        _ typed: TypedYAML,
        _ line: Range<Int>
    ) -> CursorPlace? {
        let bytes = typed.bytes
        // `Work: moss`, and `Work: {color: moss}`.
        if line.contains(entry.key.lowerBound) {
            let value = bytes[entry.value.lowerBound..<cursor]
            if let brace = value.lastIndex(where: { $0 == UInt8(ascii: "{") || $0 == Ascii.comma }),
                value.contains(UInt8(ascii: "{")), !value.contains(UInt8(ascii: "}"))
            {
                let start = bytes[(brace + 1)..<cursor].firstIndex { !Ascii.isBlank($0) } ?? cursor
                return nested(start..<line.upperBound, at: cursor, typed, inFlow: true)
            }
            return typed.items(of: entry, splitsCommas: false, at: cursor).current.map { .color($0) }
        }
        let start = bytes[line].firstIndex { !Ascii.isBlank($0) } ?? cursor
        if start == line.lowerBound {
            // Another entry begins.
            guard isKey(bytes[line.lowerBound..<cursor]), !typed.isOpen(entry, at: line.lowerBound) else { return nil }
            return .key(line.lowerBound..<typed.wordEnd(from: cursor), hasColon: false)
        }
        guard start <= cursor else { return nil }
        // An entry that is a colour has no keys.
        guard typed.items(of: entry, splitsCommas: false, at: cursor).isEmptyOnItsLine else { return nil }
        return nested(start..<line.upperBound, at: cursor, typed, inFlow: false)
    }

    private static func nested(
        _ range: Range<Int>,
        at cursor: Int,
        _ typed: TypedYAML,
        inFlow: Bool
    ) -> CursorPlace? {
        let line = typed.bytes[range]
        guard let colon = line.firstIndex(of: Ascii.colon), colon < cursor else {
            guard isKey(line[range.lowerBound..<cursor]) else { return nil }
            return .entryKey(range.lowerBound..<typed.wordEnd(from: cursor), hasColon: line.contains(Ascii.colon))
        }
        let key = TypedYAML.Entry(key: range.lowerBound..<colon, value: colon + 1..<range.upperBound)
        guard typed.name(of: key) == "color" else { return nil }
        return typed.items(of: key, splitsCommas: false, isInFlow: inFlow, at: cursor).current.map { .color($0) }
    }
}
