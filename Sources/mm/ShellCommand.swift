import CLibrary

/// A user's shell command, run as a child process.
struct ShellCommand {
    /// The command line, followed by the values of `$0`, `$1` and so on.
    var words: [String]
    /// Descriptors to duplicate for the child, with their numbers in the child.
    var streams: [(parent: Int32, child: Int32)] = []
    /// Signals that are ignored here and must have their default action in the child.
    var defaultSignals: [Int32] = [SIGPIPE]
    /// Whether the child gets a process group of its own and an empty signal mask.
    var isDetached = false

    struct Failure: Error {
        var reason: String
        init(_ code: Int32) { reason = String(cString: strerror(code)) }
    }

    func start() throws(Failure) -> pid_t {
        var actions = emptySpawnActions()
        var attributes = emptySpawnAttributes()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (parent, child) in streams { posix_spawn_file_actions_adddup2(&actions, parent, child) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var set = sigset_t()
        sigemptyset(&set)
        var flags = POSIX_SPAWN_SETSIGDEF
        if isDetached {
            posix_spawnattr_setsigmask(&attributes, &set)
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
        }
        for signal in defaultSignals { sigaddset(&set, signal) }
        posix_spawnattr_setsigdefault(&attributes, &set)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var argv: [UnsafeMutablePointer<CChar>?] = (["/bin/sh", "-c"] + words).map { strdup($0) } + [nil]
        defer { for word in argv { free(word) } }
        var child: pid_t = 0
        let error = posix_spawn(&child, "/bin/sh", &actions, &attributes, &argv, environ)
        guard error == 0 else { throw Failure(error) }
        return child
    }
}

/// Two connected descriptors that children do not inherit.
struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws(ShellCommand.Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ShellCommand.Failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    func close() {
        _ = CLibrary.close(reading)
        _ = CLibrary.close(writing)
    }
}
