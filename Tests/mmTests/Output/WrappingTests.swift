import TestSupport
import Testing

@testable import mm

@Suite struct WrappingTests {
    @Test func `text that fits, or has no width, stays one line`() {
        #expect("a  b c ".wrapped(to: nil) == ["a  b c "])
        #expect("a  b c ".wrapped(to: 7) == ["a  b c "])
        #expect("".wrapped(to: 1, after: 9) == [""])
    }

    @Test func `lines are broken at blanks, and the first has less room`() {
        #expect("one two three four".wrapped(to: 9, after: 4, indent: 2) == ["one", "two", "three", "four"])
        #expect("one two three four".wrapped(to: 10, indent: 2) == ["one two", "three", "four"])
        #expect("a1b2  Milk  (home/milk.md)".wrapped(to: 17, indent: 2) == ["a1b2  Milk", "(home/milk.md)"])
    }

    @Test func `a path is never broken and gets its own line`() {
        let path = "/a/very/long/way/to/the/file.md"
        #expect("kept in \(path): nothing".wrapped(to: 12, indent: 2) == ["kept in", "\(path):", "nothing"])
        #expect("\(path) x".wrapped(to: 12, after: 4, indent: 2) == ["\(path)", "x"])
    }

    @Test func `a first word that only fits on the next line begins there`() {
        #expect("/long/path is missing".wrapped(to: 14, after: 9, indent: 2) == ["", "/long/path", "is missing"])
        #expect("/long/path is".wrapped(to: 11, after: 9, indent: 2) == ["/long/path", "is"])
        #expect("/long/path is".wrapped(to: 11, after: 2, indent: 2) == ["/long/path", "is"])
    }

    @Test func `cells are counted, not characters`() {
        #expect("牛乳 牛乳 牛乳".wrapped(to: 9) == ["牛乳 牛乳", "牛乳"])
        #expect("e\u{301}e\u{301} e\u{301}e\u{301}".wrapped(to: 5) == ["e\u{301}e\u{301} e\u{301}e\u{301}"])
    }

    @Test func `no word is lost, changed or broken, and no line with more than one word is too long`() {
        var random = Random(seed: 60)
        for _ in 0..<2_000 {
            var words: [String] = []
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let letter = ["a", "é", "牛", "-", "/"][Int.random(in: 0...4, using: &random)]
                words.append(String(repeating: letter, count: Int.random(in: 1...15, using: &random)))
            }
            let cells = Int.random(in: 4...30, using: &random)
            let used = Int.random(in: 0...8, using: &random)
            let indent = Int.random(in: 0...3, using: &random)
            let lines = words.joined(separator: " ").wrapped(to: cells, after: used, indent: indent)
            #expect(lines.flatMap { $0.split(separator: " ").map(String.init) } == words)
            for (index, line) in lines.enumerated() {
                let isTooLong = CellWidth.of(line) + (index == 0 ? used : indent) > cells
                let hasRoomBelow = indent < used && CellWidth.of(line) + indent <= cells
                #expect(line.isEmpty || !isTooLong || !line.contains(" ") && !(index == 0 && hasRoomBelow))
            }
        }
    }

    @Test func `messages are wrapped on a terminal and not in a pipe`() throws {
        let stage = try TranscriptStage.with("sample")
        let command = "COLUMNS=40 mm --color never set dentist scheduled 2026-02-30"
        let piped = try stage.run(command + " 2>&1 | cat")
        let text = piped.joined(separator: " ")
        let seen = try stage.runOnTerminal(command).output
        let lines = String(decoding: seen, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(piped.count == 3 && lines.count > piped.count && lines.allSatisfy { $0.count <= 40 }, "\(lines)")
        let words = { (text: String) in text.split(separator: " ").map(String.init) }
        #expect(lines.flatMap(words) == words(text), "\(lines) \(piped)")
    }

    @Test func `a blank follows a wrapped question`() throws {
        let stage = try TranscriptStage.with("sample")
        for cells in [20, 40, 200] {
            let seen = try stage.runOnTerminal("COLUMNS=\(cells) mm --color never delete dentist").output
            #expect(String(decoding: seen, as: UTF8.self).contains("[y/N] nothing was changed"), "\(seen)")
        }
    }

    @Test func `a label with no room for a word beside it has no trailing blank`() throws {
        let stage = try TranscriptStage.with("empty")
        let seen = try stage.runOnTerminal("COLUMNS=30 mm --color never -C abcdefghijklmnopqrstuvwxyz list").output
        #expect(String(decoding: seen, as: UTF8.self).hasPrefix("mm:\n  abcdefghijklmnopqrstuvwxyz:\n"), "\(seen)")
        _ = try stage.run("mm init -q .; echo '---\ntags: 5\ntimezone: Nowhere\n---' > abcdefghij.md")
        let checked = try stage.runOnTerminal("COLUMNS=26 mm --color never check").output
        let lines = String(decoding: checked, as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 3 && lines.allSatisfy { $0.last != " " }, "\(lines)")
    }
}
