import Testing

@testable import MemossFiles

/// Every way to change the date of a series keeps the place of its current occurrence.
@Suite struct MovingFrontEndTests {
    enum FrontEnd: String, CaseIterable {
        case edit, form, set, editor
    }

    @Test(
        arguments: FrontEnd.allCases,
        [
            // Off the rule: earlier, later, again, and nearer to another occurrence than to its own.
            ("scheduled: 2026-12-07\nrecurrence: weekly on monday", "2026-12-09", "2026-12-07"),
            ("scheduled: 2026-12-07\nrecurrence: weekly on monday", "2026-12-12", "2026-12-07"),
            ("scheduled: 2026-12-07\nrecurrence: weekly on monday", "2026-12-01", "2026-12-07"),
            ("scheduled: 2026-12-09\nmoved_from: 2026-12-07\nrecurrence: weekly on monday", "2026-12-12", "2026-12-07"),
            ("scheduled: 2026-12-06\nrecurrence: every 2 weeks on sunday", "2026-12-18", "2026-12-06"),
            ("due: 2026-12-01\nrecurrence: monthly on 1", "2026-12-28", "2026-12-01"),
            (
                "scheduled: 2026-12-01\ndue: 2026-12-05\nrecurrence: FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-20",
                "2026-12-01"
            ),
            // On the rule again, or without a day of its own.
            ("scheduled: 2026-12-09\nmoved_from: 2026-12-07\nrecurrence: weekly on monday", "2026-12-14", nil),
            ("scheduled: 2026-12-09\nmoved_from: 2026-12-07\nrecurrence: weekly on monday", "2026-12-07", nil),
            ("scheduled: 2026-12-07\nrecurrence: weekly", "2026-12-09", nil),
            ("scheduled: 2026-12-07", "2026-12-09", nil),
        ] as [(String, String, String?)]
    ) func `whatever moves an occurrence writes its place`(
        frontEnd: FrontEnd,
        row: (fields: String, date: String, place: String?)
    ) throws {
        let after = try moved(Stepping("title: x\n\(row.fields)"), to: row.date, by: frontEnd)
        #expect(after.date?.description == row.date)
        #expect(after.movedFrom?.description == row.place)
    }

    private func moved(_ file: Stepping, to date: String, by frontEnd: FrontEnd) throws -> Reminder {
        let (context, key, files) = (try file.context(), file.reminder.dateKey, ["a.md": file.bytes])
        let edits = EditContext(Snapshot(files: files), files: files, zones: ZoneDatabase())
        var after = file
        switch frontEnd {
        case .edit:
            var (typed, change) = (TypedDates(), ReminderChange())
            let phrase = ReminderChange.Setting.set(try context.when(date))
            if key == "due" { typed.due = phrase } else { typed.scheduled = phrase }
            try change.set(typed, of: file.reminder, in: context.zone, context)
            let update = ReminderUpdate(of: "a.md", change, today: context.local.date) { "0" }
            after.bytes = try #require(try update.plan(in: edits).edits.first?.after)
        case .form:
            let decoded = ReminderDecoder.decode(
                file.bytes,
                path: "a.md",
                keeping: .whole,
                keys: ReminderForm.shownKeys
            )
            let source = TagSuggestions(edits.snapshot, today: context.local.date)
            var form = ReminderForm(of: try #require(decoded.reminder), decoded.problems, from: source, at: context)
            form.set(.day, to: date)
            let update = ReminderUpdate(of: "a.md", try #require(form.change()), today: context.local.date) { "0" }
            after.bytes = try #require(try update.plan(in: edits).edits.first?.after)
        case .set:
            var update = try BulkChange(of: ["a.md"], setting: key, to: date, zones: ZoneDatabase())
            update.movingIn = context.zone
            after.bytes = try #require(try update.plan(in: edits).edits.first?.after)
        case .editor:
            // The words are typed over the value, and not saved.
            let saved = String(decoding: file.bytes, as: UTF8.self)
            let old = try #require(file.reminder.date?.description)
            let text = saved.replacing("\n\(key): \(old)", with: "\n\(key): on \(date)")
            let uri = "file:///f/a.md"
            var stage = try ServerStage(
                ["tags.yaml": "", "a.md": saved],
                capabilities: ["workspace": ["workspaceEdit": ["documentChanges": true]]]
            )
            stage.open(uri, saved)
            stage.change(uri, to: text, version: 2)
            let actions = try stage.actions(uri, at: "on \(date)", in: text)
            let action = try #require(actions.first { $0.title.hasPrefix("Write the date") })
            after.bytes = Array(try #require(stage.applied(action.edit, to: [uri: text])[uri]).utf8)
        }
        return after.reminder
    }

    @Test func `an editor that has saved the words, or a new file, gets the place of a beginning`() throws {
        let text = "---\nscheduled: on 2026-12-05\nrecurrence: weekly on monday\n---\n"
        for saved in [text, nil] {
            var files = ["tags.yaml": ""]
            files["a.md"] = saved
            var stage = try ServerStage(
                files,
                capabilities: ["workspace": ["workspaceEdit": ["documentChanges": true]]]
            )
            stage.open("file:///f/a.md", text)
            let actions = try stage.actions("file:///f/a.md", at: "on 2026", in: text)
            let action = try #require(actions.first { $0.title.hasPrefix("Write the date") })
            let after = stage.applied(action.edit, to: ["file:///f/a.md": text])["file:///f/a.md"]
            #expect(after == "---\nscheduled: 2026-12-05\nrecurrence: weekly on monday\nmoved_from: 2026-11-30\n---\n")
        }
    }
}
