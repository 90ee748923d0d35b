import MemossFiles
import Testing

@testable import Text
@testable import mm

@Suite struct ParserTests {
    let grammar = Grammar.test

    @Test func `plain mm is a command of its own`() throws {
        let invocation = try #require(try grammar.invocation("--days 3 --json"))
        #expect(invocation.command.path == [])
        #expect(try invocation.integer(OptionSyntax("days", value: "N", help: "")) == 3)
        #expect(invocation.flag("json"))
    }

    @Test(arguments: [
        "-C x --json tag rename old new", "tag rename -C x --json old new", "tag -Cx rename old --json new",
        "tag rename old new --json --directory=x", "--directory x tag --json rename old new",
    ])
    func `global options are accepted before, inside and after a command`(line: String) throws {
        let invocation = try #require(try grammar.invocation(line))
        #expect(invocation.command.path == ["tag", "rename"])
        #expect(invocation.argument("OLD") == "old")
        #expect(invocation.argument("NEW") == "new")
        #expect(invocation.option("directory") == "x")
        #expect(invocation.flag("json"))
        #expect(!invocation.flag("merge"))
    }

    @Test func `short flags can be combined, and the rest of the word is a value`() throws {
        let invocation = try #require(try grammar.invocation("add -nqCdir -twork milk"))
        #expect(invocation.flag("note"))
        #expect(invocation.flag("quiet"))
        #expect(invocation.option("directory") == "dir")
        #expect(invocation.options("tag") == ["work"])
        #expect(invocation.arguments("TITLE") == ["milk"])
    }

    /// The same grammar, where a person may be asked for tags.
    private func asking(_ canAsk: Bool) -> Grammar {
        var grammar = grammar
        grammar.canAsk = { canAsk }
        return grammar
    }

    @Test(arguments: [
        "add milk --tag", "add milk -t", "add --tag --note milk", "add --tag -- milk", "add -tx milk --tag",
    ])
    func `an option can be left without its value if a person can be asked for it`(line: String) throws {
        let grammar = asking(true)
        let tag = try #require(grammar.command(["add"])).options[0]
        let invocation = try #require(try grammar.invocation(line))
        #expect(invocation.isBare(tag) && invocation.hasAny(of: [tag]))
        #expect(invocation.options("tag") == (line.contains("-tx") ? ["x"] : []))
        #expect(invocation.option("tag") == (line.contains("-tx") ? "x" : nil))
        #expect(invocation.arguments("TITLE") == ["milk"])
        let error = try #require(throws: MemossError.self) { _ = try asking(false).parse(line) }
        #expect(error.message.contains("needs a value: "))
    }

    @Test func `any other option needs its value, whoever is there`() throws {
        let error = try #require(throws: MemossError.self) { _ = try asking(true).parse("add milk --path") }
        #expect(error.message == "'--path' needs a value: --path FILE")
    }

    @Test func `a repeatable option keeps all values, and another is given once`() throws {
        let invocation = try #require(try grammar.invocation("add -t a --tag=b --tag c --path y z"))
        let error = try #require(throws: MemossError.self) { try grammar.parse("add --path x --path y z") }
        #expect(error.message == "'--path' is given twice, as 'x' and 'y': give one of them")
        #expect(invocation.options("tag") == ["a", "b", "c"])
        #expect(invocation.option("tag") == "c")
        #expect(invocation.options("path") == ["y"])
    }

    @Test func `what an alias gives can be given again`() throws {
        var grammar = grammar
        grammar.aliases = { [Alias(name: "put", text: "add --path x")] }
        let invocation = try #require(try grammar.invocation("put z --path y"))
        #expect(invocation.options("path") == ["y"] && invocation.arguments("TITLE") == ["z"])
        #expect(throws: MemossError.self) { try grammar.parse("put z --path y --path w") }
    }

    @Test func `after two dashes nothing is an option`() throws {
        let invocation = try #require(try grammar.invocation("add --note -- --json -q --"))
        #expect(invocation.arguments("TITLE") == ["--json", "-q", "--"])
        #expect(!invocation.flag("json"))
    }

