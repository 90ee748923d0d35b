extension [Reminder] {
    /// The reminders as they are delivered. Of open reminders that share an id, the first in path order keeps it, and each
    /// other one gets the id of its path; a copy with the same title, dates and rule is dropped, and so is a conflict copy.
    ///
    /// - Precondition: in path order.
    /// - Returns: the reminders, and for each dropped path the path of the reminder that it is a copy of.
    func distinct() -> (reminders: [Reminder], copies: [PathKey: String]) {
        var ids: Set<StoredID> = []
        let isShared = contains { reminder in
            guard reminder.isOpen, let id = reminder.storedID else { return false }
            return !ids.insert(id).inserted
        }
        guard isShared else { return (self, [:]) }
        var owners: [StoredID: [Reminder]] = [:]
        var copies = filter(\.isOpen).conflictCopies()
        let reminders = compactMap { reminder -> Reminder? in
            guard reminder.isOpen, let id = reminder.storedID else { return reminder }
            if copies[PathKey(reminder.path)] != nil { return nil }
            let others = owners[id] ?? []
            if let original = others.first(where: reminder.isCopy) {
                copies[PathKey(reminder.path)] = original.path
                return nil
            }
            owners[id, default: []].append(reminder)
            return others.isEmpty ? reminder : reminder.withPathID
        }
        return (reminders, copies)
    }
}

extension Reminder {
    /// Whether notifications of this reminder may have an id: its own one or, if other files share that, the id of its
    /// path.
    package func isDelivered(as id: String) -> Bool { self.id == id || withPathID.id == id }

    fileprivate var isOpen: Bool { !self.isNote && !isCompleted }

    fileprivate func isCopy(of other: Reminder) -> Bool {
        func content(_ reminder: Reminder) -> [String?] {
            [
                reminder.title, reminder.scheduled?.iso, reminder.deadline?.iso, reminder.snoozed?.iso,
                reminder.recurrence, reminder.until?.iso, reminder.timezone,
            ]
        }
        return content(self) == content(other)
    }

    fileprivate var withPathID: Reminder {
        var reminder = self
        reminder.writtenID = nil
        return reminder
    }
}
