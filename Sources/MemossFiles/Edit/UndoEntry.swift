/// An edit that can be undone or redone.
public struct UndoEntry: Sendable, Hashable {
    /// Counted from 1; later edits have higher numbers.
    package var number: Int
    /// When the edit was committed.
    public var moment: Instant
    /// The name that the edit was committed under.
    public var what: String
    /// Whether it was undone, and can be redone.
    package var isUndone: Bool
    /// Relative to the root.
    package var paths: [String]
    /// What the edit has left of each file: the SHA-256 of its bytes.
    var digests: [PathKey: String]

    init(_ manifest: Journal) {
        number = manifest.number
        moment = Instant(secondsSince1970: manifest.when)
        what = manifest.what
        isUndone = manifest.direction == .undo
        paths = manifest.active.map(\.path)
        digests = Dictionary(manifest.active.compactMap { file in file.after.map { (PathKey(file.path), $0) } }) { $1 }
    }
}

extension Journal {
    /// Whether the edit created the registry: before it there was no folder, so it cannot be undone.
    var beginsFolder: Bool { entries.contains { $0.path == TagRegistry.fileName && $0.before == nil } }
}
