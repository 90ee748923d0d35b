internal import Bytes

/// Whether the `---` at the start of a file is a thematic break of Markdown, because prose follows and nothing that looks
/// like a key. In any doubt it opens front matter, which must not fall silent because of a mistake in it.
enum ThematicBreak {
    /// - Parameters:
    ///   - delimiters: those that the file would have; nil if nothing closes the front matter.
    static func opens(_ bytes: [UInt8], _ delimiters: Delimiters?) -> Bool {
        let start = bytes.firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? bytes.count
        var rest = bytes[(delimiters?.content ?? start..<bytes.count)]
        var hasProse = false
        // Front matter that is not closed ends with the paragraph; what follows may name a key all the same.
        var isParagraph = true
        while !rest.isEmpty {
            let line = rest.prefix { $0 != Ascii.lineFeed }
            rest = rest[line.endIndex...].dropFirst()
            let text = line.trimmed
            if text.isEmpty {
                isParagraph = isParagraph && (delimiters != nil || !hasProse)
                continue
            }
            if text.first == Ascii.hash { continue }
            if !hasProse, beginsValue(text) { return false }
            if isConflict(text) || looksLikeKey(text, onlyKnown: !isParagraph) { return false }
            hasProse = true
        }
        guard hasProse else { return false }
        // A key may have blanks in it.
        return delimiters.map { (try? YAMLDocument.parse(bytes, range: $0.content)) == nil } ?? true
    }

    /// A list or a mapping in brackets, which somebody may take for front matter; but not `[link](place)`.
    private static func beginsValue(_ line: ArraySlice<UInt8>) -> Bool {
        switch line.first {
        case Ascii.dash: line.count == 1 || Ascii.isBlank(line[line.startIndex + 1])
        case UInt8(ascii: "{"), UInt8(ascii: "?"), UInt8(ascii: "%"): true
        case Ascii.openBracket:
            !zip(line, line.dropFirst()).contains { $0 == Ascii.closeBracket && $1 == UInt8(ascii: "(") }
        default: false
        }
    }

    private static func isConflict(_ line: ArraySlice<UInt8>) -> Bool {
        ["<<<<<<<", "=======", ">>>>>>>"].contains { line.starts(with: $0.utf8) }
    }

    /// A word with a colon or an equals sign behind it, or one that is a key here, or nearly one, whatever is behind it.
    private static func looksLikeKey(_ line: ArraySlice<UInt8>, onlyKnown: Bool) -> Bool {
        let start = line.drop { !Ascii.isAlphanumeric($0) && $0 < 0x80 }
        let word = start.prefix { YAMLLine.isOfKey($0) || $0 >= 0x80 && onlyKnown == false && $0 != 0xEF }
        let rest = start[word.endIndex...].drop { Ascii.isBlank($0) || "\"'*`".utf8.contains($0) }
        func isKnown() -> Bool {
            let name = String(decoding: word, as: UTF8.self)
            return KnownKey(rawValue: name) != nil || KnownKey.nearest(to: name) != nil
        }
        let isMark = rest.first == Ascii.colon || rest.first == UInt8(ascii: "=") || rest.starts(with: "\u{FF1A}".utf8)
        if isMark {
            let isAddress = rest.dropFirst().first == Ascii.slash
            return !onlyKnown && !word.isEmpty && !isAddress || isKnown()
        }
        // `scheduled 2026-12-01`; a sentence may begin with such a word.
        return !word.isEmpty && rest.first.map(Ascii.isDigit) != false && isKnown()
    }
}
