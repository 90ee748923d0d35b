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
        let found = TagSuggestions(
            for: text,
            in: folder.snapshot,
            leavingOut: others.map { TagName($0) },
            today: folder.context.local.date
        )
        return found.suggestions.map { ($0.kind == .create ? "+" : "") + $0.name.text }
    }

    @Test func `without a text all tags are there, those of most use first`() throws {
        // Four for a use ahead, three for three of old, two of the last ninety days, one for one without a date.
        let expected = ["Garden", "Garden/Sea", "Work", "Health", "Home Office", "café", "Errand"]
        #expect(try suggestions("") == expected)
        #expect(try suggestions(" ") == expected)
        #expect(try suggestions("#") == expected)
    }

    @Test func `the one of this name comes first, then beginnings, words, parts, and what is near`() throws {
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

    @Test func `a former name leads to its tag`() throws {
        #expect(try suggestions("office") == ["Work", "Home Office"])
        #expect(try suggestions("off") == ["Work", "Home Office", "+off"])
        #expect(try suggestions("office/x").last == "+Work/x")
    }

    @Test func `letters are the same however they are composed`() throws {
        #expect(try suggestions("cafe\u{301}") == ["café"])
        #expect(try suggestions("CAFÉ") == ["café"])
    }

    @Test func `tags that a reminder has are left out, and are no new ones`() throws {
        #expect(try suggestions("garden", without: ["GARDEN"]) == ["Garden/Sea"])
        #expect(try suggestions("work", without: ["office"]) == [])
    }

    @Test func `a text that is no name makes no new tag`() throws {
        for text in ["a,b", "##", "a\nb", "a\u{1B}b"] {
            #expect(try suggestions(text).allSatisfy { !$0.hasPrefix("+") })
        }
    }

    @Test func `what is suggested has its colour and its number of files`() throws {
        let folder = try Folder(Self.files, registry: Self.registry)
        let today = folder.context.local.date
        let work = try #require(TagSuggestions(for: "work", in: folder.snapshot, today: today).suggestions.first)
        #expect((work.kind, work.color, work.count) == (.existing, TagColor.Preset.blue.color, 3))
        let new = try #require(TagSuggestions(for: "new", in: folder.snapshot, today: today).suggestions.last)
        #expect((new.kind, new.color, new.count) == (.create, TagColor.Preset.orange.color, 0))
    }
}
