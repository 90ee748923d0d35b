internal import Bytes
internal import Text

/// The tz database of the system: TZif files (RFC 9636) by IANA name.
package struct ZoneFiles: Sendable {
    package let directory: String

    /// - Parameter directory: a tree of TZif files (RFC 9636), such as `/usr/share/zoneinfo`.
    package init(directory: String = "/usr/share/zoneinfo") { self.directory = directory }

    /// The bytes of a zone's file. The name must have been validated, since it becomes part of a path.
    package func bytes(named name: String) throws(SystemError) -> [UInt8] {
        try FileContents.read("\(directory)/\(name)", limit: 1 << 20).bytes
    }

    /// Whether a tz database is installed.
    package var isInstalled: Bool { ["UTC", "Etc/UTC"].contains { (try? bytes(named: $0)) != nil } }

    /// The release, such as `2026b`: the first line of `tzdata.zi` is `# version 2026b`.
    package func release() -> String? {
        guard let start = try? FileContents.read("\(directory)/tzdata.zi", limit: 64).bytes else { return nil }
        let words = start.prefix { $0 != Ascii.lineFeed }.split(separator: Ascii.blank)
        guard words.count == 3, words[1].elementsEqual("version".utf8) else { return nil }
        return String(decoding: words[2], as: UTF8.self)
    }

    /// The local time zone: the target of `/etc/localtime`, and its name if the target is in the database. Nil if the
    /// file does not exist: the machine then uses UTC (localtime(5)), as `date` and `git` assume.
    package func local(link: String = "/etc/localtime") throws(SystemError) -> (name: String?, bytes: [UInt8])? {
        guard try Disk.system.exists(link) else { return nil }
        let bytes = try FileContents.read(link, limit: 1 << 20).bytes
        guard let path = try? Disk.system.realPath(link) else { return (nil, bytes) }
        for marker in [directory + "/", "/zoneinfo/"] {
            if let name = Self.text(path, after: marker) { return (name, bytes) }
        }
        return (nil, bytes)
    }

    /// All names, for suggestions.
    package func names() -> [String] {
        guard let table = try? FileContents.read("\(directory)/tzdata.zi", limit: 1 << 20).bytes else {
            return namesInTable("zone1970.tab") + namesInTable("zone.tab")
        }
        return table.split(separator: Ascii.lineFeed).compactMap { line in
            let words = line.split(separator: Ascii.blank)
            // `Z NAME …` defines a zone, `L TARGET NAME` a link.
            guard words.count > 1 else { return nil }
            switch words[0].first {
            case UInt8(ascii: "Z"): return String(decoding: words[1], as: UTF8.self)
            case UInt8(ascii: "L"): return words.count > 2 ? String(decoding: words[2], as: UTF8.self) : nil
            default: return nil
            }
        }
    }

    private func namesInTable(_ table: String) -> [String] {
        guard let bytes = try? FileContents.read("\(directory)/\(table)", limit: 1 << 20).bytes else { return [] }
        return bytes.split(separator: Ascii.lineFeed).compactMap { line in
            let columns = line.split(separator: Ascii.tab)
            return line.first == Ascii.hash || columns.count < 3 ? nil : String(decoding: columns[2], as: UTF8.self)
        }
    }

    private static func text(_ path: String, after marker: String) -> String? {
        let (bytes, mark) = (Array(path.utf8), Array(marker.utf8))
        guard bytes.count > mark.count else { return nil }
        for start in 0..<bytes.count - mark.count where bytes[start...].starts(with: mark) {
            return String(decoding: bytes[(start + mark.count)...], as: UTF8.self)
        }
        return nil
    }
}
