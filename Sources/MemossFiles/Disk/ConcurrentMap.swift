internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Applies `body` to every item on up to `threads` threads; the results stand in the order of the items.
///
/// Items are taken one at a time, so that an unlucky thread holds nobody up: make them big enough to be worth it.
func concurrentMap<Item: Sendable, Result: Sendable>(
    _ items: [Item],
    threads: Int,
    _ body: @escaping @Sendable (Item) -> Result
) -> [Result] {
    guard threads > 1, items.count > 1 else { return items.map(body) }
    let work = Work(items: items, body: body)
    let helpers = (1..<min(threads, items.count)).compactMap { _ in Thread.start { work.run() } }
    work.run()
    for helper in helpers { helper.join() }
    return work.results()
}

private final class Work<Item: Sendable, Result: Sendable>: Sendable {
    private let items: [Item]
    private let body: @Sendable (Item) -> Result
    private let next = Atomic(0)
    private let done = Mutex<[(index: Int, result: Result)]>([])

    init(items: [Item], body: @escaping @Sendable (Item) -> Result) {
        self.items = items
        self.body = body
    }

    func run() {
        var mine: [(index: Int, result: Result)] = []
        while true {
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < items.count else { break }
            mine.append((index, body(items[index])))
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

    /// Nil if the system has no thread left: then the others do its share.
    static func start(_ body: @escaping @Sendable () -> Void) -> Thread? {
        #if canImport(Darwin)
            var handle: pthread_t?
        #else
            var handle = pthread_t()
        #endif
        let argument = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
        guard pthread_create(&handle, nil, runThread, argument) == 0 else {
            Unmanaged<ThreadBody>.fromOpaque(argument).release()
            return nil
        }
        #if canImport(Darwin)
            return handle.map(Thread.init)
        #else
            return Thread(handle: handle)
        #endif
    }

    func join() { pthread_join(handle, nil) }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
    private func runThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
#else
    private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
    }
#endif

/// How many threads pay on this machine: past four, reading waits on the kernel.
func usableThreads() -> Int {
    max(1, min(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
}
