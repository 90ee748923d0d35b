/// The journal of an edit: what it will do, written before it changes anything, and afterwards what it did.
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
///     commit
///
/// BEFORE and AFTER are digests, or `-` if the file does not exist.
struct Journal: Sendable, Hashable {
    /// The maximum size in bytes, enough for an edit of half a million files. `mm` does not write a longer one.
    static let longest = 128 << 20

    enum Direction: String, Sendable {
        case edit, undo, redo
    }

    struct Entry: Sendable, Hashable {
        /// The number that its images in the undo store and its temporary file are named after.
        var index: Int
        /// Relative to the root, without symbolic links.
        var path: String
        var before: String?
        var after: String?
    }

    /// The number in the undo store; undo and redo have that of the edit they concern.
    var number: Int
    var direction: Direction
    /// In seconds since 1970.
    var when: Int64
    /// The description of the edit.
    var what: String
    /// The suffix of the names of its temporary files.
    var suffix: String
    /// Directories created for the edit, outermost first, and removed if it is rolled back.
    var makes: [String] = []
    /// Directories removed once the edit has emptied them.
    var drops: [String] = []
    var entries: [Entry] = []
    /// Indices of the files that were skipped.
    var without: Set<Int> = []
    /// Whether the edit is committed: from here on, files are changed.
    var isCommitted = false
    /// Indices of files whose temporary file is beside the target. This is not written; recovery looks for them.
    var beside: Set<Int> = []

    /// The files that are not skipped.
    var active: [Entry] { without.isEmpty ? entries : entries.filter { !without.contains($0.index) } }

    func from(_ entry: Entry) -> String? { direction == .undo ? entry.after : entry.before }
    func to(_ entry: Entry) -> String? { direction == .undo ? entry.before : entry.after }

    // MARK: Names

    /// The names in the directory of the images: of the new file, and of the old file while it is restored.
    func staged(_ entry: Entry) -> String { "\(entry.index).new" }
    func restored(_ entry: Entry) -> String { "\(entry.index).old" }

    /// The name of the new file beside its target, for when it cannot be renamed across directories; the walk ignores
    /// this name.
    func neighbour(_ entry: Entry) -> String {
        let start = entry.path.utf8.lastIndex(of: Ascii.slash).map { entry.path.utf8.index(after: $0) }
        // File names are limited to 255 bytes.
        let stem = String(decoding: entry.path[(start ?? entry.path.startIndex)...].utf8.prefix(200), as: UTF8.self)
        return "\(entry.path[..<(start ?? entry.path.startIndex)]).\(stem).\(suffix)-\(entry.index)"
    }

    /// The image in the undo store of the file before this journal changes it.
    func fromImage(_ entry: Entry) -> String { "\(entry.index).\(direction == .undo ? "after" : "before")" }
    func toImage(_ entry: Entry) -> String { "\(entry.index).\(direction == .undo ? "before" : "after")" }

    // MARK: Text

    /// What is written before anything else.
    var text: [UInt8] {
        var text: [UInt8] = []
        func line(_ words: String, _ value: String? = nil) {
            text += Array(words.utf8)
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
            text.append(Ascii.lineFeed)
        }
        line("memoss 1")
        line("number \(number)")
        line("direction \(direction.rawValue)")
        line("when \(when)")
        line("what", what)
        line("suffix", suffix)
        for directory in makes { line("makes", directory) }
        for directory in drops { line("drops", directory) }
        for entry in entries { line("file \(entry.index) \(entry.before ?? "-") \(entry.after ?? "-")", entry.path) }
        line("end \(SHA256.hex(text))")
        return text
    }

    /// What is appended once all new files are ready.
    var commitText: [UInt8] {
        Array((without.sorted().map { "without \($0)\n" }.joined() + "commit\n").utf8)
    }

    enum Reading {
        case whole(Journal)
        /// Incomplete: then nothing else has been done either.
        case torn
        /// Of another version, or damaged.
        case foreign
    }

    static func read(_ bytes: [UInt8]) -> Reading {
        if let journal = Journal(parsing: bytes) { return .whole(journal) }
        let lines = bytes.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).dropLast()
        return lines.contains { $0.starts(with: "end ".utf8) } ? .foreign : .torn
    }

    private init?(parsing bytes: [UInt8]) {
        (number, direction, when, what, suffix) = (0, .edit, 0, "", "")
        var isWhole = false
        var start = 0
        while let end = bytes[start...].firstIndex(of: Ascii.lineFeed) {
            let line = bytes[start..<end]
            let space = line.firstIndex(of: Ascii.blank) ?? line.endIndex
            let key = String(decoding: line[..<space], as: UTF8.self)
            let value = line[min(space + 1, line.endIndex)...]
            if isWhole {
                switch key {
                case "without": without.insert(Int(String(decoding: value, as: UTF8.self)) ?? -1)
                case "commit": isCommitted = true
                default: break
                }
            } else if key == "end" {
                guard String(decoding: value, as: UTF8.self) == SHA256.hex(Array(bytes[..<start])) else { return nil }
                isWhole = true
            } else if !read(key, value) {
                return nil
            }
            start = end + 1
        }
        guard isWhole, number >= 0, !suffix.utf8.contains(Ascii.slash) else { return nil }
        guard (entries.map(\.path) + makes + drops).allSatisfy(Self.isInside) else { return nil }
    }

    /// Whether a path is in the folder and not hidden. A folder from elsewhere may contain a forged journal, and a file
    /// that it writes into `.git` could be executed.
    private static func isInside(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: Ascii.slash, omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty } && !path.utf8.contains(0) && !EditTargets.isHidden(path)
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
        case "makes": makes.append(text)
        case "drops": drops.append(text)
        case "file":
            let words = value.split(separator: Ascii.blank, maxSplits: 3, omittingEmptySubsequences: false)
            guard words.count == 4, let index = Int(String(decoding: words[0], as: UTF8.self)) else { return false }
            let digests = words[1...2].map { String(decoding: $0, as: UTF8.self) }.map { $0 == "-" ? nil : $0 }
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
