/// A three-way merge of one file of a folder.
///
/// Reminders are merged key by key and the registry tag by tag. What cannot be understood is merged by lines, with the
/// result of `git merge-file`.
package struct FileMerge: Sendable, Hashable {
    /// How a file is merged.
    package enum Kind: Sendable, Hashable {
        /// A reminder or a note.
        case reminder
        /// The tag registry.
        case registry

        /// - Parameter path: relative to any directory.
        package init(path: String) {
            let name = path.utf8.lastIndex(of: Ascii.slash).map { path[path.utf8.index(after: $0)...] } ?? path[...]
            self = name == TagRegistry.fileName ? .registry : .reminder
        }
    }

    /// The merged file, with markers around every conflict.
    package private(set) var bytes: [UInt8]
    /// The key of each conflict, in order; nil for a conflict in the body.
    package private(set) var conflicts: [String?] = []

    package init(
        base: [UInt8],
        ours: [UInt8],
        theirs: [UInt8],
        kind: Kind,
        markers: MergeMarkers = MergeMarkers()
    ) {
        let versions = Versions(base, ours, theirs)
        if let side = versions.changedSide {
            bytes = versions[side]
            return
        }
        let form = TextForm(of: versions)
        let texts = versions.map(form.stripped)
        let merged = kind == .reminder ? ReminderMerge(texts)?.pieces : RegistryMerge(texts)?.pieces
        let pieces = merged ?? LineMerge(texts).pieces
        bytes = form.restored(pieces, markers)
        for case .conflict(let key, _, _, _) in pieces { conflicts.append(key) }
    }

    package var isClean: Bool { conflicts.isEmpty }
}
