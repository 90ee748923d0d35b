import CLibrary
import MemossFiles

/// Runs the user's `notify_command`, a line for the shell, once for each event, with JSON on its standard input.
struct HookRunner {
    private struct Job {
        var command: String
        var input: [UInt8]
        var keys: [String]
    }
    private struct Running {
        var keys: [String]
        var deadline: Int64
    }

    /// Nil where nothing is to be run.
    var command: String?
    /// A directory for the input, which has no name there while it is read.
    let directory: String
    private var waiting: [Job] = []
    private var running: [pid_t: Running] = [:]

    private static let limit: Int64 = 30_000
    private static let most = 4

    init(_ command: String?, directory: String) { (self.command, self.directory) = (command, directory) }

    var isIdle: Bool { waiting.isEmpty && running.isEmpty }
    /// When the first of those that run has had its time.
    var deadline: Int64? { running.values.map(\.deadline).min() }

    /// - Returns: false if there is no command.
    mutating func add(_ input: [UInt8], keys: [String]) -> Bool {
        guard let command else { return false }
        waiting.append(Job(command: command, input: input, keys: keys))
        return true
    }

    /// Starts what waits, ends what takes too long, and takes in what is done.
    ///
    /// - Returns: the keys of those that are done, however they went, and what is to be said of them.
    mutating func work(at uptime: Int64) -> (keys: [String], said: [String]) {
        var keys: [String] = []
        var said: [String] = []
        for (child, job) in running {
            var status: Int32 = 0
            let found = waitpid(child, &status, WNOHANG)
            // One that is not ours any more must not be ended either: its number may be another's.
            let isOver = found == child || found < 0 && errno == ECHILD
            if !isOver, uptime < job.deadline { continue }
            // What it has left behind goes with it.
            if !isOver {
                kill(-child, SIGKILL)
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                said.append("notify_command took more than \(Self.limit / 1_000) seconds and was killed")
            } else if status & 0x7F != 0 {
                said.append("notify_command was killed by signal \(status & 0x7F)")
            } else if status >> 8 & 0xFF != 0 {
                said.append("notify_command failed with status \(status >> 8 & 0xFF)")
            }
            running[child] = nil
            keys += job.keys
        }
        while running.count < Self.most, !waiting.isEmpty {
            let job = waiting.removeFirst()
            do throws(ShellCommand.Failure) {
                running[try start(job.command, job.input)] = Running(keys: job.keys, deadline: uptime + Self.limit)
            } catch {
                said.append("notify_command cannot be run: \(error.reason)")
                keys += job.keys
            }
        }
        return (keys, said)
    }

    /// Ends what still runs.
    mutating func end() {
        for child in running.keys { kill(-child, SIGTERM) }
        running = [:]
    }

    // MARK: Starting

    /// A file and not a pipe: a command that does not read its input is no trouble, however long that is.
    private func file(of input: [UInt8]) throws(ShellCommand.Failure) -> Int32 {
        var template = Array("\(directory)/hook-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw ShellCommand.Failure(errno) }
        unlink(template)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        var written = 0
        while written < input.count {
            let count = input[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR {
                let failure = ShellCommand.Failure(errno)
                close(file)
                throw failure
            }
            written += max(0, count)
        }
        lseek(file, 0, SEEK_SET)
        return file
    }

    private func start(_ command: String, _ input: [UInt8]) throws(ShellCommand.Failure) -> pid_t {
        let file = try file(of: input)
        defer { close(file) }
        // What it prints is for the log; standard output is the bell's.
        return try ShellCommand(words: [command], streams: [(file, 0), (2, 1)], isApart: true).start()
    }
}
