@testable import MemossFiles
@testable import Merge
@testable import Text

/// The laws of a merge, for any bytes.
enum MergeFuzzLaws {
    static func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ kind: FileMerge.Kind) {
        let merge = FileMerge(base: base, ours: ours, theirs: theirs, kind: kind)
        let detail = EditLaws.shown(base, ours) + EditLaws.shown(theirs, merge.bytes)
        let versions = Versions(base, ours, theirs)
        for side in [ours, theirs] {
            for versions in [Versions(base, side, base), Versions(base, base, side), Versions(base, side, side)] {
                guard let pieces = pieces(versions, kind) else { continue }
                law(
                    "with one side unchanged, the other is the result",
                    pieces.isClean && pieces.text(of: .ours) == side,
                    detail
                )
            }
        }
        let swapped = Versions(base, theirs, ours)
        guard ours != theirs, pieces(versions, kind) != nil, pieces(swapped, kind) != nil else { return }
        let other = FileMerge(base: base, ours: theirs, theirs: ours, kind: kind)
        let keys = [merge, other].map { $0.conflicts.map { $0 ?? "" }.filter { !$0.isEmpty }.sorted() }
        law("the sides can be exchanged", keys[0] == keys[1], "\(keys)\(detail)")
        guard merge.isClean else { return }
        if kind == .reminder {
            law("the result can be read", (try? FrontMatter.read(merge.bytes)) != nil, detail)
        } else {
            law("the result can be read", TagRegistry(parsing: merge.bytes).document != nil, detail)
        }
    }

    private static func pieces(_ versions: Versions<[UInt8]>, _ kind: FileMerge.Kind) -> [MergePiece]? {
        kind == .reminder ? ReminderMerge(versions)?.pieces : RegistryMerge(versions)?.pieces
    }
}
