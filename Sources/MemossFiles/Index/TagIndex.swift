/// Maps tags to the files of a snapshot that have them.
package struct TagIndex: Sendable {
    /// Indices into the indexed list by canonical name; a nested tag also counts for its ancestors.
    private var carriers: [TagName: [Int]] = [:]
    /// The names of all tags in use, as displayed: the registered spelling, or else the first one found.
    package private(set) var carried: [TagName] = []

    /// - Parameter excluded: the indices of reminders to exclude.
    package init(_ reminders: [Reminder], registry: TagRegistry, besides excluded: Range<Int> = 0..<0) {
        var canonical: [TagName: TagName] = [:]
        var seen: Set<TagName> = []
        for (position, reminder) in reminders.enumerated() where !excluded.contains(position) {
            for tag in reminder.allTags {
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

    /// The indices of the files that have the tag or one nested in it.
    package func carriers(of name: TagName) -> [Int] { carriers[name] ?? [] }

    package func count(of name: TagName) -> Int { carriers(of: name).count }
}
