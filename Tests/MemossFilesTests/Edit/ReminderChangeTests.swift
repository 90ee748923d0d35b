import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

@Suite struct ReminderChangeTests {
    private func reminder(_ fields: String) -> Reminder { Stepping(fields).reminder }

    private func changed(_ fields: String, _ edit: ReminderChange) throws -> String {
        var file = Stepping(fields)
        let changes = try edit.changes(of: file.bytes, zones: ZoneDatabase())
        file.bytes = try changes.apply(to: file.bytes, registry: TagRegistry(parsing: [])) ?? file.bytes
        return file.fields
    }

    @Test func `removing the rule also removes until`() throws {
        let fields = "scheduled: 2026-11-22\nrecurrence: daily\nuntil: 2026-12-01\nx: 1"
        var edit = ReminderChange()
        edit.recurrence = .removed
        #expect(try changed(fields, edit) == "scheduled: 2026-11-22\nx: 1")
        #expect(try changed("scheduled: 2026-11-22\nx: 1", edit) == "scheduled: 2026-11-22\nx: 1")
    }

    @Test(arguments: ["scheduled", "due"])
    func `without its only date, a file is still a reminder, and its status decides whether it is done`(key: String)
        throws
    {
        var edit = ReminderChange()
        (edit.scheduled, edit.deadline) = (.removed, .removed)
        #expect(try changed("\(key): 2026-11-22\nx: 1", edit) == "x: 1\ncompleted: false")
        for status in ["open", "done"] {
            let fields = try changed("\(key): 2026-11-22\nstatus: \(status)", edit)
            #expect(fields == "status: \(status)\ncompleted: null")
            #expect(!reminder(fields).isNote && reminder(fields).isCompleted == (status == "done"))
        }
    }

    @Test func `until requires a rule and cannot be before the start`() throws {
        let zone = try TestFiles.zone("Europe/Paris")
        let series = reminder("title: Gym\nscheduled: 2026-11-22T09:00\nrecurrence: daily")
        let once = reminder("title: Gym\nscheduled: 2026-11-22T09:00")
        var edit = ReminderChange()
        edit.until = .set(try DateValue(parsing: "2026-11-21"))
        let fault = #expect(throws: NewReminder.Fault.self) { try edit.check(on: series, in: zone) }
        #expect(fault?.part == .until)
        #expect(fault?.error.message == "2026-11-21 is before 2026-11-22T09:00, when the series begins")
        edit.scheduled = .set(try DateValue(parsing: "2026-11-21"))
        try edit.check(on: series, in: zone)
        let second = #expect(throws: NewReminder.Fault.self) { try edit.check(on: once, in: zone) }
        #expect(second?.error.message == "'Gym' does not repeat: only a series can have an end")
        edit.recurrence = .set("daily")
        try edit.check(on: once, in: zone)
        edit.recurrence = .removed
        #expect(throws: NewReminder.Fault.self) { try edit.check(on: series, in: zone) }
        edit.until = .kept
        try edit.check(on: series, in: zone)
    }

    @Test func `the differences of an edit are listed key by key`() {
        func told(_ before: String, _ after: String) -> [String] {
            FieldDifference.all(from: Array(before.utf8), to: Array(after.utf8)).map { difference in
                let name = if case .key(let key) = difference.part { key } else { "(body)" }
                return "\(name): \(difference.before ?? "-") > \(difference.after ?? "-")"
            }
        }
        let old = "---\na: 1   # one\ntags: [x, 'y']\ngone: 2\nnull: ~\nc: &a {d: 1}\n---\nBody\n"
        #expect(told(old, old).isEmpty)
        #expect(told(old, "---\na: '1'\ntags:\n- x\n- y\ngone: 2\nc: &a {d: 1}\n---\nBody\n") == ["null:  > -"])
        #expect(
            told(old, "---\nnew: 3\na: 10\ntags: [x]\nnull: 4\nc: {d: 2}\n---\nOther\n") == [
                "new: - > 3", "a: 1 > 10", "tags: x, y > x", "null: - > 4", "c: &a {d: 1} > {d: 2}", "gone: 2 > -",
                "(body): Body\n > Other\n",
            ]
        )
        #expect(told("Body\n", "---\na: 1\n---\nBody\n") == ["a: - > 1"])
        // Unreadable front matter has no differences.
        #expect(told("---\na: [\n---\n", "---\na: 1\n---\n").isEmpty)
    }
}
