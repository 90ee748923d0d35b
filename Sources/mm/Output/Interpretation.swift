import MemossFiles

/// Shows how the words for a reminder were interpreted: `Call the dentist · Sun 22 Nov 09:00 (tomorrow) · Health`.
struct Interpretation {
    private let time: TimeContext
    private let clock: Clock
    private let registry: TagRegistry
    private let newTags: [TagName]

    /// - Parameter newTags: the tags that were not in the registry.
    init(_ time: TimeContext, _ clock: Clock, registry: TagRegistry = TagRegistry(), newTags: [TagName] = []) {
        (self.time, self.clock, self.registry, self.newTags) = (time, clock, registry, newTags)
    }

    func of(_ new: NewReminder) -> String {
        var parts = [new.title]
        let zone = time.zone(named: new.timezone)
        if let scheduled = new.scheduled { parts.append(dateText(scheduled, new.timezone)) }
        if let deadline = new.deadline {
            parts.append("due " + deadlineText(deadline, besides: new.scheduled, new.timezone))
        }
        if new.date == nil { parts.append(new.isNote ? "note" : "someday") }
        if let date = new.date, let text = new.recurrence, let rule = try? RecurrenceRule(parsing: text) {
            parts.append(series(rule, from: date, until: new.until, new.anchor ?? .scheduled, zone))
        }
        if let until = new.until { parts.append("until \(text(until, zone))") }
        if new.words[.expires] == "true" { parts.append("event") }
        parts += new.alarms.map { "alarm \($0)" }
        if new.words[.missed] == Reminder.MissedOccurrences.skip.rawValue { parts.append("skips missed occurrences") }
        let tags = registry.canonical(new.tags).map { newTags.contains($0) ? "\($0) (new)" : $0.text }
        if !tags.isEmpty { parts.append(tags.joined(separator: ", ")) }
        return parts.joined(separator: " · ")
    }

    /// `Sun 22 Nov 09:00 Europe/Paris (tomorrow)`.
    ///
    /// - Parameters:
    ///   - timezone: the time zone of the reminder.
    ///   - isNotified: whether the reminder is delivered at this date.
    func dateText(
        _ date: DateValue,
        _ timezone: String?,
        withDistance: Bool = true,
        isNotified: Bool = true
    ) -> String {
        guard date.offset == nil else { return date.iso }
        let zone = time.zone(named: timezone)
        let text = text(date, zone, timezone)
        let skipped = date.skipped(in: zone).map { ", as \($0.text(clock)) is skipped that night" } ?? ""
        return withDistance ? "\(text) (\(distance(date, zone, isNotified: isNotified))\(skipped))" : text
    }

    /// What is said of a deadline if the reminder has a date too, at which it is delivered.
    static let withoutNotification = ", without a notification"

    /// `Fri 27 Nov 16:00 (in 6 days), without a notification`.
    ///
    /// - Parameter scheduled: the date; nil if the reminder is delivered at the deadline.
    func deadlineText(
        _ deadline: DateValue,
        besides scheduled: DateValue?,
        _ timezone: String?,
        withDistance: Bool = true
    ) -> String {
        dateText(deadline, timezone, withDistance: withDistance, isNotified: scheduled == nil || time.deadlinesRing)
            + (scheduled == nil ? "" : silence(of: deadline, time.zone(named: timezone)))
    }

    /// Nothing if the deadline rings, or has passed: nobody waits for its notification.
    private func silence(of deadline: DateValue, _ zone: Zone) -> String {
        if time.deadlinesRing { return "" }
        let hasPassed =
            deadline.isAllDay
            ? deadline.date < zone.civil(at: time.now).date
            : deadline.instant(in: zone, allDayAt: time.allDayAt) <= time.now
        return hasPassed ? "" : Self.withoutNotification
    }

    /// `Sun 22 Nov 09:00`.
    func shortText(_ date: DateValue, _ timezone: String?) -> String { text(date, time.zone(named: timezone)) }

    /// `Sun 22 Nov 09:00`.
    ///
    /// - Parameter name: the name of the time zone, if it should be shown.
    private func text(_ date: DateValue, _ zone: Zone, _ name: String? = nil) -> String {
        // Show the time that listings show, even in the hour that the clocks skip.
        let shown =
            date.skipped(in: zone) == nil ? date : zone.date(at: date.instant(in: zone, allDayAt: time.allDayAt))
        return shown.text(in: zone.civil(at: time.now).date, clock, zone: name)
    }

    /// `Sun 22 Nov 09:00`, with the time zone if it is not the user's.
    private func text(_ date: DateValue, in timezone: String?) -> String {
        text(date, time.zone(named: timezone), time.foreignZone(timezone))
    }

    private func distance(_ date: DateValue, _ zone: Zone, isNotified: Bool) -> String {
        let distance = RelativeDay(date, from: zone.civil(at: time.now).date, clock).distance
        guard distance == "today", date.instant(in: zone, allDayAt: time.allDayAt) < time.now else { return distance }
        guard date.isAllDay else { return "today, already past" }
        // Whether it is still told depends on when `mm notify` first ran.
        return isNotified ? "today, already past \(time.allDayAt.text(clock))" : distance
    }

    /// The value of a key, with dates in the form of listings.
    func value(_ text: String, of key: String, in reminder: Reminder?) -> String {
        guard FieldRules.isDate(key), let date = try? DateValue(parsing: text) else { return text }
        return self.text(date, in: reminder?.timezone)
    }

