import TestSupport
import Testing

@testable import MemossFiles

/// Which text needs no quotes, and that quoted text is read back unchanged.
@Suite struct ScalarTextTests {
    @Test func `text that PyYAML or the core schema would not read as a string is quoted`() throws {
        var count = 0
        var strings = 0
        let bytes = try TestFiles.bytes(TestFiles.fixture("plain-scalars.tsv"))
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            count += 1
            if fields[1] != "str" || fields[2] != "str" {
                #expect(!ScalarText.isPlainString(fields[0]), "\(fields)")
            } else if ScalarText.isPlainString(fields[0]) {
                strings += 1
            }
        }
        #expect(count > 100)
        // Unnecessary quotes are also an error: these are strings in every parser.
        #expect(strings > 30, "only \(strings) are strings")
        for text in [
            "work", "123/x", "3pm", "c#", "-x", "1a", "1.2.3", "nil", "inf", "2026-11", "½", "true/false",
        ] {
            #expect(ScalarText.isPlainString(text), "\(text)")
        }
    }

    /// `Scripts/test-loaders` asks the real ones.
    @Test(arguments: [
        "1984", "12:30", "yes", "yEs", "nULL", "2026-11-28", "1e3", "0o17", "45,000", "1,000.5", ":tea", "~",
    ])
    func `a title, a tag and an item of a list are strings for every loader`(text: String) {
        let new = FieldValue.text(FieldValue.Item(text, .string)).written
        #expect(new == "\"\(text)\"")
        #expect(FieldValue.list([FieldValue.Item(text, .string)]).written == "[\(new)]")
    }

    /// libyaml 0.1, which is part of ruamel.yaml up to 0.18, refuses the file otherwise.
    @Test func `a colon is quoted in a flow list alone`() {
        for text in ["2026-11-27T17:00", "health:meds", "http://x.org"] {
            #expect(FieldValue.text(FieldValue.Item(text)).written == text)
            #expect(FieldValue.list([FieldValue.Item(text)]).written == "[\"\(text)\"]")
        }
    }

    /// The text as libyaml reads it in its context.
    private func read(_ text: String, inFlow: Bool) -> String? {
        let bytes = [UInt8](inFlow ? "k: [\(text), z]\n" : "k: \(text)\n")
        guard let document = try? YAMLDocument.parseWithLibYAML(bytes, range: 0..<bytes.count),
            document.entries.count == 1, let value = document.entry("k")?.value
        else { return nil }
        guard inFlow else { return document.nodes[value].kind == .scalar ? document.text(of: value) : nil }
        let items = Array(document.children(of: value))
        guard items.count == 2, document.nodes[items[0]].kind == .scalar else { return nil }
        return document.text(of: items[0])
    }

    private static let pieces = [
        "a", "é", " ", "  ", ":", "#", ",", "[", "]", "{", "}", "-", "?", "&", "*", "!", "|", ">", "'", "\"", "%", "@",
        "`", "\t",
        "---", "...", "x: y", " #", "\\", "😀", "\u{301}", "\u{A0}", "~", "=", "<<", "1", ".", "/",
    ]

    @Test func `plain text is read back unchanged, in both contexts`() {
        var random = Random(seed: 21)
        var safe = 0
        for _ in 0..<20_000 {
            let text = (0...random.below(4)).map { _ in random.pick(Self.pieces) }.joined()
            for inFlow in [false, true] where ScalarText.isPlainSafe(text, inFlow: inFlow) {
                safe += 1
                #expect(read(text, inFlow: inFlow).map { Array($0.utf8) } == Array(text.utf8), "\(text) \(inFlow)")
            }
        }
        #expect(safe > 5_000, "only \(safe)")
    }

    @Test func `text in either kind of quotes is read back unchanged`() {
        var random = Random(seed: 22)
        for _ in 0..<5_000 {
            let text = (0...random.below(5)).map { _ in random.pick(Self.pieces) }.joined()
            for style in [Node.Style.singleQuoted, .doubleQuoted] {
                for inFlow in [false, true] {
                    let quoted = ScalarText.quoted(text, style)
                    #expect(read(quoted, inFlow: inFlow).map { Array($0.utf8) } == Array(text.utf8), "\(quoted)")
                }
            }
        }
    }

    /// The vectors were made by `Scripts/make-scalar-vectors` with libyaml and PyYAML.
    @Test func `libyaml and PyYAML read plain text alike`() throws {
        var plain = 0
        for line in try TestFiles.lines(TestFiles.fixture("plain-places.tsv")) {
            let fields = line.split(separator: "\t").map(String.init)
            let bytes = stride(from: 0, to: fields[0].utf8.count, by: 2).compactMap {
                UInt8(fields[0].dropFirst($0).prefix(2), radix: 16)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            for (item, inFlow, isRead) in [
                (FieldValue.Item(text), false, fields[1] == "yes"), (FieldValue.Item(text), true, fields[2] == "yes"),
                (FieldValue.Item(text, .notNull), false, fields[1] == "yes" && fields[3] == "yes"),
            ] where ScalarText.written(item, inFlow: inFlow).utf8.elementsEqual(text.utf8) {
                plain += 1
                #expect(isRead, "\(text.debugDescription), \(item.reading), in a flow list: \(inFlow)")
            }
        }
        // Unnecessary quotes are also an error.
        #expect(plain > 1_300, "only \(plain)")
    }

    @Test(arguments: [
        ("a", true, true), ("a b", true, true), ("a,b", true, false), ("[a", false, false), ("a]", true, false),
        ("a: b", false, false),
        ("a:b", true, false), ("a:", false, false), ("a #b", false, false), ("a#b", true, true), ("-", false, false),
        ("-a", true, true),
        ("?a", true, false), ("a?", true, false), ("a\tb", true, true), (":a", true, false), ("", false, false),
        (" a", false, false), ("a ", false, false),
        ("---", false, false),
        ("...x", false, false), ("a\u{85}b", false, false), ("a\u{2028}b", false, false), ("\u{FEFF}a", false, false),
        ("%a", false, false),
        ("a\nb", false, false), ("\u{7F}", false, false),
    ])
    func `whether text can be plain depends on being inside a flow list`(text: String, block: Bool, flow: Bool) {
        #expect(ScalarText.isPlainSafe(text, inFlow: false) == block)
        #expect(ScalarText.isPlainSafe(text, inFlow: true) == flow)
    }
}
