internal import Bytes
import MemossFiles

/// The comments in YAML text, compared without surrounding blanks.
enum MergeComments {
    /// - Returns: nil if the text is not YAML.
    static func found(in text: [UInt8]) -> Set<[UInt8]>? {
        if !text.contains(Ascii.hash) { return [] }
        guard let document = try? YAMLDocument.parseWithLibYAML(text, range: 0..<text.count) else { return nil }
        return document.commentTexts
    }

    /// The comments that a merge has to keep: those that a side added, and those that neither side removed.
    static func wanted(_ texts: Versions<[UInt8]>) -> Set<[UInt8]>? {
        guard let base = found(in: texts.base), let ours = found(in: texts.ours), let theirs = found(in: texts.theirs)
        else { return nil }
        return ours.subtracting(base).union(theirs.subtracting(base)).union(
            base.intersection(ours).intersection(theirs)
        )
    }

    /// Whether merged documents, one for each side of the conflicts, together have every comment that must be kept.
    static func areKept(_ versions: Versions<YAMLDocument>, in merged: [YAMLDocument]) -> Bool {
        guard let wanted = wanted(versions.map { Array($0.bytes[$0.range]) }) else { return false }
        return wanted.isEmpty || wanted.isSubset(of: merged.reduce(into: []) { $0.formUnion($1.commentTexts) })
    }
}
