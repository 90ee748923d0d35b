/// The front matter of a file: the YAML between the delimiters, and the body that follows.
package struct FrontMatter: Sendable, Hashable {
    package let delimiters: Delimiters
    package let document: YAMLDocument

    /// Parses the front matter of a whole file.
    ///
    /// - Parameter judge: says what a proposed correction of a mistake in YAML would mean.
    /// - Returns: nil for a file without front matter.
    /// - Throws: a `YAMLDocument.Fault`; an unclosed delimiter, conflict markers and a head that only looks like front
    ///   matter are faults too.
    package static func read(
        _ bytes: [UInt8],
        judging judge: YAMLMistake.Judge
    ) throws(YAMLDocument.Fault) -> FrontMatter? {
        switch FileHead(bytes) {
        case .text:
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
        case .lookalike(let head): throw head.fault
        case .frontMatter(let delimiters):
            return FrontMatter(
                delimiters: delimiters,
                document: try YAMLDocument.read(bytes, range: delimiters.content, judging: judge)
            )
        }
    }
}
