internal import Bytes

/// The letters of YAML that cannot be parsed, as far as it may be read: a search in them finds every name that it may have.
enum EscapedText {
    /// The text with the escapes of double quotes replaced, and one blank for several blanks and line breaks.
    static func plain(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == Ascii.backslash, place < bytes.count {
                let escape = bytes[place]
                place += 1
                if let (scalar, end) = scalar(of: escape, in: bytes, from: place) {
                    plain += Array(String(Character(scalar)).utf8)
                    place = end
                } else if Ascii.isBlankOrBreak(escape) {
                    // The line goes on without a blank.
                    while place < bytes.count, Ascii.isBlankOrBreak(bytes[place]) { place += 1 }
                    if escape == Ascii.blank { plain.append(escape) }
                } else {
                    plain.append(escape)
                }
            } else if Ascii.isBlankOrBreak(byte) {
                if plain.last != Ascii.blank { plain.append(Ascii.blank) }
            } else {
                plain.append(byte)
            }
        }
        return plain
    }

    /// The character of an escape with hexadecimal digits, and where they end.
    private static func scalar(of escape: UInt8, in bytes: [UInt8], from start: Int) -> (Unicode.Scalar, end: Int)? {
        let count: Int
        switch escape {
        case UInt8(ascii: "x"): count = 2
        case UInt8(ascii: "u"): count = 4
        case UInt8(ascii: "U"): count = 8
        default: return nil
        }
        let digits = bytes[start...].prefix(count)
        guard digits.count == count, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return (scalar, start + count)
    }
}
