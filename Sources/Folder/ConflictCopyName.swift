internal import Bytes
internal import Text

/// The name that a sync tool gives a second version of a file that was changed on two sides.
package struct ConflictCopyName: Sendable, Hashable {
    /// The names that the original may have, in the same directory; empty if the name does not say.
    package private(set) var originals: [String] = []
    /// Whether only conflict copies have such names.
    package private(set) var isCertain = false

    /// - Parameter name: the name of the file, without its directory.
    /// - Returns: nil if no sync tool gives such names.
    package init?(_ name: String) {
        guard let dot = name.utf8.lastIndex(of: Ascii.dot), dot > name.startIndex else { return nil }
        let (stem, suffix) = (Array(name[..<dot].utf8), name[dot...])
        let mark = stem.withUnsafeBufferPointer { Self.markStart($0[...]) }
        if let mark {
            isCertain = true
            originals = [String(decoding: stem[..<mark], as: UTF8.self) + suffix]
        } else {
            originals = Self.possibleOriginals(of: stem).map { $0 + suffix }
            if originals.isEmpty { return nil }
        }
    }

    /// The paths that the original of a file may have.
    package static func originals(of path: String) -> [String] {
        let directory = FilePath.parent(of: path)
        let names = ConflictCopyName(FilePath.name(of: path))?.originals ?? []
        return names.map { directory.isEmpty ? $0 : "\(directory)/\($0)" }
    }

    /// False for most names, without the cost of finding the originals.
    package static func mayBeCopy(_ path: String) -> Bool {
        var path = path
        return path.withUTF8 { path in
            guard let dot = path.lastIndex(of: Ascii.dot) else { return false }
            let stem = path[..<dot]
            if stem.last == UInt8(ascii: ")") || stem.suffix(3).contains(Ascii.blank) { return true }
            var hasCapital = false
            for byte in stem.reversed() {
                if byte == Ascii.slash { return false }
                if byte == Ascii.dash, hasCapital { return true }
                hasCapital = hasCapital || 0x41...0x5A ~= byte
            }
            return false
        }
    }

    // MARK: Names of copies alone

    /// - Parameter path: the path of a file, or just its name.
    package static func isCertain(_ path: String) -> Bool {
        var path = path
        return path.withUTF8 { isCertain($0) }
    }

    static func isCertain(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let end = path.lastIndex(of: Ascii.dot) else { return false }
        return markStart(path[..<end]) != nil
    }

    /// Whether it is a name given by git-annex, which keeps no file with the original name.
    package static func isVariant(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        guard let end = bytes.lastIndex(of: Ascii.dot) else { return false }
        return bytes.withUnsafeBufferPointer { stem in
            variants.contains { start(of: $0, atEndOf: stem[..<end]) != nil }
        }
    }

    /// In these patterns, `0` is a digit, `x` a hexadecimal digit, `?` a digit or a capital letter, and `*` any letter.
    private static let variants = [".variant-xxxx", ".variant-xxx"].map { Array($0.utf8) }
    /// Syncthing, with and without the device; ownCloud; git-annex.
    private static let marks =
        [".sync-conflict-00000000-000000-???????", ".sync-conflict-00000000-000000", "_conflict-00000000-000000"]
        .map { Array($0.utf8) } + variants
    /// The times that Synology Drive writes, behind the name of the device and before the reason.
    private static let stamps = ["_***-00-0000-0000", "_***-00-000000-0000"].map { Array($0.utf8) }
    private static let reason = Array("Conflict".utf8)
    /// The dates at the end of the parentheses added by Nextcloud, Dropbox, Obsidian Sync, Seafile and `mm` itself.
    private static let dates =
        ["0000-00-00", "0000-00-00 000000", "000000000000", "0000-00-00-00-00-00"].map { Array($0.utf8) }
    /// The word for a conflict in the names that Dropbox gives, in the languages where it is not `conflict…`.
    private static let words = [
        "conflict", "konflikt", "conflit", "conflitto", "conflito", "конфликт", "競合", "冲突", "衝突", "충돌",
        "modstridende", "motstridende", "motsägande", "ristiriita", "çakışan", "ütköző", "ขัดแย้ง", "xung đột",
    ]
    /// Dropbox's texts in parentheses that have no date, but perhaps a number.
    private static let undated = ["case conflict", "unicode encoding conflict", "whitespace conflict"].map {
        Array($0.utf8)
    }
    private static let own = Array("conflicted copy mm-".utf8)

    /// The offset at which the addition to the original name begins. It is never at the start of the name.
    private static func markStart(_ stem: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let found = stem.last == UInt8(ascii: ")") ? labelStart(stem) : nil
        let other = found ?? marks.lazy.compactMap { start(of: $0, atEndOf: stem) }.first
        guard let mark = other ?? deviceStart(stem) else { return nil }
        return mark > stem.startIndex && stem[mark - 1] != Ascii.slash ? mark : nil
    }

    /// `name_LAPTOP_Nov-26-0800-2026_Conflict.md`, `name_LAPTOP_Nov-26-0800-2026_CaseConflict_1.md`
    private static func deviceStart(_ stem: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let last = stem.last, last == reason.last || Ascii.isDigit(last) else { return nil }
        let number = stem.reversed().prefix(while: Ascii.isDigit).count
        let numbered = stem.dropLast(number)
        let rest = number > 0 && numbered.last == UInt8(ascii: "_") ? numbered.dropLast() : stem
        guard rest.suffix(reason.count).elementsEqual(reason), let end = rest.lastIndex(of: UInt8(ascii: "_")),
            rest[(end + 1)...].allSatisfy({ Ascii.isAlphanumeric($0) && !Ascii.isDigit($0) }),
            let stamp = stamps.lazy.compactMap({ start(of: $0, atEndOf: rest[..<end]) }).first,
            let device = rest[..<stamp].lastIndex(of: UInt8(ascii: "_")),
            device + 1 < stamp, !stem[device..<stamp].contains(Ascii.slash)
        else { return nil }
        return device
    }

    private static func start(of pattern: [UInt8], atEndOf text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let start = text.endIndex - pattern.count
        guard start >= text.startIndex else { return nil }
        let fits = zip(pattern, text[start...]).allSatisfy { expected, byte in
            switch expected {
            case UInt8(ascii: "0"): Ascii.isDigit(byte)
            case UInt8(ascii: "x"): Ascii.isDigit(byte) || 0x61...0x66 ~= byte | 0x20
            case UInt8(ascii: "?"): Ascii.isDigit(byte) || 0x41...0x5A ~= byte
            case UInt8(ascii: "*"): Ascii.isAlphanumeric(byte) && !Ascii.isDigit(byte)
            default: byte == expected
            }
        }
        return fits ? start : nil
    }

    /// `name (Anns in Konflikt stehende Kopie 2026-11-21).md`: a word for a conflict, and a date at the end.
    private static func labelStart(_ stem: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let open = openParenthesis(of: stem) else { return nil }
        let start = open > stem.startIndex && stem[open - 1] == Ascii.blank ? open - 1 : open
        var label = stem[(open + 1)..<(stem.endIndex - 1)]
        let lower = label.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        // `Case Conflict 1`
        let isUndated = undated.contains { text in
            lower.starts(with: text) && lower.dropFirst(text.count).allSatisfy { $0 == 0x20 || Ascii.isDigit($0) }
        }
        let isOwn = lower.starts(with: own) && lower.last.map(Ascii.isDigit) == true
        if isUndated || isOwn { return start }
        // `… 2026-11-21 (1)`
        if label.last == UInt8(ascii: ")"), let inner = openParenthesis(of: label) {
            guard label[(inner + 1)..<(label.endIndex - 1)].allSatisfy(Ascii.isDigit) else { return nil }
            label = label[..<inner]
            while label.last == Ascii.blank { label = label.dropLast() }
        }
        let isDated = dates.contains { Self.start(of: $0, atEndOf: label) != nil }
        return isDated && words.contains { TextSearch.contains(lower, $0) } ? start : nil
    }

    /// The parenthesis that matches the last one.
    private static func openParenthesis(of text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var depth = 0
        for index in text.indices.reversed() {
            switch text[index] {
            case UInt8(ascii: ")"): depth += 1
            case UInt8(ascii: "("):
                depth -= 1
                if depth == 0 { return index }
            case Ascii.slash: return nil
            default: break
            }
        }
        return nil
    }

    // MARK: Names that other files may have too

    /// `name 2.md` of iCloud, `name (1).md` of Google Drive, `name-COMPUTER.md` of OneDrive, and `name (conflicted copy).md`.
    private static func possibleOriginals(of bytes: [UInt8]) -> [String] {
        if bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")), open > 0,
            2...3 ~= bytes.count - open - 1 && bytes[(open + 1)...].dropLast().allSatisfy(Ascii.isDigit)
                || words.contains(where: { TextSearch.contains(Array(bytes[open...]), $0) })
        {
            let stem = bytes[..<(open > 1 && bytes[open - 1] == Ascii.blank ? open - 1 : open)]
            return [String(decoding: stem, as: UTF8.self)]
        }
        if let blank = bytes.lastIndex(of: Ascii.blank), blank > 0 {
            let number = bytes[(blank + 1)...]
            if 1...2 ~= number.count, number.allSatisfy(Ascii.isDigit), number.first != UInt8(ascii: "0"),
                !number.elementsEqual([UInt8(ascii: "1")])
            {
                return [String(decoding: bytes[..<blank], as: UTF8.self)]
            }
        }
        // Computer names have capital letters; file names chosen by `mm` do not.
        guard let capital = bytes.lastIndex(where: { 0x41...0x5A ~= $0 }) else { return [] }
        return bytes.indices.filter { bytes[$0] == Ascii.dash && $0 > 0 && $0 < capital }.map { dash in
            String(decoding: bytes[..<dash], as: UTF8.self)
        }
    }
}
