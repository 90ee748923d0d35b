import TestSupport
import Testing

@testable import MemossFiles

/// File names made from titles.
@Suite struct SlugTests {
    @Test(
        arguments: [
            ("Buy milk", "buy-milk"), ("  Buy   milk!  ", "buy-milk"), ("It's one word", "its-one-word"),
            ("It\u{2019}s one word", "its-one-word"), ("c# and C++", "c-and-c"), ("snake_case", "snake-case"),
            ("a--b", "a-b"), ("-x", "x"), ("--path=x", "path-x"), ("2026-11-22", "2026-11-22"), ("README", "readme"),
            // Latin letters lose their marks, composed or not.
            ("Crème brûlée", "creme-brulee"), ("Cre\u{300}me bru\u{302}le\u{301}e", "creme-brulee"),
            ("Straße, Ærø, Œuvre, Łódź, Þór, İstanbul ılık", "strasse-aero-oeuvre-lodz-thor-istanbul-ilik"),
            ("Đồng ở Hà Nội", "dong-o-ha-noi"), ("ﬁn ﬄ ǆ", "fin-ffl-dz"), ("Ｆｕｌｌ ｗｉｄｔｈ １２", "full-width-12"),
            ("Raum ٣٤", "raum-34"), ("H₂O ½ №5 Ⅷ", "h-o-5"),
            // The result is never a path, a hidden file, or an option.
            ("../../etc/passwd", "etc-passwd"), ("/etc/passwd", "etc-passwd"), (".hidden", "hidden"), ("..", ""),
            ("a\\b:c*d?e\"f<g>h|i", "a-b-c-d-e-f-g-h-i"), ("x.md", "x-md"), ("a\u{0}b\u{1B}[31mc", "a-b-31mc"),
            ("line\nbreak\ttab", "line-break-tab"),
            // Invisible characters do not separate words.
            ("pay\u{202E}pal\u{202C}", "paypal"), ("soft\u{AD}hyphen zero\u{200B}width", "softhyphen-zerowidth"),
            ("👍 done 👩‍👧", "done"), ("❤️", ""), ("宿題", ""), ("宿題 math", "math"), ("Купить молоко", ""),
            ("עברית", ""), ("   ", ""), ("", ""), ("\u{301}", ""), ("!!!", ""),
        ]
    )
    func `a title becomes letters, digits and dashes`(title: String, slug: String) {
        #expect(Slug(title).text == slug)
    }

    @Test func `a title without letters gets the name of its kind, and a Windows device name gets it as a suffix`() {
        #expect(Slug("宿題").stem(of: "reminder") == "reminder")
        #expect(Slug("…").stem(of: "note") == "note")
        for device in ["con", "PRN", "Aux", "nul", "com1", "LPT9", "com0", "n\u{FA}l"] {
            let stem = Slug(device).stem(of: "reminder")
            #expect(stem.hasSuffix("-reminder") && !stem.hasPrefix("-"))
        }
        #expect(Slug("con man").stem(of: "note") == "con-man")
        #expect(Slug("com10").stem(of: "note") == "com10")
    }

    @Test func `a long title is cut at a word`() {
        #expect(
            Slug(String(repeating: "ten-letter ", count: 9)).text == String(repeating: "ten-letter-", count: 7) + "ten"
        )
        #expect(Slug(String(repeating: "sixteen-letters0 ", count: 9)).text.utf8.count == 75)
        #expect(Slug(String(repeating: "x", count: 300)).text == String(repeating: "x", count: 80))
        #expect(Slug("short " + String(repeating: "x", count: 300)).text == "short")
        #expect(Slug(String(repeating: "ß", count: 300)).text == String(repeating: "s", count: 80))
    }

    @Test func `for any title, the name is valid on every system`() {
        var random = Random(seed: 2_026)
        let legal = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        for _ in 0..<3_000 {
            let slug = Slug(random.title()).text
            #expect(slug.utf8.allSatisfy(legal.contains) && slug.utf8.count <= 80, "\(slug)")
            #expect(!slug.hasPrefix("-") && !slug.hasSuffix("-") && !slug.contains("--"), "\(slug)")
            #expect(Slug(slug).text == slug)
        }
    }
}

extension Random {
    private static let pieces: [String] = [
        " ", "  ", "\t", ":", ": ", " #", "#", "'", "\"", "\\", "-", "- ", "?", "? ", "!", "&a", "*a", "[", "]", "{",
        "}",
        ",", "|", ">", "%", "@", "`", "~", "null", "yes", "123", "1e3", "2026-11-22", "---", "...", "<<", "=", "a",
        "Milk",
        "é", "e\u{301}", "ß", "宿題", "👩‍👧", "\u{202E}", "\u{200B}", "\u{FEFF}", "\u{A0}", "\u{1B}", "\u{7F}", "\u{80}",
        "\u{1}",
        "\u{FFFF}", "\u{FFFE}", "\u{FFFD}", "\u{10FFFF}", "\u{E000}", "../", "/", ".", "%s", "$(x)", "\u{301}",
    ]

    /// Ordinary and malicious titles.
    mutating func title() -> String { (0...below(6)).map { _ in pick(Self.pieces) }.joined() }

    mutating func bytes() -> [UInt8] {
        let pieces = ["---\n", "...\n", "\r\n", "\n", "# x\n", "text", "\u{FEFF}", "\t"]
        return (0..<below(5)).flatMap { _ in below(5) == 0 ? [UInt8(below(256))] : [UInt8](pick(pieces)) }
    }
}
