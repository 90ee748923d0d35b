internal import Bytes

extension YAMLDocument {
    /// The texts of the comments, without surrounding blanks.
    package var commentTexts: Set<[UInt8]> {
        let scalars = nodes.lazy.filter { $0.kind == .scalar }.map(\.contentSpan)
        var comments: Set<[UInt8]> = []
        var position = range.lowerBound
        for gap in Array(scalars) + [range.upperBound..<range.upperBound] {
            while let start = bytes[position..<max(position, gap.lowerBound)].firstIndex(of: Ascii.hash) {
                let end = bytes[start..<range.upperBound].firstIndex(of: Ascii.lineFeed) ?? range.upperBound
                comments.insert(Array(bytes[start..<end].trimmed))
                position = end
            }
            position = max(position, gap.upperBound)
        }
        return comments
    }
}
