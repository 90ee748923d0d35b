import TestSupport
import Testing

@testable import Text

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

    @Test func `positions on long lines are those that counting from the start of the line gives`() {
        var random = Random(seed: 4)
        let parts = ["a", "é", "日", "😀", "bcdefghij", "\r", " "]
        for round in 0..<40 {
            // Now and then a line break, and bytes that are not UTF-8.
            var bytes: [UInt8] = []
            for _ in 0..<600 {
                let isRare = random.below(200) == 0
                if isRare { bytes += round % 4 == 0 ? [0x80, 0xBF] : [0x0D, 0x0A] }
                bytes += parts[random.below(parts.count)].utf8
            }
            let lines = TextLines(bytes, hasPositions: round % 5 > 0)
            var (line, start) = (0, 0)
            var units = [TextLines.Unit.bytes: 0, .scalars: 0, .utf16: 0]
            for offset in 0..<bytes.count {
                let byte = bytes[offset]
                if byte & 0xC0 != 0x80 {
                    for (unit, count) in units {
                        let position = TextLines.Position(line: line, character: count)
                        #expect(lines.position(of: offset, in: unit) == position)
                        let isInBreak = byte == 0x0A && offset > start && bytes[offset - 1] == 0x0D
                        if !isInBreak, round % 4 != 0 { #expect(lines.offset(of: position, in: unit) == offset) }
                    }
                    units[.scalars, default: 0] += 1
                    units[.utf16, default: 0] += byte >= 0xF0 ? 2 : 1
                }
                units[.bytes, default: 0] += 1
                if byte == 0x0A { (line, start, units) = (line + 1, offset + 1, [.bytes: 0, .scalars: 0, .utf16: 0]) }
            }
        }
    }

    @Test func `the smallest form of a replacement is that of the whole text`() throws {
        var random = Random(seed: 5)
        for _ in 0..<2_000 {
            let (old, new) = (text(&random), text(&random))
            let smallest = Splice(0..<old.count, new).smallest(in: old)
            #expect(try SpliceSet([smallest]).applied(to: old) == new)
            #expect(String(validating: smallest.bytes, as: UTF8.self) != nil)
            #expect(String(validating: old[smallest.range], as: UTF8.self) != nil)
            #expect(smallest.range.isEmpty && smallest.bytes.isEmpty == (old == new) || old != new)
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
