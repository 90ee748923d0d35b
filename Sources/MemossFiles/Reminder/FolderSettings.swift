internal import Bytes

/// What a folder says of itself in the file `.mm.yaml` at its root. It travels with the folder, so nobody can trust it: it names
/// no command and no path.
package struct FolderSettings: Sendable {
    /// `.mm.yaml`, at the root of the folder.
    package static let fileName = ".mm.yaml"
    /// The largest file that is read, in bytes.
    static let maximumSize = 64 << 10

    /// The program that uses the folder too; nil to look for its settings.
    package private(set) var program: Program?
    /// Whether `#tag` in the text of a file is a tag of it. If the file does not say, it is in a vault of Obsidian.
    package var readsTagsInText: Bool { tagsInText ?? (profile != nil) }
    package var tagsInText: Bool?
    /// How the other program uses the folder; nil without one.
    package internal(set) var profile: Profile?
    /// The values that could not be read and fall back to their defaults, by position in the file.
    package internal(set) var problems: [Problem] = []

    /// Another program that uses the same files.
    package enum Program: String, Sendable, CaseIterable {
        case tasknotes
        /// No other program, even if one has settings here.
        case none
    }

    /// What the keys are called in the files.
    package var names: KeyNames { profile?.names ?? .standard }

    package static let keys = ["profile", "tags_in_text"]

    /// The settings of a folder without the file.
    package init() {}

    /// Parses the file. What cannot be read becomes a problem; the rest is still used.
    package init(parsing bytes: [UInt8]) {
        var positions = TextPositions()
        func report(_ id: ProblemID, _ message: String, _ offset: Int, _ suggestion: String? = nil, key: String? = nil)
        {
            let problem = Problem(path: Self.fileName, id: id, message: message, suggestion: suggestion, key: key)
            problems.append(problem.at(positions.position(of: offset, in: bytes)))
        }
        guard bytes.count <= Self.maximumSize else {
            report(.invalidValue, "the file is larger than \(Self.maximumSize >> 10) KiB and is not read", 0)
            return
        }
        do throws(YAMLDocument.Fault) {
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            let document = try YAMLDocument.parse(bytes, range: start..<bytes.count)
            let repeated = document.duplicateEntries.map(\.entry)
            for entry in document.entries {
                let key = document.text(of: entry.key)
                let place = document.nodes[entry.key].span.lowerBound
                guard Self.keys.contains(key) else {
                    report(
                        .unknownKey,
                        "unknown key '\(key)'",
                        place,
                        Spelling.nearest(to: key, among: Self.keys).first
                    )
                    continue
                }
                guard !repeated.contains(entry) else {
                    report(.duplicateKey, "the key '\(key)' appears twice", place, key: key)
                    continue
                }
                let node = document.resolved(entry.value)
                if document.isNull(node) { continue }
                let isText = document.nodes[node].kind == .scalar
                let value = isText ? document.text(of: node) : ""
                let words = read(key, value)
                guard !words.isEmpty else { continue }
                let found = isText ? "found '\(value)' for '\(key)'" : "'\(key)' needs one value"
                report(
                    .invalidValue,
                    "\(found), expected \(words.joined(separator: " or "))",
                    document.nodes[entry.value].span.lowerBound,
                    Spelling.nearest(to: value, among: words).first,
                    key: key
                )
            }
        } catch {
            report(error.id, error.message, error.offset)
        }
    }

    /// - Returns: the valid values if this is none of them.
    private mutating func read(_ key: String, _ value: String) -> [String] {
        switch key {
        case "profile":
            program = Program(rawValue: value)
            return program == nil ? Program.allCases.map(\.rawValue) : []
        default:
            tagsInText = value == "true"
            return ["true", "false"].contains(value) ? [] : ["true", "false"]
        }
    }

    /// The settings of a folder whose file exists but cannot be read.
    init(unreadable reason: String) {
        let message = "the settings of the folder cannot be read: \(reason)"
        problems = [Problem(path: Self.fileName, id: .unreadableFile, message: message)]
    }
}
