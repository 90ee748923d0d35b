import MemossFiles
import Testing

@testable import Text
@testable import mm

@Suite struct JSONWriterTests {
    private func text(_ members: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.document(members), as: UTF8.self)
    }

    /// The text of a string between its quotes.
    private func escaped(_ value: String) -> String {
        var bytes: [UInt8] = []
        JSONString.append(value, to: &bytes)
        #expect(bytes.first == 0x22 && bytes.last == 0x22)
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    @Test func `a document without members has only its schema`() {
        #expect(text { _ in } == "{\n  \"schema\": 2\n}\n")
    }

    @Test func `keys keep their order, each row is on one line, and absent values are null`() {
        let written = text { json in
            json.array("reminders") { json in
                for (title, tags) in [("Milk", ["Home", "Shop"]), ("Rent", [])] {
                    json.object { json in
                        json.field("title", title)
                        json.field("tags", tags)
                        json.field("until", String?.none)
                        json.field("allDay", title == "Rent")
                        json.field("streak", -3)
                        json.array("next") { json in
                            json.element(1)
                            json.null()
                            json.element(true)
                        }
                    }
                }
            }
            json.array("problems") { _ in }
            json.object("fields") { json in
                json.null("a")
                json.object("b") { _ in }
            }
        }
        #expect(
            written == """
                {
                  "schema": 2,
                  "reminders": [
                    {"title": "Milk", "tags": ["Home", "Shop"], "until": null, "allDay": false, "streak": -3, \
                "next": [1, null, true]},
                    {"title": "Rent", "tags": [], "until": null, "allDay": true, "streak": -3, \
                "next": [1, null, true]}
                  ],
                  "problems": [],
                  "fields": {
                    "a": null,
                    "b": {}
                  }
                }

                """
        )
    }

    @Test(arguments: [
        ("a\"b\\c/d", #"a\"b\\c/d"#),
        ("\u{8}\t\n\u{C}\r", #"\b\t\n\f\r"#),
        ("\u{0}\u{1B}[31m\u{1F}", #"\u0000\u001b[31m\u001f"#),
        ("\u{7F}\u{85}\u{9B}\u{A0}", "\\u007f\\u0085\\u009b\u{A0}"),
        ("\u{61C}\u{200E}\u{202E}\u{2066}\u{2069}", #"\u061c\u200e\u202e\u2066\u2069"#),
        ("\u{200D}\u{202F}\u{2028}\u{206A}\u{61B}", "\u{200D}\u{202F}\u{2028}\u{206A}\u{61B}"),
        ("caf\u{E9} \u{65E5}\u{672C} \u{1F389}", "caf\u{E9} \u{65E5}\u{672C} \u{1F389}"),
        ("", ""),
    ])
    func `a string is escaped only where necessary or safer`(value: String, expected: String) {
        #expect(Array(escaped(value).utf8) == Array(expected.utf8))
    }

    @Test func `a key is escaped like a string`() {
        #expect(text { $0.field("a\"\n", 1) }.contains(#""a\"\n": 1"#))
    }

    @Test func `the extreme integers are written in full`() {
        let written = text { json in
            json.field("least", Int.min)
            json.field("most", Int.max)
        }
        #expect(written.contains("-9223372036854775808") && written.contains("9223372036854775807"))
    }

    @Test func `an array written in parts gives the same bytes`() {
        func object(_ number: Int) -> (inout JSONWriter) -> Void { { json in json.field("number", number) } }
        for count in 0...4 {
            let whole = JSONWriter.document { json in
                json.array("items") { json in for number in 0..<count { json.object(object(number)) } }
                json.field("last", true)
            }
            var put: [UInt8] = []
            let end = JSONWriter.document { json in
                json.array("items") { json in
                    for start in stride(from: 0, to: count, by: 2) {
                        json.append(
                            JSONWriter.elements { json in
                                for number in start..<min(start + 2, count) { json.object(object(number)) }
                            }
                        )
                        json.append(JSONWriter.elements { _ in })
                        put += json.drain()
                    }
                }
                json.field("last", true)
            }
            #expect(put + end == whole)
        }
    }
}
