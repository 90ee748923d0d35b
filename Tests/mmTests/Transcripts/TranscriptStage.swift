import CLibrary

/// Runs transcripts in a temporary home directory with the folder `reminders`.
struct TranscriptStage: ~Copyable {
    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/")

    private let home: String
    private let shell: ChildShell

    private init(home: String) {
        self.home = home
        shell = ChildShell(directory: home + "/reminders", environment: Self.environment(home))
    }

    /// - Parameter fixture: a directory in `fixtures/`, or `empty`.
    static func with(_ fixture: String) throws -> TranscriptStage {
        let stage = TranscriptStage(home: try temporaryDirectory())
        let source = fixture == "empty" ? nil : "\(root)/fixtures/\(fixture)"
        let made = try ChildShell(directory: stage.home, environment: environment(stage.home)).run(
            source.map { "cp -R '\($0)' reminders" } ?? "mkdir reminders"
        )
        guard made.status == 0 else {
            throw ChildShell.Failure(description: String(decoding: made.output, as: UTF8.self))
        }
        return stage
    }

    private static func temporaryDirectory() throws -> String {
        var template = Array("/tmp/mm-transcript-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil, let real = realpath(template, nil) else {
            throw ChildShell.Failure(description: "mkdtemp: \(errno)")
        }
        defer { free(real) }
        return String(cString: real)
    }

    deinit {
        _ = try? ChildShell(directory: "/", environment: Self.environment(home)).run("rm -rf '\(home)'")
    }

    /// The lines that the command prints, followed by its status if it is not 0. The home directory is replaced by `~`.
    func run(_ command: String) throws -> [String] {
        let result = try shell.run(command)
        var text = String(decoding: Self.replacing(Array(home.utf8), in: result.output), as: UTF8.self)
        let isComplete = text.isEmpty || text.utf8.last == 0x0A
        if isComplete { text = String(text.unicodeScalars.dropLast()) }
        var lines = text.isEmpty && result.output.isEmpty ? [] : Self.lines(text)
        if !isComplete { lines.append("[no newline]") }
        if result.isTimedOut { lines.append("[ended after \(shell.seconds) seconds]") }
        if result.status != 0 { lines.append("[exit \(result.status)]") }
        return lines
    }

    /// The output of the command on a terminal, and its status. `seconds` is a time limit.
    func runOnTerminal(_ command: String, seconds: Int = 600) throws -> ChildShell.Result {
        var shell = shell
        (shell.isOnTerminal, shell.seconds) = (true, seconds)
        return try shell.run(command)
    }

    /// Whether the machine meets a requirement of a transcript.
    static func has(_ need: String) -> Bool {
        switch need {
        case "linux":
            #if os(Linux)
                return true
            #else
                return false
            #endif
        case "nonroot": return geteuid() != 0
        default:
            let shell = ChildShell(directory: "/", environment: environment("/"))
            return (try? shell.run("command -v \(need) >/dev/null"))?.status == 0
        }
    }

    /// Of the user's environment, only the search path for programs is kept.
    private static func environment(_ home: String) -> [String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return [
            "PATH=\(programs):\(path)", "HOME=\(home)", "PWD=\(home)/reminders", "TZ=Europe/Paris",
            "MM_NOW=2026-11-21T08:00", "TERM=dumb", "LC_ALL=C.UTF-8", "GIT_CONFIG_NOSYSTEM=1",
            "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=A",
            "GIT_COMMITTER_EMAIL=a@example.org",
            // Never use the desktop of the person who runs the tests.
            "DBUS_SESSION_BUS_ADDRESS=disabled:",
        ]
    }

    // MARK: The executable

    /// The directory of the `mm` built with these tests: that of the test bundle, or a parent if the bundle is a
    /// directory.
    static let programs: String = {
        var place = testBundle.split(separator: "/").map(String.init)
        while !place.isEmpty {
            place.removeLast()
            let directory = "/" + place.joined(separator: "/")
            if access(directory + "/mm", X_OK) == 0, isRegular(directory + "/mm") { return directory }
        }
        return "/mm-was-not-built"
    }()

    private static var testBundle: String {
        #if os(Linux)
            let image = "/proc/self/exe"
        #else
            var info = Dl_info()
            guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else { return "" }
            let image = String(cString: name)
        #endif
        guard let real = realpath(image, nil) else { return "" }
        defer { free(real) }
        return String(cString: real)
    }

    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    // MARK: Text

    /// Splits only at LF: CR LF is one character to `String`.
    private static func lines(_ text: String) -> [String] {
        Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func replacing(_ sought: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let first = rest.firstIndex(of: sought[0]) {
            result += rest[..<first]
            if rest[first...].starts(with: sought) {
                result.append(UInt8(ascii: "~"))
                rest = rest[(first + sought.count)...]
            } else {
                result.append(sought[0])
                rest = rest[(first + 1)...]
            }
        }
        return result + rest
    }
}
