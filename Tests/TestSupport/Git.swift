import CLibrary

/// Runs the real `git` in a temporary directory.
package struct Git: ~Copyable {
    package let directory: String

    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    package init() throws {
        var template = Array("/tmp/memoss-test-git-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp: \(errno)") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        _ = try? Git.run(["rm", "-rf", directory])
    }

    package func write(_ bytes: [UInt8], to name: [UInt8]) throws {
        let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0 else { throw Failure(description: "open: \(errno)") }
        defer { close(file) }
        var at = 0
        while at < bytes.count {
            let count = bytes.withUnsafeBytes { Git.write(file, $0.baseAddress, at, bytes.count - at) }
            guard count > 0 else { throw Failure(description: "write: \(errno)") }
            at += count
        }
    }

    /// Nil if there is no such file.
    package func read(_ name: [UInt8]) -> [UInt8]? {
        let file = open(path(name), O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { Git.read(file, $0.baseAddress, $0.count) }
            if count <= 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// The output of `git apply`, which is empty on success. The patch is read from a file beside the others.
    package func apply(_ patch: [UInt8], _ options: String...) throws -> String {
        try write(patch, to: Array("the.patch".utf8))
        let command = ["git", "-C", directory, "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn"]
        let status = try Git.run(command + options + ["the.patch"], output: directory + "/output")
        let said = String(decoding: read(Array("output".utf8)) ?? [], as: UTF8.self)
        return status == 0 ? said : "exit \(status): \(said)"
    }

    /// The result of `git merge-file`, including conflicts.
    package func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ options: [String]) throws -> [UInt8] {
        for (name, bytes) in [("base", base), ("ours", ours), ("theirs", theirs)] {
            try write(bytes, to: Array(name.utf8))
        }
        let labels = ["-L", "ours", "-L", "base", "-L", "theirs"]
        let command = ["git", "-C", directory, "-c", "core.autocrlf=false", "merge-file", "-p"]
        let status = try Git.run(
            command + labels + options + ["ours", "base", "theirs"],
            output: directory + "/output"
        )
        guard status < 128 else { throw Failure(description: "git merge-file: \(status)") }
        return read(Array("output".utf8)) ?? []
    }

    private func path(_ name: [UInt8]) -> [CChar] {
        (Array(directory.utf8) + [0x2F] + name + [0]).map { CChar(bitPattern: $0) }
    }

    private static func write(_ file: Int32, _ base: UnsafeRawPointer?, _ at: Int, _ count: Int) -> Int {
        guard let base else { return 0 }
        return CLibrary.write(file, base + at, count)
    }

    private static func read(_ file: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        return CLibrary.read(file, base, count)
    }

    /// Runs a command and returns its exit status. Its output goes to a file; the user's git configuration is ignored.
    @discardableResult
    private static func run(_ arguments: [String], output: String = "/dev/null") throws -> Int32 {
        var actions = emptySpawnActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)

        var path = "PATH=/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"
        if let given = getenv("PATH") { path = "PATH=" + String(cString: given) }
        let environment = [path, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C"]
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for string in argv + envp { free(string) } }
        var child: pid_t = 0
        let spawned = posix_spawnp(&child, arguments[0], &actions, nil, &argv, &envp)
        guard spawned == 0 else { throw Failure(description: "\(arguments[0]): \(spawned)") }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
