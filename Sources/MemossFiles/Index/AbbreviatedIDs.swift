/// The shortest unique prefixes of the ids of reminders: computed at each run, never stored.
package struct AbbreviatedIDs: Sendable {
    package static let minimumLength = 4

    /// The prefixes of all ids, sorted.
    private let prefixes: [TextPrefix]
    /// The number of reminders in the snapshot.
    private let count: Int
    /// Whether two ids have the same prefix.
    private let repeats: Bool
    /// The ids whose prefix is not unique, in byte order.
    private let alike: [String]

    package init(_ snapshot: Snapshot) {
        var prefixes = snapshot.idPrefixes
        TextPrefix.sort(&prefixes)
        repeats = zip(prefixes, prefixes.dropFirst()).contains { $0 == $1 }
        count = snapshot.reminders.count
        var alike: [String] = []
        if repeats {
            for reminder in snapshot.reminders {
                let id = reminder.id
                if Self.count(of: TextPrefix(id), in: prefixes) > 1 { alike.append(id) }
            }
            alike.sort(by: ByteOrder.precedes)
        }
        self.alike = alike
        self.prefixes = prefixes
    }

    /// Whether handles of these reminders can be computed, which is impossible if one has the same prefix as an id
    /// outside the snapshot's reminders.
    package func cover(_ reminders: [Reminder]) -> Bool {
        guard repeats, prefixes.count > count else { return true }
        return reminders.allSatisfy { Self.count(of: TextPrefix($0.id), in: prefixes) == 1 }
    }

    private static func count(of prefix: TextPrefix, in prefixes: [TextPrefix]) -> Int {
        prefixes.partitioningIndex { $0 > prefix } - prefixes.partitioningIndex { $0 >= prefix }
    }

    /// The shortest prefix of at least 4 characters that no other id has; the whole id if it is a prefix of another.
    package func handle(of id: String) -> String {
        let prefix = TextPrefix(id)
        let first = prefixes.partitioningIndex { $0 >= prefix }
        let last = prefixes.partitioningIndex { $0 > prefix }
        var shared = last - first > 1 ? sharedBeyondPrefix(id) : 0
        for neighbour in [first - 1, last] where prefixes.indices.contains(neighbour) {
            shared = max(shared, prefixes[neighbour].sharedCount(prefix))
        }
        // Hand-written ids may not be ASCII: never split a character.
        let length = max(Self.minimumLength, shared + 1)
        var end = id.utf8.index(id.startIndex, offsetBy: length, limitedBy: id.endIndex) ?? id.endIndex
        while end < id.endIndex, id.utf8[end] & 0xC0 == 0x80 { end = id.utf8.index(after: end) }
        return String(id[..<end])
    }

    /// The length in bytes of the prefix shared with other ids of the same prefix: with the neighbours in byte order.
    private func sharedBeyondPrefix(_ id: String) -> Int {
        let place = alike.partitioningIndex { !ByteOrder.precedes($0, id) }
        let others = [place - 1, place + 1].filter(alike.indices.contains).map { alike[$0] }
        return others.map { zip($0.utf8, id.utf8).prefix { $0 == $1 }.count }.max() ?? 0
    }
}
