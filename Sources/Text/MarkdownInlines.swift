internal import Bytes

/// Finds tags in the text of a paragraph, a heading or a row of a table.
struct MarkdownInlines {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isRow: Bool
    private var place = 0
    /// Whether a tag may begin here.
    private var mayBegin = true
    /// The opening brackets before this place.
    private var brackets = 0
    /// How many `_` before this place may begin emphasis that has not ended.
    private var underscores = 0
    /// Marks of which there is no other one behind an offset, so that a search need not be repeated.
    private var missing: [Mark: Int] = [:]

    private enum Mark: Hashable {
        case backticks(Int)
        case dollar, dollars, percents, comment
    }

    init(bytes: UnsafeBufferPointer<UInt8>, isRow: Bool) { (self.bytes, self.isRow) = (bytes, isRow) }

    mutating func tags() -> [Range<Int>] {
        var tags: [Range<Int>] = []
        guard let last = bytes.lastIndex(of: Ascii.hash) else { return [] }
        while place <= last {
            let byte = bytes[place]
            switch byte {
            case Ascii.hash:
                if mayBegin, let end = tagEnd() {
                    tags.append(place + 1..<end)
                    place = end
                } else {
                    pass(1)
                }
            case Ascii.blank, Ascii.tab, 0x0A...0x0D: pass(1, then: true)
            case Ascii.backslash:
                // An escape is an element of its own.
                let isEscape = place + 1 < bytes.count && Self.isPunctuation(bytes[place + 1])
                pass(isEscape ? 2 : 1, then: isEscape)
            case UInt8(ascii: "`"): passCode()
            case UInt8(ascii: "$"): passMath()
            case UInt8(ascii: "%"): if !passBetween(.percents, "%%", "%%") { pass(1) }
            case UInt8(ascii: "<"): passHTML()
            case Ascii.openBracket: passOpeningBracket()
            case Ascii.closeBracket: passClosingBracket()
            case Ascii.colon: passAddress()
            case UInt8(ascii: "_"): passUnderscores()
            case UInt8(ascii: "*"): pass(run(byte), then: true)
            case UInt8(ascii: "~"), UInt8(ascii: "="):
                let count = run(byte)
                pass(count, then: count == 2)
            case UInt8(ascii: "|"): pass(1, then: isRow)
            case 0x80...:
                let scalar = HashTags.scalar(at: place, in: bytes)
                pass(scalar?.width ?? 1, then: scalar.map { HashTags.isBlank($0.value) } ?? false)
            default:
                var end = place + 1
                while end < bytes.count, MarkdownHTML.isLetter(bytes[end]) { end += 1 }
                pass(end - place)
            }
        }
        return tags
    }

    private mutating func pass(_ count: Int, then mayBegin: Bool = false) {
        place += count
        self.mayBegin = mayBegin
    }

    private func run(_ byte: UInt8) -> Int { bytes[place...].prefix { $0 == byte }.count }

    private func begins(with text: StaticString, at offset: Int) -> Bool {
        offset + text.utf8CodeUnitCount <= bytes.count
            && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
    }

    private func first(_ text: StaticString, from start: Int) -> Int? {
        var place = start
        while place + text.utf8CodeUnitCount <= bytes.count {
            place = ByteScan.first(text.utf8Start[0], in: bytes, from: place, to: bytes.count)
            if begins(with: text, at: place) { return place }
            place += 1
        }
        return nil
    }

    // MARK: Tags

    /// The end of the tag. A `_` that closes emphasis is not part of it.
    private mutating func tagEnd() -> Int? {
        guard var end = HashTags.end(ofNameAt: place + 1, in: bytes) else { return nil }
        while underscores > 0, end > place + 1, bytes[end - 1] == UInt8(ascii: "_") {
            end -= 1
            underscores -= 1
        }
        return bytes[(place + 1)..<end].contains { !Ascii.isDigit($0) } ? end : nil
    }

