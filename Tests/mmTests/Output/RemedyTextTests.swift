import MemossFiles
import Testing

@testable import Text
@testable import mm

@Suite struct RemedyTextTests {
    private static let range = Remedy.RuleRange(
        rule: "every 5 minutes",
        start: "2026-11-22T00:00",
        after: "2026-11-21",
        until: "2026-11-22",
        count: 288,
        zone: "Europe/Paris",
        unnamed: 278
    )
    private static let remedies: [(remedy: Remedy, lines: [String])] = [
        (.retry, ["run the command again"]),
        (.recover, ["the next command finishes or reverts it: run mm check"]),
        (.openInEditor, ["run 'mm resolve', or open the file with 'mm edit'"]),
        (.mergeVersions(path: "a (copy).md"), ["merge it with: mm resolve 'a (copy).md'"]),
        (.settleTags, ["write the current names with: mm tag settle"]),
        (.choosePath, ["choose another path with --path FILE"]),
        (.nameTimeZone, ["set TZ or --timezone to a name such as Europe/Paris, or install the package tzdata"]),
        (.complete(path: "home/a.md"), ["complete it with: mm done home/a.md"]),
        (
            .stepAhead(path: "a b.md", occurrence: "2026-12-03T14:00", isSkip: false),
            ["to complete it ahead of time: mm done 'a b.md' --on 2026-12-03T14:00"]
        ),
        (
            .stepAhead(path: "a b.md", occurrence: "2026-12-03T14:00", isSkip: true),
            ["to skip it too: mm skip 'a b.md' --on 2026-12-03T14:00"]
        ),
        (.reopen(path: "a b.md", occurrence: nil), ["reopen it with: mm reopen 'a b.md'"]),
        (.reopen(path: "a.md", occurrence: "2026-11-21"), ["reopen it with: mm reopen a.md --on 2026-11-21"]),
        (.reopenOccurrence("2026-11-21T09:00"), ["to reopen that one, add --on 2026-11-21T09:00"]),
        (
            .moveBack(path: "a b.md", key: "due", date: "2026-11-20T09:00", occurrence: "2026-11-20"),
            [
                "to make it due again: mm edit 'a b.md' --due 2026-11-20T09:00",
                "to record it as completed: mm done 'a b.md' --on 2026-11-20",
            ]
        ),
        (
            .setInWords(path: "a b.md", key: "due", words: "friday 9am"),
            ["to set it in words: mm edit 'a b.md' --due 'friday 9am'"]
        ),
        (.setDate(path: "a.md", isNote: true), ["give it a date to make it a reminder: mm set a.md scheduled DATE"]),
        (.setDate(path: "a.md", isNote: false), ["give it a date: mm set a.md scheduled DATE"]),
        (
            .chooseOccurrence(["2026-11-22T01:30", "2026-11-22"], rest: nil),
            ["--on 2026-11-22T01:30", "--on 2026-11-22"]
        ),
        (
            .chooseOccurrence(["2026-11-22T00:00"], rest: range),
            [
                "--on 2026-11-22T00:00",
                "and 278 more: mm occurrences 'every 5 minutes' --start 2026-11-22T00:00 --after 2026-11-21"
                    + " --until 2026-11-22 --count 288 --timezone Europe/Paris",
            ]
        ),
        (
            .listOthers(count: 2, query: ["title:x", "(is:open OR is:note)"]),
            [
                "and 2 more: mm list title:x '(is:open OR is:note)'"
            ]
        ),
        (.respell(tag: "my tag", as: "My"), ["change its spelling with: mm tag rename 'my tag' My"]),
        (.recolor(tag: "a", as: "#0EA5E9"), ["change it with: mm tag color a '#0EA5E9'"]),
        (
            .merge(tag: "a", into: "it's", keepsAlias: true, inTexts: false),
            [#"merge the two with: mm tag rename a 'it'\''s' --merge"#]
        ),
        (
            .merge(tag: "a", into: "b", keepsAlias: false, inTexts: true),
            ["merge the two with: mm tag rename a b --merge --no-alias --text"]
        ),
        (.dropAlias, ["add --no-alias to rename without keeping the old name as an alias"]),
    ]

    @Test(arguments: remedies.indices) func `a remedy names commands that exist`(index: Int) throws {
        let (remedy, lines) = Self.remedies[index]
        #expect(remedy.lines == lines)
        for line in lines {
            guard let command = line.firstRange(of: ": mm ").map({ line[$0.upperBound...] }) else { continue }
            let words = ShellLine(String(command), breaks: "").words.map { $0 == "DATE" ? "2026-12-01" : $0 }
            _ = try Grammar.mm.parse(words)
        }
    }

    @Test func `the hints of an error come before its remedy`() {
        let error = MemossError(.failure, "x", hints: ["a.md"], remedy: .retry)
        #expect(error.advice == ["a.md", "run the command again"])
    }
}
