import CLibrary

/// A line of the user's for the shell, run as a child.
struct ShellCommand {
    /// The line, and what are `$0`, `$1` … in it.
    var words: [String]
    /// What it gets as other descriptors than ours: ours, then its.
    var streams: [(ours: Int32, its: Int32)] = []
    /// Signals that we ignore, and it shall not.
    var signals: [Int32] = [SIGPIPE]
    /// Whether it begins a group of processes, and hears signals that we block.
    var isApart = false

    struct Failure: Error {
        var reason: String
        init(_ code: Int32) { reason = String(cString: strerror(code)) }
    }

    func start() throws(Failure) -> pid_t {
        var actions = emptySpawnActions()
        var attributes = emptySpawnAttributes()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (ours, its) in streams { posix_spawn_file_actions_adddup2(&actions, ours, its) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var set = sigset_t()
        sigemptyset(&set)
        var flags = POSIX_SPAWN_SETSIGDEF
        if isApart {
            posix_spawnattr_setsigmask(&attributes, &set)
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
        }
        for signal in signals { sigaddset(&set, signal) }
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
