import TestSupport

@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// A folder on disk for one test, with a current time.
struct Folder {
    /// Sunday, 22 November 2026, 13:00 in Paris.
    static let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon))

    let snapshot: Snapshot
    let context: TimeContext
    let problems: [Problem]

    var reminders: [Reminder] { snapshot.reminders }

    /// - Parameter files: path and front matter; the text after a line `---` is the body.
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
        let (snapshot, zones) = try folder.read(keeping: .whole, keys: .all)
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

    /// The paths of the matches, without `.md`.
    func matches(_ query: String, listed: Bool = false) throws -> [String] {
        let parsed = try Query(parsing: query, now: context.local)
        let matcher = QueryMatcher(listed ? parsed.listed : parsed, registry: snapshot.registry, context: context)
        return reminders.filter { matcher.matches($0) }.map { String($0.path.dropLast(3)) }
    }
}

/// Parses an instant in the format of RFC 3339.
func moment(_ text: String) throws -> Instant { try DateValue(parsing: text).instant(in: .utc, allDayAt: .noon) }
