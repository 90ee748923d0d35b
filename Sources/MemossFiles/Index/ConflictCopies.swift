extension Sequence<Reminder> {
    /// Files with the same id and title as another, whose name is the other's plus a sync tool's addition; each with
    /// the path of the other. The name alone is not enough, because people also copy `milk.md` to `milk 2.md` to create
    /// another reminder.
    func conflictCopies() -> [PathKey: String] {
        var groups: [StoredID: [Reminder]] = [:]
        for reminder in self { if let id = reminder.storedID { groups[id, default: []].append(reminder) } }
        var copies: [PathKey: String] = [:]
        for group in groups.values where group.count > 1 {
            for reminder in group {
                copies[PathKey(reminder.path)] = ConflictCopyName.originals(of: reminder.path).first { original in
                    group.contains { $0.path.isSamePath(as: original) && $0.hasSameTitle(as: reminder) }
                }
            }
        }
        return copies
    }
}

extension Reminder {
    /// Whether two files have the same title, or both have none and are shown by their names.
    fileprivate func hasSameTitle(as other: Reminder) -> Bool {
        self.title == other.title || [self, other].allSatisfy { $0.title == ReminderDecoder.stem(of: $0.path) }
    }
}
