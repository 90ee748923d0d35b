import TestSupport
import Testing

@testable import MemossFiles

/// Adding and removing tags in one file, byte for byte.
@Suite struct TagsChangeTests {
    private static let registry = TagRegistry(
        parsing: Array("Work:\n  aliases: [office, job]\nhome: moss\n\"a: b\": blue\n".utf8)
    )

    fileprivate enum Outcome: Equatable {
        case unchanged
        case changed(String)
        case refused(String)
    }

    private func edit(_ text: String, removing: [String] = [], adding: [String] = []) -> Outcome {
        let edit = TagsChange(removing: removing.map { TagName($0) }, adding: adding.map { TagName($0) })
        do {
            let after = try edit.apply(to: Array(text.utf8), registry: Self.registry)
            return after.map { .changed(String(decoding: $0, as: UTF8.self)) } ?? .unchanged
        } catch {
            return .refused(error.reason)
        }
    }

    /// The front matter, the tags removed and added, and the expected front matter.
    private func expect(
        _ before: String,
        removing: [String] = [],
        adding: [String] = [],
        _ after: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let outcome = edit("---\n\(before)---\nBody\n", removing: removing, adding: adding)
        #expect(outcome == .changed("---\n\(after)---\nBody\n"), sourceLocation: location)
    }

    private func expectNone(
        _ before: String,
        removing: [String] = [],
        adding: [String] = [],
        at location: SourceLocation = #_sourceLocation
    ) {
        let outcome = edit("---\n\(before)---\n", removing: removing, adding: adding)
        #expect(outcome == .unchanged, sourceLocation: location)
    }

    private func expectRefusal(
        _ before: String,
        removing: [String] = [],
        adding: [String] = [],
        _ reason: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let outcome = edit("---\n\(before)---\n", removing: removing, adding: adding)
        #expect(outcome == .refused(reason), sourceLocation: location)
    }

    // MARK: Adding

    @Test func `a tag is added to a list in the style of the list`() {
        expect("tags: [a]\n", adding: ["b"], "tags: [a, b]\n")
        expect("tags: [ a, ]  # c\n", adding: ["b"], "tags: [ a, b, ]  # c\n")
        expect("tags: []\n", adding: ["b", "c"], "tags: [b, c]\n")
        expect("tags: [\n  a,\n  b,\n]\n", adding: ["c"], "tags: [\n  a,\n  b,\n  c,\n]\n")
        expect("tags:\n- a # one\n\ntitle: t\n", adding: ["b"], "tags:\n- a # one\n- b\n\ntitle: t\n")
        expect("tags:\n    -   \"a\"\n", adding: ["b"], "tags:\n    -   \"a\"\n    -   b\n")
        expect("tags: &t [*x]\n".replacingAlias, adding: ["b"], "tags: &t [*x, b]\n".replacingAlias)
        expect("tags: !!seq [a]\n", adding: ["b"], "tags: !!seq [a, b]\n")
        expect("tags: [null, [x]]\n", adding: ["b"], "tags: [null, [x], b]\n")
    }

    @Test func `a tag is added to a comma-separated string with the same separator`() {
        expect("tags: a\n", adding: ["b"], "tags: a, b\n")
        expect("tags: a,b # c\n", adding: ["c"], "tags: a,b,c # c\n")
        expect("tags: a, b,\n", adding: ["c"], "tags: a, b, c,\n")
        expect("tags: 'a, it''s'\n", adding: ["o'b"], "tags: 'a, it''s, o''b'\n")
        expect("tags: \"a\\x2Cb\"\n", adding: ["c"], "tags: \"a,b, c\"\n")
        expect("tags: a\n", adding: ["b #1"], "tags: \"a, b #1\"\n")
        expect("tags: a,\n  b\n", adding: ["c"], "tags: a,\n  b, c\n")
        expect("tags: >-\n  a,\n  b\n", adding: ["c"], "tags: >-\n  a,\n  b, c\n")
        expect("tags: &x !!str a\n", adding: ["b"], "tags: &x !!str a, b\n")
        expect("tags: \"\"\n", adding: ["b"], "tags: \"b\"\n")
    }

    @Test func `an alias in another key follows the anchored list or tag`() {
        expect("tags: &t [a]\nother: *t\n", adding: ["b"], "tags: &t [a, b]\nother: *t\n")
        expect("tags: &t a\nother: [x, *t]\n", adding: ["b"], "tags: &t a, b\nother: [x, *t]\n")
        expect("tags: &t [a, b]\nother: *t\n", removing: ["b"], "tags: &t [a]\nother: *t\n")
        expect("tags: &t null\nother: *t\n", adding: ["b"], "tags: &t [b]\nother: *t\n")
        expect("tags: [&t a]\nother: *t\n", adding: ["b"], "tags: [&t a, b]\nother: *t\n")
    }

