import CLibrary
import Delivery
import MemossFiles

/// When `mm notify` runs `mm push` or `mm publish`, as a process of its own, so that no server delays what is due: after each change of
/// what should ring, once an hour, soon after a failure, and some minutes after something has rung, for then the buttons are pressed.
struct PhoneChild {
    /// What the phone should do.
    struct Wish {
        var digest: Int
        /// When buttons are shown there.
        var times: [Instant] = []

        init(_ values: some Hashable, times: [Instant] = []) {
            var hasher = Hasher()
            hasher.combine(values)
            (digest, self.times) = (hasher.finalize(), times)
        }
    }

    let command: String
    /// What fails if it does.
    let kind: NotifyTroubles.Kind
    /// When it runs next; nil if no server is configured.
    private(set) var due: Instant?
    private var child: pid_t?
    private var killTime: Int64 = 0
    private var started: Instant?
    private var wish: Wish?
    private var retry = RetryPause(first: Self.pause * 1_000, longest: Self.period * 1_000)

    init(_ command: String, _ kind: NotifyTroubles.Kind) { (self.command, self.kind) = (command, kind) }

    private static let period: Int64 = 3_600
    private static let pause: Int64 = 15
    /// Whoever edits is rarely finished with the first edit.
    private static let delay: Int64 = 2
    private static let looks: [Int64] = [180, 720]
    private static let timeout: Int64 = 600_000

    /// The uptime at which a process that hangs is ended.
    var deadline: Int64? { child.map { _ in killTime } }

    /// - Parameter new: nil if no server is configured.
    mutating func follow(_ new: Wish?, at now: Instant) {
        defer { wish = new }
        guard let new else { return due = nil }
        if new.digest != wish?.digest {
            due = [due, soonest(now.adding(seconds: Self.delay))].compactMap(\.self).min()
        }
    }

    private func soonest(_ instant: Instant) -> Instant {
        max(instant, started?.adding(seconds: Self.pause) ?? instant)
    }

    /// Starts it when it is due, ends it when it hangs, and sees how it ended.
    ///
    /// - Parameter options: for the command.
    /// - Returns: whether it has succeeded; nil if none has ended.
    mutating func advance(at now: Instant, uptime: Int64, options: () -> [String]) -> Bool? {
        var hasSucceeded: Bool?
        if let child {
            var status: Int32 = 0
            let found = waitpid(child, &status, WNOHANG)
            if found == child || found < 0 && errno == ECHILD {
                // If another one is running, started by hand, it does the work.
                let exit = status >> 8 & 0xFF
                hasSucceeded = found < 0 || status & 0x7F == 0 && (exit == 0 || exit == ExitStatus.busy.rawValue)
                self.child = nil
                if hasSucceeded == true {
                    retry.succeeded()
                } else {
                    retry.refused(at: uptime)
                    let pause = (retry.wait(from: uptime) ?? 0) / 1_000
                    due = [due, now.adding(seconds: pause)].compactMap(\.self).min()
                }
            } else if uptime >= killTime {
                kill(-child, SIGKILL)
            }
        }
        // The clock was set back.
        if let due, due > now.adding(seconds: Self.period) { self.due = now }
        guard child == nil, let due, due <= now else { return hasSucceeded }
        started = now
        let program = executablePath.flatMap { try? Directory.realPath($0) } ?? "mm"
        let words = ["exec \"$0\" \"$@\" >/dev/null", program, command] + options()
        child = try? ShellCommand(words: words, streams: [(2, 1)], isDetached: true).start()
        killTime = uptime + Self.timeout
        let looks = (wish?.times ?? []).flatMap { ring in Self.looks.map { ring.adding(seconds: $0) } }
        let next = looks.filter { $0 > now }.min().map(soonest)
        self.due = [now.adding(seconds: Self.period), next].compactMap(\.self).min()
        return hasSucceeded
    }

    mutating func terminate() {
        if let child { kill(-child, SIGTERM) }
        child = nil
    }
}
