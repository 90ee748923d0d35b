/// A value that another program has otherwise.
package struct ImportDifference: Sendable, Hashable {
    package var path: String
    /// A key, or nil for the text.
    package var key: String?
    /// Nil if there is none.
    package var here: String?
    package var there: String?
    /// Whether it was changed there since it was imported; if not, it may have been changed here.
    package var isCertain: Bool
}

/// Brings a reminder that was imported before up to date: what was completed in the other program since is completed, and what
/// else was changed is named. Nothing that the user may have written is replaced.
struct ImportRevision {
    let path: String
    let format: ImportFormat
    let context: EditContext
    var time: TimeContext
    private(set) var bytes: [UInt8]
    /// What was completed: the occurrence, or nil for a one-time reminder.
    private(set) var completed: [DateValue?] = []
    private(set) var differences: [ImportDifference] = []

    init(of path: String, _ bytes: [UInt8], from format: ImportFormat, at time: TimeContext, in context: EditContext) {
        (self.path, self.bytes, self.format, self.time, self.context) = (path, bytes, format, time, context)
        know(reminder?.timezone)
    }

    private mutating func know(_ zone: String?) {
        if let zone, time.zones[zone] == nil { time.zones[zone] = try? context.zones.zone(named: zone) }
    }

    /// - Parameter skipping: the occurrences of which the import makes reminders.
    mutating func take(_ known: ImportMatch.Known, skipping: [DateValue]) {
        guard let item = known.successor else {
            for item in known.items { take(item, skipping, isChanged: false) }
            return
        }
        for date in known.steps { complete(date) }
        take(item, skipping, isChanged: true)
        set(format.identityKeys, of: item)
    }

    private mutating func take(_ item: ImportedReminder, _ skipping: [DateValue], isChanged: Bool) {
        guard let reminder, let contents = try? item.new.contents() else { return }
        know(item.new.timezone)
        let stamp = isChanged ? .changed : stamp(of: item, contents)
        var dropped: [DateValue] = []
        if reminder.recurrence != nil {
            let skipping = Set(skipping.map { local($0, in: reminder) })
            dropped = item.new.skippedInstances.filter { !skipping.contains(local($0, in: reminder)) }
            item.new.completeInstances.forEach { complete($0) }
            if item.isInstance, let date = item.new.date {
                if item.ending == .completed { complete(date) }
                if item.ending == .dropped { dropped.append(date) }
            }
        } else if item.new.recurrence == nil, item.ending == .completed, stamp == .changed, !reminder.isCompleted {
            if case .on(let date) = item.new.completed { complete(date, orNow: true) } else { complete(nil) }
        }
        for date in dropped where isOpen(date) {
            differences.append(.init(path: path, here: "open", there: "left out", date))
        }
        if item.isInstance { return }
        if let place = item.new.movedFrom, reminder.movedFrom == place, stamp == .same, item.new.date != reminder.date {
            let key = item.new.scheduled == nil ? "due" : "scheduled"
            let (here, there) = (reminder.date?.description, item.new.date?.description)
            differences.append(.init(path: path, key: key, here: here, there: there, isCertain: true))
        }
        guard stamp != .same else { return }
        let found = differences(from: item, contents, isCertain: stamp == .changed)
        differences += found
        // Both say the same now: what is edited here after this is the newer one.
        if found.isEmpty { set(format.stampKeys, of: item) }
    }

    private var reminder: Reminder? {
        ReminderDecoder.decode(bytes, path: path, registry: context.registry).reminder
    }

    // MARK: Steps

    /// A date in the zone of a reminder, however it is written.
    private func local(_ date: DateValue, in reminder: Reminder) -> DateValue {
        let zone = time.zone(of: reminder)
        return date.offset == nil ? date : zone.date(at: date.instant(in: zone, allDayAt: .midnight))
    }

    private mutating func complete(_ date: DateValue?, orNow: Bool = false) {
        guard let reminder else { return }
        let day = date.map { local($0, in: reminder) }
        if let day, reminder.recurrence != nil, isRecorded(day, in: reminder) { return }
        for day in orNow ? [day, nil] : [day] {
            let step = ReminderStep.complete(on: day, catchesUp: false)
            guard let outcome = try? StepOutcome(step, of: reminder, in: bytes, context: time),
                outcome.event == .completed
            else { continue }
            if let after = try? outcome.changes.apply(to: bytes, registry: context.registry) {
                bytes = after
                completed.append(reminder.recurrence == nil ? nil : outcome.occurrence ?? day)
            } else if let day, reminder.recurrence != nil {
                // It stands in a form that no edit may change.
                differences.append(.init(path: path, here: "open", there: "completed", day))
            }
            return
        }
    }

    /// Whether an occurrence is still to be done.
    private func isOpen(_ day: DateValue) -> Bool {
        guard let reminder, !reminder.isCompleted, !isRecorded(day, in: reminder),
            let outcome = try? StepOutcome(.skip(on: day), of: reminder, in: bytes, context: time)
        else { return false }
        return outcome.event == .skipped && (outcome.isAhead || !outcome.isAside)
    }

