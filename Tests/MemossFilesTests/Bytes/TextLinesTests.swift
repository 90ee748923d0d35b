import TestSupport
import Testing

@testable import MemossFiles

@Suite struct TextLinesTests {
    /// Texts with line feeds, CR LF, and characters of one to four bytes.
    private func text(_ random: inout Random) -> [UInt8] {
        let parts = ["a", "b", "é", "日", "😀", "\n", "\r\n", "\r", " "]
        return Array((0..<random.below(12)).map { _ in parts[random.below(parts.count)] }.joined().utf8)
    }

    @Test func `UTF-16 positions match those of String`() {
        var random = Random(seed: 1)
        for _ in 0..<2_000 {
            let bytes = text(&random)
            let lines = TextLines(bytes)
            let string = String(decoding: bytes, as: UTF8.self)
            for index in string.unicodeScalars.indices + [string.endIndex] {
                let before = string.unicodeScalars[..<index]
                let position = lines.position(of: string.utf8.distance(from: string.startIndex, to: index))
                #expect(position.line == before.count { $0 == "\n" })
                let line =
                    before.lastIndex(of: "\n").map { string.unicodeScalars.index(after: $0) } ?? string.startIndex
                #expect(position.character == string.utf16.distance(from: line, to: index))
            }
        }
    }

    @Test func `a UTF-16 position maps back to its byte`() {
        var random = Random(seed: 2)
        for _ in 0..<2_000 {
            let bytes = text(&random)
            let lines = TextLines(bytes)
            for offset in 0...bytes.count where offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
                // Swift has no position between CR and LF.
                if offset > 0, offset < bytes.count, bytes[offset - 1] == 0x0D, bytes[offset] == 0x0A { continue }
                #expect(lines.offset(of: lines.position(of: offset)) == offset)
            }
        }
    }

    @Test func `a position outside the text maps to the nearest end`() {
        let lines = TextLines(Array("ab\r\nc".utf8))
        #expect(lines.offset(of: TextLines.Position(line: 0, character: 9)) == 2)
        #expect(lines.offset(of: TextLines.Position(line: 7, character: 0)) == 5)
        #expect(lines.offset(of: TextLines.Position(line: -1, character: 0)) == 0)
        #expect(lines.position(of: 99) == TextLines.Position(line: 1, character: 1))
    }

    @Test func `the changes turn one text into the other and never split a character`() throws {
        var random = Random(seed: 3)
        for _ in 0..<5_000 {
            let (old, new) = (text(&random), text(&random))
            let splices = Splice.changes(from: old, to: new)
            #expect(try SpliceSet(splices).applied(to: old) == new)
            #expect(splices.isEmpty == (old == new))
            for splice in splices {
                #expect(String(validating: splice.bytes, as: UTF8.self) != nil)
                #expect(String(validating: old[splice.range], as: UTF8.self) != nil)
            }
        }
    }
}
