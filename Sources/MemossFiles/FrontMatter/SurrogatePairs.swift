internal import Bytes

/// Pairs of UTF-16 surrogates (`"\ud83c\udf75"`), as JSON writes a character beyond U+FFFF in ASCII. libyaml refuses them.
///
/// For libyaml, each escape is masked by one of the same length that no text contains; the values are restored from the
/// bytes of the file. So every offset, and every byte that an edit keeps, is that of the file.
enum SurrogatePairs {
    /// U+FDD0, a noncharacter.
    private static let mask: [UInt8] = [0xEF, 0xB7, 0x90]
    private static let maskEscape = Array("\\ufdd0".utf8)

    /// The bytes with every pair masked; nil if there is none, or the mask is in the text.
    static func masked(_ bytes: [UInt8]) -> [UInt8]? {
        let pairs = offsets(in: bytes[...])
        let lower = bytes.lazy.map { $0 | 0x20 }
        guard !pairs.isEmpty, !contains(bytes, mask), !contains(Array(lower), Array("fdd0".utf8))
        else { return nil }
        var result = bytes
        for pair in pairs {
            result.replaceSubrange(pair..<pair + 6, with: maskEscape)
            result.replaceSubrange(pair + 6..<pair + 12, with: maskEscape)
        }
        return result
    }

    /// The value that libyaml read from masked bytes, with the pairs of the source: as characters in double quotes,
    /// elsewhere as the text that they are there.
    static func restored(_ value: some Sequence<UInt8>, from raw: ArraySlice<UInt8>, _ style: Node.Style) -> [UInt8] {
        let isDecoded = style == .doubleQuoted
        let masked = isDecoded ? mask + mask : maskEscape + maskEscape
        var pairs = offsets(in: raw)[...]
        var result: [UInt8] = []
        for byte in value {
            result.append(byte)
            guard byte == masked.last, result.suffix(masked.count) == masked[...], let pair = pairs.popFirst() else {
                continue
            }
            result.removeLast(masked.count)
            result +=
                isDecoded
                ? scalar(at: pair, in: raw).map { Array(String($0).utf8) } ?? [] : Array(raw[pair..<pair + 12])
        }
        return result
    }

    /// The character of the pair whose backslash is at `offset`.
    static func scalar(at offset: Int, in bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let high = unit(at: offset, in: bytes), let low = unit(at: offset + 6, in: bytes),
            0xD800...0xDBFF ~= high, 0xDC00...0xDFFF ~= low
        else { return nil }
        return Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    private static func unit(at offset: Int, in bytes: ArraySlice<UInt8>) -> UInt32? {
        guard offset >= bytes.startIndex, offset + 6 <= bytes.endIndex, bytes[offset] == Ascii.backslash,
            bytes[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        let digits = bytes[offset + 2..<offset + 6]
        guard digits.allSatisfy({ Ascii.isDigit($0) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20 })
        else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Where pairs begin. A backslash that another one escapes begins none.
    private static func offsets(in bytes: ArraySlice<UInt8>) -> [Int] {
        var offsets: [Int] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if scalar(at: index, in: bytes) != nil {
                offsets.append(index)
                index += 12
            } else {
                index += bytes[index] == Ascii.backslash ? 2 : 1
            }
        }
        return offsets
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
    }
}
