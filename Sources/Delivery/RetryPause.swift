import MemossFiles

/// Exponential backoff for a server or bus that refused: the first pause, doubling each time, up to the longest.
package struct RetryPause: Sendable {
    private let (first, longest): (Int64, Int64)
    private var milliseconds: Int64 = 0
    /// In milliseconds of monotonic time; nil if there is no pause.
    package private(set) var until: Int64?

    /// In milliseconds.
    package init(first: Int64 = 1_000, longest: Int64 = 60_000) { (self.first, self.longest) = (first, longest) }

    /// - Parameter longest: replaces the longest pause for this refusal, in milliseconds.
    package mutating func refused(at uptime: Int64, longest: Int64? = nil) {
        milliseconds = min(max(first, milliseconds * 2), longest ?? self.longest)
        until = uptime + milliseconds
    }

    package mutating func succeeded() { self = RetryPause(first: first, longest: longest) }

    /// Whether no pause is in effect. Clears an expired pause, so that it no longer sets a timer.
    package mutating func isOver(at uptime: Int64) -> Bool {
        if let until, uptime < until { return false }
        until = nil
        return true
    }

    /// Nil if there is no pause.
    package func wait(from uptime: Int64) -> Int64? { until.map { max(0, $0 - uptime) } }
}
