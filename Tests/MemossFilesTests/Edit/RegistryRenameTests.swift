import TestSupport
import Testing

@testable import MemossFiles

/// Renames in the registry, byte for byte. The expected results were written by hand from `docs/format.md`.
@Suite struct RegistryRenameTests {
    /// The result of renaming `work` to `Job` in a registry: new bytes, no change, or the reason of a refusal.
    private enum Outcome: Equatable {
        case bytes(String)
        case unchanged
        case refused
    }

    private static func rename(_ text: String, _ old: String, _ new: String, alias: Bool = true) -> Outcome {
        let registry = TagRegistry(parsing: [UInt8](text))
        let fresh = Tag(
            name: TagName(new),
            color: TagColor.Preset.teal.color,
            id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
            created: "2026-11-22",
            aliases: [TagName(old)]
        )
        let rename = RegistryRename(
            old: TagName(old),
            new: TagName(new),
            keepsAlias: alias,
            fresh: alias ? fresh : nil
        )
        do {
            return try rename.apply(to: registry).map { .bytes(String(decoding: $0, as: UTF8.self)) } ?? .unchanged
        } catch {
            return .refused
        }
    }

    /// `work` → `Job`, with the old name as an alias.
    private static let shapes: [(before: String, after: String)] = [
        // A block entry: the name changes, and the alias is added at the end
        ("Work:\n  color: \"#3B82F6\"\n", "Job:\n  color: \"#3B82F6\"\n  aliases: [Work]\n"),
        ("Work:\n  color: blue", "Job:\n  color: blue\n  aliases: [Work]"),
        ("Work:\r\n  color: blue\r\n", "Job:\r\n  color: blue\r\n  aliases: [Work]\r\n"),
        ("Work:\r\n  color: blue", "Job:\r\n  color: blue\r\n  aliases: [Work]"),
        ("Work:\n    color: blue\n", "Job:\n    color: blue\n    aliases: [Work]\n"),
        ("Work:   # mine\n  color: blue # c\n", "Job:   # mine\n  color: blue # c\n  aliases: [Work]\n"),
        (
            "# top\nWork:\n  # in\n  color: blue\n# end\n",
            "# top\nJob:\n  # in\n  color: blue\n  aliases: [Work]\n# end\n"
        ),
        ("Work:\n  color: blue\n\n\nHome: pink\n", "Job:\n  color: blue\n  aliases: [Work]\n\n\nHome: pink\n"),
        (
            "Home: pink\nWork:\n  id: x\n  created: 2026-11-21\n  mood: good\n",
            "Home: pink\nJob:\n  id: x\n  created: 2026-11-21\n  mood: good\n  aliases: [Work]\n"
        ),
        ("Work:\n  note: |\n    text\n\nHome: pink\n", "Job:\n  note: |\n    text\n  aliases: [Work]\n\nHome: pink\n"),
        ("\u{FEFF}Work:\n  color: blue\n", "\u{FEFF}Job:\n  color: blue\n  aliases: [Work]\n"),
        ("---\nWork:\n  color: blue\n...\n", "---\nJob:\n  color: blue\n  aliases: [Work]\n...\n"),
        ("  Work:\n    color: blue\n", "  Job:\n    color: blue\n    aliases: [Work]\n"),
        ("Work:\n  color: blue\n  <<: {mood: good}\n", "Job:\n  color: blue\n  <<: {mood: good}\n  aliases: [Work]\n"),
        // Quotes stay
        ("\"Work\":\n  color: blue\n", "\"Job\":\n  color: blue\n  aliases: [Work]\n"),
        ("'Work':\n  color: blue\n", "'Job':\n  color: blue\n  aliases: [Work]\n"),
        ("&w Work:\n  color: blue\n", "&w Job:\n  color: blue\n  aliases: [Work]\n"),
        ("!!str Work:\n  color: blue\n", "!!str Job:\n  color: blue\n  aliases: [Work]\n"),
        // The short form is expanded
        ("Work: blue\n", "Job:\n  color: blue\n  aliases: [Work]\n"),
        ("Work: blue", "Job:\n  color: blue\n  aliases: [Work]"),
        ("Work: \"#3B82F6\" # why\n", "Job:\n  color: \"#3B82F6\" # why\n  aliases: [Work]\n"),
        (
            "Work:    '#3B82F6'\r\nHome: pink\r\n",
            "Job:\r\n  color: '#3B82F6'\r\n  aliases: [Work]\r\nHome: pink\r\n"
        ),
        // No value
        ("Work:\n", "Job:\n  aliases: [Work]\n"),
        ("Work:", "Job:\n  aliases: [Work]"),
        ("Work: # empty\nHome: pink\n", "Job: # empty\n  aliases: [Work]\nHome: pink\n"),
        // Flow
        ("Work: {color: blue}\n", "Job: {color: blue, aliases: [Work]}\n"),
        ("Work: { color: blue }\n", "Job: { color: blue, aliases: [Work] }\n"),
        ("Work: {color: blue,}\n", "Job: {color: blue, aliases: [Work],}\n"),
        ("Work: {}\n", "Job: {aliases: [Work]}\n"),
        ("Work:\n  {color: blue}\n", "Job:\n  {color: blue, aliases: [Work]}\n"),
        ("Work: {color: blue, # c\n  id: x}\n", "Job: {color: blue, # c\n  id: x, aliases: [Work]}\n"),
        ("{Work: {color: blue}, Home: pink}\n", "{Job: {color: blue, aliases: [Work]}, Home: pink}\n"),
        // Existing aliases
        ("Work:\n  aliases: [office]\n", "Job:\n  aliases: [office, Work]\n"),
        ("Work:\n  aliases: [ office , desk ] # c\n", "Job:\n  aliases: [ office , desk, Work ] # c\n"),
        ("Work:\n  aliases: [office,]\n", "Job:\n  aliases: [office, Work,]\n"),
        ("Work:\n  aliases: [\n    office,\n    desk\n  ]\n", "Job:\n  aliases: [\n    office,\n    desk, Work\n  ]\n"),
        (
            "Work:\n  aliases:\n    - office\n  color: blue\n",
            "Job:\n  aliases:\n    - office\n    - Work\n  color: blue\n"
        ),
        ("Work:\n  aliases:\n  - office # old\n", "Job:\n  aliases:\n  - office # old\n  - Work\n"),
        ("Work:\n  aliases:\n    - office", "Job:\n  aliases:\n    - office\n    - Work"),
        ("Work:\r\n  aliases:\r\n    - office\r\n", "Job:\r\n  aliases:\r\n    - office\r\n    - Work\r\n"),
        ("Work:\n  aliases: office\n", "Job:\n  aliases: [office, Work]\n"),
        ("Work:\n  aliases: \"office, desk\"\n", "Job:\n  aliases: [office, desk, Work]\n"),
        ("Work:\n  aliases:\n", "Job:\n  aliases: [Work]\n"),
        ("Work:\n  aliases: # none yet\n  color: blue\n", "Job:\n  aliases: [Work] # none yet\n  color: blue\n"),
        ("Work:\n  aliases: []\n", "Job:\n  aliases: [Work]\n"),
        ("Work:\n  aliases: ~\n", "Job:\n  aliases: [Work]\n"),
        ("Work:\n  aliases: ''\n", "Job:\n  aliases: [Work]\n"),
        ("Work: {aliases: [office]}\n", "Job: {aliases: [office, Work]}\n"),
        // Renamed back: the new name is removed from the aliases
        ("Work:\n  aliases: [Job]\n", "Job:\n  aliases: [Work]\n"),
        ("Work:\n  aliases: [office, job]\n", "Job:\n  aliases: [office, Work]\n"),
        // Nested names are renamed too, without aliases of their own
        (
            "Work: blue\nWork/Client: pink\nWorkshop: teal\n",
            "Job:\n  color: blue\n  aliases: [Work]\nJob/Client: pink\nWorkshop: teal\n"
        ),
        (
            "Work:\n  color: blue\nWork/Client:\n  color: pink\n",
            "Job:\n  color: blue\n  aliases: [Work]\nJob/Client:\n  color: pink\n"
        ),
        (
            "work/Deep/x: pink\n'WORK': blue\n",
            "Job/Deep/x: pink\n'Job':\n  color: blue\n  aliases: [WORK]\n"
        ),
        // The new name exists: the two entries are merged
        ("Work:\n  color: blue\nJob:\n  color: red\n", "Job:\n  color: red\n  aliases: [Work]\n"),
        (
            "Job: pink\n# about work\nWork:\n  color: blue\n# end\n",
            "Job:\n  color: pink\n  aliases: [Work]\n# about work\n# end\n"
        ),
        ("Job:\n  aliases: [chore]\nWork:\n  aliases: [office, chore]\n", "Job:\n  aliases: [chore, office, Work]\n"),
        ("Job: pink\r\nWork: blue\r\n", "Job:\r\n  color: pink\r\n  aliases: [Work]\r\n"),
        ("Job: {color: pink}\nWork: blue", "Job: {color: pink, aliases: [Work]}\n"),
        ("{Work: {color: blue}, Job: {color: pink}}\n", "{Job: {color: pink, aliases: [Work]}}\n"),
        ("Work: blue\nWork/x: pink\nJob:\n  color: red\n", "Job/x: pink\nJob:\n  color: red\n  aliases: [Work]\n"),
        (
            "Work/x: blue\nJob/x: pink\n",
            fresh() + "Job/x:\n  color: pink\n  aliases: [Work/x]\n"
        ),
        // Neither exists: a new entry in alphabetical order
        ("", fresh()),
        ("# only a comment\n", "# only a comment\n" + fresh()),
        ("# no final newline", "# no final newline\n" + fresh().dropLast()),
        ("Home: pink\nZoo: teal\n", "Home: pink\n" + fresh() + "Zoo: teal\n"),
        ("Home: pink\nIce: teal", "Home: pink\nIce: teal\n" + fresh().dropLast()),
        ("Home:\n  color: pink\n\n# end\n", "Home:\n  color: pink\n" + fresh() + "\n# end\n"),
        ("home: pink\r\n", "home: pink\r\n" + crlf(fresh())),
        ("éa: pink\n", fresh() + "éa: pink\n"),
    ]

