import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

@Suite struct JSONTests {
    private func parsed(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test func `values are read and written again`() throws {
        let text = #"{"a":[1,-2,0.5,true,false,null],"b":{"c":"d"},"e":"","f":[],"g":{}}"#
        #expect(String(decoding: try parsed(text).bytes, as: UTF8.self) == text)
        #expect(try parsed(" [ 1 , \"x\" ] \r\n") == [1, "x"])
    }

    @Test func `numbers that are integers are integers, and others are not`() throws {
        #expect(try parsed("9007199254740993").int == 9_007_199_254_740_993)
        #expect(try parsed("1e3").int == 1_000)
        #expect(try parsed("-0").int == 0)
        #expect(try parsed("1.5").int == nil)
        #expect(try parsed("1e400") == .number(.infinity))
        #expect(try parsed("99999999999999999999").int == nil)
    }

    @Test func `escapes give characters, and half a surrogate gives U+FFFD`() throws {
        #expect(try parsed(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#).string == "\"\\/\u{8}\u{C}\n\r\té😀")
        #expect(try parsed(#""\ud83d""#).string == "\u{FFFD}")
        #expect(try parsed(#""\ud83dx\ude00""#).string == "\u{FFFD}x\u{FFFD}")
        #expect(try parsed(#""\ud83d\u0041""#).string == "\u{FFFD}A")
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "01", "1.", ".5", "+1", "-", "--1", "tru", "nul",
        "\"", "\"\\", "\"\\x\"",
        "\"\\u12\"", "\"\n\"", "1 2", "[1 2]", "'a'", "NaN", "1e", "[\"a\":1]", "\u{FEFF}1",
    ])
    func `what is not JSON is refused`(text: String) { #expect(throws: ParseError.self) { try parsed(text) } }

    @Test func `invalid UTF-8 and deep nesting are refused`() {
        #expect(throws: ParseError.self) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
        #expect(throws: ParseError.self) { try JSON(parsing: Array(repeating: 0x5B, count: 100_000)) }
    }

    @Test func `random bytes are read or refused, and what is read is written so that it reads the same`() {
        var random = Random(seed: 5)
        let seed = Array(#"{"a":[1,-2.5e3,"\u00e9😀\n"],"b":{"c":[true,null,{}]}}"#.utf8)
        var count = 0
        for _ in 0..<5_000 {
            guard let value = try? JSON(parsing: random.mutate(seed)) else { continue }
            count += 1
            #expect((try? JSON(parsing: value.bytes)) == value)
        }
        #expect(count > 100)
    }

    @Test func `a member that is null differs from one that is absent`() throws {
        let value = try parsed(#"{"a":null}"#)
        #expect(value.member("a") == .null)
        #expect(value.member("b") == nil)
        #expect(value["b"]["c"][7] == .null)
    }
}
