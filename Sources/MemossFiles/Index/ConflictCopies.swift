extension Sequence<Reminder> {
    /// Files that share the id of another one, its title and its name, plus an addition of a sync tool: for each, the path
    /// of that other one. Their names alone do not tell them from other files: people also copy `milk.md` to `milk 2.md`
    /// to make another reminder of it.
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
    /// Whether two files have the same title, or both have none and show their names.
    fileprivate func hasSameTitle(as other: Reminder) -> Bool {
        self.title == other.title || [self, other].allSatisfy { $0.title == ReminderDecoder.stem(of: $0.path) }
    }
}
