import CLibrary

enum StandardStreams {
    /// Started without them, `mm` would write what it says into the first file that it opens.
    static func fill() {
        var file = open("/dev/null", O_RDWR)
        while (0...2).contains(file) { file = open("/dev/null", O_RDWR) }
        if file > 2 { close(file) }
    }
}

/// Signals that come in between other events, where one thread waits for all of them.
struct SignalSource {
    /// What `poll` waits on; -1 where the system has no such thing, and signals are looked for now and then.
    let descriptor: Int32
    private var waited = sigset_t()

    enum Happening {
        case end, childEnded
    }

    /// From here on these signals interrupt nothing.
    init() {
        sigemptyset(&waited)
        // Where the parent ignored it, children would be gone before they are asked for.
        signal(SIGCHLD, SIG_DFL)
        sigaddset(&waited, SIGCHLD)
        // A blocked signal is kept though it is ignored, and `nohup` means what it says.
        for signal in [SIGTERM, SIGINT, SIGHUP] where !Self.isIgnored(signal) { sigaddset(&waited, signal) }
        sigprocmask(SIG_BLOCK, &waited, nil)
        #if os(Linux)
            descriptor = signalfd(-1, &waited, 0x80000 | 0x800)
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

    func take() -> [Happening] {
        var found: [Happening] = []
        #if os(Linux)
            // The kernel's `signalfd_siginfo` has 128 bytes, of which the first four are the signal.
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

/// Wakes at a time on the wall's clock, and when that clock is set.
struct WallTimer {
    let descriptor: Int32

    init() {
        #if os(Linux)
            descriptor = timerfd_create(CLOCK_REALTIME, 0x80000 | 0x800)
        #else
            descriptor = -1
        #endif
    }

    /// - Parameter seconds: since 1970; a time that has passed wakes at once.
    func arm(at seconds: Int64) {
        #if os(Linux)
            var time = itimerspec()
            // All zero would disarm it.
            time.it_value = timespec(tv_sec: Int(max(0, seconds)), tv_nsec: seconds <= 0 ? 1 : 0)
            // TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET.
            _ = timerfd_settime(descriptor, 1 | 2, &time, nil)
        #endif
    }

    /// Whether it has woken: at its time, or because the clock was set.
    func take() -> Bool {
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
    // Glibc's module for Swift leaves these headers out.
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
