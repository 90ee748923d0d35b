/// The shortest prefixes of ids that name one reminder: derived at each run, never stored.
package struct Handles: Sendable {
    package static let minimumLength = 4

    /// The beginnings of all ids, in order.
    private let heads: [TextHead]
    /// How many reminders the handles are for.
    private let count: Int
    /// Whether two ids begin alike.
    private let repeats: Bool
    /// The ids whose beginnings others have too, in the order of their bytes.
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

    /// Whether the handles of these reminders can be told: not where an id that was not asked for begins alike.
    package func cover(_ reminders: [Reminder]) -> Bool {
        guard repeats, heads.count > count else { return true }
        return reminders.allSatisfy { Self.count(of: TextHead($0.id), in: heads) == 1 }
    }

    private static func count(of head: TextHead, in heads: [TextHead]) -> Int {
        heads.partitioningIndex { $0 > head } - heads.partitioningIndex { $0 >= head }
    }

    /// The prefix of at least 4 characters that no other id has; the whole id where another one begins with it.
    package func handle(of id: String) -> String {
        let head = TextHead(id)
        let first = heads.partitioningIndex { $0 >= head }
        let last = heads.partitioningIndex { $0 > head }
        var shared = last - first > 1 ? sharedBeyondHead(id) : 0
        for neighbour in [first - 1, last] where heads.indices.contains(neighbour) {
            shared = max(shared, heads[neighbour].sharedCount(head))
        }
        // Ids of people may not be ASCII: never end inside a character.
        let length = max(Self.minimumLength, shared + 1)
        var end = id.utf8.index(id.startIndex, offsetBy: length, limitedBy: id.endIndex) ?? id.endIndex
        while end < id.endIndex, id.utf8[end] & 0xC0 == 0x80 { end = id.utf8.index(after: end) }
        return String(id[..<end])
    }

    /// How many bytes the id shares with others that begin alike: with its neighbours in the order of bytes.
    private func sharedBeyondHead(_ id: String) -> Int {
        let place = alike.partitioningIndex { !ByteOrder.precedes($0, id) }
        let others = [place - 1, place + 1].filter(alike.indices.contains).map { alike[$0] }
        return others.map { zip($0.utf8, id.utf8).prefix { $0 == $1 }.count }.max() ?? 0
    }
}
