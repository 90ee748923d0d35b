import TestSupport
import Testing

@testable import MemossFiles

@Suite struct BodyChangeTests {
    private func edited(_ before: String, _ body: String) throws -> String? {
        try BodyChange([UInt8](body.utf8)).apply(to: [UInt8](before.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("---\na: b\n---\nold", "new", "---\na: b\n---\nnew\n"),
        ("---\r\na: b\r\n---\r\n", "x\ny", "---\r\na: b\r\n---\r\nx\r\ny\r\n"),
        ("---\na: b\n---", "x", "---\na: b\n---\nx\n"), ("---\na: b\n---\nold", "", "---\na: b\n---\n"),
        ("", "x", "x\n"),
        ("\u{FEFF}old\n", "x", "\u{FEFF}x\n"), ("", "\u{FEFF}x", "x\n"), ("\u{FEFF}", "\u{FEFF}x", "\u{FEFF}x\n"),
        ("---\n---\n", "\u{FEFF}x", "---\n---\n\u{FEFF}x\n"),
    ])
    func `a body is written with the line endings of the file`(before: String, body: String, after: String) throws {
        #expect(try edited(before, body) == after)
        #expect(try edited(after, body) == nil)
    }

    /// Found by the fuzzer: the file then had different line endings, and repeating the edit gave a different result.
    @Test(
        arguments: ["x\r", "x\r\r\n", "\r", "a\rb\r\r", "\r\r\n\r\n"],
        ["", "old\n", "old\r\n", "---\na: b\n---\n", "---\r\na: b\r\n---\r\n"]
    )
    func `a CR at the end of a line is part of the line ending, and repeating the edit changes nothing`(
        body: String,
        before: String
    ) throws {
        let after = try #require(try edited(before, body))
        #expect(try edited(after, body) == nil, "\(after.debugDescription)")
    }

    @Test(arguments: [
        ("---\na: b\n---\nold", "new", "---\na: b\n---\nold\nnew\n"),
        ("---\na: b\n---\nold\n\n", "x\ny\n", "---\na: b\n---\nold\n\nx\ny\n"),
        ("---\r\na: b\r\n---\r\nold\nmixed\r\n", "x", "---\r\na: b\r\n---\r\nold\nmixed\r\nx\r\n"),
        ("---\na: b\n---", "x", "---\na: b\n---\nx\n"), ("old", "x", "old\nx\n"), ("", "x", "x\n"),
        ("\u{FEFF}", "x", "\u{FEFF}x\n"),
    ]) func `text is added on new lines, and no byte before it changes`(
        before: String,
        text: String,
        after: String
    ) throws {
        let result = try BodyChange(appending: [UInt8](text.utf8)).apply(to: [UInt8](before.utf8))
        #expect(result == [UInt8](after.utf8))
        #expect(try BodyChange(appending: []).apply(to: [UInt8](before.utf8)) == nil)
    }

    @Test func `a body that would be read as front matter is refused`() {
        #expect(throws: EditRefusal.self) { try edited("old", "---\na: b\n---\n") }
        #expect(throws: EditRefusal.self) { try edited("old", "---\n") }
        // Found by the fuzzer: the result could not be edited again.
        #expect(throws: EditRefusal.self) { try edited("old", "---\ra: b\r---\r") }
    }
}
