import MemossFiles
import Testing

@testable import Text
@testable import mm

@Suite struct UsageErrorTests {
    let grammar = Grammar.test

    private func expect(
        _ line: String,
        _ message: String,
        _ hints: [String],
        at place: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: MemossError(.usage, message, hints: hints), sourceLocation: place) { try grammar.parse(line) }
    }

    @Test func `an unknown command gets the nearest one as a suggestion`() {
        expect("lst", "'lst' is not a command", ["did you mean 'mm list'?", "see 'mm --help'"])
        expect("renmae a b", "'renmae' is not a command", ["see 'mm --help'"])
        expect("hlep", "'hlep' is not a command", ["did you mean 'mm help'?", "see 'mm --help'"])
    }

    @Test func `an unknown subcommand gets the list`() {
        expect(
            "tag renmae a b",
            "'renmae' is not a subcommand of 'mm tag'",
            ["did you mean 'mm tag rename'?", "the subcommands are list, add and rename", "see 'mm tag --help'"]
        )
        expect(
            "help tag xyz",
            "'xyz' is not a subcommand of 'mm tag'",
            ["the subcommands are list, add and rename", "see 'mm tag --help'"]
        )
    }

    @Test func `a group alone lists its commands`() {
        expect(
            "tag --json",
            "'mm tag' needs a subcommand",
            [
                "  mm tag list    list the tags", "  mm tag add     register a tag",
                "  mm tag rename  rename a tag in every file", "see 'mm tag --help'",
            ]
        )
    }

    @Test func `an unknown option gets the nearest of this command`() {
        let help = "see 'mm tag rename --help'"
        expect("tag rename --mrge", "'mm tag rename' has no option '--mrge'", ["did you mean '--merge'?", help])
        expect("tag rename --jsn=1", "'mm tag rename' has no option '--jsn'", ["did you mean '--json'?", help])
        expect("tag rename --sort", "'mm tag rename' has no option '--sort'", [help])
        expect("tag rename -merge", "'mm tag rename' has no option '-merge'", ["did you mean '--merge'?", help])
        expect("tag rename --n", "'mm tag rename' has no option '--n'", ["did you mean '-n'?", help])
        expect("tag rename -x", "'mm tag rename' has no option '-x'", [help])
        expect(
            "list --lmit 3",
            "'mm list' has no option '--lmit'",
            ["did you mean '--limit'?", "see 'mm list --help'"]
        )
    }

    @Test func `an option given before its command gets the right position`() {
        expect(
            "--limit 3 list",
            "'mm' has no option '--limit'",
            ["put it after the command: mm list --limit", "see 'mm --help'"]
        )
        expect("--days 3 list", "'mm list' has no option '--days'", ["see 'mm list --help'"])
    }

    @Test func `a missing value`() {
        expect("list --limit", "'--limit' needs a value: --limit N", ["see 'mm list --help'"])
        expect("list -C -- x", "'-C' needs a value: -C DIR", ["see 'mm list --help'"])
        expect(
            "list --limit --json",
            "'--limit' needs a value: --limit N, but the option '--json' follows",
            ["if that is the value, write '--limit=--json'", "see 'mm list --help'"]
        )
    }

    @Test func `a value for a flag`() {
        expect("list --json=yes", "'--json' takes no value, but was given 'yes'", ["see 'mm list --help'"])
    }

    @Test func `missing arguments are named and explained`() {
        expect(
            "tag rename old",
            "'mm tag rename' needs NEW",
            ["NEW: its new name", "see 'mm tag rename --help'"]
        )
        expect(
            "tag rename",
            "'mm tag rename' needs OLD and NEW",
            ["OLD: the current name of the tag", "NEW: its new name", "see 'mm tag rename --help'"]
        )
        expect("add -n", "'mm add' needs TITLE…", ["TITLE: what to be reminded of", "see 'mm add --help'"])
    }

    @Test func `an unexpected argument`() {
        expect(
            "tag rename a b c",
            "unexpected argument 'c': 'mm tag rename' takes OLD NEW",
            ["see 'mm tag rename --help'"]
        )
        expect("tag list a", "unexpected argument 'a': 'mm tag list' takes no arguments", ["see 'mm tag list --help'"])
    }

    @Test func `a value that is not one of the choices`() {
        expect(
            "--color allways list",
            "'--color' takes auto, always or never, not 'allways'",
            ["did you mean 'always'?", "see 'mm --help'"]
        )
        expect(
            "--generate-completion-script ksh",
            "'--generate-completion-script' takes bash, zsh or fish, not 'ksh'",
            ["did you mean 'zsh'?", "see 'mm --help'"]
        )
    }

    @Test(arguments: ["ten", "-1", "0", "1.5", "99999999999999999999", ""])
    func `a number that is invalid or too small`(value: String) throws {
        let invocation = try #require(try grammar.invocation(["list", "--limit", value]))
        let message = "'--limit' needs a whole number from 1 up, not '\(value)'"
        #expect(throws: MemossError(.usage, message, hints: ["see 'mm list --help'"])) {
            try invocation.integer(OptionSyntax("limit", value: "N", help: ""), atLeast: 1)
        }
    }
}
