import TestSupport
import Testing

@testable import LanguageServer
@testable import MemossFiles
@testable import Text

@Suite struct DocumentTextTests {
    private static let texts = ["", "a", "a\n", "\n", "é😀\r\n\r\nx", "\u{FEFF}a\nö", "a\r\n", "😀\n😀"]

    @Test(arguments: [DocumentText.Encoding.utf8, .utf16])
    func `each character boundary has a position, which gives it back`(encoding: DocumentText.Encoding) {
        for text in Self.texts {
            let document = DocumentText(Array(text.utf8), encoding)
            for offset in 0...document.bytes.count {
                let isInside = offset < document.bytes.count && document.bytes[offset] & 0xC0 == 0x80
                let isInBreak = offset > 0 && offset < document.bytes.count && document.bytes[offset - 1] == 13
                if isInside || isInBreak { continue }
                #expect(
                    document.offset(of: document.position(of: offset)) == offset,
                    "\(text.debugDescription) \(offset)"
                )
            }
        }
    }

    @Test func `characters count UTF-16 units or bytes, as was agreed`() {
        let bytes = Array("aé😀b\n".utf8)
        #expect(DocumentText(bytes, .utf16).position(of: 7).character == 4)
        #expect(DocumentText(bytes, .utf8).position(of: 7).character == 7)
        #expect(DocumentText(bytes, .utf16).offset(of: TextLines.Position(line: 0, character: 4)) == 7)
        // Inside a character, and behind the end.
        #expect(DocumentText(bytes, .utf16).offset(of: TextLines.Position(line: 0, character: 3)) == 3)
        #expect(DocumentText(bytes, .utf8).offset(of: TextLines.Position(line: 0, character: 5)) == 3)
        #expect(DocumentText(bytes, .utf8).offset(of: TextLines.Position(line: 0, character: 99)) == 8)
        #expect(DocumentText(bytes, .utf8).offset(of: TextLines.Position(line: 9, character: 0)) == 9)
    }

    @Test func `the edits between two texts give the second one, in both encodings`() throws {
        var random = Random(seed: 3)
        let seed = Array("---\r\ntags: [é, 😀 x]\r\n- a\n\n---\nText\r\n".utf8)
        for _ in 0..<2_000 {
            let (before, after) = (random.mutate(seed), random.mutate(seed))
            // A byte that is not UTF-8 has no position in a client's text.
            guard String(validating: before, as: UTF8.self) != nil else { continue }
            for encoding in [DocumentText.Encoding.utf8, .utf16] {
                var text = DocumentText(before, encoding)
                guard let edits = text.edits(to: after) else {
                    #expect(String(validating: after, as: UTF8.self) == nil)
                    continue
                }
                // From the last to the first, so that the positions stay.
                for edit in edits.reversed() {
                    var change = edit
                    change.add("text", edit["newText"])
                    let isApplied = text.apply(change)
                    #expect(isApplied)
                }
                #expect(text.bytes == after)
            }
        }
    }

    @Test func `a replacement that begins between CR and LF replaces the whole text`() throws {
        for encoding in [DocumentText.Encoding.utf8, .utf16] {
            let text = DocumentText(Array("a\r\nb".utf8), encoding)
            let edits = try #require(text.edits(by: [Splice(2..<3, "x")]))
            #expect(edits.map { $0["newText"] } == ["a\rxb"])
            #expect(edits.map { text.range($0["range"]) } == [0..<4])
        }
    }

    @Test func `a problem's line and column count characters, without a byte order mark`() {
        let text = DocumentText(Array("\u{FEFF}é😀b\r\n日x\n".utf8), .utf16)
        for (line, column, offset) in [
            (1, 1, 3), (1, 3, 9), (1, 99, 10), (2, 2, 15), (2, 3, 16), (3, 1, 17), (9, 1, 17), (0, 1, 0),
        ] {
            #expect(text.offset(ofLine: line, column: column) == offset, "\(line):\(column)")
        }
    }

    @Test func `a change that is none leaves the text as it is`() {
        var text = DocumentText(Array("abc".utf8), .utf16)
        let faults: [JSON] = [
            .null, 7, [:], ["text": 7], ["text": "x", "range": 7], ["text": "x", "range": ["start": ["line": 0]]],
        ]
        for change in faults {
            let isApplied = text.apply(change)
            #expect(!isApplied, "\(change)")
        }
        #expect(text.bytes == Array("abc".utf8))
    }
}
