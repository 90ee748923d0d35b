import CLibrary

enum StandardStreams {
    /// Opens closed standard streams: otherwise, the first file that `mm` opens would receive its output or messages.
    static func fill() {
        var file = open("/dev/null", O_RDWR)
        while (0...2).contains(file) { file = open("/dev/null", O_RDWR) }
        if file > 2 { close(file) }
    }
}

/// Signals as events, for a loop that waits for several sources.
struct SignalSource {
    /// The descriptor for `poll`; -1 if the system has no `signalfd` and signals are polled for.
    let descriptor: Int32
    private var mask = sigset_t()

    enum Event {
        case end, childEnded
    }

    /// Blocks the signals, so that they no longer interrupt anything.
    init() {
        sigemptyset(&mask)
        // If it is ignored, as the parent may have arranged, children disappear before we can wait for them.
        signal(SIGCHLD, SIG_DFL)
        sigaddset(&mask, SIGCHLD)
        // A signal that is blocked would be delivered here even if it is ignored, which would defeat `nohup`.
        for signal in [SIGTERM, SIGINT, SIGHUP] where !isIgnored(signal) { sigaddset(&mask, signal) }
        sigprocmask(SIG_BLOCK, &mask, nil)
        descriptor = signalDescriptor(mask)
    }

    func pendingEvents() -> [Event] { pendingSignals(descriptor).map { $0 == SIGCHLD ? .childEnded : .end } }
}

/// Fires at a time on the wall clock, and when that clock is set.
struct WallTimer {
    /// The descriptor for `poll`; -1 if the system has no such timer, and the clock is looked at now and then.
    let descriptor = wallTimer()

    /// - Parameter seconds: since 1970. A time in the past fires at once.
    func arm(at seconds: Int64) { CLibrary.arm(descriptor, at: seconds) }

    /// Whether the timer has fired or the clock was set.
    func hasFired() -> Bool { CLibrary.hasFired(descriptor) }
}
