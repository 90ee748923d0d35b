import Testing

@testable import LanguageServer
@testable import MemossFiles
@testable import Text

/// Completing a tag beside others, and names that a tag had before.
@Suite struct LanguageServerTagTests {
    private static let versions: JSON = ["workspace": ["workspaceEdit": ["documentChanges": true]]]
    private static let uri = "file:///f/a.md"
    private static let registry =
        "Garden:\n  color: moss\n  aliases: [plot 14]\nPersonal: pink\nFamily: teal\nWork: blue\nDeep Work: blue\n"

    private func stage(_ text: String) throws -> ServerStage {
        var stage = try ServerStage(["tags.yaml": Self.registry, "a.md": text], capabilities: Self.versions)
        stage.open(Self.uri, text)
        return stage
    }

    /// The text after an item was chosen at the cursor `|`; nil if it is not offered.
    private func choosing(_ label: String, _ front: String) throws -> String? {
        let parts = "---\n\(front)\n---\n".split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let before = parts.joined()
        var stage = try stage(before)
        let position = DocumentText(Array(before.utf8), .utf16).position(of: parts[0].utf8.count)
        let items = try stage.at("completion", Self.uri, position.line, position.character)["result"]["items"].elements
        guard let item = items.first(where: { $0["label"].string == label }) else { return nil }
        var text = DocumentText(Array(before.utf8), .utf16)
        var change = item["textEdit"]
        let range = try #require(text.range(change["range"]))
        #expect(range.lowerBound <= parts[0].utf8.count && parts[0].utf8.count <= range.upperBound)
        change.add("text", change["newText"])
        let isApplied = text.apply(change)
        #expect(isApplied)
        return String(String(decoding: text.bytes, as: UTF8.self).dropFirst(4).dropLast(5))
    }

    @Test(
        arguments: [
            ("tags: [Garden, pe| Family]", "Personal", "tags: [Garden, Personal Family]"),
            ("tags: [Garden, pe | Family]", "Personal", "tags: [Garden, Personal  Family]"),
            ("tags: [Home, ga|Work]", "Garden", "tags: [Home, GardenWork]"),
            ("tags: [Home, | Work]", "Garden", "tags: [Home, Garden Work]"),
            ("tags: [|Work]", "Garden", "tags: [GardenWork]"), ("tags: [ | Work]", "Garden", "tags: [ Garden Work]"),
            ("tags: Home, ga| Work", "Garden", "tags: Home, Garden Work"),
            ("tags: Home, | Work", "Garden", "tags: Home, Garden Work"),
            ("tags:\n  - ga| Work", "Garden", "tags:\n  - Garden Work"),
            ("tags: [\"ga| Work\"]", "Garden", "tags: [\"Garden Work\"]"),
            ("tags: [Home, pe| 'Work']", "Personal", "tags: [Home, Personal 'Work']"),
            // One name is replaced as a whole.
            ("tags: [gar|den]", "Garden", "tags: [Garden]"), ("tags: [deep w|ork]", "Deep Work", "tags: [Deep Work]"),
            ("tags: [Deep | Work, Home]", "Personal", nil),
        ] as [(String, String, String?)]
    )
    func `a tag that is completed in front of another one leaves it`(front: String, label: String, after: String?)
        throws
    {
        #expect(try choosing(label, front) == after)
    }

    @Test func `the tag behind the cursor is not offered again, and none is created in the middle of a word`() throws {
        #expect(try choosing("Work", "tags: [Home, | Work]") == nil)
        #expect(try choosing("Create tag \"gar\"", "tags: [gar|age]") == nil)
        #expect(try choosing("Create tag \"gar\"", "tags: [gar| age]") == "tags: [gar age]")
    }

