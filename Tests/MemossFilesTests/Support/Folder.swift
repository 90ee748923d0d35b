@testable import MemossFiles

/// A folder on disk for the time of a test, as it is read, and the moment from which it is looked at.
struct Folder {
    /// Sunday, 22 November 2026, 13:00 in Paris.
    static let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon))

    let snapshot: Snapshot
    let context: TimeContext
    let problems: [Problem]

    var reminders: [Reminder] { snapshot.reminders }

    /// - Parameter files: path and front matter, with what follows a line `---` as the body.
    init(
        _ files: [String: String],
        registry: String = "",
        now: Instant = Folder.now,
        zone: String = "Europe/Paris"
    ) throws {
        let directory = try TemporaryDirectory()
        try directory.write(TagRegistry.fileName, registry)
        for (path, text) in files {
            let isWhole = text.contains("\n---\n")
            try directory.write(path, "---\n\(text)" + (isWhole ? "" : "\n---\n"))
        }
        let folder = ReminderFolder(root: directory.path)
        let (snapshot, zones) = try folder.read(keeping: .whole)
        self.snapshot = snapshot
        context = TimeContext(
            now: now,
            zone: try TestFiles.zone(zone),
            zones: zones,
            allDayAt: CivilTime(unchecked: 9 * 3_600)
        )
        problems = folder.check(snapshot, in: context)
    }

    subscript(path: String) -> Reminder {
        snapshot.reminder(at: path) ?? Reminder(path: path, title: "there is no such file")
    }

    /// The paths, without `.md`, of those that match.
    func matches(_ query: String, listed: Bool = false) throws -> [String] {
        let parsed = try Query(parsing: query, now: context.local)
        let matcher = QueryMatcher(listed ? parsed.listed : parsed, registry: snapshot.registry, context: context)
        return reminders.filter { matcher.matches($0) }.map { String($0.path.dropLast(3)) }
    }
}

/// A moment, as RFC 3339 writes it.
func moment(_ text: String) throws -> Instant { try DateValue(parsing: text).instant(in: .utc, allDayAt: .noon) }
