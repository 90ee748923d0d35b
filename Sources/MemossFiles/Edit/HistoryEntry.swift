/// An edit that can be undone or redone.
public struct HistoryEntry: Sendable, Hashable {
    package var number: Int
    package var moment: Instant
    public var what: String
    package var isUndone: Bool
    /// Relative to the root.
    package var paths: [String]

    init(_ manifest: Journal) {
        number = manifest.number
        moment = Instant(secondsSince1970: manifest.when)
        what = manifest.what
        isUndone = manifest.direction == .undo
        paths = manifest.active.map(\.path)
    }
}

extension Journal {
    /// Whether the edit created the registry: before it there was no folder, so it cannot be undone.
    var beginsFolder: Bool { entries.contains { $0.path == TagRegistry.fileName && $0.before == nil } }
}
