import Testing

@testable import mm

@Suite struct ChipRowTests {
    private func chips(_ names: String...) -> [TagChip] { names.map { TagChip($0, color: nil) } }

    private func text(_ row: ChipRow) -> String {
        var painter = Painter(.none)
        var bytes: [UInt8] = []
        painter.append(row, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(CellWidth.of(text) == row.width)
        return text
    }

    @Test func `at most three chips are shown, and the others are counted`() {
        #expect(text(ChipRow(chips())) == "")
        #expect(text(ChipRow(chips("a", "b", "c"))) == "[a] [b] [c]")
        #expect(text(ChipRow(chips("a", "b", "c", "d", "e"))) == "[a] [b] [c] +2")
        #expect(text(ChipRow(chips("a", "b"), limit: 0)) == "+2")
    }

    @Test(arguments: [
        (17, "[Work] [Home] [x]"), (16, "[Work] [Home] +1"), (15, "[Work] +2"), (9, "[Work] +2"), (8, "+3"), (2, "+3"),
        (1, ""), (0, ""),
    ])
    func `with less room, fewer chips are shown`(cells: Int, expected: String) {
        #expect(text(ChipRow(chips("Work", "Home", "x"), cells: cells)) == expected)
    }

    @Test(arguments: [(17, "[Shopping li…] +1"), (12, "[Shoppi…] +1"), (9, "[Sho…] +1"), (8, "+2")])
    func `a first name that is too long is cut, not dropped`(cells: Int, expected: String) {
        #expect(text(ChipRow(chips("Shopping list", "b"), cells: cells)) == expected)
    }

    @Test func `one long name does not displace the others`() {
        let long = String(repeating: "x", count: 100)
        #expect(text(ChipRow(chips(long, "b"), cells: 40)) == "[" + String(repeating: "x", count: 33) + "…] [b]")
        let both = ChipRow(chips(long, long), cells: 40)
        #expect(text(both) == "[" + String(repeating: "x", count: 21) + "…] +1")
        // Where all fit, as in a pipe, nothing is cut (#14).
        #expect(text(ChipRow(chips(long, "b"))) == "[\(long)] [b]")
        #expect(text(ChipRow(chips(long, "b"), cells: 106)) == "[\(long)] [b]")
    }

    @Test func `all chips wrap to the width`() {
        let rows = ChipRow.wrapped(chips("Work", "Home", "\u{65E5}\u{672C}", "x"), cells: 13)
        #expect(rows.map(text) == ["[Work] [Home]", "[\u{65E5}\u{672C}] [x]"])
        #expect(ChipRow.wrapped(chips("Work", "Home"), cells: 12).map(text) == ["[Work]", "[Home]"])
        #expect(ChipRow.wrapped(chips("Work", "Home"), cells: 5).map(text) == ["[Wo…]", "[Ho…]"])
        #expect(ChipRow.wrapped(chips("Work", "Home"), cells: nil).map(text) == ["[Work] [Home]"])
        #expect(ChipRow.wrapped([], cells: 10).isEmpty)
    }
}
