/// What a file begins with. Everything that reads, checks, edits or merges files asks this recogniser.
enum FileHead: Sendable, Hashable {
    /// Text of Markdown, or nothing: the file is a note.
    case text
    case frontMatter(Delimiters)
    /// The opening `---` has no closing one.
    case unclosed
    /// What people and programs mean as front matter, and what is none.
    case lookalike(HeadLookalike)

    init(_ bytes: [UInt8]) {
        switch Delimiters.search(bytes) {
        case .absent: self = HeadLookalike(in: bytes).map(FileHead.lookalike) ?? .text
        case .unclosed: self = .unclosed
        case .found(let delimiters):
            self =
                HeadLookalike(behind: delimiters, in: bytes).map(FileHead.lookalike) ?? .frontMatter(delimiters)
        }
    }
}

/// The head of a file that looks like front matter and is none, so that it must never be treated as text: its dates would
/// fall silent, and an edit would write a second block above it.
struct HeadLookalike: Sendable, Hashable {
    enum Form: Sendable, Hashable {
        case utf16, returns
        case emptyLines, comment, byteOrderMark
        case invisible(Unicode.Scalar)
        case dashes(Unicode.Scalar)
        case toml, json
        case secondBlock
    }

    let form: Form
    /// The offset of what is in the way.
    let offset: Int
    /// The lines that are meant as front matter, those of the second block if there are two.
    let content: Range<Int>
    /// The front matter that is meant, each as a whole file; empty for another language than YAML.
    let versions: [[UInt8]]

    var fault: YAMLDocument.Fault {
        let isEncoding = form == .utf16 || form == .returns
        return YAMLDocument.Fault(
            id: isEncoding ? .foreignEncoding : .misplacedFrontMatter,
            message: message,
            offset: offset
        )
    }

    private var message: String {
        let late = "the front matter has to begin with '---' at the very start of the file: delete"
        return switch form {
        case .utf16: "the file is UTF-16, expected UTF-8"
        case .returns: "the lines end with a carriage return alone, expected LF or CRLF"
        case .emptyLines: "\(late) the blanks and empty lines before it"
        case .comment: "\(late) the comment before it, or move it below the closing '---'"
        case .byteOrderMark: "\(late) the second byte order mark before it"
        case .invisible(let scalar): "\(late) the invisible character \(Self.name(scalar)) before it"
        case .dashes(let scalar):
            "found '\(scalar)' (\(Self.name(scalar))) around the front matter, expected three hyphens '---'"
        case .toml: "front matter in TOML ('+++') is not read, expected YAML between lines '---'"
        case .json: "front matter in JSON is not read, expected YAML between lines '---'"
        case .secondBlock: "a second block of front matter follows the first one: move its keys into the first one"
        }
    }

    static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private init(_ form: Form, at offset: Int = 0, content: Range<Int>, versions: [[UInt8]] = []) {
        (self.form, self.offset, self.content, self.versions) = (form, offset, content, versions)
    }

    // MARK: A file without front matter at its start

    /// - Parameter bytes: a file in which `Delimiters.search` finds nothing.
    init?(in bytes: [UInt8]) {
        // Most notes begin with a letter or a heading.
        guard let first = bytes.first, !Ascii.isAlphanumeric(first), first != Ascii.hash else { return nil }
        if let encoding = Self.encoding(of: bytes) {
            self = encoding
            return
        }
        var scanner = HeadScanner(bytes)
        let form = scanner.skipLead()
        let start = bytes.starts(with: HeadScanner.mark) ? 3 : 0
        if let form, let block = Self.block(in: bytes, at: scanner.position) {
            let file = Array(bytes[..<start] + bytes[scanner.position...])
            self.init(form, at: scanner.obstacle, content: block.content, versions: [file])
        } else if let content = scanner.enclosed(by: UInt8(ascii: "+")), Self.isTOML(bytes[content]) {
            self.init(.toml, at: scanner.position, content: content)
        } else if let content = scanner.object() {
            self.init(.json, at: scanner.position, content: content)
        } else if let (dash, content, end) = scanner.dashes() {
            let file = Array("---\n".utf8) + bytes[content] + Array("---\n".utf8) + bytes[end...]
            guard Self.block(in: file, at: 0) != nil else { return nil }
            self.init(.dashes(dash), at: scanner.position, content: content, versions: [file])
        } else {
            return nil
        }
    }

