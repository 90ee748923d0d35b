/// The comments of YAML text, compared without the blanks around them.
enum MergeComments {
    /// - Returns: nil if the text is not YAML.
    static func found(in text: [UInt8]) -> Set<[UInt8]>? {
        if !text.contains(Ascii.hash) { return [] }
        guard let document = try? YAMLDocument.parseWithLibYAML(text, range: 0..<text.count) else { return nil }
        return found(in: document)
    }

    static func found(in document: YAMLDocument) -> Set<[UInt8]> {
        let scalars = document.nodes.lazy.filter { $0.kind == .scalar }.map(\.contentSpan)
        var comments: Set<[UInt8]> = []
        var position = document.range.lowerBound
        for gap in Array(scalars) + [document.range.upperBound..<document.range.upperBound] {
            while let start = document.bytes[position..<max(position, gap.lowerBound)].firstIndex(of: Ascii.hash) {
                let rest = document.bytes[start..<document.range.upperBound]
                let end = rest.firstIndex(of: Ascii.lineFeed) ?? document.range.upperBound
                comments.insert(Array(document.bytes[start..<end].trimmed))
                position = end
            }
            position = max(position, gap.upperBound)
        }
        return comments
    }

    /// The comments that a merge has to keep: those that a side wrote, and those that neither removed.
    static func wanted(_ texts: Versions<[UInt8]>) -> Set<[UInt8]>? {
        guard let base = found(in: texts.base), let ours = found(in: texts.ours), let theirs = found(in: texts.theirs)
        else { return nil }
        return ours.subtracting(base).union(theirs.subtracting(base)).union(
            base.intersection(ours).intersection(theirs)
        )
    }

    /// Whether merged documents, one for each side of the conflicts, together have the comments that they must have.
    static func areKept(_ versions: Versions<YAMLDocument>, in merged: [YAMLDocument]) -> Bool {
        guard let wanted = wanted(versions.map { Array($0.bytes[$0.range]) }) else { return false }
        return wanted.isSubset(of: merged.reduce(into: []) { $0.formUnion(found(in: $1)) })
    }
}
