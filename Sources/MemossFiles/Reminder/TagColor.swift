/// The colour of a tag: 24 bits of sRGB.
public struct TagColor: Sendable, Hashable {
    /// 0 to 255.
    public var red: UInt8
    /// 0 to 255.
    public var green: UInt8
    /// 0 to 255.
    public var blue: UInt8

    /// A colour of sRGB components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses `#RRGGBB`, `#RGB` (each digit doubled) or the name of a preset, ignoring case and surrounding blanks.
    ///
    /// - Throws: ``ParseError`` that suggests the nearest preset or the missing `#`.
    public init(parsing text: String) throws(ParseError) {
        let bytes = Array(text.utf8)
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
        let end = (bytes.lastIndex { !isBlank($0) } ?? -1) + 1
        let trimmed = bytes[start..<max(start, end)]

        if trimmed.first == UInt8(ascii: "#") {
            self = try TagColor(digits: trimmed.dropFirst(), of: text)
            return
        }
        let name = String(decoding: trimmed, as: UTF8.self).lowercased()
        if let preset = Preset(rawValue: name == "grey" ? "gray" : name) {
            self = preset.color
        } else {
            throw TagColor.unknownName(name, trimmed, offset: start)
        }
    }

    /// `#RRGGBB`, upper-case.
    package var hex: String {
        "#"
            + [red, green, blue].map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
    }

    /// The named colours, in the order in which new tags receive them.
    package enum Preset: String, Sendable, CaseIterable {
        case moss, blue, pink, orange, purple, teal, yellow, gray

        package var color: TagColor {
            switch self {
            case .moss: TagColor(red: 0x22, green: 0xC5, blue: 0x5E)
            case .blue: TagColor(red: 0x3B, green: 0x82, blue: 0xF6)
            case .pink: TagColor(red: 0xEC, green: 0x48, blue: 0x99)
            case .orange: TagColor(red: 0xF9, green: 0x73, blue: 0x16)
            case .purple: TagColor(red: 0x8B, green: 0x5C, blue: 0xF6)
            case .teal: TagColor(red: 0x14, green: 0xB8, blue: 0xA6)
            case .yellow: TagColor(red: 0xEA, green: 0xB3, blue: 0x08)
            case .gray: TagColor(red: 0x6B, green: 0x72, blue: 0x80)
            }
        }
    }

    // MARK: Reading

    private init(digits: ArraySlice<UInt8>, of text: String) throws(ParseError) {
        var values: [UInt8] = []
        for (index, digit) in zip(digits.indices, digits) {
            guard let value = TagColor.hexValue(digit) else {
                throw ParseError(
                    "'\(text)' is not a colour, expected only hexadecimal digits after the '#'",
                    offset: index
                )
            }
            values.append(value)
        }
        switch values.count {
        case 3:
            self.init(red: 17 * values[0], green: 17 * values[1], blue: 17 * values[2])
        case 6:
            self.init(
                red: 16 * values[0] + values[1],
                green: 16 * values[2] + values[3],
                blue: 16 * values[4] + values[5]
            )
        default:
            throw ParseError(
                "'\(text)' has \(values.count) hexadecimal digits, expected three (#RGB) or six (#RRGGBB)",
                offset: digits.startIndex - 1
            )
        }
    }

    private static func unknownName(_ name: String, _ bytes: ArraySlice<UInt8>, offset: Int) -> ParseError {
        if name.isEmpty { return ParseError("the colour is empty, expected #RRGGBB, #RGB or \(names)") }
        if bytes.count == 3 || bytes.count == 6, bytes.allSatisfy({ hexValue($0) != nil }) {
            return ParseError(
                "'\(name)' is not a colour: a hexadecimal colour begins with '#'",
                suggestion: "#" + name.uppercased(),
                offset: offset
            )
        }
        return ParseError(
            "'\(name)' is not a colour, expected #RRGGBB, #RGB or \(names)",
            suggestion: Spelling.nearest(to: name, among: Preset.allCases.map(\.rawValue) + ["grey"]).first,
            offset: offset
        )
    }

    private static var names: String { "one of " + presetNames }

    /// `moss, blue, …`.
    package static var presetNames: String {
        // `joined` looks up its types at run time, which would slow down every start.
        Preset.allCases.reduce(into: "") { names, preset in
            if !names.isEmpty { names += ", " }
            names += preset.rawValue
        }
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - 0x37
        default: nil
        }
    }
}

extension TagColor: CustomStringConvertible {
    /// `#3B82F6`.
    public var description: String { hex }
}
