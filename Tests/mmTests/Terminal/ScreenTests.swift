import TestSupport
import Testing

@testable import mm

@Suite struct ScreenTests {
    private static let pieces = [
        "a", "bc", " ", "é", "漢", "👍", "e\u{301}", "\u{1B}[1;31mred\u{1B}[0m", "\u{1B}[7m x \u{1B}[0m", "…", "-----",
    ]

    private func frame(_ random: inout Random, width: Int, height: Int) -> Frame {
        var text = ""
        let count = Int(random.next() % UInt64(height)) + 1
        for _ in 0..<count {
            for _ in 0..<(random.next() % 8) { text += Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }
            text += "\n"
        }
        let cursor = Frame.Place(line: Int(random.next() % UInt64(count)), column: Int(random.next() % UInt64(width)))
        return Frame(Array(text.utf8), width: width, cursor: random.next() % 3 == 0 ? nil : cursor)
    }

    private func expect(_ model: TerminalModel, shows frame: Frame, from first: Int) {
        for (index, cells) in frame.lines.enumerated() where first + index >= 0 {
            let rest = model.width - cells.count
            #expect(model.cells[first + index] == cells.map(\.text) + Array(repeating: " ", count: rest))
            for (cell, style) in zip(cells, model.styles[first + index]) {
                // A blank does not show the colour of letters.
                #expect(style == cell.style || cell.text == " " && !(style + cell.style).contains("7"))
            }
        }
        for line in max(0, first + frame.lines.count)..<model.height {
            #expect(model.cells[line].allSatisfy { $0 == " " })
        }
        #expect(model.isCursorShown == (frame.cursor != nil))
        if let cursor = frame.cursor { #expect((model.line, model.column) == (first + cursor.line, cursor.column)) }
        #expect(model.unknown == [])
    }

    @Test func `after any frames, a terminal shows the last one on its whole screen`() {
        var random = Random(seed: 77)
        for _ in 0..<60 {
            var model = TerminalModel(width: 24, height: 8)
            var screen = Screen(hasMouse: true)
            model.write(screen.start)
            #expect(model.isAlternate && model.pastesAreMarked && model.clicksAreReported)
            for _ in 0..<12 {
                let frame = frame(&random, width: 24, height: 8)
                model.write(screen.show(frame))
                expect(model, shows: frame, from: 0)
            }
            model.write(screen.end())
            #expect(!model.isAlternate && model.isCursorShown && !model.pastesAreMarked && !model.clicksAreReported)
        }
    }

    @Test func `lines that scroll are moved, and a step costs little`() {
        var random = Random(seed: 99)
        for _ in 0..<40 {
            let all = (0..<60).map { _ in frame(&random, width: 24, height: 1).lines.first ?? [] }
            var model = TerminalModel(width: 24, height: 16)
            var screen = Screen()
            model.write(screen.start)
            var top = 20
            for step in 0..<20 {
                top = max(0, min(top + Int(random.next() % 9) - 4, 40))
                // Lines above and below the list stay.
                let title = Frame(Array("\u{1B}[1mtitle\u{1B}[0m\n".utf8), width: 24).lines
                let shown = Frame(title + all[top..<(top + 13)] + [[]] + title, cursor: nil)
                model.write(screen.show(shown))
                expect(model, shows: shown, from: 0)
                #expect(model.scrolled == 0, "step \(step)")
            }
        }
        let long = (0..<40).map {
            Frame(Array("\(1_000 + $0) is one of the lines of a list\n".utf8), width: 60).lines[0]
        }
        var screen = Screen()
        _ = screen.show(Frame(Array(long[0..<20])))
        #expect(screen.show(Frame(Array(long[1..<21]))).count < 100)
    }

    @Test func `after a wide letter, the cells that stay are passed over exactly`() {
        for (old, new) in [("漢", "字"), ("a👍", "b💊"), ("👍👍", "💊💊"), ("漢漢漢漢", "字字字字"), ("a漢", "漢a")] {
            for gap in 0..<12 {
                let blanks = String(repeating: " ", count: gap)
                var screen = Screen()
                var model = TerminalModel(width: 40, height: 2)
                model.write(screen.start)
                for text in ["x\(old)\(blanks)3 days ago", "y\(new)\(blanks)yesterday\u{1B}[31m ago\u{1B}[0m"] {
                    let frame = Frame(Array((text + "\nend\n").utf8), width: 40)
                    model.write(screen.show(frame))
                    expect(model, shows: frame, from: 0)
                }
            }
        }
    }

    /// Some terminals give these emoji four cells, so that the rest of a full line would run over the edge.
    @Test(arguments: ["👍🏾", "👩🏽‍🏫", "❤️"])
    func `what stands behind an emoji of uncertain width is placed by column`(emoji: String) {
        var screen = Screen()
        let text = "ab\(emoji)" + String(repeating: "x", count: 34)
        let bytes = String(decoding: screen.show(Frame(Array((text + "\nend\n").utf8), width: 40)), as: UTF8.self)
        #expect(bytes.contains("ab\(emoji)\u{1B}[;5Hxxx"), "\(bytes.debugDescription)")
    }

    @Test func `cells that stay are passed over`() {
        var screen = Screen()
        func line(_ start: String, _ end: String) -> Frame {
            Frame(Array((start + String(repeating: "漢字 and more ", count: 4) + end + "\n").utf8), width: 90)
        }
        _ = screen.show(line("a", "z"))
        #expect(screen.show(line("b", "y")).count < 50)
    }

    @Test func `only what differs is written`() {
        var screen = Screen()
        let old = Frame(Array("one two three\nfour\n".utf8), width: 40)
        let new = Frame(Array("one 2wo three\nfour\n".utf8), width: 40)
        _ = screen.show(old)
        #expect(screen.show(old) == [])
        let written = String(decoding: screen.show(new), as: UTF8.self)
        #expect(written == "\u{1B}[?25l\u{1B}[;5H2")
    }

    @Test func `a line is cut at the width, and never within a wide letter`() {
        #expect(Frame(Array("ab漢字\n".utf8), width: 5).text == "ab漢\n")
        #expect(Frame(Array("abc".utf8), width: 0).text == "\n")
    }
}
