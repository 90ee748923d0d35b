import Testing

@testable import MemossFiles
@testable import Merge
@testable import Text

/// A head that looks like front matter and is not is never treated as text.
@Suite struct FileHeadTests {
    private static let block = "---\ntitle: Pills\nscheduled: 2026-11-27T10:00\ntags: [Home]\n---\nx\n"

    /// What may stand before front matter, and the place of the problem.
    private static let leads: [(lead: String, line: Int, column: Int)] = [
        ("# a comment\n", 1, 1), ("# a\n#b\n\n", 1, 1), ("%YAML 1.2\n", 1, 1), ("%% c %%\n", 1, 1),
        ("%%\nc\n%%\n", 1, 1), ("[//]: # (exported by X)\n\n", 1, 1), ("[comment]: <> (x)\n", 1, 1), ("// c\n", 1, 1),
        ("/* c */\n", 1, 1), ("{% comment %}\n", 1, 1), ("{# c #}\n", 1, 1), ("<?xml version='1.0'?>\n", 1, 1),
        ("\u{EF}\u{BB}\u{BF}", 1, 1), ("\u{34F}", 1, 1), ("\u{115F}", 1, 1), ("\u{2800}", 1, 1), ("\u{3164}", 1, 1),
        ("\u{FE0F}", 1, 1), ("\u{E0100}", 1, 1), ("\u{FFFC}", 1, 1),
        ("\n", 1, 1), ("\r\n\r\n", 1, 1), (" ", 1, 1), ("\t\n", 1, 1), ("<!-- exported -->\n", 1, 1),
        ("\n<!-- a\nb -->\n\n", 2, 1), ("\u{FEFF}\u{FEFF}", 1, 1), ("\u{200B}", 1, 1), ("\u{A0}", 1, 1),
        ("\u{2060}\u{200B}", 1, 1), ("\n\u{FEFF}", 2, 1), ("\u{3000}\n", 1, 1), ("\u{0}", 1, 1),
    ]

    private func decoded(_ text: String) -> ReminderDecoder.Output {
        ReminderDecoder.decode(Array(text.utf8), path: "a.md")
    }

    @Test(arguments: leads.indices)
    func `front matter behind something else keeps its dates and is a problem`(index: Int) throws {
        let (lead, line, column) = Self.leads[index]
        let output = decoded(lead + Self.block)
        let problem = try #require(output.problems.first)
        #expect(problem.id == .misplacedFrontMatter)
        #expect(problem.line == line && problem.column == column, "\(problem) in \(lead.debugDescription)")
        let reminder = try #require(output.reminder)
        #expect(reminder.title == "Pills" && reminder.scheduled?.description == "2026-11-27T10:00")
        #expect(!reminder.isNote && reminder.isBroken)
    }

    @Test func `a second block keeps the dates of both and is a problem`() throws {
        for between in ["", "\n", "\r\n\r\n"] {
            let output = decoded("---\ncreated: 2026-06-01\n---\n" + between + Self.block)
            #expect(output.problems.map(\.id) == [.misplacedFrontMatter])
            #expect(output.problems.first?.line == 4 + between.filter(\.isNewline).count)
            let reminder = try #require(output.reminder)
            #expect(reminder.title == "Pills" && reminder.date != nil && reminder.isBroken)
            let other = decoded(Self.block.replacing("x\n", with: "") + between + "---\ndue: 2026-12-01\n---\n")
                .reminder
            #expect(other?.title == "Pills" && other?.date != nil && other?.isBroken == true)
            // A block that does not say when is text.
            let quoting = decoded(Self.block.replacing("x\n", with: "") + between + "---\nlayout: x\n---\n")
            #expect(quoting.problems.isEmpty && quoting.reminder?.isBroken == false)
        }
    }

    private static let others = [
        "+++\ntitle = \"T\"\ndue = 2026-12-01\n+++\n", "{\n\"title\": \"T\", \"scheduled\": \"2026-12-01\"\n}\nx\n",
        "\u{FEFF}+++\r\n# c\r\n[x]\r\ncompleted = false\r\n+++\r\n", "\n---\nscheduled: [a\n---\n",
        "---\rscheduled: 2026-12-01\r---\r", "---toml\ntitle = \"T\"\nscheduled = 2026-12-01\n---\nx\n",
        "+++\ntitle = \"T\"\nscheduled = 2026-12-01\n\ntext\n",
    ]

