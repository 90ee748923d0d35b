import Testing

@testable import mm

@Suite struct CompletionReplyTests {
    private static let breaks = " \t\n\"'@><=;|&(:"
    private static let tags = [
        "work", "my tag", "a$b", "it's", "q\"q", "back\\slash", "end!", "tick`", "Über", "new\nline",
        "Café", "cafeteria", "Hôtel", "hotels",
    ]

    private func reply(_ words: [String]) throws -> [String] {
        let parsed = try Grammar.test.parse(["--complete"] + words)
        guard case .complete(let request) = parsed else { return [] }
        var place = Completer(.test).place(in: request.words)
        if place.wanted == .tag { place.offer(Self.tags.map { Candidate($0, help: "3 of: them") }) }
        return place.reply(to: request).split(separator: "\n").map(String.init)
    }

    private func bash(_ line: String) throws -> [String] { try reply(["bash", line, Self.breaks]) }

    // MARK: - bash

    @Test func `bash gets only the matching words`() throws {
        #expect(try bash("mm l") == ["words", "list"])
        #expect(try bash("mm tag re") == ["words", "rename"])
        #expect(try bash("mm zzz") == ["words"])
    }

    @Test func `bash adds no blank after a term that needs a value`() throws {
        #expect(try bash("mm list ta") == ["unfinished", "tag:"])
        #expect(try bash("mm list is:op") == ["words", "open"])
    }

    @Test func `bash replaces only what follows the last colon or equals sign`() throws {
        #expect(try bash("mm list tag:wo") == ["words", "work"])
        #expect(try bash("mm list -tag:").contains("work"))
        #expect(try bash("mm --color=al") == ["words", "always"])
        #expect(try bash("mm --color al") == ["words", "always"])
        #expect(try reply(["bash", "mm list tag:wo", " "]) == ["words", "tag:work"])
        #expect(try bash(#"mm list "tag:wo"#) == ["words", "tag:work"])
        #expect(try bash(#"mm list tag:\"my"#) == ["words", #"\"my\ tag\""#])
        #expect(try bash("mm list tag:my") == ["words", #"\"my\ tag\""#])
        #expect(try bash("mm list TAG:W") == ["words"])
        #expect(try bash("mm list tag:W") == ["words", "work"])
    }

    /// What several have in common is never shorter than what was typed, because readline would replace it.
    @Test(arguments: [
        ("u", ["Über"]), ("uber", ["Über"]), ("cafe", ["cafeteria"]), ("caf", ["Café", "cafeteria"]),
        ("café", ["Café"]),
        ("hot", ["hotels"]), ("hôt", ["Hôtel"]), ("HOTEL", ["hotels"]), ("cafet", ["cafeteria"]),
    ])
    func `bash matches tags without regard to accents`(typed: String, expected: [String]) throws {
        #expect(try bash("mm tag rename \(typed)") == ["words"] + expected)
    }

    @Test(arguments: [
        ("my", #"my\ tag"#), ("\"my", "my tag"), ("'my", "my tag"), ("my\\ t", #"my\ tag"#), ("a", #"a\$b"#),
        ("\"a", #"a\$b"#), ("'a", "a$b"), ("it", #"it\'s"#), ("'it", #"it'\''s"#), ("\"it", "it's"), ("q", #"q\"q"#),
        ("\"q", #"q\"q"#), ("back", #"back\\slash"#), ("'back", #"back\slash"#), ("end", #"end\!"#),
        ("\"end", #"end"'!'"""#), ("tick", #"tick\`"#), ("\"tick", #"tick\`"#), ("Ü", "Über"),
    ])
    func `blanks and quotes are quoted for bash, so that a candidate stays one word`(typed: String, expected: String)
        throws
    {
        #expect(try bash("mm tag rename \(typed)") == ["words", expected])
    }

    @Test func `files, directories and redirections are left to the shell`() throws {
        #expect(try bash("mm add --path=x") == ["file 7"])
        #expect(try bash("mm -C x") == ["directory 0"])
        #expect(try bash("mm list > x") == ["file 0"])
        #expect(try bash("mm tag 2>/dev/null re") == ["words", "rename"])
    }

    // MARK: - zsh and fish

    @Test func `zsh gets descriptions and filters by itself`() throws {
        #expect(try reply(["zsh", "mm", "tag", "re"]).last == ".rename:rename a tag in every file")
        #expect(try reply(["zsh", "mm", "list", ""])[1] == #"+tag\::has the tag"#)
        #expect(
            try reply(["zsh", "mm", "list", "tag:x"])[1...2] == [
                #".tag\:work:3 of: them"#, #".tag\:"my tag":3 of: them"#,
            ]
        )
        #expect(try reply(["zsh", "mm", "tag", "rename", ""])[6] == #".back\\slash:3 of: them"#)
        #expect(try reply(["zsh", "mm", "--color", ""]) == ["words", ".auto", ".always", ".never"])
        #expect(try reply(["zsh", "mm", "-Cx"]) == ["directory 2"])
    }

    @Test func `fish gets words and descriptions separated by a tab`() throws {
        #expect(try reply(["fish", "mm tag re"]).last == "rename\trename a tag in every file")
        #expect(try reply(["fish", "mm tag rename 'my"])[2] == "my tag\t3 of: them")
        #expect(
            try reply(["fish", "mm list --color="]) == ["words", "--color=auto", "--color=always", "--color=never"]
        )
    }

    @Test(arguments: [
        ["bash", "mm tag rename ", breaks], ["zsh", "mm", "tag", "rename", ""], ["fish", "mm tag rename "],
    ])
    func `a candidate with a line break is omitted`(words: [String]) throws {
        #expect(try reply(words).count == Self.tags.count)
    }

    @Test func `a request that no script of mm makes is a usage error`() {
        for words in [[], ["ksh", "mm"], ["bash", "mm"], ["zsh"], ["fish"]] {
            #expect(throws: (any Error).self) { try reply(words) }
        }
    }
}
