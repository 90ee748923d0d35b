import Testing

@testable import Folder
@testable import LanguageServer
@testable import MemossFiles
@testable import Text

@Suite struct LanguageServerTests {
    private static let versions: JSON = ["workspace": ["workspaceEdit": ["documentChanges": true]]]

    private func note(_ tags: String, _ body: String = "Text\n") -> String { "---\ntags: \(tags)\n---\n\(body)" }

    @Test func `a rename changes open documents in their unsaved text, and other files as they are`() throws {
        let files = ["tags.yaml": "Work: moss\n", "ä.md": note("[Work]", "saved\n"), "b.md": note("Work, Home")]
        var stage = try ServerStage(files, capabilities: Self.versions)
        // Another spelling, through a link.
        let uri = "file:///l/%c3%a4.md"
        let unsaved = note("[Home, Work]", "not saved 😀\n")
        stage.open(uri, unsaved, version: 7)
        let answer = try stage.at("rename", uri, 1, 14, ("newName", "Jöb"))
        let edit = answer["result"]
        let after = stage.applied(edit, to: [uri: unsaved])
        #expect(after[uri] == note("[Home, Jöb]", "not saved 😀\n"))
        #expect(after["file:///f/b.md"] == note("Jöb, Home"))
        #expect(after["file:///f/tags.yaml"]?.contains("Jöb") == true)
        #expect(after.count == 3)
        let versions = edit["documentChanges"].elements.map { $0["textDocument"] }
        #expect(versions.contains { $0["uri"].string == uri && $0["version"].int == 7 })
    }

