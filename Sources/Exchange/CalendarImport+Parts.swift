import MemossFiles

/// What components with RECURRENCE-ID say of the occurrences of a series.
struct CalendarParts {
    /// They are reminders of their own, made of the item with that number.
    var replaced: [(time: CalendarImport.Time, item: Int)] = []
    /// Nothing else was changed.
    var completed: [CalendarImport.Time] = []
    /// Nothing else was changed.
    var cancelled: [CalendarImport.Time] = []
}

extension CalendarImport {
    /// Makes an item that only moves the next occurrence of its series the current date of the series. Of an event, it may be one
    /// whose own date has passed; those that were only moved and are over go into the history.
    ///
    /// - Parameters:
    ///   - index: the number of the series.
    ///   - found: what each item became.
    func settleMove(
        of item: CalendarComponent,
        id: String,
        at index: Int,
        _ parts: CalendarParts,
        _ found: inout [[ImportedReminder]]
    ) {
        guard let series = found[index].first, series.new.recurrence != nil else { return }
        let moves = parts.replaced.indices.filter { offset in
            let items = found[parts.replaced[offset].item]
            guard items.count == 1, let moved = items.first, moved.ending == nil,
                (moved.new.scheduled == nil) == (series.new.scheduled == nil),
                !context.known.contains(moved.identity)
            else { return false }
            return moved.new.differsOnlyInTime(from: series.new)
        }
        for offset in moves {
            let part = parts.replaced[offset]
            guard let moved = found[part.item].first?.new, moved.completed == .open,
                let date = self.date(of: moved, in: series.new.timezone)
            else { continue }
            var others = parts
            others.replaced.remove(at: offset)
            guard let whole = try? read(item, id: id, others), let first = whole.first?.new, let next = first.date,
                next.isAllDay == date.isAllDay, part.time.kind == .day || !next.isAllDay
            else { continue }
            let zone = zone(of: first, at: next)
            let place = self.date(part.time, in: zone)
            var new = first
            if place != next {
                guard let passed = passed(from: place, to: next, of: first, in: zone) else { continue }
                new.completeInstances = passed + new.completeInstances
            }
            if first.scheduled == nil {
                new.deadline = date
            } else {
                (new.scheduled, new.deadline) = (date, moved.deadline ?? first.deadline)
            }
            // It may be the last one of a series that is otherwise over.
            (new.movedFrom, new.completed) = (place, .open)
            var settled = ImportedReminder(new: new, identity: series.identity, line: series.line)
            (settled.apart, settled.unsettled) = (found[part.item], series.new)
            found[index] = [settled] + whole.dropFirst()
            found[part.item] = []
            break
        }
        for offset in moves where found[parts.replaced[offset].item].first.map({ $0.new.completed != .open }) == true {
            let place = date(parts.replaced[offset].time, in: zone(of: series.new, at: series.new.date))
            guard let number = found[index][0].new.skippedInstances.firstIndex(of: place) else { continue }
            found[index][0].new.completeInstances.append(found[index][0].new.skippedInstances.remove(at: number))
            found[parts.replaced[offset].item] = []
        }
    }

    private func zone(of series: NewReminder, at date: DateValue?) -> Zone {
        date?.offset == nil ? series.timezone.flatMap(context.zone) ?? time.zone : time.zone
    }

    /// The occurrences of an event that have passed after a moved one, and before the next one.
    private func passed(from place: DateValue, to next: DateValue, of first: NewReminder, in zone: Zone) -> [DateValue]?
    {
        guard place.isBefore(next, in: zone), let text = first.recurrence, let rule = try? RecurrenceRule(parsing: text)
        else { return nil }
        let series = Series(rule: rule, anchor: place, zone: zone, allDayAt: time.allDayAt)
        guard series.contains(place) else { return nil }
        var passed: [DateValue] = []
        for occurrence in series.occurrences(after: series.current(place).instant) {
            let date = series.date(of: occurrence, like: place)
            if !date.isBefore(next, in: zone) { break }
            passed.append(date)
            if passed.count == Self.mostSkipped { return nil }
        }
        return passed
    }

    /// The date in the zone of a series; nil if one of them has a zone and the other has none. A single date in UTC has an offset
    /// where a series has a zone, and a rule of hours is in UTC where a single date has its zone.
    private func date(of moved: NewReminder, in timezone: String?) -> DateValue? {
        guard moved.timezone != timezone, let date = moved.date else { return moved.date }
        guard let zone = timezone.flatMap(context.zone), !date.isAllDay,
            let own = date.offset == nil ? moved.timezone.flatMap(context.zone) : zone
        else { return nil }
        return zone.date(at: date.instant(in: own, allDayAt: .midnight))
    }
}

