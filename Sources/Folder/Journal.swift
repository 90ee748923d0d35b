internal import Bytes
internal import Text

/// The journal of an edit. It is written before the edit changes anything, and lists all changes.
///
/// The journal of a transaction is later renamed to become the manifest of the edit in the undo store. So there is no
/// moment at which an edit is complete and cannot be undone, or is incomplete and cannot be recovered.
///
///     memoss 1
///     number 7
///     direction edit
///     when 1795248000
///     what rename the tag 'work' to 'job'
///     suffix mm-7-4242
///     makes journal/2026
///     file 0 BEFORE AFTER todo.md
///     end DIGEST
///     without 3
///     leaves bad.md
///     again 5 BEFORE AFTER
///     commit
///
/// The lines after `end` are written once all new files are ready: which files were skipped, and the digests of files
/// that were planned again. Versions of `mm` ignore those that they do not know. BEFORE and AFTER are digests, or `-` if
/// the file does not exist.
package struct Journal: Sendable, Hashable {
    /// The maximum size in bytes, enough for an edit of half a million files. `mm` does not write a longer one.
    static let maximumSize = 128 << 20

    package enum Direction: String, Sendable {
        case edit, undo, redo
        /// An edit that is no step of undo, because something else records it, such as a commit of git.
        case replace
    }

    /// A file of the edit.
    package struct Entry: Sendable, Hashable {
        /// The number in the names of its images in the undo store and of its temporary file.
        package var index: Int
        /// Relative to the root, without symbolic links.
        package var path: String
        /// The digests before and after the edit; undo goes from `after` to `before`.
        package var before: String?
        package var after: String?
        /// Whether the file could not be prepared and stays as it is.
        package var isSkipped = false
        /// Whether it was planned again, so the digests in the text are those of another version.
        var isReplanned = false
        /// Whether its temporary file is next to the target. This is not recorded in the journal; recovery looks for
        /// the file.
        var isBeside = false
    }

    /// The number in the undo store; undo and redo have that of the edit they concern.
    package var number: Int
    package var direction: Direction
    /// In seconds since 1970.
    package var when: Int64
    /// The description of the edit.
    package var what: String
    /// The suffix of the names of its temporary files.
    var suffix: String
    /// Directories created for the edit, outermost first, and removed if it is rolled back.
    var createdDirectories: [String] = []
    /// Directories removed once the edit has emptied them.
    var removedDirectories: [String] = []
    package var entries: [Entry] = []
    /// Further files that the edit concerns and could not change.
    var others: [String] = []
    /// Whether the edit is committed: from here on, files are changed.
    var isCommitted = false

    /// All files that the edit concerns and did not change.
    package var skipped: [String] { (entries.filter(\.isSkipped).map(\.path) + others).sorted(by: PathOrder.precedes) }

    package var active: [Entry] { entries.filter { !$0.isSkipped } }

    /// The digest of the file before this edit.
    package func old(_ entry: Entry) -> String? { direction == .undo ? entry.after : entry.before }
    package func new(_ entry: Entry) -> String? { direction == .undo ? entry.before : entry.after }

    // MARK: Text

    /// The text that is written before anything else.
    package var text: [UInt8] {
        var text: [UInt8] = []
        func line(_ words: String, _ value: String? = nil) { text += Self.line(words, value) }
        line("memoss 1")
        line("number \(number)")
        line("direction \(direction.rawValue)")
        line("when \(when)")
        line("what", what)
        line("suffix", suffix)
        for directory in createdDirectories { line("makes", directory) }
        for directory in removedDirectories { line("drops", directory) }
        for entry in entries { line("file \(entry.index) \(Self.digests(of: entry))", entry.path) }
        line("end \(SHA256.hex(text))")
        return text
    }

    private static func line(_ words: String, _ value: String?) -> [UInt8] {
        var text = Array(words.utf8)
        if let value {
            text.append(Ascii.blank)
            for byte in value.utf8 {
                switch byte {
                case Ascii.backslash: text += Array("\\\\".utf8)
                case Ascii.lineFeed: text += Array("\\n".utf8)
                default: text.append(byte)
                }
            }
        }
        return text + [Ascii.lineFeed]
    }

    /// The text that is appended once all new files are ready.
    var commitText: [UInt8] {
        let skipped = entries.filter(\.isSkipped).map(\.index).sorted()
        let again = entries.filter(\.isReplanned).map { entry in
            Self.line("again \(entry.index) \(Self.digests(of: entry))", nil)
        }
        let lines = skipped.map { Self.line("without \($0)", nil) } + others.map { Self.line("leaves", $0) }
        return Array((lines + again).joined()) + Self.line("commit", nil)
    }

    private static func digests(of entry: Entry) -> String { "\(entry.before ?? "-") \(entry.after ?? "-")" }

    private static func digests(_ words: ArraySlice<ArraySlice<UInt8>>) -> [String?] {
        words.map { String(decoding: $0, as: UTF8.self) }.map { $0 == "-" ? nil : $0 }
    }

    /// The first lines of a manifest. They tell whether the edit can still be undone, without reading a large manifest to its end.
    struct Heading: Sendable {
        let number: Int
        let direction: Direction

        /// More bytes than it has.
        static let maximumSize = 128

        /// Nil if these are not the first bytes of a manifest.
        init?(_ bytes: [UInt8]) {
            let lines = Journal.lines(bytes[...]).prefix(3).map { ($0.key, String(decoding: $0.value, as: UTF8.self)) }
            guard lines.count == 3, lines[0] == ("memoss", "1"), lines[1].0 == "number", lines[2].0 == "direction",
                let number = Int(lines[1].1), let direction = Direction(rawValue: lines[2].1)
            else { return nil }
            (self.number, self.direction) = (number, direction)
        }
    }

    package enum Reading {
        case whole(Journal)
        /// Incomplete, so nothing else has been done yet.
        case torn
        /// Written by another version of `mm`, or damaged.
        case foreign
    }

    package static func read(_ bytes: [UInt8]) -> Reading {
        var start = 0
        while let end = bytes[start...].firstIndex(of: Ascii.lineFeed) {
            let line = bytes[start..<end]
            if line.starts(with: "end ".utf8) {
                // Check the digest first: a damaged journal may be long, and parsing takes much longer.
                let isIntact = line.dropFirst(4).elementsEqual(SHA256.hex(Array(bytes[..<start])).utf8)
                guard isIntact, let journal = Journal(parsing: bytes[..<start], marks: bytes[(end + 1)...]) else {
                    return isUnwritten(bytes, after: end) ? .torn : .foreign
                }
                return .whole(journal)
            }
            start = end + 1
        }
        return .torn
    }

    /// Whether the power failed before the text was on the disk: blocks of it are zero, which no journal contains, and it
    /// has no mark.
    private static func isUnwritten(_ bytes: [UInt8], after end: Int) -> Bool {
        bytes[..<end].contains(0) && !lines(bytes[(end + 1)...]).contains { $0.key == "commit" }
    }

    private init?(parsing text: ArraySlice<UInt8>, marks: ArraySlice<UInt8>) {
        (number, direction, when, what, suffix) = (0, .edit, 0, "", "")
        for (key, value) in Self.lines(text) where !read(key, value) { return nil }
        guard number >= 0, !suffix.utf8.contains(Ascii.slash) else { return nil }
        guard (entries.map(\.path) + createdDirectories + removedDirectories).allSatisfy(Self.isInside) else {
            return nil
        }
        let lines = Array(Self.lines(marks))
        isCommitted = lines.contains { $0.key == "commit" }
        others = lines.filter { $0.key == "leaves" }.map { Self.unescaped($0.value) }
        let skipped = Set(lines.filter { $0.key == "without" }.map { Int(String(decoding: $0.value, as: UTF8.self)) })
        for index in entries.indices { entries[index].isSkipped = skipped.contains(entries[index].index) }
        let again = lines.filter { $0.key == "again" }
        guard !again.isEmpty else { return }
        let places = Dictionary(entries.indices.map { (entries[$0].index, $0) }) { first, _ in first }
        for (_, value) in again {
            let words = value.split(separator: Ascii.blank)
            guard words.count == 3, let number = Int(String(decoding: words[0], as: UTF8.self)),
                let index = places[number]
            else { return nil }
            let digests = Self.digests(words[1...])
            (entries[index].before, entries[index].after, entries[index].isReplanned) = (digests[0], digests[1], true)
        }
    }

    /// The first word and the rest of each complete line.
    private static func lines(_ text: ArraySlice<UInt8>) -> some Sequence<(key: String, value: ArraySlice<UInt8>)> {
        sequence(state: text) { rest in
            guard let end = rest.firstIndex(of: Ascii.lineFeed) else { return nil }
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            let space = line.firstIndex(of: Ascii.blank) ?? line.endIndex
            return (String(decoding: line[..<space], as: UTF8.self), line[min(space + 1, line.endIndex)...])
        }
    }

    /// Whether a path is in the folder and not hidden. A folder from elsewhere may contain a forged journal, and a file
    /// that it writes into `.git` could be executed.
    private static func isInside(_ path: String) -> Bool {
        var before = Ascii.slash
        for byte in path.utf8 {
            // A component is empty or hidden.
            if byte == 0 || before == Ascii.slash && (byte == Ascii.slash || byte == Ascii.dot) { return false }
            before = byte
        }
        return before != Ascii.slash
    }

    private mutating func read(_ key: String, _ value: ArraySlice<UInt8>) -> Bool {
        let text = Self.unescaped(value)
        switch key {
        case "memoss": return text == "1"
        case "number": number = Int(text) ?? 0
        case "direction":
            guard let known = Direction(rawValue: text) else { return false }
            direction = known
        case "when": when = Int64(text) ?? 0
        case "what": what = text
        case "suffix": suffix = text
        case "makes": createdDirectories.append(text)
        case "drops": removedDirectories.append(text)
        case "file":
            let words = value.split(separator: Ascii.blank, maxSplits: 3, omittingEmptySubsequences: false)
            guard words.count == 4, let index = Int(String(decoding: words[0], as: UTF8.self)) else { return false }
            let digests = Self.digests(words[1...2])
            let path = Self.unescaped(words[3])
            entries.append(Entry(index: index, path: path, before: digests[0], after: digests[1]))
        default: return false
        }
        return true
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(Ascii.backslash) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == Ascii.backslash, let next = rest.popFirst() else {
                result.append(byte)
                continue
            }
            result.append(next == UInt8(ascii: "n") ? Ascii.lineFeed : next)
        }
        return String(decoding: result, as: UTF8.self)
    }

    init(number: Int, direction: Direction, when: Int64, what: String, suffix: String) {
        (self.number, self.direction, self.when) = (number, direction, when)
        (self.what, self.suffix) = (what, suffix)
    }
}
