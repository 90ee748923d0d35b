import TestSupport
import Testing

@testable import MemossFiles

/// The span of each kind of node, byte for byte. `«»` marks what a splice would replace, `⟦⟧` the same with anchor and
/// YAML tag.
@Suite struct SpanTests {
    private static let shapes: [(text: String, kind: Node.Kind, style: Node.Style)] = [
        // Keys and plain values
        ("«title»: x\n", .scalar, .plain),
        ("title: «x»\n", .scalar, .plain),
        ("title: «two words»  # comment\n", .scalar, .plain),
        ("title:   «x»   \n", .scalar, .plain),
        ("title: «x#y»\n", .scalar, .plain),
        ("title: «a\n  b»\nnext: y\n", .scalar, .plain),
        ("title:\n  «below»\n", .scalar, .plain),
        ("title: «x»", .scalar, .plain),
        ("  «title»: indented root\n", .scalar, .plain),
        ("\"«title»\": x\n".replacingMarks(around: "\"title\""), .scalar, .doubleQuoted),
        // No value
        ("title:«»\n", .scalar, .plain),
        ("title:«» # comment\n", .scalar, .plain),
        ("a: [x]\ntitle:«»", .scalar, .plain),
        ("tags:\n  -«»\n  - x\n", .scalar, .plain),
        ("title: ⟦!!str«»⟧\n", .scalar, .plain),
        // Quotes
        ("title: «'it''s'» # comment\n", .scalar, .singleQuoted),
        ("title: «\"a \\\" b\"»\n", .scalar, .doubleQuoted),
        ("title: «\"a\n  b\"»\nnext: y\n", .scalar, .doubleQuoted),
        ("title: «''»\n", .scalar, .singleQuoted),
        // Lists
        ("tags: [«work», home]\n", .scalar, .plain),
        ("tags: [ work , «home» ]\n", .scalar, .plain),
        ("tags: «[work, home]» # comment\n", .sequence, .flow),
        ("tags: «[\n  work, # why\n  home\n]»\n", .sequence, .flow),
        ("tags: [work,\n  «home»,\n]\n", .scalar, .plain),
        ("tags:\n  - «work»\n  - home\n", .scalar, .plain),
        ("tags:\n  «- work\n  - home»\n\n# comment\nnext: x\n", .sequence, .block),
        ("tags:\n«- work\n- home»\nnext: x\n", .sequence, .block),
        ("tags:\n  - work\n\n  # between\n  - «home»   # after\n", .scalar, .plain),
        ("tags:\n  -   «work»\n", .scalar, .plain),
        ("tags:\n  -\n    «work»\n", .scalar, .plain),
        ("tags: «[]»\n", .sequence, .flow),
        ("tags: [[«x»]]\n", .scalar, .plain),
        ("tags:\n  - «- nested\n    - list»\n  - x\n", .sequence, .block),
        // Mappings
        ("a: «{b: c, d: [e]}»\n", .mapping, .flow),
        ("a:\n  «b: c\n  d: e»\n\n\nnext: x\n", .mapping, .block),
        ("«a: b\nc: d»\n# the end\n\n", .mapping, .block),
        ("a: {b: «c»}\n", .scalar, .plain),
        ("{a: «b»}\n", .scalar, .plain),
        ("? «complex»\n: x\n", .scalar, .plain),
        // An implicit pair in a flow list is a mapping without brackets
        ("tags: [«a: b», c]\n", .mapping, .flow),
        ("tags: [a: «b», c]\n", .scalar, .plain),
        // Anchors, YAML tags, aliases
        ("tags: [⟦&t «work»⟧, *t]\n", .scalar, .plain),
        ("tags: [&t work, «*t»]\n", .alias, .plain),
        ("title: ⟦!!str «12»⟧\n", .scalar, .plain),
        ("title: ⟦&a !!str «\"x\"»⟧ # comment\n", .scalar, .doubleQuoted),
        ("title: ⟦!<tag:example.org,2026:x> &a «x»⟧\n", .scalar, .plain),
        ("tags: ⟦&list «[a]»⟧\n", .sequence, .flow),
        ("tags: ⟦&list # why\n  «- a»⟧\n", .sequence, .block),
        ("a: ⟦&m\n  «b: c»⟧\n", .mapping, .block),
        ("a: &x work\ntags: «*x»\n", .alias, .plain),
        ("a: ⟦&x«»⟧\nb: *x\n", .scalar, .plain),
        // Block scalars end with their last line, not with the blank lines after it
        ("title: «|\n  one\n  two»\nnext: x\n", .scalar, .literal),
        ("title: «|\n  one»\n\n\nnext: x\n", .scalar, .literal),
        ("title: «>-\n  one\n\n  two»\n\n# comment\nnext: x\n", .scalar, .folded),
        ("title: «|+\n  one»\n\n", .scalar, .literal),
        ("title: ⟦&b «|2\n    one»⟧\n", .scalar, .literal),
        ("title: «|\n  one»", .scalar, .literal),
        ("tags:\n  - «|\n    one»\n  - two\n", .scalar, .literal),
        // Not ASCII: the marks count characters, spans count bytes
        ("título: «año»\n", .scalar, .plain),
        ("a: é😀ü\ntags: [ñ, «日本», x]\n", .scalar, .plain),
        ("a: \"é\"\nb: |\n  ü\n  «»".replacingEmptyMarks(), .scalar, .literal),
        ("# 😀 comment\ntags:\n  - é\n  - «👩‍👧»\n", .scalar, .plain),
        ("é: e\u{301}\nb: «x»\n", .scalar, .plain),
        // Line ends
        ("title: «x»\r\nnext: y\r\n", .scalar, .plain),
        ("tags:\r\n  - «work»\r\n  - home\r\n", .scalar, .plain),
        ("tags:\r\n  «- work\r\n  - home»\r\n\r\nnext: x\r\n", .sequence, .block),
        ("title: «|\r\n  one»\r\n\r\nnext: x\r\n", .scalar, .literal),
        ("a:\t«x»\t# tab\n", .scalar, .plain),
    ]

