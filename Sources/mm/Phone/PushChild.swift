import CLibrary
import Delivery
import MemossFiles

/// When `mm notify` runs `mm push`, as a process of its own, so that no server delays what is due: after each change of what should
/// ring, once an hour, and some minutes after something has rung, for then the buttons are pressed.
struct PushChild {
    /// When it runs next; nil if no server is configured.
    private(set) var due: Instant?
    private var child: pid_t?
    private var killTime: Int64 = 0
    private var started: Instant?
    /// Of what should ring.
    private var digest: Int?
    private var rings: [Instant] = []

    private static let period: Int64 = 3_600
    private static let pause: Int64 = 15
    /// Whoever edits is rarely finished with the first edit.
    private static let delay: Int64 = 2
    private static let looks: [Int64] = [180, 720]
    private static let timeout: Int64 = 600_000

    /// The uptime at which a process that hangs is ended.
    var deadline: Int64? { child.map { _ in killTime } }

    /// - Parameter rings: what should ring; nil if no server is configured.
    mutating func follow(_ rings: [PushRing]?, at now: Instant) {
        guard let rings else { return (due, digest, self.rings) = (nil, nil, []) }
        self.rings = rings.map(\.at)
        var hasher = Hasher()
        hasher.combine(rings)
        let new = hasher.finalize()
        if new != digest { due = [due, soonest(now.adding(seconds: Self.delay))].compactMap(\.self).min() }
        digest = new
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
                // Another one, started by hand, does the same.
                let exit = status >> 8 & 0xFF
                hasSucceeded = found < 0 || status & 0x7F == 0 && (exit == 0 || exit == ExitStatus.busy.rawValue)
                self.child = nil
            } else if uptime >= killTime {
                kill(-child, SIGKILL)
            }
        }
        // The clock was set back.
        if let due, due > now.adding(seconds: Self.period) { self.due = now }
        guard child == nil, let due, due <= now else { return hasSucceeded }
        started = now
        let program = executablePath.flatMap { try? Directory.realPath($0) } ?? "mm"
        let words = ["exec \"$0\" \"$@\" >/dev/null", program, "push"] + options()
        child = try? ShellCommand(words: words, streams: [(2, 1)], isDetached: true).start()
        killTime = uptime + Self.timeout
        let looks = rings.flatMap { ring in Self.looks.map { ring.adding(seconds: $0) } }
        let next = looks.filter { $0 > now }.min().map(soonest)
        self.due = [now.adding(seconds: Self.period), next].compactMap(\.self).min()
        return hasSucceeded
    }

    mutating func terminate() {
        if let child { kill(-child, SIGTERM) }
        child = nil
    }
}
