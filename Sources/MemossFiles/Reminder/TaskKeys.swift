/// What a file says that only the other program has, as far as `mm` reads it.
package final class TaskKeys: Sendable, Hashable {
    /// The series that the file is an occurrence of, as a link, and the day of that occurrence.
    package let occurrence: Occurrence?
    /// Links to the tasks that must be done first.
    package let blockers: [String]
    /// Whether time is being recorded for it.
    package let isTracked: Bool

    package struct Occurrence: Sendable, Hashable {
        package var parent: String
        package var day: CivilDate
    }

    init(occurrence: Occurrence?, blockers: [String], isTracked: Bool) {
        (self.occurrence, self.blockers, self.isTracked) = (occurrence, blockers, isTracked)
    }

    package static func == (a: TaskKeys, b: TaskKeys) -> Bool {
        a.occurrence == b.occurrence && a.blockers == b.blockers && a.isTracked == b.isTracked
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(occurrence)
        hasher.combine(blockers)
    }
}

extension RecurrenceRule {
    /// Whether the date of a task is on another day of its rule than a place, and that day is open: to TaskNotes, which knows no
    /// `moved_from`, it is the occurrence of that day, at any time of day.
    func hasOther(on date: DateValue, than place: DateValue, until: DateValue?, besides records: [DateValue]) -> Bool {
        let day = date.date
        guard day != place.date, !givesSeveralADay, !records.contains(where: { $0.date == day }) else { return false }
        let start = DateValue(place.date)
        let series = Series(rule: self, anchor: start, zone: .utc, until: until, allDayAt: .midnight)
        let end = DateValue(day.adding(days: 1)).instant(in: .utc, allDayAt: .midnight)
        return series.occurrences(from: day, through: end).contains { $0.nominal.date == day }
    }
}

extension ReminderDecoder {
    /// The key of an entry under the names of the folder.
    func knownKey(of entry: YAMLDocument.Entry) -> KnownKey? {
        guard interner.isShared, let names = interner.names else { return document.knownKey(of: entry) }
        switch document.row(of: entry, names) {
        case .field(let row, _): return interner.meanings[row].known
        case .foreign: return nil
        case .unknown: return document.knownKey(of: entry)
        }
    }

    /// Whether a key says how a task stands to others.
    func isTie(_ entry: YAMLDocument.Entry) -> Bool {
        document.nodes[entry.key].kind == .scalar
            && document.valueBytes(of: entry.key).withUnsafeBufferPointer { interner.isTie($0) }
    }

    func isClosed(status: ArraySlice<UInt8>) -> Bool {
        interner.profile?.isClosed(status: status) ?? Reminder.isCompleted(status: status)
    }

    /// Whether a mark does not make the file a reminder here.
    var isExcluded: Bool {
        guard interner.isShared, let profile = interner.profile else { return false }
        return profile.excludes(reminder.path)
    }

    /// Whether the other program takes the file for a task.
    var isTask: Bool {
        guard let profile = interner.profile, !profile.excludes(reminder.path) else { return false }
        return profile.isTask(document, tags: reminder.tags)
    }

    /// Takes what the other program reads in a file.
    mutating func share(_ profile: Profile) {
        reminder.profile = profile
        guard !reminder.isNote else { return }
        reminder.isTask = isTask
        reminder.isArchived = reminder.tags.contains { $0 == profile.values.archiveTag }
        if reminder.title.isEmpty, !reminder.path.isEmpty {
            reminder.title = Self.stem(of: reminder.path)
            emptyTitle = nil
        }
        if reminder.isTask, let rule = reminder.storedRule?.rule, !rule.givesSeveralADay { shareSeries(rule) }
    }

    /// What TaskNotes reads of a series besides its keys.
    private mutating func shareSeries(_ rule: RecurrenceRule) {
        let known = reminder.completeInstances + reminder.skippedInstances
        let records = known.map(\.date)
        // It moves on from an occurrence that `mm` had moved, without the key that says so.
        if let place = reminder.movedFrom, reminder.completed == .open,
            let date = reminder.scheduled ?? reminder.deadline,
            records.contains(place.date) || rule.hasOther(on: date, than: place, until: reminder.until, besides: known)
        {
            reminder.movedFrom = nil
        }
        if reminder.scheduled == nil, reminder.deadline == nil {
            // A series may have its date in the rule alone, or begin when the file was made.
            let start = StoredRule(reminder.storedRule?.text ?? "").rule?.start.map {
                $0.isAllDay ? $0 : DateValue($0.clock)
            }
            guard let start = start ?? reminder.created.map({ DateValue($0.date) }) else { return }
            reminder.scheduled =
                firstOpen(rule, from: start, besides: records) ?? records.max().map { DateValue($0) } ?? start
            reminder.isDatedByRule = true
        }
        // After the last occurrence, its date stays.
        guard let date = reminder.scheduled ?? reminder.deadline, reminder.completed == .open,
            reminder.anchor == .scheduled, records.contains(date.date), rule.count == nil || rule.start != nil
        else { return }
        let day = DateValue(date.date.adding(days: 1)).instant(in: .utc, allDayAt: .midnight)
        var later = series(rule, from: date).occurrences(after: day.adding(seconds: -1))
        if later.next() == nil { reminder.completed = .on(DateValue(date.date)) }
    }

