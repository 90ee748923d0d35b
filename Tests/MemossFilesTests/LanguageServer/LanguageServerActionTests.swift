import Testing

@testable import LanguageServer
@testable import MemossFiles
@testable import Text

/// What the server offers beside problems and names: other ways to write a value, steps, hints, links, colours.
@Suite struct LanguageServerActionTests {
    private static let versions: JSON = ["workspace": ["workspaceEdit": ["documentChanges": true]]]
    private static let uri = "file:///f/a.md"

    private func stage(_ text: String, _ options: JSON = [:]) throws -> ServerStage {
        var capabilities = Self.versions
        capabilities.add("initializationOptions", options)
        let files = [
            "tags.yaml": "Work: moss\nHealth: pink\n", "a.md": text, "sub/b.md": "---\nid: 1f2e\n---\n# Bee\n",
        ]
        var stage = try ServerStage(files, capabilities: capabilities)
        stage.open(Self.uri, text)
        return stage
    }

    /// What is left of the actions at a part of the text, without steps and new tags.
    private func rewritings(_ front: String, at part: String) throws -> [(title: String, text: String)] {
        let text = "---\n\(front)\n---\nText\n"
        var stage = try stage(text)
        return try stage.actions(Self.uri, at: part, in: text).compactMap { title, edit in
            guard ["Write", "Pin", "Make"].contains(where: title.hasPrefix) else { return nil }
            let after = stage.applied(edit, to: [Self.uri: text])[Self.uri] ?? ""
            return (title, String(decoding: after.utf8.dropFirst(4).dropLast(10), as: UTF8.self))
        }
    }

    @Test func `a date in words is written as the date that it means`() throws {
        for (front, after) in [
            ("scheduled: tomorrow 9am # soon", "scheduled: 2026-11-23T09:00 # soon"),
            ("due: 'in 2 weeks'", "due: '2026-12-06'"),
            ("title: x\r\nuntil: friday\r", "title: x\r\nuntil: 2026-11-27\r"),
        ] {
            let key = try #require(front.split(separator: "\r\n").last?.split(separator: ":").first)
            let found = try rewritings(front, at: String(key))
            #expect(found.map(\.text) == [after], "\(front)")
        }
        #expect(try rewritings("scheduled: 2026-11-22", at: "2026").isEmpty)
        #expect(try rewritings("scheduled: whenever", at: "when").isEmpty)
        #expect(try rewritings("title: tomorrow", at: "tomorrow").isEmpty)
    }

    @Test func `a text with a colon is put in quotes`() throws {
        for (front, after) in [
            ("title: Two: things", "title: \"Two: things\""),
            ("tags: [a]\r\ntitle: a: \"b\" \\ # c", "tags: [a]\r\ntitle: \"a: \\\"b\\\" \\\\ # c\""),
            ("title: Two things", nil), ("title: [Two: things", nil), ("title: a: b\ntags: [", nil),
        ] as [(String, String?)] {
            let text = "---\n\(front)\n---\nText\n"
            var stage = try stage(text)
            let action = try stage.actions(Self.uri, at: "title", in: text).first {
                $0.title == "Put the text in quotes"
            }
            let written = action.flatMap { stage.applied($0.edit, to: [Self.uri: text])[Self.uri] }
            #expect(written == after.map { "---\n\($0)\n---\nText\n" })
        }
    }

    @Test func `a list in quotes becomes a list`() throws {
        for (front, after) in [
            ("tags: \"[Work, Home]\"", "tags: [Work, Home]"), ("tags: '[Work]' # c", "tags: [Work] # c"),
            (
                "recurrence: daily\nscheduled: 2026-11-22\ncomplete_instances: \"[2026-11-20, 2026-11-21]\"",
                "recurrence: daily\nscheduled: 2026-11-22\ncomplete_instances: [2026-11-20, 2026-11-21]"
            ),
        ] {
            #expect(try rewritings(front, at: "[").map(\.text) == [after])
        }
        #expect(try rewritings("tags: [Work]", at: "Work").isEmpty)
        #expect(try rewritings("title: \"[Work]\"", at: "Work").isEmpty)
    }

