import MemossFiles

/// What makes git merge the files of a folder with `mm`: lines in the folder's `.gitattributes`, which every clone has, and
/// a driver in the configuration of one clone or of the user.
struct GitSetup {
    static let driverName = "memoss"
    static let attributesName = ".gitattributes"
    static let attributes = ["*.md merge=\(driverName)", "\(TagRegistry.fileName) merge=\(driverName)"]
    /// Without the second half, git would keep our side and say nothing if `mm` is missing or fails.
    static let driver =
        "mm merge-driver --marker-size %L -- %O %A %B %P; s=$?; [ $s -le 1 ] && exit $s; "
        + "git merge-file --marker-size %L %A %O %B"
    static let settings = [
        ("merge.\(driverName).name", "reminders, key by key (mm)"), ("merge.\(driverName).driver", driver),
    ]

    let root: String
    let git: GitProgram

    init(root: String) { (self.root, git) = (root, GitProgram(directory: root)) }

    // MARK: State

    /// What git itself says about this folder.
    struct Status {
        /// Nil outside a repository.
        var repository: String?
        /// Whether reminders and the registry are assigned to the driver.
        var hasAttributes = false
        /// The command that git runs; nil if there is none.
        var driver: String?

        var isCurrent: Bool { driver == GitSetup.driver }
        var isComplete: Bool { hasAttributes && isCurrent }
    }

    func status() throws(MemossError) -> Status {
        var status = Status()
        let found = try git.run(["rev-parse", "--show-toplevel"], capturesErrors: false)
        guard found.status == 0 else { return status }
        status.repository = found.text
        let checked = try git.run(["check-attr", "merge", "--", "x.md", TagRegistry.fileName], capturesErrors: false)
        status.hasAttributes =
            checked.text.split(separator: "\n").count { $0.hasSuffix(": merge: \(Self.driverName)") } == 2
        status.driver = try driver()
        return status
    }

    private func driver() throws(MemossError) -> String? {
        let found = try git.run(["config", "--get", "merge.\(Self.driverName).driver"], capturesErrors: false)
        return found.status == 0 ? found.text : nil
    }

    /// What `mm check` says about it.
    var problems: [Problem] {
        guard lacksDriver else { return [] }
        let message = "this clone has no merge driver '\(Self.driverName)', so git merges by lines: run mm git install"
        return [Problem(path: Self.attributesName, id: .missingMergeDriver, message: message)]
    }

    /// Whether the folder's attributes name the driver, but git does not know it. False without git.
    private var lacksDriver: Bool {
        guard let bytes = try? FileContents.read("\(root)/\(Self.attributesName)", limit: 1 << 20).bytes,
            Self.lines(of: bytes).contains(where: { Self.attributes.contains($0) }),
            let isRepository = try? git.run(["rev-parse", "--git-dir"], capturesErrors: false).status == 0, isRepository
        else { return false }
        do throws(MemossError) { return try driver() == nil } catch { return false }
    }

    // MARK: Attributes

    /// The lines without blanks around them.
    private static func lines(of bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n")).map { line in
            let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
            let start = line.drop(while: isBlank)
            let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
            return String(decoding: start[..<end], as: UTF8.self)
        }
    }

    /// The file with the lines added.
    static func adding(to bytes: [UInt8]) -> [UInt8] {
        let known = lines(of: bytes)
        let missing = attributes.filter { !known.contains($0) }
        guard !missing.isEmpty else { return bytes }
        let isCRLF = bytes.firstIndex(of: 0x0A).map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false
        let lineEnd: [UInt8] = isCRLF ? [0x0D, 0x0A] : [0x0A]
        var result = bytes
        if let last = bytes.last, last != 0x0A { result += lineEnd }
        for line in missing { result += Array(line.utf8) + lineEnd }
        return result
    }

    /// The file without the lines.
    static func removing(from bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var line: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            line.append(byte)
            guard byte == 0x0A || index == bytes.count - 1 else { continue }
            if !lines(of: line).contains(where: attributes.contains) { result += line }
            line = []
        }
        return result
    }
}
