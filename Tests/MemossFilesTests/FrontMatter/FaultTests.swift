import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

/// Errors that make front matter unreadable, and their positions.
@Suite struct FaultTests {
    private struct Case: CustomStringConvertible, Sendable {
        var front: String
        var id: ProblemID
        var line: Int
        var column: Int
        var message: String
        var description: String { front.debugDescription }

        init(_ front: String, _ id: ProblemID, _ line: Int, _ column: Int, _ message: String) {
            (self.front, self.id, self.line, self.column, self.message) = (front, id, line, column, message)
        }
    }

    private static let cases = [
        Case("é: x\ntags: [é]]\n", .invalidYAML, 3, 10, "invalid YAML: this bracket closes nothing: write 'tags: [é]'"),
        Case("tags:\n  -\tx\n", .invalidYAML, 0, 0, ""),
        Case("title: a\u{0}b\n", .invalidYAML, 2, 9, "invalid YAML: control characters are not allowed"),
        Case("title: \u{C}\n", .invalidYAML, 2, 8, "invalid YAML: control characters are not allowed"),
        Case("é: \u{1B}[31m\n", .invalidYAML, 2, 4, "invalid YAML: control characters are not allowed"),
        Case("title: x\ntags: *t\n", .undefinedAlias, 3, 7, "the alias *t has no anchor &t before it"),
        Case("tags: *t\nx: &t y\n", .undefinedAlias, 2, 7, "the alias *t has no anchor &t before it"),
        Case("- a\n- b\n", .notAMapping, 2, 1, "found a list, expected keys with values (key: value)"),
        Case(
            "\n# c\n  just text\n",
            .notAMapping,
            4,
            3,
            "found a single value, expected keys with values (key: value)"
        ),
        Case("[a]\n", .notAMapping, 2, 1, "found a list, expected keys with values (key: value)"),
        Case("a: b\n--- # two\nc: d\n", .secondDocument, 3, 1, ""),
    ]

