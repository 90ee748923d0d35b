/// Turns iCalendar events and to-dos into reminders.
///
/// Every property is kept. One without a key in `mm` gets a key that begins with `ics_`, and one that cannot be kept is
/// a fault.
struct CalendarImport {
    private(set) var reminders: [ImportedReminder] = []
    private(set) var faults: [ImportedReminder.Fault] = []

    let context: ImportContext
    var time: TimeContext { context.time }
    /// For each UID, the occurrences that an earlier import made into separate reminders.
    private var knownParts: [String: [String]] = [:]

    init(_ context: ImportContext) {
        self.context = context
        for identity in context.known {
            let known = identity.split(separator: "\n", maxSplits: 1).map(String.init)
            if known.count == 2 { knownParts[known[0], default: []].append(known[1]) }
        }
    }

    mutating func read(_ bytes: [UInt8]) {
        let parser = CalendarParser(bytes)
        faults += parser.faults
        var items: [CalendarComponent] = []
        for calendar in parser.components {
            guard calendar.name == "VCALENDAR" else {
                fault(calendar.number, "expected BEGIN:VCALENDAR, found BEGIN:\(calendar.name)")
                continue
            }
            for component in calendar.components {
                switch component.name {
                case "VEVENT", "VTODO": items.append(component)
                case "VTIMEZONE": break
                default: fault(component.number, "a \(component.name) cannot be imported: only events and to-dos can")
                }
            }
        }
        read(items)
    }

    private mutating func fault(_ line: Int, _ message: String) { faults.append(.init(line, message)) }

    /// Imports the components of all calendars in the file. A component with RECURRENCE-ID replaces one occurrence of
    /// the series with its UID.
    private mutating func read(_ items: [CalendarComponent]) {
        var replaced: [String: [CalendarLine]] = [:]
        for item in items {
            if let uid = item.first("UID"), let line = item.first("RECURRENCE-ID") {
                replaced[uid.text, default: []].append(line)
            }
        }
        var seen: [[String?]: CalendarComponent] = [:]
        for item in items {
            do throws(ImportedReminder.Fault) {
                guard let uid = item.first("UID"), !uid.text.isEmpty else {
                    throw .init(
                        item.number,
                        "the \(item.name) has no UID, by which mm would recognise it in a later import"
                    )
                }
                let name = [uid.text, item.first("RECURRENCE-ID")?.value]
                if let other = seen.updateValue(item, forKey: name) {
                    if other.hasSameLines(as: item) { continue }
                    throw .init(
                        item.number,
                        "the \(item.name) has the UID of the \(other.name) on line \(other.number), and differs from it: delete "
                            + "the older one"
                    )
                }
                let others = item.first("RECURRENCE-ID") == nil ? replaced[uid.text] ?? [] : []
                reminders += try read(item, id: uid.text, replaced: others)
            } catch {
                faults.append(error)
            }
        }
    }

    // MARK: Components

    private func read(
        _ item: CalendarComponent,
        id: String,
        replaced: [CalendarLine]
    ) throws(ImportedReminder.Fault) -> [ImportedReminder] {
        try check(item)
        let isEvent = item.name == "VEVENT"
        let start = try time(item.first("DTSTART"))
        let due = isEvent ? nil : try time(item.first("DUE"))
        let rule = item.first("RRULE")
        let line = item.first("DTSTART") ?? item.first("DUE")
        // A single UTC time becomes local time. In a series, it is a time of day in UTC and keeps that zone.
        let main = start ?? due
        let isFixed = start?.isFixed == true || due?.isFixed == true
        let own = start?.zone ?? due?.zone ?? (main?.kind == .utc && rule != nil ? .utc : nil)
        let zone = own ?? (isFixed ? context.home : time.zone)
        var new = try base(of: item, id: id, in: zone)
        new[\.scheduled] = start.map { date($0, in: zone) }
        new[\.deadline] = due.map { date($0, in: zone) }
        let length = try length(of: item, from: start)
        if !isEvent, due == nil, length > 0, let start, start.kind != .day, let date = new[\.scheduled] {
            let end = date.instant(in: zone, allDayAt: .midnight).adding(seconds: Int64(length))
            new[\.deadline] = zone.date(at: end)
        }
        if new[\.scheduled] == new[\.deadline] { new[\.scheduled] = nil }
        if isFixed { new[\.timezone] = zone.name }
        var part: String?
        if let line = item.first("RECURRENCE-ID"), let time = try time(line) {
            part = Self.occurrence(time)
            new.identify("recurrence_id", part ?? "")
        }
        var exceptions: [DateValue] = []
        for line in item.all("EXDATE") + replaced {
            for time in try times(line) { exceptions.append(date(time, in: zone)) }
        }
        if part == nil { exceptions += (knownParts[id] ?? []).compactMap { DateValue(occurrence: $0, in: zone) } }
        var others: [(part: String, date: DateValue)] = []
        let first = new.reminder.date
        for line in item.all("RDATE") {
            for time in try times(line) { others.append((Self.occurrence(time), date(time, in: zone))) }
        }
        if let rule {
            guard part == nil, let line else {
                throw .init(rule.number, "RRULE needs a DTSTART, and a component without RECURRENCE-ID")
            }
            try setSeries(&new, by: rule, from: line, exceptions, isEvent ? length : nil, in: zone)
        } else if isEvent, new[\.completed] == .open, let first, hasPassed(first, lasting: length, in: zone) {
            new[\.completed] = .on(first)
        }
        let identity = ImportFormat.identity(id, part)
        let replaced = part.flatMap { DateValue(calendar: $0) }.map { (series: id, date: $0) }
        var found = [ImportedReminder(new: new.reminder, identity: identity, replacing: replaced)]
        // Additional dates become separate reminders.
        for (part, other) in others where other != first && !exceptions.contains(other) {
            var copy = try base(of: item, id: id, in: zone)
            (copy[\.scheduled], copy[\.timezone]) = (other, other.isAllDay ? nil : new[\.timezone])
            if isEvent, hasPassed(other, lasting: length, in: zone) { copy[\.completed] = .on(other) }
            copy.identify("recurrence_id", part)
            found.append(ImportedReminder(new: copy.reminder, identity: ImportFormat.identity(id, part)))
        }
        return found
    }

