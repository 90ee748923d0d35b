internal import Bytes

/// The name of a tag. Two names denote the same tag if their case-folded forms are canonically equivalent.
public struct TagName: Sendable, Hashable, CustomStringConvertible {
    /// As spelled, without the leading `#`.
    public let text: String
    /// The key for comparison: the case-folded text. Swift compares strings by canonical equivalence (UAX #15).
    package let key: String

    /// Creates a name without validation, as found in a file; use `init(validating:)` for names to be written.
    public init(_ text: String) {
        self.text = text
        key = CaseFolding.folded(text)
    }

    /// As spelled, without the leading `#`.
    public var description: String { text }

    /// Whether both names denote the same tag.
    public static func == (a: TagName, b: TagName) -> Bool { a.key == b.key }
    /// Equal names have equal hash values.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// Whether both names have the same bytes.
    package func isSpelled(as other: TagName) -> Bool { text.utf8.elementsEqual(other.text.utf8) }

    /// The only check of a tag's name, used for files, the registry, edits and completion.
    ///
    /// - Throws: a `ParseError` if the name is empty, contains a comma, a line break or a control character, begins with
    ///   `#`, or has a bracket at an end that lacks its other half.
    public init(validating text: String) throws(ParseError) {
        let trimmed = TagName.trimmed(text)
        guard !trimmed.isEmpty else { throw ParseError("the tag name is empty") }
        if trimmed.utf8.first == Ascii.hash {
            let bare = String(decoding: trimmed.utf8.drop { $0 == Ascii.hash }, as: UTF8.self)
            throw ParseError("a tag's name cannot begin with '#'", suggestion: bare.isEmpty ? nil : bare)
        }
        // YAML limits an implicit key to 1,024 characters, including quotes and escapes.
        guard trimmed.utf8.count <= 1_000 else {
            throw ParseError("a tag's name can have at most 1,000 bytes, but this one has \(trimmed.utf8.count)")
        }
        var offset = 0
        for scalar in trimmed.unicodeScalars {
            if scalar == "," { throw ParseError("a tag's name cannot contain a comma", offset: offset) }
            if ScalarText.isBreakOrControl(scalar) || (0xFFFE...0xFFFF).contains(scalar.value) {
                throw ParseError("a tag's name cannot contain a line break or a control character", offset: offset)
            }
            offset += UTF8.width(scalar)
        }
        self.init(trimmed)
        guard !isPieceOfList else {
            throw ParseError(
                "a tag's name cannot stand in quotes, or have a bracket at one end without the other bracket"
            )
        }
    }

    /// Whether it can only be a part of a list that stands in quotes as a whole: `[a`, `"b"`, `'c']`, `["d"]` and `[]`.
    var isPieceOfList: Bool {
        let bytes = Array(text.utf8)
        if bytes.starts(with: "[\"".utf8) || bytes.suffix(2).elementsEqual("\"]".utf8) || text == "[]" { return true }
        if bytes.count > 1, bytes.first == bytes.last, bytes.first == Ascii.quote || bytes.first == Ascii.apostrophe {
            return true
        }
        return [("[", "]"), ("{", "}")].contains { (open: Unicode.Scalar, close: Unicode.Scalar) in
            let (open, close) = (UInt8(ascii: open), UInt8(ascii: close))
            guard bytes.first == open || bytes.last == close else { return false }
            var depth = 0
            for byte in bytes {
                depth += byte == open ? 1 : byte == close ? -1 : 0
                if depth < 0 { return true }
            }
            return depth != 0
        }
    }

    /// The text without one leading `#` and without surrounding blanks, since people also type tags with the `#`.
    package static func withoutMark(_ text: String) -> String {
        let trimmed = trimmed(text)
        guard trimmed.utf8.first == Ascii.hash else { return trimmed }
        return TagName.trimmed(String(decoding: trimmed.utf8.dropFirst(), as: UTF8.self))
    }

    /// Without leading and trailing blanks, tabs and line breaks.
    package static func trimmed(_ text: String) -> String {
        guard let first = text.utf8.first, let last = text.utf8.last else { return text }
        guard Ascii.isBlankOrBreak(first) || Ascii.isBlankOrBreak(last) else { return text }
        return String(decoding: text.utf8.trimmed, as: UTF8.self)
    }

    /// The name and its ancestors, nearest first: `a/b/c`, `a/b`, `a`. It is split on bytes because a combining mark
    /// would fuse with a slash into one Character.
    ///
    /// Limited to 64 levels, so that a hostile name does not take quadratic time.
    package var lineage: [TagName] {
        guard isNested else { return [self] }
        var offsets: [Int] = []
        for (offset, byte) in text.utf8.enumerated() where byte == Ascii.slash && offset > 0 {
            offsets.append(offset)
            if offsets.count == Self.deepest { break }
        }
        return [self] + offsets.reversed().map { TagName(String(decoding: text.utf8.prefix($0), as: UTF8.self)) }
    }

    private static let deepest = 64

    /// Up to so many names, comparing them is faster than hashing them.
    static let few = 8

    /// Whether it may have ancestors.
    var isNested: Bool { text.utf8.contains(Ascii.slash) }

    /// Whether this is `other` or nested in it.
    package func isAtOrBelow(_ other: TagName) -> Bool {
        if self == other { return true }
        return isNested && lineage.dropFirst().contains(other)
    }

    /// Whether the name is nested and its last component equals `other`.
    package func isNested(last other: TagName) -> Bool {
        guard let slash = text.utf8.lastIndex(of: Ascii.slash) else { return false }
        return TagName(String(decoding: text.utf8[text.utf8.index(after: slash)...], as: UTF8.self)) == other
    }

    /// This name after a rename of `old` and the tags nested in it; nil if it is not affected. If `new` is itself nested
    /// in `old`, names that are already at or below `new` stay.
    package func renamed(from old: TagName, to new: TagName) -> TagName? {
        guard isAtOrBelow(old) else { return nil }
        let isDescent = new != old && new.isAtOrBelow(old)
        return isDescent && isAtOrBelow(new) ? nil : replacing(old, by: new)
    }

    /// This name with its prefix `ancestor` (the name itself or an ancestor) replaced; the rest keeps its bytes.
    package func replacing(_ ancestor: TagName, by name: TagName) -> TagName? {
        guard let found = lineage.first(where: { $0 == ancestor }) else { return nil }
        let rest = String(decoding: text.utf8.dropFirst(found.text.utf8.count), as: UTF8.self)
        return TagName(name.text + rest)
    }
}
