import Testing

/// Tests the format itself, so that a page cannot pass because it is misread.
@Suite struct TranscriptFormatTests {
    private static let page = """
        # Page
        <!-- needs: git -->
        ```console
        $ first
        ```
        <!-- fixture: sample -->
        ```console
        $ cat <<'END'
        > a
        >
        > END
        a

        [exit 2]
        $ true
        ```
        ```sh
        $ not run
        ```
        """

    @Test func `commands, their output and their folders are parsed`() throws {
        let transcript = try Transcript(parsing: Self.page)
        #expect(transcript.steps.map(\.command) == ["first", "cat <<'END'\na\n\nEND", "true"])
        #expect(transcript.steps.map(\.line) == [4, 8, 15])
        #expect(transcript.steps.map(transcript.expected) == [[], ["a", "", "[exit 2]"], []])
        #expect(transcript.steps.map(\.folder.fixture) == ["empty", "sample", "sample"])
        #expect(transcript.needs == ["git"])
    }

    @Test func `a block that names a file is written to it, and a part may need a program`() throws {
        let page = """
            ```sh file:~/bin/a
            echo $1
            ```
            <!--
            ```console
            $ ~/bin/a x
            x
            ```
            -->
            <!-- with: fzf -->
            ```console
            $ fzf
            ```
            ```console
            $ true
            ```
            """
        let transcript = try Transcript(parsing: page)
        #expect(transcript.steps.map(\.program) == [nil, nil, "fzf", nil])
        #expect(transcript.steps[0].command.contains("cat > ~/bin/a"))
        let stage = try TranscriptStage.with("empty")
        #expect(try transcript.steps.prefix(2).map { try stage.run($0.command) } == [[], ["x"]])
    }

    @Test func `recording writes the output under each command and changes nothing else`() throws {
        let transcript = try Transcript(parsing: Self.page)
        let recorded = transcript.recorded([["one"], ["a", "", "[exit 2]"], ["x", "y"]])
        let expected = Self.page.replacing("$ first", with: "$ first\none").replacing("$ true", with: "$ true\nx\ny")
        #expect(recorded == expected)
    }

    @Test func `a dangling block and output without a command are rejected`() {
        #expect(throws: Transcript.Malformed.self) { try Transcript(parsing: "```console\n$ x") }
        #expect(throws: Transcript.Malformed.self) { try Transcript(parsing: "```console\nx\n```") }
    }

    @Test func `an ellipsis at the end stands for the rest of its line, and for nothing else`() {
        #expect(Expectation(["id: …"]).matches(["id: 7"]))
        #expect(!Expectation(["id: …"]).matches(["name: 7"]))
        #expect(!Expectation(["id: …"]).matches(["id: 7", "more"]))
        #expect(!Expectation(["a … b"]).matches(["a x b"]))
        #expect(Expectation(["a … b"]).matches(["a … b"]))
    }

    @Test func `lines are compared by their bytes`() {
        #expect(!Expectation(["caf\u{E9}"]).matches(["cafe\u{301}"]))
        #expect(!Expectation(["a"]).matches(["a\r"]))
    }

    @Test func `recording keeps the wildcards that still match`() {
        let expectation = Expectation(["x", "id: …", "old"])
        #expect(expectation.rewritten(as: ["id: 7", "new", "id: 8"]) == ["id: …", "new", "id: 8"])
    }

    @Test func `statuses, missing final line breaks and the home directory are recorded`() throws {
        let stage = try TranscriptStage.with("empty")
        #expect(try stage.run("printf 'a\\n\\nb'; exit 3") == ["a", "", "b", "[no newline]", "[exit 3]"])
        #expect(try stage.run("pwd; echo >&2 x; :") == ["~/reminders", "x"])
        #expect(try stage.run("echo") == [""])
        #expect(try stage.run(":").isEmpty)
    }

    @Test func `a command that does not end is killed`() throws {
        let shell = ChildShell(directory: "/", environment: ["PATH=/usr/bin:/bin"], seconds: 5)
        let result = try shell.run("echo a; sleep 1000 & sleep 1000")
        #expect(result.isTimedOut)
        #expect(result.output == Array("a\n".utf8))
    }
}
