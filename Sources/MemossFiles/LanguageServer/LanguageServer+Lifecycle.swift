/// The client capabilities that the answers depend on.
struct ClientCapabilities: Sendable {
    var encoding = DocumentText.Encoding.utf16
    /// Whether a WorkspaceEdit may include document versions.
    var takesVersions = false
    /// Whether the client pulls problems. Publishing them as well would show them twice.
    var pullsDiagnostics = false
    var refreshesDiagnostics = false
    /// The requests that refresh whatever the client shows that depends on the current date.
    var refreshes: [String] = []
    var takesMarkdown = false
    /// `initializationOptions.tagColors`: whether to show the colours of tags next to them.
    var wantsTagColors = false
    /// The roots of the workspace as the client spells them, with their real paths.
    var roots: [(uri: String, path: String)] = []

    init() {}

    init(_ params: JSON, realPath: (String) -> String?) {
        let capabilities = params["capabilities"]
        let encodings = capabilities["general"]["positionEncodings"].elements
        if encodings.contains("utf-8") { encoding = .utf8 }
        let workspace = capabilities["workspace"]
        takesVersions = workspace["workspaceEdit"]["documentChanges"].bool == true
        let text = capabilities["textDocument"]
        if case .object = text["diagnostic"] { pullsDiagnostics = true }
        refreshesDiagnostics = workspace["diagnostics"]["refreshSupport"].bool == true
        refreshes = ["inlayHint", "codeLens"].filter { workspace[$0]["refreshSupport"].bool == true }
        wantsTagColors = params["initializationOptions"]["tagColors"].bool == true
        takesMarkdown = text["hover"]["contentFormat"].elements.contains("markdown")
        let folders = params["workspaceFolders"].elements.compactMap { $0["uri"].string }
        let root = params["rootUri"].string ?? params["rootPath"].string.map(FileURI.of)
        for uri in folders.isEmpty ? [root].compactMap(\.self) : folders {
            guard let path = FileURI.path(of: uri).flatMap(realPath) else { continue }
            roots.append((uri.utf8.last == Ascii.slash ? String(uri.dropLast()) : uri, path))
        }
    }
}

extension LanguageServer {
    mutating func initialize(_ params: JSON, in surroundings: Surroundings) -> JSON {
        client = ClientCapabilities(params, realPath: surroundings.realPath)
        state = .running
        return [
            "capabilities": capabilities,
            "serverInfo": ["name": "mm", "version": .string(version)],
        ]
    }

    /// A new day has begun, so words such as `tomorrow` are outdated.
    package mutating func dayHasChanged() -> [Effect] {
        guard state == .running, folder != nil else { return [] }
        for feature in client.refreshes { request("workspace/\(feature)/refresh", .null) }
        return takeEffects()
    }

    private var capabilities: JSON {
        [
            "positionEncoding": .string(client.encoding.rawValue),
            "textDocumentSync": ["openClose": true, "change": 2],
            "completionProvider": ["triggerCharacters": ["[", ",", "-", " ", "#", ":", "/"]],
            "executeCommandProvider": ["commands": [.string(Self.createTag), .string(Self.step)]],
            "renameProvider": ["prepareProvider": true],
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor", "refactor.rewrite", "source.fixAll"]],
            "codeLensProvider": ["resolveProvider": false],
            "inlayHintProvider": true,
            "colorProvider": true,
            "documentLinkProvider": ["resolveProvider": false],
            "diagnosticProvider": ["interFileDependencies": true, "workspaceDiagnostics": false],
        ]
    }
}
