import Testing

@testable import LanguageServer
@testable import MemossFiles
@testable import Text

/// What the server believes when the disk and the client differ.
@Suite struct LanguageServerDiskTests {
    private static let versions: JSON = ["workspace": ["workspaceEdit": ["documentChanges": true]]]
    private static let registry = "file:///f/tags.yaml"
    private static let uri = "file:///f/a.md"

    private func note(_ tags: String) -> String { "---\ntags: \(tags)\n---\nText\n" }

    private func problems(_ stage: inout ServerStage, _ uri: String) throws -> [String] {
        try stage.call("textDocument/diagnostic", ["textDocument": ["uri": .string(uri)]])["result"]["items"].elements
            .compactMap { $0["code"].string }
    }

    @Test func `a registry that the client keeps without having changed it does not hide the one on the disk`() throws {
        var stage = try ServerStage(["tags.yaml": "Plot: moss\n", "a.md": note("[Plot]")], capabilities: Self.versions)
        stage.open(Self.registry, "Plot: moss\n")
        stage.open(Self.uri, note("[Plot]"))
        stage.write("tags.yaml", "Yard: moss\n")
        stage.write("a.md", note("[Yard]"))
        #expect(try problems(&stage, Self.uri) == ["changed-on-disk"])
        stage.change(Self.uri, to: note("[Yard, ]"), version: 2)
        #expect(try problems(&stage, Self.uri).isEmpty)
        #expect(try problems(&stage, Self.registry) == ["changed-on-disk"])
        let items = try stage.at("completion", Self.uri, 1, 13)["result"]["items"].elements
        #expect(items.isEmpty, "Plot is no tag any more")

        // The registry of the client is not edited, and no other file either.
        let refused = try stage.at("rename", Self.uri, 1, 9, ("newName", "Court"))
        #expect(
            refused["error"]["message"]
                == "tags.yaml has changed on the disk since the editor read it: reload it, and try again; nothing was changed"
        )
        // The client reads it again.
        stage.change(Self.registry, to: "Yard: moss\n", version: 2)
        #expect(try problems(&stage, Self.registry).isEmpty)
        #expect(try stage.at("rename", Self.uri, 1, 9, ("newName", "Court"))["result"] != .null)
    }

    @Test func `unsaved text stays, whatever the disk has`() throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\n", "a.md": note("[Work]")], capabilities: Self.versions)
        stage.open(Self.uri, note("[Work]"))
        stage.change(Self.uri, to: note("[Work, Wrk]"), version: 2)
        for other in [note("[Home]"), "", nil] {
            stage.write("a.md", other)
            #expect(try problems(&stage, Self.uri) == ["unknown-tag"])
        }
        // A new file that is not on the disk yet.
        stage.open("file:///f/b.md", note("[None]"))
        #expect(try problems(&stage, "file:///f/b.md") == ["unknown-tag"])
        let edit = try stage.at("rename", Self.uri, 1, 8, ("newName", "Job"))["result"]
        let after = stage.applied(edit, to: [Self.uri: note("[Work, Wrk]")])
        #expect(after[Self.uri] == note("[Job, Wrk]"))
    }

    @Test func `saved text is that of the disk, even if editors hide a mark or add a line ending`() throws {
        for (disk, shown) in [
            ("\u{FEFF}" + note("[Work]"), note("[Work]")),
            (note("[Work]").replacing("\n", with: "\r\n"), note("[Work]")),
            (String(note("[Work]").dropLast()), note("[Work]")),
        ] {
            var stage = try ServerStage(["tags.yaml": "Work: moss\n", "a.md": disk])
            stage.open(Self.uri, shown)
            stage.write("a.md", note("[Home]"))
            #expect(try problems(&stage, Self.uri) == ["changed-on-disk"])
            // It was restored, and nobody has said so yet.
            stage.files["a.md"] = Array(disk.utf8)
            #expect(try problems(&stage, Self.uri).isEmpty)
        }
    }

    @Test func `what the client has saved is not unsaved any more`() throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\n", "a.md": note("[Work]")])
        stage.open(Self.uri, note("[Work]"))
        stage.change(Self.uri, to: note("[Wrk]"), version: 2)
        stage.files["a.md"] = Array(note("[Wrk]").utf8)
        stage.notify("textDocument/didSave", ["textDocument": ["uri": .string(Self.uri)]])
        #expect(try problems(&stage, Self.uri) == ["unknown-tag"])
        stage.write("a.md", nil)
        #expect(try problems(&stage, Self.uri) == ["changed-on-disk"])
        #expect(try stage.call("workspace/symbol", ["query": ""])["result"] == [])
    }

    @Test func `a registry that cannot be read is a message, once, unless it is open`() throws {
        func messages(_ effects: [LanguageServer.Effect]) -> [String] {
            effects.compactMap { effect in
                guard case .send(let message) = effect, message["method"] == "window/showMessage" else { return nil }
                return message["params"]["message"].string
            }
        }
        var stage = try ServerStage(["tags.yaml": "Work: moss\n"])
        stage.files["tags.yaml"] = Array("Work: [\n".utf8)
        let first = messages(stage.read())
        #expect(first.count == 1)
        #expect(first.first?.hasPrefix("tags.yaml:") == true && first.first?.hasSuffix("until it is corrected") == true)
        #expect(messages(stage.read()).isEmpty)
        stage.files["tags.yaml"] = Array("Work: moss\n".utf8)
        #expect(messages(stage.read()).isEmpty)
        stage.open(Self.registry, "Work: moss\n")
        stage.change(Self.registry, to: "Work: [\n", version: 2)
        #expect(messages(stage.read()).isEmpty)
    }

    @Test
    func `closed files are named by the path that the client has beside the real one, and the registry comes first`()
        throws
    {
        let files = ["tags.yaml": "Work: moss\n", "a.md": note("[Work]"), "b.md": note("[Work]")]
        var stage = try ServerStage(files, capabilities: Self.versions, rootPath: "/l/")
        stage.open(Self.uri, note("[Work]"))
        let edit = try stage.at("rename", Self.uri, 1, 8, ("newName", "Job"))["result"]
        let uris = edit["documentChanges"].elements.compactMap { $0["textDocument"]["uri"].string }
        #expect(uris == ["file:///l/tags.yaml", "file:///f/a.md", "file:///l/b.md"])
        // Another root is not meant.
        var other = try ServerStage(files, capabilities: Self.versions, rootPath: "/x")
        other.open(Self.uri, note("[Work]"))
        let plain = try other.at("rename", Self.uri, 1, 8, ("newName", "Job"))["result"]
        #expect(plain["documentChanges"][0]["textDocument"]["uri"] == "file:///f/tags.yaml")
    }

    @Test(arguments: [
        (["utf-16", "utf-8"], "utf-16"), (["utf-8"], "utf-8"), (["utf-32", "utf-8", "utf-16"], "utf-16"),
        ([], "utf-16"),
    ])
    func `columns are in UTF-16 unless the client has only UTF-8`(offered: [String], chosen: String) throws {
        let encodings = JSON.array(offered.map(JSON.string))
        let stage = try ServerStage([:], capabilities: ["general": ["positionEncodings": encodings]])
        #expect(stage.capabilities["positionEncoding"].string == chosen)
    }
}
