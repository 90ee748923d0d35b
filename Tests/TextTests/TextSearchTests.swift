import TestSupport
import Testing

@testable import Text

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

    @Test(arguments: [
        ("muller", "Müller"), ("muller", "Mu\u{308}LLER"), ("cafe", "le Café"), ("strasse", "Straße"), ("s", "ß"),
        ("oeuvre", "Œuvre"), ("lodz", "Łódź"), ("viet nam", "Việt Nam"), ("o", "ø"), ("ano", "año"),
        ("e-mail", "É-mail"),
        // As the root collation of Unicode compares letters first.
        ("οδηγιες", "Οδηγίες"), ("ΟΔΗΓΙΕΣ", "οδηγι\u{301}ες"), ("ανθρωπος", "ἄνθρωπος"), ("черный", "Чёрный чай"),
        ("черный", "Че\u{308}рны\u{438}\u{306}"), ("замок", "за\u{301}мок"), ("украіна", "Україна"),
        ("شكر", "شُكْر"), ("שלום", "שָׁלוֹם"), ("straße cafe", "Straße Café"),
        // Points of Hebrew and Arabic are ignored on both sides.
        ("شُكْر", "شكر"), ("שָׁלוֹם", "שלום"), ("شُكْر", "شَكَر"), ("كِتَاب", "في كتاب"),
    ]) func `a text without diacritics is found where the letters have them`(sought: String, text: String) {
        #expect(TextSearch.finds(text, sought))
        #expect(TextSearch.occurrences(of: sought, in: text).count == 1)
    }

    @Test func `canonically equal texts have the same letters, and marks that make another letter stay`() {
        for (one, other) in [
            ("ά", "α\u{301}"), ("ΰ", "υ\u{308}\u{301}"), ("ᾧ", "ω\u{314}\u{342}\u{345}"), ("ё", "е\u{308}"),
            ("й", "и\u{306}"), ("Й", "И\u{306}"), ("ў", "у\u{306}"), ("é", "e\u{301}"), ("ǖ", "u\u{308}\u{304}"),
        ] {
            #expect(
                BaseLetters.plain(one).unicodeScalars.elementsEqual(BaseLetters.plain(other).unicodeScalars),
                "\(one)"
            )
        }
        for value in [UInt32(0x370)...0x52F, 0x1F00...0x1FFF].joined() {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
            // The same in either case, and nothing more to take away.
            let plain = BaseLetters.plain(String(scalar))
            #expect(BaseLetters.plain(plain) == plain && plain.unicodeScalars.count <= 3)
            #expect(BaseLetters.plain(CaseFolding.folded(String(scalar))) == plain, "\(scalar)")
        }
        for text in ["が", "कि", "한", "กิ", "ґ", "қ"] { #expect(BaseLetters.plain(text) == text, "\(text)") }
        #expect(!TextSearch.finds("край", "краи") && !TextSearch.finds("краи", "край"))
        #expect(!TextSearch.finds("Οδηγιες", "οδηγίες") && !TextSearch.finds("черный", "чёрный"))
        // Names are compared exactly.
        #expect(!TextSearch.contains("Οδηγίες", "οδηγιες"))
    }

    @Test func `diacritics that are typed are meant`() {
        #expect(!TextSearch.finds("Muller", "müller"))
        #expect(!TextSearch.finds("Мюллер", "muller"))
        #expect(TextSearch.finds("MU\u{308}LLER", "müller"))
        // Names of files and tags are compared exactly.
        #expect(!TextSearch.contains("Müller", "muller"))
    }

    @Test func `the range of a match has the marks of its last letter`() {
        let text = "le Cafe\u{301} x"
        let range = TextSearch.occurrences(of: "cafe", in: text).first
        #expect(range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == "Cafe\u{301}")
        #expect(TextSearch.occurrences(of: "ss", in: "ßß sS").count == 3)
    }

    @Test func `folding finds what it marks, whatever the bytes`() {
        var random = Random(seed: 8)
        let pieces = ["u", "ü", "u\u{308}", "ß", "s", "\u{301}", " ", "–", "日", "Ё", "é", "ệ", "E"]
        var found = 0
        for _ in 0..<5_000 {
            let text = (0..<random.below(12)).map { _ in random.pick(pieces) }.joined()
            var bytes = Array(text.utf8)
            if random.below(4) == 0 { bytes = random.mutate(bytes) }
            let whole = String(ordering: bytes)
            let sought = (0...random.below(2)).map { _ in random.pick(["u", "s", "e", " "]) }.joined()
            let ranges = TextSearch.occurrences(of: sought, in: whole)
            #expect(TextSearch.finds(whole, sought) == !ranges.isEmpty)
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
            #expect(ranges.allSatisfy { $0.upperBound <= whole.utf8.count })
            found += ranges.count
        }
        #expect(found > 2_000)
    }
}
