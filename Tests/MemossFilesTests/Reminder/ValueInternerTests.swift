import Testing

@testable import MemossFiles

@Suite struct ValueInternerTests {
    @Test func `lists of tags that look alike are not mixed up by a reader of many files`() {
        let interner = ValueInterner(TagRegistry())
        for _ in 0..<2 {
            for (text, names) in [
                ("[a, b]", ["a", "b"]), ("\n- a, b", ["a, b"]), ("\n- a\n- b", ["a", "b"]),
                ("\n - a\n  - b", ["a - b"]),
                ("[ab]", ["ab"]), ("[a b]", ["a b"]), ("[a\n  b]", ["a b"]), ("[~, a]", ["a"]),
                ("['~', a]", ["~", "a"]),
                ("[!!str null]", ["null"]), ("[null]", []), ("['#a', a]", ["a", "a"]), ("a, b", ["a", "b"]), ("[]", []),
                ("[&x a, *x]", ["a", "a"]), ("[a, A]", ["a", "A"]), ("[A, a]", ["A", "a"]), ("[a, [b]]", ["a"]),
            ] {
                let bytes = Array("---\ntags: \(text)\n---\n".utf8)
                var decoder = ReminderDecoder(bytes: bytes, path: "a.md", interner: interner)
                let shared = decoder.decode(keeping: .none, explaining: false)
                #expect(shared.reminder?.tags.map(\.text) == names, "\(text)")
                #expect(shared == ReminderDecoder.decode(bytes, path: "a.md"))
            }
        }
    }
}
