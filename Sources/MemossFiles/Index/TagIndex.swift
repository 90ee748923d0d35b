/// The tags of a snapshot in both directions: which names are carried, and by whom.
package struct TagIndex: Sendable {
    /// Positions in the list that was indexed, by canonical name; a nested tag counts for those above it too.
    private var carriers: [TagName: [Int]] = [:]
    /// The names that files carry, as they are shown: the registry's spelling, else the first one met.
    package private(set) var carried: [TagName] = []

    package init(_ reminders: [Reminder], registry: TagRegistry) {
        var canonical: [TagName: TagName] = [:]
        var seen: Set<TagName> = []
        for (position, reminder) in reminders.enumerated() {
            for tag in reminder.tags {
                let name = canonical[tag] ?? registry.canonical(tag)
                canonical[tag] = name
                if seen.insert(name).inserted { carried.append(name) }
                for ancestor in name.lineage where carriers[ancestor]?.last != position {
                    carriers[ancestor, default: []].append(position)
                }
            }
        }
        carried.sort { $0.key < $1.key }
    }

    /// Positions of those that carry the tag or one nested in it.
    package func carriers(of name: TagName) -> [Int] { carriers[name] ?? [] }

    package func count(of name: TagName) -> Int { carriers(of: name).count }
}
