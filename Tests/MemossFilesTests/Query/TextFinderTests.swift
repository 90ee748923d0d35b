import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

@Suite struct TextFinderTests {
    private static let registry = TagRegistry(parsing: [UInt8]("Work:\n  aliases: [job]\nGärten: {}\n".utf8))

    private func found(_ texts: [String], in file: String, path: String = "notes/oat-milk.md") -> FoundFile? {
        let output = ReminderDecoder.decode(Array(file.utf8), path: path, keeping: .whole, registry: Self.registry)
        guard let reminder = output.reminder ?? output.unreadable else { return nil }
        return TextFinder(texts, registry: Self.registry).matches(in: reminder, Array(file.utf8))
    }

    /// `3 body: text with a «match»`
    private func lines(_ texts: [String], in file: String, path: String = "notes/oat-milk.md") -> [String] {
        (found(texts, in: file, path: path)?.matches ?? []).map { match in
            var text = Array(match.text.utf8)
            for range in match.ranges.reversed() {
                text.insert(contentsOf: "»".utf8, at: range.upperBound)
                text.insert(contentsOf: "«".utf8, at: range.lowerBound)
            }
            return
                "\(match.line.map(String.init) ?? "-") \(match.place.rawValue): \(String(decoding: text, as: UTF8.self))"
        }
    }

    private static let file = """
        ---
        # Milk in a comment
        id: x
        title: "Milk, and more MILK"
        tags:
          - shopping
          - job
        ---

        Oat milk\r
        Café in the G\u{E4}rten\r
        e\u{301}cole, milkmilk
        """

