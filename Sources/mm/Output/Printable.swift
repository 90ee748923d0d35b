/// Makes text from files and arguments safe to display. Characters that could control the terminal, reverse the text or
/// be invisible are escaped (`\e`, `\n`, `\u{202E}`), and so is every byte that is not valid UTF-8 (`\xFF`).
///
/// Letters of all scripts, private-use icons and emoji stay as they are. So does a backslash: the result is for
/// reading, not for parsing.
enum Printable {
    /// For a title, tag, path or message: one line.
    static func line(_ text: String) -> String {
        printed(text, keepsLines: false)
    }

    static func line(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { escaped($0, keepsLines: false) } ?? String(decoding: bytes, as: UTF8.self)
    }

    /// For a body: line breaks and tabs are kept, CRLF becomes LF.
    static func text(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { escaped($0, keepsLines: true) } ?? String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the text needs no escapes.
    static func isPlain(_ text: String) -> Bool { line(text).utf8.elementsEqual(text.utf8) }

    private static func printed(_ text: String, keepsLines: Bool) -> String {
        let result: String?? = text.utf8.withContiguousStorageIfAvailable { escaped($0, keepsLines: keepsLines) }
        if let result { return result ?? text }
        return Array(text.utf8).withUnsafeBufferPointer { escaped($0, keepsLines: keepsLines) } ?? text
    }

    /// Nil if nothing has to be escaped. This is the usual case, in which nothing is copied.
    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> String? {
        var out: [UInt8] = []
        var copied = 0
        var at = 0
        var context = PrintableContext()
        while at < bytes.count {
            let byte = bytes[at]
            if byte >= 0x20, byte < 0x7F {
                context.passASCII(byte)
                at += 1
                continue
            }
            if keepsLines, byte == 0x0A || byte == 0x09 {
                context = PrintableContext()
                at += 1
                continue
            }
            guard let (scalar, count) = decode(bytes, at) else {
                out.append(contentsOf: bytes[copied..<at])
                out.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "x")])
                out.append(contentsOf: [hexDigit(byte >> 4), hexDigit(byte & 15)])
                context = PrintableContext()
                at += 1
                copied = at
                continue
            }
            if !context.keeps(scalar) {
                out.append(contentsOf: bytes[copied..<at])
                copied = at + count
                if !(keepsLines && byte == 0x0D && copied < bytes.count && bytes[copied] == 0x0A) {
                    append(escapeOf: scalar, to: &out)
                }
            }
            at += count
        }
        if copied == 0 { return nil }
        out.append(contentsOf: bytes[copied...])
        return String(decoding: out, as: UTF8.self)
    }

    private static func append(escapeOf scalar: UInt32, to out: inout [UInt8]) {
        switch scalar {
        case 0x09: out.append(contentsOf: "\\t".utf8)
        case 0x0A: out.append(contentsOf: "\\n".utf8)
        case 0x0D: out.append(contentsOf: "\\r".utf8)
        case 0x1B: out.append(contentsOf: "\\e".utf8)
        default:
            out.append(contentsOf: "\\u{".utf8)
            out.append(contentsOf: String(scalar, radix: 16, uppercase: true).utf8)
            out.append(UInt8(ascii: "}"))
        }
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x37 + nibble }

    /// Decodes the scalar at an offset and its length in bytes; nil if the bytes are not well-formed (Unicode, table
    /// 3-7).
    @inline(__always)
    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> (scalar: UInt32, count: Int)? {
        let lead = bytes[at]
        func next(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> UInt32? {
            guard at + offset < bytes.count, range.contains(bytes[at + offset]) else { return nil }
            return UInt32(bytes[at + offset] & 0x3F)
        }
        switch lead {
        case 0..<0x80:
            return (UInt32(lead), 1)
        case 0xC2...0xDF:
            guard let b1 = next(1) else { return nil }
            return (UInt32(lead & 0x1F) << 6 | b1, 2)
        case 0xE0...0xEF:
            let second: ClosedRange<UInt8> = lead == 0xE0 ? 0xA0...0xBF : lead == 0xED ? 0x80...0x9F : 0x80...0xBF
            guard let b1 = next(1, second), let b2 = next(2) else { return nil }
            return (UInt32(lead & 0x0F) << 12 | b1 << 6 | b2, 3)
        case 0xF0...0xF4:
            let second: ClosedRange<UInt8> = lead == 0xF0 ? 0x90...0xBF : lead == 0xF4 ? 0x80...0x8F : 0x80...0xBF
            guard let b1 = next(1, second), let b2 = next(2), let b3 = next(3) else { return nil }
            return (UInt32(lead & 0x07) << 18 | b1 << 12 | b2 << 6 | b3, 4)
        default:
            return nil
        }
    }
}
