internal import Bytes
import MemossFiles

/// Finds the common ancestor of a file and its conflict copy.
package enum MergeBase {
    /// The former version of a file that its copy was made from: the one with the fewest different lines. If several
    /// are equally close, the oldest wins, because with a newer one the copy would seem to have reverted something.
    ///
    /// - Parameters:
    ///   - versions: the newest first.
    ///   - file: its current contents, which are never the ancestor, since both sides have changed.
    /// - Returns: an index; nil if there is no other version.
    package static func index(in versions: [[UInt8]], of copy: [UInt8], besides file: [UInt8]) -> Int? {
        let lines = counts(of: copy)
        var best: (index: Int, distance: Int)?
        for (index, version) in versions.enumerated() where version != file {
            let distance = distance(lines, counts(of: version))
            if distance <= best?.distance ?? .max { best = (index, distance) }
        }
        return best?.index
    }

    private static func counts(of text: [UInt8]) -> [ArraySlice<UInt8>: Int] {
        text.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).reduce(into: [:]) {
            $0[$1, default: 0] += 1
        }
    }

    private static func distance(_ a: [ArraySlice<UInt8>: Int], _ b: [ArraySlice<UInt8>: Int]) -> Int {
        let removed = a.reduce(0) { $0 + max(0, $1.value - (b[$1.key] ?? 0)) }
        return removed + b.reduce(0) { $0 + max(0, $1.value - (a[$1.key] ?? 0)) }
    }
}