    @Test(arguments: shapes.indices)
    func `the span of a node covers exactly its bytes`(index: Int) throws {
        let (text, kind, style) = Self.shapes[index]
        let marked = Marked(text)
        // At the start of a file, and after other bytes such as a byte order mark.
        for prefix in [[], [UInt8]("\u{FEFF}---\n"), [UInt8]("---\r\n")] {
            let bytes = prefix + marked.bytes + [UInt8]("---\nBody: é\n")
            let range = prefix.count..<prefix.count + marked.bytes.count
            for document in [
                try YAMLDocument.parse(bytes, range: range), try YAMLDocument.parseWithLibYAML(bytes, range: range),
            ] {
                let found = document.nodes.contains { node in
                    node.kind == kind && node.style == style
                        && node.contentSpan == marked.content.shifted(by: prefix.count)
                        && node.span == marked.span.shifted(by: prefix.count)
                }
                let nodes = document.nodes.map { "\($0.kind) \($0.style) \($0.span) \($0.contentSpan)" }
                #expect(found, "\(text)\n\(nodes.joined(separator: "\n"))")
            }
        }
    }

    @Test func `spans nest, and siblings do not overlap`() throws {
        for one in try RenameCase.all.get() {
            guard let document = try? FrontMatter.read(one.before)?.document else { continue }
            for (index, node) in document.nodes.enumerated() {
                #expect(node.start <= node.content && node.content <= node.end, "\(one.name): \(node)")
                #expect(document.range.lowerBound <= Int(node.start) && Int(node.end) <= document.range.upperBound)
                var last = node.span.lowerBound
                for child in document.children(of: index) {
                    let span = document.nodes[child].span
                    #expect(span.lowerBound >= last && span.upperBound <= node.span.upperBound, "\(one.name)")
                    last = span.upperBound
                }
            }
        }
    }

    @Test func `values are read with escapes and folds resolved`() throws {
        let text = """
            a: 'it''s'
            b: "tab\\t \\u00e9 \\x41"
            c: |
              one
              two
            d: >-
              one
              two
            e: plain
              folded
            f: ""
            g: ~
            """
        let document = try YAMLDocument.parse([UInt8](text), range: 0..<text.utf8.count)
        let values = document.entries.map { document.text(of: $0.value) }
        #expect(values == ["it's", "tab\t é A", "one\ntwo\n", "one two", "plain folded", "", "~"])
        #expect(document.entries.map { document.isNull($0.value) } == [false, false, false, false, false, false, true])
    }

    @Test(arguments: [
        ("a:", true), ("a: ~", true), ("a: null", true), ("a: NULL", true), ("a: Null", true), ("a: nuLL", false),
        ("a: ''", false), ("a: \"null\"", false), ("a: 'null'", false), ("a: '~'", false), ("a: !!str", false),
        ("a: []", false), ("a: none", false), ("a: &x", true), ("a: 0", false),
    ])
    func `an absent value, null and the empty string differ`(text: String, isNull: Bool) throws {
        let document = try YAMLDocument.parse([UInt8](text), range: 0..<text.utf8.count)
        let value = try #require(document.entries.first?.value)
        #expect(document.isNull(value) == isNull, "\(text)")
    }

    @Test func `an alias refers to its anchor, and of two anchors with the same name to the latter`() throws {
        let text = "a: &x one\nb: &x two\nc: *x\n"
        let document = try YAMLDocument.parse([UInt8](text), range: 0..<text.utf8.count)
        let alias = try #require(document.entry("c")?.value)
        #expect(document.text(of: document.resolved(alias)) == "two")
        #expect(document.properties(of: alias)?.alias == "x")
    }

    @Test func `keys are compared exactly, and the first of two duplicates counts`() throws {
        let text = "Title: a\ntitle: b\ntitle: c\n\"tags\": d\n? [x]\n: e\n"
        let document = try YAMLDocument.parse([UInt8](text), range: 0..<text.utf8.count)
        #expect(document.entry("title").map { document.text(of: $0.value) } == "b")
        #expect(document.entry("tags").map { document.text(of: $0.value) } == "d")
        #expect(document.entry("TITLE") == nil)
        let duplicates = document.duplicateEntries.map { document.text(of: $0.entry.value) }
        #expect(duplicates == ["c"])
    }

    @Test func `many keys take linear time`() {
        let keys = (0..<40_000).map { "k\($0):\n" }.joined()
        let bytes = [UInt8]("---\n\(keys)k7: again\n---\n")
        let time = processorTime {
            let problems = ReminderDecoder.decode(bytes, path: "a.md").problems
            #expect(problems.map(\.id) == [.duplicateKey])
            #expect(problems.first?.line == 40_002)
        }
        #expect(time < .seconds(10))
    }
}

extension Range<Int> {
    fileprivate func shifted(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}

extension String {
    /// The marks cannot be inside the quotes that they surround.
    fileprivate func replacingMarks(around text: String) -> String {
        "«\(text)»" + String(unicodeScalars.drop { $0 != ":" })
    }

    fileprivate func replacingEmptyMarks() -> String {
        let parts = split(separator: "«»", omittingEmptySubsequences: false)
        let start = parts[0].split(separator: "|", maxSplits: 1)
        return "\(start[0])«|\(start[1].dropLast(3))»\n"
    }
}
