import MemossFiles
import Testing

@testable import Text

@Suite struct TagColorTests {
    @Test(arguments: [
        ("#3B82F6", "#3B82F6"), ("#3b82f6", "#3B82F6"), ("#0aF", "#00AAFF"), ("#000", "#000000"), ("#FFF", "#FFFFFF"),
        ("moss", "#22C55E"), ("blue", "#3B82F6"), ("pink", "#EC4899"), ("orange", "#F97316"), ("purple", "#8B5CF6"),
        ("teal", "#14B8A6"), ("yellow", "#EAB308"), ("gray", "#6B7280"), ("grey", "#6B7280"), ("Moss", "#22C55E"),
        ("  #0a0B0c\t", "#0A0B0C"),
    ])
    func `a colour is parsed and printed`(text: String, hex: String) throws {
        #expect(try TagColor(parsing: text).hex == hex)
    }

    @Test func `every value of every channel survives printing and parsing`() throws {
        for byte in UInt8.min...UInt8.max {
            let color = TagColor(red: byte, green: 255 - byte, blue: byte ^ 0x5A)
            #expect(try TagColor(parsing: color.hex) == color)
        }
    }

    @Test(arguments: [
        ("orang", "orange", 0), ("GREEY", "grey", 0), (" mos", "moss", 1), ("3b82f6", "#3B82F6", 0),
        ("fff", "#FFF", 0),
    ])
    func `a misspelt colour gets a suggestion`(text: String, suggestion: String, offset: Int) {
        let error = #expect(throws: ParseError.self) { try TagColor(parsing: text) }
        #expect(error?.suggestion == suggestion)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [
        ("", "the colour is empty, expected #RRGGBB, #RGB or one of", 0),
        (" \t ", "the colour is empty, expected #RRGGBB, #RGB or one of", 0),
        ("#", "has 0 hexadecimal digits, expected three (#RGB) or six (#RRGGBB)", 0),
        ("#12345", "has 5 hexadecimal digits, expected three (#RGB) or six (#RRGGBB)", 0),
        ("#FF00001", "has 7 hexadecimal digits, expected three (#RGB) or six (#RRGGBB)", 0),
        ("#12345G", "expected only hexadecimal digits after the '#'", 6),
        ("#\u{FF11}23", "expected only hexadecimal digits after the '#'", 1),
        ("chartreuse", "expected #RRGGBB, #RGB or one of moss, blue,", 0),
        ("rgb(1,2,3)", "expected #RRGGBB, #RGB or one of moss, blue,", 0),
    ])
    func `an invalid colour is rejected with what was expected`(text: String, message: String, offset: Int) {
        let error = #expect(throws: ParseError.self) { try TagColor(parsing: text) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.suggestion == nil)
        #expect(error?.offset == offset)
    }

    /// Expected values: the formula of WCAG 2.2 computed in Python.
    @Test(arguments: [
        ("#000000", 0.0),
        ("#FFFFFF", 1.0),
        ("#22C55E", 0.41080737992576033),
        ("#3B82F6", 0.2354889123162347),
        ("#EAB308", 0.4975015604562451),
        ("#6B7280", 0.16718939998127905),
        ("#010203", 0.0005644387786074181),
        ("#0B0A0C", 0.003147742318542472),
    ])
    func `relative luminance matches WCAG`(hex: String, expected: Double) throws {
        #expect(abs(try TagColor(parsing: hex).relativeLuminance - expected) < 1e-12)
    }

    @Test func `contrast is from 1 to 21 and does not depend on the order`() throws {
        let blue = TagColor.Preset.blue.color
        #expect(abs(TagColor.black.contrast(with: .white) - 21) < 1e-12)
        #expect(blue.contrast(with: blue) == 1)
        #expect(blue.contrast(with: .white) == TagColor.white.contrast(with: blue))
    }

    @Test func `black or white is readable on every colour`() {
        for red in stride(from: 0, through: 255, by: 5) {
            for green in stride(from: 0, through: 255, by: 5) {
                for blue in stride(from: 0, through: 255, by: 5) {
                    let color = TagColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    let contrast = color.contrast(with: color.textColor)
                    if contrast < 4.5 { Issue.record("\(color): \(contrast)") }
                }
            }
        }
    }
}
