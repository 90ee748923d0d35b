/// A tag that is asked for: it, those nested in it, and the former names of all of them.
struct SoughtTag: Sendable {
    private let name: TagName
    /// The names that an accepted one can begin with, if all are ASCII: most carried tags are told apart by them at once.
    let beginnings: [[UInt8]]?

    init(_ asked: TagName, _ registry: TagRegistry) {
        let name = registry.canonical(asked)
        let tags = registry.tags.filter { $0.name.isAtOrBelow(name) }
        // `office/x` is `work/x` where office is a former name of work.
        let above = name.lineage.dropFirst().compactMap { registry.tag(named: $0) }
        let keys = [name.key] + (tags + above).flatMap { $0.aliases.map(\.key) }
        let bytes = keys.map { Array($0.utf8) }
        self.name = name
        beginnings = bytes.allSatisfy { $0.allSatisfy { $0 < 0x80 } } ? bytes : nil
    }

    func accepts(_ tag: TagName, _ registry: TagRegistry) -> Bool {
        if let beginnings {
            let isOther = tag.key.utf8.withContiguousStorageIfAvailable { key in
                key.allSatisfy { $0 < 0x80 } && !beginnings.contains { key.starts(with: $0) }
            }
            if isOther == true { return false }
        }
        return registry.canonical(tag).isAtOrBelow(name)
    }
}
