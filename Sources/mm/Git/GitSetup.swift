import CLibrary
import MemossFiles

/// The configuration that makes git merge the files of a folder with `mm`: lines in the folder's `.gitattributes`,
/// which all clones share, and a driver in the configuration of one clone or of the user.
struct GitSetup {
    static let driverName = "memoss"
    static let attributesName = ".gitattributes"
    static let attributes = ["*.md merge=\(driverName)", "\(TagRegistry.fileName) merge=\(driverName)"]
    private static let program = "mm"
    static let driver = driver(running: program)

    /// - Parameter program: quoted for the shell.
    /// - Returns: a command with a fallback: without it, git would silently keep our side if `mm` is missing or fails. The
    ///   status is never above 128, as that of `git merge-file` is for a binary file: git would then give up the whole merge.
    static func driver(running program: String) -> String {
        "\(program) merge-driver --marker-size %L -- %O %A %B %P; s=$?; [ $s -le 1 ] && exit $s; "
            + "git merge-file --marker-size %L -L ours -L base -L theirs %A %O %B || exit 1"
    }

    static let settings = [
        ("merge.\(driverName).name", "reminders, key by key (mm)"), ("merge.\(driverName).driver", driver),
    ]

    let root: String
    let git: GitProgram

    init(root: String) { (self.root, git) = (root, GitProgram(directory: root)) }

