import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

/// Edits of tags that include the texts of notes and Obsidian's bases.
@Suite struct TextTagEditTests {
    private static func context(_ files: [String: String], _ registry: String, inTexts: Bool = true) -> EditContext {
        // The prefix stands for the encoding.
        var bytes = files.mapValues { text in
            text.hasPrefix("UTF-16 ")
                ? [0xFF, 0xFE] + text.dropFirst(7).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
                : [UInt8](text.utf8)
        }
        bytes["tags.yaml"] = [UInt8](registry.utf8)
        if inTexts { bytes[FolderSettings.fileName] = [UInt8]("tags_in_text: true\n".utf8) }
        return EditContext(Snapshot(files: bytes), files: FileValues(bytes), zones: ZoneDatabase())
    }

    private static func edited(_ plan: EditPlan) -> [String: String] {
        Dictionary(plan.edits.map { ($0.path, String(decoding: $0.after ?? [], as: UTF8.self)) }) { $1 }
    }

    private func renamed(
        _ files: [String: String],
        _ old: String = "work",
        _ new: String = "job",
        merges: Bool = false,
        registry: String = "work: teal\n",
        inTexts: Bool = true
    ) throws -> (files: [String: String], skipped: [String]) {
        let rename = TagRename(
            from: TagName(old),
            to: TagName(new),
            merges: merges,
            keepsAlias: true,
            freshID: "x",
            today: "2026-11-29"
        )
        let plan = try rename.plan(in: Self.context(files, registry, inTexts: inTexts)).plan
        return (Self.edited(plan), plan.skipped.map { "\($0.path): \($0.reason)" })
    }