extension CalendarImport {
    /// The rule of dates that `mm` listed, those of its dates that are left out of the list, and those that another program has
    /// added to the list.
    ///
    /// - Parameters:
    ///   - first: the first date.
    ///   - others: the listed ones.
    /// - Returns: nil if there is no such rule, or if it lacks most of the listed dates.
    func ownRule(
        of item: CalendarComponent,
        from first: DateValue?,
        _ others: [DateValue],
        in zone: Zone
    ) -> (rule: String, skipped: [DateValue], added: [DateValue])? {
        guard let text = item.first(CalendarSeries.ownRuleName)?.text, let first, !others.isEmpty,
            let rule = try? RecurrenceRule(parsing: text)
        else { return nil }
        func instant(_ date: DateValue) -> Instant { date.instant(in: zone, allDayAt: time.allDayAt) }
        let series = Series(rule: rule, anchor: first, zone: zone, allDayAt: time.allDayAt)
        var listed = Set(others.map(instant))
        listed.insert(instant(first))
        guard let last = listed.max() else { return nil }
        var (skipped, missing) = ([DateValue](), [DateValue]())
        for occurrence in series.occurrences(after: instant(first).adding(seconds: -1)) {
            guard occurrence.instant <= last, missing.count < Self.mostSkipped else { break }
            if listed.remove(occurrence.instant) == nil {
                missing.append(series.date(of: occurrence, like: first))
            } else {
                // What follows the last listed date is not left out.
                skipped = missing
            }
        }
        // A series may begin off its rule.
        listed.remove(instant(first))
        let added = others.filter { listed.contains(instant($0)) }
        return added.count > others.count / 2 ? nil : (text, skipped, added)
    }

    /// A list that lacks more of the dates of its rule is taken as it is.
    private static var mostSkipped: Int { 10_000 }
}

extension CalendarComponent {
    /// Whether an occurrence of a series was only completed or cancelled, at whatever date. What says something else than the
    /// series is a reminder of its own.
    func isOnlyOver(of series: CalendarComponent) -> Bool {
        guard isOver, name == series.name else { return false }
        let own = lines.filter { !Self.ofOccurrence.contains($0.name) }
        return components.allSatisfy { part in series.components.contains { $0.hasSameLines(as: part) } }
            && own.allSatisfy { line in series.lines.contains { ($0.name, $0.text) == (line.name, line.text) } }
    }

    var isOver: Bool { ["COMPLETED", "CANCELLED"].contains(status) || first("COMPLETED") != nil }
    var ending: ImportedReminder.Ending? { isCancelled ? .dropped : isOver ? .completed : nil }
    var isCancelled: Bool { status == "CANCELLED" }
    private var status: String { first("STATUS")?.value.uppercased() ?? "" }

    /// Whether it is a list of dates without the rule that a feed writes beside one.
    var isTakenList: Bool {
        first(CalendarSeries.ownRuleName) != nil && first("RDATE") != nil && first("RRULE") == nil
            && ending == .completed
    }

    /// Whether it is what a program makes of such a list that copies the rule of a feed, and no dates.
    var isRestOfList: Bool {
        first("RRULE")?.value == CalendarSeries.ruleOfList
            && ["DTSTART", "DUE", "RDATE", "RECURRENCE-ID"].allSatisfy { first($0) == nil }
    }

    /// Whether it says nothing at all. Some programs leave such to-dos behind.
    var isEmpty: Bool {
        components.isEmpty && lines.allSatisfy { Self.bookkeeping.contains($0.name) || $0.value.isEmpty }
    }

    /// What programs write of a component rather than what the user has.
    private static let bookkeeping: Set = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "STATUS", "PERCENT-COMPLETE", "CLASS", "TRANSP",
        "PRIORITY", "X-WR-CALNAME",
    ]
    /// What each occurrence has of its own.
    private static let ofOccurrence: Set = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "STATUS", "PERCENT-COMPLETE", "COMPLETED",
        "RECURRENCE-ID", "DTSTART", "DUE", "DTEND", "X-WR-CALNAME", "X-MOZ-GENERATION", "X-MOZ-LASTACK",
        CalendarDigest.name,
    ]
}

extension NewReminder {
    /// Whether a moved occurrence says nothing that its series does not say.
    func differsOnlyInTime(from series: NewReminder) -> Bool {
        let ofTime: Set = ["ics_recurrence_id", "ics_sequence", "ics_last_modified", "ics_dtend", "ics_dtstamp"]
        func other(_ new: NewReminder) -> Set<Key> { Set(new.keys.filter { !ofTime.contains($0.name) }) }
        return title == series.title && body == series.body && tags == series.tags
            && other(self).isSubset(of: other(series))
    }
}