    private mutating func passUnderscores() {
        let count = run(UInt8(ascii: "_"))
        let isAfterText = place > 0 && isText(before: place)
        let isBeforeBlank = place + count == bytes.count || Ascii.isBlankOrBreak(bytes[place + count])
        if !isAfterText, !isBeforeBlank {
            underscores += count
        } else if isAfterText || !isBeforeBlank {
            underscores = max(0, underscores - count)
        }
        pass(count, then: true)
    }

    private func isText(before place: Int) -> Bool {
        let byte = bytes[place - 1]
        guard byte >= 0x80 else { return !Ascii.isBlankOrBreak(byte) && !Self.isPunctuation(byte) }
        let start = bytes[..<place].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        let scalar = HashTags.scalar(at: start, in: bytes).flatMap { Unicode.Scalar($0.value) }
        return switch scalar?.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
            .spaceSeparator:
            false
        default: true
        }
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte && !Ascii.isAlphanumeric(byte) }

    // MARK: Code, math and comments

    private mutating func passCode() {
        let mark = UInt8(ascii: "`")
        let count = run(mark)
        if missing[.backticks(count)].map({ place >= $0 }) != true {
            var start = place + count
            while start < bytes.count {
                start = ByteScan.first(mark, in: bytes, from: start, to: bytes.count)
                let end = bytes[start...].firstIndex { $0 != mark } ?? bytes.count
                if end - start == count, end > start {
                    place = end
                    mayBegin = true
                    return
                }
                start = end
            }
            missing[.backticks(count)] = place
        }
        pass(count)
    }

    private mutating func passMath() {
        if begins(with: "$$", at: place) {
            if !passBetween(.dollars, "$$", "$$") { pass(2) }
            return
        }
        let start = place + 1
        guard start < bytes.count, !Ascii.isBlankOrBreak(bytes[start]), missing[.dollar].map({ place >= $0 }) != true
        else { return pass(1) }
        var end = start
        while true {
            end = ByteScan.first(UInt8(ascii: "$"), in: bytes, from: end, to: bytes.count)
            guard end < bytes.count else {
                missing[.dollar] = place
                return pass(1)
            }
            let isFollowed = end + 1 < bytes.count && Ascii.isDigit(bytes[end + 1])
            let isEscaped = bytes[end - 1] == Ascii.backslash
            if end > start, !Ascii.isBlankOrBreak(bytes[end - 1]), !isFollowed, !isEscaped {
                return pass(end + 1 - place, then: true)
            }
            end += 1
        }
    }

    /// Passes from one text to the next other one; false if one of them is missing.
    private mutating func passBetween(_ mark: Mark, _ open: StaticString, _ close: StaticString) -> Bool {
        guard begins(with: open, at: place), missing[mark].map({ place >= $0 }) != true else { return false }
        guard let end = first(close, from: place + open.utf8CodeUnitCount) else {
            missing[mark] = place
            return false
        }
        pass(end + close.utf8CodeUnitCount - place, then: true)
        return true
    }

    // MARK: HTML and addresses

    private mutating func passHTML() {
        if passBetween(.comment, "<!--", "-->") { return }
        if let end = MarkdownHTML.tagEnd(in: bytes, from: place, to: bytes.count) ?? autolinkEnd() {
            return pass(end - place, then: true)
        }
        pass(1)
    }

    /// The end of `<scheme:address>`.
    private func autolinkEnd() -> Int? {
        let rest = bytes[(place + 1)...]
        guard rest.first.map(MarkdownHTML.isLetter) == true,
            let end = rest.firstIndex(where: { $0 <= Ascii.blank || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
            ),
            bytes[end] == UInt8(ascii: ">"),
            rest[..<end].contains(where: { $0 == Ascii.colon || $0 == UInt8(ascii: "@") })
        else { return nil }
        return end + 1
    }

    private mutating func passAddress() {
        guard begins(with: "://", at: place), place > 0, Ascii.isAlphanumeric(bytes[place - 1]) else { return pass(1) }
        var end = place
        while end < bytes.count {
            let byte = bytes[end]
            if byte <= Ascii.blank || "<>]".utf8.contains(byte) || isRow && byte == UInt8(ascii: "|") { break }
            guard byte >= 0x80, let scalar = HashTags.scalar(at: end, in: bytes) else {
                end += 1
                continue
            }
            if HashTags.isBlank(scalar.value) { break }
            end += scalar.width
        }
        pass(end - place)
    }

    // MARK: Links

    private mutating func passOpeningBracket() {
        if begins(with: "[[", at: place), let end = wikilinkEnd() {
            return pass(end - place, then: true)
        }
        brackets += 1
        let isTag = place + 1 < bytes.count && bytes[place + 1] == Ascii.hash
        pass(1, then: isTag && isLinkText(from: place))
    }

    /// A link is on one line and has no other one in it.
    private func wikilinkEnd() -> Int? {
        for at in (place + 2)..<bytes.count {
            if bytes[at] == Ascii.lineFeed || begins(with: "[[", at: at) { return nil }
            if begins(with: "]]", at: at) { return at > place + 2 ? at + 2 : nil }
        }
        return nil
    }

    /// A longer text, target or title is not looked at, so that a hostile file does not take quadratic time.
    private static let longest = 4_096

    /// Whether the bracket at an offset opens the text of a link.
    private func isLinkText(from start: Int) -> Bool {
        var depth = 0
        var at = start
        let end = min(bytes.count, start + Self.longest)
        while at < end {
            switch bytes[at] {
            case Ascii.backslash: at += 1
            case Ascii.openBracket: depth += 1
            case Ascii.closeBracket:
                depth -= 1
                if depth == 0 { return linkEnd(at) != nil }
            default: break
            }
            at += 1
        }
        return false
    }

    private mutating func passClosingBracket() {
        guard brackets > 0 else { return pass(1) }
        brackets -= 1
        if let end = linkEnd(place) { return pass(end - place, then: true) }
        pass(1)
    }

    /// The end of the link whose text ends at a bracket: of `(target "title")` or `[label]`.
    private func linkEnd(_ bracket: Int) -> Int? {
        var at = bracket + 1
        let bytes = UnsafeBufferPointer(rebasing: bytes[..<min(bytes.count, at + Self.longest)])
        guard at < bytes.count else { return nil }
        if bytes[at] == Ascii.openBracket {
            guard
                let end = bytes[(at + 1)...].firstIndex(where: { $0 == Ascii.openBracket || $0 == Ascii.closeBracket }),
                bytes[end] == Ascii.closeBracket
            else { return nil }
            return end + 1
        }
        guard bytes[at] == UInt8(ascii: "(") else { return nil }
        at = afterBlanks(at + 1)
        guard at < bytes.count else { return nil }
        if bytes[at] == UInt8(ascii: "<") {
            guard let end = bytes[(at + 1)...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == Ascii.lineFeed }),
                bytes[end] == UInt8(ascii: ">")
            else { return nil }
            at = end + 1
        } else {
            var depth = 0
            target: while at < bytes.count, bytes[at] > Ascii.blank {
                switch bytes[at] {
                case Ascii.backslash: at += 1
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"):
                    if depth == 0 { break target }
                    depth -= 1
                default: break
                }
                at += 1
            }
        }
        at = afterBlanks(at)
        guard at < bytes.count else { return nil }
        if let close = [
            Ascii.quote: Ascii.quote, Ascii.apostrophe: Ascii.apostrophe, UInt8(ascii: "("): UInt8(ascii: ")"),
        ][
            bytes[at]
        ] {
            at += 1
            while at < bytes.count, bytes[at] != close { at += bytes[at] == Ascii.backslash ? 2 : 1 }
            at = afterBlanks(at + 1)
        }
        return at < bytes.count && bytes[at] == UInt8(ascii: ")") ? at + 1 : nil
    }

    private func afterBlanks(_ start: Int) -> Int {
        var at = start
        while at < bytes.count, Ascii.isBlankOrBreak(bytes[at]) { at += 1 }
        return at
    }
}
