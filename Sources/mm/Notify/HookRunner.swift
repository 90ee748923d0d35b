import CLibrary
import MemossFiles

/// Runs the user's `notify_command`, a shell command, once for each event, with JSON on its standard input. Those of one
/// reminder run one after another, in order; those of different ones at the same time.
struct HookRunner {
    private struct Job {
        var command: String
        var input: [UInt8]
        var keys: [String]
        /// The id of the reminder; nil for a summary.
        var subject: String?
    }
    private struct Running {
        var keys: [String]
        var subject: String?
        var deadline: Int64
    }

    /// Nil if no command is configured.
    var command: String?
    /// The directory for the input files, which are unlinked before they are used.
    let directory: String
    private var waiting: [Job] = []
    private var running: [pid_t: Running] = [:]

    private static let timeout: Int64 = 30_000
    private static let maximumRunning = 4

    init(_ command: String?, directory: String) { (self.command, self.directory) = (command, directory) }

    var isIdle: Bool { waiting.isEmpty && running.isEmpty }
    /// When the first running command times out.
    var deadline: Int64? { running.values.map(\.deadline).min() }

    /// - Parameter subject: the id of the reminder; nil for a summary.
    /// - Returns: false if there is no command.
    mutating func add(_ input: [UInt8], keys: [String], of subject: String?) -> Bool {
        guard let command else { return false }
        waiting.append(Job(command: command, input: input, keys: keys, subject: subject))
        return true
    }

    /// Starts waiting commands, kills those that have timed out, and collects those that have finished.
    ///
    /// - Parameter isOver: whether a delivery need not be reported any more.
    /// - Returns: the keys of the commands that have succeeded, and of those that have failed; those of the commands that were
    ///   dropped because all that they would report is over; and messages about failures.
    mutating func advance(
        at uptime: Int64,
        isOver: (String) -> Bool = { _ in false }
    ) -> (keys: [String], failed: [String], dropped: [String], messages: [String]) {
        var (keys, failed): ([String], [String]) = ([], [])
        var messages: [String] = []
        for (child, job) in running {
            var status: Int32 = 0
            let found = waitpid(child, &status, WNOHANG)
            // Do not kill a process that is no longer our child, because its id may have been reused.
            let isOver = found == child || found < 0 && errno == ECHILD
            if !isOver, uptime < job.deadline { continue }
            let failure: String?
            // This kills the whole process group.
            if !isOver {
                kill(-child, SIGKILL)
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                failure = "took more than \(Self.timeout / 1_000) seconds and was killed"
            } else if status & 0x7F != 0 {
                failure = "was killed by signal \(status & 0x7F)"
            } else if status >> 8 & 0xFF != 0 {
                failure = "failed with status \(status >> 8 & 0xFF)"
            } else {
                failure = nil
            }
            running[child] = nil
            if let failure {
                messages.append("notify_command \(failure)")
                failed += job.keys
            } else {
                keys += job.keys
            }
        }
        // What was completed while the command waited for its turn.
        let over = waiting.indices.filter { !waiting[$0].keys.isEmpty && waiting[$0].keys.allSatisfy(isOver) }
        let dropped = over.flatMap { waiting[$0].keys }
        for index in over.reversed() { waiting.remove(at: index) }
        while running.count < Self.maximumRunning, let index = nextIndex {
            let job = waiting.remove(at: index)
            do throws(ShellCommand.Failure) {
                let child = try start(job.command, job.input)
                running[child] = Running(keys: job.keys, subject: job.subject, deadline: uptime + Self.timeout)
            } catch {
                messages.append("notify_command cannot be run: \(error.reason)")
                failed += job.keys
            }
        }
        return (keys, failed, dropped, messages)
    }

    /// The first waiting command whose reminder has none running.
    private var nextIndex: Int? {
        let busy = Set(running.values.compactMap(\.subject))
        return waiting.firstIndex { job in job.subject.map { !busy.contains($0) } ?? true }
    }

    /// Terminates the running commands.
    mutating func terminate() {
        for child in running.keys { kill(-child, SIGTERM) }
        running = [:]
    }

    // MARK: Starting

    /// A file rather than a pipe, so that a command that does not read its input never blocks us.
    private func file(containing input: [UInt8]) throws(ShellCommand.Failure) -> Int32 {
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
        let file = try file(containing: input)
        defer { close(file) }
        // The command's output goes to the log: standard output is reserved for the bell.
        return try ShellCommand(words: [command], streams: [(file, 0), (2, 1)], isDetached: true).start()
    }
}
