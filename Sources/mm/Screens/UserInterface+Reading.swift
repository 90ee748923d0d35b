import Interaction
import MemossFiles

/// A large folder at the start: its first files are shown while the others are being read.
///
/// The rows are only those of the first files, so nothing is counted, and no key acts on them: keys wait.
extension UserInterface {
    /// Whether only the first files are shown.
    var isReading: Bool { reading != nil }

    /// Keeps a key until all is read, unless it ends the program.
    mutating func keep(_ key: Key, _ isFollowed: Bool) -> [Request] {
        // The folder may be on a disk that does not answer.
        if key == .control("c") || waiting.isEmpty && BrowserKeys.action(of: key) == .quit { return [.quit] }
        waiting.append((key, isFollowed))
        return []
    }

    /// Shows the whole folder, as if it had been read before the first frame, and then handles the keys that waited.
    ///
    /// - Parameter waits: whether to wait until it is read.
    mutating func followReading(waits: Bool = false) -> [Request] {
        guard let reading, waits || reading.hasValue, case .whole(let read, let watch) = reading.next()
        else { return [] }
        (self.reading, self.watch) = (nil, watch)
        do throws(MemossError) {
            (snapshot, time) = try session.prepared(read.get())
        } catch {
            loss = error.message
            self.watch.scheduleRead(at: Uptime.milliseconds() + Self.retryInterval)
        }
        collectMessages()
        let shown = browser.rows.prefix(size.height)
        _ = browser.handle(.rows([]))
        view = BrowserView(painter)
        listFirst()
        let keys = waiting
        waiting = []
        // Whoever pressed them has seen other rows.
        if shown != browser.rows.prefix(size.height) { isReplaced = true }
        return keys.flatMap { handle($0.key, isFollowed: $0.isFollowed) }
    }
}
