import MemossFiles
import Testing

@testable import CivilTime
@testable import Text
@testable import mm

@Suite struct ForeignWordsTests {
    private static let words = ForeignWords.commands.flatMap { row in
        row.words.split(separator: " ").map { (path: row.path, word: String($0)) }
    }
    /// Values for the placeholders.
    private static let values = [
        "WORDS": "milk", "TITLE": "milk", "SELECTOR": "milk", "WHEN": "tomorrow", "TEXT": "x", "RULE": "daily",
        "OLD": "a", "NEW": "b", "NAME": "a", "COLOR": "blue", "DURATION": "2h", "DATE": "2026-12-01", "QUERY": "tag:a",
    ]

    private func error(_ words: [String]) throws -> MemossError {
        do throws(MemossError) {
            _ = try Grammar.mm.parse(words)
        } catch {
            return error
        }
        throw MemossError(.failure, "\(words) is right")
    }

    /// The quoted parts of a hint.
    private func proposals(_ error: MemossError) -> [String] {
        let hint = error.hints.first { $0.hasPrefix("did you mean ") } ?? ""
        return hint.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    private func isRight(_ line: String) -> Bool {
        let words = line.split(separator: " ").dropFirst().map { word in
            Self.values.reduce(String(word)) { $0.replacing($1.key, with: $1.value) }
        }
        return (try? Grammar.mm.parse(words)) != nil
    }

    @Test(arguments: words) func `a word of another program gets a command that works`(path: [String], word: String)
        throws
    {
        let error = try error(path + [word])
        #expect(error.kind == .usage && error.message.hasPrefix("'\(word)' is not a "))
        let lines = proposals(error)
        #expect(!lines.isEmpty, "\(error.hints)")
        for line in lines { #expect(isRight(line), "\(line)") }
        #expect(Self.words.count { $0.path == path && $0.word == word } == 1, "\(word) stands twice")
    }

    @Test(arguments: [
        ("ls", "mm list"), ("rm", "mm delete SELECTOR"), ("search", "mm find TEXT"),
        ("complete", "mm done SELECTOR"),
        ("cat", "mm show SELECTOR"), ("view", "mm show SELECTOR"), ("due", "mm today"),
        ("new", "mm add TITLE"),
        ("create", "mm add TITLE"), ("remove", "mm delete SELECTOR"), ("tasks", "mm list"), ("LS", "mm list"),
        ("week", "mm agenda"), ("append", "mm note --append SELECTOR TEXT"),
        ("dump", "mm list --all --body --fields --json"), ("status", "mm"), ("tag rm", "mm tag delete NAME"),
        ("tag mv", "mm tag rename OLD NEW"), ("settings", "mm config"), ("dates", "mm help dates"),
        ("tag merge", "mm tag rename OLD NEW --merge"),
    ]) func `common wrong commands get the right suggestion`(line: String, expected: String) throws {
        #expect(proposals(try error(line.split(separator: " ").map(String.init))) == [expected])
    }

    @Test func `an unknown word gets the page that lists the commands`() throws {
        #expect(try error(["water", "the", "plants"]).hints == ["see 'mm --help'"])
    }

    @Test(arguments: [
        ("add x --date 1", "--scheduled WHEN"), ("add x --when 1", "--scheduled WHEN"),
        ("add x --at 1", "--scheduled WHEN"),
        ("add x --repeat 1", "--recurrence RULE"), ("add x --every 1", "--recurrence RULE"),
        ("add x --tags 1", "--tag NAME"),
        ("edit x --date 1", "--scheduled WHEN"), ("edit x --repeat 1", "--recurrence RULE"),
        ("done x --date 1", "--on WHEN"),
        ("add x --end 1", "--until DATE"), ("add x --tz 1", "--zone IANA"), ("list --max 1", "--limit N"),
        ("delete x --force", "--yes"), ("list --tag work", "mm list tag:NAME"), ("list --today", "mm list is:today"),
        ("list --completed", "mm list is:completed"), ("list --date 1", "mm list scheduled:DATE"),
        ("list --order title", "--sort [-]KEY"), ("done --filter x", "--where QUERY"),
    ]) func `an option of another program gets that of the command`(line: String, expected: String) throws {
        #expect(proposals(try error(line.split(separator: " ").map(String.init))) == [expected])
    }

    @Test func `a key that mm does not know is set with mm set`() throws {
        let hints = try error(["add", "x", "--priority", "high"]).hints
        #expect(hints.first == "set a key of your own with 'mm set SELECTOR priority VALUE'")
        #expect((try? Grammar.mm.parse(["set", "x", "priority", "high"])) != nil)
    }

    @Test(arguments: ForeignWords.terms) func `an option that is a query term gets the term`(
        words: String,
        term: String
    ) throws {
        #expect(isRight("mm list \(term)"))
        for (key, value) in Self.values where term.hasSuffix(key) {
            let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_000))
            _ = try Query(parsing: term.replacing(key, with: value), now: now)
        }
    }

    @Test func `a single letter is an option and never a negated term`() throws {
        for letter in ["-a", "-Z"] {
            #expect(try error(["list", letter]).message == "'mm list' has no option '\(letter)'")
        }
        for words in [["list", "-milk"], ["list", "-tag:work"], ["list", "-note"], ["list", "-nurse", "-n", "3"]] {
            guard case .run(let invocation) = try Grammar.mm.parse(words) else { throw MemossError(.failure, "") }
            #expect(invocation.arguments("QUERY").count == 1)
        }
        guard case .run(let five) = try Grammar.mm.parse(["list", "-n5"]) else { throw MemossError(.failure, "") }
        #expect(five.option("limit") == "5")
    }

    @Test func `a field of another program in a title is known by its name and its value`() {
        func names(_ title: String) -> [String] {
            title.split(separator: " ").compactMap { word in
                ForeignWords.attribute(String(word)) { option, text in
                    option == .recurrence
                        ? (try? RecurrenceRule(parsing: text)) != nil
                        : (try? DateValue(when: text, now: CivilDateTime(CivilDate(daysSinceEpoch: 0)))) != nil
                }.map { ($0.option?.name ?? "set " + $0.name) + "=" + $0.value }
            }
        }
        #expect(
            names("due:tomorrow wait:friday until:2026-12-01") == [
                "--due=tomorrow", "--scheduled=friday", "--until=2026-12-01",
            ]
        )
        #expect(
            names("recur:weekly Project:house.kitchen pri:H status:x") == [
                "--recurrence=weekly", "--tag=house.kitchen", "set pri=H", "set status=x",
            ]
        )
        #expect(names("Re:foo at:home https://x.org 12:30 due: priority: tag:-x due:date Call:mum url://x").isEmpty)
    }
}