    private func check(_ item: CalendarComponent) throws(ImportedReminder.Fault) {
        for name in [
            "RRULE", "DTSTART", "DUE", "DTEND", "DURATION", "RECURRENCE-ID", "UID", "SUMMARY", "DESCRIPTION",
            "COMPLETED", "CREATED",
        ] {
            let lines = item.all(name)
            if lines.count > 1 { throw .init(lines[1].number, "the \(item.name) has a second \(name)") }
        }
        if let line = item.first("EXRULE") {
            throw .init(line.number, "EXRULE cannot be imported: RFC 5545 removed it")
        }
        if let line = item.first("RECURRENCE-ID"), line["RANGE"] != nil {
            throw .init(line.number, "RANGE cannot be imported: it changes all later occurrences")
        }
    }

    /// Whether the last day of an event is over. An event that ends today is still listed.
    ///
    /// - Parameter length: in days if the date is a day, otherwise in seconds.
    private func hasPassed(_ date: DateValue, lasting length: Int, in zone: Zone) -> Bool {
        let today = time.local.date
        if date.isAllDay { return date.date.adding(days: max(0, length - 1)) < today }
        let start = date.instant(in: zone, allDayAt: .midnight)
        return time.zone.civil(at: start.adding(seconds: Int64(max(0, length - 1)))).date < today
    }

    /// - Parameter length: that of an event, whose occurrences pass by themselves; nil for a to-do.
    private func setSeries(
        _ new: inout ImportDraft,
        by line: CalendarLine,
        from startLine: CalendarLine,
        _ exceptions: [DateValue],
        _ length: Int?,
        in zone: Zone
    ) throws(ImportedReminder.Fault) {
        guard let start = new.reminder.date else { return }
        do throws(ParseError) {
            let rule = try RecurrenceRule(parsing: line.value)
            new[\.recurrence] = line.value
            let series = Series(rule: rule, anchor: start, zone: zone, allDayAt: time.allDayAt)
            try series.check()
            if rule.count != nil, !series.startIsOnPattern {
                throw ParseError(
                    "\(startLine.name) is not an occurrence of the rule, and programs do not agree on how to count it"
                )
            }
            let skipped = exceptions.sorted { $0.isBefore($1, in: zone) }.reduce(into: [DateValue]()) { list, date in
                if list.last != date { list.append(date) }
            }
            new[\.skippedInstances] = skipped
            let left = RecordedOccurrences(skipped, in: zone)
            let current = series.current(start)
            var floor = current.instant
            if let length, hasPassed(start, lasting: length, in: zone) {
                let today = zone.civil(at: time.zone.instant(of: CivilDateTime(time.local.date))).date
                let first = start.isAllDay ? today.adding(days: -max(0, length - 1)) : today
                floor = zone.instant(of: CivilDateTime(first))
                if !start.isAllDay { floor = floor.adding(seconds: -Int64(max(0, length - 1))) }
            } else if !left.contains(current) {
                return
            }
            var coming = series.occurrences(after: floor.adding(seconds: -1))
            while let next = coming.next() {
                if left.contains(next) { continue }
                move(&new, to: series.date(of: next, like: start), from: start, in: zone)
                new[\.recurrence] = "DTSTART:\(CalendarTime(start, wall: zone).text);\(line.value)"
                return
            }
            if coming.ending == .search || coming.ending == .counting {
                throw ParseError("it takes too long to find the next date of the rule")
            }
            let last = series.last.map { $0.isAllDay ? DateValue($0.nominal.date) : DateValue($0.nominal) }
            new[\.completed] = last.map { .on($0) } ?? .completed
        } catch {
            throw .init(line.number, "RRULE: \(error.message)")
        }
    }

    /// Moves the date. A separate deadline keeps its distance, as when a series advances.
    private func move(_ new: inout ImportDraft, to date: DateValue, from start: DateValue, in zone: Zone) {
        guard new[\.scheduled] != nil else {
            new[\.deadline] = date
            return
        }
        new[\.scheduled] = date
        let days = date.clock.date.daysSinceEpoch - start.clock.date.daysSinceEpoch
        new[\.deadline] = new[\.deadline]?.adding(days: days, in: zone)
    }
}