    @Test func `a rename reaches the front matter, the texts, the bases and the registry, and no other byte`() throws {
        let result = try renamed([
            "a.md": "---\ntags: [Work, x]\n---\n# #work\r\nSee #WORK/client, #workshop and `#work`.\n",
            "b.md": "no front matter #work", "c.md": "---\ntags: [x]\n---\nwork #x\n", "d.md": "\u{FEFF}#work\n",
            "v/e.base":
                "filters:\n  and:\n    - file.hasTag(\"work\", 'work/client')\n    - '!tags.contains(''Work'')' # work\n",
            "f.base": "filters: file.hasTag(\"workshop\")\n",
        ])
        #expect(
            result.files == [
                "a.md": "---\ntags: [job, x]\n---\n# #job\r\nSee #job/client, #workshop and `#work`.\n",
                "b.md": "no front matter #job", "d.md": "\u{FEFF}#job\n",
                "v/e.base":
                    "filters:\n  and:\n    - file.hasTag(\"job\", 'job/client')\n    - '!tags.contains(''job'')' # work\n",
                "tags.yaml": "job:\n  color: teal\n  aliases: [work]\n",
            ]
        )
        #expect(result.skipped.isEmpty)
    }

    @Test func `without the setting, texts and bases stay, and a tag that only they have is none`() throws {
        let files = [
            "a.md": "---\ntags: [work]\n---\n#work\n", "b.md": "#work #only\n",
            "c.base": "filters: file.hasTag(\"work\")\n",
        ]
        #expect(try renamed(files, inTexts: false).files.keys.sorted() == ["a.md", "tags.yaml"])
        #expect(throws: MemossError.self) { try renamed(files, "only", "x", inTexts: false) }
        #expect(try renamed(files, "only", "x").files["b.md"] == "#work #x\n")
    }

    @Test func `a UTF-16 file is named if its front matter or its text has the tag`() throws {
        let files = [
            "a.md": "#work\n", "b.md": "UTF-16 x #work\n", "c.md": "UTF-16 x #workshop\n",
            "d.md": "UTF-16 ---\ntags: [work]\n---\n", "e.md": "UTF-16 ---\ntags: [x]\n---\n",
        ]
        let result = try renamed(files)
        #expect(result.files.keys.sorted() == ["a.md", "tags.yaml"])
        let reason = "the file is UTF-16, expected UTF-8"
        #expect(result.skipped == ["b.md: \(reason)", "d.md: \(reason)"])
    }

    @Test func `a name that a text cannot have is refused, and nothing is half renamed`() throws {
        for name in ["my job", "2024", "a.b", "job!"] {
            #expect(throws: MemossError.self) { try renamed(["a.md": "#work\n"], "work", name) }
            #expect(try renamed(["a.md": "---\ntags: [work]\n---\n"], "work", name).skipped.isEmpty)
        }
    }

    @Test func `merging leaves one of two items, and both words of a text`() throws {
        let result = try renamed(
            ["a.md": "---\ntags: [work, job]\n---\n#work #job\n"],
            merges: true,
            registry: "work: teal\njob: pink\n"
        )
        #expect(result.files["a.md"] == "---\ntags: [job]\n---\n#job #job\n")
    }

    @Test(
        arguments: [
            ("tags == [\"work\"]", false), ("file.tags.filter(value != \"#work\").length > 0", false),
            ("[\"work\"].containsAny(tags)", false), ("file.hasTag(\"wo\" + \"rk\")", nil),
            ("file.hasTag(\"work\" + x)", false),
            ("status == \"work\"", nil), ("file.hasTag(\"x\") && status == \"work\"", nil),
            ("if(file.hasTag(\"work\"), \"work\", \"\")", true), ("file.tags.contains(\"#work\")", true),
            ("note[\"tags\"].contains(\"work\")", true), ("note['tags'].containsAny('a', 'work')", true),
            ("file.properties[\"tags\"].contains(\"work\")", false), ("[\"tags\"].contains(\"work\")", nil),
            ("note.tags.containsAny(\"a\", \"Work/x\")", true), ("tags.containsAll([\"work\", \"b\"])", true),
            ("formula.tags.contains(\"work\")", false), ("this.file.hasTag(\"work\")", true),
            ("file.hasTag( \"a\" , \"work\" )", true), ("!file.hasTag(\"work\") || tags.contains('work')", true),
            ("taggedWith(file.file, \"work\")", true), ("name.contains(\"work\")", nil),
            ("tags.contains(link(\"work\"))", false),
            ("list(tags).contains(\"work\")", true), ("list(note[\"tags\"]).containsAny(\"a\", \"work\")", true),
            ("list(file.tags).contains(\"work/x\")", true), ("list(formula.tags).contains(\"work\")", false),
            ("x.list(tags).contains(\"work\")", false),
            ("file.hasTag(if(x, \"work\", \"b\"))", false), ("[\"work\",\"b\"].filter(file.hasTag(value))", false),
            ("[\"work\", \"x\"].containsAny(tags)", false), ("if(x, [\"work\"], []).containsAny(file.tags)", false),
            ("contains(tags, \"work\")", false), ("contains(name, \"work\")", nil), ("mystery(\"work\")", false),
            ("file.name.contains(\"work\")", nil), ("file.inFolder(\"work\")", nil), ("link(\"work\") == a", nil),
            ("[\"a\", \"work\"].contains(status)", nil), ("note[\"work\"] == 1", nil),
            ("values.contains(\"work\")", false),
            ("/\"/.matches(x) && file.hasTag(\"work\")", true), ("x ? \"work\" : 1", false),
            ("formula.a == \"work\"", nil),
            ("file.hasTag((\"work\")) || (tags).contains(\"work\")", true), ("-a / 2 == b && x != \"work\"", nil),
        ] as [(String, Bool?)]
    )
    func `an expression of a base is understood, or named and left`(expression: String, isEdited: Bool?) throws {
        func quoted(_ text: String, _ style: Int) -> String {
            switch style {
            case 0: "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
            case 1: "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
            case 2: "|-\n      \(text)"
            case 3: ">\n      \(text.split(separator: " ").joined(separator: "\n      "))"
            default: text
            }
        }
        for style in 0..<(expression.hasPrefix("!") || expression.hasPrefix("[") ? 4 : 5) {
            let base = "views:\n- name: \"work\" # tags\n  filters:\n    or:\n    - \(quoted(expression, style))\n"
            let result = try renamed(["a.md": "---\ntags: [work]\n---\n", "b.base": base])
            switch isEdited {
            case true?:
                let new = result.files["b.base"]
                #expect(new?.lowercased().contains("job") == true && result.skipped.isEmpty, "\(base) \(result)")
                #expect(new.map { $0.replacing("job", with: "work").lowercased() } == base.lowercased())
            case false?:
                #expect(result.files["b.base"] == nil)
                #expect(result.skipped.map { $0.prefix(7) } == ["b.base:"], "\(base)")
            case nil: #expect(result.files["b.base"] == nil && result.skipped.isEmpty, "\(base) \(result)")
            }
        }
    }

    @Test(
        arguments: [
            (["list(tags)"], "formula.a.contains(\"work\")", false),
            (["if(x, file.tags, [])"], "formula.a == \"work\"", false),
            (["1"], "formula.a.contains(\"work\")", nil), (["formula.b", "tags[0]"], "\"work\" == formula.a", false),
            (["[\"work\", \"x\"]"], "formula.a.containsAny(tags)", false),
            (["\"work\""], "file.hasTag(formula.a)", false),
            (["if(file.hasTag(\"work\"), \"work\", \"\")"], "formula.a == \"x\"", true),
        ] as [([String], String, Bool?)]
    )
    func `a text that meets tags through a formula is named`(formulas: [String], filter: String, isEdited: Bool?) throws
    {
        let lines = zip(["a", "b"], formulas).map { "  \($0): '\($1)'\n" }.joined()
        let base = "formulas:\n\(lines)views:\n- filters: '\(filter)'\n"
        let result = try renamed(["a.md": "#work", "b.base": base])
        #expect(result.skipped.map { $0.prefix(7) } == (isEdited == false ? ["b.base:"] : []), "\(result)")
        #expect((result.files["b.base"] != nil) == (isEdited == true))
    }

    @Test(arguments: ["x.f(", "(", "!", "a + ", "[", "a && ", "x(1).y[0].", "tags.f(x.g(value, "])
    func `a deep or long expression is read in time, and named if it is too deep`(text: String) throws {
        for (count, isDeep) in [(30, false), (20_000, true)] {
            let opened = text.filter { "([".contains($0) }.reversed()
            let closing = text.hasSuffix(".") ? "" : String(opened.map { $0 == "(" ? ")" : "]" })
            let inner = String(repeating: text, count: count) + "status" + String(repeating: closing, count: count)
            let filter = "'\(inner) == \"work\" || file.hasTag(\"x\")'"
            let result = try renamed(["a.md": "#work", "b.base": "filters: \(filter)\n"])
            #expect(result.skipped.isEmpty == (!isDeep && !text.hasPrefix("tags")), "\(text) \(count)")
        }
    }

    @Test func `a base that is not YAML is named if it asks for the tag, and otherwise left`() throws {
        let result = try renamed([
            "a.md": "---\ntags: [work]\n---\n", "b.base": "filters: [file.hasTag(\"work\")\n",
            "c.base": "filters: [x\n",
        ])
        #expect(result.files["b.base"] == nil)
        #expect(result.skipped.count == 1 && result.skipped[0].hasPrefix("b.base:"))
    }

    @Test(
        arguments: [
            "x\n\n> [!n]\n> ```base\n> filters: file.hasTag(\"work\")\n> ```\n",
            "> > ~~~ base\r\n> > filters:\r\n> >   and:\r\n> >     - file.hasTag(\"work\")",
            "- x\n  ```base\n  filters: file.hasTag(\"work\")\n\n  ```\n",
            "1. ```base\n\tfilters: file.hasTag(\"work\")\n",
            "   ```base\n   views:\n  - filters: file.hasTag(\"work\")\n```\n",
            "~~~~base\nfilters: file.hasTag(\"work\")\n~~~~~\n",
            "> ```base\n> filters: file.hasTag(\"work\")\n> \n>",
        ]
    )
    func `a base in a code block is renamed wherever the block stands`(text: String) throws {
        let result = try renamed(["a.md": text])
        #expect(result.files["a.md"] == text.replacing("work", with: "job") && result.skipped.isEmpty, "\(result)")
        #expect(try pruned(["a.md": text]).isEmpty)
    }

    @Test(arguments: ["```Base", "~~~base title", "> ```base {a}"])
    func `a code block that may be a base is named and left`(fence: String) throws {
        let mark = fence.hasPrefix(">") ? "> " : ""
        let text = "x\n\n\(fence)\n\(mark)filters: file.hasTag(\"work\")\n"
        let result = try renamed(["a.md": text, "b.md": text.replacing("work", with: "other")])
        #expect(result.files["a.md"] == nil && result.skipped.map { $0.prefix(5) } == ["a.md:"])
        #expect(try pruned(["a.md": text]).isEmpty)
    }

    @Test(arguments: [
        "    ```base\n    filters: file.hasTag(\"work\")\n", "%%\n```base\nfilters: file.hasTag(\"work\")\n```\n%%\n",
    ])
    func `what is no code block is no base`(text: String) throws {
        let result = try renamed(["a.md": text])
        #expect(result.files["a.md"] == nil && result.skipped.isEmpty)
    }

    private func pruned(_ files: [String: String]) throws -> [String] {
        try TagPruning().plan(in: Self.context(files, "work: teal\n")).tags.map(\.text)
    }

    @Test(arguments: [
        ("#work#home", 0, "work", "home"), ("#home#work", 5, "home", "work"), ("#work/#home", 0, "work", "home"),
        ("#home/#work", 6, "home", "work"),
    ])
    func `of two tags that touch, one cannot be deleted, and it is named at its place`(
        text: String,
        place: Int,
        first: String,
        second: String
    ) throws {
        let before = "---\ntags: [work]\n---\nfirst #work line\n\nchain "
        let plan = try TagDeletion(of: TagName("work")).plan(in: Self.context(["a.md": before + text], "work: teal\n"))
        let skipped = try #require(plan.plan.skipped.first)
        #expect(Self.edited(plan.plan)["a.md"] == nil && plan.plan.skipped.map(\.path) == ["a.md", "tags.yaml"])
        #expect(skipped.line == 6 && skipped.column == 7 + place)
        #expect(skipped.reason.hasPrefix("'#\(first)' and '#\(second)' touch: without one '#', "))
    }

    @Test(
        arguments: [
            ("#work x", "Work", "work: teal\n", []), ("#work `#work` '#x'", "Work", "work: teal\n", ["a.md:1"]),
            ("#work `#WORK`", "WORK", "work: teal\n", []),
            ("#job `#work` #work", "work", "job:\n  color: teal\n  aliases: [work]\n", []),
            ("#job\n`#job/x`", "work", "job:\n  color: teal\n  aliases: [work]\n", ["a.md:2"]),
        ]
    )
    func `what a rename wrote, and what has the new name, is not named as left`(
        text: String,
        new: String,
        registry: String,
        places: [String]
    ) throws {
        let rename = TagRename(
            from: TagName(registry.hasPrefix("job") ? "job" : "work"),
            to: TagName(new),
            merges: false,
            keepsAlias: true,
            freshID: "x",
            today: "2026-11-29"
        )
        #expect(try rename.plan(in: Self.context(["a.md": text + "\n"], registry)).lookalikes == places)
    }

    @Test func `a file that cannot be read is named if it may have the tag, and only then`() throws {
        func skipped(_ text: String, _ old: String = "work", inTexts: Bool) throws -> Bool {
            let files = ["a.md": "---\ntags: ['\(old)']\n---\n", "b.md": text]
            let found = try renamed(files, old, "x", registry: "", inTexts: inTexts).skipped
            #expect(found.allSatisfy { $0.hasPrefix("b.md:") })
            return !found.isEmpty
        }
        for inTexts in [false, true] {
            for (text, isNamed) in [
                ("---\ntags: [a\n---\n\\frac `#x`\n", false), ("---\ntags: [\"a\\x41\"\n---\n", false),
                ("---\ntags: [a\nno end \\frac\n", false), ("---\ntags: [WORK\n---\n", true),
                ("---\ntags: [\"\\x77or\\u006b\"\n---\n", true), ("---\ntags: [\"wo\\\n  rk\"\n---\n", true),
                ("---\ntags: [\"\\U00000057ork\\/x\"\n---\n", true),
            ] {
                #expect(try skipped(text, inTexts: inTexts) == isNamed, "\(text)")
            }
            #expect(try skipped("---\ntags: [\"my\n  job\"\n---\n", "my job", inTexts: false))
            #expect(try skipped("---\ntags: [\"a\\/b\"\n---\n", "a/b", inTexts: false))
        }
        #expect(try skipped("---\ntags: [a\n---\n#work\n", inTexts: true))
    }

    private func deleted(_ files: [String: String]) throws -> (files: [String: String], skipped: [String]) {
        let plan = try TagDeletion(of: TagName("work")).plan(in: Self.context(files, "work: teal\nwork/x: pink\n")).plan
        return (Self.edited(plan), plan.skipped.map { "\($0.path): \($0.reason)" })
    }

    @Test func `deleting takes the mark away and leaves the word`() throws {
        let result = try deleted([
            "a.md": "---\ntags: [work, b]\n---\n#work and #work/x, #b `#work`\n", "b.md": "x\n\n**#Work**",
            "c.base": "filters: file.hasTag(\"work\")\n", "d.md": "#work#b\n",
        ])
        #expect(
            result.files == [
                "a.md": "---\ntags: [b]\n---\nwork and work/x, #b `#work`\n", "b.md": "x\n\n**Work**",
            ]
        )
        // In `work#b`, nothing would be a tag any more. What is left needs the colour of the tag.
        #expect(result.skipped.map { $0.prefix(6) } == ["c.base", "d.md: ", "tags.y"])
    }

    @Test func `former names in texts settle, and a tag renamed on one branch meets a text of another`() throws {
        let context = Self.context(["a.md": "#work #job\n", "b.md": "#work/x\n"], "job:\n  aliases: [work]\n")
        let result = try TagSettlement().plan(in: context)
        #expect(Self.edited(result.plan) == ["a.md": "#job #job\n", "b.md": "#job/x\n"])
        #expect(result.tags.map(\.text) == ["job", "job/x"])
        let bases = Self.context(
            [
                "a.base": "filters: file.hasTag(\"work/y\")\n",
                "b.md": "~~~base\nfilters: file.hasTag(\"#work\")\n~~~\n",
                "c.base": "filters: tags == \"work/z\"\n",
            ],
            "job:\n  aliases: [work]\n"
        )
        let settled = try TagSettlement().plan(in: bases)
        #expect(Set(settled.tags.map(\.text)) == ["job", "job/y"] && Self.edited(settled.plan).count == 2)
    }

    @Test func `queries, counts, adoption and suggestions see the tags of texts`() throws {
        let files = [
            "a.md": "---\ntags: [work]\nid: a\n---\n#new #C #c\n", "b.md": "---\ntitle: B\nid: b\n---\n#work/x\n",
            "c.md": "c\n",
        ]
        let snapshot = Self.context(files, "work: teal\n").snapshot
        func found(_ query: String) throws -> [String] {
            let time = TimeContext(now: Folder.now, zone: .utc, allDayAt: .midnight)
            let matcher = try QueryMatcher(parsing: query, registry: snapshot.registry, context: time)
            return snapshot.reminders.filter(matcher.matches).map(\.path)
        }
        #expect(try found("tag:work") == ["a.md", "b.md"])
        #expect(try found("tag:new") == ["a.md"])
        #expect(try found("is:untagged") == ["c.md"])
        let index = TagIndex(snapshot.reminders, registry: snapshot.registry)
        #expect(index.count(of: TagName("work")) == 2 && index.count(of: TagName("c")) == 1)
        let adoption = TagAdoption(today: "2026-11-29") { "x" }
        #expect(adoption.entries(in: snapshot).tags.map(\.name.text) == ["C", "new", "work/x"])
        let suggestions = TagSuggestions(snapshot, today: CivilDate(unchecked: 2026, 11, 29))
        #expect(suggestions.suggestions(for: "ne").map(\.name.text).first == "new")
    }

    /// What the readers of a folder find is what the files have, whichever files the prefilter leaves out.
    @Test func `a query reads from disk what it finds in memory`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(FolderSettings.fileName, "tags_in_text: true\n")
        try folder.write("tags.yaml", "work:\n  aliases: [office]\n")
        let bodies = [
            "#work", "#Office/x\n", "work", "`#work`", "#wor\u{212A}", "x #é", "#a #work",
            String(repeating: "x\n", count: 3_000) + "#work",
        ]
        for (number, body) in bodies.enumerated() {
            try folder.write("n\(number).md", "---\nid: n\(number)\ntitle: T\n---\n\(body)\n")
            try folder.write("p\(number).md", body)
        }
        for query in ["tag:work", "-tag:work", "is:untagged", "tag:work -tag:a", "tag:é", "title:t tag:office"] {
            let time = TimeContext(now: Folder.now, zone: .utc, allDayAt: .midnight)
            let opened = ReminderFolder(root: folder.path)
            let registry = opened.registry()
            let parsed = try Query(parsing: query, now: time.local)
            let matcher = QueryMatcher(parsed, registry: registry, context: time)
            let filtered = try opened.read(for: matcher, registry: registry).snapshot.reminders.filter(matcher.matches)
            let whole = try opened.read().snapshot.reminders.filter(matcher.matches)
            #expect(filtered.map(\.path) == whole.map(\.path), "\(query)")
            #expect(!whole.isEmpty && whole.count < 16, "\(query)")
        }
    }
}
