internal import Bytes

extension [Reminder] {
    /// The reminders as they are delivered. If open reminders share an id, the first in path order keeps it, and the
    /// others get the ids of their paths. Only a copy is dropped: one with the id, title, dates and rule of another, or a
    /// file named like a copy that says nothing new.
    ///
    /// - Precondition: in path order.
    /// - Parameter silent: the files named like copies that say nothing new, each with the path of its original
    ///   (`Snapshot.copies`).
    /// - Returns: the reminders, and for each dropped path the path of the reminder that it is a copy of.
    package func distinct(
        besides silent: [PathKey: String] = [:]
    ) -> (reminders: [Reminder], copies: [PathKey: String]) {
        let isShared = sharesIDs
        guard isShared || !silent.isEmpty else { return (self, [:]) }
        let suspects = isShared ? filter { !$0.isNote }.conflictCopies() : [:]
        let isSuspect = map { suspects[PathKey($0.path)] != nil }
        var owners: [StoredID: [Reminder]] = [:]
        var (delivered, copies) = (map(Optional.some), [PathKey: String]())
        // `milk 2.md` comes before `milk.md`, which keeps its id.
        for index in indices.filter({ !isSuspect[$0] }) + indices.filter({ isSuspect[$0] }) {
            let reminder = self[index]
            if let original = silent[PathKey(reminder.path)] {
                copies[PathKey(reminder.path)] = original
                delivered[index] = nil
                continue
            }
            guard reminder.isOpen, let id = reminder.storedID else { continue }
            let others = owners[id] ?? []
            if let original = others.first(where: reminder.isCopy) {
                copies[PathKey(reminder.path)] = original.path
                delivered[index] = nil
                continue
            }
            owners[id, default: []].append(reminder)
            if !others.isEmpty { delivered[index] = reminder.withPathID }
        }
        return (delivered.compactMap(\.self), copies)
    }

    /// Whether open reminders have the same id.
    private var sharesIDs: Bool {
        var (known, ids) = (HashIndex(), [StoredID]())
        for reminder in self where reminder.isOpen {
            guard let id = reminder.storedID else { continue }
            if known.first(id.quickHash, where: { ids[$0] == id }) != nil { return true }
            known.insert(id.quickHash, ids.count)
            ids.append(id)
        }
        return false
    }
}

extension Snapshot {
    /// Some of the files, without the copies that are not delivered: what comes up is listed as it is told.
    ///
    /// - Parameter files: in path order.
    package func withoutCopies(_ files: [Reminder]) -> [Reminder] {
        let silent = files.distinct(besides: copies).copies
        return silent.isEmpty ? files : files.filter { silent[PathKey($0.path)] == nil }
    }
}

extension Reminder {
    /// Whether notifications of this reminder may have an id: its own one or, if other files share that, the id of its
    /// path.
    package func isDelivered(as id: String) -> Bool { self.id == id || withPathID.id == id }

    fileprivate func isCopy(of other: Reminder) -> Bool { self.title == other.title && hasSameTimes(as: other) }

    /// Recognizes a reminder without an id after its file was renamed: its digest. Empty if it has an id.
    package var likeness: String { self.storedID == nil ? digest : "" }

    /// A digest of the title, dates and rule.
    package var digest: String { digest(titled: self.title) }

    /// The digest that it had under another path; nil if its title is not the name of the file.
    package func digest(at path: String) -> String? {
        self.title == ReminderDecoder.stem(of: self.path) ? digest(titled: ReminderDecoder.stem(of: path)) : nil
    }

    private func digest(titled title: String) -> String {
        let fields = ([title] + times).map { $0.map { "=\($0)" } ?? "" }
        // No field has a null character.
        return String(SHA256.hex(Array(fields.joined(separator: "\0").utf8)).prefix(16))
    }

    fileprivate var withPathID: Reminder {
        var reminder = self
        reminder.writtenID = nil
        return reminder
    }
}
