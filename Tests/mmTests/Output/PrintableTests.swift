import TestSupport
import Testing

@testable import mm

@Suite struct PrintableTests {
    @Test(arguments: [
        ("a\u{1B}[31mb", #"a\e[31mb"#), ("a\nb\tc\rd", #"a\nb\tc\rd"#), ("\u{0}\u{7}\u{7F}", #"\u{0}\u{7}\u{7F}"#),
        ("\u{85}\u{9B}31m", #"\u{85}\u{9B}31m"#),
        ("\u{202E}evil\u{202C}", #"\u{202E}evil\u{202C}"#), ("\u{2066}\u{2069}\u{61C}", #"\u{2066}\u{2069}\u{61C}"#),
        ("a\u{200E}b\u{200F}", #"a\u{200E}b\u{200F}"#),
        ("a\u{200B}b\u{AD}c\u{FEFF}", #"a\u{200B}b\u{AD}c\u{FEFF}"#),
        ("\u{2060}\u{2064}\u{3164}", #"\u{2060}\u{2064}\u{3164}"#),
        ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
        ("\u{FFF9}\u{FFFB}", #"\u{FFF9}\u{FFFB}"#),
        ("\u{E0041}\u{E01EF}", #"\u{E0041}\u{E01EF}"#), ("\u{D55C}\u{202D}", "\u{D55C}\\u{202D}"),
    ])
    func `characters that control, reorder or hide text are escaped`(text: String, expected: String) {
        #expect(Printable.line(text) == expected)
        #expect(Printable.line(Array(text.utf8)) == expected)
    }

    @Test(arguments: [
        "", "Take vitamins", #"a\b"#, "caf\u{E9} cafe\u{301}", "\u{65E5}\u{672C}\u{3000}\u{D55C}",
        "\u{5D0}\u{5B8} \u{628}\u{64E}",
        "\u{A0}\u{2009}\u{2026}\u{20AC}", "\u{E0B0}\u{F0001}",
        // Emoji: selector, joiners, keycap, skin tone, flags.
        "\u{2764}\u{FE0F}", "\u{2764}\u{FE0E}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}", "\u{1F3CB}\u{1F3FD}\u{200D}\u{2640}\u{FE0F}", "1\u{FE0F}\u{20E3}",
        "\u{1F1E9}\u{1F1EA}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        // Persian and Hindi with joiners, Mongolian and ideographs with selectors.
        "\u{645}\u{6CC}\u{200C}\u{62E}", "\u{915}\u{94D}\u{200D}\u{937}", "\u{1820}\u{180B}",
        "\u{845B}\u{E0100}\u{FA10}\u{FE00}",
    ])
    func `ordinary text stays unchanged`(text: String) {
        #expect(Array(Printable.line(text).utf8) == Array(text.utf8))
        #expect(Array(Printable.line(Array(text.utf8)).utf8) == Array(text.utf8))
    }

    @Test(arguments: [
        ("a\u{200D}b\u{200C}c", #"a\u{200D}b\u{200C}c"#), ("a\u{FE0F}", #"a\u{FE0F}"#),
        ("\u{1F389}\u{200D}\u{200D}", "\u{1F389}\u{200D}\\u{200D}"),
        ("\u{1F389}\u{FE0F}\u{FE0E}", "\u{1F389}\u{FE0F}\\u{FE0E}"),
        ("\u{1F389}\u{E0041}", "\u{1F389}\\u{E0041}"), ("\u{FE0F}\u{200D}", #"\u{FE0F}\u{200D}"#),
    ])
    func `joiners, selectors and tags without meaning are escaped`(text: String, expected: String) {
        #expect(Array(Printable.line(text).utf8) == Array(expected.utf8))
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], #"a\xFFb"#), ([0xC3], #"\xC3"#), ([0xC3, 0x28], #"\xC3("#),
            ([0x80, 0xBF], #"\x80\xBF"#),
            // Overlong, surrogate, beyond U+10FFFF, cut off.
            ([0xC0, 0xAF], #"\xC0\xAF"#), ([0xE0, 0x80, 0xAF], #"\xE0\x80\xAF"#),
            ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#),
            ([0xF4, 0x90, 0x80, 0x80], #"\xF4\x90\x80\x80"#), ([0xF0, 0x9F, 0x8E], #"\xF0\x9F\x8E"#),
            // Noncharacters are UTF-8.
            ([0xEF, 0xBF, 0xBE, 0xEF, 0xB7, 0x90], #"\u{FFFE}\u{FDD0}"#),
            ([0xE6, 0x97, 0xA5, 0xE6, 0x97], "\u{65E5}\\xE6\\x97"),
        ] as [([UInt8], String)]
    )
    func `each byte that is not UTF-8 is shown by its value`(bytes: [UInt8], expected: String) {
        #expect(Printable.line(bytes) == expected)
    }

    @Test func `a body keeps line breaks and tabs, and no other control characters`() {
        let body = "a\r\n\tb\u{1B}c\rd\n\u{202E}"
        let expected = "a\n\tb\\ec\\rd\n\\u{202E}"
        #expect(Array(Printable.text(Array(body.utf8)).utf8) == Array(expected.utf8))
    }

    @Test func `printable text stays unchanged when made printable again`() {
        var random = Random(seed: 3)
        for _ in 0..<2_000 {
            let bytes = (0..<12).map { _ in
                let byte = UInt8(truncatingIfNeeded: random.next() >> 8)
                return random.next() % 3 == 0 ? byte : byte & 0x1F | (byte & 1 == 0 ? 0x80 : 0xE0)
            }
            let once = Printable.line(bytes)
            if Printable.line(once) != once { Issue.record("\(bytes)") }
            if once.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { Issue.record("\(bytes)") }
        }
    }
}
