import Testing

@testable import LanguageServer
@testable import MemossFiles
@testable import Text

/// What an editor is offered in a folder that TaskNotes uses too.
@Suite struct LanguageServerSharedTests {
    private static let uri = "file:///f/a.md"

    private func stage(_ text: String, _ settings: [String: String] = [:]) throws -> ServerStage {
        let capabilities: JSON = ["workspace": ["workspaceEdit": ["documentChanges": true]]]
        let files = [".mm.yaml": "profile: tasknotes\n", "tags.yaml": "task: moss\n", "a.md": text].merging(settings) {
            $1
        }
        var stage = try ServerStage(files, capabilities: capabilities)
        stage.open(Self.uri, text)
        return stage
    }

    private func rewritten(
        _ text: String,
        at part: String,
        by action: String,
        _ settings: [String: String] = [:]
    ) throws -> String? {
        var stage = try stage(text, settings)
        let found = try stage.actions(Self.uri, at: part, in: text).first { $0.title.hasPrefix(action) }
        return found.flatMap { stage.applied($0.edit, to: [Self.uri: text])[Self.uri] }
    }

    @Test func `an action says when it changed the task`() throws {
        let text = "---\nscheduled: friday\ntags: [task]\ndateModified: 2026-01-01T00:00:00Z\n---\n"
        let after = try rewritten(text, at: "friday", by: "Write the date")
        #expect(after?.hasPrefix("---\nscheduled: 2026-11-27\ntags: [task]\ndateModified: 2026-11-22T") == true)
        let note = try rewritten(text.replacing("[task]", with: "[other]"), at: "friday", by: "Write the date")
        #expect(note?.contains("dateModified: 2026-01-01T00:00:00Z") == true)
    }

    @Test func `an action writes the date under the name that the folder has for it`() throws {
        let settings = [".obsidian/plugins/tasknotes/data.json": #"{"fieldMapping":{"scheduled":"when"}}"#]
        let text = "---\nwhen: friday\ntags: [task]\n---\n"
        let after = try rewritten(text, at: "friday", by: "Write the date", settings)
        #expect(
            after?.hasPrefix("---\nwhen: 2026-11-27\ntags: [task]\n") == true && after?.contains("scheduled") == false
        )
    }

    @Test func `a rule in words is written as TaskNotes reads it`() throws {
        let text = "---\nscheduled: 2026-11-27\nrecurrence: weekly on friday\ntags: [task]\n---\n"
        let after = try rewritten(text, at: "weekly", by: "Write the rule")
        #expect(after?.contains("recurrence: DTSTART:20261127;FREQ=WEEKLY;BYDAY=FR\n") == true)
        let shared = text.replacing("weekly on friday", with: "DTSTART:20261127;FREQ=WEEKLY;BYDAY=FR")
        #expect(try rewritten(shared, at: "DTSTART", by: "Write the rule") == nil)
        #expect(try rewritten(shared.replacing("BYDAY=FR", with: "INTERVAL=2"), at: "DTSTART", by: "Pin") == nil)
    }

    @Test func `completion offers rules in words, and writes them as TaskNotes reads them`() throws {
        let text = "---\nscheduled: 2026-11-27\nrecurrence: week\ntags: [task]\n---\n"
        var stage = try stage(text)
        let answer = try stage.call(
            "textDocument/completion",
            ["textDocument": ["uri": .string(Self.uri)], "position": ["line": 2, "character": 16]]
        )
        let weekly = answer["result"]["items"].elements.first { $0["label"].string == "weekly" }
        #expect(weekly?["textEdit"]["newText"].string == "DTSTART:20261127;FREQ=WEEKLY")
    }

    private static let renamed =
        #"{"fieldMapping":{"tags":"labels","scheduled":"planned","recurrence":"repeats"},"taskTag":"todo"}"#

