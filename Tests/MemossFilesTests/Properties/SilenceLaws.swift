import TestSupport
import Testing

@testable import MemossFiles

/// An unreadable value invalidates its key, never the file, and never suppresses a date that can be read.
@Suite struct SilenceLaws {
    /// Values that are invalid for all the keys below.
    private static let garbage = [
        "2026-13-45", "[{a: b}]", "{a: b}", "{}", "[[a], [b]]", "soon?", "2026-02-30T25:61", "'\u{1F480}'", "\"\\x07\"",
        "&a 'x y'",
        "!!binary x", "-1", "1e999", "wekly", "'2026-11-22 '", "|\n  2026-11-22x\n  y", "\"\\u202e2026\"",
        String(repeating: "9", count: 3_000),
    ]
    private static let dates = ["due", "until", "snoozed", "completed", "completedDate"]
    private static let lists = ["complete_instances", "skipped_instances"]
    private static let others = [
        "recurrence", "timezone", "recurrence_anchor", "missed", "id", "title", "created", "status",
    ]
    private static let keys = dates + lists + others + ["tags", "unknown", "completed_at"]

    /// Some valid values of each key.
    private static let valid: [(key: String, value: String)] = [
        ("due", "2026-12-01"), ("until", "2027-01-01"), ("snoozed", "2026-11-25T10:00"), ("completed", "true"),
        ("completed", "2026-11-20"), ("completed", "false"), ("completedDate", "2026-11-20"), ("status", "done"),
        ("status", "Open"), ("complete_instances", "[2026-11-20]"), ("skipped_instances", "2026-11-24"),
        ("recurrence", "daily"), ("recurrence", "none"), ("recurrence", "FREQ=DAILY;COUNT=3"),
        ("timezone", "Asia/Tokyo"),
        ("recurrence_anchor", "completion"), ("missed", "skip"), ("id", "abc"), ("title", "Title"), ("created", "2021"),
        ("tags", "[a, task]"), ("unknown", "x"),
    ]

    private func decode(_ lines: [String]) -> ReminderDecoder.Output {
        ReminderDecoder.decode([UInt8](("---\n" + lines.joined(separator: "\n") + "\n---\n").utf8), path: "a/b.md")
    }

    @Test func `an unreadable key is treated as absent, and reported`() throws {
        var random = Random(seed: 11)
        var unreadable = 0
        for _ in 0..<Rounds.of(4_000) {
            var lines: [(key: String, line: String)] = [("scheduled", "scheduled: 2026-11-23T09:00")]
            for key in Self.keys where random.below(3) == 0 {
                let values = Self.valid.filter { $0.key == key }.map(\.value)
                let value = random.below(2) == 0 || values.isEmpty ? random.pick(Self.garbage) : random.pick(values)
                lines.insert((key, "\(key): \(value)"), at: random.below(lines.count + 1))
            }
            let output = decode(lines.map(\.line))
            // Anchors and nesting can make it invalid YAML.
            guard var reminder = output.reminder else {
                #expect(output.unreadable?.isBroken == true && output.problems.count == 1)
                continue
            }
            let bad = Set(output.problems.filter { $0.severity == .error }.compactMap(\.key))
            unreadable += bad.count
            reminder.attention = nil
            let rest = decode(lines.filter { !bad.contains($0.key) }.map(\.line))
            #expect(rest.problems.allSatisfy { $0.severity != .error }, "\(lines)")
            #expect(reminder == rest.reminder, "\(lines)")
            #expect(!reminder.isNote && reminder.scheduled?.description == "2026-11-23T09:00")
        }
        #expect(unreadable > Rounds.least(4_000))
    }

    /// Tries each value for each key alone and for all keys at once: the file is listed and delivered at its date.
    @Test func `no value of another key hides a file or suppresses its date`() throws {
        var files: [String: String] = [:]
        for (number, value) in Self.garbage.enumerated() {
            let all = Self.keys.filter { $0 != "status" }
            for key in Self.keys { files["\(key)\(number).md"] = "scheduled: 2026-11-23T09:00\n\(key): \(value)" }
            files["all\(number).md"] =
                "scheduled: 2026-11-23T09:00\n"
                + all.map { "\($0): \(value.replacing("&a ", with: ""))" }.joined(separator: "\n")
            files["twice\(number).md"] =
                "scheduled: 2026-11-23T09:00\n"
                + all.filter { $0 != "id" }.map { "\($0): true\n\($0): done" }.joined(separator: "\n")
        }
        let folder = try Folder(files)
        let broken = Set(folder.snapshot.unreadable.map(\.path))
        let listed = Set(try folder.matches("is:open", listed: true).map { $0 + ".md" })
        let budget = NotificationPlan.Budget(limit: 10_000, reserve: 5_000)
        let plan = NotificationPlan(folder.reminders, in: folder.context, budget: budget)
        let nine = try moment("2026-11-23T08:00Z")
        let planned = Set(plan.notifications.filter { $0.instant == nine }.map(\.path))
        for path in files.keys.sorted() {
            // Invalid YAML needs attention.
            if broken.contains(path) { continue }
            #expect(listed.contains(path), "\(path): \(files[path] ?? "")")
            #expect(planned.contains(path), "\(path): \(files[path] ?? "")")
        }
        #expect(broken.count < files.count / 4)
        for file in folder.snapshot.unreadable { #expect(file.isBroken) }
    }

    @Test func `an unreadable date does not remove the file from any listing, and needs attention`() throws {
        let files = Dictionary(
            uniqueKeysWithValues: Self.garbage.enumerated().flatMap { number, value in
                ["scheduled", "due"].map { ("\($0)\(number).md", "title: x\n\($0): \(value)") }
            }
        )
        let folder = try Folder(files)
        let found = Set(try folder.matches("is:broken", listed: true).map { $0 + ".md" })
        #expect(found.union(folder.snapshot.unreadable.map(\.path)) == Set(files.keys))
        for reminder in folder.reminders {
            #expect(folder.context.status(reminder) == .broken)
            #expect(folder.problems.contains { $0.path == reminder.path && $0 == reminder.attention?.problem })
        }
    }
}
