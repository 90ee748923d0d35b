import Testing

@testable import Folder
@testable import LanguageServer
@testable import MemossFiles
@testable import Text

/// A server of a folder in memory, with a client that applies its edits.
struct ServerStage {
    var server = LanguageServer(version: "test")
    var files: [String: [UInt8]]
    /// Files that exist and cannot be read.
    var unreadable: Set<String> = []
    private var lastID = 0
    /// Of the server.
    private(set) var capabilities = JSON.null

    /// - Parameter rootPath: the root as the client spells it besides its URI.
    init(_ files: [String: String], capabilities: JSON = [:], rootPath: String? = nil) throws {
        self.files = files.mapValues { Array($0.utf8) }
        var params: JSON = ["rootUri": "file:///f", "capabilities": capabilities]
        params.add("rootPath", rootPath.map(JSON.string))
        params.add("initializationOptions", capabilities["initializationOptions"])
        self.capabilities = try call("initialize", params)["result"]["capabilities"]
        read()
    }

    var surroundings: LanguageServer.Surroundings {
        let time = TimeContext(now: Folder.now, zone: .utc, allDayAt: .midnight)
        let names = Set(files.keys)
        var surroundings = LanguageServer.Surroundings(
            time: time,
            files: FaultyFiles(files: FileValues(files), unreadable: unreadable),
            zones: ZoneDatabase(),
            realPath: { path in
                // `/l` is a link to the folder.
                let real = path.hasPrefix("/l") ? "/f" + path.dropFirst(2) : path
                return real == "/f" || names.contains(String(real.dropFirst(3))) ? real : nil
            },
            freshID: { "00000000-0000-4000-8000-000000000000" }
        )
        surroundings.away = { "in days: \($0.date.daysSinceEpoch - time.local.date.daysSinceEpoch)" }
        return surroundings
    }

    /// - Parameter first: the only files that have been read; nil for all.
    @discardableResult mutating func read(only first: Set<String>? = nil) -> [LanguageServer.Effect] {
        let snapshot = Snapshot(files: files.filter { first?.contains($0.key) != false })
        let read = ServedFolder(root: "/f", snapshot, [:], ignored: IgnoreList(), isPart: first != nil)
        return server.open(read, in: surroundings)
    }

    /// Sends a message, and returns what the server sends.
    mutating func send(_ message: JSON) -> [LanguageServer.Effect] {
        server.receive(MessageFraming.framed(message))
        var effects: [LanguageServer.Effect] = []
        while server.hasMessages { effects += server.next(in: surroundings) }
        return effects
    }

    mutating func notify(_ method: String, _ params: JSON) {
        _ = send(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    mutating func call(_ method: String, _ params: JSON) throws -> JSON {
        lastID += 1
        let id = JSON.integer(lastID)
        for effect in send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]) {
            if case .send(let answer) = effect, answer["id"] == id { return answer }
        }
        Issue.record("no answer to \(method)")
        return .null
    }

    mutating func open(_ uri: String, _ text: String, version: Int = 1) {
        notify(
            "textDocument/didOpen",
            ["textDocument": ["uri": .string(uri), "version": .integer(version), "text": .string(text)]]
        )
    }

    /// A file has changed on the disk; nil deletes it.
    mutating func write(_ path: String, _ text: String?) {
        files[path] = text.map { Array($0.utf8) }
        let changed = server.changesOnDisk([PathKey(path)], in: surroundings)
        guard !changed.isEmpty else { return }
        if path == TagRegistry.fileName {
            read()
            return
        }
        let snapshot = Snapshot(files: files)
        server.follow(snapshot, [:], changed: changed, otherProblems: [])
    }

    mutating func change(_ uri: String, to text: String, version: Int) {
        notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .string(uri), "version": .integer(version)],
                "contentChanges": [["text": .string(text)]],
            ]
        )
    }

    /// The code actions at a part of a document, by their titles.
    mutating func actions(_ uri: String, at part: String, in text: String) throws -> [(title: String, edit: JSON)] {
        let bytes = Array(text.utf8)
        let offset = try #require(bytes.firstRange(of: Array(part.utf8))).lowerBound
        let position = DocumentText(bytes, .utf16).position(of: offset).json
        let params: JSON = [
            "textDocument": ["uri": .string(uri)], "range": ["start": position, "end": position],
            "context": ["diagnostics": []],
        ]
        return try call("textDocument/codeAction", params)["result"].elements.map {
            ($0["title"].string ?? "", $0["edit"])
        }
    }

    mutating func at(_ method: String, _ uri: String, _ line: Int, _ character: Int, _ more: (String, JSON)...) throws
        -> JSON
    {
        var params: JSON = [
            "textDocument": ["uri": .string(uri)],
            "position": ["line": .integer(line), "character": .integer(character)],
        ]
        for (key, value) in more { params.add(key, value) }
        return try call("textDocument/\(method)", params)
    }

    /// What a WorkspaceEdit makes of the texts of documents and of files, by URI.
    func applied(_ edit: JSON, to texts: [String: String]) -> [String: String] {
        var result: [String: String] = [:]
        for change in edit["documentChanges"].elements {
            let uri = change["textDocument"]["uri"].string ?? ""
            let bytes =
                texts[uri].map { Array($0.utf8) } ?? files[String((FileURI.path(of: uri) ?? "").dropFirst(3))] ?? []
            var text = DocumentText(bytes, .utf16)
            for edit in change["edits"].elements.reversed() {
                var change = edit
                change.add("text", edit["newText"])
                let isApplied = text.apply(change)
                #expect(isApplied)
            }
            result[uri] = String(decoding: text.bytes, as: UTF8.self)
        }
        return result
    }
}

/// Files of which some cannot be read.
struct FaultyFiles: FolderFiles {
    var files: FileValues
    var unreadable: Set<String>
    /// Links that cannot be followed.
    var lostLinks: Set<String> = []

    private func check(_ path: String) throws(SystemError) {
        // EIO, which is the same number everywhere.
        if unreadable.contains(path) { throw SystemError(.read, path, code: 5) }
    }

    func contents(of path: String) throws(SystemError) -> FileContents {
        try check(path)
        return try files.contents(of: path)
    }
    func isInside(_ path: String) throws(SystemError) -> Bool { files.isInside(path) }
    func target(ofLink path: String) throws(SystemError) -> String? {
        if lostLinks.contains(path) { throw SystemError(.stat, path, code: 5) }
        return files.target(ofLink: path)
    }
    func isLink(_ path: String) throws(SystemError) -> Bool { files.isLink(path) }
    func mayBeFile(_ path: String) -> Bool { unreadable.contains(path) || files.mayBeFile(path) }
}
