import CLibrary
import Synchronization
import TestSupport

#if os(Linux)
    // Glibc hides these from Swift behind a macro.
    @_silgen_name("posix_openpt") private func posix_openpt(_ flags: Int32) -> Int32
    @_silgen_name("grantpt") private func grantpt(_ file: Int32) -> Int32
    @_silgen_name("unlockpt") private func unlockpt(_ file: Int32) -> Int32
    @_silgen_name("ptsname") private func ptsname(_ file: Int32) -> UnsafeMutablePointer<CChar>?
#endif

/// Runs a command with `/bin/sh` and reads its output while it runs.
struct ChildShell: Sendable {
    var directory: String
    var environment: [String]
    /// A limit for commands that never end, long enough for any load.
    var seconds = 600
    /// Whether standard input, output and error of the command are a terminal, on which nothing is typed.
    var isOnTerminal = false

    struct Result: Sendable {
        var output: [UInt8]
        var status: Int32
        var isTimedOut: Bool
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// No other child may start between the creation of a pipe and setting its close-on-exec flag.
    private static let starting = Mutex(())

    func run(_ command: String) throws -> Result {
        let (child, reading) = try ChildShell.starting.withLock { _ throws in
            let (reading, writing) = try isOnTerminal ? ChildShell.terminal() : ChildShell.pipe()
            defer { close(writing) }
            do {
                let place = #"cd "$1" && exec /bin/sh -c "$2""#
                return (try spawn(["/bin/sh", "-c", place, "sh", directory, command], output: writing), reading)
            } catch {
                close(reading)
                throw error
            }
        }
        defer { close(reading) }
        let (output, isTimedOut) = read(reading)
        if isTimedOut { kill(-child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        return Result(output: output, status: code, isTimedOut: isTimedOut)
    }

    /// Neither end is inherited by processes that other transcripts start.
    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        let status = CLibrary.pipe(&ends)
        guard status == 0 else { throw Failure(description: "pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Output is not translated, and a reader sees the end of the input at once.
    private static func terminal() throws -> (reading: Int32, writing: Int32) {
        let reading = posix_openpt(O_RDWR | O_NOCTTY)
        guard reading >= 0, grantpt(reading) == 0, unlockpt(reading) == 0, let name = ptsname(reading) else {
            throw Failure(description: "posix_openpt: \(errno)")
        }
        let writing = open(name, O_RDWR | O_NOCTTY)
        guard writing >= 0 else { throw Failure(description: "open: \(errno)") }
        for end in [reading, writing] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var modes = termios()
        tcgetattr(writing, &modes)
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(writing, TCSANOW, &modes)
        let ends = [UInt8](repeating: 4, count: 200)
        _ = ends.withUnsafeBytes { bytes in
            CLibrary.write(reading, bytes.baseAddress, bytes.count)
        }
        return (reading, writing)
    }

    /// In its own process group, so that all of it can be killed.
    private func spawn(_ arguments: [String], output: Int32) throws -> pid_t {
        var actions = emptySpawnActions()
        var attributes = emptySpawnAttributes()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isOnTerminal {
            posix_spawn_file_actions_adddup2(&actions, output, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)

        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for string in argv + envp { free(string) } }
        var child: pid_t = 0
        let error = posix_spawn(&child, arguments[0], &actions, &attributes, &argv, &envp)
        guard error == 0 else { throw Failure(description: "\(arguments[0]): \(String(cString: strerror(error)))") }
        return child
    }

    /// Reads until the last writer has exited or the time is over.
    private func read(_ descriptor: Int32) -> (bytes: [UInt8], isTimedOut: Bool) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let end = ChildShell.clock() + seconds
        while true {
            let left = end - ChildShell.clock()
            if left <= 0 { return (bytes, true) }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(left) * 1000)
            if ready < 0, errno == EINTR { continue }
            if ready == 0 { return (bytes, true) }
            let count = buffer.withUnsafeMutableBytes { into in
                CLibrary.read(descriptor, into.baseAddress, into.count)
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return (bytes, false) }
            bytes += buffer[..<count]
        }
    }

    private static func clock() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec)
    }
}
