import MemossFiles
import TestSupport
import Testing

@testable import Text
@testable import mm

/// Random calls with hostile arguments, to the executable.
@Suite struct ToolCallLaws {
    private static let texts = [
        "dentist", "bins", "vitamin", "water", "tag:garden", "is:open", "-is:open", "a=b", "title=x", "-", "--",
        "--help",
        "--yes", "-C/", "@tomorrow", "+Work", "../../etc/passwd", "/etc/passwd", "../outside.md", ".mm.yaml",
        "tags.yaml",
        ".memoss/undo/1", "config.yaml", "new.md", "deep/new.md", "$(touch hacked)", "`touch hacked`", "; touch hacked",
        "", " ",
        "\n", "a\nb", "---", "---\ntitle: x\n---", "\t", "\u{202E}x", "\u{0}", "\u{1B}[31m", "\u{85}", "\u{2028}",
        "\u{FEFF}x", "e\u{301}", "🎉", "tomorrow 9am", "friday", "today", "2026-11-22", "2026-02-30", "9999-12-31",
        "0000",
        "weekly on monday", "daily", "every 2 weeks", "FREQ=DAILY;COUNT=99999", "Europe/Paris", "2h", "15m",
        "99999999d", "Work",
        "Home", "Garden", "Work/Client", "a,b", "[x, y]", "{a: b}", "!!binary x", "&a *a", "'\"", "null", "true", "#",
        "# x",
        "- [ ] eggs", "<<<<<<< HEAD", "x: y", "|", ">", "%", "\\", "high", "keep", "completed", "true", "30",
        String(repeating: "x", count: 5_000), String(repeating: "(", count: 300), String(repeating: "é", count: 300),
    ]

    private static func value(_ random: inout Random, _ depth: Int = 0) -> JSON {
        switch random.below(depth > 2 ? 6 : 9) {
        case 0: .null
        case 1: .bool(random.below(2) == 0)
        case 2: .integer(random.pick([0, 1, 2, 3, -1, 64, .max, .min]))
        case 3: .number(random.pick([0.5, 1e300, -0.0]))
        case 4, 5: .string(random.pick(texts))
        case 6: .object((0..<random.below(3)).map { _ in member(&random, depth) })
        default: .array((0..<random.below(4)).map { _ in value(&random, depth + 1) })
        }
    }

    private static func member(_ random: inout Random, _ depth: Int) -> JSON.Member {
        JSON.Member(
            key: random.pick(["priority", "title", "id", "", "a b", "scheduled", "tags"]),
            value: value(&random, depth + 1)
        )
    }

    /// A value of the right type, four times out of five.
    private static func value(for kind: Tool.Parameter.Kind, _ random: inout Random) -> JSON {
        if random.below(5) == 0 { return value(&random) }
        return switch kind {
        case .flag: .bool(random.below(2) == 0)
        case .integer: .integer(random.pick([0, 1, 1, 1, 2, 3, 5, 1_000_000]))
        case .text: .string(random.pick(texts))
        case .choice(let choices): .string(random.pick(choices))
        case .texts: .array((0..<1 + random.below(2)).map { _ in .string(random.pick(texts)) })
        case .values: .object((0..<1 + random.below(2)).map { _ in member(&random, 1) })
        }
    }

    private static func call(_ id: Int, _ random: inout Random) -> JSON {
        let tool = random.pick(Tool.all)
        var parameters = tool.parameters.filter { $0.isRequired || random.below(8) == 0 }
        // Something that a selector is for.
        if let first = tool.parameters.first, !parameters.contains(where: { $0.name == first.name }),
            random.below(8) > 0
        {
            parameters.insert(first, at: 0)
        }
        let arguments = parameters.map { parameter in
            let isSelector = parameter.name.hasPrefix("selector") && random.below(4) > 0
            let value: JSON =
                isSelector
                ? parameter.name == "selector"
                    ? .string(random.pick(["dentist", "bins"]))
                    : .array([.string(random.pick(["dentist", "bins", "vitamin", "timesheet"]))])
                : value(for: parameter.kind, &random)
            return JSON.Member(key: parameter.name, value: value)
        }
        return [
            "jsonrpc": "2.0", "id": .integer(id), "method": "tools/call",
            "params": ["name": .string(tool.name), "arguments": .object(arguments)],
        ]
    }

    private static let calls = 250

    @Test(arguments: 0..<Rounds.of(40))
    func `hostile calls crash nothing, write nothing without an edit that can be undone, and leave valid files`(
        round: Int
    ) throws {
        var random = Random(seed: UInt64(4_300 + round))
        let stage = try TranscriptStage.with("sample")
        var lines = [#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#]
        for id in 1...Self.calls {
            lines.append(String(decoding: Self.call(id, &random).bytes, as: UTF8.self))
        }
        let input = lines.joined(separator: "\n")
        let look = "find . -path ./.memoss -prune -o -type f -print0 | sort -z | xargs -0 sha256sum"
        let outside =
            "cd ..; find . -path ./\"$here\" -prune -o -type f -print | grep -v '^./\\(in\\|out\\)$' | sort | xargs cat | cksum"
        let before = try stage.run(look)
        let around = try stage.run("here=${PWD##*/}; \(outside)")
        _ = try stage.run("cat > ../in <<'END_OF_CALLS'\n\(input)\nEND_OF_CALLS\n")
        let status = try stage.run("mm mcp < ../in > ../out; echo $?")
        #expect(status == ["0"], "\(status)")
        let answers = try stage.run("cat ../out").map { try JSON(parsing: Array($0.utf8)) }
        #expect(answers.count == Self.calls + 1)

        // What the edits say that they have left of each file.
        var left = Self.digests(before)
        for answer in answers.dropFirst() {
            let content = answer["result"]["structuredContent"]
            #expect(content["note"].string == ToolAnswer.note, "\(answer)")
            #expect(answer.bytes.count < 3 * ToolAnswer.mostBytes)
            guard content.member("diff") == nil else { continue }
            let changed = content["data"]["changed"].elements
            #expect(changed.isEmpty || content.member("undo") != nil, "\(content)")
            for file in changed { left[file["path"].string ?? ""] = file["after"].string }
        }
        let now = Self.digests(try stage.run(look))
        #expect(now == left, "\(Set(now.keys).symmetricDifference(left.keys))")
        #expect(try stage.run("here=${PWD##*/}; \(outside)") == around)
        let faults = try stage.run(
            #"mm check --json 2>/dev/null | jq -r '.problems[] | select(.severity == "error") | "\(.path): \(.message)"'"#
        )
        #expect(faults == [], "\(faults)")
    }

    private static func digests(_ lines: [String]) -> [String: String] {
        Dictionary(lines.map { (String($0.dropFirst(68)), String($0.prefix(64))) }) { $1 }
    }
}