    /// How far away a date is, or what a rule means.
    func note(on text: String, of part: FieldDifference.Part, in reminder: Reminder?) -> String? {
        guard case .key(let key) = part, let reminder else { return nil }
        let zone = time.zone(named: reminder.timezone)
        if ["scheduled", "due", "until"].contains(key), let date = try? DateValue(parsing: text), date.offset == nil {
            let isNotified = key == "scheduled" || key == "due" && (reminder.scheduled == nil || time.deadlinesRing)
            return distance(date, zone, isNotified: isNotified)
                + (isNotified || key != "due" ? "" : silence(of: date, zone))
        }
        guard key == "recurrence", let rule = reminder.rule, let date = reminder.date else { return nil }
        let place = reminder.movedFrom ?? date
        return series(rule, from: place, until: reminder.until, reminder.anchor, zone)
    }

    /// A warning if a deadline is before the date; nil otherwise.
    func doubt(of deadline: DateValue?, after date: DateValue?, in timezone: String?) -> String? {
        guard let deadline, let date else { return nil }
        let zone = time.zone(named: timezone)
        let isBefore: Bool
        if deadline.isAllDay || date.isAllDay {
            let day = { (value: DateValue) in value.clock(in: zone, allDayAt: .noon).date }
            isBefore = day(deadline) < day(date)
        } else {
            isBefore = deadline.instant(in: zone, allDayAt: .noon) < date.instant(in: zone, allDayAt: .noon)
        }
        return isBefore
            ? "the deadline, \(text(deadline, in: timezone)), is before the date, \(text(date, in: timezone))" : nil
    }

    /// The same for an edit of the date or the deadline.
    func doubt(of edit: FileEdit) -> String? {
        let read = { (bytes: [UInt8]?) in
            bytes.flatMap { ReminderDecoder.decode($0, path: edit.path, registry: registry).reminder }
        }
        guard let new = read(edit.after) else { return nil }
        let old = read(edit.before?.bytes)
        if let old, old.scheduled == new.scheduled, old.deadline == new.deadline { return nil }
        return doubt(of: new.deadline, after: new.scheduled, in: new.timezone).map { "\(edit.path): \($0)" }
    }

    /// The occurrences that a series skips when its date is moved: `passes over 4 occurrences: Mon 23 Nov to Thu 26
    /// Nov`. Nil if there are none, or the rule changes too.
    func passedOver(from old: Reminder?, to new: Reminder?) -> String? {
        guard let old, let new, old.recurrence == new.recurrence, let date = old.date else { return nil }
        let passed = old.occurrencesPassed(by: new, in: time)
        guard let first = passed.first, let last = passed.last else { return nil }
        let text = { (occurrence: Occurrence) in
            let nominal = occurrence.nominal
            return self.text(date.isAllDay ? DateValue(nominal.date) : DateValue(nominal), in: new.timezone)
        }
        if passed.count == 1 { return "passes over \(text(first))" }
        let count = passed.count < Reminder.mostPassed ? "\(passed.count)" : "\(Reminder.mostPassed) or more"
        return "passes over \(count) occurrences: \(text(first)) to \(text(last))"
    }

    /// What of a series is moved with its date, and when it occurs from then on: `moves the whole series: Every Monday, then Mon
    /// 7 Dec`. Nil if its date stays, or the rule changes, which is shown too.
    func rescheduled(from old: Reminder?, to new: Reminder?) -> String? {
        guard let old, let new, old.recurrence == new.recurrence, old.date != new.date, let date = new.date,
            let rule = new.rule
        else { return nil }
        let place = old.dateKey == new.dateKey ? old.lapsed(in: time).place(leftFor: date, in: time) : nil
        let zone = time.zone(named: new.timezone)
        let left = RecordedOccurrences(of: new, in: zone)
        let coming = series(rule, from: place ?? date, until: new.until, new.anchor, zone, leaving: left)
        if place != nil { return "moves this occurrence only: " + coming }
        guard let origin = old.movedFrom ?? old.date, new.anchor == .scheduled else { return coming }
        // Where the old date and the new one give the same times, the series stays, and only another occurrence is current.
        let start = max(time.instant(of: origin, in: old), time.instant(of: date, in: new))
        let next = [origin, date].map { anchor in
            var occurrences = Series(rule: rule, anchor: anchor, zone: zone, until: new.until, allDayAt: time.allDayAt)
                .occurrences(after: start)
            return occurrences.next()?.instant
        }
        return next[0] == next[1] ? coming : "moves the whole series: " + coming
    }

    /// `Every Monday, then Mon 30 Nov, Mon 7 Dec`.
    private func series(
        _ rule: RecurrenceRule,
        from date: DateValue,
        until: DateValue?,
        _ anchor: Reminder.RecurrenceAnchor,
        _ zone: Zone,
        leaving left: RecordedOccurrences? = nil
    ) -> String {
        guard anchor == .scheduled else {
            return rule.displayName(anchor: nil, clock) + ", counted from completion"
        }
        let name = rule.displayName(anchor: date, clock)
        let series = Series(rule: rule, anchor: date, zone: zone, until: until, allDayAt: time.allDayAt)
        var occurrences = series.occurrences(after: date.instant(in: zone, allDayAt: time.allDayAt))
        var next: [String] = []
        while next.count < 2, let occurrence = occurrences.next() {
            if left?.contains(occurrence) != true { next.append(text(series.date(of: occurrence, like: date), zone)) }
        }
        return next.isEmpty ? name + ", with no further occurrences" : "\(name), then \(next.joined(separator: ", "))"
    }
}

extension DateValue {
    /// The time of day, if the clocks skip it on that day.
    fileprivate func skipped(in zone: Zone) -> CivilTime? {
        guard let time, offset == nil else { return nil }
        return zone.civil(at: instant(in: zone, allDayAt: .midnight)).time == time ? nil : time
    }
}
