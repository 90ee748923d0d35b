import MemossFiles

/// Why the last `mm sync` of a folder stopped. A timer may have run it, and nobody reads what that prints.
struct SyncStop {
    private(set) var reason: String
    /// When it first stopped for this reason.
    private(set) var since: Instant

    private static let name = "sync.stopped"

    private static func directory(of folder: ReminderFolder) -> StateDirectory? {
        Environment.statePath.map { StateDirectory(base: $0, root: folder.root) }
    }

    /// Nil if the last one did not stop, or none ever ran here. What cannot be read is only not shown.
    init?(of folder: ReminderFolder) {
        guard let bytes = try? Self.directory(of: folder)?.read(Self.name) else { return nil }
        let words = bytes.split(separator: 0x09, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 2, let since = Int64(words[0]) else { return nil }
        (reason, self.since) = (Printable.line(words[1]), Instant(secondsSince1970: since))
    }

    /// - Parameter reason: nil if it did not stop.
    static func record(_ reason: String?, of folder: ReminderFolder, at now: Instant) {
        let former = SyncStop(of: folder)
        guard let directory = directory(of: folder), former?.reason != reason.map({ Printable.line($0) }) else {
            return
        }
        // The sync itself has said everything. If this cannot be written, it is only not repeated elsewhere.
        try? directory.make()
        let text = reason.map { "\(now.secondsSince1970)\t\(Printable.line($0))" } ?? ""
        try? directory.write(Array(text.utf8), to: name)
    }
}

extension Session {
    /// Says on standard error that the last `mm sync` stopped.
    mutating func warnOfStoppedSync() throws(MemossError) {
        guard globals.option(.at) == nil, let stop = SyncStop(of: try folder()) else { return }
        let time = try time()
        let day = RelativeDay(time.zone.date(at: stop.since), from: time.local.date, clock)
        console.warn(
            "mm sync stopped (\(day.text)): \(stop.reason)",
            hint: "nothing is exchanged until it runs again: mm sync"
        )
    }
}
