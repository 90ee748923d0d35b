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
    guard threads > 1, items.count > 1 else {
        var mine = tool()
        return items.map { body(&mine, $0) }
    }
    let work = Work(items: items, tool: tool, body: body)
    let helpers = (1..<min(threads, items.count)).compactMap { _ in Thread.start { work.run() } }
    work.run()
    for helper in helpers { helper.join() }
    return work.results()
}

private final class Work<Item: Sendable, Tool, Result: Sendable>: Sendable {
    private let items: [Item]
    private let tool: @Sendable () -> Tool
    private let body: @Sendable (inout Tool, Item) -> Result
    private let next = Atomic(0)
    private let done = Mutex<[(index: Int, result: Result)]>([])

    init(
        items: [Item],
        tool: @escaping @Sendable () -> Tool,
        body: @escaping @Sendable (inout Tool, Item) -> Result
    ) {
        self.items = items
        self.tool = tool
        self.body = body
    }

    func run() {
        var mine: [(index: Int, result: Result)] = []
        var tool = tool()
        while true {
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < items.count else { break }
            mine.append((index, body(&tool, items[index])))
        }
        let results = mine
        done.withLock { $0 += results }
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

/// The number of threads that are useful on this machine: beyond four, reading is limited by the kernel.
package func usableThreads() -> Int {
    max(1, min(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
}
