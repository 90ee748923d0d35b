import TestSupport
import Testing

@testable import MemossFiles

/// `"\ud83c\udf75"`, as JSON has it.
@Suite struct SurrogatePairTests {
    private static let tea = #"\ud83c\udf75"#

    @Test func `a pair of surrogates in double quotes is the character, wherever it stands`() throws {
        let tea = Self.tea
        for (yaml, wanted) in [
            (#"k: "Tea \#(tea)""#, "Tea 🍵"), (#"k: "\#(tea)\#(tea) \\\#(tea)é""#, "🍵🍵 \\🍵é"),
            (#"k: "\uD83C\uDF75\n\u00e9""#, "🍵\né"), ("k: \"a\n  \(tea)\"", "a 🍵"),
            // Elsewhere an escape is only text.
            (#"k: '\#(tea)' # "\#(tea)""#, tea), ("k: x\(tea)", "x" + tea), ("k: |-\n  \(tea)", tea),
        ] {
            // The second key makes libyaml refuse the file.
            let bytes = Array("\(yaml)\nz: \"\(Self.tea)\"\n".utf8)
            let document = try YAMLDocument.parse(bytes, range: 0..<bytes.count)
            let value = try #require(document.entry("k")?.value)
            #expect(document.text(of: value).unicodeScalars.elementsEqual(wanted.unicodeScalars), "\(yaml)")
            let last = try #require(document.entry("z")?.value)
            #expect(document.text(of: last) == "🍵")
            #expect(document.bytes == bytes)
        }
    }

    @Test(arguments: [
        #""\ud83c""#, #""\udf75\ud83c""#, #""\ud83c \udf75""#, #""\\ud83c\udf75""#, #""\ud83c\u0041""#,
        #""\ud83c\udf75 \q""#,
    ])
    func `half a pair is still a fault, at its place`(text: String) {
        let bytes = Array("k: \(text)\n".utf8)
        #expect(throws: YAMLDocument.Fault.self) { try YAMLDocument.parse(bytes, range: 0..<bytes.count) }
    }

    @Test func `an edit keeps the bytes of the pair`() throws {
        let bytes = Array(
            "---\ntitle: \"Tea \(Self.tea)\"\ntags: [\"\(Self.tea)/x\"]\nscheduled: 2026-12-01\n---\n".utf8
        )
        let read = ReminderDecoder.decode(bytes, path: "a.md")
        #expect(read.problems.isEmpty)
        #expect(read.reminder?.title == "Tea 🍵")
        let change = try FieldChange(setting: "scheduled", to: "2026-12-02", zones: ZoneDatabase())
        let wanted = String(decoding: bytes, as: UTF8.self).replacing("12-01", with: "12-02")
        #expect(try change.apply(to: bytes).map { String(decoding: $0, as: UTF8.self) } == wanted)
    }
}
