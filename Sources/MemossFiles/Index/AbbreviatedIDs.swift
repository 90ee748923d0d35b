internal import Bytes

/// The handles of reminders: the shortest unique prefixes of their ids, computed at each run, never stored. A reminder whose id
/// another file has too is called by its path; only the original of conflict copies keeps the prefix.
package struct AbbreviatedIDs: Sendable {
    package static let minimumLength = 4

    /// The prefixes of all ids, sorted, except of those called by their paths.
    private let prefixes: [TextPrefix]
    /// Whether two ids have the same prefix, and that of an id outside the snapshot's reminders may be one of them.
    private let isUnsure: Bool
    /// The conflict copies of a file with the same id, each with the path of that file.
    package let copies: [PathKey: String]
    /// The reminders called by their paths.
    private let pathful: Set<PathKey>
    /// The ids whose prefix is not unique, in byte order.
    private let alike: [String]

    package init(_ snapshot: Snapshot) {
        var prefixes = snapshot.idPrefixes
        TextPrefix.sort(&prefixes)
        guard zip(prefixes, prefixes.dropFirst()).contains(where: { $0 == $1 }) else {
            (self.prefixes, isUnsure, copies, pathful, alike) = (prefixes, false, [:], [], [])
            return
        }
        isUnsure = prefixes.count > snapshot.reminders.count
        let copies = snapshot.reminders.conflictCopies()
        let pathful = snapshot.reminders.sharingIDs(besides: copies)
        var left: [TextPrefix: Int] = [:]
        for reminder in snapshot.reminders where pathful.contains(PathKey(reminder.path)) {
            left[TextPrefix(reminder.id), default: 0] += 1
        }
        prefixes.removeAll { prefix in
            guard let count = left[prefix], count > 0 else { return false }
            left[prefix] = count - 1
            return true
        }
        let own = snapshot.reminders.filter { !pathful.contains(PathKey($0.path)) }.map(\.id)
        alike = own.filter { Self.count(of: TextPrefix($0), in: prefixes) > 1 }.sorted(by: ByteOrder.precedes)
        (self.prefixes, self.copies, self.pathful) = (prefixes, copies, pathful)
    }

    /// Whether handles of these reminders can be computed, which is impossible if one has the same prefix as an id
    /// outside the snapshot's reminders.
    package func cover(_ reminders: [Reminder]) -> Bool {
        !isUnsure || reminders.allSatisfy { Self.count(of: TextPrefix($0.id), in: prefixes) <= 1 }
    }

    private static func count(of prefix: TextPrefix, in prefixes: [TextPrefix]) -> Int {
        prefixes.partitioningIndex { $0 > prefix } - prefixes.partitioningIndex { $0 >= prefix }
    }

    /// The shortest prefix of at least 4 characters that no other id has; the whole id if it is a prefix of another; the path if
    /// another file has the same id.
    package func handle(of reminder: Reminder) -> String {
        if !pathful.isEmpty, pathful.contains(PathKey(reminder.path)) {
            // A dash would begin an option.
            return reminder.path.utf8.first == Ascii.dash ? "./" + reminder.path : reminder.path
        }
        let id = reminder.id
        let prefix = TextPrefix(id)
        let first = prefixes.partitioningIndex { $0 >= prefix }
        let isLast = first + 1 < prefixes.count && prefixes[first + 1] > prefix && prefixes[first] == prefix
        let last = isLast ? first + 1 : prefixes.partitioningIndex { $0 > prefix }
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
