import MemossFiles

/// Exponential backoff for a server or bus that refused: one second, doubling each time, up to a minute.
package struct RetryPause: Sendable {
    private var milliseconds: Int64 = 0
    /// In milliseconds of monotonic time; nil if there is no pause.
    package private(set) var until: Int64?

    package init() {}

    package mutating func refused(at uptime: Int64) {
        milliseconds = min(max(1_000, milliseconds * 2), 60_000)
        until = uptime + milliseconds
    }

    package mutating func succeeded() { self = RetryPause() }

    /// Whether no pause is in effect. Clears an expired pause, so that it no longer sets a timer.
    package mutating func isOver(at uptime: Int64) -> Bool {
        if let until, uptime < until { return false }
        until = nil
        return true
    }

    /// Nil if there is no pause.
    func wait(from uptime: Int64) -> Int64? { until.map { max(0, $0 - uptime) } }
}
