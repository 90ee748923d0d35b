import MemossFiles
import Testing

@testable import Text

@Suite struct SpellingTests {
    @Test(arguments: [
        ("wrok", "work"), ("helth", "health"), ("Shoping", "Shopping"), ("sched", "scheduled"),
    ])
    func `the nearest candidate is suggested`(typed: String, expected: String) {
        let names = ["work", "health", "Shopping", "scheduled", "personal"]
        #expect(Spelling.nearest(to: typed, among: names) == [expected])
    }

    @Test func `a word that resembles no candidate gets no suggestion`() {
        #expect(Spelling.nearest(to: "xyz", among: ["work", "health"]).isEmpty)
    }

    @Test func `canonically equivalent spellings are sorted the same in any input order`() {
        let names = ["e\u{301}", "\u{E9}", "\u{E9}2", "e\u{301}2", "e3"]
        let first = Spelling.nearest(to: "e2", among: names, limit: 9)
        #expect(
            first.map { Array($0.unicodeScalars.map(\.value)) } == [
                [0x65, 0x33], [0x65, 0x301], [0x65, 0x301, 0x32], [0xE9, 0x32],
            ]
        )
        #expect(Spelling.nearest(to: "e2", among: Array(names.reversed()), limit: 9) == first)
        #expect(Spelling.nearest(to: "milk", among: ["mlik", "mlik", "milk2"], limit: 9) == ["milk2", "mlik"])
    }
}