    @Test(arguments: [
        ("{}", "scheduled", "tags", "recurrence", "task"), (Self.renamed, "planned", "labels", "repeats", "todo"),
    ]) func `a key is known by the name that the folder has for it`(
        settings: String,
        date: String,
        tags: String,
        rule: String,
        task: String
    ) throws {
        let text = "---\n\(date): 2026-11-30\n\(tags): [\(task), home]\n\(rule): every day\n---\n"
        let other = "---\n\(tags): [\(task), garden]\n---\n"
        var stage = try stage(text, [".obsidian/plugins/tasknotes/data.json": settings, "b.md": other])
        let (ofDate, ofTag, ofRule) = (date.count + 3, tags.count + task.count + 6, rule.count + 3)
        #expect(try stage.at("hover", Self.uri, 1, ofDate)["result"]["contents"]["value"].string?.isEmpty == false)
        let tag = try stage.at("hover", Self.uri, 2, ofTag)["result"]["contents"]["value"].string
        #expect(tag?.hasPrefix("home · 1 file") == true)
        #expect(try stage.at("hover", Self.uri, 3, ofRule)["result"]["contents"]["value"].string?.isEmpty == false)
        let whole: JSON = ["textDocument": ["uri": .string(Self.uri)]]
        #expect(try stage.call("textDocument/inlayHint", whole)["result"].elements.count == 1)
        #expect(try stage.at("prepareRename", Self.uri, 2, ofTag)["result"]["placeholder"].string == "home")
        #expect(try stage.at("references", Self.uri, 2, ofTag)["result"].elements.count == 1)
        let edit = try stage.at("rename", Self.uri, 2, ofTag, ("newName", "house"))["result"]
        #expect(stage.applied(edit, to: [Self.uri: text])[Self.uri]?.contains("\(tags): [\(task), house]\n") == true)
        #expect(try stage.actions(Self.uri, at: "home", in: text).contains { $0.title == "Create the tag 'home'" })
        func completed(_ line: Int, _ character: Int) throws -> [JSON] {
            try stage.at("completion", Self.uri, line, character)["result"]["items"].elements
        }
        stage.change(
            Self.uri,
            to: text.replacing("home]", with: "ga]").replacing("every day", with: "week"),
            version: 2
        )
        #expect(try completed(2, ofTag + 1).contains { $0["label"].string == "garden" })
        let weekly = try completed(3, ofRule + 3).first { $0["label"].string == "weekly" }
        #expect(weekly?["textEdit"]["newText"].string == "DTSTART:20261130;FREQ=WEEKLY")
        // Not the key that the file has.
        stage.change(Self.uri, to: text.replacing("\(rule): every day", with: "s"), version: 3)
        let keys = try completed(3, 1).map(\.["label"].string)
        #expect(!keys.contains("scheduled") && !keys.contains("planned") && keys.contains("status"))
    }

    @Test(arguments: [
        ("reminders: 15 m", "[", "]"), ("reminders: [15 m]", "", ""), ("reminders:\n  - 15 m", "", ""),
        ("reminders:\n- 15 m", "", ""),
    ]) func `completion offers alarms in words, and writes them as TaskNotes reads them`(
        key: String,
        start: String,
        end: String
    ) throws {
        let text = "---\ntags: [task]\nscheduled: 2026-11-27T09:00\n\(key)\n---\n"
        var stage = try stage(text)
        let lines = "---\ntags: [task]\nscheduled: 2026-11-27T09:00\n\(key.prefix { $0 != "]" })".split(separator: "\n")
        let items = try stage.at("completion", Self.uri, lines.count - 1, lines[lines.count - 1].count)["result"][
            "items"
        ]
        let alarm = items.elements.first { $0["label"].string == "15 min before" }
        let new = alarm?["textEdit"]["newText"].string?.replacing(#/rem_\w+/#, with: "X")
        #expect(new == "\(start){id: X, type: relative, relatedTo: scheduled, offset: -PT15M}\(end)")
    }
}
