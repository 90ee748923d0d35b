import TestSupport
import Testing

@testable import MemossFiles

@Suite struct CaptureListTests {
    private func texts(_ text: String) -> [String] { CaptureList(parsing: [UInt8](text.utf8)).lines.map(\.text) }

    @Test func `blank lines and bullets are ignored`() {
        let text =
            "- Milk\r\n\n  * Bread\n+ Cheese\n• Wine\n- [ ] Eggs\n-Salt\n-- @bob\n[x] Box\n[ ] Jam\n☐ Tea\n☑ Salt\n– Oil\n- [link] Read"
        let expected = [
            "Milk", "Bread", "Cheese", "Wine", "Eggs", "-Salt", "-- @bob", "Jam", "Tea", "Oil", "[link] Read",
        ]
        #expect(texts(text) == expected)
        #expect(texts("\u{FEFF}- Milk") == ["Milk"] && texts("").isEmpty && texts("- \n-\n- [ ]\n \n").isEmpty)
    }

    @Test func `numbers are removed where they number a list`() {
        #expect(
            texts("1. Milk\n2) [ ] Bread\n\n3.\tEggs\n4 Ham\n3. Advent") == [
                "Milk", "Bread", "Eggs", "4 Ham", "Advent",
            ]
        )
        #expect(texts("1. A\n1. B\n# More\n2. C\n1. D") == ["A", "B", "C", "D"])
        #expect(texts("3. Advent\n2027. Was it?\n1.5 l milk\n1.") == ["3. Advent", "2027. Was it?", "1.5 l milk"])
    }

    @Test func `headings and horizontal lines are skipped, and reported by number`() {
        let text = "# Shopping\nMilk\n---\n###### x\n* * *\n=====\n#\n#42 fix\n####### seven\n--\n- - x"
        let list = CaptureList(parsing: [UInt8](text.utf8))
        #expect(list.headings == [1, 3, 4, 5, 6, 7])
        #expect(list.lines.map(\.text) == ["Milk", "#42 fix", "####### seven", "--", "- x"])
    }

    @Test func `ticked and invalid lines are reported by number`() {
        let list = CaptureList(parsing: [UInt8]("a\n- [x] b\n\n* [X] c\n".utf8) + [0xFF, 0x0A] + [UInt8]("d".utf8))
        #expect(list.ticked == [2, 4] && list.unreadable == [5])
        #expect(list.lines.map(\.number) == [1, 6])
    }
}
