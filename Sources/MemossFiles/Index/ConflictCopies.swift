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

    /// The same for files without ids, which have to be alike in something else.
    func conflictCopiesWithoutID(_ areAlike: (Reminder, Reminder) -> Bool) -> [PathKey: String] {
        let suspects = filter { $0.storedID == nil && ConflictCopyName.mayBeCopy($0.path) }
        guard !suspects.isEmpty else { return [:] }
        let names = Set(suspects.flatMap { ConflictCopyName.originals(of: $0.path) }.map { PathKey($0) })
        let found = filter { $0.storedID == nil && names.contains(PathKey($0.path)) }
        let originals = Dictionary(found.map { (PathKey($0.path), $0) }) { first, _ in first }
        var copies: [PathKey: String] = [:]
        for copy in suspects {
            let original = ConflictCopyName.originals(of: copy.path).lazy.compactMap { originals[PathKey($0)] }.first {
                $0.hasSameTitle(as: copy) && areAlike($0, copy)
            }
            copies[PathKey(copy.path)] = original?.path
        }
        return copies
    }
}

extension Reminder {
    /// Whether two files have nearly the same lines: at least two thirds of those of the longer one.
    static func areNearlySame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        if one == other { return true }
        let (lines, others) = (Self.lines(one), Self.lines(other))
        var counts = Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
        var common = 0
        for line in others {
            guard let count = counts[line], count > 0 else { continue }
            counts[line] = count - 1
            common += 1
        }
        return common > 0 && common * 3 >= max(lines.count, others.count) * 2
    }

    /// Without line endings and blank lines.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split { $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn }
    }

    /// Whether two files have the same title, or both have none and are shown by their names.
    fileprivate func hasSameTitle(as other: Reminder) -> Bool {
        self.title == other.title || [self, other].allSatisfy { $0.title == ReminderDecoder.stem(of: $0.path) }
    }
}