    @Test(arguments: others.indices)
    func `what cannot be read needs attention if it has a key of reminders`(index: Int) {
        let output = decoded(Self.others[index])
        #expect(output.unreadable?.isBroken == true, "\(output)")
        #expect(output.problems.count == 1 && output.problems.first?.line != nil)
    }

    @Test func `without such a key it is a note with a problem`() {
        for text in ["+++\ntitle = \"overdue: x\"\n+++\n", "{\"title\": \"T\"}\n", "\n---\ntitle: T\n---\n"] {
            let output = decoded(text)
            #expect(output.reminder?.isNote == true && output.reminder?.isMisplaced == true, "\(output)")
            #expect(output.problems.map(\.id) == [.misplacedFrontMatter])
        }
    }

    @Test func `other dashes than hyphens are front matter that is meant`() {
        for dash in ["———", "—-", "–––", "\u{2011}\u{2011}\u{2011}", "\u{2212}\u{2212}\u{2212}"] {
            for closing in [dash, "---"] {
                let output = decoded("\(dash)\ntitle: Pills\nscheduled: 2026-11-27\n\(closing)\nx\n")
                #expect(output.reminder?.date != nil && output.reminder?.isMisplaced == true, "\(dash)")
            }
        }
    }

    /// Lines that are nearly `---`, and what the problem names.
    private static let openings = [
        ("---\u{A0}", "U+00A0"), ("---\u{200B}", "U+200B"), ("--- \u{FEFF}", "U+FEFF"),
        ("---\u{2003}\u{200D}", "U+2003"),
        ("---yaml", "'---yaml'"), ("--- yaml", "'--- yaml'"), ("---YAML", "'---YAML'"),
        ("--- # comment", "'--- # comment'"),
        ("----", "'----'"), ("----------", "'----------'"), ("--", "'--'"), ("---:", "'---:'"), ("\u{2014}", "U+2014"),
        ("\u{2013}\u{2013}\u{2013}", "U+2013"), ("\u{2014}-", "U+2014"), ("\u{2014}\u{A0}", "U+2014"),
        ("\u{2500}\u{2500}\u{2500}", "U+2500"), ("===", "'==='"), ("***", "'***'"), ("___", "'___'"), ("+++", "'+++'"),
        (";;;", "';;;'"), (";;;;", "';;;;'"), ("- - -", "'- - -'"), ("- - - -", "'- - - -'"),
        ("--- front matter ---", "'--- front matter ---'"),
    ]

    @Test(arguments: openings.indices) func `a line that is nearly three hyphens opens front matter that is meant`(
        index: Int
    ) throws {
        let (opening, named) = Self.openings[index]
        for (closing, lead) in [("---", ""), (opening, ""), (opening, "\u{FEFF}"), ("...", "")] {
            for lineEnd in ["\n", "\r\n"] {
                let lines = [lead + opening, "title: Pills", "scheduled: 2026-11-27", closing, "x", ""]
                let output = decoded(lines.joined(separator: lineEnd))
                let problem = try #require(output.problems.first, "\(lines)")
                #expect(problem.id == .misplacedFrontMatter && problem.line == 1)
                #expect(problem.message.contains(named), "\(problem.message)")
                let reminder = try #require(output.reminder)
                #expect(reminder.title == "Pills" && reminder.scheduled?.description == "2026-11-27", "\(lines)")
                #expect(reminder.isMisplaced && !reminder.isNote)
            }
        }
        // Without a closing line, too.
        #expect(decoded("\(opening)\ndue: 2026-12-01\n\nx\n").reminder?.isMisplaced == true)
    }

    /// The problem is at the first key, since the line is missing.
    private static let unopened = [
        "title: Pills\nscheduled: 2026-11-27\n---\nx\n", "tags: [a]\ntitle: Pills\ndue: 2026-11-27\n\u{2014}\n",
        "\u{FEFF}due: 2026-11-27\n...\n", "\ndue: 2026-11-27\n---\n", "due: 2026-11-27\n",
        "aliases: [x]\nscheduled: 2026-11-27T09:00\n\nText\n", "due: 2026-11-27\nx: [\n---\n",
        "title: Pills\ntags: [a]\n---\n", "\"title\": x\n'due': \"2026-11-27\"\n---\nx\n",
        "summary: x\ndue: 2026-11-27\n",
        "\"title\": \"x\",\n\"due\": \"2026-11-27\",\n---\n",
    ]

