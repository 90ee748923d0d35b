import MemossFiles
import Testing

@testable import Text
@testable import mm

/// What a tool is given is a value and nothing else, whatever it looks like.
@Suite struct ToolValueTests {
    private static let values = [
        "--yes", "--help", "--where=is:open", "--dry-run", "-C/", "-n", "--", "-", "", " ", "until", "2h", "tomorrow",
        "title=x", "where=is:open", "@friday", "+Work", "*",
    ]

    /// The arguments with a value for this parameter, and what the tool needs besides.
    private static func arguments(_ tool: Tool, _ parameter: Tool.Parameter, _ value: String) -> JSON {
        var arguments: JSON = [:]
        for other in tool.parameters where other.name != parameter.name {
            if other.isRequired || other.name == "selectors" && parameter.name != "where" {
                arguments.add(other.name, "x")
            }
        }
        if parameter.name == "where" { arguments.add("expect", 1) }
        arguments.add(parameter.name, parameter.isFields ? ["key": .string(value)] : .string(value))
        return arguments
    }

    @Test(arguments: Tool.all)
    func `a value is that of its argument, and changes nothing else in the invocation`(tool: Tool) throws {
        var globals = OptionValues()
        globals.add("/folder", for: .directory)
        for parameter in tool.parameters where parameter.isText || parameter.isFields {
            let plain = try tool.invocation(Self.arguments(tool, parameter, "PLAIN"), globals)
            for value in Self.values where !(parameter.isFields && value.isEmpty) {
                let invocation = try tool.invocation(Self.arguments(tool, parameter, value), globals)
                let literal = parameter.name == "body" && value == "-" ? #"-\n"# : value
                let expected = String(reflecting: plain).replacing(#""PLAIN""#, with: #""\#(literal)""#)
                #expect(String(reflecting: invocation) == expected, "\(parameter.name): '\(value)'")
            }
        }
    }

    @Test(arguments: Tool.all) func `a flag, a number and a choice are no texts`(tool: Tool) {
        for parameter in tool.parameters where !parameter.isText && !parameter.isFields {
            for value in Self.values {
                #expect(throws: MemossError.self, "\(parameter.name): '\(value)'") {
                    try tool.invocation(Self.arguments(tool, parameter, value), OptionValues())
                }
            }
        }
    }

    @Test func `words of reminders are no fields, fields are no guards, and a body of a dash is no standard input`()
        throws
    {
        guard let tool = Tool.all.first(where: { $0.name == "edit" }) else { throw MemossError(.failure, "no edit") }
        let fields: JSON = ["where": "is:open", "expect": 9, "yes": true, "title": "T", "body": "-"]
        var invocation = try tool.invocation(["selectors": ["a", "title=x"], "fields": fields], OptionValues())
        let others = invocation.takeAssignments(from: .selectors, for: [.body])
        #expect(invocation.arguments(.selectors) == ["a", "title=x"])
        #expect(others.map(\.spelled) == ["where is:open", "expect 9", "yes true", "title T"])
        #expect(invocation.option(.body) == "-\n" && invocation.option(.whereQuery) == nil)
    }

    /// The answers of the executable in a folder with a reminder of each title.
    private func answers(_ titles: [String], _ calls: [(tool: String, arguments: JSON)]) throws -> [JSON] {
        let stage = try TranscriptStage.with("sample")
        for title in titles { _ = try stage.run("mm -q add --scheduled tomorrow -- '\(title)'") }
        let hello: JSON = [
            "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": ["protocolVersion": "2025-11-25"],
        ]
        let messages = calls.map { call -> JSON in
            [
                "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": ["name": .string(call.tool), "arguments": call.arguments],
            ]
        }
        let input = ([hello] + messages).map(\.text).joined(separator: "\n")
        let lines = try stage.run("mm mcp <<'END_OF_CALLS'\n\(input)\nEND_OF_CALLS\n")
        return try lines.dropFirst().map { try JSON(parsing: Array($0.utf8))["result"] }
    }

    @Test func `reminders whose titles look like something else are found by them`() throws {
        let titles = ["-C/", "--yes", "2h", "title=x", "Milk"]
        let found = try answers(
            titles,
            titles.map { ("snooze", ["selectors": [.string($0), "dentist"], "until": "2h"]) }
                + titles.map { ("edit", ["selectors": [.string($0), "dentist"], "fields": ["mark": .string($0)]]) }
                + titles.map { ("snooze", ["selectors": ["dentist", .string($0)]]) }
                + [("done", ["selectors": ["--", "-"]]), ("show", ["selector": "--help"])]
        )
        #expect(found.count == 3 * titles.count + 2)
        for (title, answer) in zip(titles + titles + titles, found) {
            let changed = answer["structuredContent"]["data"]["changed"].elements
            #expect(changed.contains { $0["title"].string == title }, "\(answer)")
        }
        for answer in found.suffix(2) { #expect(answer["isError"] == true, "\(answer)") }
    }

    @Test(arguments: ["' '", "x", "{", "'{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}'"])
    func `a line that is too long is no message, and the next one is read`(start: String) throws {
        let stage = try TranscriptStage.with("sample")
        let ping = #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#
        let blanks = "head -c 5000000 /dev/zero | tr '\\0' ' '"
        let lines = try stage.run("{ printf %s \(start); \(blanks); echo; echo; printf %s '\(ping)'; } | mm mcp")
        let answers = try lines.map { try JSON(parsing: Array($0.utf8)) }
        #expect(answers.last?["id"] == 7 && answers.last?["result"] == [:])
        #expect(answers.dropLast().map { $0["error"]["code"] } == (start == "' '" ? [] : [-32700]))
    }

    @Test func `what was meant as the end of a snooze or as a field, but given as a reminder, changes nothing`() throws
    {
        let found = try answers(
            [],
            [
                ("snooze", ["selectors": ["dentist", "2h"]]),
                ("snooze", ["selectors": ["dentist", "until", "friday"]]),
                ("snooze", ["where": "tag:garden", "selectors": ["2h"], "expect": 5]),
                ("edit", ["selectors": ["dentist", "title=x"], "fields": ["mark": "x"]]),
                ("edit", ["selectors": ["dentist", "title=x"], "due": "friday"]),
            ]
        )
        #expect(found.count == 5)
        for answer in found { #expect(answer["isError"] == true, "\(answer)") }
    }
}

extension Tool.Parameter {
    fileprivate var isText: Bool {
        switch kind {
        case .text, .texts: true
        default: false
        }
    }
    fileprivate var isFields: Bool { if case .values = kind { true } else { false } }
}
