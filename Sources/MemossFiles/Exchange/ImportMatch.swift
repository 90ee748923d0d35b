/// What a file to import has of the reminders that were imported before, and what it has besides.
package struct ImportMatch: Sendable {
    /// What the file has of one reminder of the folder.
    struct Known: Sendable {
        var path: String
        var items: [ImportedReminder]
        /// The series that goes on in place of the first item, under another id.
        var successor: ImportedReminder?
        /// The occurrences that were completed on the way to it.
        var steps: [DateValue] = []
    }

    /// What is not in the folder yet.
    package private(set) var fresh: [ImportedReminder]
    /// How many of the reminders in the file the folder has.
    package var old: Int { count - fresh.count }
    private(set) var known: [Known] = []
    private let count: Int

    /// - Parameters:
    ///   - found: what a file has.
    ///   - kept: the reminders of the folder by their identities.
    ///   - own: the ids of all reminders of the folder.
    package init(_ found: [ImportedReminder], kept: [String: Reminder], own: Set<String>, in time: TimeContext) {
        count = found.count
        // Reminders that were exported from this folder, including series whose dates are listed one by one.
        fresh = found.filter { item in
            guard kept[item.identity] == nil, !own.contains(item.id) else { return false }
            guard let id = item.replaced?.series, let reminder = kept[id], item.isOver(in: reminder, in: time) else {
                return true
            }
            // What says something else than the series is a reminder of its own.
            return found.first { $0.identity == id }.map { !item.new.differsOnlyInTime(from: $0.new) } ?? true
        }
        var moved: [ImportedReminder] = []
        var places: [PathKey: Int] = [:]
        for item in found {
            guard let reminder = kept[item.identity] else { continue }
            if item.moves(reminder) { moved += item.apart }
            if let place = places[PathKey(reminder.path)] {
                known[place].items.append(item)
            } else {
                places[PathKey(reminder.path)] = known.count
                known.append(Known(path: reminder.path, items: [item]))
            }
        }
        for reminder in kept.values.sorted(by: { PathOrder.precedes($0.path, $1.path) }) where reminder.rule != nil {
            let index = places[PathKey(reminder.path)]
            let successor = index.flatMap { self.successor(of: known[$0].items[0], for: reminder, in: time) }
            let parts = fresh.filter { isPart($0, of: reminder, in: time, isOpen: successor != nil) }
            let taken = Set(parts.map(\.identity) + [successor?.identity].compactMap(\.self))
            fresh.removeAll { taken.contains($0.identity) }
            if let index, let successor {
                known[index].successor = successor
                known[index].steps = ([known[index].items[0]] + parts).compactMap(\.new.date)
            }
        }
        fresh += moved
    }

    /// Some programs complete an occurrence by taking the rule from it, and go on with a copy. Two copies are none.
    private func successor(
        of item: ImportedReminder,
        for reminder: Reminder,
        in time: TimeContext
    ) -> ImportedReminder? {
        guard item.ending == .completed, item.new.recurrence == nil, !item.isInstance else { return nil }
        let others = fresh.filter {
            $0.new.title == reminder.title && $0.new.completed == .open && $0.new.isSameSeries(as: reminder, in: time)
        }
        return others.count == 1 ? others[0] : nil
    }

    /// Whether it is a completed occurrence of a series that the series has recorded, or still has to.
    private func isPart(
        _ item: ImportedReminder,
        of reminder: Reminder,
        in time: TimeContext,
        isOpen: Bool
    ) -> Bool {
        guard item.ending == .completed, item.new.recurrence == nil, item.replaced == nil,
            item.new.title == reminder.title, let date = item.new.date, let series = time.series(of: reminder)
        else { return false }
        let occurrence = series.current(date)
        if RecordedOccurrences(of: reminder, in: series.zone).contains(occurrence) { return true }
        return isOpen && series.contains(date)
    }
}

extension ImportedReminder {
    /// Whether it moved an occurrence to a time that has passed, and the series has recorded that occurrence as completed.
    fileprivate func isOver(in kept: Reminder, in time: TimeContext) -> Bool {
        guard let dates = replaced?.dates, let date = new.date, let series = time.series(of: kept) else { return false }
        let recorded = RecordedOccurrences(kept.completeInstances, in: series.zone)
        return date.instant(in: series.zone, allDayAt: time.allDayAt) <= time.now
            && dates.contains { recorded.contains(series.current($0)) }
    }

    /// Whether it moves an occurrence that a series, which was imported before, still has at its place.
    fileprivate func moves(_ kept: Reminder) -> Bool {
        guard !apart.isEmpty, kept.movedFrom == nil, !kept.isCompleted, let place = new.movedFrom, let date = kept.date
        else { return false }
        let recorded = RecordedOccurrences(of: kept, in: .utc)
        return !place.isBefore(date, in: .utc) && !recorded.allDays.contains(place.date)
    }
}

extension NewReminder {
    /// Whether it is the same series as a reminder, which may be further on.
    func isSameSeries(as reminder: Reminder, in time: TimeContext) -> Bool {
        guard var ours = reminder.rule, let text = recurrence, var theirs = try? RecurrenceRule(parsing: text),
            let here = reminder.movedFrom ?? reminder.date, let there = movedFrom ?? date,
            timezone == reminder.timezone, here.isAllDay == there.isAllDay, here.clock.time == there.clock.time,
            (scheduled == nil) == (reminder.scheduled == nil), (deadline == nil) == (reminder.deadline == nil)
        else { return false }
        if movedFrom == nil, reminder.movedFrom == nil, let a = scheduled, let b = reminder.scheduled, let c = deadline,
            let d = reminder.deadline,
            c.date.daysSinceEpoch - a.date.daysSinceEpoch != d.date.daysSinceEpoch - b.date.daysSinceEpoch
        {
            return false
        }
        let zone = time.zone(of: reminder)
        let series = [(ours, here, there), (theirs, there, here)].contains { rule, anchor, date in
            Series(rule: rule, anchor: anchor, zone: zone, allDayAt: time.allDayAt).contains(date)
        }
        // Both are written as they go on: with another start, the day of a longer month, fewer times to come.
        (ours.start, theirs.start, theirs.notation) = (nil, nil, ours.notation)
        if ours.count != nil, theirs.count != nil { (ours.count, theirs.count) = (nil, nil) }
        return series
            && [here, there].contains { date in
                (ours.pinnedRule(to: date.date) ?? ours) == (theirs.pinnedRule(to: date.date) ?? theirs)
            }
    }
}
