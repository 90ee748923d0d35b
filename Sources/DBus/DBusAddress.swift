/// The address of a bus ("Server Addresses"). Only Unix sockets are supported; other transports are ignored.
public enum DBusAddress: Sendable, Hashable {
    case path(String)
    /// In Linux's abstract socket namespace, not in the file system.
    case abstract(String)

    /// The path of a socket in the file system; nil for an abstract one.
    public var path: String? { if case .path(let path) = self { path } else { nil } }

    /// Parses a list such as `unix:path=/run/user/1000/bus,guid=…;unix:abstract=/tmp/dbus-x`, in order.
    public static func list(_ text: String) -> [DBusAddress] {
        text.split(separator: ";").compactMap { address in
            guard address.hasPrefix("unix:") else { return nil }
            for pair in address.dropFirst(5).split(separator: ",") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, let value = unescaped(parts[1]), !value.isEmpty else { continue }
                if parts[0] == "path" { return .path(value) }
                if parts[0] == "abstract" { return .abstract(value) }
            }
            return nil
        }
    }

    /// Nil if a `%` is not followed by two hexadecimal digits.
    private static func unescaped(_ text: Substring) -> String? {
        var result: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            // `UInt8(_:radix:)` also accepts a sign.
            guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let code = UInt8(digits, radix: 16),
                code != 0
            else { return nil }
            rest = rest.dropFirst(2)
            result.append(code)
        }
        return String(validating: result, as: UTF8.self)
    }
}
