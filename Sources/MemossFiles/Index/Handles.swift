/// The shortest prefixes of ids that name one reminder: derived at each run, never stored.
public struct Handles: Sendable {
    public static let minimumLength = 4
    private let ids: [String]

    public init(_ reminders: [Reminder]) {
        ids = reminders.map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The prefix of at least 4 characters that no other id has; the whole id where another one begins with it.
    public func handle(of id: String) -> String {
        let index = ids.partitioningIndex { !$0.utf8.lexicographicallyPrecedes(id.utf8) }
        var shared = 0
        for neighbour in [index - 1, index + 1] where ids.indices.contains(neighbour) {
            let common = zip(ids[neighbour].utf8, id.utf8).prefix { $0 == $1 }.count
            shared = max(shared, common)
        }
        let length = max(Self.minimumLength, shared + 1)
        // Ids of people may not be ASCII: never end inside a character.
        var end = id.utf8.index(id.startIndex, offsetBy: length, limitedBy: id.endIndex) ?? id.endIndex
        while end < id.endIndex, id.utf8[end] & 0xC0 == 0x80 { end = id.utf8.index(after: end) }
        return String(id[..<end])
    }
}
