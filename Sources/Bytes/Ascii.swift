/// The ASCII characters that the file formats use.
public enum Ascii {
    @inlinable public static var tab: UInt8 { 0x09 }
    @inlinable public static var lineFeed: UInt8 { 0x0A }
    @inlinable public static var carriageReturn: UInt8 { 0x0D }
    @inlinable public static var blank: UInt8 { 0x20 }
    @inlinable public static var quote: UInt8 { 0x22 }
    @inlinable public static var hash: UInt8 { 0x23 }
    @inlinable public static var apostrophe: UInt8 { 0x27 }
    @inlinable public static var comma: UInt8 { 0x2C }
    @inlinable public static var dash: UInt8 { 0x2D }
    @inlinable public static var dot: UInt8 { 0x2E }
    @inlinable public static var slash: UInt8 { 0x2F }
    @inlinable public static var colon: UInt8 { 0x3A }
    @inlinable public static var openBracket: UInt8 { 0x5B }
    @inlinable public static var backslash: UInt8 { 0x5C }
    @inlinable public static var closeBracket: UInt8 { 0x5D }

    @inlinable public static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    @inlinable public static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
    @inlinable public static func isBlank(_ byte: UInt8) -> Bool { byte == blank || byte == tab }
    @inlinable public static func isBlankOrBreak(_ byte: UInt8) -> Bool {
        byte == blank || byte == tab || byte == lineFeed || byte == carriageReturn
    }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without surrounding blanks, tabs and line breaks.
    @inlinable public var trimmed: SubSequence {
        let rest = drop(while: Ascii.isBlankOrBreak)
        guard let last = rest.lastIndex(where: { !Ascii.isBlankOrBreak($0) }) else { return rest }
        return rest[...last]
    }
}
