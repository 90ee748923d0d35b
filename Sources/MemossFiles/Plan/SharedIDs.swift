extension [Reminder] {
    /// The reminders as they are delivered. If open reminders share an id, the first in path order keeps it, and the
    /// others get the ids of their paths. Only a copy with the same title, dates and rule is dropped, or one named like a
    /// copy that is an earlier state of its original; of files without ids, only one that is named like a copy of the other. A file's name alone is not enough to drop it: `milk 2.md` may be a conflict copy of iCloud, or another reminder.
    ///
    /// - Precondition: in path order.
    /// - Returns: the reminders, and for each dropped path the path of the reminder that it is a copy of.
    package func distinct() -> (reminders: [Reminder], copies: [PathKey: String]) {
        var ids: Set<StoredID> = []
        let isShared = contains { reminder in
            guard reminder.isOpen, let id = reminder.storedID else { return false }
            return !ids.insert(id).inserted
        }
        // The original may be completed: then the copy is not delivered either.
        let unnamed = lazy.filter { !$0.isNote }.conflictCopiesWithoutID { one, other in
            // Files that are shown by their names may be different reminders.
            (other.hasSameTimes(as: one) || other.isEarlierState(of: one))
                && (one.title == other.title || one.body == other.body)
        }
        guard isShared || !unnamed.isEmpty else { return (self, [:]) }
        let suspects = filter { !$0.isNote }.conflictCopies()
        let originals = Dictionary(map { (PathKey($0.path), $0) }) { first, _ in first }
        let isSuspect = map { suspects[PathKey($0.path)] != nil }
        var owners: [StoredID: [Reminder]] = [:]
        var (delivered, copies) = (map(Optional.some), [PathKey: String]())
        // `milk 2.md` comes before `milk.md`, which keeps its id.
        for index in indices.filter({ !isSuspect[$0] }) + indices.filter({ isSuspect[$0] }) {
            let reminder = self[index]
            if let original = unnamed[PathKey(reminder.path)] {
                copies[PathKey(reminder.path)] = original
                delivered[index] = nil
                continue
            }
            guard reminder.isOpen, let id = reminder.storedID else { continue }
            if let path = suspects[PathKey(reminder.path)], let original = originals[PathKey(path)],
                reminder.isEarlierState(of: original)
            {
                copies[PathKey(reminder.path)] = path
                delivered[index] = nil
                continue
            }
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
}

extension Reminder {
    /// Whether notifications of this reminder may have an id: its own one or, if other files share that, the id of its
    /// path.
    package func isDelivered(as id: String) -> Bool { self.id == id || withPathID.id == id }

    fileprivate var isOpen: Bool { !self.isNote && !isCompleted }

    fileprivate func isCopy(of other: Reminder) -> Bool { self.title == other.title && hasSameTimes(as: other) }

    /// Whether it is another reminder as it was before it was completed.
    fileprivate func isEarlierState(of other: Reminder) -> Bool {
        guard let date, self.recurrence == other.recurrence, self.timezone == other.timezone else { return false }
        if self.recurrence == nil { return other.isCompleted && hasSameTimes(as: other) }
        return (other.completeInstances + other.skippedInstances).contains { $0.date == (self.movedFrom ?? date).date }
    }

    fileprivate func hasSameTimes(as other: Reminder) -> Bool { times == other.times }

    /// All keys that decide when it is delivered.
    private var times: [String?] {
        [
            self.scheduled?.iso, self.deadline?.iso, self.snoozed?.iso, self.movedFrom?.iso, self.recurrence,
            self.until?.iso, self.timezone,
        ]
    }

    /// Recognizes a reminder without an id after its file was renamed: a digest of its title, dates and rule. Empty if it
    /// has an id.
    package var likeness: String {
        guard self.storedID == nil else { return "" }
        let fields = ([self.title] + times).map { $0.map { "=\($0)" } ?? "" }
        // No field has a null character.
        return String(SHA256.hex(Array(fields.joined(separator: "\0").utf8)).prefix(16))
    }

    fileprivate var withPathID: Reminder {
        var reminder = self
        reminder.writtenID = nil
        return reminder
    }
}