    /// The first completion does not wait for the last of many files.
    @Test func `while a folder is read, tags are completed, and other requests wait in order`() throws {
        let text = "---\ntitle: A\ntags: []\n---\n"
        let files = [
            "tags.yaml": Self.registry, "a.md": text, "b.md": "---\ntags: [Work, Near]\n---\n",
            "c.md": "---\ntags: [Work, Far]\n---\n",
        ]
        var stage = try ServerStage(files, capabilities: Self.versions)
        stage.read(only: ["tags.yaml", "a.md", "b.md"])
        stage.notify("initialized", [:])
        stage.open(Self.uri, text)
        func offered(typing tag: String) throws -> [String] {
            stage.change(Self.uri, to: text.replacing("[]", with: "[\(tag)]"), version: 1 + tag.count)
            let items = try stage.at("completion", Self.uri, 2, 7 + tag.count)["result"]["items"].elements
            return items.map { ($0["label"].string ?? "") + ": " + ($0["detail"].string ?? "") }
        }
        let work = try offered(typing: "wor")[0]
        #expect(try work.hasPrefix("Work: #") && !work.contains("file") && offered(typing: "nea").first == "Near: ")
        // Another file may have it.
        #expect(try !offered(typing: "far").contains { $0.hasPrefix("Create") || $0.hasPrefix("Far") })
        #expect(!stage.server.hasNews)
        let position: JSON = ["textDocument": ["uri": .string(Self.uri)], "position": ["line": 2, "character": 8]]
        let references = stage.send(["jsonrpc": "2.0", "id": "r", "method": "textDocument/hover", "params": position])
        let behind = stage.send(["jsonrpc": "2.0", "id": "c", "method": "textDocument/completion", "params": position])
        #expect(references == [] && behind == [] && !stage.server.hasMessages)
        _ = stage.read()
        #expect(stage.server.hasNews && stage.server.hasMessages)
        let answers = stage.send(["jsonrpc": "2.0", "method": "$/setTrace"])
        let ids = answers.compactMap { if case .send(let message) = $0 { message["id"].string } else { nil } }
        #expect(ids == ["r", "c"])
        #expect(try offered(typing: "wor").first == work + " · 2 files")
        #expect(try offered(typing: "far").first == "Far: 1 file")
    }

    @Test func `a date that is completed in front of another one leaves it`() throws {
        let after = try choosing("today", "complete_instances: [tod| 2026-11-20]")
        #expect(after == "complete_instances: [2026-11-22 2026-11-20]")
    }

    @Test func `a tag of a text is one for the editor if the folder says so`() throws {
        let text = "---\ntags: [Garden]\n---\nThe #garden and #Garden/beds, not `#garden`.\n"
        let base = "filters: file.hasTag(\"Garden\")\n"
        for (settings, references) in [("tags_in_text: true\n", 4), ("", nil)] as [(String, Int?)] {
            let files = [
                "tags.yaml": Self.registry, "a.md": text, "b.base": base, ".mm.yaml": settings, "c.md": "#garden\n",
            ]
            var stage = try ServerStage(files, capabilities: Self.versions)
            stage.open(Self.uri, text)
            let found = try stage.at("references", Self.uri, 3, 6)["result"]
            #expect((found == .null ? nil : found.elements.count) == references)
            let prepared = try stage.at("prepareRename", Self.uri, 3, 6)["result"]
            #expect((prepared == .null) == (references == nil))
            let hover = try stage.at("hover", Self.uri, 1, 8)["result"]["contents"]["value"].string ?? ""
            #expect(hover.contains(references == nil ? " · 1 file" : " · 2 files"), "\(hover)")
            guard references != nil else { continue }
            let edit = try stage.at("rename", Self.uri, 3, 6, ("newName", "Yard"))["result"]
            let after = stage.applied(edit, to: [Self.uri: text, "file:///f/b.base": base])
            #expect(after[Self.uri] == "---\ntags: [Yard]\n---\nThe #Yard and #Yard/beds, not `#garden`.\n")
            #expect(after["file:///f/b.base"] == "filters: file.hasTag(\"Yard\")\n")
        }
    }

    @Test func `a former name is renamed as the tag that had it, and in the registry as a text`() throws {
        let text = "---\ntags: [plot 14]\n---\n"
        var stage = try stage(text)
        #expect(try stage.at("prepareRename", Self.uri, 1, 9)["result"]["placeholder"] == "Garden")
        stage.open("file:///f/tags.yaml", Self.registry)
        let refused = try stage.at("prepareRename", "file:///f/tags.yaml", 2, 14)["error"]["message"].string
        #expect(refused?.hasPrefix("'plot 14' is a former name of the tag 'Garden': rename") == true)
        let renamed = try stage.at("rename", "file:///f/tags.yaml", 2, 14, ("newName", "plot 15"))
        #expect(renamed["error"] != .null)
    }

