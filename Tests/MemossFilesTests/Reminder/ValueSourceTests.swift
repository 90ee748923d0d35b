import TestSupport
import Testing

@testable import MemossFiles

/// Tags are remembered by their bytes: files that are read one after another get the same tags and problems as alone.
@Suite struct ValueSourceTests {
    private static let pieces = [
        "a", "b", "- a", "- b", "  - a", "    - b", "\n", "\n", "\r\n", " ", "[", "]", ",", "#b", " # c", "'", "\"",
        "a: b",
        "&x ", "*x", "!!str ", "~", "null", "-", "- #a", "- ", "[a, b]", "[a, 'b, c']", "\\x61", "|", ">", "é",
    ]
    /// How a value begins and ends, so that many of them can be read.
    private static let ends = [
        (" [", "]"), (" a, ", ""), ("\n  - a\n  - ", ""), ("\n- a\n- ", "\n- b"), (" ", ""), ("\n  - ", "\n  - a"),
        (" '", "'"), ("", ""),
    ]
    private static let pairs = [
        ("tags:\n- a\n  - b", "tags:\n  - a\n  - b"), ("tags:\n  -", "tags:\n  - #a"), ("tags: #a", "tags:"),
        ("tags:\n - a\n -", "tags:\n - a\n - #b"), ("tags: [a, b]", "tags: 'a, b'"), ("tags: a", "tags: [a]"),
        ("x: &y b\ntags: [*y]", "x: &y c\ntags: [*y]"), ("tags: |\n  a", "tags: |\n  a\n   b"),
        ("tags: []", "tags: [ ]"),
        ("tags:\n  - a\n  - b", "tags:\n  - a\n    - b"), ("tags: a\n  b", "tags: a\n  b, c"),
        ("tags: ''", "tags: '' #a"),
    ]

    @Test func `the tags of a file do not depend on the files that were read before`() {
        var random = Random(seed: 65)
        var files = Self.pairs.flatMap { [$0.0, $0.1, $0.0] }
        for _ in 0..<Rounds.of(30_000) {
            let (start, end) = random.pick(Self.ends)
            let middle = (0...random.below(4)).map { _ in random.pick(Self.pieces) }.joined()
            files.append("tags:" + start + middle + end)
        }
        let interner = ValueInterner(TagRegistry())
        var found = 0
        for text in files {
            let bytes = [UInt8]("---\ntitle: x\n\(text)\n---\n".utf8)
            var decoder = ReminderDecoder(bytes: bytes, path: "a.md", interner: interner)
            let output = decoder.decode(keeping: .none, explaining: false)
            let alone = ReminderDecoder.decode(bytes, path: "a.md")
            #expect(output == alone, "\(bytes.shown)")
            let spelled = (output.reminder?.tags ?? []).map(\.text)
            #expect(spelled == (alone.reminder?.tags ?? []).map(\.text), "\(bytes.shown)")
            if !spelled.isEmpty { found += 1 }
        }
        #expect(found > Rounds.least(5_000))
    }
}
