/// The shortest unique prefixes of the ids of reminders: computed at each run, never stored.
package struct Handles: Sendable {
    package static let minimumLength = 4

    /// The heads of all ids, sorted.
    private let heads: [TextHead]
    /// The number of reminders in the snapshot.
    private let count: Int
    /// Whether two ids have the same head.
    private let repeats: Bool
    /// The ids whose head is not unique, in byte order.
    private let alike: [String]

    package init(_ snapshot: Snapshot) {
        var heads = snapshot.idHeads
        TextHead.sort(&heads)
        repeats = zip(heads, heads.dropFirst()).contains { $0 == $1 }
        count = snapshot.reminders.count
        var alike: [String] = []
        if repeats {
            for reminder in snapshot.reminders {
                let id = reminder.id
                if Self.count(of: TextHead(id), in: heads) > 1 { alike.append(id) }
            }
            alike.sort(by: ByteOrder.precedes)
        }
        self.alike = alike
        self.heads = heads
    }

    /// Whether handles of these reminders can be computed: not if one has the same head as an id outside the snapshot's
    /// reminders.
    package func cover(_ reminders: [Reminder]) -> Bool {
        guard repeats, heads.count > count else { return true }
        return reminders.allSatisfy { Self.count(of: TextHead($0.id), in: heads) == 1 }
    }

    private static func count(of head: TextHead, in heads: [TextHead]) -> Int {
        heads.partitioningIndex { $0 > head } - heads.partitioningIndex { $0 >= head }
    }

    /// The shortest prefix of at least 4 characters that no other id has; the whole id if it is a prefix of another.
    package func handle(of id: String) -> String {
        let head = TextHead(id)
        let first = heads.partitioningIndex { $0 >= head }
        let last = heads.partitioningIndex { $0 > head }
        var shared = last - first > 1 ? sharedBeyondHead(id) : 0
        for neighbour in [first - 1, last] where heads.indices.contains(neighbour) {
            shared = max(shared, heads[neighbour].sharedCount(head))
        }
        // Hand-written ids may not be ASCII: never split a character.
        let length = max(Self.minimumLength, shared + 1)
        var end = id.utf8.index(id.startIndex, offsetBy: length, limitedBy: id.endIndex) ?? id.endIndex
        while end < id.endIndex, id.utf8[end] & 0xC0 == 0x80 { end = id.utf8.index(after: end) }
        return String(id[..<end])
    }

    /// The length in bytes of the prefix shared with other ids of the same head: with the neighbours in byte order.
    private func sharedBeyondHead(_ id: String) -> Int {
        let place = alike.partitioningIndex { !ByteOrder.precedes($0, id) }
        let others = [place - 1, place + 1].filter(alike.indices.contains).map { alike[$0] }
        return others.map { zip($0.utf8, id.utf8).prefix { $0 == $1 }.count }.max() ?? 0
    }
}
