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
}
