internal import Bytes

/// What a file begins with. Everything that reads, checks, edits or merges files asks this recogniser.
package enum FileHead: Sendable, Hashable {
    /// Text of Markdown, or nothing: the file is a note.
    case text
    case frontMatter(Delimiters)
    /// The opening `---` has no closing one.
    case unclosed
    /// What people and programs mean as front matter, and what is none.
    case lookalike(HeadLookalike)

    package init(_ bytes: [UInt8]) {
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
package struct HeadLookalike: Sendable, Hashable {
    package enum Form: Sendable, Hashable {
        case utf16, returns
        case emptyLines, comment, byteOrderMark
        case invisible(Unicode.Scalar)
        case dashes(Unicode.Scalar)
        /// Another line than `---` opens the front matter.
        case delimiter(String)
        /// The opening line is missing, or both are.
        case unopened, unmarked
        case toml, json
        case secondBlock
    }

    package let form: Form
    /// The offset of the fault.
    let offset: Int
    /// The lines that are meant as front matter, those of the second block if there are two.
    package let content: Range<Int>
    /// The front matter that is meant, each as a whole file; empty for another language than YAML.
    package let versions: [[UInt8]]

    package var fault: YAMLDocument.Fault {
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
        case .delimiter(let line): Self.message(of: line, that: "opens")
        case .unopened: "the line '---' that opens the front matter is missing: write it above the keys"
        case .unmarked: "keys are read only as front matter: write a line '---' above them and one below"
        case .toml: "front matter in TOML ('+++') is not read, expected YAML between lines '---'"
        case .json: "front matter in JSON is not read, expected YAML between lines '---'"
        case .secondBlock: "a second block of front matter follows the first one: move its keys into the first one"
        }
    }

    /// - Parameter verb: what the line would do to the front matter if it were a delimiter.
    static func message(of line: String, that verb: String) -> String {
        "found \(line) as the line that \(verb) the front matter, expected three hyphens '---' and nothing else"
    }

    package static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private init(_ form: Form, at offset: Int = 0, content: Range<Int>, versions: [[UInt8]] = []) {
        (self.form, self.offset, self.content, self.versions) = (form, offset, content, versions)
    }

    // MARK: A file without front matter at its start

    /// - Parameter bytes: a file in which `Delimiters.search` finds nothing.
    package init?(in bytes: [UInt8]) {
        guard !bytes.withUnsafeBufferPointer({ Self.isText($0, isWhole: true) }) else { return nil }
        if let encoding = Self.encoding(of: bytes) {
            self = encoding
            return
        }
        var scanner = HeadScanner(bytes, at: bytes.starts(with: HeadScanner.mark) ? 3 : 0)
        guard let found = scanner.find(isFirst: true) else { return nil }
        self.init(found.form, at: found.offset, content: found.content, versions: found.file.map { [$0] } ?? [])
    }

    /// Whether a file surely begins with text: a quick answer for most notes, which begin with a heading that text follows, or
    /// with a word.
    ///
    /// - Parameter isWhole: whether nothing follows. In a part of a file, anything may.
    static func isText(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Bool {
        guard let first = bytes.first else { return isWhole }
        guard first == Ascii.hash else {
            let end = Ascii.isAlphanumeric(first) ? bytes.firstIndex { !YAMLLine.isOfKey($0) } : nil
            return end.map { Ascii.isBlankOrBreak(bytes[$0]) } ?? false
        }
        var start = 0
        while start < bytes.count, bytes[start] == Ascii.hash || Ascii.isBlankOrBreak(bytes[start]) {
            start = (bytes[start...].firstIndex(of: Ascii.lineFeed) ?? bytes.count) + 1
        }
        return start < bytes.count ? bytes[start] != Ascii.dash : isWhole
    }

    private static func encoding(of bytes: [UInt8]) -> HeadLookalike? {
        // In UTF-16, blanks and line breaks contain a zero byte in any script.
        let isMarked = hasWideMark(bytes)
        let isHead = bytes.starts(with: [0x2D, 0, 0x2D, 0]) || bytes.starts(with: [0, 0x2D, 0, 0x2D])
        if isMarked && bytes.prefix(1_024).contains(0) || isHead && opensWide(bytes) {
            return HeadLookalike(.utf16, content: bytes.indices)
        }
        let mark = bytes[(bytes.starts(with: HeadScanner.mark) ? 3 : 0)...].prefix(3)
        guard mark.elementsEqual([Ascii.dash, Ascii.dash, Ascii.dash]),
            bytes[mark.endIndex...].first(where: { !Ascii.isBlank($0) }) == Ascii.carriageReturn
        else { return nil }
        return HeadLookalike(.returns, content: bytes.indices)
    }

    /// Whether a file begins with the byte order mark of UTF-16.
    package static func hasWideMark(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// The bytes of a UTF-16 file with a byte order mark as UTF-8; nil for any other file.
    package static func narrowed(_ bytes: [UInt8]) -> [UInt8]? {
        guard hasWideMark(bytes) else { return nil }
        let high = bytes[0] == 0xFF ? 1 : 0
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
            UInt16(bytes[place + high]) << 8 | UInt16(bytes[place + 1 - high])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Whether a file in which zero bytes accompany those of ASCII begins with three hyphens.
    package static func opensWide(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(16).filter { 0x01..<0x80 ~= $0 }.starts(with: "---".utf8)
    }

    // MARK: A second block

    /// A block right behind the front matter; what may stand before front matter may be between. It is text unless it says
    /// when: what is quoted in a note is no reminder.
    init?(behind delimiters: Delimiters, in bytes: [UInt8]) {
        let end = delimiters.closing.upperBound
        guard bytes.withUnsafeBufferPointer({ delimiters.mayBeFollowed(in: $0) }) else { return nil }
        var scanner = HeadScanner(bytes, at: end)
        guard var found = scanner.find(isFirst: false) else { return nil }
        let says = { (found: HeadScanner.Found) in
            Self.keys(in: bytes[found.content]).contains(where: Self.keysOfTime.contains)
        }
        // It may be behind one of another tool.
        while found.form == .secondBlock, !says(found) {
            scanner = HeadScanner(bytes, at: found.end)
            guard let next = scanner.find(isFirst: false) else { return nil }
            found = next
        }
        guard says(found) else { return nil }
        // A block in another language is kept as it is, and counts as one that cannot be read.
        let files = [Array(bytes[..<end] + bytes[found.end...]), found.file ?? Array(bytes[found.offset...])]
        self.init(.secondBlock, at: found.offset, content: found.content, versions: files)
    }

    static let keysOfTime: Set<String> = ["scheduled", "due", "completed", "recurrence", "timezone"]

    /// The words that stand where YAML, TOML or JSON have a key of the outermost level.
    package static func keys(in content: ArraySlice<UInt8>) -> [String] {
        func isFiller(_ byte: UInt8) -> Bool { Ascii.isBlank(byte) || byte == Ascii.quote || byte == Ascii.apostrophe }
        var indentation: Int?
        return content.split { !Ascii.isAlphanumeric($0) && $0 != UInt8(ascii: "_") }.compactMap { word in
            let before = content[..<word.startIndex].lastIndex { !isFiller($0) }
            let after = content[word.endIndex...].first { !isFiller($0) }
            guard after == Ascii.colon || after == UInt8(ascii: "=") else { return nil }
            if let before, "{,".utf8.contains(content[before]) { return String(decoding: word, as: UTF8.self) }
            let start = before.map { $0 + 1 } ?? content.startIndex
            guard start == content.startIndex || content[start - 1] == Ascii.lineFeed else { return nil }
            let blanks = content[start..<word.startIndex].prefix(while: Ascii.isBlank).count
            if indentation == nil { indentation = blanks }
            return indentation == blanks ? String(decoding: word, as: UTF8.self) : nil
        }
    }
}

extension Delimiters {
    /// Whether something that looks like front matter may follow: a quick answer for every file.
    ///
    /// - Parameter isWhole: whether `bytes` are the whole file. In a part of one, anything may follow.
    package func mayBeFollowed(in bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool = true) -> Bool {
        var index = closing.upperBound
        while index < bytes.count, Ascii.isBlankOrBreak(bytes[index]) { index += 1 }
        return HeadScanner.mayBegin(UnsafeBufferPointer(rebasing: bytes[index...]), isWhole: isWhole)
    }
}
