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
            let fault = YAMLDocument.Fault(
                id: .unclosedFrontMatter,
                message: "the front matter that begins here has no closing line '---'",
                offset: bytes.first == 0xEF ? 3 : 0
            )
            throw fault.named(by: HeadScanner(bytes, at: fault.offset).nearlyClosing())
        case .lookalike(let head): throw head.fault
        case .frontMatter(let delimiters):
            do {
                return FrontMatter(
                    delimiters: delimiters,
                    document: try YAMLDocument.read(bytes, range: delimiters.content, judging: judge)
                )
            } catch  where error.id == .secondDocument {
                // A rule in the body may close what `---` and a no-break space does not.
                let end = HeadScanner(bytes, at: bytes.first == 0xEF ? 3 : 0).nearlyClosing()
                throw error.named(by: end.flatMap { $0.offset == error.offset ? $0 : nil })
            }
        }
    }
}

extension YAMLDocument.Fault {
    /// The fault of a block whose closing line is nearly one.
    fileprivate func named(by line: (text: String, offset: Int)?) -> YAMLDocument.Fault {
        guard let line else { return self }
        return YAMLDocument.Fault(
            id: id,
            message: HeadLookalike.message(of: line.text, that: "closes"),
            offset: line.offset
        )
    }
}
