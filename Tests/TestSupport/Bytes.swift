extension [UInt8] {
    package init(_ text: String) { self = Array(text.utf8) }

    /// For messages: bytes that are not printable are escaped.
    package var shown: String {
        var result = ""
        for byte in self {
            switch byte {
            case 0x0A: result += "\\n\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            case 0x20...0x7E: result += String(UnicodeScalar(byte))
            default: result += "\\x" + String(byte, radix: 16)
            }
        }
        return result
    }
}
