/// What an edit is about to do, written before it does anything; when it is done, what it did.
///
/// The same file is first the journal of a transaction and then, moved, the manifest of its place in the undo store: so
/// there is no moment when an edit is done and cannot be undone, or is neither done nor to be recovered.
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
/// BEFORE and AFTER are digests, or `-` where there is no file.
struct Journal: Sendable, Hashable {
    /// In bytes, of what is written: that is an edit of half a million files. A longer one was not written by `mm`.
    static let longest = 128 << 20

    enum Direction: String, Sendable {
        case edit, undo, redo
    }

    struct Entry: Sendable, Hashable {
        /// What its images in the undo store and its temporary file are named by.
        var index: Int
        /// From the root, without links.
        var path: String
        var before: String?
        var after: String?
    }

    /// The place in the undo store; undo and redo have that of the edit they are about.
    var number: Int
    var direction: Direction
    /// In seconds since 1970.
    var when: Int64
    /// What the edit was called.
    var what: String
    /// What the names of its temporary files end in.
    var suffix: String
    /// Directories that are made for it, outermost first, and that go with it.
    var makes: [String] = []
    /// Directories that go with what was in them, if nothing else is.
    var drops: [String] = []
    var entries: [Entry] = []
    /// Indices of files that had to be left out.
    var without: Set<Int> = []
    /// From here on files are changed.
    var isCommitted = false
    /// Indices of files whose temporary file is beside them. This is not written: whoever recovers looks.
    var beside: Set<Int> = []

    /// The files that it is about.
    var active: [Entry] { without.isEmpty ? entries : entries.filter { !without.contains($0.index) } }

    func from(_ entry: Entry) -> String? { direction == .undo ? entry.after : entry.before }
    func to(_ entry: Entry) -> String? { direction == .undo ? entry.before : entry.after }

    // MARK: Names

    /// Of a new file in the directory of the images, and there too of the old one while it goes back.
    func staged(_ entry: Entry) -> String { "\(entry.index).new" }
    func restored(_ entry: Entry) -> String { "\(entry.index).old" }

    /// Of a new file where it cannot be moved from there: beside the old one, with a name that the walk leaves out.
    func neighbour(_ entry: Entry) -> String {
        let start = entry.path.utf8.lastIndex(of: Ascii.slash).map { entry.path.utf8.index(after: $0) }
        // Names have 255 bytes at the most.
        let stem = String(decoding: entry.path[(start ?? entry.path.startIndex)...].utf8.prefix(200), as: UTF8.self)
        return "\(entry.path[..<(start ?? entry.path.startIndex)]).\(stem).\(suffix)-\(entry.index)"
    }

    /// The file as it was before this journal changes it, in the undo store.
    func fromImage(_ entry: Entry) -> String { "\(entry.index).\(direction == .undo ? "after" : "before")" }
    func toImage(_ entry: Entry) -> String { "\(entry.index).\(direction == .undo ? "before" : "after")" }

    // MARK: Text

    /// What is written before anything else is.
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

    /// What is written when every new file is ready.
    var commitText: [UInt8] {
        Array((without.sorted().map { "without \($0)\n" }.joined() + "commit\n").utf8)
    }

    enum Reading {
        case whole(Journal)
        /// Not written to its end: then nothing else was done either.
        case torn
        /// From another version, or damaged.
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

    /// Whether a path leads into the folder, and to nothing hidden: a folder can come with a journal that someone made
    /// up, and what it put into `.git` would be run.
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
