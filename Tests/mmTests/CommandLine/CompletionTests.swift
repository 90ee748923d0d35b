import Testing

@testable import mm

@Suite struct CompletionTests {
    /// The completion at the end of a line, as requested by bash.
    private func place(_ line: String) -> CompletionPlace {
        Completer(.test).place(in: Array(ShellLine("mm " + line).words.dropFirst()))
    }

    private func texts(_ line: String) -> [String] { place(line).candidates.map(\.text) }

    @Test func `commands are offered in the place of a command`() {
        #expect(texts("") == ["add", "list", "set", "init", "tag", "help"])
        #expect(texts("-C x --json l") == ["add", "list", "set", "init", "tag", "help"])
        #expect(texts("tag ") == ["list", "add", "rename"])
        #expect(texts("help tag ") == ["list", "add", "rename"])
        #expect(texts("help tag rename ") == [])
        #expect(texts("lst ") == [])
        #expect(place("").candidates.first?.help == "write a new reminder")
    }

    @Test func `options are those of the command and the global ones, except those already given`() {
        let globals = ["--directory", "--timezone", "--color", "--json", "--quiet", "--help"]
        #expect(texts("tag rename -") == ["--merge", "--dry-run"] + globals)
        #expect(texts("tag rename --merge --json -n --") == globals.filter { $0 != "--json" })
        #expect(texts("add --tag a --note --").prefix(3) == ["--tag", "--path", "--body"])
        #expect(texts("tag list --unknown --") == globals)
        #expect(texts("--").suffix(2) == ["--version", "--generate-completion-script"])
        #expect(texts("tag rename -- --") == [])
    }

    @Test(arguments: [
        ("--color ", "", ["auto", "always", "never"]),
        ("--color=al", "al", ["--color=auto", "--color=always", "--color=never"]),
        ("list --sort t", "t", ["scheduled", "title", "path"]),
        ("tag add x --color=", "", ["--color=red", "--color=blue"]),
    ])
    func `choices are offered as the value of their option`(line: String, prefix: String, expected: [String]) {
        #expect(texts(line) == expected)
        #expect(place(line).prefix == prefix)
    }

    @Test(arguments: [
        ("add --tag wo", Completion.tag, "", "wo"), ("add --tag=wo", .tag, "--tag=", "wo"),
        ("add -nqt", .tag, "-nqt", ""),
        ("-Cdi", .directory, "-C", "di"), ("list -C ", .directory, "", ""), ("init d", .directory, "", "d"),
        ("add --path=x", .file, "--path=", "x"), ("set ", .reminder, "", ""), ("set a b ", .none, "", ""),
        ("tag rename -q a b", .tag, "", "b"), ("tag rename a b c", .none, "", ""), ("--timezone E", .timezone, "", "E"),
        ("add x --body ", .none, "", ""), ("set -- a", .reminder, "", "a"),
    ])
    func `the folder supplies what the grammar does not know`(
        line: String,
        kind: Completion,
        stem: String,
        prefix: String
    ) {
        let place = place(line)
        #expect(place.wanted == kind)
        #expect(place.candidates == [])
        guard kind != .none else { return }
        #expect(place.stem == stem)
        #expect(place.prefix == prefix)
    }

    @Test func `the directory given before the cursor is used`() {
        #expect(place("-C home list tag:").globals.option(.directory) == "home")
        #expect(place("list --directory=home tag:").globals.option(.directory) == "home")
    }

    // MARK: - Queries

    @Test func `words of dates and rules are offered, also after the first`() {
        func texts(_ line: String) -> [String] {
            Completer(.mm).place(in: Array(ShellLine("mm " + line).words.dropFirst())).candidates.map(\.text)
        }
        #expect(texts("add --scheduled tom") == ["tomorrow"])
        #expect(texts("add --scheduled next m") == ["monday", "month"])
        #expect(texts("add --scheduled 'next m") == ["next monday", "next month"])
        #expect(texts("add --scheduled=\"next m") == ["--scheduled=next monday", "--scheduled=next month"])
        #expect(texts("add -r 'every oth") == ["every other"])
        #expect(texts("add --recurrence weekly ").contains("on"))
        #expect(texts("add --recurrence every oth") == ["other"])
        #expect(!texts("add --scheduled in ").contains("3 days"))
    }

    @Test func `a query is offered its keys and states`() {
        let keys = ["tag:", "is:", "scheduled:", "due:", "path:", "title:", "body:", "has:", "every:"]
        #expect(texts("list ") == keys)
        #expect(texts("list milk ta") == keys)
        #expect(texts("list -").suffix(9) == keys.map { "-" + $0 })
        #expect(texts("list -ti") == texts("list -"))
        #expect(texts("list is:o").prefix(3) == ["is:open", "is:completed", "is:overdue"])
        #expect(texts("list -is:").last == "-is:tracking")
        #expect(texts("list 'milk (is:").first == "milk (is:open")
        #expect(texts("list scheduled:t") == ["scheduled:today", "scheduled:tomorrow", "scheduled:week"])
        #expect(texts("list due:w") == ["due:today", "due:tomorrow", "due:week"])
        #expect(texts("list title:") == [])
        #expect(texts("list every:w").contains("every:week"))
        #expect(place("list ta").candidates.allSatisfy { !$0.isComplete })
    }

    @Test(arguments: [
        ("list tag:wo", "tag:", "wo"), ("list -tag:", "-tag:", ""), ("list -- -tag:wo", "-tag:", "wo"),
        ("list 'is:open (-tag:wo", "is:open (-tag:", "wo"), (#"list 'tag:"my t"#, "tag:", #""my t"#),
    ])
    func `a query is offered tags`(line: String, stem: String, prefix: String) {
        var place = place(line)
        #expect(place.wanted == .tag)
        #expect(place.stem == stem)
        #expect(place.prefix == prefix)
        place.offer([Candidate("work", help: "3"), Candidate("my tag"), Candidate("no\"quote")])
        #expect(place.candidates.map(\.text) == [stem + "work", stem + "\"my tag\""])
        #expect(place.candidates.first?.help == "3")
    }

    @Test(arguments: [
        ("add Call +Ho", Completion.tag, "+", "Ho", [String]()),
        ("add Call +", .tag, "+", "", []),
        ("add Call +Home,Wo", .tag, "+Home,", "Wo", ["Home"]),
        ("add Call -- +Ho", .none, "", "", []), ("add Call +1", .none, "", "+1", []),
        ("add Call --tag a,b -t wo", .tag, "", "wo", ["a", "b"]),
        ("edit gym --tag Home,", .tag, "Home,", "", ["Home"]),
    ]) func `tags are completed behind a plus and a comma`(
        line: String,
        kind: Completion,
        stem: String,
        prefix: String,
        given: [String]
    ) {
        let place = Completer(.mm).place(in: Array(ShellLine("mm " + line).words.dropFirst()))
        #expect(place.wanted == kind && place.stem == stem && place.prefix == prefix)
        #expect(place.givenTags == given)
    }

    @Test func `a tag is completed for the reminder that the words select`() {
        let add = Completer(.mm).place(in: ["edit", "water", "meter", "--tag", ""])
        #expect(add.owner == ["water", "meter"] && !add.isRemoval)
        let removal = Completer(.mm).place(in: ["edit", "gym", "--untag", ""])
        #expect(removal.owner == ["gym"] && removal.isRemoval)
        #expect(Completer(.mm).place(in: ["add", "gym", "--tag", ""]).owner == [])
    }
}