    private static var isProgramFound: Bool {
        (Environment.value("PATH") ?? "").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    // MARK: State

    /// What git reports about this folder.
    struct Status {
        /// Nil outside a repository.
        var repository: String?
        /// Whether reminders and the registry are assigned to the driver, in all directories.
        var hasAttributes = false
        /// Files that are assigned to another driver although the folder has the lines of `mm`.
        var overrides: [Override] = []
        /// The command that git runs; nil if there is none.
        var driver: String?

        /// Whether git finds the program that the driver of `mm` runs.
        var isProgramFound = GitSetup.isProgramFound

        var isCurrent: Bool { driver == GitSetup.driver }
        var isComplete: Bool { hasAttributes && isCurrent && isProgramFound }
    }

    func status() throws(MemossError) -> Status {
        var status = Status()
        guard try git.isInRepository() else { return status }
        status.repository = try git.line(["rev-parse", "--show-toplevel"])
        let places = try ["x.md", TagRegistry.fileName] + directoriesWithAttributes().map { "\($0)/x.md" }
        let input = Array(places.joined(separator: "\0").utf8)
        // PATH, `merge` and the value.
        let parts = try git.data(["check-attr", "--stdin", "-z", "merge"], input: input).split(separator: 0)
        let values = stride(from: 2, to: parts.count, by: 3).map { String(decoding: parts[$0], as: UTF8.self) }
        status.hasAttributes = values.count == places.count && values.allSatisfy { $0 == Self.driverName }
        let known = try lines(at: "\(root)/\(Self.attributesName)")
        if Self.attributes.allSatisfy(known.contains) {
            for (path, value) in zip(places, values) where value != Self.driverName {
                status.overrides.append(Override(path: path, value: value, line: try lineThatWins(for: path)))
            }
        }
        status.driver = try driver()
        return status
    }

    // MARK: Settings

    /// Runs `git config` on a copy of the settings and replaces the file by it: git itself does not sync the file, so a power
    /// failure could leave it empty.
    ///
    /// - Parameter commands: the arguments after the scope.
    func configure(_ commands: [[String]], isGlobal: Bool) throws(MemossError) {
        let own = ["rev-parse", "--path-format=absolute", "--git-path", "config"]
        let path = isGlobal ? Self.globalPath() : try git.line(own)
        let directory = try Environment.scratchDirectory()
        let before = try naming(path, try Directory.contents(of: path))
        let copy = try directory.file("config", before?.bytes ?? [])
        for command in commands {
            let output = try git.run(["config", "--file", copy] + command)
            guard output.status == 0 else { throw MemossError(.failure, "git config: \(output.text)") }
        }
        let bytes = try naming(copy, try Directory.contents(of: copy))?.bytes ?? []
        let isWritten = try naming(path, try Directory.replaceFile(path, before, by: bytes))
        guard isWritten else { throw MemossError(.failure, "another program changed \(path); run the command again") }
    }

    /// The file that `git config --global` changes.
    private static func globalPath() -> String {
        if let path = Environment.value("GIT_CONFIG_GLOBAL") { return path }
        let usual = Environment.expandingHome("~/.gitconfig")
        let other = Environment.gitConfigurationPath
        let isThere = { (path: String) in (try? Directory.isTaken(path)) == true }
        return if let other, !isThere(usual), isThere(other) { other } else { usual }
    }

    // MARK: Overrides

    /// Files for which other attributes override those of `mm`.
    struct Override {
        /// `tags.yaml`, or `x.md` in a directory for its reminders.
        let path: String
        let value: String
        /// The line that probably takes precedence, with its file.
        let line: String?

        var message: String {
            let name = FilePath.name(of: path)
            let files =
                name == path ? (path == TagRegistry.fileName ? path : "reminders") : "reminders in \(path.dropLast(5))"
            let how = value == "unspecified" || value == "unset" ? "without a driver" : "with '\(value)'"
            return "git still merges \(files) \(how): another line takes precedence" + (line.map { ": \($0)" } ?? "")
        }
    }

    /// The directories below the root that have a `.gitattributes` file.
    private func directoriesWithAttributes() throws(MemossError) -> [String] {
        let name = Self.attributesName
        let options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":(glob)**/\(name)"]
        let paths = try git.data(options).split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }
        let directories = Set(paths).subtracting([name]).map { String($0.dropLast(name.count + 1)) }
        return directories.filter { !$0.hasPrefix(".") && !$0.contains("/.") }.sorted()
    }

    /// Git looks in `info/attributes` first, then in the file's directory, then in its parents. Within one attributes
    /// file, the last matching line wins.
    private func lineThatWins(for path: String) throws(MemossError) -> String? {
        let found = try git.run(["rev-parse", "--git-path", "info/attributes"], capturesErrors: false).text
        let info = found.hasPrefix("/") ? found : "\(root)/\(found)"
        var places = [(".git/info/attributes", info)]
        var directory = path
        while !directory.isEmpty {
            directory = FilePath.parent(of: directory)
            let file = directory.isEmpty ? Self.attributesName : "\(directory)/\(Self.attributesName)"
            places.append((file, "\(root)/\(file)"))
        }
        for (name, place) in places {
            let line = try lines(at: place).last { line in
                let words = line.split { $0 == " " || $0 == "\t" }.dropFirst()
                let isOther = !line.hasPrefix("#") && !Self.attributes.contains(line)
                return isOther && words.contains { $0 == "binary" || $0.drop { "-!".contains($0) }.hasPrefix("merge") }
            }
            if let line { return "'\(line)' in \(name)" }
        }
        return nil
    }

    /// The lines of an attributes file; none if it does not exist.
    private func lines(at path: String) throws(MemossError) -> [String] {
        Self.lines(of: try naming(try Directory.contents(of: path))?.bytes ?? [])
    }

    private func driver() throws(MemossError) -> String? {
        let found = try git.run(["config", "--get", "merge.\(Self.driverName).driver"], capturesErrors: false)
        return found.status == 0 ? found.text : nil
    }

    /// The problems that `mm check` reports about it.
    var problems: [Problem] {
        guard let bytes = try? FileContents.read("\(root)/\(Self.attributesName)", limit: 1 << 20).bytes,
            Self.lines(of: bytes).contains(where: { Self.attributes.contains($0) })
        else { return [] }
        let message: String
        do throws(MemossError) {
            guard try git.isInRepository(), try driver() == nil else { return [] }
            message =
                "this clone has no merge driver '\(Self.driverName)', so git merges line by line: run mm git install"
        } catch {
            message = "git does not say whether this clone has the merge driver '\(Self.driverName)': \(error.message)"
        }
        return [Problem(path: Self.attributesName, id: .missingMergeDriver, message: message)]
    }

    // MARK: Attributes

    /// The lines without surrounding blanks.
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
