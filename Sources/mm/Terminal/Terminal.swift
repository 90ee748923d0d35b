import CLibrary

/// The terminal of the process in raw mode. It reports keys and takes bytes.
///
/// Signals that would end or stop the process are events here, so that the terminal is always restored first.
struct Terminal {
    enum Event: Hashable, Sendable {
        case keys([Key])
        /// The size has changed, or the process was stopped and continued. The terminal may show anything.
        case resized
        /// A signal that ends the process, or the end of the input, which counts as `SIGHUP`.
        case ended(signal: Int32)
        /// The time is up.
        case timeout
        /// The other descriptor is readable.
        case readable
    }

    /// The descriptor to write to, because a shell may capture standard output.
    let output: Int32
    private let signals: SignalSource
    private let original: termios
    /// The bytes to write if the process crashes. In all other cases, the owner of the terminal writes them.
    private let restoration: [UInt8]
    private var decoder = KeyDecoder()

    /// - Returns: nil if standard input or `output` is not a terminal.
    init?(output: Int32, restoration: [UInt8]) {
        var settings = termios()
        guard Environment.isTerminal(output), tcgetattr(0, &settings) == 0 else { return nil }
        (self.output, self.restoration) = (output, restoration)
        original = settings
        signals = SignalSource(Self.ending + [SIGWINCH, SIGTSTP, SIGCONT])
        enterRawMode()
    }

    /// Restores the usual effect of signals.
    func close() {
        restore()
        signals.close()
    }

    private static let ending = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2]

    private func enterRawMode() {
        CrashGuard.arm(original, output, restoration)
        var raw = original
        cfmakeraw(&raw)
        tcsetattr(0, TCSADRAIN, &raw)
    }

    private func restore() {
        var settings = original
        // Reports of the mouse that are under way would land at the prompt. Without one, what was typed ahead is kept.
        if !decoder.hasMouse { dropFirstReports() }
        tcsetattr(0, decoder.hasMouse ? TCSAFLUSH : TCSADRAIN, &settings)
        CrashGuard.disarm()
    }

    /// Drops the first reports of the mouse, which have arrived with the last key. A terminal cannot be read without
    /// taking what is typed ahead, which is put back where the system allows that.
    private func dropFirstReports() {
        let count = Int(waitingBytes)
        guard count >= KeyDecoder.shortestMouseReport, Self.canPutBack else { return }
        var input = [UInt8](repeating: 0, count: count)
        input.removeLast(count - max(0, read(0, &input, count)))
        for var byte in KeyDecoder.withoutMouse(input) { _ = ioctl(0, UInt(TIOCSTI), &byte) }
    }

    /// Whether input can be put back: Linux may forbid it since version 6.2.
    private static var canPutBack: Bool {
        let descriptor = open("/proc/sys/dev/tty/legacy_tiocsti", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { _ = CLibrary.close(descriptor) }
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 && byte != UInt8(ascii: "0")
    }

    /// Runs another program on the terminal, such as an editor.
    func lend<Result, Failure: Error>(to body: () throws(Failure) -> Result) throws(Failure) -> Result {
        restore()
        signals.unblock()
        defer {
            signals.block()
            enterRawMode()
        }
        return try body()
    }

    /// Stops the process and its job, as Ctrl-Z does, and returns when it is continued.
    func suspend() {
        lend { () throws(Never) in _ = kill(0, SIGTSTP) }
    }

    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { CLibrary.write(output, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }

    /// Whether a key is waiting to be read.
    var hasInput: Bool { waitingBytes > 0 }

    /// Whether a key arrives within this time, in milliseconds.
    func hasInput(within time: Int32) -> Bool {
        var source = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&source, 1, time) > 0 && hasInput
    }

    /// Whether more than one byte is waiting to be read, as when text is pasted on a terminal that does not mark
    /// pastes. A single one may have been typed ahead.
    var hasMuchInput: Bool { waitingBytes > 1 }

    var waitingBytes: Int32 {
        var count: Int32 = 0
        return ioctl(0, UInt(FIONREAD), &count) == 0 ? count : 0
    }

    /// The keys of the next byte, which must be waiting; none in the middle of one.
    mutating func nextKeys() -> [Key] { if case .keys(let keys)? = readKeys() { keys } else { [] } }

    /// Waits for the next event.
    ///
    /// - Parameters:
    ///   - timeout: in milliseconds; nil to wait without limit.
    ///   - others: other descriptors to wait for; -1 for none.
    mutating func next(timeout: Int32? = nil, others: [Int32] = []) -> Event {
        while true {
            // Without a descriptor for signals, poll for them.
            let longest: Int32 = signals.descriptor < 0 ? 100 : -1
            let wait = decoder.patience ?? timeout ?? longest
            var sources = ([0, signals.descriptor] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&sources, nfds_t(sources.count), wait)
            let arrived = signals.pending()
            // The terminal's settings may have been changed in the meantime.
            if arrived.contains(SIGCONT) { enterRawMode() }
            if let event = Self.event(of: arrived) { return event }
            if sources[0].revents != 0, let event = readKeys() { return event }
            if sources.dropFirst(2).contains(where: { $0.revents != 0 }) { return .readable }
            guard count == 0 else { continue }
            if decoder.patience != nil { return .keys(decoder.flush()) }
            if timeout != nil { return .timeout }
        }
    }

    /// The most urgent of several signals. They are reported only once, so the order determines which are lost.
    static func event(of signals: [Int32]) -> Event? {
        if let signal = signals.first(where: ending.contains) { return .ended(signal: signal) }
        if signals.contains(SIGTSTP) { return .keys([.control("z")]) }
        return signals.isEmpty ? nil : .resized
    }

    /// Reads one byte at a time, because input after the last key belongs to the shell.
    private mutating func readKeys() -> Event? {
        var byte: UInt8 = 0
        let count = read(0, &byte, 1)
        if count < 0, errno == EINTR || errno == EAGAIN { return nil }
        guard count > 0 else { return .ended(signal: SIGHUP) }
        let keys = decoder.decode([byte])
        // Discarded input is an event too, because the caller may be waiting for it before drawing.
        return keys.isEmpty && decoder.patience != nil ? nil : .keys(keys)
    }
}
