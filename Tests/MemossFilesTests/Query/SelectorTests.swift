import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

/// Which words select which titles (issue 33: `done all` completed *call mum*).
@Suite struct SelectorTests {
    private static let titles = [
        "Call mum", "Renew policy 2027", "Buy oats", "Read 20 pages", "Eggs, bread", "Reading club",
        "Paint 3.5 m² at 10:05",
        "Pay tax for 2027-01-15", "Step 2", "Wi-Fi router", "Müller anrufen", "Straße fegen", "牛乳を買う", "Öl nachfüllen",
        "🎂 Ann", "Feed the cat's kitten", "C++ course", "Plan Q4/2028", "Meet Δέσποινα", "Dr. O'Neill (paid)", "ซื้อนม",
        "Don't wait", "À l’école",
    ]

    private static func folder(_ titles: [String] = titles) throws -> Folder {
        let files = titles.enumerated().map { ("\($0 + 100).x.md", "title: '\($1.replacing("'", with: "''"))'") }
        return try Folder(Dictionary(uniqueKeysWithValues: files))
    }

    @Test(
        arguments: [
            // Never the middle or the end of a word, and from three letters on its beginning.
            ("all", nil), ("at", "Paint 3.5 m² at 10:05"), ("ats", nil), ("oats", "Buy oats"), ("oat", "Buy oats"),
            ("oa", nil), ("BUY", "Buy oats"), ("mu", nil), ("mum", "Call mum"), ("call mum", "Call mum"),
            ("cal mum", "Call mum"), ("ca mum", nil), ("all mum", nil), ("olicy", nil), ("pol", "Renew policy 2027"),
            // Whole words win over beginnings.
            ("read", "Read 20 pages"), ("readi", "Reading club"), ("rea", nil), ("rea club", "Reading club"),
            ("cat", "Feed the cat's kitten"), ("ca", nil), ("kitten", "Feed the cat's kitten"),
            ("cat's", "Feed the cat's kitten"),
            ("cats", "Feed the cat's kitten"), ("bread", "Eggs, bread"), ("eggs,bread", nil),
            // Digits are a whole number, and not part of a longer one.
            ("2", "Step 2"), ("20", "Read 20 pages"), ("2027", "Renew policy 2027"), ("202", nil), ("7", nil),
            ("5", nil),
            ("3", nil), ("3.5", "Paint 3.5 m² at 10:05"), ("35", nil), ("05", nil), ("10", nil), ("01", nil),
            ("15", nil),
            ("10:05", "Paint 3.5 m² at 10:05"), ("1005", nil), ("2027-01-15", "Pay tax for 2027-01-15"),
            ("20270115", nil),
            ("2028", nil), ("4", nil), ("q4 2028", nil), ("q4/2028", "Plan Q4/2028"), ("q4", "Plan Q4/2028"),
            ("policy 2027", "Renew policy 2027"),
            ("policy 202", nil), ("policy 7", nil), ("2 step", "Step 2"),
            // Case, canonical equivalence and diacritics.
            ("muller", "Müller anrufen"), ("MÜL", "Müller anrufen"), ("u\u{308}ller", nil), ("uller", nil),
            ("mu\u{308}ller", "Müller anrufen"), ("öl", "Öl nachfüllen"), ("ol", "Öl nachfüllen"), ("ö", nil),
            ("strasse", "Straße fegen"), ("δέσποινα", "Meet Δέσποινα"), ("ΔΈΣ", "Meet Δέσποινα"), ("δέ", nil),
            ("έσποινα", nil), ("nachf", "Öl nachfüllen"), ("füllen", nil),
            // The terms of a query are none.
            ("+mum", nil), ("-+mum", nil), ("(+mum)", nil), ("#mum", nil), ("@mum", nil),
            // What an apostrophe has left of a word is none.
            ("t", nil), ("s", nil), ("o", nil), ("l", nil), ("don't", "Don't wait"), ("dont", "Don't wait"),
            ("don", "Don't wait"), ("école", "À l’école"), ("ecole", "À l’école"), ("l'école", "À l’école"),
            // Punctuation and symbols.
            ("wifi", "Wi-Fi router"), ("wi-fi", "Wi-Fi router"), ("fi", "Wi-Fi router"), ("-", nil), ("🎂", "🎂 Ann"),
            ("c++", "C++ course"), ("(paid)", "Dr. O'Neill (paid)"), ("oneill", "Dr. O'Neill (paid)"),
            ("neill", "Dr. O'Neill (paid)"),
            // Scripts without blanks have no words to begin.
            ("牛乳", "牛乳を買う"), ("買う", "牛乳を買う"), ("นม", "ซื้อนม"), ("買乳", nil),
        ] as [(String, String?)]
    )
    func `a word is a whole word of a title or its beginning`(text: String, title: String?) throws {
        let snapshot = try Self.folder().snapshot
        let found = try? Selector(text.split(separator: " ").map(String.init)).resolve(in: snapshot, from: "")
        #expect(found?.title == title, "\(text)")
        #expect((try? Selector([text]).resolve(in: snapshot, from: ""))?.title == title, "'\(text)' in quotes")
    }

    /// The rule, written once more for titles of small letters.
    @Test(arguments: 0..<40)
    func `among random titles, words select what the rule says`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let letters = ["a", "b", "ab"]
        func word() -> String {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in letters.randomElement(using: &random)! }.joined()
        }
        let titles = (0..<6).map { _ in (0..<3).map { _ in word() }.joined(separator: " ") }
        let snapshot = try Self.folder(titles).snapshot
        for _ in 0..<60 {
            let sought = (0..<Int.random(in: 1...2, using: &random)).map { _ in word() }
            if titles.contains(sought.joined(separator: " ")) { continue }
            let words = titles.map { $0.split(separator: " ").map(String.init) }
            let whole = titles.indices.filter { title in sought.allSatisfy(words[title].contains) }
            let begun = titles.indices.filter { title in
                sought.allSatisfy { word in
                    words[title].contains { $0 == word || word.count > 2 && $0.hasPrefix(word) }
                }
            }
            let expected = (whole.isEmpty ? begun : whole).map { titles[$0] }.sorted()
            let found = Selector(sought).candidates(in: snapshot, from: "").map(\.title).sorted()
            #expect(found == expected, "\(sought) in \(titles)")
        }
    }