    @Test func `a rule is written in the other notation, and with its day`() throws {
        let monthly = try rewritings("scheduled: 2026-01-31\nrecurrence: monthly", at: "monthly")
        #expect(
            monthly.map(\.title) == [
                "Pin the day: monthly on 31",
                "Write the rule as RFC 5545: FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
            ]
        )
        #expect(monthly.first?.text == "scheduled: 2026-01-31\nrecurrence: monthly on 31")
        let back = try rewritings(
            "scheduled: 2026-01-31\nrecurrence: FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
            at: "FREQ"
        )
        #expect(back.map(\.text) == ["scheduled: 2026-01-31\nrecurrence: monthly on 31"])
        // Counted from completion, nothing comes from the date.
        let chained = try rewritings(
            "scheduled: 2026-01-31\nrecurrence: weekly\nrecurrence_anchor: completion",
            at: "weekly"
        )
        #expect(chained.map(\.title) == ["Write the rule as RFC 5545: FREQ=WEEKLY"])
        #expect(try rewritings("scheduled: 2026-01-31\nrecurrence: every 2 hours", at: "every").isEmpty)
    }

    @Test func `what cannot be edited is not offered`() throws {
        #expect(try rewritings("scheduled: |\n  tomorrow", at: "tomorrow").isEmpty)
        #expect(try rewritings("x: &a tomorrow\nscheduled: *a", at: "scheduled").isEmpty)
        #expect(try rewritings("scheduled: tomorrow\nscheduled: friday", at: "tomorrow").isEmpty)
        #expect(try rewritings("scheduled: tomorrow\ntags: [", at: "tomorrow").isEmpty)
    }

    @Test func `a lens says to which date a step leads`() throws {
        var stage = try stage("---\nscheduled: 2026-11-22\nrecurrence: weekly\n---\n")
        let document: JSON = ["textDocument": ["uri": .string(Self.uri)]]
        let lenses = try stage.call("textDocument/codeLens", document)["result"].elements
        #expect(
            lenses.compactMap { $0["command"]["title"].string } == [
                "Complete (next: 2026-11-29)", "Skip this occurrence (next: 2026-11-29)", "Snooze for an hour",
            ]
        )
    }

    @Test func `a step that is not possible is refused with its reason`() throws {
        var stage = try stage("---\nscheduled: 2026-13-22\nrecurrence: weekly\n---\n")
        let answer = try stage.call(
            "workspace/executeCommand",
            ["command": "memoss.step", "arguments": [.string(Self.uri), "skip"]]
        )
        #expect(answer["error"]["message"].string?.contains("there is no month 13") == true, "\(answer)")
    }

    @Test func `hints and hovers say how far away a date is`() throws {
        let text = "---\nscheduled: 2026-11-28T18:00\ndue: 2026-12-24 # c\n---\n"
        var stage = try stage(text)
        let all: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 9, "character": 0]]
        let params: JSON = ["textDocument": ["uri": .string(Self.uri)], "range": all]
        let hints = try stage.call("textDocument/inlayHint", params)["result"].elements
        #expect(hints.compactMap { $0["label"].string } == ["Saturday, in days: 6", "Thursday, in days: 32"])
        #expect(hints.map { $0["position"]["character"].int } == [27, 19])
        let hover = try stage.at("hover", Self.uri, 1, 14)["result"]["contents"]["value"]
        #expect(hover == "2026-11-28T18:00: Saturday, in days: 6")
    }

    @Test func `a client that can is told to ask again for hints and lenses on another day`() throws {
        var able = try ServerStage(
            ["tags.yaml": ""],
            capabilities: ["workspace": ["inlayHint": ["refreshSupport": true], "codeLens": ["refreshSupport": true]]]
        )
        let sent = able.server.dayHasChanged().map { effect in
            if case .send(let message) = effect { message } else { JSON.null }
        }
        #expect(sent.allSatisfy { $0.member("params") == nil })
        #expect(sent.map { $0["method"] } == ["workspace/inlayHint/refresh", "workspace/codeLens/refresh"])
        var other = try ServerStage(["tags.yaml": ""])
        let none = other.server.dayHasChanged()
        #expect(none.isEmpty)
    }

    @Test func `links lead to the files of notes and paths, also as definitions`() throws {
        let body =
            "[[b]] [[1f2e|Bee]] [[Bee#x]] [b](sub/b.md#x) [b](<./sub/../sub/b.md>) [a](x/%61.md) [[none]] [u](http://x/b.md)\n"
        let text = "---\ntitle: A\n---\n" + body + "```\n[[b]]\n```\n`[[b]]` ``[[b]] ` `` <!-- [[b]]\n[[b]] -->\n"
        var stage = try stage(text)
        let links = try stage.call("textDocument/documentLink", ["textDocument": ["uri": .string(Self.uri)]])["result"]
        #expect(links.elements.map { $0["target"] } == Array(repeating: "file:///f/sub/b.md", count: 5))
        for column in [0, 4, 9, 45] {
            let place = try stage.at("definition", Self.uri, 3, column)["result"]
            #expect(place["uri"] == "file:///f/sub/b.md", "\(column)")
        }
        #expect(try stage.at("definition", Self.uri, 5, 2)["result"] == .null)
    }

    @Test func `a note is meant by its file name, title or id, and the first one of several`() throws {
        let text = "---\ntitle: A\n---\n[[Bee]] [[x]] [[Bee.md]] [[7]] [[q]]\n"
        let files = [
            "tags.yaml": "", "a.md": text, "s/1.md": "---\ntitle: Bee\nid: q\n---\n", "s/2.md": "---\ntitle: x\n---\n",
            "s/7.md": "", "s/Bee.md": "", "s/x.md": "",
        ]
        var stage = try ServerStage(files, capabilities: [:])
        stage.open(Self.uri, text)
        let links = try stage.call("textDocument/documentLink", ["textDocument": ["uri": .string(Self.uri)]])["result"]
        #expect(
            links.elements.compactMap { $0["target"].string?.split(separator: "/").last } == [
                "1.md", "2.md", "Bee.md", "7.md", "1.md",
            ]
        )
    }

    @Test func `each of many problems on a line has its fix, which changes nothing else`() throws {
        let text = "---\ntags: [" + Array(repeating: "'é😀', WORK", count: 200).joined(separator: ", ") + "]\n---\n"
        var stage = try stage(text)
        let all: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 9, "character": 0]]
        let params: JSON = ["textDocument": ["uri": .string(Self.uri)], "range": all, "context": ["diagnostics": []]]
        let fixes = try stage.call("textDocument/codeAction", params)["result"].elements.filter {
            $0["title"] == "Change to 'Work'"
        }
        // The text with the first, the second, the third of the tags corrected.
        let parts = text.split(separator: "WORK")
        #expect(fixes.count == parts.count - 1)
        for (number, fix) in fixes.enumerated() {
            let words = (1..<parts.count).map { $0 == number + 1 ? "Work" : "WORK" } + [""]
            let after = stage.applied(fix["edit"], to: [Self.uri: text])[Self.uri]
            #expect(after == zip(parts, words).map { $0 + $1 }.joined())
        }
    }

    @Test(
        arguments: [
            ("b.md", "a.md", "b.md"), ("b.md", "x/y/a.md", "x/y/b.md"), ("../b.md", "x/y/a.md", "x/b.md"),
            ("../../../b.md", "x/y/a.md", nil), ("/b.md", "x/a.md", "b.md"), ("a%20b.md#c", "a.md", "a b.md"),
            ("<a b.md>", "a.md", "a b.md"), ("%zz.md", "a.md", nil), ("%00", "a.md", nil), ("", "x/a.md", "x"),
        ] as [(String, String, String?)]
    )
    func `the path of a link is relative to its file`(link: String, file: String, path: String?) {
        #expect(TextLink.path(of: link, from: file) == path)
    }

    @Test func `tags are completed in a text that has some`() throws {
        func labels(_ marked: String) throws -> [String] {
            let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            let text = parts.joined()
            var stage = try stage(text)
            let position = DocumentText(Array(text.utf8), .utf16).position(of: parts[0].utf8.count)
            let answer = try stage.at("completion", Self.uri, position.line, position.character)["result"]
            return answer["items"].elements.compactMap { $0["label"].string }
        }
        let front = "---\ntitle: A\n---\n"
        for marked in ["#work is\n#Wo|", "x #Wo| y #home", "#wörk\r\n#Wo|\r\n"] {
            #expect(try labels(front + marked).first == "#Work", "\(marked)")
            #expect(try labels(marked).first == "#Work", "\(marked)")
        }
        for marked in [
            "#Wo|", "# Wo|\n#x", "x#Wo| #home", "```\n#Wo|\n```\n#home", "#12 #Wo|", "`#home` #Wo|", "Wo| #home",
        ] {
            #expect(try labels(front + marked).isEmpty, "\(marked)")
        }
    }

    @Test func `colours are shown beside tags only if the client wants them`() throws {
        let text = "---\ntags: [Work/x, None, 'Health']\n---\n"
        let document: JSON = ["textDocument": ["uri": .string(Self.uri)]]
        var plain = try stage(text)
        #expect(try plain.call("textDocument/documentColor", document)["result"] == [])
        var colored = try stage(text, ["tagColors": true])
        let colors = try colored.call("textDocument/documentColor", document)["result"].elements
        #expect(colors.map { $0["range"]["start"]["character"].int } == [7, 22])
        // A colour is changed in the registry.
        let params: JSON = ["textDocument": document["textDocument"], "range": colors[0]["range"], "color": [:]]
        #expect(try colored.call("textDocument/colorPresentation", params)["result"] == [])
    }
}
