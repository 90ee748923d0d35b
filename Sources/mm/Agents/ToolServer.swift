import MemossFiles

/// A server of the Model Context Protocol, as a value: messages in, effects out. It speaks the revision 2026-07-28, in which
/// each request stands alone, and those with a handshake before it.
struct ToolServer: Sendable {
    enum Effect: Sendable {
        case send(JSON)
        /// Call the tool, and send what `response` makes of the answer.
        case call(Tool, arguments: JSON, Request)
    }

    struct Request: Sendable {
        let id: JSON
        /// Whether it says its own revision.
        let isAlone: Bool
    }

    let tools: [Tool]
    private let version: String
    /// Whether the client began with a handshake.
    private var hasHandshake = false

    static let revision = "2026-07-28"
    /// The revisions with a handshake; the newest first.
    static let former = ["2025-11-25", "2025-06-18"]
    private static let meta = "io.modelcontextprotocol/"

    init(version: String, isReadOnly: Bool) {
        self.version = version
        tools = isReadOnly ? Tool.all.filter(\.isReading) : Tool.all
    }

    private struct Fault: Error {
        var code: Int
        var message: String
        var data: JSON?

        static func request(_ message: String) -> Fault { Fault(code: -32600, message: message) }
        static func parameters(_ message: String) -> Fault { Fault(code: -32602, message: message) }
    }

    /// Handles one line.
    mutating func receive(_ line: [UInt8]) -> [Effect] {
        var id = JSON.null
        do throws(Fault) {
            let message: JSON
            do { message = try JSON(parsing: line) } catch { throw Fault(code: -32700, message: error.message) }
            guard message["jsonrpc"] == "2.0" else { throw .request("expected one message of JSON-RPC 2.0") }
            guard let method = message["method"].string else {
                // A response: this server asks for nothing.
                if message.member("result") != nil || message.member("error") != nil { return [] }
                throw .request("the message has no method")
            }
            // A notification: nothing runs for long enough to be cancelled.
            guard let given = message.member("id") else { return [] }
            guard given.string != nil || given.int != nil else {
                throw .request("the id has to be a text or an integer")
            }
            id = given
            return [try handle(method, message["params"], id)]
        } catch {
            var fault: JSON = ["code": .integer(error.code), "message": .string(error.message)]
            fault.add("data", error.data)
            return [.send(["jsonrpc": "2.0", "id": id, "error": fault])]
        }
    }

    private mutating func handle(_ method: String, _ parameters: JSON, _ id: JSON) throws(Fault) -> Effect {
        let request = Request(id: id, isAlone: try isAlone(method, parameters["_meta"]))
        switch method {
        case "server/discover" where request.isAlone:
            let head: JSON = ["supportedVersions": [.string(Self.revision)]]
            return .send(response(to: request, isCacheable: true, about(head)))
        case "initialize" where !request.isAlone:
            hasHandshake = true
            let asked = Self.former.first { $0 == parameters["protocolVersion"].string }
            let head: JSON = ["protocolVersion": .string(asked ?? Self.former[0]), "serverInfo": server]
            return .send(response(to: request, about(head)))
        case "ping" where !request.isAlone: return .send(response(to: request, [:]))
        case "tools/list":
            return .send(response(to: request, isCacheable: true, ["tools": .array(tools.map(\.json))]))
        case "tools/call":
            let name = parameters["name"].string ?? ""
            guard let tool = tools.first(where: { $0.name == name }) else {
                let names = tools.map(\.name)
                let near = Spelling.nearest(to: name, among: names).map { "; did you mean '\($0)'?" }.first ?? ""
                throw .parameters("there is no tool '\(Printable.line(name))'\(near): \(names.listed("and"))")
            }
            return .call(tool, arguments: parameters["arguments"], request)
        default: throw Fault(code: -32601, message: "there is no method '\(Printable.line(method))'")
        }
    }

    /// Whether the request says its revision, so that it depends on no other.
    private func isAlone(_ method: String, _ meta: JSON) throws(Fault) -> Bool {
        let key = Self.meta + "protocolVersion"
        guard let revision = meta.member(key) else {
            guard hasHandshake || method == "initialize" || method == "ping" else {
                throw .parameters("the request needs '\(key)' in '_meta', or 'initialize' before it")
            }
            return false
        }
        guard let revision = revision.string else { throw .parameters("'\(key)' has to be a text") }
        guard revision == Self.revision else {
            let supported = JSON.array(([Self.revision] + Self.former).map(JSON.string))
            throw Fault(
                code: -32022,
                message: "Unsupported protocol version",
                data: ["supported": supported, "requested": .string(revision)]
            )
        }
        guard case .object = meta[Self.meta + "clientCapabilities"] else {
            throw .parameters("the request needs '\(Self.meta)clientCapabilities' in '_meta'")
        }
        return true
    }

    private var server: JSON { ["name": "mm", "version": .string(version)] }

    private func about(_ head: JSON) -> JSON {
        var result = head
        result.add("capabilities", ["tools": [:]])
        result.add("instructions", .string(Self.instructions))
        return result
    }

    private static let instructions = """
        Reminders and notes in a folder of Markdown files. \(ToolAnswer.note) A 'handle' from an answer selects that \
        reminder in a later call. Preview an edit with dry_run, and guard it with expect, the number of reminders that may \
        change. Each edit is one step: its answer has the call that reverts it in 'undo'. Dates without a time zone are \
        local. A message may name a command: 'mm done bins --on friday' is the tool 'done' with selectors and on.
        """

    /// The response to a call.
    func response(to request: Request, _ answer: ToolAnswer) -> JSON {
        let json = answer.json
        let content: JSON = [["type": "text", "text": .string(json.text)]]
        return response(to: request, ["content": content, "structuredContent": json, "isError": .bool(answer.isError)])
    }

    private func response(to request: Request, isCacheable: Bool = false, _ result: JSON) -> JSON {
        var result = result
        if request.isAlone {
            result.add("resultType", "complete")
            // The tools are those of this executable.
            result.add("ttlMs", isCacheable ? 3_600_000 : nil)
            result.add("cacheScope", isCacheable ? "public" : nil)
            result.add("_meta", .object([JSON.Member(key: Self.meta + "serverInfo", value: server)]))
        }
        return ["jsonrpc": "2.0", "id": request.id, "result": result]
    }

    /// In bytes.
    static let longestLine = 1 << 22
}
