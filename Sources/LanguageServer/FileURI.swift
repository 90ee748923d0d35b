internal import Bytes
import MemossFiles

/// Paths as `file:` URIs (RFC 8089). Clients spell the same path in several ways, so a URI is never compared.
package enum FileURI {
    /// The absolute path; nil for another scheme or host, or if it is not UTF-8.
    package static func path(of uri: String) -> String? {
        let bytes = Array(uri.utf8)
        let scheme = "file://"
        guard bytes.count > scheme.utf8.count, uri.prefix(7).lowercased() == scheme else { return nil }
        let rest = bytes.dropFirst(scheme.utf8.count)
        guard let slash = rest.firstIndex(of: Ascii.slash) else { return nil }
        let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
        guard host.isEmpty || host == "localhost" else { return nil }
        var path: [UInt8] = []
        var index = slash
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "?") || byte == Ascii.hash { break }
            guard byte == UInt8(ascii: "%") else {
                path.append(byte)
                continue
            }
            guard index + 1 < bytes.count, let high = Character(Unicode.Scalar(bytes[index])).hexDigitValue,
                let low = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue
            else { return nil }
            path.append(UInt8(high * 16 + low))
            index += 2
        }
        guard !path.contains(0) else { return nil }
        return String(validating: path, as: UTF8.self)
    }

    package static func of(_ path: String) -> String { "file://" + encoded(path) }

    /// A path with everything escaped except slashes and the unreserved characters of RFC 3986.
    static func encoded(_ path: String) -> String {
        var text: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in path.utf8 {
            if Ascii.isAlphanumeric(byte) || "-._~/".utf8.contains(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
