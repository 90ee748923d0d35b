import TestSupport
import Testing

@testable import Bytes
@testable import CivilTime
@testable import Text

@Suite struct ShortWordTests {
    @Test(arguments: [
        ("mon\u{0}", "mon"), ("\u{0}", ""), ("a\u{0}b", "ab"), ("fortnightlyfortx", "fortnightlyfort"),
        ("fortnightlyfortnight", "fortnightlyfortn"), ("\u{E9}", "e"),
    ])
    func `different words are not equal`(one: String, other: String) {
        #expect(ShortWord(one) != ShortWord(other))
        #expect(Weekday(name: one) == nil)
    }

    @Test func `words are compared without case, and keep their bytes`() {
        // A literal would be turned into a word by the compiler.
        let words = ["MonDay", "sixteen-letters!", "seventeen-letters", ""].map { ShortWord($0) }
        #expect(words[0] == "monday" && words[0].description == "monday")
        #expect(words[1].text == "sixteen-letters!" && words[1].count == 16 && words[1].last == UInt8(ascii: "!"))
        #expect(words[2].text == nil)
        #expect(words[3].count == 0 && words[3].last == 0)
    }
}