    private static func encoding(of bytes: [UInt8]) -> HeadLookalike? {
        // In UTF-16, blanks and line breaks contain a zero byte in any script.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]), bytes.prefix(1_024).contains(0) {
            return HeadLookalike(.utf16, content: bytes.indices)
        }
        let mark = bytes[(bytes.starts(with: HeadScanner.mark) ? 3 : 0)...].prefix(3)
        guard mark.elementsEqual([Ascii.dash, Ascii.dash, Ascii.dash]),
            bytes[mark.endIndex...].first(where: { !Ascii.isBlank($0) }) == Ascii.carriageReturn
        else { return nil }
        return HeadLookalike(.returns, content: bytes.indices)
    }

    // MARK: A second block

    /// A block right behind the front matter; empty lines may be between. It is text unless it says when: what is quoted
    /// in a note is no reminder.
    init?(behind delimiters: Delimiters, in bytes: [UInt8]) {
        let end = delimiters.closing.upperBound
        guard bytes.withUnsafeBufferPointer({ delimiters.mayBeFollowed(in: $0) }),
            let start = bytes[end...].firstIndex(where: { !Ascii.isBlankOrBreak($0) }),
            let block = Self.block(in: bytes, at: start), Self.saysWhen(bytes, block.content)
        else { return nil }
        let files = [Array(bytes[..<end] + bytes[block.end...]), Array(bytes[start...])]
        self.init(.secondBlock, at: start, content: block.content, versions: files)
    }

    private static func saysWhen(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard let document = try? YAMLDocument.parse(bytes, range: range) else { return true }
        return document.entries.contains { keysOfTime.contains(document.text(of: $0.key)) }
    }

    private static let keysOfTime = ["scheduled", "due", "completed", "recurrence", "timezone"]

    // MARK: What is front matter

    /// A block of YAML at an offset that is a mapping of keys, or is not valid and begins with a key. What is between two
    /// thematic breaks of Markdown is text.
    private static func block(in bytes: [UInt8], at start: Int) -> (content: Range<Int>, end: Int)? {
        guard bytes[start...].starts(with: [Ascii.dash, Ascii.dash, Ascii.dash]) else { return nil }
        let rest = Array(bytes[start...])
        guard case .found(let delimiters) = Delimiters.search(rest) else { return nil }
        let lines = delimiters.content
        guard isMapping(rest, lines) else { return nil }
        return (start + lines.lowerBound..<start + lines.upperBound, start + delimiters.closing.upperBound)
    }

    private static func isMapping(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard let document = try? YAMLDocument.parse(bytes, range: range) else {
            let lines = bytes[range].split(separator: Ascii.lineFeed).map(\.trimmed)
            guard let first = lines.first(where: { !$0.isEmpty && $0.first != Ascii.hash }) else { return false }
            let key = first.prefix { Ascii.isAlphanumeric($0) || $0 == Ascii.dash || $0 == UInt8(ascii: "_") }
            return !key.isEmpty && first[key.endIndex...].first == Ascii.colon
        }
        let keys = document.entries.map { document.valueBytes(of: $0.key) }
        return !keys.isEmpty && keys.allSatisfy { !$0.contains(where: Ascii.isBlankOrBreak) }
    }

    private static func isTOML(_ content: ArraySlice<UInt8>) -> Bool {
        content.split(separator: Ascii.lineFeed).map(\.trimmed).first { !$0.isEmpty && $0.first != Ascii.hash }
            .map { $0.first == Ascii.openBracket || $0.contains(UInt8(ascii: "=")) } ?? false
    }
}

extension Delimiters {
    /// Whether `---` may be the next line that is not empty.
    ///
    /// - Parameter isWhole: whether `bytes` are the whole file. In a part of one, anything may follow.
    func mayBeFollowed(in bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool = true) -> Bool {
        var index = closing.upperBound
        while index < bytes.count, Ascii.isBlankOrBreak(bytes[index]) { index += 1 }
        for place in index..<index + 3 {
            guard place < bytes.count else { return !isWhole }
            guard bytes[place] == Ascii.dash else { return false }
        }
        return true
    }
}

/// Reads what stands before, and what is instead of, the opening delimiter.
private struct HeadScanner {
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]
    private(set) var position: Int
    /// The offset of what `skipLead` has named.
    private(set) var obstacle: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: Self.mark) ? 3 : 0
        obstacle = position
    }

    /// Skips empty lines, comments and characters that nobody sees.
    ///
    /// - Returns: what is before the first visible character; nil if nothing is.
    mutating func skipLead() -> HeadLookalike.Form? {
        var form: HeadLookalike.Form?
        while position < bytes.count {
            if Ascii.isBlankOrBreak(bytes[position]) {
                form = form ?? .emptyLines
                position += 1
            } else if bytes[position...].starts(with: "<!--".utf8) {
                guard let end = end(of: "-->", from: position + 4) else { return form }
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

    /// Empty lines alone are named only if nothing else is there.
    private mutating func name(_ other: HeadLookalike.Form, _ form: inout HeadLookalike.Form?) {
        guard form == nil || form == .emptyLines else { return }
        (form, obstacle) = (other, position)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
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

    /// The lines between two lines of three marks.
    func enclosed(by mark: UInt8) -> Range<Int>? {
        func isMark(_ line: Range<Int>) -> Bool { bytes[line].trimmed.elementsEqual([mark, mark, mark]) }
        let first = lineEnd(position)
        guard position < bytes.count, bytes[position] == mark, isMark(position..<first) else { return nil }
        var line = first
        while line < bytes.count {
            let end = lineEnd(line)
            if isMark(line..<end) { return first..<line }
            line = end
        }
        return nil
    }

    /// An object of JSON with a key, which ends with its line.
    func object() -> Range<Int>? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "{"),
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

    /// The lines between two lines of dashes of which some are no hyphens: editors replace `---` with them.
    func dashes() -> (Unicode.Scalar, content: Range<Int>, end: Int)? {
        let first = lineEnd(position)
        guard position < bytes.count, bytes[position] >= 0x80 || bytes[position] == Ascii.dash,
            let other = otherDash(position..<first)
        else { return nil }
        var line = first
        while line < bytes.count {
            let end = lineEnd(line)
            if otherDash(line..<end) != nil || bytes[line..<end].trimmed.elementsEqual("---".utf8) {
                return (other, first..<line, end)
            }
            line = end
        }
        return nil
    }

    /// - Returns: the first dash that is no hyphen, on a line of nothing but one to three dashes.
    private func otherDash(_ line: Range<Int>) -> Unicode.Scalar? {
        let scalars = String(decoding: bytes[line].trimmed.prefix(16), as: UTF8.self).unicodeScalars
        guard 1...3 ~= scalars.count,
            scalars.allSatisfy({ $0.properties.generalCategory == .dashPunctuation || $0 == "\u{2212}" })
        else { return nil }
        return scalars.first { $0 != "-" }
    }
}