    @Test func `each line has its number, its place and the ranges of all texts`() {
        #expect(
            lines(["milk"], in: Self.file) == [
                "4 title: «Milk», and more «MILK»", "10 body: Oat «milk»", "12 body: e\u{301}cole, «milkmilk»",
            ]
        )
        #expect(lines(["Work"], in: Self.file) == ["7 tags: «Work»"])
        #expect(lines(["job"], in: Self.file) == [])
        #expect(lines(["ga\u{308}rt"], in: Self.file) == ["11 body: Café in the «Gärt»en"])
        #expect(lines(["ÉCOLE"], in: Self.file) == ["12 body: «e\u{301}cole», milkmilk"])
        #expect(lines(["oat milk", "shop"], in: Self.file) == ["6 tags: «shop»ping", "10 body: «Oat milk»"])
        #expect(lines(["t m", "oat", "milk"], in: Self.file).contains("10 body: «Oat milk»"))
        #expect(lines(["milk", "cheese"], in: Self.file) == [])
        #expect(lines(["id: x"], in: Self.file) == [])
    }

    @Test func `the values of keys that only the user knows are searched, however deep, with their lines`() {
        let file = """
            ---
            title: x
            status: open
            recurrence: weekly
            ticket: "QX open"
            weather: {sky: open, more: [a, qx]}
            text: |
              one
              two qx
            anchor: &a qx weekly
            again: *a
            ---
            Nothing.
            """
        #expect(lines(["open"], in: file) == ["5 key: QX «open»", "6 key: «open»"])
        #expect(
            lines(["qx"], in: file) == [
                "5 key: «QX» open", "6 key: «qx»", "9 key: two «qx»", "10 key: «qx» weekly",
            ]
        )
        #expect(found(["qx"], in: file)?.matches.map(\.key) == ["ticket", "weather", "text", "anchor"])
        #expect(lines(["qx", "nothing"], in: file).count == 5)
        #expect(lines(["ticket"], in: file).isEmpty)
    }

    @Test func `a title may be a heading or the name of the file`() {
        #expect(lines(["plan"], in: "Text\n# The plan\nplan B\n") == ["2 title: The «plan»", "3 body: «plan» B"])
        #expect(lines(["oat"], in: "Text\n") == ["- title: «oat»-milk"])
        #expect(lines(["plan"], in: "---\ntitle:\n---\n# The plan\n") == ["4 title: The «plan»"])
        #expect(lines(["plan"], in: "The plan\n===\nplan\n") == ["1 title: The «plan»", "3 body: «plan»"])
        // A line that contains the title is not the title.
        #expect(lines(["brass"], in: "the brass key of the gate\n", path: "gate.md").count == 1)
        #expect(lines(["the"], in: "the gate\n# gate\n", path: "a.md") == ["1 body: «the» gate"])
    }

    @Test func `the lines of a file that cannot be read are searched as they are`() {
        let broken = "---\ntitle: [Milk\n---\nmilk\n"
        #expect(lines(["milk"], in: broken) == ["2 body: title: [«Milk»", "4 body: «milk»"])
        let conflict = "---\n<<<<<<< HEAD\ntitle: Milk\n=======\ntitle: Oats\n>>>>>>> b\n---\n"
        #expect(lines(["oats"], in: conflict) == ["5 body: title: «Oats»"])
        #expect(lines(["milk"], in: "\u{FEFF}Milk\n", path: "a.md") == ["1 body: «Milk»"])
    }

    @Test func `a title comes before a tag and a tag before a body, a word before part of one`() {
        let files = [
            "---\ntitle: Garden\n---\n", "---\ntitle: Gardening\n---\n", "---\ntitle: x\ntags: home/garden\n---\n",
            "---\ntitle: x\ntags: gardens\n---\n", "---\ntitle: x\n---\nthe garden_x, the (garden)\n",
            "---\ntitle: x\n---\n_garden, gardené\n",
        ]
        #expect(files.compactMap { found(["garden"], in: $0)?.rank } == [0, 1, 2, 3, 4, 5])
        // Of several texts, the worst counts.
        #expect(found(["garden", "x"], in: files[2])?.rank == 2)
        #expect(found(["garden", "x"], in: files[4])?.rank == 4)
    }

    /// Few letters, so that matches are frequent.
    private static func text(_ random: inout Random, below bound: Int) -> String {
        (0..<random.below(bound)).map { _ in
            random.pick(["a", "A", "b", "é", "e\u{301}", "É", " ", "_", "\u{130}", "\u{212A}", "k", "ß"])
        }.joined()
    }

    @Test func `texts occur where they are found, and are found where they occur`() {
        var random = Random(seed: 71)
        var count = 0
        for _ in 0..<4_000 {
            let (text, sought) = (Self.text(&random, below: 40), Self.text(&random, below: 4))
            let ranges = TextSearch.occurrences(of: sought, in: text)
            #expect(
                ranges.isEmpty == (sought.isEmpty || !TextSearch.contains(text, sought)),
                "'\(sought)' in '\(text)'"
            )
            let utf8 = Array(text.utf8)
            for range in ranges {
                #expect(TextSearch.contains(Array(utf8[range]), sought), "'\(sought)' in '\(text)' at \(range)")
                _ = TextSearch.isWord(range, in: text)
            }
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
            count += ranges.count
        }
        #expect(count > 2_000)
    }

    @Test func `a search finds the files that a query for the words finds`() throws {
        var random = Random(seed: 72)
        let directory = try TemporaryDirectory()
        try directory.write(TagRegistry.fileName, "Work:\n  aliases: [a b, ka]\n")
        for index in 0..<120 {
            let head = [
                "id: 6f8f89d1-f5ad-42ca-8cdf-18a58b64\(1_000 + index)", "title: \(Self.text(&random, below: 6))x",
                "tags: [\(random.pick(["ka", "ab", "work", "éa"]))]", "completed: true", "timezone: Europe/Paris",
                "scheduled: soon", "place: {a: \(random.pick(["ka", "b", "éa"])), b: [\(random.pick(["aa", "bé"]))]}",
            ].filter { _ in random.below(3) > 0 }
            let body = (0..<random.below(4)).map { _ in Self.text(&random, below: 12) }.joined(separator: "\n")
            try directory.write(
                "f\(index).md",
                random.below(9) == 0 ? body : "---\n\(head.joined(separator: "\n"))\n---\n\(body)"
            )
        }
        let folder = ReminderFolder(root: directory.path)
        let registry = folder.registry()
        let whole = try folder.read(keeping: .whole, keys: .all, registry: registry).snapshot
        var count = 0
        for _ in 0..<150 {
            let texts = (0...random.below(2)).map { _ in Self.text(&random, below: 4) }.filter { !$0.isEmpty }
            guard !texts.isEmpty else { continue }
            let matcher = QueryMatcher(.all(texts.map { .term(.anywhere($0)) }), registry: registry)
            let (files, snapshot, _) = try folder.find(texts, registry: registry)
            let readable = files.filter { $0.reminder.attention?.hidesFile != true }
            #expect(
                Set(readable.map(\.reminder.path)) == Set(whole.reminders.filter(matcher.matches).map(\.path)),
                "\(texts)"
            )
            #expect(files.map(\.rank) == files.map(\.rank).sorted())
            #expect(snapshot.problems == whole.problems)
            #expect(files.allSatisfy { !$0.matches.isEmpty })
            count += readable.count
        }
        #expect(count > 500)
    }
}