    @Test func `if there are no tags, a list is created`() {
        expect("title: t\n", adding: ["a"], "title: t\ntags: [a]\n")
        expect("", adding: ["a"], "tags: [a]\n")
        expect("tags:\ntitle: t\n", adding: ["a"], "tags: [a]\ntitle: t\n")
        expect("tags: ~ # none\n", adding: ["a", "b"], "tags: [a, b] # none\n")
        expect("tags: &t null\nother: 1\n", adding: ["a"], "tags: &t [a]\nother: 1\n")
        #expect(edit("Text\n", adding: ["a"]) == .changed("---\ntags: [a]\n---\nText\n"))
        #expect(edit("\u{FEFF}Text\r\n", adding: ["a"]) == .changed("\u{FEFF}---\r\ntags: [a]\r\n---\r\nText\r\n"))
        #expect(edit("Text\n", removing: ["a"]) == .unchanged)
    }

    @Test func `a name that would not be read as text is quoted`() {
        expect("tags: [a]\n", adding: ["yes"], "tags: [a, \"yes\"]\n")
        expect("tags: [a]\n", adding: ["[x]"], "tags: [a, \"[x]\"]\n")
        expect("tags:\n  - a\n", adding: ["A: B", "c#"], "tags:\n  - a\n  - \"a: b\"\n  - c#\n")
        expect("tags:\n", adding: ["12"], "tags: [\"12\"]\n")
    }

    @Test func `a tag is added under its current name, and only once`() {
        expect("tags: [a]\n", adding: ["OFFICE", "work"], "tags: [a, Work]\n")
        expect("tags: [a]\n", adding: ["job/x"], "tags: [a, Work/x]\n")
        expectNone("tags: [WORK]\n", adding: ["work"])
        expectNone("tags: office, x\n", adding: ["Work"])
        expectNone("tags:\n  - office/x\n", adding: ["work/X"])
        expect("tags: [work/x]\n", adding: ["work"], "tags: [work/x, Work]\n")
    }

    // MARK: Removing

    @Test func `removing a tag also removes its separator`() {
        expect("tags: [a, b, c]\n", removing: ["B"], "tags: [a, c]\n")
        expect("tags: [a, b, c]\n", removing: ["a", "c"], "tags: [b]\n")
        expect("tags: a, b\n", removing: ["a"], "tags: b\n")
        expect("tags:\n  - a\n  - b # gone\n  # stays\n  - c\n", removing: ["b"], "tags:\n  - a\n  # stays\n  - c\n")
        expect("tags: [office, a, \"#WORK\"]\n", removing: ["job"], "tags: [a]\n")
        expect("tags: [work, work/x]\n", removing: ["work"], "tags: [work/x]\n")
        expectNone("tags: [work/x]\n", removing: ["work", "none"])
        expectNone("title: t\n", removing: ["work"])
    }

    @Test func `removing the only tag leaves an empty list`() {
        expect("tags: [a]\n", removing: ["a"], "tags: []\n")
        expect("tags: &t [ a ] # c\n", removing: ["a"], "tags: &t [] # c\n")
        expect("tags: a # c\n", removing: ["a"], "tags: [] # c\n")
        expect("tags: 'a, '\n", removing: ["a"], "tags: []\n")
        expect("tags: a, A,office\n", removing: ["a", "work"], "tags: []\n")
        expect("tags: !!str a\n", removing: ["a"], "tags: !!str \"\"\n")
        expect("tags:\n  # why\n  - a # c\ntitle: t\n", removing: ["a"], "tags: []\n  # why\ntitle: t\n")
        expect("tags: &t\n- a\n- A\n- a\n", removing: ["a"], "tags: &t []\n")
        expect("tags: [\n  a, # one\n  b\n]\n", removing: ["a", "b"], "tags: [\n   # one\n]\n")
        expect("tags: [null, a]\n", removing: ["a"], "tags: [null]\n")
        expect("{tags: [a], x: 1}\n", removing: ["a"], "{tags: [], x: 1}\n")
    }

    @Test func `tags can be removed and added in one edit`() {
        expect("tags: [a, b]\n", removing: ["a"], adding: ["c"], "tags: [b, c]\n")
        expect("tags: a\n", removing: ["a"], adding: ["c"], "tags: [c]\n")
        expectNone("tags: [work]\n", removing: ["office"], adding: ["job"])
    }

    // MARK: Unchanged files

