import MemossFiles

/// Turns iCalendar events and to-dos into reminders.
///
/// Every property is kept: what has no key of its own gets a key that begins with `ics_`. What cannot be kept is a fault, and
/// its component is left out.
struct CalendarImport {
    private(set) var reminders: [ImportedReminder] = []
    private(set) var faults: [ImportedReminder.Fault] = []

    let context: ImportContext
    var time: TimeContext { context.time }
    /// What the calendar that is being read says of its time zones, and after it the other ones in the file.
    private(set) var zones = CalendarOwnZones()
    /// Whether the times of the component that is being read mean days, if they are midnight.
    private(set) var isWholeDays = false
    /// The UIDs of what `mm` exported.
    private(set) var exported: Set<String> = []
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
        var items: [Item] = []
        var zones: [CalendarOwnZones] = []
        for calendar in parser.components {
            guard calendar.name == "VCALENDAR" else {
                let found = "expected BEGIN:VCALENDAR, found BEGIN:\(calendar.name)"
                faults.append(.init(calendar.number, found, .file))
                continue
            }
            var own = CalendarOwnZones()
            for var component in calendar.components {
                switch component.name {
                case "VEVENT", "VTODO":
                    component.lines += calendar.all("X-WR-CALNAME")
                    items.append(Item(component: component, calendar: zones.count))
                case "VTIMEZONE": own.add(component, in: context)
                default:
                    let what = "a \(component.name) cannot be imported: only events and to-dos can"
                    faults.append(.init(component.number, what))
                }
            }
            zones.append(own)
        }
        let all = zones.reduce(into: CalendarOwnZones()) { $0.add($1) }
        for index in zones.indices { zones[index].add(all) }
        read(items, zones)
    }

    /// An event or to-do, and the number of the calendar that it is in.
    private struct Item {
        var component: CalendarComponent
        var calendar: Int
        var id = ""
        /// Whether it has no UID.
        var isKnownByText = false
        var isPart: Bool { component.first("RECURRENCE-ID") != nil }
    }

    /// Imports the components of all calendars in the file. Those with RECURRENCE-ID replace one occurrence of the series
    /// with their UID, unless they cannot be read.
    private mutating func read(_ components: [Item], _ zones: [CalendarOwnZones]) {
        var items: [Item] = []
        var seen: [[String?]: CalendarComponent] = [:]
        var copies: [String: Int] = [:]
        let taken = Set(components.map(\.component).filter(\.isTakenList).map { $0.first("SUMMARY")?.text })
        for var item in components {
            let component = item.component
            // What todoman has left of a list of dates that goes on without it.
            if component.isRestOfList, taken.contains(component.first("SUMMARY")?.text) { continue }
            if component.isEmpty {
                faults.append(.init(component.number, "the \(component.name) is empty: it was left out", .nothing))
                continue
            }
            if let line = component.first("RECURRENCE-ID"), line["RANGE"] != nil {
                faults.append(.init(line.number, "RANGE cannot be imported: it changes all later occurrences"))
                continue
            }
            var id = component.first("UID")?.text ?? ""
            if id.isEmpty {
                item.isKnownByText = true
                let text = component.text
                copies[text, default: 0] += 1
                id = UUID5(url: "memoss:ics:\(copies[text] ?? 1):\(text)").description
            }
            item.id = id
            let key = [id, component.first("RECURRENCE-ID")?.value]
            if let other = seen.updateValue(component, forKey: key) {
                if other.hasSameLines(as: component) { continue }
                let what =
                    "the \(component.name) has the UID of the \(other.name) on line \(other.number), and differs from it"
                faults.append(.init(component.number, what + ": delete the older one", .file))
                continue
            }
            items.append(item)
        }
        exported = Set(items.filter { $0.component.first(CalendarDigest.name) != nil }.map(\.id))
        var parts: [String: CalendarParts] = [:]
        var found = items.map { _ in [ImportedReminder]() }
        for index in items.indices.filter({ items[$0].isPart }) + items.indices.filter({ !items[$0].isPart }) {
            let (item, id) = (items[index].component, items[index].id)
            self.zones = zones[items[index].calendar]
            isWholeDays = item.first("X-MICROSOFT-CDO-ALLDAYEVENT")?.value.uppercased() == "TRUE"
            do throws(ImportedReminder.Fault) {
                guard let part = try time(item.first("RECURRENCE-ID")) else {
                    let own = parts[id] ?? CalendarParts()
                    found[index] = try read(item, id: id, own)
                    settleMove(of: item, id: id, at: index, own, &found)
                    continue
                }
                let isKnown = knownParts[id]?.contains(Self.occurrence(part)) == true
                if !isKnown, let series = seen[[id, nil]], item.isOnlyOver(of: series) {
                    let list = item.isCancelled ? \CalendarParts.cancelled : \.completed
                    parts[id, default: CalendarParts()][keyPath: list].append(part)
                } else {
                    found[index] = try read(item, id: id, CalendarParts())
                    parts[id, default: CalendarParts()].replaced.append((part, index))
                }
            } catch {
                faults.append(error)
            }
        }
        let isAsExported = Dictionary(grouping: items, by: \.id).compactMapValues { items -> Bool? in
            let written = items.lazy.compactMap { $0.component.first(CalendarDigest.name)?.value }.first
            var digest = CalendarDigest()
            for item in items { digest.add(item.component) }
            return written.map { $0 == digest.text }
        }
        let unnamed = Set(items.filter(\.isKnownByText).map(\.id))
        reminders = found.flatMap(\.self).map { item in
            var item = item
            item.isAsExported = isAsExported[item.id]
            item.isKnownByText = unnamed.contains(item.id)
            return item
        }
    }

    // MARK: Components

    func read(
        _ item: CalendarComponent,
        id: String,
        _ parts: CalendarParts
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
        var own = start?.zone ?? due?.zone ?? (main?.kind == .utc && rule != nil ? .utc : nil)
        if own == nil, main?.kind == .utc, item.isTakenList, let line = item.first("RDATE") {
            own = try times(line).first?.zone
        }
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
        var note: ImportedReminder.Fault?
        if let line = item.first("RECURRENCE-ID"), let time = try time(line) {
            part = Self.occurrence(time)
            new.identify("recurrence_id", part ?? "")
        }
        /// Of a series of days, midnight is the day that it names.
        func exceptionDate(_ time: Time) -> DateValue {
            let isDay = main?.kind == .day && time.kind != .zoned && time.clock.time == .midnight
            return isDay ? DateValue(time.clock.date) : date(time, in: zone)
        }
        var removed = (parts.replaced.map(\.time) + parts.cancelled).map(exceptionDate)
        for line in item.all("EXDATE") { removed += try times(line).map(exceptionDate) }
        let left = removed
        let completed = parts.completed.map(exceptionDate)
        var others: [(part: String, date: DateValue)] = []
        let first = new.reminder.date
        for line in item.all("RDATE") {
            for time in try times(line) { others.append((Self.occurrence(time), exceptionDate(time))) }
        }
        let listed = part == nil ? ownRule(of: item, from: first, others.map(\.date), in: zone) : nil
        // todoman completes the first date of a list by taking its rule; the list stays.
        let isTaken = listed != nil && item.isTakenList
        if isTaken { new[\.completed] = .open }
        if let listed {
            removed += listed.skipped
            others.removeAll { !listed.added.contains($0.date) }
        }
        if part == nil, let first, let text = listed?.rule ?? rule?.value, let rule = try? RecurrenceRule(parsing: text)
        {
            let series = Series(rule: rule, anchor: first, zone: zone, allDayAt: time.allDayAt)
            let known = (knownParts[id] ?? []).compactMap { DateValue(occurrence: $0, in: zone) }
            removed += known.filter(series.contains)
        }
        var series: Series?
        if let rule = rule ?? (isTaken ? item.first(CalendarSeries.ownRuleName) : nil), let line, part == nil {
            if start?.isUnnamed == true || due?.isUnnamed == true {
                let zone = quoted(line["TZID"] ?? "")
                throw .init(rule.number, "RRULE: a series needs a time zone of this system, and \(zone) is none")
            }
            let records = (completed: completed + (isTaken ? [first].compactMap(\.self) : []), skipped: removed)
            let rule = (listed?.rule ?? wholeDays(rule.value, from: line), rule.number)
            series = try setSeries(&new, by: rule, from: line, records, isEvent ? length : nil, in: zone)
        } else if let rule {
            guard line == nil else { throw .init(rule.number, "RRULE cannot stand beside RECURRENCE-ID") }
            new.keep("RRULE", rule.value)
            note = .init(rule.number, "RRULE: the \(item.name) has a rule and no date; imported without a recurrence")
        } else if isEvent, new[\.completed] == .open, let first, hasPassed(first, lasting: length, in: zone) {
            new[\.completed] = .on(first)
        }
        if series != nil, item.first(CalendarDigest.name) != nil, let date = new.reminder.date, date == first {
            // `mm` lists the date with which a series begins off its rule.
            let before = others.map(\.date).filter { $0.isBefore(date, in: zone) }
            if let beginning = before.first, before.count == 1,
                !isEvent || !hasPassed(beginning, lasting: length, in: zone)
            {
                if new[\.scheduled] == nil { new[\.deadline] = beginning } else { new[\.scheduled] = beginning }
                others.removeAll { $0.date == beginning }
                new.keepPhase(of: date, in: zone, allDayAt: time.allDayAt)
            }
        }
        if isEvent, note == nil, length > (start?.kind == .day ? 1 : 86_400), new[\.completed] == .open,
            let end = item.first("DTEND") ?? item.first("DURATION")
        {
            note = .init(
                end.number,
                "\(end.name): \(quoted(new.reminder.title)) lasts longer than a day; the reminder is on its first day only"
            )
        }
        let isElsewhere = rule == nil && series == nil && part == nil && first.map(removed.contains) ?? false
        let isCompleted = rule == nil && series == nil && !item.isOver && first.map(completed.contains) ?? false
        if isCompleted, let first { new[\.completed] = .on(first) }
        let identity = ImportFormat.identity(id, part)
        let replaced = part.flatMap { DateValue(calendar: $0) }.map { (series: id, dates: [$0]) }
        var found: [ImportedReminder] = []
        if !isElsewhere {
            var one = ImportedReminder(new, identity: identity, replacing: replaced)
            (one.note, one.ending) = (note, isCompleted ? .completed : isTaken ? nil : item.ending)
            found.append(one)
        }
        // Further dates become reminders of their own.
        var dates = Set([first].compactMap(\.self) + left)
        for (part, other) in others where dates.insert(other).inserted && series?.contains(other) != true {
            var copy = try base(of: item, id: id, in: zone)
            (copy[\.scheduled], copy[\.timezone]) = (other, other.isAllDay ? nil : new[\.timezone])
            if completed.contains(other) || isEvent && hasPassed(other, lasting: length, in: zone) {
                copy[\.completed] = .on(other)
            }
            copy.identify("recurrence_id", part)
            var one = ImportedReminder(copy, identity: ImportFormat.identity(id, part))
            one.ending = completed.contains(other) ? .completed : item.ending
            found.append(one)
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

    /// Exchange's rule of whole days, whose UNTIL is midnight in UTC: the day that begins then is the last one.
    private func wholeDays(_ rule: String, from start: CalendarLine) -> String {
        guard isWholeDays else { return rule }
        let zone = start["TZID"].flatMap { zones.meaning(of: $0, in: context)?.rules } ?? time.zone
        return rule.split(separator: ";").map { part in
            guard part.uppercased().hasPrefix("UNTIL="), let until = DateValue(calendar: String(part.dropFirst(6))),
                until.offset != nil
            else { return String(part) }
            return "UNTIL=" + CalendarTime(zone.civil(at: Instant(utc: until.clock)).date).text
        }.joined(separator: ";")
    }

    /// - Parameter length: that of an event, whose occurrences pass by themselves; nil for a to-do.
    private func setSeries(
        _ new: inout ImportDraft,
        by written: (text: String, number: Int),
        from startLine: CalendarLine,
        _ records: (completed: [DateValue], skipped: [DateValue]),
        _ length: Int?,
        in zone: Zone
    ) throws(ImportedReminder.Fault) -> Series? {
        guard let start = new.reminder.date else { return nil }
        do throws(ParseError) {
            let rule = try RecurrenceRule(parsing: written.text)
            new[\.recurrence] = written.text
            let series = Series(rule: rule, anchor: start, zone: zone, allDayAt: time.allDayAt)
            try series.check()
            if rule.count != nil, !series.startIsOnPattern {
                throw ParseError(
                    "\(startLine.name) is not an occurrence of the rule, and programs do not agree on how to count it"
                )
            }
            func sorted(_ dates: [DateValue]) -> [DateValue] {
                dates.sorted { $0.isBefore($1, in: zone) }.reduce(into: []) { list, date in
                    if list.last != date { list.append(date) }
                }
            }
            new[\.completeInstances] = sorted(records.completed)
            new[\.skippedInstances] = sorted(records.skipped.filter { !records.completed.contains($0) })
            let left = RecordedOccurrences(records.completed + records.skipped, in: zone)
            let current = series.current(start)
            var floor = current.instant
            if let length, hasPassed(start, lasting: length, in: zone) {
                let (today, rest) = (time.local.date, max(0, length - 1))
                floor =
                    start.isAllDay
                    ? zone.instant(of: CivilDateTime(today.adding(days: -rest)))
                    : time.zone.instant(of: CivilDateTime(today)).adding(seconds: -Int64(rest))
            } else if !left.contains(current) {
                return series
            }
            func advance(to next: Occurrence) {
                move(&new, to: series.date(of: next, like: start), from: start, in: zone)
                if rule.start == nil {
                    let text = rule.notation == .friendly ? rule.rfcText(anchor: start) : written.text
                    new[\.recurrence] = "DTSTART:\(CalendarTime(start, wall: zone).text);\(text)"
                }
            }
            var coming = series.occurrences(after: floor.adding(seconds: -1))
            while let next = coming.next() {
                if left.contains(next) { continue }
                advance(to: next)
                return series
            }
            if coming.ending == .search || coming.ending == .counting {
                throw ParseError("it takes too long to find the next date of the rule")
            }
            let hasPassed = floor != current.instant
            let last = series.last ?? (hasPassed ? series.last(before: time.local.date.adding(days: 1)) : nil)
            new[\.completed] =
                last.map { .on($0.isAllDay ? DateValue($0.nominal.date) : DateValue($0.nominal)) } ?? .completed
            // It may be open where it was imported before.
            if let last, hasPassed, last != current, !left.contains(last) { advance(to: last) }
            return series
        } catch {
            throw .init(written.number, "RRULE: \(error.message)")
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
