/// A string in a JSON document (RFC 8259, section 7), in quotes.
///
/// Non-ASCII text stays literal. Besides what the RFC requires, DEL, C1 controls and bidirectional controls are
/// escaped: a parser reads the same value, and the contents of a file cannot control a terminal that shows the
/// document.
package enum JSONString {
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        let done: Void? = text.utf8.withContiguousStorageIfAvailable { append($0, to: &bytes) }
        if done == nil { Array(text.utf8).withUnsafeBufferPointer { append($0, to: &bytes) } }
        bytes.append(0x22)
    }

    private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var start = 0
        var at = 0
        while at < text.count {
            if isPlain[Int(text[at])] {
                at += 1
                continue
            }
            let count = escapedByteCount(text, at)
            if count > 0 {
                bytes.append(contentsOf: text[start..<at])
                escape(text, at, count, to: &bytes)
                start = at + count
            }
            at += max(count, 1)
        }
        bytes.append(contentsOf: text[start...])
    }

    /// Bytes that never need to be escaped, whatever follows them.
    private static let isPlain: [Bool] = (0...255).map { byte in
        switch byte {
        case 0..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2: false
        default: true
        }
    }

    /// The length of the scalar at `at` if it must be escaped; otherwise 0.
    private static func escapedByteCount(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        switch text[at] {
        case 0..<0x20, 0x22, 0x5C, 0x7F:
            return 1
        case 0xC2:
            return at + 1 < text.count && text[at + 1] < 0xA0 ? 2 : 0
        case 0xD8:
            return at + 1 < text.count && text[at + 1] == 0x9C ? 2 : 0
        case 0xE2:
            guard at + 2 < text.count else { return 0 }
            switch (text[at + 1], text[at + 2]) {
            // U+200E, U+200F, U+202A to U+202E; U+2066 to U+2069.
            case (0x80, 0x8E...0x8F), (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): return 3
            default: return 0
            }
        default:
            return 0
        }
    }

    private static func escape(
        _ text: UnsafeBufferPointer<UInt8>,
        _ at: Int,
        _ count: Int,
        to bytes: inout [UInt8]
    ) {
        bytes.append(0x5C)
        switch text[at] {
        case 0x22, 0x5C: bytes.append(text[at])
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            let low = { (index: Int) in UInt16(text[at + index] & 0x3F) }
            let unit: UInt16 =
                switch count {
                case 1: UInt16(text[at])
                case 2: UInt16(text[at] & 0x1F) << 6 | low(1)
                default: UInt16(text[at] & 0x0F) << 12 | low(1) << 6 | low(2)
                }
            bytes.append(UInt8(ascii: "u"))
            for shift: UInt16 in [12, 8, 4, 0] {
                let nibble = UInt8(truncatingIfNeeded: unit >> shift) & 15
                bytes.append(nibble < 10 ? 0x30 + nibble : 0x57 + nibble)
            }
        }
    }
}
