import MemossFiles
import Testing

@testable import Text
@testable import mm

/// The value that speaks the protocol, and what it says about its tools.
@Suite struct ToolServerTests {
    private var server = ToolServer(version: "1", isReadOnly: false)

    private static let meta = """
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}
        """

    /// The message that answers a line.
    private mutating func answer(_ line: String) throws -> JSON {
        guard case .send(let message)? = server.receive(Array(line.utf8)).first else { return .null }
        return message
    }

    @Test mutating func `a request of 2026-07-28 stands alone`() throws {
        let found = try answer(#"{"jsonrpc":"2.0","id":"a","method":"server/discover","params":{\#(Self.meta)}}"#)
        #expect(found["id"] == "a" && found["result"]["supportedVersions"] == ["2026-07-28"])
        #expect(found["result"]["resultType"] == "complete" && found["result"]["cacheScope"] == "public")
        let tools = try answer(#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{\#(Self.meta)}}"#)
        #expect(tools["result"]["tools"].elements.count == Tool.all.count && tools["result"]["ttlMs"].int != nil)
    }

    @Test mutating func `an older client begins with a handshake, and is answered as before`() throws {
        #expect(try answer(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)["error"]["code"] == -32602)
        for (asked, agreed) in [
            ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
        ] {
            let hello = try answer(
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(asked)"}}"#
            )
            #expect(
                hello["result"]["protocolVersion"].string == agreed && hello["result"]["serverInfo"]["name"] == "mm"
            )
            #expect(hello["result"].member("resultType") == nil)
        }
        #expect(server.receive(Array(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8)).isEmpty)
        #expect(try answer(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)["result"] == [:])
        #expect(try answer(#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#)["result"]["tools"].elements.count > 9)
    }

    @Test(arguments: [
        ("{", -32700), ("[]", -32600), ("1", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"nothing","params":{\#(meta)}}"#, -32601),
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{\#(meta)}}"#, -32601),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm",\#(meta)}}"#, -32602),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
            -32602
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}}}"#,
            -32022
        ),
    ])
    mutating func `what is no request is refused with the code of the protocol`(line: String, code: Int) throws {
        #expect(try answer(line)["error"]["code"].int == code)
    }

    @Test mutating func `an unknown revision is answered with those that are known`() throws {
        let line =
            #"{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"x"}}}"#
        let data = try answer(line)["error"]["data"]
        #expect(
            data["requested"] == "x" && data["supported"][0] == "2026-07-28" && data["supported"][1] == "2025-11-25"
        )
    }

    @Test func `read-only offers the tools that write nothing`() {
        let tools = ToolServer(version: "1", isReadOnly: true).tools
        #expect(tools.map(\.name) == ["list", "find", "show", "agenda", "plan", "tag_list"])
    }

    @Test(arguments: Tool.all)
    func `each tool that writes has dry_run and expect, and none needs a person or a program`(tool: Tool) throws {
        let names = tool.parameters.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(tool.isReading || names.contains("dry_run") && names.contains("expect"))
        for hidden in ["yes", "interactive", "at", "directory", "tsv"] { #expect(!names.contains(hidden)) }
        #expect(tool.name != "add" || !names.contains("edit"))
        let text = String(decoding: tool.json.without(["outputSchema"]).bytes, as: UTF8.self)
        for word in ["standard input", "terminal", " --"] { #expect(!text.contains(word), "\(text)") }
    }

    @Test(arguments: Tool.all)
    func `each schema of an answer is complete`(tool: Tool) throws {
        let schema = tool.json["outputSchema"]
        #expect(schema["properties"]["data"]["properties"].member("schema") != nil)
        let text = String(decoding: schema.bytes, as: UTF8.self)
        for reference in text.matches(of: /"\$ref":"#\/\$defs\/(\w+)"/) {
            #expect(schema["$defs"].member(String(reference.1)) != nil, "\(reference.1)")
        }
    }

    private func fault(_ tool: String, _ arguments: JSON) -> MemossError? {
        guard let tool = Tool.all.first(where: { $0.name == tool }) else { return nil }
        do throws(MemossError) {
            _ = try tool.invocation(arguments, OptionValues())
            return nil
        } catch {
            return error
        }
    }

    @Test func `a wrong argument is refused with what would be right`() {
        #expect(fault("edit", ["shceduled": "x"])?.hints.first == "did you mean 'scheduled'?")
        #expect(fault("edit", ["selectors": ["a"], "missed": "x"])?.message == "'missed' has to be keep or skip")
        #expect(fault("list", ["limit": -1])?.message.contains("whole number") == true)
        #expect(fault("list", ["query": 1])?.message.contains("a text") == true)
        #expect(fault("list", [1])?.message.contains("an object") == true)
        #expect(fault("tag_rename", ["old": "a"])?.message.hasPrefix("'tag_rename' needs 'new'") == true)
        #expect(fault("show", ["selector": "a\u{0}b"])?.message.contains("control character") == true)
        #expect(fault("edit", ["fields": ["a": "b"]])?.message.contains("needs 'selectors'") == true)
        #expect(fault("edit", ["selectors": ["a"], "fields": ["a b": "c"]])?.message.contains("'a b'") == true)
        #expect(fault("list", ["query": "a", "limit": .null]) == nil)
    }

    @Test func `several reminders change only if their number is known`() {
        #expect(fault("done", ["where": "is:open"])?.message.contains("'expect'") == true)
        #expect(fault("done", ["where": "is:open", "expect": 2]) == nil)
        #expect(fault("done", ["where": "is:open", "dry_run": true]) == nil)
    }

    @Test func `an answer is marked as data, escapes what hides, and has a limited size`() throws {
        var answer = ToolAnswer()
        let long = String(repeating: "x", count: 50_000)
        answer.data = [
            "title": "a\u{202E}b\u{1B}[1m\n", "body": .string("1\n2\u{9B}" + long),
            "reminders": .array(Array(repeating: ["title": .string(long)], count: 3_000)),
        ]
        let json = answer.json
        #expect(json["note"].string == ToolAnswer.note)
        #expect(json["data"]["title"] == #"a\u{202E}b\e[1m\n"#)
        #expect(json["data"]["body"].string?.hasPrefix(#"1\#n2\u{9B}"#) == true)
        #expect(json.bytes.count <= ToolAnswer.mostBytes && json["cut"]["reminders"] == 3_000)
    }
}

extension Tool: CustomTestStringConvertible {
    public var testDescription: String { name }
}