    private func isRecorded(_ day: DateValue, in reminder: Reminder) -> Bool {
        let recorded = RecordedOccurrences(of: reminder, in: time.zone(of: reminder))
        if day.isAllDay { return recorded.allDays.contains(day.date) }
        return time.series(of: reminder).map { recorded.contains($0.current(day)) } ?? false
    }

    private mutating func set(_ keys: [String], of item: ImportedReminder) {
        for key in item.new.keys where keys.contains(key.name) {
            if let after = try? FieldChange(key.name, key.value).apply(to: bytes) { bytes = after }
        }
    }

    // MARK: Comparing

    private enum Stamp { case same, changed, absent }

    /// What the other program counts up when something is changed there.
    private func stamp(of item: ImportedReminder, _ contents: [UInt8]) -> Stamp {
        let keys = format.stampKeys
        let differences = FieldDifference.all(from: bytes, to: contents)
        let isChanged = differences.contains { difference in
            keys.contains { difference.part == .key($0) } && difference.after != nil
        }
        return isChanged ? .changed : item.new.keys.contains { keys.contains($0.name) } ? .same : .absent
    }

    private func differences(from item: ImportedReminder, _ contents: [UInt8], isCertain: Bool) -> [ImportDifference] {
        guard let reminder else { return [] }
        var found: [ImportDifference] = []
        let isSame = hasSameDates(item.new, as: reminder)
        for difference in FieldDifference.all(from: bytes, to: contents) {
            guard case .key(let key) = difference.part else {
                if difference.after != nil { found.append(.init(path: path, isCertain: isCertain)) }
                continue
            }
            if isSame, Self.keysOfDates.contains(key) || isRepeatKept(key, reminder, item.new) { continue }
            if key == "tags", Set(item.new.tags).isSubset(of: reminder.tags) { continue }
            let isPrefixed = key.hasPrefix(format.rawValue + "_")
            // The user may have removed what mm does not know.
            if isPrefixed, difference.before == nil || format.isBookkeeping(key) { continue }
            if !Self.keysOfDates.contains(key), key != "tags", difference.after == nil { continue }
            if Self.keysOfFile.contains(key) { continue }
            found.append(
                .init(path: path, key: key, here: difference.before, there: difference.after, isCertain: isCertain)
            )
        }
        if let ending = completion(of: item, reminder, isCertain: isCertain) { found.append(ending) }
        return found
    }

    private func completion(of item: ImportedReminder, _ reminder: Reminder, isCertain: Bool) -> ImportDifference? {
        let words: (here: String, there: String)? =
            switch (reminder.isCompleted, item.ending) {
            case (false, .completed?): ("open", "completed")
            case (false, .dropped?): ("open", "deleted or cancelled")
            case (true, nil) where isCertain && item.new.completed == .open: ("completed", "open")
            default: nil
            }
        return words.map {
            ImportDifference(path: path, key: "completed", here: $0.here, there: $0.there, isCertain: isCertain)
        }
    }

    private func hasSameDates(_ new: NewReminder, as reminder: Reminder) -> Bool {
        if new.recurrence != nil || reminder.recurrence != nil { return new.isSameSeries(as: reminder, in: time) }
        func isSame(_ a: DateValue?, _ b: DateValue?) -> Bool {
            guard let a, let b else { return a == b }
            let instants = [(a, new.timezone), (b, reminder.timezone)].map { date, zone in
                date.instant(in: time.zone(named: zone), allDayAt: .midnight)
            }
            return a.isAllDay == b.isAllDay && instants[0] == instants[1]
        }
        return isSame(new.scheduled, reminder.scheduled) && isSame(new.deadline, reminder.deadline)
    }

    /// The rule is written anew as a series goes on.
    private func isRepeatKept(_ key: String, _ reminder: Reminder, _ new: NewReminder) -> Bool {
        key == "recurrence" && new.recurrence != nil && reminder.recurrence != nil
    }

    private static let keysOfDates: Set = ["scheduled", "due", "timezone", "recurrence", "until"]
    /// Keys that an import does not compare.
    private static let keysOfFile: Set = [
        "id", "created", "completed", "complete_instances", "skipped_instances", "moved_from", "missed",
    ]
}

extension ImportDifference {
    fileprivate init(path: String, here: String, there: String, _ date: DateValue) {
        self.init(path: path, key: date.description, here: here, there: there, isCertain: true)
    }

    fileprivate init(path: String, isCertain: Bool) {
        self.init(path: path, key: nil, here: nil, there: nil, isCertain: isCertain)
    }
}

extension ImportFormat {
    /// The keys that hold what the other program counts up when an item is changed there.
    package var stampKeys: [String] {
        switch self {
        case .calendar: ["ics_last_modified", "ics_sequence"]
        case .taskwarrior: ["taskwarrior_modified"]
        case .todoText: ["todotxt_line"]
        }
    }

    /// Whether a key says nothing that the user has written.
    fileprivate func isBookkeeping(_ key: String) -> Bool {
        stampKeys.contains(key) || identityKeys.contains(key)
            || [
                "ics_dtstamp", "ics_percent_complete", "ics_x_moz_lastack", "ics_x_moz_generation", "ics_status",
                "taskwarrior_instances", "taskwarrior_mask", "taskwarrior_status", "taskwarrior_rtype",
                "taskwarrior_last",
            ].contains(key)
    }
}
