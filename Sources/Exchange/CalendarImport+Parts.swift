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
    /// Makes an item that only moves the next occurrence of its series the current date of the series.
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
        for (offset, part) in parts.replaced.enumerated() {
            guard found[part.item].count == 1, let moved = found[part.item].first?.new, moved.completed == .open,
                let date = self.date(of: moved, in: series.new.timezone),
                (moved.scheduled == nil) == (series.new.scheduled == nil), moved.differsOnlyInTime(from: series.new)
            else { continue }
            var others = parts
            others.replaced.remove(at: offset)
            guard let whole = try? read(item, id: id, others), let first = whole.first?.new, let place = first.date,
                place.isAllDay == date.isAllDay, part.time.kind == .day || !place.isAllDay
            else { continue }
            let zone = place.offset == nil ? first.timezone.flatMap(context.zone) ?? time.zone : time.zone
            guard self.date(part.time, in: zone) == place else { continue }
            var new = first
            if first.scheduled == nil {
                new.deadline = date
            } else {
                (new.scheduled, new.deadline) = (date, moved.deadline ?? first.deadline)
            }
            new.movedFrom = place
            var settled = ImportedReminder(new: new, identity: series.identity)
            (settled.apart, settled.unsettled) = (found[part.item], series.new)
            found[index] = [settled] + whole.dropFirst()
            found[part.item] = []
            return
        }
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
    /// The rule of dates that `mm` listed, and those of its dates that are left out of the list.
    ///
    /// - Parameters:
    ///   - first: the first date.
    ///   - others: the listed ones.
    /// - Returns: nil if there is no such rule, or if the list has been changed since.
    func ownRule(
        of item: CalendarComponent,
        from first: DateValue?,
        _ others: [DateValue],
        in zone: Zone
    ) -> (rule: String, skipped: [DateValue])? {
        guard let text = item.first(CalendarSeries.ownRuleName)?.text, let first, !others.isEmpty,
            let rule = try? RecurrenceRule(parsing: text)
        else { return nil }
        func instant(_ date: DateValue) -> Instant { date.instant(in: zone, allDayAt: time.allDayAt) }
        let series = Series(rule: rule, anchor: first, zone: zone, allDayAt: time.allDayAt)
        var listed = Set(others.map(instant))
        listed.insert(instant(first))
        guard let last = listed.max() else { return nil }
        var skipped: [DateValue] = []
        for occurrence in series.occurrences(after: instant(first).adding(seconds: -1)) {
            guard occurrence.instant <= last, skipped.count < Self.mostSkipped else { break }
            if listed.remove(occurrence.instant) == nil { skipped.append(series.date(of: occurrence, like: first)) }
        }
        return listed.isEmpty ? (text, skipped) : nil
    }

    /// A list that lacks more of the dates of its rule is taken as it is.
    private static var mostSkipped: Int { 10_000 }
}

extension CalendarComponent {
    /// Whether an occurrence of a series was only completed or cancelled. What says something else than the series is a
    /// reminder of its own.
    ///
    /// - Parameters:
    ///   - id: the occurrence that it stands for.
    ///   - date: its date now.
    func isOnlyOver(of series: CalendarComponent, at id: String, date: String?) -> Bool {
        guard isOver, date ?? id == id, name == series.name else { return false }
        let own = lines.filter { !Self.ofOccurrence.contains($0.name) }
        return components.allSatisfy { part in series.components.contains { $0.hasSameLines(as: part) } }
            && own.allSatisfy { line in series.lines.contains { ($0.name, $0.text) == (line.name, line.text) } }
    }

    var isOver: Bool { ["COMPLETED", "CANCELLED"].contains(status) || first("COMPLETED") != nil }
    var ending: ImportedReminder.Ending? { isCancelled ? .dropped : isOver ? .completed : nil }
    var isCancelled: Bool { status == "CANCELLED" }
    private var status: String { first("STATUS")?.value.uppercased() ?? "" }

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
