/// A tag to search for. It matches the tag itself, nested tags, and aliases of all of them.
struct TagPredicate: Sendable {
    private let name: TagName
    /// A matching name is one of these or below one, if all are ASCII: they rule out most tags cheaply.
    let names: [[UInt8]]?

    init(_ asked: TagName, _ registry: TagRegistry) {
        let name = registry.canonical(asked)
        let tags = registry.tags.filter { $0.name.isAtOrBelow(name) }
        // `office/x` is `work/x` if `office` is an alias of `work`.
        let above = name.lineage.dropFirst().compactMap { registry.tag(named: $0) }
        let keys = [name.key] + (tags + above).flatMap { $0.aliases.map(\.key) }
        let bytes = keys.map { Array($0.utf8) }
        self.name = name
        names = bytes.allSatisfy { $0.allSatisfy { $0 < 0x80 } } ? bytes : nil
    }

    func accepts(_ tag: TagName, _ registry: TagRegistry) -> Bool {
        if let names {
            let isOther = tag.key.utf8.withContiguousStorageIfAvailable { key in
                key.allSatisfy { $0 < 0x80 } && !names.contains { key.starts(with: $0) }
            }
            if isOther == true { return false }
        }
        return registry.canonical(tag).isAtOrBelow(name)
    }
}