    @Test(
        arguments: [
            ("tags: [plot 14]", "tags: [Garden]"), ("tags: 'plot 14, Work'", "tags: 'Garden, Work'"),
            ("tags:\n  - #plot 14 # c", nil), ("tags: [plot 14, Garden]", nil), ("tags: [Garden]", nil),
        ] as [(String, String?)]
    )
    func `a former name can be replaced by the current one`(front: String, after: String?) throws {
        let text = "---\n\(front)\n---\n"
        var stage = try stage(text)
        let actions = try stage.actions(Self.uri, at: front.contains("plot") ? "plot" : "Garden", in: text)
        let action = actions.first { $0.title == "Write the current name: Garden" }
        let written = action.flatMap { stage.applied($0.edit, to: [Self.uri: text])[Self.uri] }
        #expect(written == after.map { "---\n\($0)\n---\n" })
    }

    @Test func `a fix that is offered for the place is not offered for the file, and says what it does`() throws {
        let text = "---\ntags: [WORK]\ntitle: x\n---\n"
        var stage = try stage(text)
        let near = try stage.actions(Self.uri, at: "WORK", in: text).map(\.title)
        #expect(near.filter { $0.hasPrefix("Fix") || $0.hasPrefix("Change") } == ["Change to 'Work'"])
        let far = try stage.actions(Self.uri, at: "title", in: text).map(\.title)
        #expect(far.filter { $0.hasPrefix("Fix") } == ["Fix: 'WORK' is spelled 'Work' in the registry"])
    }

    @Test func `a list that is too long for a hover says how many are missing`() throws {
        var files = ["tags.yaml": Self.registry, "a.md": "---\ntags: [Work]\nscheduled: 2026-11-22\n---\n"]
        for number in 0..<7 { files["b\(number).md"] = files["a.md"] }
        let able: JSON = ["textDocument": ["hover": ["contentFormat": ["markdown"]]]]
        var stage = try ServerStage(files, capabilities: able)
        stage.open(Self.uri, "---\ntags: [Work]\nscheduled: 2026-11-22\n---\n")
        let text = try stage.at("hover", Self.uri, 1, 8)["result"]["contents"]["value"].string ?? ""
        #expect(text.hasSuffix("\n- b3\n\nand 3 more"), "\(text)")
    }

    @Test func `the registry is offered the tags that only files have`() throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\n", "a.md": "---\ntags: [Work, Gym, 'it: s']\n---\n"])
        stage.open("file:///f/tags.yaml", "Work: moss\ng\n")
        let some = try stage.at("completion", "file:///f/tags.yaml", 1, 1)["result"]["items"].elements
        #expect(some.map { $0["textEdit"]["newText"] } == ["Gym: "])
        stage.change("file:///f/tags.yaml", to: "Work: moss\n\n", version: 2)
        let all = try stage.at("completion", "file:///f/tags.yaml", 1, 0)["result"]["items"].elements
        #expect(all.map { $0["textEdit"]["newText"] } == ["Gym: ", "\"it: s\": "])
    }

    @Test func `keys that begin with the typed letters hide the others, and plurals are not offered twice`() throws {
        func labels(_ front: String) throws -> [String] {
            let text = "---\n\(front)\n---\n"
            var stage = try stage(text)
            let column = front.utf8.count
            return try stage.at("completion", Self.uri, 1, column)["result"]["items"].elements.compactMap {
                $0["label"].string
            }
        }
        #expect(try labels("tit") == ["title"])
        #expect(try labels("instances").contains("complete_instances"))
        let rules = try labels("recurrence: every m")
        #expect(rules.contains("every month") && rules.contains("every monday"))
        #expect(!rules.contains("every months") && !rules.contains("every mondays"))
        #expect(try labels("recurrence: monthly on ").contains("monthly on the last day"))
        #expect(try labels("completed: ") == ["true", "false", "now", "today", "yesterday"])
    }
}
