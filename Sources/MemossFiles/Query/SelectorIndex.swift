internal import Bytes

/// Looks up the reminders of a snapshot by id, stem or title.
package struct SelectorIndex: Sendable {
    private let reminders: [Reminder]
    /// Tables for many look-ups, each of which would otherwise scan all reminders; for a single look-up the scan is
    /// faster.
    private let tables: Tables?

    private struct Tables {
        /// The ids in byte order, with the indices of their reminders.
        var ids: [(id: String, place: Int)]
        var stems: [String: [Int]] = [:]
        var titles: [String: [Int]] = [:]
    }

    package init(_ snapshot: Snapshot, forMany: Bool = false) {
        reminders = snapshot.reminders
        guard forMany else {
            tables = nil
            return
        }
        let ids = reminders.enumerated().flatMap { place, reminder in reminder.ids.map { (id: $0, place: place) } }
        var tables = Tables(ids: ids.sorted { ByteOrder.precedes($0.id, $1.id) })
        for (place, reminder) in reminders.enumerated() {
            for stem in Self.stems(of: reminder) { tables.stems[stem, default: []].append(place) }
            tables.titles[CaseFolding.folded(reminder.title), default: []].append(place)
        }
        self.tables = tables
    }

    // All are in path order.

    func reminders(withID id: String) -> [Reminder] {
        reminders(withIDPrefix: id).filter { $0.ids.contains { $0.utf8.elementsEqual(id.utf8) } }
    }

    func reminders(withIDPrefix prefix: String) -> [Reminder] {
        let begins = { (id: String) in id.utf8.starts(with: prefix.utf8) }
        guard let tables else { return reminders.filter { $0.ids.contains(where: begins) } }
        let start = tables.ids.partitioningIndex { !ByteOrder.precedes($0.id, prefix) }
        return at(Set(tables.ids[start...].prefix { begins($0.id) }.map(\.place)).sorted())
    }

    func reminders(withStem stem: String) -> [Reminder] {
        tables.map { at($0.stems[stem] ?? []) }
            ?? reminders.filter { reminder in
                // Nearly all files have one name.
                ReminderDecoder.stem(of: reminder.path) == stem
                    || !reminder.otherNames.isEmpty && Self.stems(of: reminder).contains(stem)
            }
    }

    /// The file names without `.md`, for all names of a file.
    private static func stems(of reminder: Reminder) -> Set<String> {
        Set(([reminder.path] + reminder.otherNames).map(ReminderDecoder.stem))
    }

    func reminders(titled title: String) -> [Reminder] {
        let title = CaseFolding.folded(title)
        return tables.map { at($0.titles[title] ?? []) }
            ?? reminders.filter { CaseFolding.folded($0.title) == title }
    }

    private func at(_ places: [Int]) -> [Reminder] { places.map { reminders[$0] } }
}
