import CLibrary
import Synchronization
import Testing

@testable import Folder

/// How many threads share the work.
@Suite struct ConcurrentMapTests {
    /// The items that each thread did.
    private final class Log: Sendable {
        private let items = Mutex<[[Int]]>([])
        /// The number of a new thread.
        func thread() -> Int {
            items.withLock { items in
                items.append([])
                return items.count - 1
            }
        }
        func note(_ item: Int, by thread: Int) { items.withLock { $0[thread].append(item) } }
        var byThread: [[Int]] { items.withLock { $0.filter { !$0.isEmpty } } }
    }

    /// Waits as often as a cold disk makes a thread wait for an item.
    private static func wait() { for _ in 0..<8 { usleep(500) } }

    private func map(_ count: Int, threads: Int, most: Int, waits: @escaping @Sendable (Int) -> Bool) -> [[Int]] {
        let log = Log()
        var waited = false
        let results = concurrentMap(
            Array(0..<count),
            threads: threads,
            whileWaiting: most,
            expecting: &waited,
            with: { log.thread() }
        ) { (thread: inout Int, item) in
            log.note(item, by: thread)
            if waits(item) { Self.wait() }
            return item
        }
        #expect(results == Array(0..<count))
        #expect(log.byThread.joined().sorted() == Array(0..<count))
        return log.byThread
    }

    #if os(Linux)
        @Test(arguments: [1, 2]) func `items that wait are shared by more threads, up to a limit`(threads: Int) {
            let used = map(96, threads: threads, most: 8) { _ in true }.count
            #expect(threads < used && used <= 8)
        }

        @Test func `threads that were added end when nothing waits any more`() {
            let count = 2_000
            let byThread = map(count, threads: 1, most: 8) { $0 < 48 }
            #expect(byThread.count > 1)
            // Each of them may have begun one more item before it knew.
            let late = byThread.map { items in items.count { $0 >= 48 } }.sorted()
            #expect(late.dropLast().allSatisfy { $0 <= 2 }, "\(late)")
        }
    #endif

    @Test(arguments: [1, 2]) func `items that do not wait are left to the usual threads`(threads: Int) {
        let used = map(500, threads: threads, most: 32) { _ in false }.count
        #expect(used <= threads)
    }

    @Test func `without a limit for waiting, no thread is added`() {
        #expect(map(24, threads: 1, most: 0) { _ in true }.count == 1)
    }
}
