/// Turns iCalendar events and to-dos into reminders.
///
/// Every property is kept: what has no key of its own gets a key that begins with `ics_`. What cannot be kept is a fault, and
/// its component is left out.
struct CalendarImport {
    private(set) var reminders: [ImportedReminder] = []
    private(set) var faults: [ImportedReminder.Fault] = []

    let context: ImportContext
    var time: TimeContext { context.time }
    /// What the file says of its time zones.
    private(set) var zones = CalendarOwnZones()
    /// The occurrences of a UID that were imported before, and are reminders of their own.
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
                let found = "expected BEGIN:VCALENDAR, found BEGIN:\(calendar.name)"
                faults.append(.init(calendar.number, found, .file))
                continue
            }
            for var component in calendar.components {
                switch component.name {
                case "VEVENT", "VTODO":
                    component.lines += calendar.all("X-WR-CALNAME")
                    items.append(component)
                case "VTIMEZONE": zones.add(component)
                default:
                    let what = "a \(component.name) cannot be imported: only events and to-dos can"
                    faults.append(.init(component.number, what))
                }
            }
        }
        read(items)
    }

    /// Imports the components of all calendars in the file. Those with RECURRENCE-ID replace one occurrence of the series
    /// with their UID, unless they cannot be read.
    private mutating func read(_ items: [CalendarComponent]) {
        var seen: [[String?]: CalendarComponent] = [:]
        var copies: [String: Int] = [:]
        var ids: [String?] = []
        for item in items {
            var id = item.first("UID")?.text ?? ""
            if id.isEmpty {
                let text = item.text
                copies[text, default: 0] += 1
                id = UUID5(url: "memoss:ics:\(copies[text] ?? 1):\(text)").description
            }
            guard let other = seen.updateValue(item, forKey: [id, item.first("RECURRENCE-ID")?.value]) else {
                ids.append(id)
                continue
            }
            ids.append(nil)
            if other.hasSameLines(as: item) { continue }
            let what = "the \(item.name) has the UID of the \(other.name) on line \(other.number), and differs from it"
            faults.append(.init(item.number, what + ": delete the older one", .file))
        }
        var replaced: [String: [CalendarLine]] = [:]
        var found = items.map { _ in [ImportedReminder]() }
        let parts = items.indices.filter { items[$0].first("RECURRENCE-ID") != nil }
        let others = items.indices.filter { items[$0].first("RECURRENCE-ID") == nil }
        for index in parts + others {
            guard let id = ids[index] else { continue }
            do throws(ImportedReminder.Fault) {
                let part = items[index].first("RECURRENCE-ID")
                found[index] = try read(items[index], id: id, replaced: part == nil ? replaced[id] ?? [] : [])
                if let part { replaced[id, default: []].append(part) }
            } catch {
                faults.append(error)
            }
        }
        for index in others {
            let own = parts.filter { ids[$0] == ids[index] }
            settleMove(of: items[index], at: index, by: own, items, &found, replaced)
        }
        reminders = found.flatMap(\.self)
    }

    /// Makes a component that only moves the next occurrence of its series the current date of the series.
    private mutating func settleMove(
        of item: CalendarComponent,
        at index: Int,
        by parts: [Int],
        _ items: [CalendarComponent],
        _ found: inout [[ImportedReminder]],
        _ replaced: [String: [CalendarLine]]
    ) {
        guard let series = found[index].first, let id = series.new.recurrence == nil ? nil : series.id else { return }
        for part in parts where found[part].count == 1 {
            guard let line = items[part].first("RECURRENCE-ID"), let moved = found[part].first?.new,
                moved.completed == .open, moved.timezone == series.new.timezone, let date = moved.date,
                (moved.scheduled == nil) == (series.new.scheduled == nil), moved.differsOnlyInTime(from: series.new)
            else { continue }
            let others = (replaced[id] ?? []).filter { $0.number != line.number }
            guard let whole = try? read(item, id: id, replaced: others), let first = whole.first?.new,
                let place = first.date, let time = try? time(line),
                place.isAllDay == date.isAllDay, time.kind == .day || !place.isAllDay
            else { continue }
            let zone = place.offset == nil ? first.timezone.flatMap(context.zone) ?? self.time.zone : self.time.zone
            guard self.date(time, in: zone) == place else { continue }
            var new = first
            if first.scheduled == nil {
                new.deadline = date
            } else {
                (new.scheduled, new.deadline) = (date, moved.deadline ?? first.deadline)
            }
            new.movedFrom = place
            found[index] = [ImportedReminder(new: new, identity: series.identity)] + whole.dropFirst()
            found[part] = []
            return
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
        let left = exceptions
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
            if start?.isUnnamed == true || due?.isUnnamed == true {
                let zone = quoted(line["TZID"] ?? "")
                throw .init(rule.number, "RRULE: a series needs a time zone of this system, and \(zone) is none")
            }
            try setSeries(&new, by: rule, from: line, exceptions, isEvent ? length : nil, in: zone)
        } else if isEvent, new[\.completed] == .open, let first, hasPassed(first, lasting: length, in: zone) {
            new[\.completed] = .on(first)
        }
        let identity = ImportFormat.identity(id, part)
        let replaced = part.flatMap { DateValue(calendar: $0) }.map { (series: id, dates: [$0]) }
        var found = [ImportedReminder(new: new.reminder, identity: identity, replacing: replaced)]
        // Further dates become reminders of their own.
        for (part, other) in others where other != first && !left.contains(other) {
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

extension NewReminder {
    /// Whether a moved occurrence says nothing that its series does not say.
    fileprivate func differsOnlyInTime(from series: NewReminder) -> Bool {
        let ofTime: Set = ["ics_recurrence_id", "ics_sequence", "ics_last_modified", "ics_dtend", "ics_dtstamp"]
        func other(_ new: NewReminder) -> Set<Key> { Set(new.keys.filter { !ofTime.contains($0.name) }) }
        return title == series.title && body == series.body && tags == series.tags
            && other(self).isSubset(of: other(series))
    }
}
