import TestSupport
import Testing

@testable import MemossFiles

@Suite struct PlainScannerLaw {
    /// Parts of lines that the scanner reads, and parts that it has to leave to libyaml.
    private static let keys = ["title", "tags", "a", "x-y", "_z", "Äb", "- k", " in", "12", "\"q\"", "? c", "a b"]
    private static let values = [
        "", " ", " plain", " two words", " work # c", " work#c", " 'single'", " \"double\"", " \"a \\\" b\"",
        " 'it''s'",
        " [a, b]", " [ a , b ]", " [a, 'b', \"c\"]", " []", " [a,]", " [a b, c-d]", " [a:b]", " [a, [b]]", " {a: b}",
        " 2026-11-22 09:00", " a: b", " x:", " x:y", " *t", " &t work", " !!str x", " | ", " >-", " café", " \u{85}x",
        " a\u{2028}b", " \u{FEFF}x", " 😀", "\tx", " x\ty", " \"open", " 'open", " [open", " \"#3B82F6\" # colour",
        " (x)", " +1",
        " a  # ", " x #", " # only", " -", " - x", " --- x", " \"x\": y", " a\u{0}b", " \u{7F}", " [a # c", " \"a\"#c",
        " [a]#c",
    ]
    private static let below = [
        "  - one", "  - 'two' # c", "- three", "  - a: b", "  -", "  continued", "   - deeper", "  # comment", "",
        "   ",
        "\t", "  - [x]", "  - - y", "  -\tz", "  - work\n    more", "...", "---", "# c", "#", "  - \"q\"", "  - é",
    ]

    private func check(_ bytes: [UInt8]) -> Bool {
        guard let scanned = PlainScanner.scan(bytes, range: 0..<bytes.count) else { return false }
        let parsed = try? YAMLDocument.parseWithLibYAML(bytes, range: 0..<bytes.count)
        #expect(scanned == parsed, "\(bytes.shown)")
        return true
    }

    @Test func `whatever the plain scanner reads, it produces the nodes of libyaml`() {
        var random = Random(seed: 1)
        var read = 0
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0...random.below(4) {
                text += random.below(8) > 0 ? random.pick(Self.keys.prefix(4)) : random.pick(Self.keys)
                text += ":" + (random.below(3) > 0 ? random.pick(Self.values.prefix(12)) : random.pick(Self.values))
                text += random.below(12) > 0 ? "\n" : "\r\n"
                while random.below(3) == 0 { text += random.pick(Self.below) + "\n" }
            }
            if check([UInt8](text)) { read += 1 }
        }
        #expect(read > 3_000, "only \(read) were plain")
    }

    @Test func `the scanner agrees with libyaml on every fixture and its mutations`() throws {
        var random = Random(seed: 2)
        var read = 0
        for one in try RenameCase.all.get() {
            guard case .found(let delimiters) = Delimiters.search(one.before), delimiters.content.count < 4096 else {
                continue
            }
            let content = Array(one.before[delimiters.content])
            for _ in 0..<20 where check(random.mutate(content)) { read += 1 }
        }
        #expect(read > 1_000, "only \(read) were plain")
    }
}
