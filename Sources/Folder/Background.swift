internal import CLibrary
internal import Synchronization

/// Work on a thread of its own, which hands over values one after another while somebody else waits for keys.
package final class Background<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let ends: (reading: Int32, writing: Int32)

    /// - Parameter work: calls its argument with each value.
    package static func start(_ work: @escaping @Sendable (_ hand: @escaping (Value) -> Void) -> Void) -> Background {
        let background = Background()
        // If no thread can be started, the work is done here, and all values are there when this returns.
        let body: @Sendable () -> Void = { work { background.hand($0) } }
        if background.ends.reading < 0 { body() } else if !startThread(body) { body() }
        return background
    }

    private init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        self.ends = (ends[0], ends[1])
    }

    deinit {
        guard ends.reading >= 0 else { return }
        _ = close(ends.reading)
        _ = close(ends.writing)
    }

    /// Readable while a value is there; -1 if all of them are.
    package var descriptor: Int32 { ends.reading }

    /// Whether a value is there.
    package var hasValue: Bool { values.withLock { !$0.isEmpty } }

    private func hand(_ value: Value) {
        values.withLock { $0.append(value) }
        guard ends.writing >= 0 else { return }
        var byte: UInt8 = 0
        while write(ends.writing, &byte, 1) < 0, errno == EINTR {}
    }

    /// Takes the next value, and waits for it if necessary; there must be another.
    package func next() -> Value? {
        if ends.reading >= 0 {
            var byte: UInt8 = 0
            while read(ends.reading, &byte, 1) < 0, errno == EINTR {}
        }
        return values.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