    private static func fresh() -> String {
        """
        Job:
          color: "#14B8A6"
          id: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff
          created: 2026-11-22
          aliases: [work]

        """
    }

    private static func crlf(_ text: String) -> String {
        text.unicodeScalars.map { $0 == "\n" ? "\r\n" : String($0) }.joined()
    }

    @Test func `every form gives the expected bytes`() {
        #expect(Self.shapes.count >= 60)
        for (before, after) in Self.shapes {
            let found = Self.rename(before, "work", "Job")
            guard case .bytes(let text) = found else {
                Issue.record("\(before.debugDescription): \(found)")
                continue
            }
            #expect(Array(text.utf8) == Array(after.utf8), "\([UInt8](before).shown)\n= \([UInt8](text).shown)")
        }
    }

    @Test func `the result can be read and knows both names`() throws {
        for (before, _) in Self.shapes {
            guard case .bytes(let text) = Self.rename(before, "work", "Job") else { continue }
            let registry = TagRegistry(parsing: [UInt8](text))
            #expect(!registry.problems.contains { $0.id == .invalidRegistry }, "\(text)")
            #expect(registry.tag(named: TagName("job")) != nil || registry.tag(named: TagName("job/x")) != nil)
            #expect(registry.tag(named: TagName("work")) == nil)
            #expect(registry.canonical(TagName("WORK/x")).key.hasPrefix("job"), "\(text)")
        }
    }

