import Testing

@testable import MemossFiles

@Suite struct TextSearchTests {
    /// The same letters in different cases and canonical forms.
    private static let spellings: [[Character]] = [["a", "A"], ["b"], ["\u{E9}", "\u{C9}", "e\u{301}", "E\u{301}"]]

    @Test func `a match ignores case and canonical form`() {
        var random = Random(seed: 12)
        var found = 0
        for _ in 0..<4_000 {
            // Few different letters, so that partial matches are frequent.
            let kinds = 2 + random.below(2)
            func word(below bound: Int) -> [Int] { (0..<random.below(bound)).map { _ in random.below(kinds) } }
            func spelled(_ word: [Int]) -> String { String(word.map { random.pick(Self.spellings[$0]) }) }
            let (hay, needle) = (word(below: 400), word(below: 12))
            let isThere =
                hay.count >= needle.count
                && (0...hay.count - needle.count).contains { hay[$0..<$0 + needle.count].elementsEqual(needle) }
            let (text, sought) = (spelled(hay), spelled(needle))
            #expect(TextSearch.contains(text, sought) == isThere, "'\(sought)' in '\(text)'")
            if isThere { found += 1 }
        }
        #expect(500 < found && found < 3_500)
    }

    @Test func `searching long texts of one letter takes linear time`() {
        for letter in ["a", "é"] {
            let text = String(repeating: letter, count: 400_000)
            let sought = String(repeating: letter, count: 2_000)
            // A naive search needs 800 million comparisons, which would take minutes.
            #expect(!TextSearch.contains(text, sought + "b"))
            #expect(!TextSearch.contains(text, "b" + sought))
            #expect(TextSearch.contains(text + "b", sought.uppercased() + "B"))
            #expect(TextSearch.contains(text + "b" + sought, "b" + sought))
        }
    }
}
