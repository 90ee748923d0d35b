internal import Bytes
import MemossFiles

/// The client capabilities that the answers depend on.
struct ClientCapabilities: Sendable {
    var encoding = DocumentText.Encoding.utf16
    /// Whether a WorkspaceEdit may include document versions.
    var takesVersions = false
    /// Whether it asks for problems by itself, and asks again when it is told to: problems that were also sent to it would be
    /// shown twice. Problems are sent to a client that can only ask, which would not see those that a change of another file
    /// makes.
    var pullsDiagnostics = false
    /// Whether it asks for problems, but does not ask again.
    var onlyPullsDiagnostics = false
    /// What it shows that depends on the date, and asks for again if it is told to.
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
        // All clients have to know UTF-16, and Emacs counts in it where it does not follow the server: in files that it opens
        // for an edit and that have no mode.
        if encodings.contains("utf-8"), !encodings.contains("utf-16") { encoding = .utf8 }
        let workspace = capabilities["workspace"]
        takesVersions = workspace["workspaceEdit"]["documentChanges"].bool == true
        let text = capabilities["textDocument"]
        if case .object = text["diagnostic"] {
            pullsDiagnostics = workspace["diagnostics"]["refreshSupport"].bool == true
            onlyPullsDiagnostics = !pullsDiagnostics
        }
        refreshes = ["inlayHint", "codeLens"].filter { workspace[$0]["refreshSupport"].bool == true }
        wantsTagColors = params["initializationOptions"]["tagColors"].bool == true
        takesMarkdown = text["hover"]["contentFormat"].elements.contains("markdown")
        let folders = params["workspaceFolders"].elements.compactMap { $0["uri"].string }
        let spelled = params["rootPath"].string.map(FilePath.withoutSlash)
        let root = params["rootUri"].string ?? spelled.map(FileURI.of)
        for uri in folders.isEmpty ? [root].compactMap(\.self) : folders {
            let written = uri.utf8.last == Ascii.slash ? String(uri.dropLast()) : uri
            guard let named = FileURI.path(of: uri).map(FilePath.withoutSlash), let path = realPath(named) else {
                continue
            }
            // Emacs 30 names the real path, and in `rootPath` that by which it knows the files of a project.
            if let spelled, named.isSamePath(as: path), realPath(spelled)?.isSamePath(as: path) == true {
                roots.append((named.isSamePath(as: spelled) ? written : FileURI.of(spelled), path))
            } else {
                roots.append((written, path))
            }
        }
    }
}

extension LanguageServer {
    mutating func initialize(_ params: JSON, in surroundings: Surroundings) -> JSON {
        client = ClientCapabilities(params, realPath: surroundings.realPath)
        clientProcess = params["processId"].int
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

    /// Shows a warning in the editor.
    package mutating func warn(_ text: String) -> [Effect] {
        showMessage(.warning, text)
        return takeEffects()
    }

    private var capabilities: JSON {
        var capabilities: JSON = [
            "positionEncoding": .string(client.encoding.rawValue),
            "textDocumentSync": ["openClose": true, "change": 2, "save": true],
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
        ]
        if !client.onlyPullsDiagnostics {
            capabilities.add("diagnosticProvider", ["interFileDependencies": true, "workspaceDiagnostics": false])
        }
        return capabilities
    }
}
