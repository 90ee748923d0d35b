import CLibrary

enum StandardStreams {
    /// Without them, the first file that `mm` opens would receive its output or its messages.
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
        for signal in [SIGTERM, SIGINT, SIGHUP] where !Self.isIgnored(signal) { sigaddset(&mask, signal) }
        sigprocmask(SIG_BLOCK, &mask, nil)
        #if os(Linux)
            descriptor = signalfd(-1, &mask, 0x80000 | 0x800)
        #else
            descriptor = -1
        #endif
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        #if os(Linux)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == 1  // SIG_IGN
    }

    func pendingEvents() -> [Event] {
        var found: [Event] = []
        #if os(Linux)
            // The kernel's `signalfd_siginfo` has 128 bytes. The first four are the signal number.
            var information = [UInt32](repeating: 0, count: 32)
            while information.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) == 128 {
                found.append(information[0] == UInt32(SIGCHLD) ? .childEnded : .end)
            }
        #else
            var pending = sigset_t()
            sigpending(&pending)
            for signal in [SIGTERM, SIGINT, SIGHUP] where sigismember(&pending, signal) == 1 { found.append(.end) }
            if sigismember(&pending, SIGCHLD) == 1 {
                var children = sigset_t()
                sigemptyset(&children)
                sigaddset(&children, SIGCHLD)
                var taken: Int32 = 0
                sigwait(&children, &taken)
                found.append(.childEnded)
            }
        #endif
        return found
    }
}

/// Fires at a time on the wall clock, and when that clock is set.
struct WallTimer {
    let descriptor: Int32

    init() {
        #if os(Linux)
            descriptor = timerfd_create(CLOCK_REALTIME, 0x80000 | 0x800)
        #else
            descriptor = -1
        #endif
    }

    /// - Parameter seconds: since 1970. A time in the past fires at once.
    func arm(at seconds: Int64) {
        #if os(Linux)
            var time = itimerspec()
            // All zero would disarm it.
            time.it_value = timespec(tv_sec: Int(max(0, seconds)), tv_nsec: seconds <= 0 ? 1 : 0)
            // TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET.
            _ = timerfd_settime(descriptor, 1 | 2, &time, nil)
        #endif
    }

    /// Whether the timer has fired or the clock was set.
    func hasFired() -> Bool {
        #if os(Linux)
            var count: UInt64 = 0
            let taken = withUnsafeMutableBytes(of: &count) { read(descriptor, $0.baseAddress, $0.count) }
            return taken > 0 || errno == ECANCELED
        #else
            return true
        #endif
    }
}

#if os(Linux)
    // Glibc's Swift module does not include these headers.
    @_silgen_name("signalfd")
    private func signalfd(_ descriptor: Int32, _ mask: UnsafePointer<sigset_t>, _ flags: Int32) -> Int32
    @_silgen_name("timerfd_create")
    private func timerfd_create(_ clock: Int32, _ flags: Int32) -> Int32
    @_silgen_name("timerfd_settime")
    private func timerfd_settime(
        _ descriptor: Int32,
        _ flags: Int32,
        _ new: UnsafePointer<itimerspec>,
        _ old: UnsafeMutablePointer<itimerspec>?
    ) -> Int32
#endif