    @Test func `an edit that is not possible in place is refused`() {
        expectRefusal(
            "x: &t [a]\ntags: *t\n",
            adding: ["b"],
            "'tags' is the alias *t, which mm does not edit"
        )
        expectRefusal(
            "x: &t [a]\ntags: *t\n",
            removing: ["a"],
            "the tag 'a' is an alias of an anchor in another key, which mm does not edit"
        )
        expectRefusal(
            "tags: [&a a, *a]\n",
            removing: ["a"],
            "the tag 'a' cannot be removed: the alias *a needs it"
        )
        expectRefusal("tags: {a: 1}\n", adding: ["b"], "'tags' is a mapping, expected a list of names")
        expectRefusal("tags: [a]\ntags: [b]\n", adding: ["c"], "the key 'tags' appears twice")
        expectRefusal("tags: [a]\ntags: [b]\n", removing: ["a"], "the key 'tags' appears twice")
        expectNone("tags: [a]\ntags: [b]\n", removing: ["c"])
        expectRefusal(
            "{title: t}\n",
            adding: ["c"],
            "the front matter is written in braces, so a key cannot be added on its own line"
        )
        expectRefusal(
            "tags: [a]\rtitle: t\n",
            adding: ["c"],
            "the front matter has a line break that YAML and editors read differently"
        )
        #expect(edit("---\ntags: [a]\n", adding: ["b"]).isRefused)
        #expect(edit("---\ntags: [a\n---\n", removing: ["a"]).isRefused)
    }

    // MARK: Laws

    @Test func `the result has the intended tags, and repeating the edit changes nothing`() throws {
        var random = Random(seed: 31)
        let names = ["a", "yes", "it's", "a: b", "[x]", "c#", "ünï", "Work", "office/x", "- y", "12", "say \"hi\""]
        var edits = 0
        for one in try RenameCase.all.get() where one.before.count < 1_024 {
            let bytes = random.below(4) == 0 ? random.mutate(one.before) : one.before
            guard let before = tags(bytes) else { continue }
            let removing = (before.filter { _ in random.below(3) == 0 } + [random.pick(names)]).map { TagName($0) }
            let adding = (0..<random.below(3)).map { _ in TagName(random.pick(names)) }
            let edit = TagsChange(removing: removing, adding: adding)
            guard let after = try? edit.apply(to: bytes, registry: Self.registry) else { continue }
            edits += 1
            let key = { (name: TagName) in Self.registry.canonical(name).key }
            let gone = Set(removing.map(key)).subtracting(adding.map(key))
            let kept = before.map { TagName($0) }.filter { !gone.contains(key($0)) }
            var known = Set(kept.map(key))
            let expected =
                kept.map(\.text)
                + adding.filter { known.insert(key($0)).inserted }
                .map { Self.registry.canonical($0).text }
            let place = "\(edit)\n\(bytes.shown)\n= \(after.shown)"
            #expect(tags(after) == expected, "\(place)")
            #expect(try edit.apply(to: after, registry: Self.registry) == nil, "\(place)")
            guard let old = try FrontMatter.read(bytes), let new = try FrontMatter.read(after) else {
                let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
                #expect(after.suffix(body.count) == body, "\(place)")
                continue
            }
            #expect(rest(of: new) == rest(of: old), "\(place)")
        }
        #expect(edits > 1_200, "only \(edits) edits")
    }

    @Test func `removing an added tag restores the bytes`() throws {
        var edits = 0
        for one in try RenameCase.all.get() where one.before.count < 1_024 && !(tags(one.before) ?? []).isEmpty {
            guard let more = try? TagsChange(adding: [TagName("zzz")]).apply(to: one.before, registry: Self.registry)
            else { continue }
            let back = try TagsChange(removing: [TagName("ZZZ")]).apply(to: more, registry: Self.registry)
            // A comma-separated string that has been quoted keeps its quotes.
            #expect(
                back.map(unquoted) == unquoted(one.before),
                "\(one.before.shown)\n= \(more.shown)\n= \(back?.shown ?? "nil")"
            )
            edits += 1
        }
        #expect(edits > 1_000, "only \(edits) edits")
    }

    private func unquoted(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 != UInt8(ascii: "\"") } }

    private func tags(_ bytes: [UInt8]) -> [String]? {
        ReminderDecoder.decode(bytes, path: "a.md").reminder?.tags.map(\.text)
    }

    /// The other keys and the body.
    private func rest(of frontMatter: FrontMatter) -> [ArraySlice<UInt8>] {
        let (document, bytes) = (frontMatter.document, frontMatter.document.bytes)
        let others = document.entries.filter { !document.text(of: $0.key, equals: "tags") }
        return others.flatMap { [bytes[document.nodes[$0.key].span], bytes[document.nodes[$0.value].span]] }
            + [bytes[frontMatter.delimiters.closing.lowerBound...]]
    }
}

extension TagsChangeTests.Outcome {
    fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}

extension String {
    /// With an anchor for the alias in it.
    fileprivate var replacingAlias: String { "x: &x a\n" + self }
}
