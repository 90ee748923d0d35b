import CLibrary
import MemossFiles

/// Runs the user's `git` in a directory.
struct GitProgram {
    let directory: String

    struct Output {
        var status: Int32
        /// The output, including standard error if that was captured.
        var bytes: [UInt8]

        /// The output without the final line break.
        var text: String {
            let end = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
            return String(decoding: end, as: UTF8.self)
        }
    }

    /// The status that shells use for a program that is not found.
    private static let notFound: Int32 = 127

    /// Variables that a hook or shell working on another repository may have set. They are cleared, because the folder
    /// determines the repository.
    private static let foreign =
        "GIT_DIR GIT_WORK_TREE GIT_IMPLICIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY "
        + "GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_PREFIX GIT_NAMESPACE GIT_SHALLOW_FILE GIT_GRAFT_FILE"

    /// - Parameters:
    ///   - input: what git reads from standard input.
    ///   - capturesErrors: whether the output includes what git prints to standard error, which is otherwise discarded.
    /// - Throws: a `MemossError` if git cannot be run.
    func run(
        _ arguments: [String],
        input: [UInt8] = [],
        capturesErrors: Bool = true
    ) throws(MemossError) -> Output {
        let output = try execute(arguments, input: input, capturesErrors: capturesErrors)
        guard output.status != Self.notFound else { throw Self.failure("it was not found") }
        return output
    }

    /// Like `run`, but with the status `notFound` if git is not installed.
    private func execute(
        _ arguments: [String],
        input: [UInt8] = [],
        capturesErrors: Bool = true
    ) throws(MemossError) -> Output {
        let output = try Pipe()
        let source = input.isEmpty ? nil : try Pipe()
        defer { close(output.reading) }
        var streams: [(parent: Int32, child: Int32)] = [(output.writing, 1)]
        if let source { streams.append((source.reading, 0)) }
        let errors = capturesErrors ? "2>&1" : "2>/dev/null"
        let shell = ShellCommand(
            words: [
                "unset \(Self.foreign); LC_ALL=C exec git \"$@\" \(source == nil ? "</dev/null" : "") \(errors)",
                "git", "-C", directory,
            ] + arguments,
            streams: streams
        )
        let child: pid_t
        do throws(ShellCommand.Failure) {
            defer {
                close(output.writing)
                if let source { close(source.reading) }
            }
            child = try shell.start()
        } catch {
            throw Self.failure(error.reason)
        }
        let bytes = output.transfer(input, to: source)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            if errno != EINTR { throw Self.failure(String(cString: strerror(errno))) }
        }
        guard status & 0x7F == 0 else { throw Self.failure("it was killed by signal \(status & 0x7F)") }
        return Output(status: status >> 8 & 0xFF, bytes: bytes)
    }

    /// The standard output of a command that has to succeed.
    ///
    /// - Throws: a `MemossError` with git's own message if it fails.
    func data(_ arguments: [String], input: [UInt8] = []) throws(MemossError) -> [UInt8] {
        let output = try run(arguments, input: input, capturesErrors: false)
        guard output.status != 0 else { return output.bytes }
        let said = try run(arguments, input: input).text
        let line = said.split(separator: "\n").last { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") }
        throw Self.failed(arguments, line.map { String($0.dropFirst(7)) } ?? "status \(output.status)")
    }

    /// The output of a command that prints a single line.
    func line(_ arguments: [String]) throws(MemossError) -> String {
        Output(status: 0, bytes: try data(arguments)).text
    }

    /// Whether the directory is in a repository; false if git is not installed.
    ///
    /// - Throws: a `MemossError` with git's own message if the repository cannot be used.
    func isInRepository() throws(MemossError) -> Bool {
        let arguments = ["rev-parse", "--git-dir"]
        let output = try execute(arguments)
        // A path may follow instead, which refers to a repository that no longer exists.
        guard output.status != 0, output.status != Self.notFound, !output.text.contains("not a git repository (or any ")
        else { return output.status == 0 }
        _ = try data(arguments)
        return true
    }

    /// Whether the current branch has a commit.
    func hasCommits() throws(MemossError) -> Bool {
        let output = try run(["rev-parse", "--verify", "--quiet", "HEAD"])
        guard output.status > 1 else { return output.status == 0 }
        throw Self.failed(["rev-parse"], output.text)
    }

    static func failed(_ arguments: [String], _ reason: String) -> MemossError {
        let name = arguments.drop { $0.hasPrefix("-") || $0.contains("=") }.first ?? ""
        return MemossError(.failure, "git \(name): \(reason)", hints: reason.contains(lockExists) ? [lockHint] : [])
    }

    /// What git says of a lock that another git holds, or that one left behind.
    static let lockExists = ".lock': File exists"
    static let lockHint = "if no other git is running, one was interrupted: delete that file, and run mm again"

    private static func failure(_ reason: String) -> MemossError {
        MemossError(.failure, "cannot run git: \(reason)")
    }
}

/// Two connected descriptors that children do not inherit.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws(MemossError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw MemossError(.failure, "cannot run git: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Reads from this pipe and writes the input to the other at the same time. Otherwise a program that prints before
    /// it has read everything would deadlock.
    func transfer(_ input: [UInt8], to source: Pipe?) -> [UInt8] {
        var rest = input[...]
        if let source { _ = fcntl(source.writing, F_SETFL, O_NONBLOCK) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var isOpen = source != nil
        while true {
            var waited = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
            if isOpen, let source { waited.append(pollfd(fd: source.writing, events: Int16(POLLOUT), revents: 0)) }
            guard poll(&waited, nfds_t(waited.count), -1) >= 0 || errno == EINTR else { return bytes }
            if isOpen, let source, waited.last?.revents != 0 {
                let count = rest.withUnsafeBytes { write(source.writing, $0.baseAddress, $0.count) }
                rest = rest.dropFirst(max(0, count))
                if rest.isEmpty || count < 0 && errno != EAGAIN && errno != EINTR {
                    close(source.writing)
                    isOpen = false
                }
            }
            guard waited[0].revents != 0 else { continue }
            let count = chunk.withUnsafeMutableBytes { read(reading, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return bytes }
            bytes += chunk[..<count]
        }
    }
}
