/// The shortest prefixes of ids that name one reminder: derived at each run, never stored.
public struct Handles: Sendable {
    public static let minimumLength = 4

    /// The beginnings of all ids, in order.
    private let heads: [TextHead]
    private let reminders: [Reminder]
    /// Whether two ids begin alike.
    private let repeats: Bool

    public init(_ snapshot: Snapshot) {
        reminders = snapshot.reminders
        var heads = snapshot.idHeads
        TextHead.sort(&heads)
        repeats = zip(heads, heads.dropFirst()).contains { $0 == $1 }
        self.heads = heads
    }

    /// Whether the handles of these reminders can be told: not where an id that was not asked for begins alike.
    public func cover(_ reminders: [Reminder]) -> Bool {
        guard repeats, heads.count > self.reminders.count else { return true }
        return reminders.allSatisfy { reminder in
            let head = TextHead(reminder.id)
            return heads.partitioningIndex { $0 > head } - heads.partitioningIndex { $0 >= head } == 1
        }
    }

    /// The prefix of at least 4 characters that no other id has; the whole id where another one begins with it.
    public func handle(of id: String) -> String {
        let head = TextHead(id)
        let first = heads.partitioningIndex { $0 >= head }
        let last = heads.partitioningIndex { $0 > head }
        var shared = last - first > 1 ? sharedBeyondHead(id, head) : 0
        for neighbour in [first - 1, last] where heads.indices.contains(neighbour) {
            shared = max(shared, heads[neighbour].sharedCount(head))
        }
        // Ids of people may not be ASCII: never end inside a character.
        let length = max(Self.minimumLength, shared + 1)
        var end = id.utf8.index(id.startIndex, offsetBy: length, limitedBy: id.endIndex) ?? id.endIndex
        while end < id.endIndex, id.utf8[end] & 0xC0 == 0x80 { end = id.utf8.index(after: end) }
        return String(id[..<end])
    }

    /// How many bytes the id shares with others that begin alike.
    private func sharedBeyondHead(_ id: String, _ head: TextHead) -> Int {
        var isItself = true
        var shared = 0
        for other in reminders.map(\.id) where TextHead(other) == head {
            if other.utf8.elementsEqual(id.utf8), isItself {
                isItself = false
            } else {
                shared = max(shared, zip(other.utf8, id.utf8).prefix { $0 == $1 }.count)
            }
        }
        return shared
    }
}
