import CLibrary

/// Restores the terminal if the process crashes, when no `defer` runs. Then the signal takes its usual effect.
///
/// The handler may run at any point, even with a corrupt heap or a full stack. So it only makes system calls, with
/// memory reserved beforehand.
enum CrashGuard {
    /// The data for the handler. It is never freed.
    private struct State {
        var isArmed = false
        var output: Int32 = -1
        var settings = termios()
        /// The bytes that restore the terminal.
        var bytes: UnsafePointer<UInt8>?
        var count = 0
    }

    private nonisolated(unsafe) static let state = {
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(to: State())
        return state
    }()
    /// The previous action of each signal, by number.
    private nonisolated(unsafe) static let usual = {
        let usual = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        usual.initialize(repeating: sigaction(), count: 65)
        return usual
    }()

    /// The signals of a crash, and others that end a process without being a request to end.
    private static let signals = [
        SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
    ]

    /// - Parameters:
    ///   - settings: the original settings of the terminal.
    ///   - bytes: the bytes to write to `output`.
    static func arm(_ settings: termios, _ output: Int32, _ bytes: [UInt8]) {
        if let old = state.pointee.bytes {
            disarm()
            old.deallocate()
        } else {
            install()
        }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        copy.initialize(from: bytes, count: bytes.count)
        state.pointee = State(isArmed: true, output: output, settings: settings, bytes: copy, count: bytes.count)
    }

    /// To be called once the terminal is restored.
    static func disarm() { state.pointee.isArmed = false }

    private static func install() {
        useAlternateStack()
        for signal in signals {
            guard !isIgnored(signal) else { continue }
            var action = signalAction { CrashGuard.handle($0) }
            _ = sigaction(signal, &action, usual + Int(signal))
        }
    }

    /// A stack overflow leaves no room for the handler. The Swift runtime may have set up an alternate stack already.
    private static func useAlternateStack() {
        var old = stack_t()
        guard sigaltstack(nil, &old) == 0, old.ss_flags & Int32(SS_DISABLE) != 0 else { return }
        let size = 1 << 16
        var new = stack_t()
        new.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        new.ss_size = size
        _ = sigaltstack(&new, nil)
    }

    private static func handle(_ signal: Int32) {
        if state.pointee.isArmed {
            state.pointee.isArmed = false
            _ = write(state.pointee.output, state.pointee.bytes, state.pointee.count)
            _ = tcsetattr(0, TCSANOW, &state.pointee.settings)
        }
        // The signal is blocked until the handler returns. Then it takes its usual effect where the fault occurred.
        _ = sigaction(signal, usual + Int(signal), nil)
        _ = raise(signal)
    }
}
