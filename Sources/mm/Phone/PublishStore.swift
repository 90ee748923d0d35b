import Delivery
import Exchange
import MemossFiles

/// What is recorded of the events on a server, and who may change it.
struct PublishStore {
    private let directory: StateDirectory
    /// Each collection has a file of its own.
    private let name: String
    private let url: String

    init(_ folder: ReminderFolder, url: String) throws(MemossError) {
        guard let base = Environment.statePath else {
            throw MemossError(.cannotWrite, "cannot record what is published: neither XDG_STATE_HOME nor HOME is set")
        }
        directory = StateDirectory(base: base, root: folder.root)
        self.url = url
        name = "publish-\(SHA256.hex(Array(url.utf8)).prefix(16)).state"
    }

    /// - Throws: a `MemossError` of the kind `busy` if another process publishes.
    func lock() throws(MemossError) -> FolderLock {
        try directory.lock(for: "publish", failure)
    }

    /// - Returns: the record, and a warning if there was one that cannot be used. The next run then takes over those events that
    ///   say what the folder says.
    func load() throws(MemossError) -> (record: PublishedRecord, warning: String?) {
        do throws(SystemError) {
            var new = PublishedRecord()
            new.place = url
            guard let bytes = try directory.read(name) else { return (new, try left()) }
            if var record = PublishedRecord(parsing: bytes) {
                record.place = url
                return (record, nil)
            }
            let other = try directory.markUnreadable(name)
            return (new, "\(directory.path)/\(name) cannot be read and was renamed to \(other)")
        } catch {
            throw failure(error)
        }
    }

    /// Names the other calendars that still have events of this folder, before the first one goes to a new calendar; nil if there
    /// are none.
    private func left() throws(SystemError) -> String? {
        var others: [String] = []
        for name in try directory.names().sorted() where name.hasPrefix("publish-") && name.hasSuffix(".state") {
            guard let bytes = try directory.read(name), let record = PublishedRecord(parsing: bytes),
                !record.entries.isEmpty
            else { continue }
            let place = record.place.map(Printable.line) ?? "another calendar"
            others.append("\(place) still has \(record.entries.count.counted("event")) of this folder")
        }
        guard !others.isEmpty else { return nil }
        return others.listed("and")
            + ", with alarms; to delete them there, set publish.url to that calendar and run 'mm publish --clear'"
    }

    func save(_ record: PublishedRecord) throws(MemossError) {
        do throws(SystemError) {
            try directory.write(record.bytes, to: name)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> MemossError {
        MemossError(.cannotWrite, "cannot record what is published: \(error.path): \(error.reason)")
    }
}
