internal import CLibrary
internal import Synchronization

/// Applies `body` to all items on as many threads as are useful, and returns the results in the order of the items.
package func concurrentMap<Item: Sendable, Result: Sendable>(
    _ items: [Item],
    _ body: @escaping @Sendable (Item) -> Result
) -> [Result] {
    concurrentMap(items, threads: usableThreads(), body)
}

/// Applies `body` to all items on up to `threads` threads, and returns the results in the order of the items.
///
/// Each thread takes one item at a time, so that a slow item delays nothing else. Items should be large enough to be
/// worth the synchronization.
package func concurrentMap<Item: Sendable, Result: Sendable>(
    _ items: [Item],
    threads: Int,
    _ body: @escaping @Sendable (Item) -> Result
) -> [Result] {
    concurrentMap(items, threads: threads, with: {}) { (_: inout Void, item) in body(item) }
}

/// The same, with a tool that each thread creates once and uses for all of its items.
package func concurrentMap<Item: Sendable, Tool, Result: Sendable>(
    _ items: [Item],
    threads: Int,
    with tool: @escaping @Sendable () -> Tool,
    _ body: @escaping @Sendable (inout Tool, Item) -> Result
) -> [Result] {
    var waits = false
    return concurrentMap(items, threads: threads, whileWaiting: 0, expecting: &waits, with: tool, body)
}

/// The same for items that may have to wait for a disk, which answers many requests in little more time than one.
///
/// - Parameters:
///   - most: the number of threads while items wait. Helpers are started when items have waited, and end when they wait no
///     longer.
///   - waits: whether items are expected to wait from the first on; afterwards whether one of them has.
func concurrentMap<Item: Sendable, Tool, Result: Sendable>(
    _ items: [Item],
    threads: Int,
    whileWaiting most: Int,
    expecting waits: inout Bool,
    with tool: @escaping @Sendable () -> Tool,
    _ body: @escaping @Sendable (inout Tool, Item) -> Result
) -> [Result] {
    guard max(threads, most) > 1, items.count > 1 else {
        var mine = tool()
        return items.map { body(&mine, $0) }
    }
    let work = Work(items: items, threads: threads, most: most, tool: tool, body: body)
    work.start(min(waits ? max(threads, most) : threads, items.count) - 1)
    work.run()
    work.join()
    waits = work.hasWaited
    return work.results()
}

private final class Work<Item: Sendable, Tool, Result: Sendable>: Sendable {
    private let items: [Item]
    private let threads: Int
    private let most: Int
    private let tool: @Sendable () -> Tool
    private let body: @Sendable (inout Tool, Item) -> Result
    private let next = Atomic(0)
    /// The number of running threads, including the caller's.
    private let running = Atomic(1)
    private let waited = Atomic(false)
    private let helpers = Mutex<[Thread]>([])
    private let done = Mutex<[(index: Int, result: Result)]>([])

    init(
        items: [Item],
        threads: Int,
        most: Int,
        tool: @escaping @Sendable () -> Tool,
        body: @escaping @Sendable (inout Tool, Item) -> Result
    ) {
        (self.items, self.threads, self.most) = (items, threads, most)
        self.tool = tool
        self.body = body
    }

    /// If one item waits this often, the next ones are expected to wait too. A single wait may be for a lock.
    private static var fewestWaits: Int { 4 }

    /// Starts helpers, as long as there are not enough threads.
    func start(_ count: Int) {
        for _ in 0..<max(0, count) {
            if running.add(1, ordering: .relaxed).newValue <= max(threads, most),
                let helper = Thread.start({ self.run() })
            {
                helpers.withLock { $0.append(helper) }
            } else {
                _ = running.subtract(1, ordering: .relaxed)
                return
            }
        }
    }

    /// A helper may have started others before it ended.
    func join() {
        while let helper = helpers.withLock({ $0.popLast() }) { helper.join() }
    }

    func run() {
        var mine: [(index: Int, result: Result)] = []
        var tool = tool()
        var waits = most > threads ? waitCount() : 0
        while true {
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < items.count else { break }
            mine.append((index, body(&tool, items[index])))
            guard most > threads else { continue }
            let now = waitCount()
            let hasWaited = now - waits >= Self.fewestWaits
            waits = now
            if hasWaited {
                addHelpers(at: index)
            } else if leaves() {
                break
            }
        }
        let results = mine
        done.withLock { $0 += results }
    }

    var hasWaited: Bool { waited.load(ordering: .relaxed) }

    /// Twice as many, so that a few items suffice to have all of them.
    private func addHelpers(at index: Int) {
        waited.store(true, ordering: .relaxed)
        start(min(running.load(ordering: .relaxed), items.count - index - 1))
    }

    /// Whether this thread is one too many now that nothing waits.
    private func leaves() -> Bool {
        guard running.load(ordering: .relaxed) > max(threads, 1) else { return false }
        if running.subtract(1, ordering: .relaxed).newValue >= max(threads, 1) { return true }
        _ = running.add(1, ordering: .relaxed)
        return false
    }

    func results() -> [Result] {
        done.withLock { $0.sorted { $0.index < $1.index }.map(\.result) }
    }
}

private struct Thread {
    let handle: pthread_t

    /// Nil if the system cannot create another thread; the other threads then do its work.
    static func start(_ body: @escaping @Sendable () -> Void) -> Thread? {
        let argument = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
        if let handle = createThread(runThread, argument) { return Thread(handle: handle) }
        Unmanaged<ThreadBody>.fromOpaque(argument).release()
        return nil
    }

    func join() { pthread_join(handle, nil) }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ argument: ThreadArgument) -> UnsafeMutableRawPointer? {
    let body: UnsafeMutableRawPointer? = argument
    if let body { Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run() }
    return nil
}

/// Runs `body` on a thread of its own.
///
/// - Returns: false if the system cannot create another thread.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = Thread.start(body) else { return false }
    pthread_detach(thread.handle)
    return true
}

/// The number of threads that are useful while reading waits for a disk: a solid-state disk answers this many requests at a
/// time, and another one takes those first that are near its head.
let threadsWhileWaiting = 32

/// The number of threads that are useful on this machine: beyond four, reading is limited by the kernel.
package func usableThreads() -> Int {
    max(1, min(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
}
