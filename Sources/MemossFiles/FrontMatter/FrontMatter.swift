/// The front matter of a file: the YAML between the delimiters, and the body that follows.
package struct FrontMatter: Sendable, Hashable {
    package let delimiters: Delimiters
    package let document: YAMLDocument

    /// Parses the front matter of a whole file.
    ///
    /// - Returns: nil for a file without front matter.
    /// - Throws: a `YAMLDocument.Fault`; an unclosed delimiter and conflict markers are faults too.
    package static func read(_ bytes: [UInt8]) throws(YAMLDocument.Fault) -> FrontMatter? {
        switch Delimiters.search(bytes) {
        case .absent:
            // The first line of the file may be a conflict marker, with the opening delimiter of each side below it.
            guard let markers = ConflictMarkers(in: bytes, front: 0..<min(bytes.count, 8), isParsed: true),
                markers.versions.contains(where: { Delimiters.search($0.bytes) != .absent })
            else { return nil }
            throw markers.fault
        case .unclosed:
            if let markers = ConflictMarkers(in: bytes, front: bytes.indices) { throw markers.fault }
            throw YAMLDocument.Fault(
                id: .unclosedFrontMatter,
                message: "the front matter that begins here has no closing line '---'",
                offset: bytes.first == 0xEF ? 3 : 0
            )
        case .found(let delimiters):
            return FrontMatter(
                delimiters: delimiters,
                document: try YAMLDocument.read(bytes, range: delimiters.content)
            )
        }
    }

    /// Detects a note whose beginning other programs may treat as front matter, so that adding front matter above it
    /// would do damage.
    ///
    /// - Returns: the obstacle; nil for a file that `mm` and other programs read alike.
    static func obstacle(to bytes: [UInt8]) -> String? {
        // In UTF-16, blanks and line breaks contain a zero byte in any script.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]), bytes.prefix(1_024).contains(0) {
            return "the file is UTF-16, expected UTF-8"
        }
        let mark = bytes[(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...].prefix(3)
        guard mark.elementsEqual([Ascii.dash, Ascii.dash, Ascii.dash]),
            bytes[mark.endIndex...].first(where: { !Ascii.isBlank($0) }) == Ascii.carriageReturn
        else { return nil }
        return "the lines end with a carriage return alone, expected LF or CRLF"
    }
}
