import TestSupport
import Testing

@testable import mm

@Suite struct CellWidthTests {
    @Test(arguments: [
        ("", 0), ("Milk", 4), ("caf\u{E9}", 4), ("cafe\u{301}", 4), ("\u{3A9}\u{416}\u{5D0}", 3), ("\u{AD}", 1),
        // Wide and fullwidth; halfwidth katakana.
        ("\u{65E5}\u{672C}\u{8A9E}", 6), ("\u{FF21}\u{3000}", 4), ("\u{FF76}", 1), ("\u{20000}\u{3FFFD}", 4),
        // A Hangul syllable, composed and as jamo.
        ("\u{D55C}", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
        // Marks without width: Arabic, Thai, Devanagari, and many at once.
        ("\u{628}\u{64E}", 1), ("\u{E01}\u{E34}\u{E48}", 1), ("\u{915}\u{94D}", 1),
        ("a" + String(repeating: "\u{301}", count: 40), 1),
        // New or wide since Unicode 16 and 17: a face, a trigram, a hexagram, a Tai Xuan Jing sign, an orca.
        ("\u{1FAE9}", 2), ("\u{2630}", 2), ("\u{4DC0}", 2), ("\u{1D300}", 2), ("\u{1FACD}", 2), ("\u{113BB}", 0),
        // Invisible.
        ("\u{200B}\u{200D}\u{FEFF}", 0), ("\u{7}\u{9B}", 0),
    ])
    func `a text has the width of its scalars`(text: String, cells: Int) {
        #expect(CellWidth.of(text) == cells)
    }

    @Test(arguments: [
        ("\u{1F389}", 2), ("\u{2705}", 2),
        // A heart: plain, as emoji and as text by selectors; a party popper as text.
        ("\u{2764}", 1), ("\u{2764}\u{FE0F}", 2), ("\u{2764}\u{FE0E}", 1), ("\u{1F389}\u{FE0E}", 1),
        // Flags of Germany and Scotland, a single regional indicator.
        ("\u{1F1E9}\u{1F1EA}", 2), ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2),
        ("\u{1F1E9}", 1),
        // Skin tones on a wide and on a narrow base.
        ("\u{1F44D}\u{1F3FD}", 2), ("\u{261D}\u{1F3FD}", 2),
        // A family, a woman lifting weights, a rainbow flag with and without its selector.
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", 2),
        ("\u{1F3CB}\u{1F3FD}\u{200D}\u{2640}\u{FE0F}", 2),
        ("\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}", 2), ("\u{1F3F3}\u{200D}\u{1F308}", 2),
        // Keycaps; a digit with the mark alone stays narrow.
        ("1\u{FE0F}\u{20E3}", 2), ("#\u{FE0F}\u{20E3}", 2), ("1\u{20E3}", 1),
    ])
    func `an emoji takes two cells, or one as text`(text: String, cells: Int) {
        #expect(CellWidth.of(text) == cells)
    }

    @Test func `the width of a text is the sum over its characters`() {
        let alphabet: [String] = [
            "a", " ", "1", "\u{E9}", "e\u{301}", "\u{65E5}", "\u{1F389}", "\u{2764}", "\u{FE0F}", "\u{FE0E}",
            "\u{200D}",
            "\u{1F3FD}", "\u{1F1E9}", "\u{1F468}", "\u{301}", "\u{1112}", "\u{1161}", "\u{915}", "\u{94D}", "\u{93F}",
        ]
        var random = Random(seed: 7)
        for _ in 0..<5_000 {
            let text = (0..<9).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }.joined()
            let sum = text.reduce(0) { $0 + CellWidth.of($1) }
            if CellWidth.of(text) != sum { Issue.record("\(text.unicodeScalars.map { String($0.value, radix: 16) })") }
            for cells in 0...8 where CellWidth.of(text.truncated(to: cells)) > cells {
                Issue.record("\(text.debugDescription) in \(cells) is \(text.truncated(to: cells).debugDescription)")
            }
        }
    }

    @Test(arguments: [
        ("Take vitamins", 13, "Take vitamins"), ("Take vitamins", 12, "Take vitami…"), ("Take vitamins", 6, "Take…"),
        ("Take vitamins", 1, "…"), ("Take vitamins", 0, ""), ("", 0, ""),
        ("\u{65E5}\u{672C}\u{8A9E}", 6, "\u{65E5}\u{672C}\u{8A9E}"),
        ("\u{65E5}\u{672C}\u{8A9E}", 5, "\u{65E5}\u{672C}…"),
        ("\u{65E5}\u{672C}\u{8A9E}", 4, "\u{65E5}…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}x!", 3, "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}…"),
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}x!", 2, "…"),
    ])
    func `a text is cut between characters and ends with an ellipsis`(text: String, cells: Int, expected: String) {
        #expect(Array(text.truncated(to: cells).utf8) == Array(expected.utf8))
    }

    @Test func `a text is padded to cells and never cut`() {
        #expect("ab".padded(to: 4) == "ab  ")
        #expect("\u{65E5}".padded(to: 3) == "\u{65E5} ")
        #expect("abc".padded(to: 2) == "abc")
    }

    @Test func `the ranges of the table ascend and do not overlap`() {
        for bounds in [CellWidthTable.zero, CellWidthTable.wide] {
            #expect(bounds.count % 2 == 0 && bounds.count > 200)
            #expect(
                zip(bounds, bounds.dropFirst()).enumerated().allSatisfy { $0 % 2 == 0 ? $1.0 <= $1.1 : $1.0 < $1.1 }
            )
        }
        #expect(Set(CellWidthTable.zero).isDisjoint(with: CellWidthTable.wide))
    }
}
