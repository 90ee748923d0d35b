package import MemossFiles

/// Exports reminders as an iCalendar object (RFC 5545) for other calendars. The same files always give the same
/// bytes, as long as `lastYear` stays the same.
package struct CalendarFeed: Sendable {
    /// The component that a reminder becomes.
    package enum Kind: String, Sendable, CaseIterable {
        case event = "VEVENT"
        case toDo = "VTODO"
    }

    private let kind: Kind
    private let hasAlarms: Bool
    private let hasBodies: Bool
    /// The last year for which dates are listed if a rule cannot be written.
    private let lastYear: Int
    private let modification: @Sendable (Reminder) -> Instant?

    /// - Parameters:
    ///   - kind: the component that a reminder becomes.
    ///   - hasAlarms: whether to add an alarm at each time.
    ///   - hasBodies: whether to add the text of the files.
    ///   - lastYear: the last year for which dates are listed if a rule cannot be written.
    ///   - modification: when a file was last modified.
    package init(
        _ kind: Kind,
        hasAlarms: Bool,
        hasBodies: Bool,
        lastYear: Int,
        modification: @escaping @Sendable (Reminder) -> Instant? = { _ in nil }
    ) {
        (self.kind, self.hasAlarms, self.hasBodies, self.modification) = (kind, hasAlarms, hasBodies, modification)
        self.lastYear = min(max(lastYear, 1), 9999)
    }

    /// The feed, and what was left out of it.
    package struct Output: Sendable {
        package var bytes: [UInt8] = []
        /// The reminders that were left out because they have no date, which an event needs.
        package var undated: [Reminder] = []
        /// The endless series whose dates are listed only up to the last year.
        package var cut: [Reminder] = []
    }

    /// - Parameters:
    ///   - reminders: in path order. Notes are ignored.
    ///   - copies: the files that are left out because others say the same (`Snapshot.copies`).
    package func output(
        of reminders: [Reminder],
        besides copies: [PathKey: String] = [:],
        in context: TimeContext
    ) -> Output {
        var output = Output()
        var components = CalendarWriter()
        var zones: [String: (zone: Zone, years: ClosedRange<Int>)] = [:]
        var taken: Set<String> = []
        let end = Instant(utc: CivilDateTime(CivilDate(unchecked: lastYear, 12, 31))).adding(seconds: 86_399)
        for reminder in reminders.distinct(besides: copies).reminders where !reminder.isNote {
            let (whole, moved) = reminder.unmoved(in: context)
            let series = CalendarSeries(whole, in: context, until: end)
            if kind(of: reminder) == .event, series == nil {
                // A series with a date gets here if all its occurrences are completed or skipped.
                if reminder.date == nil { output.undated.append(reminder) }
                continue
            }
            if series?.isCut == true { output.cut.append(reminder) }
            let zone = context.zone(of: reminder)
            let times =
                [series?.start].compactMap(\.self) + (series?.dates ?? []) + (series?.exceptions ?? [])
                + [moved].compactMap(\.self)
            let deadline = reminder.deadline.map { CalendarTime($0, in: zone) }
            let years = (times + [deadline].compactMap(\.self)).filter { $0.form == .local }.map(\.clock.date.year)
            if let first = years.min(), let last = years.max() {
                let known = zones[zone.name]?.years
                // vobject compares the years from 2000 on with UTC, and takes a zone that is like it there for UTC.
                let from = max(1, min(first - 1, known?.lowerBound ?? first, 1999))
                zones[zone.name] = (zone, from...max(last, lastYear, known?.upperBound ?? last))
            }
            let isNew = taken.insert(reminder.id).inserted
            let id = isNew ? reminder.id : UUID5(url: "memoss:" + reminder.path).description
            var own = CalendarWriter()
            if let moved, let series {
                // A series of one date needs no exception.
                if !series.isSingle { write(whole, id, series, in: context, to: &own) }
                let one = CalendarSeries(start: moved)
                let place = series.isSingle ? nil : whole.date
                write(reminder, id, one, insteadOf: place, by: series, in: context, isLast: true, to: &own)
            } else {
                write(reminder, id, series, in: context, isLast: true, to: &own)
            }
            components.add(own)
        }
        var calendar = CalendarWriter()
        calendar.begin("VCALENDAR")
        calendar.add("VERSION", "2.0")
        calendar.add("PRODID", "-//memoss//mm//EN")
        for name in zones.keys.sorted() {
            if let (zone, years) = zones[name] { CalendarZone(zone, years: years).write(to: &calendar) }
        }
        output.bytes = calendar.bytes + components.bytes
        var closing = CalendarWriter()
        closing.end("VCALENDAR")
        output.bytes += closing.bytes
        return output
    }

    /// - Parameters:
    ///   - place: the occurrence of a series that it replaces.
    ///   - whole: that series.
    ///   - isLast: whether it is the last component of the reminder.
    private func write(
        _ reminder: Reminder,
        _ id: String,
        _ series: CalendarSeries?,
        insteadOf place: DateValue? = nil,
        by whole: CalendarSeries? = nil,
        in context: TimeContext,
        isLast: Bool = false,
        to calendar: inout CalendarWriter
    ) {
        let zone = context.zone(of: reminder)
        let kind = kind(of: reminder)
        calendar.begin(kind.rawValue)
        calendar.add("UID", text: id)
        if let place, let whole { calendar.add("RECURRENCE-ID", whole.time(of: place, in: zone, context), in: zone) }
        let created = reminder.created.map { context.instant(ofCreation: $0) }
        // Required. It changes with the file, and so is not the time of the export.
        let stamp = modification(reminder) ?? created ?? Instant(secondsSince1970: 0)
        calendar.add("DTSTAMP", CalendarTime(utc: stamp), in: .utc)
        if let created { calendar.add("CREATED", CalendarTime(utc: created), in: .utc) }
        calendar.add("SUMMARY", text: reminder.deliveredTitle)
        var text = hasBodies ? String(decoding: reminder.body, as: UTF8.self) : ""
        let due = dueDate(of: reminder, from: series, in: zone)
        if let deadline = reminder.separateDeadline, due == nil || due?.form == .day && !deadline.isAllDay,
            deadline != reminder.scheduled
        {
            let of = series?.rule == nil && place == nil ? "" : " (of \((place ?? reminder.date)?.iso ?? ""))"
            text = "Due\(of): \(deadline.iso)" + (text.isEmpty ? "" : "\n\n") + text
        }
        if !text.isEmpty { calendar.add("DESCRIPTION", text: text) }
        if !reminder.tags.isEmpty {
            calendar.add("CATEGORIES", reminder.tags.map { CalendarWriter.escaped($0.text) }.joined(separator: ","))
        }
        if let series {
            if hasStart(reminder, series) {
                let start = due.map { series.start.like($0, at: .midnight) } ?? series.start
                calendar.add("DTSTART", start, in: zone)
            }
            if let due { calendar.add("DUE", due, in: zone) }
            // Some servers and libraries do not expand a series of dates without a rule.
            if let rule = series.rule ?? (series.dates.isEmpty ? nil : CalendarSeries.ruleOfList) {
                calendar.add("RRULE", rule)
            }
            calendar.add("RDATE", series.dates, in: zone)
            if let rule = series.ownRule, !series.dates.isEmpty {
                calendar.add(CalendarSeries.ownRuleName, text: rule)
            }
            calendar.add("EXDATE", series.exceptions, in: zone)
        }
        switch kind {
        case .event:
            calendar.add("TRANSP", "TRANSPARENT")
            if reminder.expires { calendar.add(Self.eventName, "TRUE") }
        case .toDo: writeStatus(of: reminder, in: context, to: &calendar)
        }
        if isLast { calendar.add(CalendarDigest.name, calendar.digest.text) }
        if hasAlarms, let series, !reminder.isCompleted {
            writeAlarms(of: reminder, series, in: context, to: &calendar)
        }
        calendar.end(kind.rawValue)
    }

    /// An event is written as one even among to-dos.
    private func kind(of reminder: Reminder) -> Kind { reminder.expires && reminder.date != nil ? .event : kind }

    /// The property that tells an event from a task that was exported as one.
    static let eventName = "X-MEMOSS-EVENT"
    /// In a `VALARM` for an alarm of the reminder, and not for its date, its deadline or a snooze.
    static let alarmName = "X-MEMOSS-ALARM"

    /// Whether to write DTSTART. A to-do with only a deadline has just DUE, but a series always needs DTSTART.
    private func hasStart(_ reminder: Reminder, _ series: CalendarSeries) -> Bool {
        kind(of: reminder) == .event || !series.isSingle || reminder.deadline == nil
            || reminder.scheduled != nil && reminder.scheduled != reminder.deadline
    }

    /// The deadline of a to-do; nil if there is none, or if RFC 5545 (3.8.2.3) does not allow it: DUE must be later
    /// than DTSTART and have the same form. Where one of them is a whole day, both are written as times; in a series of whole days,
    /// whose other dates have the form of DTSTART, both as days.
    private func dueDate(of reminder: Reminder, from series: CalendarSeries?, in zone: Zone) -> CalendarTime? {
        guard kind(of: reminder) == .toDo, let series, let deadline = reminder.deadline else { return nil }
        guard hasStart(reminder, series) else { return series.start }
        // A series needs DTSTART, and some programs show only DUE, so one with a deadline alone has both.
        if reminder.scheduled == nil, !series.isSingle { return series.start }
        let due = CalendarTime(deadline, in: zone)
        guard due.form != series.start.form else { return due.clock > series.start.clock ? due : nil }
        let isDay = due.form == .day
        if !series.isSingle, !isDay, series.start.form == .day {
            // The text has the time.
            let day = CalendarTime(due.clock.date)
            return day.clock > series.start.clock ? day : nil
        }
        guard series.isSingle || isDay, (isDay ? series.start : due).form == .local else { return nil }
        let end = CalendarTime(wall: CivilDateTime(due.clock.date, CivilTime(unchecked: 86_340)))
        let timed = isDay ? end : due
        return timed.clock > series.start.like(timed, at: .midnight).clock ? timed : nil
    }

    private func writeStatus(of reminder: Reminder, in context: TimeContext, to calendar: inout CalendarWriter) {
        guard reminder.isCompleted else {
            calendar.add("STATUS", "NEEDS-ACTION")
            return
        }
        calendar.add("STATUS", "COMPLETED")
        if case .on(let date) = reminder.completed {
            let instant = date.instant(in: context.zone(of: reminder), allDayAt: .midnight)
            calendar.add("COMPLETED", CalendarTime(utc: instant), in: .utc)
        }
    }

    /// The alarms besides the date, and the deadline, as far from the start as they are at the current occurrence: some programs
    /// misread `RELATED=END`.
    private static func besides(
        _ reminder: Reminder,
        _ series: CalendarSeries,
        in context: TimeContext
    ) -> [(name: String, value: String, alarm: Alarm?)] {
        guard AlarmCursor.mayRing(reminder, in: context), let due = context.due(reminder) else { return [] }
        var (single, past) = (reminder, context)
        (single.recurrence, single.snoozed, single.movedFrom) = (nil, nil, nil)
        past.now = Instant(secondsSince1970: 0)
        let offset = series.start.form == .day ? Int64(context.allDayAt.secondOfDay) : 0
        return AlarmCursor(single, in: past).filter { $0.instant != due }.map { ring in
            let alarm: Alarm? = if case .alarm(let alarm) = ring.cause { alarm } else { nil }
            if alarm?.trigger.isExact ?? false {
                return ("TRIGGER;VALUE=DATE-TIME", CalendarTime(utc: ring.instant).text, alarm)
            }
            let seconds = Int(ring.instant.secondsSince1970 - due.secondsSince1970 + offset)
            return ("TRIGGER", CivilDuration(seconds: Int64(seconds)).rfc5545, alarm)
        }
    }

    /// Writes an alarm for each occurrence, and one for the end of a snooze. For a single reminder, the snooze replaces
    /// the other alarm.
    private func writeAlarms(
        of reminder: Reminder,
        _ series: CalendarSeries,
        in context: TimeContext,
        to calendar: inout CalendarWriter
    ) {
        var triggers: [(name: String, value: String, alarm: Alarm?)] = []
        if reminder.snoozed == nil || !series.isSingle {
            let seconds = series.start.form == .day ? context.allDayAt.secondOfDay : 0
            let name = hasStart(reminder, series) ? "TRIGGER" : "TRIGGER;RELATED=END"
            triggers.append((name, CivilDuration(seconds: Int64(seconds)).rfc5545, nil))
        }
        if let snooze = context.snooze(reminder) {
            triggers.append(("TRIGGER;VALUE=DATE-TIME", CalendarTime(utc: snooze).text, nil))
        }
        triggers += Self.besides(reminder, series, in: context)
        for trigger in triggers {
            calendar.begin("VALARM")
            calendar.add("ACTION", "DISPLAY")
            calendar.add("DESCRIPTION", text: trigger.alarm?.note ?? reminder.deliveredTitle)
            calendar.add(trigger.name, trigger.value)
            if trigger.alarm != nil { calendar.add(Self.alarmName, "TRUE") }
            calendar.end("VALARM")
        }
    }
}

