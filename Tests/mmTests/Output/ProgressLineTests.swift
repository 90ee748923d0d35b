import CLibrary
import MemossFiles
import TestSupport
import Testing

@testable import Folder
@testable import mm

@Suite struct ProgressLineTests {
    /// The output of the line during `body`.
    private func written(patience: Int64, _ body: (ProgressLine) -> Void) -> String {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return "no pipe" }
        body(ProgressLine(on: ends[1], patience: patience))
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &bytes, bytes.count)
        close(ends[0])
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private let half = Progress(stage: .reading, done: 50_000, total: 100_000)

    @Test func `a line is shown, and erased to the last character`() {
        let text = written(patience: 0) { line in
            line.show(half)
            line.erase()
            line.erase()
        }
        #expect(text == "\r\u{1B}[KReading 100000 files: 50%\r\u{1B}[K")
    }

    @Test func `work that finishes soon shows nothing and erases nothing`() {
        let text = written(patience: 60_000) { line in
            line.show(half)
            line.erase()
        }
        #expect(text == "")
    }

    @Test func `the line is updated at most ten times a second, and not once all is done`() {
        let text = written(patience: 0) { line in
            line.show(Progress(stage: .writing, done: 7, total: 7))
            for done in 1...100 { line.show(Progress(stage: .writing, done: done, total: 1_000)) }
        }
        #expect(text == "\r\u{1B}[KWriting 1000 files: 0%")
    }

    @Test func `a new stage is shown at once if a line is visible`() {
        let syncing = Progress(stage: .syncing, done: 0, total: 1_000)
        let text = written(patience: 0) { line in
            line.show(Progress(stage: .writing, done: 990, total: 1_000))
            line.show(syncing)
        }
        #expect(text == "\r\u{1B}[KWriting 1000 files: 99%\r\u{1B}[KWaiting for the disk")
        #expect(written(patience: 60_000) { $0.show(syncing) } == "")
    }
}
