import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

@Suite struct FenceTests {
    private func content(_ text: String) -> String? {
        let bytes = [UInt8](text)
        guard case .found(let delimiters) = Delimiters.search(bytes) else { return nil }
        return String(decoding: bytes[delimiters.content], as: UTF8.self)
    }

    private static let closed: [(text: String, content: String?)] = [
        ("---\na: b\n---\n", "a: b\n"), ("---\na: b\n---", "a: b\n"), ("---\na: b\n...\nBody", "a: b\n"),
        ("---\n---\n", ""), ("---\n---", ""), ("---  \t\na: b\n---\t \nx", "a: b\n"),
        ("\u{FEFF}---\na: b\n---\n", "a: b\n"), ("---\r\na: b\r\n---\r\n", "a: b\r\n"),
        ("---\na: ---\n---\n", "a: ---\n"), ("---\n ---\n---\n", " ---\n"),
        ("---\n----\n--- x\n---\n", "----\n--- x\n"),
        ("---\n....\n---\n", "....\n"), ("---\na: b\n---\n---\n", "a: b\n"), ("---\n\n\n---\n", "\n\n"),
        ("---\r\na: b\n---\r", nil), ("---\na: b\r\n---\n", "a: b\r\n"),
    ]

    @Test(arguments: closed.indices)
    func `front matter is found between its delimiters`(index: Int) {
        let (text, expected) = Self.closed[index]
        // Compares bytes, because CR LF is one Character.
        #expect(content(text).map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(text.debugDescription)")
    }

    private static let absent = [
        "", "a", "--", "----\na\n---\n", " ---\na: b\n---\n", "\n---\na: b\n---\n", "--- x\n---\n", "...\na: b\n...\n",
        "+++\na = 1\n+++\n", "\u{FEFF}\u{FEFF}---\na: b\n---\n", "***\n", "---a: b\n---\n",
    ]

    @Test(arguments: absent.indices)
    func `a file without an opening delimiter has no front matter`(index: Int) {
        #expect(Delimiters.search([UInt8](Self.absent[index])) == .absent)
    }

    private static let unclosed = [
        "---", "---\n", "---\na: b\n", "---\na: b\n-- -\n", "---   ", "\u{FEFF}---\n",
    ]

    @Test(arguments: unclosed.indices)
    func `an opening delimiter alone is an unclosed front matter`(index: Int) throws {
        let text = Self.unclosed[index]
        #expect(Delimiters.search([UInt8](text)) == .unclosed)
        let fault = #expect(throws: YAMLDocument.Fault.self) { try FrontMatter.read([UInt8](text)) }
        #expect(fault?.id == .unclosedFrontMatter)
        #expect(TextPosition(of: fault?.offset ?? -1, in: [UInt8](text)) == TextPosition(of: 0, in: [UInt8]("x")))
    }

    @Test func `new lines get the line ending of the opening delimiter`() throws {
        for (text, expected) in [("---\na: b\r\n---\r\n", Delimiters.LineEnd.lf), ("---\r\na: b\n---\n", .crlf)] {
            guard case .found(let delimiters) = Delimiters.search([UInt8](text)) else {
                Issue.record("no front matter in \(text.debugDescription)")
                continue
            }
            #expect(delimiters.lineEnd == expected)
        }
    }

    @Test func `the line ending of the closing delimiter belongs to it, and the body begins after it`() throws {
        let bytes = [UInt8]("---\na: b\n---  \r\nBody\n")
        guard case .found(let delimiters) = Delimiters.search(bytes) else {
            Issue.record("no front matter")
            return
        }
        #expect(String(decoding: bytes[delimiters.closing], as: UTF8.self) == "---  \r\n")
        #expect(String(decoding: bytes[delimiters.closing.upperBound...], as: UTF8.self) == "Body\n")
        #expect(delimiters.content.upperBound == delimiters.closing.lowerBound)
    }

    @Test func `a body can contain any bytes`() throws {
        let bytes = [UInt8]("---\ntitle: x\n---\n") + [0x00, 0xFF, 0xFE, 0x0D, 0x0C]
        let output = ReminderDecoder.decode(bytes, path: "a.md", keeping: .whole)
        #expect(output.problems.isEmpty)
        #expect(output.reminder?.body == [0x00, 0xFF, 0xFE, 0x0D, 0x0C])
    }
}
