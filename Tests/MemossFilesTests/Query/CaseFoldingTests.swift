import Testing

@testable import MemossFiles
@testable import Text

/// Full case folding (`CaseFolding.txt`, C and F).
@Suite struct CaseFoldingTests {
    @Test func `letters are folded as they are for suggestions of tags`() {
        for value in [UInt32(0xC0)...0x24F, 0x300...0x36F, 0x1E00...0x1EFF].joined() {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic || value >= 0x300,
                value < 0x370 || value > 0x1DFF
            else { continue }
            let text = "x" + String(scalar) + "y"
            let folded = Array(text.utf8).withUnsafeBufferPointer { BaseLetters.folded($0) }
            let letters = NaturalOrder.baseLetters(of: text)
            guard letters.utf8.count <= 4, letters.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
            #expect(String(decoding: folded, as: UTF8.self) == letters, "\(text)")
        }
    }

    @Test func `upper case and lower case of every letter fold alike, and folding twice changes nothing`() {
        var wrong: [String] = []
        for scalar in (UInt32(0)...0x1FFFF).lazy.compactMap(Unicode.Scalar.init) {
            let properties = scalar.properties
            guard properties.changesWhenCaseMapped || properties.changesWhenCaseFolded else { continue }
            // The dotless i is the only letter whose upper case is that of another.
            guard scalar != "ı" else { continue }
            let folded = CaseFolding.folded(String(scalar))
            let others = [
                properties.uppercaseMapping, properties.lowercaseMapping, properties.titlecaseMapping, folded,
            ]
            for other in others where CaseFolding.folded(other) != folded { wrong.append("\(scalar) \(other)") }
        }
        #expect(wrong == [])
    }

    @Test func `a text that no folding changes stays as it is`() {
        for text in ["", "plain", "日本語", "élan", "привет", "ı", "🎉", "e\u{301}"] {
            #expect(CaseFolding.folded(text).utf8.elementsEqual(text.utf8), "\(text)")
        }
    }

    private static let alike = [
        ["Straße", "STRASSE", "straẞe", "strasse", "STRAßE"], ["Εργασίες", "ΕΡΓΑΣΊΕΣ", "εργασίεσ", "ΕΡΓΑΣΙ\u{301}ΕΣ"],
        ["oﬃce", "OFFICE", "office", "OﬃCE"], ["İstanbul", "i\u{307}stanbul", "I\u{307}STANBUL"], ["ŉ", "ʼn", "ʼN"],
        ["և", "եւ", "ԵՒ"], ["ſet", "SET", "set"], ["K", "\u{212A}", "k"], ["µ", "μ", "Μ"], ["Ꭰ", "ꭰ"],
        ["ᾳ", "αι", "ΑΙ"],
        ["ǆ", "ǅ", "Ǆ"], ["ΐ", "Ϊ\u{301}"], ["\u{1F88}", "ἀι", "ἈΙ"], ["Home", "home", "HOME"],
    ]

    @Test(arguments: alike)
    func `texts that fold alike are one tag, one key, one title to type, and find each other`(texts: [String]) throws {
        let files = texts.enumerated().map { number, text in
            ("\(number + 100).x.md", "title: \(text)\ntags: [\"\(text)\"]\nscheduled: 2026-12-01")
        }
        let folder = try Folder(Dictionary(uniqueKeysWithValues: files))
        for text in texts {
            for other in texts {
                #expect(TagName(text) == TagName(other), "\(text) \(other)")
                #expect(TagName(text).hashValue == TagName(other).hashValue, "\(text) \(other)")
                #expect(FoldedText(text).equals(other), "\(text) \(other)")
                if texts[0] != "K" { #expect(TextSearch.finds(other, text), "\(text) in \(other)") }
                #expect(TextSearch.begins("\(text)/a.md", with: "\(other)/"), "\(text) \(other)")
            }
            let found = Selector([text]).candidates(in: folder.snapshot, from: "")
            #expect(found.count == texts.count, "\(text)")
            let index = TagIndex(folder.snapshot.reminders, registry: TagRegistry())
            #expect(index.carriers(of: TagName(text)).count == texts.count, "\(text)")
        }
    }

    @Test(arguments: [false, true])
    func `a path that is typed or linked in one Unicode form finds the file in the other`(isLong: Bool) throws {
        let (short, long) = ("r\u{e9}union", "re\u{301}union")
        let (stored, typed) = isLong ? (long, short) : (short, long)
        let folder = try Folder(["sub/\(stored).md": "title: Team", "a.md": "title: Other"])
        let found = Selector(["sub/\(typed).md"]).candidates(in: folder.snapshot, from: "")
        #expect(found.map { Array($0.path.utf8) } == [Array("sub/\(stored).md".utf8)])
        #expect(folder.snapshot.place(of: "sub/reunion.md") == nil)
        // Both exist: each is the one that is named.
        let both = Snapshot([Reminder(path: "\(short).md", title: "S"), Reminder(path: "\(long).md", title: "L")])
        #expect(both.place(of: "\(typed).md").map { Array($0.utf8) } == Array("\(typed).md".utf8))
    }

    @Test func `letters that only look alike stay apart`() {
        for (one, other) in [("ı", "i"), ("é", "e"), ("ø", "o"), ("ss", "s"), ("σ", "o"), ("İ", "i")] {
            #expect(TagName(one) != TagName(other))
            #expect(!FoldedText(one).equals(other) && !FoldedText(other).equals(one))
        }
    }
}
