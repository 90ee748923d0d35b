/// What the words for a rule mean for the keys of a file: a time of day goes into the date, an end into `until`, and a
/// series without a date starts at its first occurrence from now on.
package struct TypedSeries: Sendable, Hashable {
    package var recurrence: String
    /// The date of the series.
    package var date: DateValue
    package var until: DateValue?
    package var anchor: Reminder.RecurrenceAnchor?

    /// - Parameters:
    ///   - phrase: the rule as typed.
    ///   - when: the date as typed; nil if there was none.
    ///   - existing: the date that the reminder has; nil for none.
    ///   - now: the current time in `zone`.
    ///   - zone: the time zone of the reminder.
    ///   - allDayAt: the time of day at which all-day reminders are notified.
    /// - Returns: nil if the words mean that there is no rule.
    /// - Throws: a `ParseError` if the rule and the date have different times of day.
    package init?(
        _ phrase: RulePhrase,
        on when: WhenPhrase?,
        besides existing: DateValue? = nil,
        now: CivilDateTime,
        in zone: Zone,
        allDayAt: CivilTime
    ) throws(ParseError) {
        guard let rule = phrase.rule, let text = phrase.text else { return nil }
        if let when, when.named != .day, let time = phrase.time, when.value.time != time {
            let other = when.value.time.map(\.description) ?? "all day"
            throw ParseError("the rule is at \(time), but the date is \(when.value.time == nil ? "" : "at ")\(other)")
        }
        recurrence = text
        if existing == nil, when == nil || when?.named == .time {
            date = Self.start(of: rule, at: when?.value ?? phrase.time.map { now.next($0) }, now, zone, allDayAt)
        } else {
            let value = when?.changing(existing, in: zone) ?? existing ?? DateValue(now.date)
            date = phrase.time.map { value.moved(toTime: $0, in: zone) } ?? value
        }
        until = phrase.until(from: date)
        anchor = phrase.countsFromCompletion ? .completion : nil
    }

    /// - Parameter time: the next moment with the time of day that was typed; nil if there was none.
    private static func start(
        of rule: RecurrenceRule,
        at time: DateValue?,
        _ now: CivilDateTime,
        _ zone: Zone,
        _ allDayAt: CivilTime
    ) -> DateValue {
        let minute = CivilDateTime(clockSeconds: now.clockSeconds.floorDivided(by: 60) * 60)
        let isTimed = rule.givesSeveralADay || !rule.byHour.isEmpty
        let anchor = time ?? (isTimed ? DateValue(minute) : DateValue(now.date))
        let series = Series(rule: rule, anchor: anchor, zone: zone, allDayAt: allDayAt)
        // What is due in this minute is not ahead.
        var occurrences = series.occurrences(after: time == nil && isTimed ? zone.instant(of: now) : nil)
        return occurrences.next().map { series.date(of: $0, like: anchor) } ?? anchor
    }
}

extension CivilDateTime {
    /// The next moment with this time of day.
    fileprivate func next(_ time: CivilTime) -> DateValue {
        DateValue(CivilDateTime(time > self.time ? date : date.adding(days: 1), time))
    }
}

extension DateValue {
    fileprivate func moved(toTime time: CivilTime, in zone: Zone) -> DateValue {
        let moved = CivilDateTime(clock(in: zone, allDayAt: .midnight).date, time)
        return isAllDay ? DateValue(moved) : self.moved(to: moved, in: zone)
    }
}
