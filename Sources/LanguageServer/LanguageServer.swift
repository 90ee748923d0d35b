package import MemossFiles

/// A server of the Language Server Protocol 3.17, as a value: bytes in, effects out.
///
/// It holds a snapshot of the folder, and the documents that the client has open, whose text takes precedence over the
/// disk. Everything else that it needs is passed in as `Surroundings`. It never writes a file.
package struct LanguageServer: Sendable {
    /// An action that the caller performs for the server. Effects are performed in order.
    package enum Effect: Sendable, Hashable {
        case send(JSON)
        /// Find the folder from the first of these directories that is inside one, and call `open`. The list is empty
        /// if the client named none.
        case findFolder(near: [String])
        /// A file could not be read: read the folder again, and call `open`.
        case readFolder
        /// Run a command for a request, and call `answer` with the JSON that it prints.
        case runCommand(name: String, arguments: [String], request: JSON)
        case exit(isClean: Bool)
    }

    /// The environment of the server.
    package struct Surroundings: Sendable {
        package var time: TimeContext
        package var clock = Clock.hours24
        /// The files of the folder on disk.
        package var files: any FolderFiles
        package var zones: ZoneDatabase
        /// The path without symbolic links; nil if there is no such file.
        package var realPath: @Sendable (String) -> String?
        package var freshID: @Sendable () -> String
        /// Words the advice about an error or a problem, one line each.
        package var advice: @Sendable (Remedy) -> [String] = { _ in [] }
        /// A date in words, relative to today: `tomorrow 09:00`, `Sat 28 Nov`.
        package var distance: @Sendable (DateValue) -> String = { $0.description }
        /// How far a date is from today: `in 7 days`.
        package var away: @Sendable (DateValue) -> String = { $0.description }

        package init(
            time: TimeContext,
            files: any FolderFiles,
            zones: ZoneDatabase,
            realPath: @escaping @Sendable (String) -> String?,
            freshID: @escaping @Sendable () -> String
        ) {
            (self.time, self.files, self.zones) = (time, files, zones)
            (self.realPath, self.freshID) = (realPath, freshID)
        }
    }

    struct Published: Sendable, Hashable {
        var version: Int?
        var problems: JSON
    }

    enum State { case new, running, stopped, exited }

    let version: String
    var state = State.new
    var client = ClientCapabilities()
    /// The process that started the server, as the client says; nil if it does not.
    package internal(set) var clientProcess: Int?
    var documents: [OpenDocument] = []
    package internal(set) var folder: ServedFolder?
    /// Whether the published problems may be outdated.
    var mayBeOutdated = false
    /// Why the registry cannot be read, as was said last.
    var registryFault: String?
    /// The problems that were published last, by URI.
    var published: [String: Published] = [:]
    private var framing = MessageFraming()
    private var queue: [Received] = []
    private var effects: [Effect] = []
    private var lastRequest = 0
    /// Client requests that wait for the client's answer to a request of ours, by the id of our request.
    private var awaiting: [JSON: JSON] = [:]

    /// - Parameter version: the version of the program.
    package init(version: String) { self.version = version }

    private enum Received: Sendable {
        case message(JSON)
        case fault(ResponseError)
    }

    // MARK: Messages

    /// Takes bytes from the client.
    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        framing.append(bytes)
        while let part = framing.next() {
            switch part {
            case .fault(let reason): queue.append(.fault(ResponseError(.parseError, reason)))
            case .message(let bytes):
                do throws(ParseError) {
                    queue.append(.message(try JSON(parsing: bytes)))
                } catch {
                    queue.append(.fault(ResponseError(.parseError, error.message)))
                }
            }
        }
    }

    /// Whether there are problems to publish. The first files of a folder do not tell which another file has.
    package var hasNews: Bool { mayBeOutdated && folder?.isPart != true }

    /// Whether there is a message for `next`.
    package var hasMessages: Bool { state != .exited && queue.first.map(isAnswerable) == true }

    /// Whether a message can be handled now. While only the first files of the folder are known, most wait for the others, and those
    /// behind them too.
    private func isAnswerable(_ received: Received) -> Bool {
        guard folder?.isPart == true, case .message(let message) = received, let method = message["method"].string
        else { return true }
        // A notification asks for nothing; these two look at the disk.
        guard message.member("id") != nil else {
            return method != "textDocument/didSave" && method != "textDocument/didClose"
        }
        return method == "textDocument/completion" || method == "shutdown"
    }

    /// Handles the next message.
    package mutating func next(in surroundings: Surroundings) -> [Effect] {
        guard hasMessages else { return [] }
        switch queue.removeFirst() {
        case .fault(let error): respond(to: .null, .failure(error))
        case .message(let message): handle(message, in: surroundings)
        }
        return takeEffects()
    }

    /// To be called at the end of the stream.
    package mutating func end() -> [Effect] {
        guard state != .exited else { return [] }
        exit()
        return takeEffects()
    }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    mutating func perform(_ effect: Effect) { effects.append(effect) }

    private mutating func exit() {
        perform(.exit(isClean: state == .stopped))
        state = .exited
    }

    private mutating func handle(_ message: JSON, in surroundings: Surroundings) {
        let id = message.member("id")
        guard case .object = message, let method = message["method"].string else {
            if let id, let waiting = awaiting.removeValue(forKey: id) {
                return respond(to: waiting, Self.applied(message))
            }
            // Answers to our other requests need no reaction.
            let isAnswer = id != nil && (message.member("result") != nil || message.member("error") != nil)
            if !isAnswer { respond(to: id ?? .null, .failure(ResponseError(.invalidRequest, "expected a method"))) }
            return
        }
        guard let id else { return notify(method, message["params"], in: surroundings) }
        if isCancelled(id) {
            return respond(to: id, .failure(ResponseError(.requestCancelled, "the client cancelled the request")))
        }
        do throws(ResponseError) {
            try checkState(for: method)
            lookAtOutdated(in: surroundings)
            guard let result = try result(of: method, message["params"], id, in: surroundings) else { return }
            respond(to: id, .success(result))
            // Answer first, because reading the folder takes longer.
            if method == "initialize" { perform(.findFolder(near: client.roots.map(\.path))) }
        } catch {
            respond(to: id, .failure(error))
        }
    }

    private func checkState(for method: String) throws(ResponseError) {
        switch state {
        case .new where method != "initialize":
            throw ResponseError(.serverNotInitialized, "expected 'initialize' first, not '\(method)'")
        case .running where method == "initialize":
            throw ResponseError(.invalidRequest, "the server is already initialized")
        case .stopped, .exited: throw ResponseError(.invalidRequest, "the server is shut down")
        default: break
        }
    }

    /// Whether the client has cancelled a request that is not answered yet.
    private func isCancelled(_ id: JSON) -> Bool {
        queue.contains { received in
            guard case .message(let other) = received else { return false }
            return other["method"] == "$/cancelRequest" && other["params"]["id"] == id
        }
    }

    package mutating func respond(to id: JSON, _ result: Result<JSON, ResponseError>) {
        var message: JSON = ["jsonrpc": "2.0", "id": id]
        switch result {
        case .success(let value): message.add("result", value)
        case .failure(let error): message.add("error", error.json)
        }
        perform(.send(message))
    }

    mutating func send(_ method: String, _ params: JSON) {
        perform(.send(["jsonrpc": "2.0", "method": .string(method), "params": params]))
    }

    /// Sends a request.
    ///
    /// - Parameter waiting: the client request to answer once this one is answered.
    mutating func request(_ method: String, _ params: JSON, for waiting: JSON? = nil) {
        lastRequest += 1
        let id = JSON.string("mm\(lastRequest)")
        if let waiting { awaiting[id] = waiting }
        var message: JSON = ["jsonrpc": "2.0", "id": id, "method": .string(method)]
        // JSON-RPC does not allow null parameters.
        if params != .null { message.add("params", params) }
        perform(.send(message))
    }

    /// Answers a request that the caller has carried out.
    package mutating func answer(_ request: JSON, _ result: Result<JSON, ResponseError>) -> [Effect] {
        respond(to: request, result)
        return takeEffects()
    }

    // MARK: Methods

    private mutating func notify(_ method: String, _ params: JSON, in surroundings: Surroundings) {
        if method == "exit" { return exit() }
        guard state == .running else { return }
        switch method {
        case "textDocument/didOpen": didOpen(params["textDocument"], in: surroundings)
        case "textDocument/didChange": didChange(params, in: surroundings)
        case "textDocument/didSave": didSave(params["textDocument"], in: surroundings)
        case "textDocument/didClose": didClose(params["textDocument"], in: surroundings)
        default: break
        }
    }

    /// - Returns: nil if the request is answered later.
    private mutating func result(
        of method: String,
        _ params: JSON,
        _ id: JSON,
        in surroundings: Surroundings
    ) throws(ResponseError) -> JSON? {
        switch method {
        case "initialize": return initialize(params, in: surroundings)
        case "shutdown":
            state = .stopped
            return .null
        case "textDocument/diagnostic": return diagnosticReport(params, in: surroundings)
        case "textDocument/completion": return try completion(params, in: surroundings)
        case "textDocument/prepareRename": return try prepareRename(params, in: surroundings)
        case "textDocument/rename": return try rename(params, in: surroundings)
        case "workspace/executeCommand": return try execute(params, id, in: surroundings)
        case "textDocument/hover": return try hover(params, in: surroundings)
        case "textDocument/definition": return try definition(params, in: surroundings)
        case "textDocument/references": return try references(params, in: surroundings)
        case "textDocument/documentSymbol": return try documentSymbols(params)
        case "workspace/symbol": return workspaceSymbols(params)
        case "textDocument/codeAction": return try codeActions(params, in: surroundings)
        case "textDocument/codeLens": return try codeLenses(params, in: surroundings)
        case "textDocument/inlayHint": return try inlayHints(params, in: surroundings)
        case "textDocument/documentColor": return try documentColors(params)
        case "textDocument/colorPresentation": return try colorPresentations(params)
        case "textDocument/documentLink": return try documentLinks(params)
        case "memoss/agenda", "memoss/plan":
            let arguments = params["arguments"].elements.compactMap(\.string)
            perform(
                .runCommand(name: String(method.dropFirst("memoss/".utf8.count)), arguments: arguments, request: id)
            )
            return nil
        default: throw ResponseError(.methodNotFound, "the method '\(method)' is not supported")
        }
    }
}

/// The error that a request is answered with.
package struct ResponseError: Error, Sendable, Hashable {
    /// The codes of JSON-RPC 2.0 and of LSP 3.17.
    package enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case serverNotInitialized = -32002
        case requestCancelled = -32800
        case requestFailed = -32803
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// The message of an error, with advice.
    package init(_ error: MemossError, _ advice: (Remedy) -> [String]) {
        let hints = error.hints + (error.remedy.map(advice) ?? [])
        self.init(.requestFailed, ([error.message] + hints).joined(separator: "\n"))
    }

    var json: JSON { ["code": .integer(code.rawValue), "message": .string(message)] }
}
