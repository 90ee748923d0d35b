import CLibrary
import MemossFiles
import Synchronization

/// A progress line on the terminal. It appears after half a second and is erased completely.
final class ProgressLine: Sendable {
    private static let interval: Int64 = 100

    private struct State {
        var next: Int64
        /// The stage on display; nil if there is no line.
        var shown: Progress.Stage?
    }

    private let descriptor: Int32
    private let state: Mutex<State>

    /// Nil with `--quiet` or if standard error is not a suitable terminal.
    convenience init?(isQuiet: Bool) {
        guard !isQuiet, Environment.isTerminal(2), Environment.value("TERM") != "dumb" else { return nil }
        self.init(on: 2, patience: 500)
    }

    /// - Parameter patience: how long to wait before the line appears, in milliseconds.
    init(on descriptor: Int32, patience: Int64) {
        self.descriptor = descriptor
        state = Mutex(State(next: Uptime.milliseconds() + patience))
    }

    func show(_ progress: Progress) {
        state.withLock { state in
            let now = Uptime.milliseconds()
            let isNews = state.shown.map { $0 != progress.stage } ?? false
            guard isNews || now >= state.next, progress.done < progress.total else { return }
            state.next = now + Self.interval
            state.shown = progress.stage
            write("\r\u{1B}[K" + Self.text(progress))
        }
    }

    /// Call this before anything else is written.
    func erase() {
        state.withLock { state in
            guard state.shown != nil else { return }
            state.shown = nil
            write("\r\u{1B}[K")
        }
    }

    static func text(_ progress: Progress) -> String {
        let verb: String
        switch progress.stage {
        case .reading: verb = "Reading"
        case .editing: verb = "Preparing to edit"
        case .writing: verb = "Writing"
        case .syncing: return "Waiting for the disk"
        }
        return "\(verb) \(progress.total) files: \(100 * progress.done / max(1, progress.total))%"
    }

    private func write(_ text: String) {
        Array(text.utf8).withUnsafeBytes { _ = systemWrite(descriptor, $0) }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
