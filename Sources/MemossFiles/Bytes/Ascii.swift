/// The ASCII characters that the file formats use.
enum Ascii {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let blank: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let hash: UInt8 = 0x23
    static let apostrophe: UInt8 = 0x27
    static let comma: UInt8 = 0x2C
    static let dash: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let colon: UInt8 = 0x3A
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D

    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
    static func isBlank(_ byte: UInt8) -> Bool { byte == blank || byte == tab }
    static func isBlankOrBreak(_ byte: UInt8) -> Bool {
        byte == blank || byte == tab || byte == lineFeed || byte == carriageReturn
    }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without surrounding blanks, tabs and line breaks.
    var trimmed: SubSequence {
        let rest = drop(while: Ascii.isBlankOrBreak)
        guard let last = rest.lastIndex(where: { !Ascii.isBlankOrBreak($0) }) else { return rest }
        return rest[...last]
    }
}
