import TestSupport
import Testing

@testable import MemossFiles

struct NaturalOrderTests {
    @Test(
        arguments: [
            ["e", "É", "f"], ["Zoo 9", "Zoo 10"], ["a", "B", "c"], ["07", "8", "009", "10"],
            ["work", "work/a", "work2", "work10"], ["x99999999", "x999999999", "x9999999999"],
            ["cafe\u{301}", "cafetiere"],
        ]
    )
    func `names are in the order in which people look for them`(names: [String]) {
        for (index, name) in names.enumerated() {
            for (other, later) in names.enumerated() where other > index {
                #expect(NaturalOrder.precedes(name, later))
                #expect(!NaturalOrder.precedes(later, name))
            }
        }
    }

    @Test
    func `it is a strict total order of different names`() {
        var random = Random(seed: 14)
        let letters: [Character] = ["a", "A", "e", "É", "é", "0", "1", "9", "/", " ", "ß", "中"]
        var names: [String] = []
        for _ in 0..<200 {
            var name = ""
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                name.append(letters.randomElement(using: &random) ?? "a")
            }
            names.append(name)
        }
        for a in names {
            #expect(!NaturalOrder.precedes(a, a))
            for b in names where a != b { #expect(NaturalOrder.precedes(a, b) != NaturalOrder.precedes(b, a)) }
        }
        let sorted = names.sorted(by: NaturalOrder.precedes)
        for (index, a) in sorted.enumerated() {
            for b in sorted[(index + 1)...] { #expect(!NaturalOrder.precedes(b, a)) }
        }
    }
}