    @Test func `a number that several titles have selects none of them, whatever is open`() throws {
        let folder = try Folder([
            "a.md": "title: Read 20 pages", "b.md": "title: Buy 20 eggs\ncompleted: true", "c.md": "title: Run 5 km",
        ])
        func found(_ words: String...) -> String? {
            try? Selector(words, preferring: .open).resolve(in: folder.snapshot, from: "").path
        }
        #expect(found("20") == nil && found("5") == "c.md" && found("read", "20") == "a.md" && found("20", "5") == nil)
    }

    @Test func `the closest title is found even if it is completed, so that a repeated command meets it again`() throws
    {
        let folder = try Folder(["a.md": "title: Read mail\ncompleted: true", "b.md": "title: Reading club"])
        let found = try Selector(["read"], preferring: .open).resolve(in: folder.snapshot, from: "")
        #expect(found.path == "a.md")
    }

    @Test func `handles, ids, paths and names of files precede words`() throws {
        let folder = try Folder([
            "2027.md": "title: X", "b.md": "title: Renew 2027\nid: 12345678", "c.md": "title: Pay 12345678 and 1234",
            "call.md": "title: Y", "d.md": "title: Call mum", "broken.md": "title: [", "e.md": "title: A broken lamp",
        ])
        for (word, path) in [
            ("2027", "2027.md"), ("1234", "b.md"), ("call", "call.md"), ("d.md", "d.md"), ("mum", "d.md"),
        ] {
            #expect(try Selector([word]).resolve(in: folder.snapshot, from: "").path == path)
        }
        #expect(throws: MemossError.self) { try Selector(["broken"]).resolve(in: folder.snapshot, from: "") }
    }

    @Test func `if nothing matches, a title that has the letters inside a word is suggested`() throws {
        let error = #expect(throws: MemossError.self) {
            try Selector(["all"]).resolve(in: Self.folder().snapshot, from: "")
        }
        #expect(error?.kind == .notFound && error?.hints == ["did you mean 'Call mum'?"])
    }
}
