import TestSupport
import Testing

@testable import mm

@Suite struct KeyDecoderTests {
    /// All keys of a text, at the end of which an Escape counts as one.
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.decode(text.utf8) + decoder.flush()
    }

    @Test func `letters, control characters and escape sequences are keys`() {
        #expect(keys("aé👍") == [.character("a"), .character("é"), .character("👍")])
        #expect(
            keys("\r\n\t\u{7F}\u{08}\u{03}\u{1F}") == [
                .enter, .enter, .tab, .backspace, .backspace, .control("c"), .control("_"),
            ]
        )
        #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[1;2C\u{1B}[D\u{1B}[Z") == [.up, .down, .right, .left, .backTab])
        #expect(keys("\u{1B}[1;5C\u{1B}[1;3D\u{1B}[1;3C\u{1B}[1;5D") == [.wordRight, .wordLeft, .wordRight, .wordLeft])
        #expect(keys("\u{1B}[H\u{1B}[4~\u{1B}[3~\u{1B}[5~\u{1B}[6~") == [.home, .end, .delete, .pageUp, .pageDown])
        #expect(keys("\u{1B}x\u{1B}\u{1B}") == [.alt("x"), .escape, .escape])
        #expect(keys("\u{1B}\u{7F}\u{1B}O") == [.alt("\u{7F}"), .alt("O")])
        #expect(keys("\u{1B}\u{1B}[D") == [.left])
    }

    @Test func `unknown sequences are swallowed whole`() {
        #expect(keys("\u{1B}[?1;2cq\u{1B}[200;1R\u{1B}OP\u{1B}[<35;1;1mz") == [.character("q"), .character("z")])
        #expect(keys("\u{1B}\r\u{1B}]11;rgb:ff/ff/ff\u{1B}\\q\u{1B}]0;x\u{07}z") == [.character("q"), .character("z")])
    }

    @Test func `a paste whose end is lost ends after a while`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~abc".utf8) == [])
        #expect(decoder.patience == 3_000)
        #expect(decoder.flush() == [.paste("abc")])
        #expect(decoder.decode("\u{1B}".utf8) + decoder.flush() == [.escape])
    }

    @Test func `a report of the mouse is noticed, also one that is discarded`() {
        for (input, kept) in [
            ("", ""), ("ls\r", "ls\r"), ("\u{1B}[<65;24;9M\u{1B}[<65;24;9M", ""),
            ("\u{1B}[<0;1;1Mls\u{1B}[<0;1;1m\r", "ls\r"),
            ("\u{1B}[A", "\u{1B}[A"), ("\u{1B}[<0;1", "\u{1B}[<0;1"), ("\u{1B}[<x;1M", "\u{1B}[<x;1M"),
        ] {
            #expect(KeyDecoder.withoutMouse(Array(input.utf8)) == Array(kept.utf8))
        }
        for (text, hasMouse) in [
            ("q", false), ("\u{1B}[A", false), ("\u{1B}[<0;10;3m", true), ("\u{1B}[<0;1;3Mq", true),
        ] {
            var decoder = KeyDecoder()
            _ = decoder.decode(text.utf8)
            #expect(decoder.hasMouse == hasMouse)
        }
    }

    @Test func `a press of the left button is a click`() {
        #expect(keys("\u{1B}[<0;10;3M\u{1B}[<0;10;3m\u{1B}[<2;1;1M") == [.click(column: 9, row: 2)])
    }

    @Test func `pasted text is one key, whatever it contains`() {
        #expect(keys("\u{1B}[200~a\nb\u{1B}[A\u{03}\u{1B}[201~c") == [.paste("a\nb\u{1B}[A\u{03}"), .character("c")])
    }

    @Test func `bytes that are not UTF-8 are replaced, and the next key is intact`() {
        var decoder = KeyDecoder()
        #expect(
            decoder.decode([0xFF, 0x61, 0xC3, 0x28, 0x80]) == [
                .character("\u{FFFD}"), .character("a"), .character("\u{FFFD}"), .character("("),
                .character("\u{FFFD}"),
            ]
        )
    }

    @Test func `a lone Escape is a key once nothing follows it`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.patience == 100)
        #expect(decoder.flush() == [.escape])
        #expect(decoder.patience == nil)
        #expect(decoder.decode([0x1B]) == [] && decoder.decode([0x5B, 0x41]) == [.up])
    }

    @Test func `the keys do not depend on where reads end`() {
        let text = "a\u{1B}[Aé👍\u{1B}[200~x\u{1B}[201y\u{1B}[201~\u{1B}[1;5Dz\u{1B}[<0;1;2M\u{1B}qü"
        let whole = keys(text)
        let bytes = Array(text.utf8)
        var random = Random(seed: 3)
        for _ in 0..<500 {
            var decoder = KeyDecoder()
            var found: [Key] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int(random.next() % 4) + 1
                found += decoder.decode(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(found == whole)
        }
    }

    @Test func `random bytes never trap, and at most a pending sequence remains`() {
        var random = Random(seed: 9)
        let pieces: [UInt8] = [
            0x1B, 0x5B, 0x4F, 0x3C, 0x30, 0x31, 0x32, 0x3B, 0x7E, 0x4D, 0x41, 0xC3, 0xA9, 0xF0, 0x00,
        ]
        for _ in 0..<2_000 {
            var decoder = KeyDecoder()
            let bytes = (0..<40).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
            _ = decoder.decode(bytes)
            _ = decoder.flush()
        }
    }
}
