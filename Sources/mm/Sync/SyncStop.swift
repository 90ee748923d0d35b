import MemossFiles

/// Why the last `mm sync` of a folder stopped. It is stored because nobody sees the output if a timer ran it.
struct SyncStop {
    private(set) var reason: String
    /// When it first stopped for this reason.
    private(set) var since: Instant

    private static let name = "sync.stopped"

    private static func directory(of folder: ReminderFolder) -> StateDirectory? {
        Environment.statePath.map { StateDirectory(base: $0, root: folder.root) }
    }

    /// Nil if the last sync did not stop, or none has run here. An unreadable record counts as none.
    init?(of folder: ReminderFolder) {
        guard let bytes = try? Self.directory(of: folder)?.read(Self.name) else { return nil }
        let words = bytes.split(separator: 0x09, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 2, let since = Int64(words[0]) else { return nil }
        (reason, self.since) = (Printable.line(words[1]), Instant(secondsSince1970: since))
    }

    /// - Parameter reason: nil if it finished.
    static func record(_ reason: String?, of folder: ReminderFolder, at now: Instant) {
        let former = SyncStop(of: folder)
        guard let directory = directory(of: folder), former?.reason != reason.map({ Printable.line($0) }) else {
            return
        }
        // The sync has already reported the error. If the record cannot be written, other commands just do not repeat
        // it.
        try? directory.make()
        let text = reason.map { "\(now.secondsSince1970)\t\(Printable.line($0))" } ?? ""
        try? directory.write(Array(text.utf8), to: name)
    }
}

extension Session {
    /// Warns on standard error that the last `mm sync` stopped.
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
