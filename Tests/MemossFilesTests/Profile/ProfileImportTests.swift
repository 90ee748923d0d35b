import Testing

@testable import Exchange
@testable import MemossFiles

/// What other programs have is imported as tasks, in a folder that TaskNotes uses too.
@Suite struct ProfileImportTests {
    private func folder(_ format: ImportFormat = .calendar, _ settings: String = "{}") throws -> ImportFolder {
        var folder = try ImportFolder(format)
        folder.add(".mm.yaml", "profile: tasknotes\n")
        folder.add(".obsidian/plugins/tasknotes/data.json", settings)
        return folder
    }

    private static func event(_ name: String, _ keys: String = "RRULE:FREQ=WEEKLY;BYDAY=MO") -> String {
        "BEGIN:VEVENT\nUID:\(name)\nSUMMARY:\(name)\nDTSTART:20261130T090000\n\(keys)\nEND:VEVENT\n"
    }

    private static func calendar(_ events: String...) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())END:VCALENDAR\n"
    }

    private static let weekly = calendar(event("Weekly"))
    private static let hours = "TaskNotes repeats tasks by days, and cannot read a rule of hours or minutes"

    @Test(arguments: [
        (ImportFormat.calendar, calendar(event("A"), event("Hourly", "RRULE:FREQ=HOURLY;INTERVAL=3"), event("B")), 9),
        (
            .taskwarrior,
            """
            [{"uuid":"10000000-0000-4000-8000-000000000001","description":"A","status":"pending","entry":"20261101T000000Z"},
            {"uuid":"10000000-0000-4000-8000-000000000002","description":"Hourly","status":"recurring","recur":"3hours",
            "due":"20261130T090000Z","entry":"20261101T000000Z"},
            {"uuid":"10000000-0000-4000-8000-000000000003","description":"B","status":"pending","entry":"20261101T000000Z"}]
            """, 2
        ),
    ]) func `what TaskNotes cannot read is left out of an import and named with its line`(
        format: ImportFormat,
        text: String,
        line: Int
    ) throws {
        var folder = try folder(format)
        let outcome = try folder.take(text)
        #expect(outcome.added.count == 2)
        #expect(outcome.leftOut == ["\(line): Hourly: \(Self.hours)"])
        // The others are known from then on.
        let again = try folder.take(text)
        #expect(again.added.isEmpty && again.leftOut == outcome.leftOut)
    }

    @Test func `a second import writes a rule as TaskNotes reads it`() throws {
        var folder = try folder()
        _ = try folder.take(Self.weekly)
        #expect(folder.text("1.md").contains("recurrence: DTSTART:20261130T090000Z;FREQ=WEEKLY;BYDAY=MO\n"))
        let outcome = try folder.take(Self.weekly.replacing("T09", with: "T10"))
        #expect(outcome.named.isEmpty && outcome.changed == ["1.md"])
        #expect(folder.text("1.md").contains("recurrence: DTSTART:20261130T100000Z;FREQ=WEEKLY;BYDAY=MO\n"))
        #expect(folder.text("1.md").contains("scheduled: 2026-11-30T10:00\n"))
    }

    @Test func `a second import leaves a file whose rule TaskNotes could not read, and names it each time`() throws {
        var folder = try folder()
        _ = try folder.take(Self.weekly)
        let before = folder.text("1.md")
        let hourly = Self.weekly.replacing("FREQ=WEEKLY;BYDAY=MO", with: "FREQ=HOURLY;INTERVAL=3")
        for _ in 0..<2 {
            #expect(try folder.take(hourly).named == ["1.md: unwritten(\"\(Self.hours)\"): -, -"])
            #expect(folder.text("1.md") == before)
        }
        #expect(try folder.take(Self.weekly).isSilent)
    }

    @Test func `a second import keeps the tag and the status of a task, under the names of the folder`() throws {
        var folder = try folder(.calendar, #"{"fieldMapping":{"tags":"labels","scheduled":"planned"}}"#)
        _ = try folder.take(Self.weekly)
        try folder.set("status", "in-progress", "1.md")
        let outcome = try folder.take(
            Self.weekly.replacing("T09", with: "T10").replacing("RRULE", with: "CATEGORIES:Sport\nRRULE")
        )
        #expect(outcome.named.isEmpty)
        let text = folder.text("1.md")
        #expect(text.contains("labels: [task, Sport]\n") && text.contains("planned: 2026-11-30T10:00\n"))
        #expect(text.contains("status: in-progress\n") && !text.contains("completed"))
    }

    @Test func `an import writes a priority under the name that the folder has for it`() throws {
        var folder = try folder(.todoText, #"{"fieldMapping":{"priority":"prio"}}"#)
        _ = try folder.take("(A) Call\n")
        #expect(folder.text("1.md").contains("prio: A\n") && !folder.text("1.md").contains("priority"))
        #expect(try folder.take("(A) Call\n").isSilent)
        #expect(try folder.take("(B) Call\n").named.isEmpty)
        #expect(folder.text("1.md").contains("prio: B\n") && !folder.text("1.md").contains("priority"))
    }
}
