import Testing

@testable import MemossFiles

@Suite struct TagSuggestionsTests {
    private static let registry = """
        Errand: blue
        Garden: moss
        Garden/Sea: teal
        Health: pink
        Work:
          color: blue
          aliases: [office]
        """

    private static let files = [
        "a.md": "tags: [Work]\nscheduled: 2024-01-01", "b.md": "tags: [Work]\nscheduled: 2024-01-02",
        "c.md": "tags: [office]\ncreated: 2024-01-03T09:00", "d.md": "tags: [garden/sea]\nscheduled: 2026-12-24",
        "e.md": "tags: [Health, Home Office]\ncompleted: 2026-10-01", "f.md": "tags: [café]",
    ]

    private func suggestions(_ text: String, without others: [String] = []) throws -> [String] {
        let folder = try Folder(Self.files, registry: Self.registry)
        let found = TagSuggestions(folder.snapshot, today: folder.context.local.date)
            .suggestions(for: text, excluding: others.map { TagName($0) })
        return found.map { ($0.kind == .create ? "+" : "") + $0.name.text }
    }

    @Test func `without text, all tags are suggested, by frequency and then by latest use`() throws {
        // Three uses; one in the future, one in the last ninety days, one without a date; none.
        let expected = ["Work", "Garden", "Garden/Sea", "Health", "Home Office", "café", "Errand"]
        #expect(try suggestions("") == expected)
        #expect(try suggestions(" ") == expected)
        #expect(try suggestions("#") == expected)
    }

    @Test func `an exact match comes first, then prefixes, words, substrings and similar names`() throws {
        #expect(try suggestions("garden") == ["Garden", "Garden/Sea"])
        #expect(try suggestions("GAR") == ["Garden", "Garden/Sea", "+GAR"])
        #expect(try suggestions("h") == ["Health", "Home Office", "+h"])
        #expect(try suggestions("sea") == ["Garden/Sea", "+sea"])
        #expect(try suggestions("ard") == ["Garden", "Garden/Sea", "+ard"])
        #expect(try suggestions("gdn") == ["Garden", "Garden/Sea", "+gdn"])
        #expect(try suggestions("wrok") == ["Work", "+wrok"])
        #expect(try suggestions("#err") == ["Errand", "+err"])
        #expect(try suggestions("zzz") == ["+zzz"])
    }

    /// A use in the last thirty days counts as four old ones, one in the last ninety as two. With equal weights, the
    /// later use comes first.
    @Test(arguments: [
        ([30], [91, 91, 91, 91]), ([91, 91, 91, 91, 91], [30]), ([30], [31, 91]), ([-10], [91, 91, 91, 91]),
        ([91, 91, 91, 91, 91], [-10]), ([31], [91, 91]), ([91, 91, 91], [31]), ([90], [91, 91]), ([91, 91, 91], [90]),
        ([31, 90], [91, 91, 91]), ([10, 10], [0]), ([0], [1]), ([91], []), ([5], [6]),
    ])
    func `the age of a use in days determines its weight`(better: [Int], worse: [Int]) throws {
        let today = Folder.now.utc.date
        for (first, second) in [("a", "b"), ("b", "a")] {
            var files: [String: String] = [:]
            for (tag, ages) in [(first, better), (second, worse)] {
                for (index, age) in ages.enumerated() {
                    files["\(tag)\(index).md"] = "tags: [t\(tag)]\nscheduled: \(today.adding(days: -age))"
                }
            }
            let folder = try Folder(files, registry: "ta: blue\ntb: pink\n")
            let found = TagSuggestions(folder.snapshot, today: today).suggestions(for: "t").map(\.name.text)
            #expect(found == ["t\(first)", "t\(second)", "t"])
        }
    }

    @Test func `an alias suggests its tag`() throws {
        #expect(try suggestions("office") == ["Work", "Home Office"])
        #expect(try suggestions("off") == ["Work", "Home Office", "+off"])
        #expect(try suggestions("office/x").last == "+Work/x")
    }

    @Test func `accents do not matter, but a name without them is another tag`() throws {
        #expect(try suggestions("cafe") == ["café", "+cafe"])
        #expect(try suggestions("wörk") == ["Work", "+wörk"])
    }

    @Test func `composed and decomposed letters match`() throws {
        #expect(try suggestions("cafe\u{301}") == ["café"])
        #expect(try suggestions("CAFÉ") == ["café"])
    }

    @Test func `tags that the reminder has are omitted, and not offered as new`() throws {
        #expect(try suggestions("garden", without: ["GARDEN"]) == ["Garden/Sea"])
        #expect(try suggestions("work", without: ["office"]) == [])
    }

    @Test func `text that is not a valid name is not offered as a new tag`() throws {
        for text in ["a,b", "##", "a\nb", "a\u{1B}b"] {
            #expect(try suggestions(text).allSatisfy { !$0.hasPrefix("+") })
        }
    }

    @Test func `a suggestion has the colour and the number of files of its tag`() throws {
        let folder = try Folder(Self.files, registry: Self.registry)
        let today = folder.context.local.date
        let work = try #require(TagSuggestions(folder.snapshot, today: today).suggestions(for: "work").first)
        #expect((work.kind, work.color, work.count) == (.existing, TagColor.Preset.blue.color, 3))
        let new = try #require(TagSuggestions(folder.snapshot, today: today).suggestions(for: "new").last)
        #expect((new.kind, new.color, new.count) == (.create, TagColor.Preset.orange.color, 0))
    }
}
