internal import Bytes

/// Finds what looks like front matter but is not: what precedes the opening delimiter, and other delimiters.
struct HeadScanner {
    /// What looks like front matter.
    struct Found {
        let form: HeadLookalike.Form
        /// The offset of the fault.
        let offset: Int
        let content: Range<Int>
        /// The offset after its closing line.
        let end: Int
        /// The file that is meant from here on; nil in another language than YAML.
        let file: [UInt8]?
    }

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// The mark read as Latin-1 and written as UTF-8: `ï»¿`.
    private static let misreadMark = Array("\u{EF}\u{BB}\u{BF}".utf8)
    /// Comments of templates and other languages, and how they end.
    private static let comments: [(start: StaticString, end: StaticString)] = [
        ("%%", "%%"), ("{%", "%}"), ("{#", "#}"), ("/*", "*/"), ("<?", "?>"),
    ]
    private static let lineComments: [StaticString] = ["#", "%YAML ", "%TAG ", "//"]

    private let bytes: [UInt8]
    private var position: Int
    /// The offset of what `skipLead` has named.
    private var obstacle: Int

    init(_ bytes: [UInt8], at start: Int) {
        self.bytes = bytes
        (position, obstacle) = (start, start)
    }

    // MARK: A quick answer

    /// The signs of ASCII that stand three in a row where other tools want front matter (`;;;`: Middleman), or where
    /// Markdown has a thematic break; without the hyphen. A fence of code (three backquotes or tildes) is text.
    private static let signs: StaticString = "+=*_;"

    /// Whether `find` may find something in text that begins with no blank.
    ///
    /// - Parameter isWhole: whether nothing follows. In a part of a file, anything may.
    static func mayBegin(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Bool {
        guard let first = bytes.first else { return !isWhole }
        guard let second = bytes.count > 1 ? bytes[1] : isWhole ? 0 : nil else { return true }
        switch first {
        case UInt8(ascii: "<"): return second == UInt8(ascii: "!")
        case UInt8(ascii: "{"): return true
        // The first bytes of invisible characters and of dashes.
        case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF: return true
        case 0xE3: return second == 0x80
        case Ascii.dash where second >= 0x80 || second == Ascii.blank && bytes.dropFirst(2).first == first: return true
        case Ascii.dash where second == Ascii.blank && bytes.count == 2 && !isWhole: return true
        case Ascii.dash where second == first, _ where isSign(first) && second == first: return true
        default: break
        }
        // A line that begins with a key.
        guard let colon = bytes.prefix(64).firstIndex(where: { $0 == Ascii.colon || Ascii.isBlankOrBreak($0) }) else {
            return !isWhole && bytes.count < 64
        }
        return bytes[colon] == Ascii.colon
    }

    private static func isSign(_ byte: UInt8) -> Bool { signs.withUTF8Buffer { $0.contains(byte) } }

    // MARK: All forms

    /// - Parameter isFirst: whether nothing but a byte order mark precedes.
    mutating func find(isFirst: Bool) -> Found? {
        let lead = skipLead(isFirst: isFirst)
        guard position < bytes.count else { return nil }
        if lead != nil || !isFirst, let block = exactBlock(), isMeant(block) {
            return Found(
                form: lead ?? .secondBlock,
                offset: isFirst ? obstacle : position,
                content: block.content,
                end: block.end,
                file: file(block)
            )
        }
        if let block = enclosedTOML() {
            return Found(form: .toml, offset: position, content: block.content, end: block.end, file: nil)
        }
        if let content = object() {
            return Found(form: .json, offset: position, content: content, end: content.upperBound, file: nil)
        }
        guard let (form, block) = fenced(behind: lead) ?? keysAlone(isFirst: isFirst), isMeant(block) else {
            return nil
        }
        return Found(form: form, offset: position, content: block.content, end: block.end, file: file(block))
    }

    private typealias Block = (content: Range<Int>, end: Int)

    private func file(_ block: Block) -> [UInt8] {
        let mark = Array("---\n".utf8)
        let isEnded = block.content.isEmpty || bytes[block.content.upperBound - 1] == Ascii.lineFeed
        return mark + bytes[block.content] + (isEnded ? [] : [Ascii.lineFeed]) + mark + bytes[block.end...]
    }

    // MARK: What stands before

    /// Skips empty lines, comments and invisible characters.
    ///
    /// - Returns: what is before the first visible character; nil if nothing is.
    private mutating func skipLead(isFirst: Bool) -> HeadLookalike.Form? {
        var form: HeadLookalike.Form?
        while position < bytes.count {
            if Ascii.isBlankOrBreak(bytes[position]) {
                form = form ?? .emptyLines
                position += 1
            } else if bytes[position...].starts(with: "<!--".utf8) {
                guard let end = end(of: "-->", from: position + 4) else { return form }
                name(.comment, &form)
                position = end
            } else if isFirst, position == 0, bytes.starts(with: Self.misreadMark) {
                name(.byteOrderMark, &form)
                position += Self.misreadMark.count
            } else if isFirst, let end = commentEnd() {
                name(.comment, &form)
                position = end
            } else if bytes[position...].starts(with: Self.mark) {
                name(position == 3 ? .byteOrderMark : .invisible("\u{FEFF}"), &form)
                position += 3
            } else if let (scalar, length) = scalar(at: position), Self.isInvisible(scalar) {
                name(.invisible(scalar), &form)
                position += length
            } else {
                break
            }
        }
        return form
    }

    /// The end of the comment, the YAML directive, or the definition of a link that nothing shows (`[//]: # (…)`) at the position.
    private func commentEnd() -> Int? {
        let rest = bytes[position...]
        func begins(_ text: StaticString) -> Bool { text.withUTF8Buffer { rest.starts(with: $0) } }
        if Self.lineComments.contains(where: begins) || isDefinition(rest) { return lineEnd(position) }
        return Self.comments.first { begins($0.start) }.flatMap { end(of: $0.end, from: position + 2) }
    }

    private func isDefinition(_ rest: ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: "["), let close = rest.prefix(40).firstIndex(of: UInt8(ascii: "]")) else {
            return false
        }
        return rest[(close + 1)...].first == Ascii.colon
            && !rest[..<close].contains { $0 == Ascii.lineFeed }
    }

