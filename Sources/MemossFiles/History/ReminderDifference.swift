internal import Bytes

/// The changes to a reminder or note between two states of its file.
package struct ReminderDifference: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case added, deleted, changed
    }

    /// A single change.
    package enum Part: Sendable, Hashable {
        /// The file had this path before.
        case moved(from: String)
        /// It was completed: a one-time reminder, or a series that has ended.
        case completed(on: DateValue?)
        /// It was completed, and is open again.
        case reopened
        /// Occurrences of a series were recorded, or their records removed.
        case occurrences(Record, [DateValue])
        case title(before: String, after: String)
        case tags(added: [TagName], removed: [TagName])
        /// - Parameter isStep: whether the date only moves on to the next occurrence.
        case date(key: String, before: DateValue?, after: DateValue?, isStep: Bool = false)
        /// Any other key in the front matter, or a value that cannot be read.
        case key(String, before: FrontMatterField.Value?, after: FrontMatterField.Value?)
        /// The text below the front matter: the numbers of added and removed lines.
        case text(added: Int, removed: Int)
        /// Conflict markers appeared in the file (true) or were removed (false).
        case conflict(Bool)
        /// The file cannot be read now, or could not be read before, or both.
        case unreadable(Moment)
        /// The file was made executable (true) or not executable (false).
        case executable(Bool)
        /// The file is ignored now, or was ignored before.
        case ignored(Moment)
        /// Only the layout: blanks, quotes, comments, the order of keys, line endings.
        case layout
    }

    package enum Record: String, Sendable {
        case completed, skipped
        /// No longer recorded as completed.
        case reopened
        /// No longer recorded as skipped.
        case unskipped
    }

    package enum Moment: String, Sendable { case before, after, both }

    /// The file in one of the two states.
    package enum State: Sendable, Hashable {
        case reminder(Reminder)
        /// The title is the name of the file.
        case unreadable(Reminder)

        package var reminder: Reminder {
            switch self {
            case .reminder(let reminder), .unreadable(let reminder): reminder
            }
        }

        var isReadable: Bool { if case .reminder = self { true } else { false } }
    }

    package let kind: Kind
    /// The reminder in the last state in which it existed.
    package let reminder: Reminder
    /// Empty if it was deleted. If it was added, only its faults.
    package private(set) var parts: [Part]

    /// - Parameters:
    ///   - before: nil if there was no file. It must include all keys and the whole body.
    ///   - after: likewise. At least one is not nil, and they differ unless one of the other parameters reports a
    ///     change.
    ///   - executable: whether it is executable now, if that changed.
    ///   - ignored: when it was ignored.
    package init?(
        from before: State?,
        to after: State?,
        executable: Bool? = nil,
        ignored: Moment? = nil
    ) {
        guard let reminder = (after ?? before)?.reminder else { return nil }
        self.reminder = reminder
        kind = before == nil ? .added : after == nil ? .deleted : .changed
        parts = []
        guard let before, let after else {
            switch after {
            case .unreadable: parts.append(.unreadable(.after))
            case .reminder(let new) where new.hasMarkers: parts.append(.conflict(true))
            default: break
            }
            return
        }
        if let ignored { parts.append(.ignored(ignored)) }
        if let executable { parts.append(.executable(executable)) }
        if !before.reminder.path.isSamePath(as: after.reminder.path) {
            parts.insert(.moved(from: before.reminder.path), at: 0)
        }
        guard case .reminder(let old) = before, case .reminder(let new) = after else {
            let isSame = !parts.isEmpty && before == after
            if !isSame { parts.append(.unreadable(before.isReadable ? .after : after.isReadable ? .before : .both)) }
            if case .reminder(let new) = after, new.hasMarkers { parts.append(.conflict(true)) }
            return
        }
        compare(old, new)
        if parts.isEmpty { parts.append(.layout) }
    }

    /// The changes that another difference does not include in the same form; nil if there are none.
    package func besides(_ other: ReminderDifference) -> ReminderDifference? {
        // Always report a reminder that appears or disappears.
        guard kind == .changed else { return self }
        var rest = self
        rest.parts.removeAll(where: other.parts.contains)
        return rest.parts.isEmpty ? nil : rest
    }

    /// The changes that are also in the difference from another state to the same result. If the two states are the
    /// parents of a merge, these are the changes made by the merge itself.
    package func common(with other: ReminderDifference) -> ReminderDifference? {
        // The file is new to all parents, or deleted from all of them.
        if kind != .changed, kind == other.kind { return self }
        var both = self
        both.parts = parts.compactMap { part in other.parts.lazy.compactMap(part.common).first }
        return both.parts.isEmpty ? nil : both
    }
}