    @Test(arguments: unopened.indices) func `keys without the line above them are front matter that is meant`(
        index: Int
    ) {
        let text = Self.unopened[index]
        let output = decoded(text)
        #expect(output.problems.map(\.id) == [.misplacedFrontMatter], "\(text.debugDescription)")
        #expect(output.problems.first?.message.contains("above") == true)
        let found = output.reminder ?? output.unreadable
        #expect(
            found?.attention != nil && (found?.isNote == false || !text.contains("2026")),
            "\(text.debugDescription)"
        )
    }

    @Test func `so are keys with other marks around them`() {
        for text in [
            "(due): 2026-11-27\ntitle: x\n", "-scheduled: 2026-11-27\ntitle: x\n---\n", "-due: 2026-11-27\n---\n",
        ] {
            let output = decoded(text)
            #expect(output.problems.map(\.id) == [.misplacedFrontMatter], "\(text.debugDescription)")
            #expect(output.reminder?.attention != nil)
        }
    }

    /// What may follow front matter, with a time in it.
    private static let seconds = [
        "<!-- c -->\n---\nscheduled: 2026-12-01\n---\n", "\u{200B}---\nscheduled: 2026-12-01\n---\n",
        "+++\nscheduled = 2026-12-01\n+++\n", "\n{\"scheduled\": \"2026-12-01\"}\n",
        "----\nscheduled: 2026-12-01\n----\n", "---yaml\nscheduled: 2026-12-01\n---\n",
        "\u{2014}\nscheduled: 2026-12-01\n\u{2014}\n", "title: T\nscheduled: 2026-12-01\n---\n",
        " ---\nscheduled: 2026-12-01\n ---\n", "---\nauthor: Bob\n---\n---\nscheduled: 2026-12-01\n---\n",
    ]

    @Test(arguments: seconds.indices) func `so is a second block in any of these forms`(index: Int) throws {
        let text = "---\ncreated: 2026-06-01\n---\n" + Self.seconds[index]
        let output = decoded(text)
        #expect(output.problems.map(\.id) == [.misplacedFrontMatter], "\(text.debugDescription)")
        #expect(output.reminder?.isBroken == true, "\(text.debugDescription)")
        // A file is read in parts.
        let bytes = Array(text.utf8)
        guard case .found(let delimiters) = Delimiters.search(bytes) else { return }
        for count in delimiters.closing.upperBound...bytes.count {
            let isSeen = bytes.prefix(count).withUnsafeBufferPointer {
                delimiters.mayBeFollowed(in: $0, isWhole: count == bytes.count)
            }
            #expect(isSeen, "\(count) of \(text.debugDescription)")
        }
    }

    @Test func `UTF-16 without a byte order mark is seen`() {
        let text = "---\ntitle: T\nscheduled: 2026-12-01\n---\n"
        for isBig in [false, true] {
            let bytes = text.utf8.flatMap { byte -> [UInt8] in isBig ? [0, byte] : [byte, 0] }
            let output = ReminderDecoder.decode(bytes, path: "a.md")
            #expect(output.problems.map(\.id) == [.foreignEncoding] && output.unreadable?.isBroken == true)
        }
    }

    private static let texts = [
        "", "\n", "# A\n", "\n---\n\nBetween two rules: text\n\n---\n", "\n---\ntext\n---\n", "<!-- a -->\ntext\n",
        "# A\n---\nSummary: words\n---\n", "# A\n\n---\ntitle: x\n---\n", "%% a %% text\n", "%%\n---\n", "100 %\n",
        "<!-- open\n---\na: b\n---\n", "{% raw %}\n", "{{x}}\n", "{ \"quoted\" }\n", "{\"a\": 1} and more\n",
        "+++\ntext\n+++\n",
        "+++\na = 1\n", "- - - -\n- - -\ntext\n", "- - -\n\ndue: soon\n", "——\nHe said: no\n——\n", "\u{200B}text\n",
        "- a\n---\n", "---- \na: b\n---\n", "{\"a\": 1\n",
        "--- text\nhello\n---\nworld\n", "***\na: b\n***\n", "title: My thoughts\n---\ntext\n", "Title\n---\n",
        "due: soon\n", "Note: see below\ntitle: x\n\n---\n", "title | scheduled\n--- | ---\na | b\n",
        "--- | ---\ndue | x\n", "```yaml\n---\nscheduled: 2026-12-01\n---\n```\n", "~~~\nscheduled: 2026-12-01\n~~~\n",
        "Example:\n\n---\nscheduled: 2026-12-01\n---\n", "-- \nBob\ntitle: boss\n--\n", "----\nlayout: x\n----\n",
        "- due: 2026-12-01\n- x\n---\n", "> ---\n> due: 2026-12-01\n> ---\n", "**due: 2026-12-01**\n",
        "due: call Bob on 2026-12-01\n", "Due: 2026-12-01\n\ntext\n", "***bold*** due: 2026-12-01\n***\n",
        "----\n\nThe plan\nscheduled: 2026-12-01\n\n----\n", "title: A\n\ndue: 2026-12-01 is too early\n",
        "http://a.b/c\n---\n", "\u{2014} he said\ntitle: x\n\u{2014}\n", "- \ntitle: x\ndue: 2026-12-01\n- \n",
        "    scheduled: 2026-12-01\n", "\u{0}\u{0}\u{0}-", "===\nText\n===\n",
    ]

    @Test(arguments: texts.indices)
    func `text of Markdown is a note without problems`(index: Int) {
        let output = decoded(Self.texts[index])
        #expect(output.problems.isEmpty && output.reminder?.isNote == true, "\(Self.texts[index].debugDescription)")
    }

    @Test func `a thematic break behind the front matter is text`() {
        for body in [
            "---\n", "---\n\ntext\n\n---\n", "- a\n- b\n", "--- x\n", "---\ntitle: U\n---\n",
            "---\n# Slide: one\n---\n", "----\na: b\n---\n", "due: 2026-12-01\n", "title: x\n---\n",
            "+++\na = 1\n+++\n",
            "{\"a\": {\"due\": 1}}x\n", "<!-- c -->\ntext\n", "```\n---\ndue: 2026-12-01\n---\n```\n",
            "---\nquery:\n  due: 1\n---\n", "***\ntext\n***\n", "due: 2026-12-01\n\ntext\n\n---\nmore\n",
            "due | title\n---|---\n", "\u{1F600} text\n---\n", "\u{2014} due: 2026-12-01\n",
        ] {
            #expect(
                decoded("---\ntitle: T\ndue: 2026-12-01\n---\n" + body).problems.isEmpty,
                "\(body.debugDescription)"
            )
        }
    }

    @Test func `no edit changes such a file, and a merge treats it as text`() throws {
        let files =
            Self.leads.map { $0.lead + Self.block } + Self.others
            + Self.openings.map { "\($0.0)\ndue: 2026-12-01\n\($0.0)\n" } + Self.unopened
            + Self.seconds.map { "---\ncreated: 2026-06-01\n---\n" + $0 } + [
                "---\na: b\n---\n" + Self.block, "———\ntags: [a]\n———\n", "+++\na = 1\n+++\n", "{\"a\": 1}\n",
            ]
        for text in files {
            let bytes = Array(text.utf8)
            for change in [FieldChange("tags", .list([FieldValue.Item("Home", .string)])), FieldChange("due", nil)] {
                #expect(throws: EditRefusal.self, "\(text.debugDescription)") { try change.apply(to: bytes) }
            }
            #expect(throws: EditRefusal.self) { try BodyChange(Array("new".utf8)).apply(to: bytes) }
            #expect(!FileMerge.isReadable(bytes, .reminder))
            #expect(ReminderMerge(Versions(bytes, bytes + [0x41], bytes + [0x42])) == nil)
        }
    }

    @Test func `a body is not written that would look like front matter`() {
        for body in ["\n---\na: b\n---\n", "+++\na = 1\n+++\n", "---\na: b\n---\n"] {
            #expect(throws: EditRefusal.self) { try BodyChange(Array(body.utf8)).apply(to: Array("text\n".utf8)) }
        }
        let reminder = Array("---\ntitle: T\n---\ntext\n".utf8)
        #expect(throws: EditRefusal.self) {
            try BodyChange(Array("---\ndue: 2026-12-01\n---\n".utf8)).apply(to: reminder)
        }
    }
}
