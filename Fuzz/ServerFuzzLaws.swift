@testable import Folder
@testable import LanguageServer
@testable import MemossFiles
@testable import Text

/// Laws of the language server: for any bytes from a client, and for any text of a document.
enum ServerFuzzLaws {
    private static let uri = "file:///f/a.md"
    private static let files = [
        "tags.yaml": "Work:\n  color: moss\n  aliases: [job]\nHome: pink\n",
        "b.md": "---\nid: 1f2e\ntags: [Work/x]\n---\n#home\n",
        "a.md": "---\ntags: [job]\nscheduled: 2026-11-22\nrecurrence: daily\n---\n",
    ].mapValues { Array($0.utf8) }

    private static let surroundings = LanguageServer.Surroundings(
        time: FuzzMoment.context,
        files: FileValues(files),
        zones: FuzzMoment.zones,
        realPath: { $0 },
        freshID: { "00000000-0000-4000-8000-000000000000" }
    )

    /// A server that is initialized and has read the folder.
    private static func started() -> LanguageServer {
        var server = LanguageServer(version: "fuzz")
        server.receive(
            MessageFraming.framed([
                "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": ["rootUri": "file:///f"],
            ])
        )
        _ = server.next(in: surroundings)
        let folder = ServedFolder(root: "/f", Snapshot(files: files), [:], ignored: IgnoreList())
        _ = server.open(folder, in: surroundings)
        return server
    }

    private static func drained(_ server: inout LanguageServer) -> [LanguageServer.Effect] {
        var effects: [LanguageServer.Effect] = []
        while server.hasMessages { effects += server.next(in: surroundings) }
        return effects + server.publishNews(in: surroundings)
    }

    /// The stream as it is, and its parts between NULs as messages.
    static func messages(_ bytes: [UInt8]) {
        func effects(_ pieces: [ArraySlice<UInt8>]) -> [LanguageServer.Effect] {
            var server = started()
            for piece in pieces { server.receive(piece) }
            return drained(&server)
        }
        let framed = bytes.split(separator: 0).flatMap { body in
            Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
        }
        for stream in [bytes, framed] {
            let half = stream.count / 2
            let isSame = effects([stream[...]]) == effects([stream[..<half], stream[half...]])
            law("messages in pieces are the same messages", isSame)
        }
    }

    private static let methods = [
        "completion", "hover", "definition", "references", "documentSymbol", "codeAction", "codeLens", "inlayHint",
        "documentColor", "documentLink", "prepareRename", "rename", "diagnostic",
    ]

    /// Asks for everything at a place of a text.
    static func document(_ place: String, _ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        var server = started()
        let name = place.utf8.first == UInt8(ascii: "t") ? "file:///f/tags.yaml" : uri
        func frame(_ method: String, _ params: JSON, id: JSON? = nil) -> [UInt8] {
            var message: JSON = ["jsonrpc": "2.0", "method": .string(method), "params": params]
            message.add("id", id)
            return MessageFraming.framed(message)
        }
        server.receive(frame("textDocument/didOpen", ["textDocument": ["uri": .string(name), "text": .string(text)]]))
        _ = drained(&server)
        let document = DocumentText(bytes, .utf16)
        let offset = (Int(place.filter(\.isNumber)) ?? 0) % (bytes.count + 1)
        let position = document.position(of: offset).json
        for (index, method) in methods.enumerated() {
            let params: JSON = [
                "textDocument": ["uri": .string(name)], "position": position, "newName": "Jöb",
                "range": ["start": position, "end": position], "context": [:],
            ]
            server.receive(frame("textDocument/\(method)", params, id: .integer(index)))
            let answers = drained(&server).compactMap { effect in
                if case .send(let message) = effect, message["id"] == .integer(index) { message } else { JSON?.none }
            }
            law("a request has one answer", answers.count == 1, method)
            guard let result = answers.first?["result"] else { continue }
            check(edits(in: result, of: name), of: document, method)
        }
    }

    /// The edits of the document in an answer: of items, of actions, and of a rename.
    private static func edits(in result: JSON, of uri: String) -> [[JSON]] {
        let items = result["items"].elements.map { [$0["textEdit"]] }.filter { $0[0] != .null }
        let actions = result.elements.map { $0["edit"]["changes"][uri].elements }
        return items + actions + [result["changes"][uri].elements]
    }

    private static func check(_ all: [[JSON]], of document: DocumentText, _ method: String) {
        for edits in all {
            var after = document
            for edit in edits.reversed() {
                var change = edit
                change.add("text", edit["newText"])
                let isApplied = after.apply(change)
                law("an edit can be applied", isApplied, method)
            }
            law("an edit leaves UTF-8", String(validating: after.bytes, as: UTF8.self) != nil, method)
        }
    }
}
