import CLibrary
import Testing

@testable import mm

@Suite struct TerminalTests {
    @Test func `a signal that ends the process is not lost behind a resize`() {
        for ending in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
            #expect(Terminal.event(of: [SIGWINCH, SIGCONT, SIGTSTP, ending]) == .ended(signal: ending))
        }
    }

    @Test func `a stop comes before a resize`() {
        #expect(Terminal.event(of: [SIGWINCH, SIGTSTP]) == .keys([.control("z")]))
    }

    @Test func `the frame is drawn again after a resize and after the process is continued`() {
        #expect(Terminal.event(of: [SIGWINCH]) == .resized)
        #expect(Terminal.event(of: [SIGCONT, SIGWINCH]) == .resized)
        #expect(Terminal.event(of: []) == nil)
    }
}