// MARK: - Comparing

extension ReminderDifference {
    private mutating func compare(_ old: Reminder, _ new: Reminder) {
        var told: Set<String> = []
        compareCompletion(old, new, &told)
        if !old.title.utf8.elementsEqual(new.title.utf8) {
            parts.append(.title(before: old.title, after: new.title))
            told.insert("title")
        }
        let (before, after) = (Set(old.tags), Set(new.tags))
        let added = new.tags.filter { !before.contains($0) }
        let removed = old.tags.filter { !after.contains($0) }
        if !added.isEmpty || !removed.isEmpty {
            parts.append(.tags(added: added, removed: removed))
            told.insert("tags")
        }
        compareDates(old, new, &told)
        compareKeys(old.frontMatter ?? [], new.frontMatter ?? [], besides: told)
        if old.body != new.body {
            let (added, removed) = Self.lines(from: old.body, to: new.body)
            if added + removed > 0 { parts.append(.text(added: added, removed: removed)) }
        }
        if old.hasMarkers != new.hasMarkers { parts.append(.conflict(new.hasMarkers)) }
    }

    private mutating func compareCompletion(_ old: Reminder, _ new: Reminder, _ told: inout Set<String>) {
        if old.completed != new.completed {
            switch new.completed {
            case .open: parts.append(.reopened)
            case .completed: parts.append(.completed(on: nil))
            case .on(let date): parts.append(.completed(on: date))
            }
            told.formUnion(["completed", "completedDate", "status"])
        }
        let records: [(key: String, new: Record, gone: Record, from: [DateValue], to: [DateValue])] = [
            ("complete_instances", .completed, .reopened, old.completeInstances, new.completeInstances),
            ("skipped_instances", .skipped, .unskipped, old.skippedInstances, new.skippedInstances),
        ]
        for record in records where record.from != record.to {
            let (before, after) = (Set(record.from), Set(record.to))
            let added = record.to.filter { !before.contains($0) }
            let removed = record.from.filter { !after.contains($0) }
            if !added.isEmpty { parts.append(.occurrences(record.new, added)) }
            if !removed.isEmpty { parts.append(.occurrences(record.gone, removed)) }
            if !added.isEmpty || !removed.isEmpty { told.insert(record.key) }
        }
    }

    private mutating func compareDates(_ old: Reminder, _ new: Reminder, _ told: inout Set<String>) {
        let dates = [
            ("scheduled", old.scheduled, new.scheduled), ("due", old.deadline, new.deadline),
            ("until", old.until, new.until), ("snoozed", old.snoozed, new.snoozed),
        ]
        for (key, before, after) in dates where before != after {
            let isStep = key == old.dateKey && isStep(from: old, to: new)
            parts.append(.date(key: key, before: before, after: after, isStep: isStep))
            told.insert(key)
            // It says where the date was moved from, and goes when the series moves on.
            if key == new.dateKey { told.insert("moved_from") }
        }
    }

