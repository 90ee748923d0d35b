internal import Bytes

extension Sequence<Reminder> {
    /// Files with the same id and title as another, whose name is the other's plus a sync tool's addition; each with
    /// the path of the other. The name alone is not enough, because people also copy `milk.md` to `milk 2.md` to create
    /// another reminder.
    func conflictCopies() -> [PathKey: String] {
        var groups: [StoredID: [Reminder]] = [:]
        for reminder in self { if let id = reminder.storedID { groups[id, default: []].append(reminder) } }
        var copies: [PathKey: String] = [:]
        for group in groups.values where group.count > 1 {
            let members = Dictionary(group.map { (PathKey($0.path), $0) }) { first, _ in first }
            for reminder in group {
                copies[PathKey(reminder.path)] = ConflictCopyName.originals(of: reminder.path).first { original in
                    members[PathKey(original)]?.hasSameTitle(as: reminder) == true
                }
            }
        }
        return copies
    }

    /// The files that cannot be called by their ids: conflict copies, and files whose ids others have that are no copies.
    func sharingIDs(besides copies: [PathKey: String]) -> Set<PathKey> {
        var counts: [StoredID: Int] = [:]
        for reminder in self where copies[PathKey(reminder.path)] == nil {
            if let id = reminder.storedID { counts[id, default: 0] += 1 }
        }
        return Set(
            lazy.map { (key: PathKey($0.path), id: $0.storedID) }
                .filter { file in copies[file.key] != nil || file.id.map { counts[$0, default: 0] > 1 } == true }
                .map(\.key)
        )
    }

    /// The same for files without ids, which have to be alike in something else: in the title that they say and the dates, or
    /// in their text.
    ///
    /// - Parameter areNearlySame: whether the text of two files is nearly the same.
    func conflictCopiesWithoutID(_ areNearlySame: (Reminder, Reminder) -> Bool) -> [PathKey: String] {
        let suspects = filter { $0.storedID == nil && ConflictCopyName.mayBeCopy($0.path) }
        guard !suspects.isEmpty else { return [:] }
        let names = Set(suspects.flatMap { ConflictCopyName.originals(of: $0.path) }.map { PathKey($0) })
        let found = filter { $0.storedID == nil && names.contains(PathKey($0.path)) }
        let originals = Dictionary(found.map { (PathKey($0.path), $0) }) { first, _ in first }
        var copies: [PathKey: String] = [:]
        for copy in suspects {
            let original = ConflictCopyName.originals(of: copy.path).lazy.compactMap { originals[PathKey($0)] }.first {
                let isDated = copy.date != nil && $0.title == copy.title && $0.hasSameTimes(as: copy)
                return $0.hasSameTitle(as: copy) && (isDated || areNearlySame($0, copy))
            }
            copies[PathKey(copy.path)] = original?.path
        }
        return copies
    }
}

extension Sequence<Reminder> {
    /// The open reminders that are named like copies and say nothing new, each with the path of its original: whoever was told
    /// of the original, or completed it, need not be told of them.
    ///
    /// - Parameters:
    ///   - original: the reminder or note at a path; nil if there is none.
    ///   - haveSameRest: `Reminder.haveSameRest` of two files.
    package func silentCopies(
        of original: (String) -> Reminder?,
        haveSameRest: (Reminder, Reminder) -> Bool
    ) -> [PathKey: String] {
        var copies: [PathKey: String] = [:]
        for copy in self where ConflictCopyName.mayBeCopy(copy.path) && copy.isOpen {
            copies[PathKey(copy.path)] = ConflictCopyName.originals(of: copy.path).first { path in
                guard let original = original(path) else { return false }
                return copy.saysNothingNew(besides: original) { haveSameRest(copy, original) }
            }
        }
        return copies
    }
}

extension Reminder {
    package var isOpen: Bool { !self.isNote && !isCompleted }

    /// Whether two files have the same text and the same keys, except for those that completing, moving and snoozing change.
    package static func haveSameRest(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        func rest(_ bytes: [UInt8]) -> (keys: Set<FrontMatterField>, body: [UInt8])? {
            guard let file = ReminderDecoder.decode(bytes, path: "", keeping: .whole, keys: .all).reminder else {
                return nil
            }
            let fields = (file.frontMatter ?? []).filter { !keysOfState.contains($0.key) }
            return (Set(fields.map { FrontMatterField(key: $0.key, value: $0.value.unquoted) }), file.body)
        }
        guard let one = rest(one), let other = rest(other) else { return false }
        return one.keys == other.keys && one.body == other.body
    }

    private static let keysOfState: Set<String> = [
        "scheduled", "due", "snoozed", "moved_from", "completed", "status", "completedDate", "complete_instances",
        "skipped_instances", "dateModified",
    ]

    /// Whether it says nothing that another file does not say or has settled. A file's name alone is not enough: `milk 2.md` may
    /// be a conflict copy of iCloud, or another reminder.
    fileprivate func saysNothingNew(besides original: Reminder, _ haveSameRest: () -> Bool) -> Bool {
        guard self.storedID == original.storedID, !original.isNote, hasSameTitle(as: original), versions.isEmpty,
            original.versions.isEmpty, !self.isBroken, date != nil
        else { return false }
        let isTold = !original.isCompleted && hasSameTimes(as: original)
        // Files that are shown by their names may be different reminders.
        if isTold, self.title == original.title { return true }
        return (isTold || isEarlierState(of: original)) && haveSameRest()
    }

    /// Whether it has the dates of another reminder as it was before it was completed, snoozed, or moved in a series.
    private func isEarlierState(of other: Reminder) -> Bool {
        guard let date, self.recurrence == other.recurrence, self.timezone == other.timezone else { return false }
        if other.snoozed != nil, self.snoozed == nil, self.scheduled == other.scheduled,
            self.deadline == other.deadline
        {
            return true
        }
        if self.recurrence == nil { return other.isCompleted && hasSameTimes(as: other) }
        let moved = other.movedFrom.map { [$0] } ?? []
        return (moved + other.completeInstances + other.skippedInstances).contains {
            $0.date == (self.movedFrom ?? date).date
        }
    }

    func hasSameTimes(as other: Reminder) -> Bool { times == other.times }

    /// All keys that decide when it is delivered.
    var times: [String?] {
        [
            self.scheduled?.iso, self.deadline?.iso, self.snoozed?.iso, self.movedFrom?.iso, self.recurrence,
            self.until?.iso, self.timezone,
        ] + self.alarms.map(\.trigger.description)
    }
}

extension Snapshot {
    /// The conflict copies of a reminder that have its id.
    package func copies(of reminder: Reminder) -> [Problem] {
        guard let id = reminder.storedID else { return [] }
        let copies = reminders.filter { $0.storedID == id }.conflictCopies()
        return copies.filter { reminder.path.isSamePath(as: $0.value) }.map { .copy($0.key.path, withIDOf: $0.value) }
            .sorted { PathOrder.precedes($0.path, $1.path) }
    }
}

extension Problem {
    static func copy(_ path: String, withIDOf original: String) -> Problem {
        let message = "this is probably a conflict copy of \(original): it has the same id"
        return Problem(path: path, id: .conflictCopy, message: message)
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
