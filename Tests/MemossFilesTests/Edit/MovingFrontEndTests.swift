import TestSupport
import Testing

@testable import Interaction
@testable import LanguageServer
@testable import MemossFiles

/// Every way to change the date of a series keeps the place of its current occurrence.
@Suite struct MovingFrontEndTests {
    enum FrontEnd: String, CaseIterable {
        case edit, form, set, editor, completion
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

    @Test(arguments: [FrontEnd.edit, .form, .set], ["2027-03-28T07:15", "2027-03-28T06:15"])
    func `hours are counted across a clock change`(frontEnd: FrontEnd, date: String) throws {
        let fields = "title: x\nscheduled: 2027-03-26T10:00\nmoved_from: 2027-03-27T04:15\nrecurrence: every 13 hours"
        let after = try moved(Stepping(fields), to: date, by: frontEnd)
        #expect(after.movedFrom?.description == (date == "2027-03-28T07:15" ? nil : "2027-03-27T04:15"))
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
        case .completion:
            let saved = String(decoding: file.bytes, as: UTF8.self)
            let old = try #require(file.reminder.date?.description)
            let text = saved.replacing("\n\(key): \(old)", with: "\n\(key): on \(date)")
            after.bytes = Array(try completed(saved, by: "on \(date)", in: text).utf8)
        }
        return after.reminder
    }

    /// The text of a document after the first completion at the end of some words.
    private func completed(_ saved: String?, by words: String, in text: String) throws -> String {
        let uri = "file:///f/a.md"
        var files = ["tags.yaml": ""]
        files["a.md"] = saved
        var stage = try ServerStage(files)
        stage.open(uri, text)
        let end = try #require(Array(text.utf8).firstRange(of: Array(words.utf8))).upperBound
        let place = DocumentText(Array(text.utf8), .utf16).position(of: end)
        let item = try stage.at("completion", uri, place.line, place.character)["result"]["items"][0]
        // As the protocol has it, all edits are of the text before any of them.
        let edits = [item["textEdit"]] + item["additionalTextEdits"].elements
        var after = DocumentText(Array(text.utf8), .utf16)
        for edit in edits.sorted(by: { ($0.line, $0.column) > ($1.line, $1.column) }) {
            var change = edit
            change.add("text", edit["newText"])
            let isApplied = after.apply(change)
            #expect(isApplied)
        }
        return String(decoding: after.bytes, as: UTF8.self)
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
            let expected = "---\nscheduled: 2026-12-05\nrecurrence: weekly on monday\nmoved_from: 2026-12-05\n---\n"
            #expect(after == expected)
            #expect(try completed(saved, by: "on 2026-12-05", in: text) == expected)
        }
    }

    @Test func `a date that is completed again moves from the saved one`() throws {
        let saved = "---\nscheduled: 2026-12-07\nrecurrence: FREQ=WEEKLY;BYDAY=MO;COUNT=5\n---\n"
        var text = saved
        func complete(_ date: String) throws {
            let range = try #require(text.firstRange(of: /\d{4}-\d\d-\d\d/))
            text = try completed(
                saved,
                by: "on \(date)",
                in: String(text[..<range.lowerBound]) + "on \(date)" + text[range.upperBound...]
            )
        }
        for date in ["2026-12-09", "2026-12-16", "2026-12-01"] {
            try complete(date)
            #expect(text.contains("\nmoved_from: 2026-12-07\n"))
        }
        try complete("2026-12-07")
        #expect(text == saved)
        try complete("2026-12-14")
        #expect(text == saved.replacing("2026-12-07", with: "2026-12-14").replacing("5", with: "4"))
        // A date cannot tell how often a COUNT was reduced: it stays until the text is saved.
        try complete("2026-12-21")
        #expect(text.contains("COUNT=4"))
    }

    @Test func `a deadline that is completed leaves the place of the date`() throws {
        let saved = "---\nscheduled: 2026-12-07\ndue: 2026-12-08\nrecurrence: weekly on monday\n---\n"
        let moved = saved.replacing("12-07", with: "12-09").replacing("day\n", with: "day\nmoved_from: 2026-12-07\n")
        let text = moved.replacing("due: 2026-12-08", with: "due: on 2026-12-11")
        let expected = moved.replacing("due: 2026-12-08", with: "due: 2026-12-11")
        #expect(try completed(saved, by: "on 2026-12-11", in: text) == expected)
    }

    @Test(arguments: [
        // What an edit of the date writes besides it.
        (
            "scheduled: 2026-12-07\nrecurrence: FREQ=WEEKLY;BYDAY=MO;COUNT=5\nsnoozed: 2026-12-08T09:00",
            "on 2026-12-21",
            "scheduled: 2026-12-21\nrecurrence: FREQ=WEEKLY;BYDAY=MO;COUNT=3"
        ),
        ("snoozed: 2026-12-08T09:00\nscheduled: 2026-12-07", "on 2026-12-09", "scheduled: 2026-12-09"),
        // There are edits before and after the date, which is quoted and follows an emoji on its line.
        (
            "moved_from: 2026-12-07\nscheduled: '2026-12-09' # 😀\nrecurrence: weekly on monday # 😀", "on 2026-12-14",
            "scheduled: '2026-12-14' # 😀\nrecurrence: weekly on monday # 😀"
        ),
        (
            "title: 😀\r\nscheduled: '2026-12-07' # 😀\r\nrecurrence: weekly on monday", "on 2026-12-15 10:00",
            "title: 😀\r\nscheduled: '2026-12-15T10:00' # 😀\r\nrecurrence: weekly on monday\r\nmoved_from: 2026-12-07"
        ),
        // The other front ends refuse to add a key here; the date alone is then read as one that a hand has moved.
        (
            "title: [\nscheduled: 2026-12-07\nrecurrence: weekly on monday", "on 2026-12-09",
            "title: [\nscheduled: 2026-12-09\nrecurrence: weekly on monday"
        ),
    ]) func `a completed date brings what an edit of it writes`(fields: String, words: String, after: String) throws {
        let (end, head) = fields.contains("\r\n") ? ("\r\n", "---\r\n") : ("\n", "---\n")
        let saved = head + fields + end + head
        let old = try #require(saved.firstRange(of: /scheduled: '?/)).upperBound
        let text = saved[..<old] + words + saved[saved.index(old, offsetBy: 10)...]
        #expect(try completed(saved, by: words, in: String(text)) == head + after + end + head)
    }
}

extension JSON {
    fileprivate var line: Int { self["range"]["start"]["line"].int ?? 0 }
    fileprivate var column: Int { self["range"]["start"]["character"].int ?? 0 }
}