extension Reminder {
    /// The series as if its current occurrence had not been moved, and the time to which it was; nil if it was not.
    fileprivate func unmoved(in context: TimeContext) -> (whole: Reminder, moved: CalendarTime?) {
        guard versions.isEmpty, !isCompleted, self.anchor == .scheduled,
            let position = SeriesPosition(self, in: context), position.isMoved
        else { return (self, nil) }
        var whole = self
        if self.scheduled == nil { whole.deadline = position.place } else { whole.scheduled = position.place }
        (whole.movedFrom, whole.snoozed) = (nil, nil)
        // The start of a series off its rule is no occurrence that was moved.
        if whole.placeOfBeginning(in: context) != nil { whole.movedFrom = position.place }
        return (whole, CalendarTime(position.date, in: position.series.zone))
    }
}

extension CalendarSeries {
    /// The time of one of its dates, in the form of the others.
    fileprivate func time(of date: DateValue, in zone: Zone, _ context: TimeContext) -> CalendarTime {
        start.form == .utc
            ? CalendarTime(utc: date.instant(in: zone, allDayAt: context.allDayAt)) : CalendarTime(date, in: zone)
    }
}

extension CalendarTime {
    /// A whole day as a time if `other` is one.
    fileprivate func like(_ other: CalendarTime, at time: CivilTime) -> CalendarTime {
        form == .day && other.form == .local ? CalendarTime(wall: CivilDateTime(clock.date, time)) : self
    }
}

extension TimeContext {
    /// A date without a time means midnight.
    fileprivate func instant(ofCreation date: DateValue) -> Instant { date.instant(in: zone, allDayAt: .midnight) }
}
