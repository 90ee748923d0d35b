import TestSupport
import Testing

@testable import Bytes
@testable import LanguageServer
@testable import MemossFiles

@Suite struct CursorPlaceTests {
    /// Where the cursor `|` is: the kind of place, and the text that would be replaced.
    private func place(_ marked: String, isRegistry: Bool = false) -> String? {
        var bytes = Array(marked.utf8)
        guard let cursor = bytes.firstIndex(of: UInt8(ascii: "|")) else { return "no cursor" }
        bytes.remove(at: cursor)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        switch CursorPlace(at: cursor, in: bytes, isRegistry: isRegistry, names: .standard) {
        case nil: return nil
        case .key(let range, let hasColon): return "key '\(text(range))'" + (hasColon ? ":" : "")
        case .value(let key, let item): return "\(key) '\(text(item.range))'"
        case .entryKey(let range, let hasColon): return "entry key '\(text(range))'" + (hasColon ? ":" : "")
        case .color(let item): return "color '\(text(item.range))'"
        case .textTag(let range): return "#tag '\(text(range))'"
        }
    }

    @Test(arguments: [
        ("tags: [|]", "tags ''"), ("tags: [a, b|c, d]", "tags 'bc'"), ("tags: [a, \"b|c\"]", "tags 'bc'"),
        ("tags: ['it''s|']", "tags 'it''s'"),
        ("tags: a|", "tags 'a'"), ("tags: a, b|", "tags 'b'"), ("tags: 'a, b|'", "tags 'b'"),
        ("tags:\n- a\n- b|", "tags 'b'"),
        ("tags:\n  - |\n  - b", "tags ''"), ("tags: [a,\n  b|\n]", "tags 'b'"), ("tags: [#a|", "tags '#a'"),
        ("tags: [Deep W|ork]", "tags 'Deep Work'"),
        ("tags: [a, | b]", "tags ''"), ("tags: [ | b]", "tags ''"), ("tags: a, | b", "tags ''"),
        ("tags: 'a, | b'", "tags ''"), ("tags: [a,|\n  b]", "tags ''"),
        ("tags: &x [a|]", "tags 'a'"), ("scheduled: tom|", "scheduled 'tom'"), ("scheduled: 'tom|'", "scheduled 'tom'"),
        ("complete_instances: [2026|]", "complete_instances '2026'"), ("sch|", "key 'sch'"),
        ("title: x\nsch|\n", "key 'sch'"),
        ("sch|eduled: x", "key 'scheduled':"), ("tags: [a]\n|", "key ''"),
    ])
    func `the place is found in text that may be incomplete`(marked: String, expected: String) {
        #expect(place("---\n\(marked)\n---\nBody\n") == expected)
        #expect(place("\u{FEFF}---\r\n\(marked.replacing("\n", with: "\r\n"))\r\n---\r\nBody\r\n") == expected)
        // Without an end.
        #expect(place("---\n\(marked)\n") == expected)
    }

    @Test(arguments: [
        ("title:x\nscheduled: tom|", "scheduled 'tom'"), ("title:x\nsch|", "key 'sch'"),
        ("what is this?\ntags: [a|", "tags 'a'"), ("# Heading\ntags: [a|", "tags 'a'"),
        ("what is this?\ntags: [a|\n\nBody", "tags 'a'"), ("Text\n\ntags: [a|", "none"), ("Text\nsch|", "none"),
    ])
    func `front matter without an end may have lines that are wrong`(marked: String, expected: String) {
        #expect(place("---\n\(marked)") ?? "none" == expected)
    }

    @Test(arguments: [
        "tags: [a] |", "tags: [a # b|\n]", "tags: # |", "tags: ['a' b|]", "tags: [{a: b|}]", "tags: [*a|]",
        "tags:\n  a: b|", "tags: >-\n  a|",
        "# a|", "tags: !b|", "tags: &a|", "tags:\n- a # b|", "tags: |\n- a", "tags: [[a|]]",
    ])
    func `nothing is offered in the wrong place`(marked: String) {
        #expect(place("---\n\(marked)\n---\nBody\n") == nil)
    }

    @Test(arguments: [
        "---\na: b\n---\nbo|dy\n", "bo|dy", "-|--\n---\n", "---\na: b\n---|\n", "---\ntags: [a]\n\nbody|\n",
        "|---\na: b\n---\n",
    ])
    func `nothing is offered outside front matter`(marked: String) { #expect(place(marked) == nil) }

    @Test(arguments: [
        ("Work: |", "color ''"), ("Work: mo|", "color 'mo'"), ("Work:\n  color: |", "color ''"),
        ("Work: {color: te|}", "color 'te'"),
        ("Work:\n  al|", "entry key 'al'"), ("Work:\n  |", "entry key ''"), ("Work:\n  |\nHome: pink", "entry key ''"),
        ("Work: moss\n  |", nil), ("Work:\n|", "key ''"), ("Wo|rk: moss", "key 'Work':"), ("Work:\n  created: x|", nil),
        ("Work: moss\n  c|", nil),
    ])
    func `colours and keys are found in the registry`(marked: String, expected: String?) {
        #expect(place(marked + "\n", isRegistry: true) == expected)
    }

    @Test func `any text and cursor has a place or none, and the place is on the line of the cursor`() {
        var random = Random(seed: 11)
        let seeds = [
            "---\ntags: [a, 'b', \"c\"]\nkey:\n  - x # y\n---\nText\n",
            "---\ntags:\n- &a b\n- *a\nrecurrence: daily\n---\n",
        ]
        for _ in 0..<5_000 {
            let bytes = random.mutate(Array(random.pick(seeds).utf8))
            let cursor = random.below(bytes.count + 1)
            for isRegistry in [false, true] {
                let range: Range<Int>
                switch CursorPlace(at: cursor, in: bytes, isRegistry: isRegistry, names: .standard) {
                case nil: continue
                case .key(let found, _), .entryKey(let found, _), .textTag(let found): range = found
                case .value(_, let item), .color(let item): range = item.range
                }
                #expect(range.lowerBound <= cursor && cursor <= range.upperBound)
                #expect(!bytes[range].contains(Ascii.lineFeed), "\(String(decoding: bytes, as: UTF8.self)) \(cursor)")
            }
        }
    }
}
