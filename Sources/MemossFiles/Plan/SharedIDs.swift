/// Resolves duplicate ids: an identical copy is the same reminder as the first in path order; any other file is a
/// separate reminder, delivered under an id derived from its path.
extension [Reminder] {
    /// - Precondition: in path order.
    var withOwnIDs: [Reminder] {
        var first: [String: Reminder] = [:]
        return compactMap { reminder in
            guard let id = reminder.writtenID, let owner = first.updateValue(reminder, forKey: id) else {
                return reminder
            }
            first[id] = owner
            return reminder.isCopy(of: owner) ? nil : reminder.withPathID
        }
    }
}

extension Reminder {
    fileprivate func isCopy(of other: Reminder) -> Bool {
        func when(_ reminder: Reminder) -> [String?] {
            [
                reminder.title, reminder.scheduled?.iso, reminder.deadline?.iso, reminder.snoozed?.iso,
                reminder.recurrence, reminder.until?.iso, reminder.timezone,
            ]
        }
        return when(self) == when(other) && isCompleted == other.isCompleted && self.isNote == other.isNote
    }

    fileprivate var withPathID: Reminder {
        var reminder = self
        reminder.writtenID = nil
        return reminder
    }
}

extension [Notification] {
    /// The same for planned notifications: copies have the same identifier, title and instant.
    var withOwnIDs: [Notification] {
        let paths = Dictionary(grouping: self, by: \.reminder).mapValues { Set($0.map(\.path)) }
        guard paths.contains(where: { $0.value.count > 1 }) else { return self }
        var found: Set<Notification> = []
        return compactMap { notification in
            guard let owner = paths[notification.reminder]?.min(by: PathOrder.precedes), owner != notification.path
            else { return notification }
            var copied = notification
            copied.path = owner
            if contains(copied) { return nil }
            return found.insert(notification).inserted ? notification.withPathID : nil
        }
    }
}

extension Notification {
    fileprivate var withPathID: Notification {
        var notification = self
        notification.reminder = Reminder(path: path, title: title).id
        notification.identifier = notification.reminder + identifier.dropFirst(reminder.count)
        return notification
    }
}