    @Test(arguments: cases.indices)
    func `a syntax error is reported with line and column`(index: Int) throws {
        let one = Self.cases[index]
        let bytes = [UInt8]("---\n\(one.front)---\n")
        let output = ReminderDecoder.decode(bytes, path: "a.md")
        if one.message.isEmpty { return withKnownPlace(one, output) }
        #expect(output.reminder == nil)
        #expect(
            output.problems == [
                Problem(path: "a.md", line: one.line, column: one.column, id: one.id, message: one.message)
            ]
        )
    }

    @Test(arguments: [
        ("---\u{200B}\n", "'---' and the invisible U+200B", ProblemID.unclosedFrontMatter),
        ("--- \u{A0}\nBody\n", "'---' and the invisible U+00A0", .unclosedFrontMatter),
        (" --- \nBody\n", "' ---'", .unclosedFrontMatter), ("----\nBody\n", "'----'", .unclosedFrontMatter),
        ("\u{2014}\nBody\n", "'\u{2014}'", .unclosedFrontMatter),
        // The rule in the body closes what is read.
        ("--- \u{A0}\nBody\n\n---\n", "'---' and the invisible U+00A0", .secondDocument),
    ]) func `a line that is nearly the closing one is named`(end: String, name: String, id: ProblemID) {
        let output = ReminderDecoder.decode(Array("\u{FEFF}---\ntitle: x\n\(end)".utf8), path: "a.md")
        let message =
            "found \(name) as the line that closes the front matter, expected three hyphens '---' and nothing else"
        #expect(output.problems == [Problem(path: "a.md", line: 3, column: 1, id: id, message: message)])
    }

    /// libyaml has its own messages for these: only the class and the line are compared.
    private func withKnownPlace(_ one: Case, _ output: ReminderDecoder.Output) {
        #expect(output.problems.map(\.id) == [one.id], "\(output.problems)")
        if one.line > 0 { #expect(output.problems.first?.line == one.line) }
    }

    @Test func `invalid UTF-8 is reported with its position`() throws {
        for (before, bad) in [("title: ", [0xFF]), ("é: x\ntitle: é", [0xFE]), ("a: b\nc: ", [0xED, 0xA0, 0x80])] {
            let bytes = [UInt8]("---\n\(before)") + bad.map { UInt8($0) } + [UInt8]("\n---\n")
            let problem = try #require(ReminderDecoder.decode(bytes, path: "a.md").problems.first)
            #expect(problem.id == .invalidUTF8)
            let place = TextPosition(of: 4 + before.utf8.count, in: bytes)
            #expect((problem.line, problem.column) == (place.line, place.column), "\(before) \(problem)")
            #expect(problem.message.hasPrefix("invalid UTF-8"))
        }
    }

    @Test func `a byte order mark does not shift columns`() throws {
        let output = ReminderDecoder.decode([UInt8]("\u{FEFF}---\ntitle: @x\n---\n"), path: "a.md")
        #expect(output.problems.first?.line == 2)
        #expect(output.problems.first?.column == 8)
    }

    @Test func `64 levels are read and 65 are not`() throws {
        func nested(_ levels: Int) -> [UInt8] {
            // The root mapping is the first level.
            let list = String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1)
            return [UInt8]("---\ndeep: \(list)\n---\n")
        }
        #expect(ReminderDecoder.decode(nested(64), path: "a.md").problems.isEmpty)
        let problem = try #require(ReminderDecoder.decode(nested(65), path: "a.md").problems.first)
        #expect(problem.id == .nestingTooDeep)
        #expect(problem.message == "nested deeper than 64 levels")
        #expect((problem.line, problem.column) == (2, 7 + 63))
    }

    @Test func `deep nesting is rejected quickly`() {
        let bytes = [UInt8]("---\na: " + String(repeating: "[", count: 900_000) + "\n---\n")
        let time = processorTime {
            #expect(ReminderDecoder.decode(bytes, path: "a.md").problems.map(\.id) == [.nestingTooDeep])
        }
        #expect(time < .seconds(5))
    }

    @Test func `aliases are not expanded`() {
        var text = "---\na0: &a0 [x, x]\n"
        for level in 1..<60 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        text += "tags: *a59\ntitle: *a0\n---\n"
        let output = ReminderDecoder.decode([UInt8](text), path: "a.md")
        #expect(output.problems.map(\.id) == [.invalidTags, .invalidTags, .invalidTitle])
    }

    @Test func `one MiB is read and one byte more is not`() throws {
        func front(_ count: Int) -> [UInt8] {
            let key = "title: x\n#"
            return [UInt8]("---\n" + key + String(repeating: "c", count: count - key.utf8.count - 1) + "\n---\n")
        }
        #expect(ReminderDecoder.decode(front(1 << 20), path: "a.md").reminder?.title == "x")
        let output = ReminderDecoder.decode(front(1 << 20 + 1), path: "a.md")
        #expect(output.reminder == nil)
        let message = "1048577 bytes of YAML: the limit is 1 MiB"
        #expect(
            output.problems == [Problem(path: "a.md", line: 2, column: 1, id: .frontMatterTooLarge, message: message)]
        )
    }

    @Test func `front matter of only blanks and comments has no keys`() throws {
        for front in ["", "\n\n", "# only\n", "   \n# x\n"] {
            let output = ReminderDecoder.decode([UInt8]("---\n\(front)---\n# Heading\n"), path: "a.md")
            #expect(output.problems.isEmpty)
            #expect(output.reminder?.title == "Heading")
            #expect(output.reminder?.isNote == true)
        }
    }

    @Test
    func `a file that other programs may read differently is not written, and needs attention if it has front matter`()
        throws
    {
        let utf16 = "the file is UTF-16, expected UTF-8"
        let returns = "the lines end with a carriage return alone, expected LF or CRLF"
        let wide: [UInt8] = [0xFF, 0xFE] + "---\n".utf8.flatMap { [$0, 0] }
        let inputs: [([UInt8], String)] = [
            (wide, utf16),
            ([0xFE, 0xFF, 0, 0x2D], utf16),
            (Array("---\rtitle: x\r---\rBody".utf8), returns),
            (Array("\u{FEFF}--- \rtitle: x".utf8), returns),
        ]
        for (bytes, reason) in inputs {
            let output = ReminderDecoder.decode(bytes, path: "a.md")
            let isNote = bytes.count == 4
            #expect(output.reminder?.isNote == (isNote ? true : nil))
            #expect(output.unreadable?.isBroken == (isNote ? nil : true))
            let message = reason + (isNote ? ": it counts as a note" : "")
            #expect(
                output.problems == [Problem(path: "a.md", line: 1, column: 1, id: .foreignEncoding, message: message)]
            )
            let refusal = EditRefusal(reason: reason, offset: 0)
            let field = FieldChange("note", .text(FieldValue.Item("x")))
            #expect(throws: refusal) { try field.apply(to: bytes) }
            #expect(throws: refusal) { try BodyChange([0x78]).apply(to: bytes) }
            #expect(throws: refusal) {
                try TagsChange(adding: [TagName("x")]).apply(to: bytes, registry: TagRegistry())
            }
        }
        for note in ["---x\rtitle", "Dear\rdiary", "", "---", "--"] {
            if case .lookalike(let head) = FileHead(Array(note.utf8)) { Issue.record("\(head) in \(note)") }
        }
    }
}