    /// The first occurrence of a series that is not recorded. What was done ahead does not hide an earlier one.
    private func firstOpen(_ rule: RecurrenceRule, from start: DateValue, besides records: [CivilDate]) -> DateValue? {
        var (rule, anchor) = (rule, start)
        if reminder.anchor == .completion, let last = records.max() { (rule.start, anchor) = (nil, DateValue(last)) }
        let series = series(rule, from: anchor)
        var coming = series.occurrences()
        while let next = coming.next() {
            let date = series.date(of: next, like: start)
            if !records.contains(date.date) { return date }
        }
        return nil
    }

    private func series(_ rule: RecurrenceRule, from anchor: DateValue) -> Series {
        Series(rule: rule, anchor: anchor, zone: .utc, until: reminder.until, allDayAt: .midnight)
    }

    /// Reports what only `mm` reads in a task.
    mutating func reportUnshared() {
        guard reminder.isTask else { return }
        for entry in document.entries {
            let value = document.resolved(entry.value)
            switch knownKey(of: entry) {
            case .completed where isCompletedOverruled:
                report(
                    .foreignKey,
                    "TaskNotes does not read 'completed': the 'status' decides, and says otherwise",
                    at: document.nodes[value].contentSpan.lowerBound
                )
            case .completed where hasCompleted && !isDone && reminder.completed != .open:
                report(
                    .foreignKey,
                    "TaskNotes does not read 'completed': the task is open there, because its 'status' does not complete it",
                    at: document.nodes[value].contentSpan.lowerBound,
                    key: KnownKey.completed.rawValue
                )
            case .reminders:
                let base = reminder.scheduled == nil ? "due" : "scheduled"
                let hasDate = reminder.scheduled != nil || reminder.deadline != nil
                let items = document.nodes[value].kind == .sequence ? Array(document.children(of: value)) : [value]
                for item in items.map(document.resolved)
                where document.nodes[item].kind == .scalar && !document.isNull(item) {
                    let shared = Alarm.sharedItem(FieldValue.Item(document.text(of: item)), countingFrom: base)
                    // Without a date, nobody can say what it counts from.
                    let isCertain = shared.reading == .verbatim && (hasDate || shared.text.contains("absoluteTime"))
                    report(
                        .foreignKey,
                        "TaskNotes does not read an alarm in words",
                        at: document.nodes[item].contentSpan.lowerBound,
                        suggestion: isCertain ? shared.text : nil,
                        key: KnownKey.reminders.rawValue
                    )
                }
            default: break
            }
        }
    }

    /// Takes what the file says of other tasks: in every folder that it is an occurrence of a series, so that it does not ring
    /// twice; the rest under the names that a profile gives.
    mutating func readTies() {
        guard !reminder.isNote else { return }
        let names = interner.names ?? .standard
        var (parent, day, blockers, isTracked): (String?, CivilDate?, [String], Bool) = (nil, nil, [], false)
        for entry in document.entries {
            guard let field = document.key(of: entry, names).field else { continue }
            let node = document.resolved(entry.value)
            switch field {
            case TaskNotesField.parent: parent = text(of: node)
            case TaskNotesField.occurrence:
                day = text(of: node).flatMap { (try? DateValue(parsing: $0))?.date }
            case TaskNotesField.blockers: blockers = items(of: node).compactMap { text(of: $0, at: "uid") }
            case TaskNotesField.times:
                // An entry without an end is running.
                isTracked = items(of: node).contains {
                    text(of: $0, at: "startTime") != nil && text(of: $0, at: "endTime") == nil
                }
            default: break
            }
        }
        let occurrence = parent.flatMap { parent in day.map { TaskKeys.Occurrence(parent: parent, day: $0) } }
        if occurrence != nil || !blockers.isEmpty || isTracked {
            reminder.task = TaskKeys(occurrence: occurrence, blockers: blockers, isTracked: isTracked)
        }
    }

    private func items(of node: Int) -> [Int] {
        document.nodes[node].kind == .sequence ? document.children(of: node).map(document.resolved) : [node]
    }

    /// The text of a scalar. `[[A]]` without quotes is a list in a list.
    private func text(of node: Int) -> String? {
        switch document.nodes[node].kind {
        case .scalar: return document.isNull(node) ? nil : document.text(of: node)
        case .sequence where document.nodes[node].style == .flow:
            return String(decoding: document.bytes[document.nodes[node].contentSpan], as: UTF8.self)
        default: return nil
        }
    }

    /// The text at a key of a mapping; a scalar is itself what the key would be.
    private func text(of node: Int, at key: String) -> String? {
        guard document.nodes[node].kind == .mapping else { return key == "uid" ? text(of: node) : nil }
        return document.entry(key, in: document.entries(of: node)).flatMap { text(of: document.resolved($0.value)) }
    }
}

extension YAMLDocument {
    /// The key that an entry has, and the field if only another program has it.
    func key(of entry: Entry, _ names: KeyNames) -> (known: KnownKey?, field: String?) {
        switch row(of: entry, names) {
        case .field(let row, _):
            var own = names.rows[row].own
            let key = own.withUTF8 { KnownKey($0) }
            return (key, key == nil ? own : nil)
        case .foreign: return (nil, nil)
        case .unknown: return (knownKey(of: entry), nil)
        }
    }
}

/// What a key of a file means, whatever other keys the file has.
struct KeyMeaning: Sendable {
    /// Nil for a key that only another program has, or nobody.
    var known: KnownKey?
    /// Whether it says how a task stands to others, or that time is recorded for it.
    var isTie = false
    /// The place of its row; two keys with the same one are one field under two names.
    var row: Int?
}
