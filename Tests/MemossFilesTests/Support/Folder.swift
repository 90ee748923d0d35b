@testable import MemossFiles

/// Reminders made from the text of their files, for tests that need no disk.
struct Folder {
    /// Sunday, 22 November 2026, 13:00 in Paris.
    static let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon))

    let reminders: [Reminder]
    let snapshot: Snapshot
    let context: TimeContext

    /// - Parameter files: path and front matter, with what follows a line `---` as the body.
    init(
        _ files: [String: String],
        registry: String = "",
        now: Instant = Folder.now,
        zone: String = "Europe/Paris",
        zones: [String] = []
    ) throws {
        let outputs = files.keys.sorted(by: PathOrder.precedes).map { path in
            let parts = (files[path] ?? "").split(separator: "\n---\n", maxSplits: 1)
            let body = parts.count > 1 ? parts[1] : ""
            return ReminderDecoder.decode(
                [UInt8]("---\n\(parts.first ?? "")\n---\n\(body)"),
                path: path,
                keeping: .whole
            )
        }
        snapshot = Snapshot(outputs: outputs, problems: [], registry: TagRegistry(parsing: [UInt8](registry)))
        reminders = snapshot.reminders
        var known: [String: Zone] = [:]
        for name in zones { known[name] = try TestFiles.zone(name) }
        context = TimeContext(
            now: now,
            zone: try TestFiles.zone(zone),
            zones: known,
            allDayAt: CivilTime(unchecked: 9 * 3_600)
        )
    }

    subscript(path: String) -> Reminder {
        snapshot.reminder(at: path) ?? Reminder(path: path, title: "there is no such file")
    }

    /// The paths, without `.md`, of those that match.
    func matches(_ query: String, listed: Bool = false) throws -> [String] {
        let parsed = try Query(parsing: query, now: context.local)
        var matcher = QueryMatcher(listed ? parsed.listed : parsed, registry: snapshot.registry, context: context)
        return reminders.filter { matcher.matches($0) }.map { String($0.path.dropLast(3)) }
    }
}

/// A moment, as RFC 3339 writes it.
func moment(_ text: String) throws -> Instant { try DateValue(parsing: text).instant(in: .utc, allDayAt: .noon) }