    @Test func `without versions, a rename is a map of changes`() throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\n", "a.md": note("[Work]")])
        stage.open("file:///f/a.md", note("[Work]"))
        let result = try stage.at("rename", "file:///f/a.md", 1, 8, ("newName", "Job"))["result"]
        #expect(result["documentChanges"] == .null)
        #expect(result["changes"]["file:///f/a.md"].elements.count == 1)
    }

    @Test func `a rename to a tag that exists is an error`() throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\nJob: pink\n", "a.md": note("[Work]")])
        stage.open("file:///f/a.md", note("[Work]"))
        let answer = try stage.at("rename", "file:///f/a.md", 1, 8, ("newName", "Job"))
        #expect(answer["error"]["code"].int == ResponseError.Code.requestFailed.rawValue)
        #expect(answer["error"]["message"].string?.contains("already exists") == true)
    }

    @Test func `the text of a closed document is again that of its file`() throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\n", "a.md": "---\ntitle: Saved\n---\n"])
        stage.open("file:///f/a.md", "---\ntitle: Unsaved\n---\n")
        func titles() throws -> [String] {
            try stage.call("workspace/symbol", ["query": ""])["result"].elements.compactMap { $0["name"].string }
        }
        #expect(try titles() == ["Unsaved"])
        // The folder is read again while the document is open.
        stage.files["a.md"] = Array("---\ntitle: Changed\n---\n".utf8)
        stage.read()
        #expect(try titles() == ["Unsaved"])
        stage.notify("textDocument/didClose", ["textDocument": ["uri": "file:///f/a.md"]])
        #expect(try titles() == ["Changed"])
    }

    @Test func `a file that cannot be read when its document is closed is not a deleted one`() throws {
        var stage = try ServerStage(["tags.yaml": "", "a.md": "---\ntitle: Saved\n---\n"])
        stage.open("file:///f/a.md", "---\ntitle: Unsaved\n---\n")
        stage.unreadable = ["a.md"]
        let close: JSON = [
            "jsonrpc": "2.0", "method": "textDocument/didClose",
            "params": ["textDocument": ["uri": "file:///f/a.md"]],
        ]
        #expect(stage.send(close).contains(.readFolder))
        let symbols = try stage.call("workspace/symbol", ["query": ""])["result"].elements
        #expect(symbols.count == 1)
        // One that is gone needs no reading of the folder.
        stage.unreadable = []
        stage.open("file:///f/a.md", "---\ntitle: Unsaved\n---\n")
        stage.files["a.md"] = nil
        #expect(!stage.send(close).contains(.readFolder))
        #expect(try stage.call("workspace/symbol", ["query": ""])["result"] == [])
    }

    @Test func `a link that cannot be followed is an error, not another file`() throws {
        var disk = FaultyFiles(files: FileValues(["a.md": Array("saved".utf8)]), unreadable: [])
        disk.lostLinks = ["a.md"]
        let files = OpenFiles(open: [PathKey("b.md"): Array("not saved".utf8)], disk: disk)
        #expect(throws: SystemError.self) { try files.contents(of: "a.md") }
        let bytes = try files.contents(of: "b.md").bytes
        #expect(bytes == Array("not saved".utf8))
    }

    @Test func `problems of open documents are published once for each version`() throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\n"])
        stage.open("file:///f/a.md", note("[Wrk]"))
        func published() -> [JSON] {
            stage.server.publishNews(in: stage.surroundings).compactMap { effect in
                if case .send(let message) = effect { message["params"] } else { nil }
            }
        }
        let first = published()
        #expect(first.count == 1)
        #expect(first.first?["diagnostics"][0]["code"] == "unknown-tag")
        #expect(first.first?["version"] == 1)
        #expect(published().isEmpty)
        stage.notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": "file:///f/a.md", "version": 2],
                "contentChanges": [["text": .string(note("[Work]"))]],
            ]
        )
        #expect(published().first?["diagnostics"] == [])
    }

    @Test func `problems are sent to a client that asks for them but not again`() throws {
        var stage = try ServerStage(
            ["tags.yaml": "Work: moss\nWrk: pink\n"],
            capabilities: ["textDocument": ["diagnostic": [:]]]
        )
        #expect(stage.capabilities["diagnosticProvider"] == .null)
        stage.open("file:///f/a.md", note("[Wrk]"))
        _ = stage.server.publishNews(in: stage.surroundings)
        stage.files["tags.yaml"] = Array("Work: moss\n".utf8)
        stage.read()
        guard case .send(let message) = stage.server.publishNews(in: stage.surroundings).first else {
            Issue.record("nothing was published")
            return
        }
        #expect(message["method"] == "textDocument/publishDiagnostics")
        #expect(message["params"]["diagnostics"][0]["code"] == "unknown-tag")
    }

    @Test func `a client that asks for problems gets no others`() throws {
        let able: JSON = [
            "textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]],
        ]
        var stage = try ServerStage(["tags.yaml": "Work: moss\n"], capabilities: able)
        #expect(stage.capabilities["diagnosticProvider"] != .null)
        stage.open("file:///f/a.md", note("[Wrk]"))
        let news = stage.server.publishNews(in: stage.surroundings)
        #expect(news.isEmpty)
        let report = try stage.call("textDocument/diagnostic", ["textDocument": ["uri": "file:///f/a.md"]])["result"]
        #expect(report["items"][0]["code"] == "unknown-tag")
    }

    @Test func `a request before initialize and one after shutdown are refused, and exit says how it ended`() throws {
        var server = LanguageServer(version: "test")
        let surroundings = try ServerStage([:]).surroundings
        func code(_ method: String) -> Int? {
            server.receive(
                MessageFraming.framed(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": [:]])
            )
            guard case .send(let answer) = server.next(in: surroundings).first else { return nil }
            return answer["error"]["code"].int
        }
        #expect(code("textDocument/hover") == -32002)
        #expect(code("initialize") == nil)
        #expect(code("initialize") == -32600)
        #expect(code("no/such") == -32601)
        #expect(code("shutdown") == nil)
        #expect(code("workspace/symbol") == -32600)
        server.receive(MessageFraming.framed(["jsonrpc": "2.0", "method": "exit"]))
        let last = server.next(in: surroundings)
        #expect(last == [.exit(isClean: true)])
        let more = server.end()
        #expect(more.isEmpty)
    }

    @Test func `initialize is answered before the folder is looked for`() throws {
        var server = LanguageServer(version: "test")
        server.receive(
            MessageFraming.framed([
                "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["rootUri": "file:///f"],
            ])
        )
        let effects = server.next(in: try ServerStage(["a.md": ""]).surroundings)
        guard case .send = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(effects.last == .findFolder(near: ["/f"]))
    }

    @Test func `a request that is taken back before its turn is not answered with a result`() throws {
        var stage = try ServerStage(["tags.yaml": ""])
        let request: JSON = ["jsonrpc": "2.0", "id": "x", "method": "workspace/symbol", "params": ["query": ""]]
        let cancel: JSON = ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": "x"]]
        stage.server.receive(MessageFraming.framed(request) + MessageFraming.framed(cancel))
        guard case .send(let answer) = stage.server.next(in: stage.surroundings).first else {
            Issue.record("no answer")
            return
        }
        #expect(answer["error"]["code"] == -32800)
    }

    @Test func `a tag that is being typed is not suggested, but can be created`() throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\n", "a.md": note("[Gar]")])
        stage.open("file:///f/a.md", note("[Gar]"))
        let items = try stage.at("completion", "file:///f/a.md", 1, 10)["result"]["items"].elements
        #expect(items.compactMap { $0["label"].string } == ["Create tag \"Gar\""])
        let command = items.first?["command"] ?? .null
        let effects = stage.send(["jsonrpc": "2.0", "id": 99, "method": "workspace/executeCommand", "params": command])
        guard case .send(let request) = effects.first else {
            Issue.record("no request")
            return
        }
        #expect(request["method"] == "workspace/applyEdit")
        let edits = request["params"]["edit"]["changes"]["file:///f/tags.yaml"].elements
        #expect(edits.first?["newText"].string?.contains("Gar:") == true)
    }

    @Test(
        arguments: [
            (["result": ["applied": true]], nil),
            (
                ["result": ["applied": false, "failureReason": "read-only"]],
                "the editor did not apply the edit: read-only"
            ),
            (["error": ["code": 1, "message": "no"]], "the editor did not apply the edit: no"),
            (["result": .null], "the editor did not apply the edit"),
        ] as [(JSON, String?)]
    )
    func `a command is answered after the client has applied its edit`(answer: JSON, error: String?) throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\n"])
        let params: JSON = ["command": "memoss.createTag", "arguments": ["Gar"]]
        let asked = stage.send(["id": 99, "method": "workspace/executeCommand", "params": params])
        #expect(asked.count == 1)
        guard case .send(let request) = asked.first else { return }
        var message = answer
        message.add("id", request["id"])
        guard case .send(let answered) = stage.send(message).first else {
            Issue.record("no answer")
            return
        }
        #expect(answered["id"] == 99)
        #expect(answered["error"]["message"].string == error)
        #expect((answered.member("result") != nil) == (error == nil))
        // An answer to nothing.
        #expect(stage.send(message).isEmpty)
    }

    @Test func `what was typed in other letters stays in the list of clients that compare them exactly`() throws {
        var stage = try ServerStage(["tags.yaml": "Garden:\n  color: moss\n  aliases: [Plot 14]\n", "a.md": note("[]")])
        for (typed, filter) in [("gar", "garden"), ("Gar", "Garden"), ("#GAR", "#GARden"), ("plot", "ploten")] {
            stage.open("file:///f/a.md", note("[\(typed)]"))
            let items = try stage.at("completion", "file:///f/a.md", 1, 7 + typed.count)["result"]["items"].elements
            #expect(items.first?["label"] == "Garden")
            #expect(items.first?["filterText"].string?.hasPrefix(typed) == true)
            if typed != "plot" { #expect(items.first?["filterText"].string == filter) }
        }
    }

    @Test func `a rule is offered with the dates that follow that of the file, even if it does not parse yet`() throws {
        var stage = try ServerStage(["tags.yaml": "", "a.md": note("[]")])
        for rest in ["---\n", ""] {
            stage.open("file:///f/a.md", "---\nscheduled: 2026-12-06\nrecurrence: \n" + rest)
            let items = try stage.at("completion", "file:///f/a.md", 2, 12)["result"]["items"].elements
            let weekly = items.first { $0["label"] == "weekly" }
            #expect(weekly?["detail"] == "Every Sunday: 2026-12-06, 2026-12-13, 2026-12-20")
        }
    }

    @Test func `a step is an edit of the unsaved text`() throws {
        let text = "---\ntitle: Water\nscheduled: 2026-11-22\nrecurrence: daily\n---\nnot saved\n"
        var stage = try ServerStage(["tags.yaml": "", "a.md": "---\ntitle: Water\n---\n"], capabilities: Self.versions)
        stage.open("file:///f/a.md", text)
        let zero: JSON = ["line": 0, "character": 0]
        let params: JSON = [
            "textDocument": ["uri": "file:///f/a.md"], "range": ["start": zero, "end": zero],
            "context": ["diagnostics": []],
        ]
        let actions = try stage.call("textDocument/codeAction", params)["result"].elements
        let titles = actions.compactMap { $0["title"].string }
        #expect(titles == ["Complete", "Skip this occurrence", "Snooze for an hour"])
        let after = stage.applied(actions.first?["edit"] ?? .null, to: ["file:///f/a.md": text])["file:///f/a.md"] ?? ""
        #expect(after.contains("scheduled: 2026-11-23"))
        #expect(after.hasSuffix("---\nnot saved\n"))
    }

    @Test func `hover, definition and references know the tag at the cursor`() throws {
        let files = [
            "tags.yaml": "Home: pink\nWork:\n  color: moss\n  aliases: [job]\n", "a.md": note("[job]"),
            "b.md": note("[Work/x]"),
        ]
        var stage = try ServerStage(files)
        stage.open("file:///f/a.md", note("[job]"))
        let hover = try stage.at("hover", "file:///f/a.md", 1, 8)["result"]["contents"]["value"].string ?? ""
        #expect(hover.hasPrefix("Work · #22C55E · 2 files\nthe file has 'job'\nformerly job"))
        let definition = try stage.at("definition", "file:///f/a.md", 1, 8)["result"]
        #expect(definition["range"]["start"] == ["line": 1, "character": 0])
        let references = try stage.at("references", "file:///f/a.md", 1, 8, ("context", ["includeDeclaration": true]))[
            "result"
        ]
        #expect(
            references.elements.compactMap { $0["uri"].string?.suffix(6) } == ["f/a.md", "f/b.md", "s.yaml", "s.yaml"]
        )
    }

    @Test func `a document outside the folder, or of an ignored kind, gets no answer`() throws {
        var stage = try ServerStage(["tags.yaml": "Work: moss\n"])
        for uri in ["file:///g/a.md", "file:///f/.x/a.md", "file:///f/a.txt", "untitled:1"] {
            stage.open(uri, note("[Wo]"))
            let result = try stage.at("completion", uri, 1, 9)["result"]
            #expect(result == .null, "\(uri)")
        }
        let news = stage.server.publishNews(in: stage.surroundings)
        let problems = news.map { effect in
            if case .send(let message) = effect { message["params"]["diagnostics"] } else { JSON.null }
        }
        // A URI of another scheme is no document.
        #expect(problems == Array(repeating: [], count: 3))
    }

    @Test func `colours of the registry are offered and written`() throws {
        let text = "Work: moss\nHome:\n  color: \"#010203\"\n"
        var stage = try ServerStage(["tags.yaml": text])
        stage.open("file:///f/tags.yaml", text)
        let document: JSON = ["uri": "file:///f/tags.yaml"]
        let colors = try stage.call("textDocument/documentColor", ["textDocument": document])["result"].elements
        #expect(colors.count == 2)
        #expect(colors.last?["range"] == ["start": ["line": 2, "character": 9], "end": ["line": 2, "character": 18]])
        let params: JSON = ["textDocument": document, "range": colors[1]["range"], "color": colors[0]["color"]]
        let labels = try stage.call("textDocument/colorPresentation", params)["result"].elements.compactMap {
            $0["label"].string
        }
        #expect(labels == ["moss", "\"#22C55E\""])
    }
}
