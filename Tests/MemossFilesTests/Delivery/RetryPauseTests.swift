import MemossFiles
import Testing

@testable import Delivery

@Suite struct RetryPauseTests {
    @Test func `the first pause and the longest can be others`() {
        var pause = RetryPause(first: 15_000, longest: 40_000)
        let pauses = (0..<4).map { _ in
            pause.refused(at: 0)
            return pause.until
        }
        #expect(pauses == [15_000, 30_000, 40_000, 40_000])
        pause.succeeded()
        pause.refused(at: 0)
        #expect(pause.until == 15_000)
    }

    @Test func `each failure doubles the pause from a second to a minute, and success resets it`() {
        var pause = RetryPause()
        var pauses: [Int64] = []
        for uptime in stride(from: Int64(0), to: 1_000_000, by: 100_000) {
            pause.refused(at: uptime)
            pauses.append((pause.until ?? uptime) - uptime)
        }
        #expect(pauses == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000])
        let notYet = pause.isOver(at: 959_999)
        let over = pause.isOver(at: 960_000)
        #expect(!notYet && over && pause.until == nil)
        pause.succeeded()
        pause.refused(at: 5)
        #expect(pause.until == 1_005)
    }
}
