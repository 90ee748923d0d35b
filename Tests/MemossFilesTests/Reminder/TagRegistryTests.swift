import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

@Suite struct TagRegistryTests {
    private func read(_ text: String) -> TagRegistry { TagRegistry(parsing: [UInt8](text)) }

    private static let full = Tag(
        name: TagName("Work"),
        color: TagColor(red: 0x3B, green: 0x82, blue: 0xF6),
        id: "x",
        created: "2026-11-21",
        aliases: [TagName("office"), TagName("desk")]
    )

    @Test(arguments: [
        "Work:\n  color: \"#3B82F6\"\n  id: x\n  created: 2026-11-21\n  aliases: [office, desk]\n",
        "Work: {color: blue, id: x, created: 2026-11-21, aliases: [office, desk]}\n",
        "{Work: {color: '#3b82f6', id: x, created: 2026-11-21, aliases: [office, desk]}}",
        "Work:\n  aliases:\n  - office\n  - desk\n  created: 2026-11-21\n  id: x\n  color: BLUE\n",
        "\u{FEFF}Work:\r\n  color: blue\r\n  id: x\r\n  created: 2026-11-21\r\n  aliases: office, desk\r\n",
        "---\nWork:\n  color: blue\n  id: x\n  created: 2026-11-21\n  aliases: 'office, desk'\n  mood: [good]\n...\n",
    ])
    func `a tag is read in every form`(text: String) {
        let registry = read(text)
        #expect(registry.tags == [Self.full])
        #expect(registry.problems.isEmpty && registry.document != nil && !registry.isAmbiguous)
    }

    @Test func `the short form is a colour, and nothing means no colour`() {
        let registry = read("A: pink\nB: '#FFF'\nC:\nD: ~\nE: {}\n\"yes\": blue\n12: teal\n")
        #expect(registry.tags.map(\.name.text) == ["A", "B", "C", "D", "E", "yes", "12"])
        #expect(registry.tags.map { $0.color?.hex } == ["#EC4899", "#FFFFFF", nil, nil, nil, "#3B82F6", "#14B8A6"])
        #expect(registry.problems.isEmpty)
    }

    @Test func `an empty registry is valid`() {
        for text in ["", "\n", "# none\n", "\u{FEFF}", "{}\n"] {
            #expect(read(text).tags.isEmpty && read(text).problems.isEmpty && read(text).document != nil)
        }
    }

    private static let faults: [(text: String, line: Int, column: Int, id: ProblemID)] = [
        ("- a\n", 1, 1, .invalidRegistry), ("text\n", 1, 1, .invalidRegistry), ("a: [\n", 1, 4, .invalidRegistry),
        ("a: b: c\n", 1, 5, .invalidRegistry), ("A: blue\nB: [x]\n", 2, 4, .invalidRegistry),
        ("A: blue\n? [x]\n: y\n", 2, 3, .invalidRegistry), ("'a,b': blue\n", 1, 1, .invalidRegistry),
        ("\"#a\": blue\n", 1, 1, .invalidRegistry), ("'': blue\n", 1, 1, .invalidRegistry),
        ("A: blue\né: x\na: pink\n", 2, 4, .invalidColor), ("A: \"#12\"\n", 1, 4, .invalidColor),
        ("A:\n  color: bleu\n", 2, 10, .invalidColor), ("Work: blue\nHome: pink\nWORK: red\n", 3, 1, .duplicateTag),
        ("Caf\u{E9}: blue\nCAFE\u{301}: pink\n", 2, 1, .duplicateTag),
    ]

    @Test func `an unreadable entry is reported with its position and name`() {
        for (text, line, column, id) in Self.faults {
            let problem = read(text).problems.first
            #expect(problem?.id == id && problem?.path == "tags.yaml", "\(text)")
            #expect(problem?.line == line && problem?.column == column, "\(text) \(String(describing: problem))")
        }
        #expect(read("A: bleu\n").problems.first?.suggestion == "blue")
    }

    @Test func `of duplicate names, the first counts, and nothing is edited`() {
        let registry = read("Work: blue\nwork: pink\n")
        #expect(registry.isAmbiguous)
        #expect(registry.tag(named: TagName("WORK"))?.color?.hex == "#3B82F6")
        #expect(registry.tags.count == 1)
    }

    @Test func `every name is mapped to the name that is displayed`() {
        let registry = read("Work:\n  aliases: [office, Büro]\nWork/Client: pink\nHome:\n  aliases: [work/private]\n")
        for (carried, shown) in [
            ("work", "Work"), ("OFFICE", "Work"), ("bu\u{308}ro", "Work"), ("office/x", "Work/x"),
            ("WORK/x/Y", "Work/x/Y"),
            ("work/client", "Work/Client"), ("work/CLIENT/a", "Work/Client/a"), ("work/private", "Home"),
            ("work/private/x", "Home/x"), ("workshop", "workshop"), ("x/work", "x/work"), ("", ""), ("work/", "Work/"),
        ] { #expect(registry.canonical(TagName(carried)).text == shown, "\(carried)") }
        #expect(registry.tag(alias: TagName("office"))?.name.text == "Work")
        #expect(registry.tag(named: TagName("office")) == nil)
    }

    @Test func `a current name takes precedence over an alias of another tag`() {
        let registry = read("Work:\n  aliases: [home]\nHome: pink\n")
        #expect(registry.canonical(TagName("home")).text == "Home")
    }

    @Test func `a tag may have a hundred thousand aliases`() {
        let names = (0..<100_000).map { "x\($0)" }
        let time = processorTime {
            let registry = read("work:\n  aliases: [\(names.joined(separator: ", "))]\n")
            #expect(registry.problems.isEmpty)
            #expect(names.allSatisfy { registry.canonical(TagName($0)).text == "work" })
        }
        #expect(time < .seconds(60))
    }

    @Test func `a registry in conflict has the names of both sides`() {
        let registry = TagRegistry(
            parsing: [UInt8](
                """
                Health: pink
                <<<<<<< HEAD
                Work:
                  aliases: [office]
                Garden: moss
                =======
                Work:
                  aliases: [job]
                Allotment:
                  aliases: [garden]
                >>>>>>> phone

                """
            )
        )
        #expect(registry.tags.map(\.name.text) == ["Health", "Work", "Garden", "Allotment"])
        #expect(registry.canonical(TagName("office")).text == "Work")
        #expect(registry.canonical(TagName("JOB/x")).text == "Work/x")
        // A current name keeps its meaning even if the other side made it an alias.
        #expect(registry.canonical(TagName("garden")).text == "Garden")
        #expect(registry.problems.map(\.id) == [.gitConflict])
        #expect(registry.problems.first?.line == 2)
        #expect(throws: MemossError.self) { try registry.requireEditable() }
    }

    @Test func `a side of the registry that cannot be read leaves the other`() {
        let registry = TagRegistry(parsing: [UInt8]("<<<<<<< a\nWork: [\n=======\nHome: pink\n>>>>>>> b\n"))
        #expect(registry.tags.map(\.name.text) == ["Home"])
        #expect(registry.problems.map(\.id) == [.gitConflict])
    }
}
