import CLibrary
package import CivilTime

/// Reads files for tests, without Foundation.
package enum TestFiles {
    package struct Unreadable: Error {
        package var path: String
    }

    package static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw Unreadable(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    package static func lines(_ path: String) throws -> [Substring] {
        String(decoding: try bytes(path), as: UTF8.self).split(separator: "\n")
    }

    /// A file in `fixtures/conformance`.
    package static func fixture(_ name: String) -> String {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return "\(root)/fixtures/conformance/\(name)"
    }

    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// A time zone of the machine's tz database.
    package static func zone(_ name: String) throws -> Zone {
        try Zone(name: name, tzif: bytes("/usr/share/zoneinfo/\(name)"))
    }
}