    @Test func `repeating a rename plans nothing`() {
        for (before, _) in Self.shapes {
            guard case .bytes(let text) = Self.rename(before, "work", "Job") else { continue }
            #expect(Self.rename(text, "work", "Job") == .unchanged, "\(text)")
        }
    }

    @Test(arguments: [
        "Work:\n  aliases: |\n    office\n", "Work: *c\n", "Home: &c blue\nWork: *c\n", "Work: &c blue\nHome: *c\n",
        "? |\n  Work\n: blue\n", "- Work\n", "Work: !!str blue\n", "Work:\n  blue\n", "{Work: blue}\n", "Work : blue\n",
        "a: &x [b]\nWork:\n  aliases: *x\n", "Home: {x: &w y}\nz: a\u{2028}b\nWork: blue\n", "Work: \"open\n",
    ])
    func `an entry that cannot be edited in place is refused`(text: String) {
        #expect(Self.rename(text, "work", "Job") == .refused)
    }

    @Test func `without an alias, only the name changes`() {
        #expect(Self.rename("Work: blue\n", "work", "Job", alias: false) == .bytes("Job: blue\n"))
        #expect(Self.rename("Home: blue\n", "work", "Job", alias: false) == .unchanged)
        let known = "Work:\n  aliases: [office]\n"
        #expect(Self.rename(known, "work", "Job", alias: false) == .bytes("Job:\n  aliases: [office]\n"))
        let merged = "Work:\n  aliases: [office]\nJob: pink\n"
        #expect(
            Self.rename(merged, "work", "Job", alias: false) == .bytes("Job:\n  color: pink\n  aliases: [office]\n")
        )
    }

    @Test func `a change of case needs no alias`() {
        #expect(Self.rename("Work: blue\n", "work", "WORK") == .bytes("WORK: blue\n"))
        #expect(Self.rename("Work: blue\n", "work", "Work") == .unchanged)
    }

    @Test(arguments: [
        ("yes", "\"yes\""), ("12", "\"12\""), ("a: b", "\"a: b\""), ("c#", "c#"), ("-x", "-x"),
        ("a\"b", "a\"b"), ("*x", "\"*x\""), ("null", "\"null\""), ("2026-11-22", "\"2026-11-22\""), ("é", "é"),
    ])
    func `a new name is quoted if necessary`(name: String, spelled: String) {
        #expect(Self.rename("Work: blue\n", "work", name, alias: false) == .bytes("\(spelled): blue\n"))
        let single = "'\(name)': blue\n"
        #expect(Self.rename("'Work': blue\n", "work", name, alias: false) == .bytes(single))
    }

    @Test(arguments: [("[a]", "\"[a]\""), ("x: y", "\"x: y\""), ("no", "\"no\""), ("it's", "it's"), ("{a}", "\"{a}\"")])
    func `an alias is quoted if a flow list requires it`(name: String, spelled: String) {
        let before = "\"\(name)\":\n  color: blue\n"
        #expect(Self.rename(before, name, "Job") == .bytes("\"Job\":\n  color: blue\n  aliases: [\(spelled)]\n"))
    }

    @Test func `renaming back restores the bytes`() {
        let start = "Home: pink\nWork:\n  color: blue\n  aliases: [office]\n"
        guard case .bytes(let there) = Self.rename(start, "work", "Job", alias: false) else {
            Issue.record("not renamed")
            return
        }
        #expect(Self.rename(there, "job", "Work", alias: false) == .bytes(start))
    }

    // MARK: Regressions

    @Test func `a blank before the colon does not break the aliases`() {
        let after = Self.rename("Work:\n  aliases :\n    - Job\n", "work", "Job")
        #expect(after == .bytes("Job:\n  aliases :\n    - Work\n"))
    }

    @Test func `a new entry does not become the parent of indented entries`() {
        let after = Self.rename("  Zoo:\n    color: blue\n", "work", "Job")
        let lines = Self.fresh().split(separator: "\n").map { "  \($0)\n" }.joined()
        #expect(after == .bytes(lines + "  Zoo:\n    color: blue\n"))
    }

    @Test func `aliases of an unsupported form are not overwritten`() {
        for aliases in ["{a: b}", "\n    a: b"] {
            #expect(Self.rename("Work:\n  aliases: \(aliases)\n", "work", "Job") == .refused)
        }
    }

    @Test func `comments among aliases stay when the list is edited`() {
        let after = Self.rename("Work:\n  aliases:\n    - a # first\n    - Job\n", "work", "Job")
        #expect(after == .bytes("Job:\n  aliases:\n    - a # first\n    - Work\n"))
    }

    @Test func `a comment above an entry stays above it`() {
        let after = Self.rename("# about the zoo\nZoo: blue\n", "work", "Job")
        #expect(after == .bytes(Self.fresh() + "# about the zoo\nZoo: blue\n"))
    }
}