    @Test func `a value may be empty, begin with a dash or be a dash`() throws {
        #expect(try grammar.invocation(["add", "--body=", "x"])?.option("body") == "")
        #expect(try grammar.invocation("add x --body -")?.option("body") == "-")
        #expect(try grammar.invocation("add x --body -1d")?.option("body") == "-1d")
        #expect(try grammar.invocation("add x --body=--json")?.option("body") == "--json")
        #expect(try grammar.invocation("add x --body=a=b")?.option("body") == "a=b")
    }

    @Test(arguments: ["-5", "-0.25", "-"])
    func `negative numbers and a lone dash are arguments`(word: String) throws {
        #expect(try grammar.invocation(["set", "a", "b", word])?.argument("VALUE") == word)
    }

    @Test(arguments: ["-tag:work", "-milk", #"-"a phrase""#, "-(", "-is:overdue", "-quark", "-é"])
    func `a query term may be negated with a dash`(word: String) throws {
        let invocation = try #require(try grammar.invocation(["list", word, "-q"]))
        #expect(invocation.arguments("QUERY") == [word])
        #expect(invocation.flag("quiet"))
    }

    @Test func `words are assigned from the left, and required arguments get theirs`() throws {
        let command = CommandSyntax(
            ["x"],
            summary: "",
            arguments: [
                ArgumentSyntax("A", .optional, help: ""), ArgumentSyntax("B", .some, help: ""),
                ArgumentSyntax("C", help: ""),
            ]
        )
        #expect(try command.assign(["1", "2"]) == [[], ["1"], ["2"]])
        #expect(try command.assign(["1", "2", "3"]) == [["1"], ["2"], ["3"]])
        #expect(try command.assign(["1", "2", "3", "4"]) == [["1"], ["2", "3"], ["4"]])
    }

    @Test func `a command's option hides the global one of the same name`() throws {
        let invocation = try #require(try grammar.invocation("--color never tag add x --color red"))
        #expect(invocation.option("color") == "red")
        #expect(invocation.globals.option(.color) == "never")
        #expect(try grammar.invocation("--color never tag add x")?.option("color") == nil)
    }

    @Test(arguments: [
        ("-h", []), ("help", []), ("help tag rename", ["tag", "rename"]), ("tag --help", ["tag"]),
        ("--help tag", ["tag"]), ("tag rename -h", ["tag", "rename"]), ("tag rename a b c --help", ["tag", "rename"]),
        ("list -qh", ["list"]), ("help help", []),
    ])
    func `help can be requested in many ways`(line: String, path: [String]) throws {
        #expect(try grammar.parse(line) == .help(path))
    }

    @Test func `help after two dashes is an argument`() throws {
        #expect(try grammar.invocation("list -- --help")?.arguments("QUERY") == ["--help"])
        #expect(try grammar.invocation("list help")?.arguments("QUERY") == ["help"])
    }

    @Test func `requests that run no command`() throws {
        #expect(try grammar.parse("--version") == .version)
        #expect(try grammar.parse("list --version x") == .version)
        #expect(try grammar.parse("--generate-completion-script zsh") == .completionScript(.zsh))
        #expect(try grammar.parse("--generate-completion-script=fish") == .completionScript(.fish))
        #expect(try grammar.parse("--generate-manual") == .manual(nil))
        #expect(try grammar.parse("--generate-manual mm-list.1") == .manual("mm-list.1"))
    }

    @Test func `a grammar without plain mm shows the overview`() throws {
        #expect(try Grammar(commands: [], globals: []).parse([]) == .help([]))
    }

    @Test func `a value with its own syntax is read by its parser`() throws {
        let invocation = try #require(try grammar.invocation("list --limit vi"))
        let limit = OptionSyntax("limit", value: "N", help: "")
        let roman = try invocation.option(limit) { text throws(ParseError) in text.count }
        #expect(roman == 2)
        let error = MemossError(.usage, "--limit: no numeral", hints: ["did you mean 'VI'?", "see 'mm list --help'"])
        #expect(throws: error) {
            try invocation.option(limit) { _ throws(ParseError) -> Int in
                throw ParseError("no numeral", suggestion: "VI")
            }
        }
    }
}