    /// Below a heading or a link of Markdown, a thematic break and words with colons are text, unless they have a date.
    private func isMeant(_ block: Block) -> Bool {
        !"#[/".utf8.contains(bytes[obstacle])
            || HeadLookalike.keys(in: bytes[block.content]).contains(where: HeadLookalike.keysOfTime.contains)
    }

    /// Empty lines are reported only if nothing else is there.
    private mutating func name(_ other: HeadLookalike.Form, _ form: inout HeadLookalike.Form?) {
        guard form == nil || form == .emptyLines else { return }
        (form, obstacle) = (other, position)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        // A braille pattern without dots, and what stands for an object.
        if scalar.properties.isDefaultIgnorableCodePoint || ["\u{2800}", "\u{FFFC}"].contains(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .format, .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private func scalar(at offset: Int) -> (Unicode.Scalar, length: Int)? {
        let text = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
        return text.unicodeScalars.first.map { ($0, String($0).utf8.count) }
    }

    private func end(of text: StaticString, from offset: Int) -> Int? {
        text.withUTF8Buffer { text in
            var index = offset
            while index + text.count <= bytes.count {
                if bytes[index...].starts(with: text) { return index + text.count }
                index += 1
            }
            return nil
        }
    }

    /// The end of the line at an offset, with its line ending.
    private func lineEnd(_ offset: Int) -> Int {
        bytes[offset...].firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? bytes.count
    }

    // MARK: Blocks

    /// A block of YAML between the right delimiters.
    private func exactBlock() -> Block? {
        guard bytes[position] == Ascii.dash, case .found(let delimiters) = Delimiters.search(bytes[position...])
        else { return nil }
        let content = position + delimiters.content.lowerBound..<position + delimiters.content.upperBound
        return isMapping(content) ? (content, position + delimiters.closing.upperBound) : nil
    }

    /// The lines below `+++` or `---toml`, up to the same marks. Without these, the lines up to the first empty one if they say
    /// when.
    private func enclosedTOML() -> Block? {
        let first = lineEnd(position)
        let opening = bytes[position..<first].trimmed
        guard ["+++", "---toml"].contains(where: { opening.elementsEqual($0.utf8) }) else { return nil }
        var (line, blank): (Int, Int?) = (first, nil)
        while line < bytes.count {
            let end = lineEnd(line)
            let content = bytes[line..<end].trimmed
            if content.elementsEqual(opening.prefix(3)) { return isTOML(first..<line) ? (first..<line, end) : nil }
            if content.isEmpty { blank = blank ?? line }
            line = end
        }
        let rest = first..<(blank ?? line)
        let keys = HeadLookalike.keys(in: bytes[rest])
        return isTOML(rest) && keys.contains(where: HeadLookalike.keysOfTime.contains) ? (rest, rest.upperBound) : nil
    }

    /// An object of JSON with a key, which ends with its line.
    private func object() -> Range<Int>? {
        guard bytes[position] == UInt8(ascii: "{"),
            bytes[(position + 1)...].first(where: { !Ascii.isBlankOrBreak($0) }) == Ascii.quote
        else { return nil }
        var (depth, isQuoted, index) = (0, false, position)
        while index < bytes.count {
            switch bytes[index] {
            case Ascii.backslash where isQuoted: index += 1
            case Ascii.quote: isQuoted.toggle()
            case UInt8(ascii: "{") where !isQuoted: depth += 1
            case UInt8(ascii: "}") where !isQuoted:
                depth -= 1
                guard depth == 0 else { break }
                let range = position..<index + 1
                let isAlone = bytes[range.upperBound..<lineEnd(index)].allSatisfy(Ascii.isBlankOrBreak)
                return isAlone && bytes[range].contains(Ascii.colon) ? range : nil
            default: break
            }
            index += 1
        }
        return nil
    }

    // MARK: Other delimiters

    /// A line that begins with marks: dashes of any kind and number, or other signs in a row.
    private struct Fence {
        var marks: [Unicode.Scalar]
        /// The rest of the line, after the marks.
        var rest: [Unicode.Scalar]
        /// Whether blanks are between the marks, as in `- - -`.
        var isSpaced = false

        var isBare: Bool { rest.allSatisfy(HeadScanner.isInvisible) }
        var isOfDashes: Bool { marks.allSatisfy(HeadScanner.isDash) }
        var otherDash: Unicode.Scalar? { isOfDashes ? marks.first { $0 != "-" } : nil }
        /// A single long dash may stand for three hyphens; a single hyphen begins an item.
        var isDelimiter: Bool {
            if isOfDashes { return marks.count > 1 || otherDash != nil && isBare }
            // Seven equals signs are a conflict marker.
            return marks.count > 2 && !(marks.first == "=" && marks.count == 7)
        }

        /// Whether it is a line that ends front matter, if nothing above tells what does.
        var isEnd: Bool {
            isBare && isDelimiter && (marks.count > 2 || otherDash != nil) && (isOfDashes || marks.first == ".")
        }

        var isRight: Bool { isBare && !isSpaced && marks == ["-", "-", "-"] }

        func closes(_ opening: Fence) -> Bool {
            if isDelimiter, marks == opening.marks, rest == opening.rest { return true }
            guard isDelimiter, isBare || rest.first(where: { !HeadScanner.isInvisible($0) }) == "#" else {
                return false
            }
            return isOfDashes && opening.isOfDashes || marks.first == opening.marks.first
        }

        var form: HeadLookalike.Form {
            if isBare, marks.count <= 3, let other = otherDash { return .dashes(other) }
            return .delimiter(text)
        }

        /// The line in quotes, with what it hides.
        var text: String {
            if isSpaced { return "'\(marks.map(String.init).joined(separator: " "))'" }
            let line = String(String.UnicodeScalarView(marks + (isBare ? [] : rest)))
            let hidden = (isBare ? rest : []).first(where: { $0.value > 0x20 })
            let shown = line.unicodeScalars.count > 40 ? String(line.prefix(40)) + "…" : line
            return "'\(shown)'" + (hidden.map { " and the invisible \(HeadLookalike.name($0))" } ?? "")
        }
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
            || 0x2500...0x2501 ~= scalar.value
    }

    private func fence(_ line: Range<Int>) -> Fence? {
        guard let first = bytes[line].first(where: { !Ascii.isBlank($0) }),
            first >= 0x80 || first == Ascii.dash || first == Ascii.dot || Self.isSign(first)
        else { return nil }
        var scalars = String(decoding: bytes[line].prefix(200), as: UTF8.self).unicodeScalars.drop(
            while: Self.isInvisible
        )
        while let last = scalars.last, last == "\n" || last == "\r" || last == " " || last == "\t" {
            scalars.removeLast()
        }
        guard let sign = scalars.first else { return nil }
        let marks = scalars.prefix { Self.isDash(sign) ? Self.isDash($0) : $0 == sign }
        let all = scalars.filter { $0 != " " && $0 != "\t" }
        if sign == "-", marks.count == 1, all.count > 2, all.allSatisfy({ $0 == sign }) {
            return Fence(marks: Array(all), rest: [], isSpaced: true)
        }
        let isMark = Self.isDash(sign) || sign == "." || sign.isASCII && Self.isSign(UInt8(sign.value))
        return isMark ? Fence(marks: Array(marks), rest: Array(scalars.dropFirst(marks.count))) : nil
    }

    /// Keys below a line that is nearly `---`, up to another one, or to an empty line.
    private func fenced(behind lead: HeadLookalike.Form?) -> (HeadLookalike.Form, Block)? {
        let first = lineEnd(position)
        guard let opening = fence(position..<first), opening.isDelimiter, opening.marks.first != "." else { return nil }
        guard let found = mapping(from: first, to: { $0.closes(opening) || $0.isEnd }) else { return nil }
        let keys = HeadLookalike.keys(in: bytes[found.block.content])
        guard found.isClosed else {
            return keys.contains(where: HeadLookalike.keysOfTime.contains) ? (opening.form, found.block) : nil
        }
        // Editors replace three hyphens with these.
        let isReplaced = opening.isBare && opening.marks.count <= 3 && opening.otherDash != nil
        guard isReplaced || keys.contains(where: Self.own.contains) else { return nil }
        return (opening.isRight ? lead ?? opening.form : opening.form, found.block)
    }

    /// The first line below the keys of unclosed front matter that is nearly `---`.
    func nearlyClosing() -> (text: String, offset: Int)? {
        guard let found = mapping(from: lineEnd(position), to: \.isEnd), found.isClosed else { return nil }
        let line = found.block.content.upperBound..<found.block.end
        return fence(line).map { fence in
            // A blank before the hyphens is a part of what is wrong.
            let blanks = String(decoding: bytes[line].prefix(while: Ascii.isBlank), as: UTF8.self)
            return (blanks.isEmpty ? fence.text : "'\(blanks)\(fence.text.dropFirst())", line.lowerBound)
        }
    }

    /// Keys at the very start without a line above them.
    private func keysAlone(isFirst: Bool) -> (HeadLookalike.Form, Block)? {
        let isIndented = position > 0 && Ascii.isBlank(bytes[position - 1])
        guard !isIndented, Self.entry(bytes[position..<lineEnd(position)]) != nil,
            let found = mapping(from: position, to: { $0.isEnd })
        else { return nil }
        guard found.isClosed else {
            return isFirst && hasDate(found.block.content) ? (.unmarked, found.block) : nil
        }
        // An empty line above `---` makes it a thematic break of the text.
        let last = bytes[found.block.content].dropLast().split(
            separator: Ascii.lineFeed,
            omittingEmptySubsequences: false
        ).last
        guard last?.allSatisfy(Ascii.isBlankOrBreak) == false else { return nil }
        // One line may be a heading of Markdown.
        let keys = HeadLookalike.keys(in: bytes[found.block.content]).filter(Self.own.contains)
        let isMeant =
            keys.count > 1 || keys.contains(where: HeadLookalike.keysOfTime.contains) || hasDate(found.block.content)
        return isMeant ? (.unopened, found.block) : nil
    }

    private static let own = HeadLookalike.keysOfTime.union(["title", "tags", "until", "snoozed", "complete_instances"])

    /// Lines that are a mapping, up to a delimiter; if they are none, the lines up to the first empty one.
    private func mapping(from start: Int, to isClosing: (Fence) -> Bool) -> (block: Block, isClosed: Bool)? {
        var (line, blank): (Int, Int?) = (start, nil)
        while line < bytes.count {
            let next = lineEnd(line)
            if let mark = fence(line..<next), isClosing(mark) {
                guard isMapping(start..<line) else { break }
                return (block: (content: start..<line, end: next), isClosed: true)
            }
            if blank == nil, bytes[line..<next].allSatisfy(Ascii.isBlankOrBreak) { blank = line }
            line = next
        }
        let last = blank ?? line
        return isMapping(start..<last) ? (block: (content: start..<last, end: last), isClosed: false) : nil
    }

    // MARK: What is front matter

    /// Whether lines are a mapping of keys, or not valid and begin with a key. What is between two thematic breaks of
    /// Markdown is text.
    private func isMapping(_ range: Range<Int>) -> Bool {
        guard let document = try? YAMLDocument.parse(bytes, range: range) else {
            let lines = bytes[range].split(separator: Ascii.lineFeed).map(\.trimmed)
            return lines.first { !$0.isEmpty && $0.first != Ascii.hash }.map { Self.entry($0) != nil } ?? false
        }
        let keys = document.entries.map { document.valueBytes(of: $0.key) }
        return !keys.isEmpty && keys.allSatisfy { !$0.contains(where: Ascii.isBlankOrBreak) }
    }

    /// Whether a line gives `scheduled` or `due` nothing but a date.
    private func hasDate(_ range: Range<Int>) -> Bool {
        bytes[range].split(separator: Ascii.lineFeed).contains { line in
            guard let (key, rest) = Self.entry(line), key == "scheduled" || key == "due" else { return false }
            let value = rest.filter { !"\"',".utf8.contains($0) }.trimmed
            return value.count > 7 && value.prefix(4).allSatisfy(Ascii.isDigit)
                && value.allSatisfy { Ascii.isDigit($0) || "-:+.TZ ".utf8.contains($0) }
        }
    }

    /// The key that a line begins with, without quotes and other marks around it, and what follows its colon.
    private static func entry(_ line: ArraySlice<UInt8>) -> (key: String, rest: ArraySlice<UInt8>)? {
        func isMark(_ byte: UInt8) -> Bool { "\"'()-".utf8.contains(byte) }
        let word = line.drop(while: isMark).prefix { YAMLLine.isOfKey($0) }
        let rest = line[word.endIndex...].drop(while: isMark)
        guard !word.isEmpty, word.count < 64, rest.first == Ascii.colon else { return nil }
        return (String(decoding: word, as: UTF8.self), rest.dropFirst())
    }

    private func isTOML(_ content: Range<Int>) -> Bool {
        bytes[content].split(separator: Ascii.lineFeed).map(\.trimmed).first { !$0.isEmpty && $0.first != Ascii.hash }
            .map { $0.first == Ascii.openBracket || $0.contains(UInt8(ascii: "=")) } ?? false
    }
}
