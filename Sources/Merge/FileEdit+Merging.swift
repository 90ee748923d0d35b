package import MemossFiles

/// Edits for a merge whose files may be saved by another program before they are written.
extension FileEdit {
    /// The edit that brings a file from one recorded version to another, as it is now: what was saved since the first of them is
    /// merged with the second, and again whenever the file is saved before it is written.
    ///
    /// - Parameters:
    ///   - now: the file as it was read.
    ///   - base: the version that `wanted` was made from.
    /// - Returns: nil if they cannot be merged without a conflict.
    package static func merging(
        _ path: String,
        _ now: FileContents,
        from base: [UInt8],
        to wanted: [UInt8]
    ) -> FileEdit? {
        let kind = FileMerge.Kind(path: path)
        let merge = { @Sendable (now: [UInt8]) -> [UInt8]? in
            if now == base || now == wanted { return wanted }
            // A program that saves in place empties the file first. Git's test for binary files comes next.
            let texts = [base, now, wanted]
            guard !now.isEmpty, !texts.contains(where: { $0.prefix(8_000).contains(0) || FileMerge.holdsMarkers($0) })
            else { return nil }
            let merged = FileMerge(base: base, ours: now, theirs: wanted, kind: kind)
            return merged.isClean ? merged.bytes : nil
        }
        guard let after = merge(now.bytes) else { return nil }
        var edit = FileEdit(path: path, before: now, after: after)
        edit.again = Replanning(bytes: merge)
        return edit
    }
}