    /// Whether a series moves on to the occurrence after the last one that was completed or skipped.
    private func isStep(from old: Reminder, to new: Reminder) -> Bool {
        guard let rule = old.steppingRule, old.recurrence == new.recurrence, old.timezone == new.timezone,
            let date = old.movedFrom ?? old.date, let next = new.date, date.offset == nil, old.dateKey == new.dateKey,
            new.movedFrom == nil
        else { return false }
        var last = date.instant(in: .utc, allDayAt: .midnight)
        var isRecorded = false
        for case .occurrences(let record, let dates) in parts where record == .completed || record == .skipped {
            isRecorded = true
            for done in dates { last = max(last, done.instant(in: .utc, allDayAt: .midnight)) }
        }
        // Only local times matter, so any zone will do.
        let series = Series(rule: rule, anchor: date, zone: .utc, allDayAt: .midnight)
        return isRecorded && series.next(after: last)?.instant == next.instant(in: .utc, allDayAt: .midnight)
    }

    private mutating func compareKeys(
        _ old: [FrontMatterField],
        _ new: [FrontMatterField],
        besides told: Set<String>
    ) {
        // Compare names by bytes, as in YAML.
        let name = { (field: FrontMatterField) in Array(field.key.utf8) }
        let (before, after) = (Dictionary(grouping: old, by: name), Dictionary(grouping: new, by: name))
        var seen: Set<[UInt8]> = []
        for field in new + old where !told.contains(field.key) && seen.insert(name(field)).inserted {
            let before = (before[name(field)] ?? []).map(\.value)
            let after = (after[name(field)] ?? []).map(\.value)
            guard before.map(\.unquoted) != after.map(\.unquoted) else { continue }
            // For a duplicate key, show the first pair of values that differs.
            let different = zip(before, after).first { $0.unquoted != $1.unquoted }
            let part = Part.key(
                field.key,
                before: different?.0 ?? (before.count > after.count ? before.last : before.first),
                after: different?.1 ?? (after.count > before.count ? after.last : after.first)
            )
            parts.append(part)
        }
    }

    /// Line endings are layout: git can store other ones than it checks out (`core.autocrlf`).
    private static func lines(from old: [UInt8], to new: [UInt8]) -> (added: Int, removed: Int) {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ body: [UInt8]) -> [Int] {
            let lines = body.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false)
            return (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).map { whole in
                let line = whole.last == Ascii.carriageReturn ? whole.dropLast() : whole
                if let known = numbers[line] { return known }
                numbers[line] = numbers.count
                return numbers.count - 1
            }
        }
        let (before, after) = (number(old), number(new))
        let marks = LineDifference.marks(from: before, to: after)
        return (marks.isAdded.count { $0 }, marks.isRemoved.count { $0 })
    }
}

extension ReminderDifference.Part {
    /// The change that this part and one of another difference share; nil if they concern different things.
    fileprivate func common(with other: Self) -> Self? {
        switch (self, other) {
        case (.occurrences(let record, let dates), .occurrences(let otherRecord, let others)):
            let both = dates.filter(Set(others).contains)
            return record == otherRecord && !both.isEmpty ? .occurrences(record, both) : nil
        case (.tags(let added, let removed), .tags(let otherAdded, let otherRemoved)):
            let both = (added.filter(Set(otherAdded).contains), removed.filter(Set(otherRemoved).contains))
            return both.0.isEmpty && both.1.isEmpty ? nil : .tags(added: both.0, removed: both.1)
        case (.title, .title), (.completed, .completed), (.reopened, .reopened), (.conflict, .conflict): return self
        case (.date(let key, _, _, _), .date(let otherKey, _, _, _)): return key == otherKey ? self : nil
        case (.key(let key, _, _), .key(let otherKey, _, _)): return key == otherKey ? self : nil
        case (.unreadable(let moment), .unreadable(let other)): return moment == other ? self : nil
        case (.executable, .executable), (.ignored, .ignored): return self == other ? self : nil
        // The file has this path in neither parent.
        case (.moved, .moved): return self
        // A merge combines the lines and the layout of both sides, so such changes are not its own.
        case (.text, .text), (.layout, .layout): return nil
        default: return nil
        }
    }
}

extension Reminder {
    /// Whether there are conflict markers in the front matter or in the body, which must have been read.
    fileprivate var hasMarkers: Bool { isInConflict || isTextInConflict }
}
