import CLibrary

enum StandardStreams {
    /// Opens closed standard streams: otherwise, the first file that `mm` opens would receive its output or messages.
    static func fill() {
        var file = open("/dev/null", O_RDWR)
        while (0...2).contains(file) { file = open("/dev/null", O_RDWR) }
        if file > 2 { close(file) }
    }
}

/// Signals as events, for a loop that waits for several sources. Blocked signals no longer interrupt anything.
struct SignalSource {
    /// The descriptor for `poll`; -1 if the system has no `signalfd` and signals are polled for.
    let descriptor: Int32
    private var mask = sigset_t()

    /// - Parameter signals: those to block. Signals that the parent ignores are not blocked: otherwise they would be
    ///   reported here, which would defeat `nohup`.
    init(_ signals: [Int32]) {
        sigemptyset(&mask)
        // If the parent ignores SIGCHLD, children disappear before we can wait for them.
        if signals.contains(SIGCHLD) { signal(SIGCHLD, SIG_DFL) }
        for signal in signals where !isIgnored(signal) { sigaddset(&mask, signal) }
        descriptor = signalDescriptor(mask)
        block()
    }

    /// The signals that have arrived.
    func pending() -> [Int32] { pendingSignals(descriptor) }

    func block() { _ = withUnsafePointer(to: mask) { sigprocmask(SIG_BLOCK, $0, nil) } }

    func unblock() { _ = withUnsafePointer(to: mask) { sigprocmask(SIG_UNBLOCK, $0, nil) } }

    func close() {
        unblock()
        if descriptor >= 0 { CLibrary.close(descriptor) }
    }
}

/// Fires at a time on the wall clock, and when that clock is set.
struct WallTimer {
    /// The descriptor for `poll`; -1 if the system has no such timer, and the clock is polled.
    let descriptor = wallTimer()

    /// - Parameter seconds: since 1970. A time in the past fires at once.
    func arm(at seconds: Int64) { CLibrary.arm(descriptor, at: seconds) }

    /// Whether the timer has fired or the clock was set.
    func hasFired() -> Bool { CLibrary.hasFired(descriptor) }
}
