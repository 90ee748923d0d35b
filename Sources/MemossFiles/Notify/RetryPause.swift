/// How long to leave alone what refused, a server or the bus: a second, then twice as long each time, a minute at most.
package struct RetryPause: Sendable {
    private var milliseconds: Int64 = 0
    /// Milliseconds of the clock that only goes on; nil if there is no pause.
    package private(set) var until: Int64?

    package init() {}

    package mutating func refused(at uptime: Int64) {
        milliseconds = min(max(1_000, milliseconds * 2), 60_000)
        until = uptime + milliseconds
    }

    package mutating func succeeded() { self = RetryPause() }

    /// Ends the pause if its time is over: whatever is not asked then waits for something else.
    package mutating func isOver(at uptime: Int64) -> Bool {
        if let until, uptime < until { return false }
        until = nil
        return true
    }

    /// Nil if there is no pause.
    func wait(from uptime: Int64) -> Int64? { until.map { max(0, $0 - uptime) } }
}
