/// The shortest prefixes of ids that name one reminder: derived at each run, never stored.
public struct Handles: Sendable {
    public static let minimumLength = 4
    /// By their first bytes, as numbers: most ids differ there.
    private let heads: [UInt64]
    private let ids: [String]

    public init(_ reminders: [Reminder]) {
        let all = reminders.map { reminder in
            let id = reminder.id
            return (head: ByteOrder.head(of: id), id: id)
        }
        let order = all.indices.sorted { a, b in
            if all[a].head != all[b].head { return all[a].head < all[b].head }
            return all[a].id.utf8.lexicographicallyPrecedes(all[b].id.utf8)
        }
        heads = order.map { all[$0].head }
        ids = order.map { all[$0].id }
    }

    /// The prefix of at least 4 characters that no other id has; the whole id where another one begins with it.
    public func handle(of id: String) -> String {
        let index = position(of: id)
        var shared = 0
        for neighbour in [index - 1, index + 1] where ids.indices.contains(neighbour) {
            shared = max(shared, zip(ids[neighbour].utf8, id.utf8).prefix { $0 == $1 }.count)
        }
        // Ids of people may not be ASCII: never end inside a character.
        let length = max(Self.minimumLength, shared + 1)
        var end = id.utf8.index(id.startIndex, offsetBy: length, limitedBy: id.endIndex) ?? id.endIndex
        while end < id.endIndex, id.utf8[end] & 0xC0 == 0x80 { end = id.utf8.index(after: end) }
        return String(id[..<end])
    }

    private func position(of id: String) -> Int {
        let head = ByteOrder.head(of: id)
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            let precedes = heads[middle] == head
                ? ids[middle].utf8.lexicographicallyPrecedes(id.utf8) : heads[middle] < head
            if precedes { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
