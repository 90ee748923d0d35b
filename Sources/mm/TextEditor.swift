import CLibrary
import MemossFiles

/// The user's editor, found and run as git does: a shell command that gets the path as an argument.
struct TextEditor {
    enum Failure: Error {
        case cannotRun(String)
        case notFound(String)
        case exited(Int32)
        case killed(signal: Int32)

        var reason: String {
            switch self {
            case .cannotRun(let reason): "cannot run the editor: \(reason)"
            case .notFound(let command): "the editor '\(command)' was not found"
            case .exited(let status): "the editor failed with status \(status)"
            case .killed(let signal): "the editor was killed by signal \(signal)"
            }
        }
    }

    let command: String

    init(_ command: String) { self.command = command }

    /// - Throws: a `MemossError` if no editor is set and there is no terminal for `vi`.
    static func ofUser() throws(MemossError) -> TextEditor {
        for name in ["VISUAL", "EDITOR"] {
            if let command = Environment.value(name) { return TextEditor(command) }
        }
        guard Environment.isTerminal(0), Environment.isTerminal(1) else {
            throw MemossError(
                .failure,
                "no editor: standard input or output is not a terminal, and neither VISUAL nor EDITOR is set",
                hints: ["set fields without an editor: mm edit SELECTOR --title TEXT"]
            )
        }
        return TextEditor("vi")
    }

    /// Runs the editor on a file and waits for it.
    ///
    /// - Parameter lock: a descriptor that the editor inherits, so that it still holds the lock if only `mm` is killed.
    func edit(_ path: String, holding lock: Int32?) throws(Failure) {
        // Ctrl-C and Ctrl-\ are for the editor, not for us.
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        // A duplicate does not have the close-on-exec flag.
        let inherited = lock.map { fcntl($0, F_DUPFD, 3) }
        defer { if let inherited, inherited >= 0 { close(inherited) } }
        let child = try start(path)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            if errno != EINTR { throw .cannotRun(String(cString: strerror(errno))) }
        }
        let signal = status & 0x7F
        guard signal == 0 else { throw .killed(signal: signal) }
        let code = status >> 8 & 0xFF
        // The shell's exit status for a command that is not found.
        guard code != 127 else { throw .notFound(command) }
        guard code == 0 else { throw .exited(code) }
    }

    private func start(_ path: String) throws(Failure) -> pid_t {
        let shell = ShellCommand(
            words: [command + " \"$@\"", command, path],
            defaultSignals: [SIGINT, SIGQUIT, SIGPIPE]
        )
        do throws(ShellCommand.Failure) { return try shell.start() } catch { throw .cannotRun(error.reason) }
    }
}
