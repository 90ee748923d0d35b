import MemossFiles

/// How the words for a reminder were understood: `Call the dentist · Sun 22 Nov 09:00 (tomorrow) · Health`.
struct Interpretation {
    private let time: TimeContext
    private let zone: Zone
    private let registry: TagRegistry
    private let newTags: [TagName]

    /// - Parameters:
    ///   - zone: that of the reminder.
    ///   - newTags: those that were not in the registry.
    init(_ time: TimeContext, zone: Zone, registry: TagRegistry, newTags: [Tag] = []) {
        (self.time, self.zone, self.registry, self.newTags) = (time, zone, registry, newTags.map(\.name))
    }

    private var today: CivilDate { zone.civil(at: time.now).date }

    func of(_ new: NewReminder) -> String {
        var parts = [new.title]
        let place = new.timezone.map { " \($0)" } ?? ""
        if let scheduled = new.scheduled { parts.append(date(scheduled, place)) }
        if let deadline = new.deadline { parts.append("due " + date(deadline, place)) }
        if new.date == nil { parts.append(new.isNote ? "note" : "someday") }
        if let date = new.date, let text = new.recurrence, let rule = try? RecurrenceRule(parsing: text) {
            parts.append(series(rule, from: date, until: new.until, new.anchor ?? .scheduled))
        }
        if let until = new.until { parts.append("until \(until.text(in: today))") }
        if new.missed == .skip { parts.append("skips missed occurrences") }
        let tags = registry.canonical(new.tags).map { newTags.contains($0) ? "\($0) (new)" : $0.text }
        if !tags.isEmpty { parts.append(tags.joined(separator: ", ")) }
        return parts.joined(separator: " · ")
    }

    /// `Sun 22 Nov 09:00 (tomorrow)`.
    private func date(_ date: DateValue, _ place: String) -> String {
        guard date.offset == nil else { return date.iso }
        return "\(date.text(in: today))\(place) (\(RelativeDay(date, from: today).distance))"
    }

    /// `Every Monday, then Mon 30 Nov, Mon 7 Dec`.
    func series(
        _ rule: RecurrenceRule,
        from date: DateValue,
        until: DateValue?,
        _ anchor: Reminder.RecurrenceAnchor
    ) -> String {
        let name = rule.displayName(anchor: date)
        guard anchor == .scheduled else { return name + ", counted from completion" }
        let series = Series(rule: rule, anchor: date, zone: zone, until: until, allDayAt: time.allDayAt)
        var occurrences = series.occurrences(after: date.instant(in: zone, allDayAt: time.allDayAt))
        let next = occurrences.next(2).map { series.date(of: $0, like: date).text(in: today) }
        return next.isEmpty ? name + ", then no more" : "\(name), then \(next.joined(separator: ", "))"
    }
}
