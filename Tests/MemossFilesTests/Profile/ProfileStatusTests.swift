import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// Setting a status, and what `check --fix` writes.
@Suite struct ProfileStatusTests {
    private let today = CivilDate(unchecked: 2026, 11, 27)

    /// The file after an edit of one key, by both of the edits that set one.
    private func edited(_ key: String, _ value: String, _ text: String) throws -> String? {
        let settings = #"""
            {"fieldMapping":{"status":"state","completedDate":"doneOn"},"customStatuses":[
            {"value":"todo","label":"To do"},{"value":"finished","isCompleted":true},{"value":"dropped","isCompleted":true}],
            "defaultTaskStatus":"todo"}
            """#
        let files: [String: [UInt8]] = [
            ".obsidian/plugins/tasknotes/data.json": [UInt8](settings.utf8), "a.md": [UInt8](text.utf8),
        ]
        let context = EditContext(Snapshot(files: files), files: files, zones: ZoneDatabase())
        let field = try FieldChange(setting: key, to: value, zones: ZoneDatabase())
        var bulk = BulkChange(of: "a.md", [.field(field)])
        bulk.today = today
        var change = ReminderChange()
        change.fields = [field]
        let update = ReminderUpdate(of: "a.md", change, today: today) { "x" }
        let after = [try bulk.plan(in: context), try update.plan(in: context)].map { $0.edits.first?.after }
        #expect(after[0] == after[1])
        return after[0].map { String(decoding: $0, as: UTF8.self) }
    }

    private func task(_ lines: String...) -> String {
        "---\ntags: [task]\n" + lines.joined(separator: "\n") + "\n---\n"
    }

    @Test(arguments: ["state", "status"]) func `a status that completes writes the day`(key: String) throws {
        let open = task("scheduled: 2026-12-01", "state: todo", "snoozed: 2026-12-02")
        #expect(
            try edited(key, "finished", open) == task("scheduled: 2026-12-01", "state: finished", "doneOn: 2026-11-27")
        )
        #expect(try edited(key, "Dropped", task("state: todo")) == task("state: dropped", "doneOn: 2026-11-27"))
        let done = task("state: finished", "doneOn: 2026-11-20")
        #expect(try edited(key, "dropped", done) == task("state: dropped", "doneOn: 2026-11-20"))
        #expect(try edited(key, "to do", done) == task("state: todo"))
    }

    @Test func `a status that the settings do not have is refused with the nearest one`() throws {
        do {
            _ = try edited("state", "finishd", task("state: todo"))
            Issue.record("it was written")
        } catch let error as MemossError {
            #expect(error.kind == .usage && error.hints.first?.contains("'finished'") == true)
        }
        // A note may have any.
        #expect(try edited("state", "draft", "---\nx: 1\n---\n") == "---\nx: 1\nstate: draft\n---\n")
    }

    @Test(arguments: [
        ("every friday", "DTSTART:20261127T090000Z;FREQ=WEEKLY;BYDAY=FR", ""),
        ("FREQ=DAILY", "DTSTART:20261127T090000Z;FREQ=DAILY;UNTIL=20261231T235959", "until: 2026-12-31"),
        ("FREQ=DAILY", "FREQ=DAILY", ""), ("never", "never", ""),
    ]) func `a rule is set as TaskNotes reads it`(typed: String, written: String, end: String) throws {
        let ends = end.isEmpty ? [] : [end]
        func file(_ keys: [String]) -> String { "---\n" + keys.map { $0 + "\n" }.joined() + "---\n" }
        let date = "scheduled: 2026-11-27T09:00"
        #expect(
            try edited("recurrence", typed, file(["tags: [task]", date, "recurrence: FREQ=WEEKLY"] + ends))
                == file(["tags: [task]", date, "recurrence: \(written)"])
        )
        // What is no task keeps its words.
        #expect(
            try edited("recurrence", typed, file([date] + ends)) == file([date] + ends + ["recurrence: \(typed)"])
        )
    }

    @Test(arguments: ["every 3 hours", "FREQ=HOURLY", "daily at 9:00 and 17:00"])
    func `a rule that TaskNotes cannot read is not set`(rule: String) {
        #expect(throws: MemossError.self) {
            try edited("recurrence", rule, task("scheduled: 2026-11-27T09:00"))
        }
    }

    @Test(arguments: [
        ("state", "finished", "recurrence: FREQ=DAILY\nscheduled: 2026-11-27"),
        ("state", "finished", "recurrence_parent: '[[B]]'\noccurrence_date: 2026-11-27"),
        ("completed", "true", "state: todo\nscheduled: 2026-11-27"),
    ]) func `what only a step can do is refused with the step`(key: String, value: String, keys: String) throws {
        do {
            _ = try edited(key, value, task(keys))
            Issue.record("it was written")
        } catch let error as MemossError {
            #expect(error.remedy == .complete(path: "a.md"))
        }
    }

    @Test(arguments: [
        ("reminders: 15 min before", "reminders: [{id: X, type: relative, relatedTo: scheduled, offset: -PT15M}]"),
        (
            "reminders:\n  - id: a # keep\n    type: absolute\n    absoluteTime: 2026-12-01T08:00\n  - 1 day before due",
            "reminders:\n  - id: a # keep\n    type: absolute\n    absoluteTime: 2026-12-01T08:00\n"
                + "  - {id: X, type: relative, relatedTo: due, offset: -P1D}"
        ),
        ("reminders: [the day before at 18:00]", nil),
    ]) func `an alarm in words becomes one that TaskNotes reads`(old: String, new: String?) throws {
        let files: [String: [UInt8]] = [
            ".mm.yaml": [UInt8]("profile: tasknotes\n".utf8),
            "a.md": [UInt8](task("scheduled: 2026-12-01T09:00", "due: 2026-12-02", old, "status: open").utf8),
        ]
        let snapshot = Snapshot(files: files, explaining: true)
        let plan = try FolderFix(of: snapshot.problems).plan(
            in: EditContext(snapshot, files: files, zones: ZoneDatabase())
        ).plan
        let after = plan.edits.first?.after.map { String(decoding: $0, as: UTF8.self) }
        let expected = new.map { task("scheduled: 2026-12-01T09:00", "due: 2026-12-02", $0, "status: open") }
        #expect(after?.replacing(#/rem_\w+/#, with: "X") == expected)
    }
}
