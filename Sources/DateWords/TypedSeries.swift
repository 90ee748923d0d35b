package import CivilTime
package import Text

/// Translates the words of a rule to keys of a file: a time of day goes into the date, an end into `until`, and a
/// series without a date starts at its first occurrence from now on.
package struct TypedSeries: Sendable, Hashable {
    package var recurrence: String
    /// The date of the series.
    package var date: DateValue
    package var until: DateValue?
    package var countsFromCompletion: Bool

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
        if when?.named == .dayWithoutTime, !rule.byHour.isEmpty {
            throw ParseError("the rule has times of day, but the date is all day")
        }
        recurrence = text
        if phrase.start != nil, let when, when.named != .time {
            throw ParseError("the rule and the date both say when the series begins: give only one")
        }
        if let start = phrase.start {
            let kept = existing.flatMap { $0.isAllDay ? nil : $0.clock(in: zone, allDayAt: .midnight).time }
            let time = phrase.time ?? when?.value.time ?? kept
            let anchor = time.map { DateValue(CivilDateTime(start, $0)) } ?? DateValue(start)
            date = Self.first(of: rule, from: anchor, now, zone, allDayAt)
        } else if existing == nil, when == nil || when?.named == .time {
            let anchor = when?.value ?? phrase.time.map { now.next($0, of: rule) } ?? DateValue(now.date)
            date = Self.first(of: rule, from: anchor, now, zone, allDayAt)
        } else {
            let value = when?.changing(existing, in: zone) ?? existing ?? DateValue(now.date)
            date = phrase.time.map { value.moved(toTime: $0, in: zone) } ?? value
            if date.isAllDay, let hour = rule.byHour.min() {
                let next = Self.first(of: rule, from: date, now, zone, allDayAt)
                let earliest = CivilTime(hour: hour, minute: rule.byMinute.min() ?? 0) ?? .midnight
                // Keep a typed day, even if it is not an occurrence of the rule.
                date = next.date == date.date ? next : DateValue(CivilDateTime(date.date, earliest))
            }
        }
        until = phrase.until(from: date)
        countsFromCompletion = phrase.countsFromCompletion
    }

    /// The series of a reminder with a typed deadline and no other date. It is on the deadline if the rule has an occurrence
    /// there: `@every friday @due friday 16:00`. If not, as in `@every friday 18:00 @due saturday`, it starts at its first
    /// occurrence from now, and both dates stay.
    ///
    /// - Returns: nil if the words mean that there is no rule.
    /// - Throws: a `ParseError` if the first occurrence is after the deadline.
    package static func of(
        _ phrase: RulePhrase,
        due deadline: DateValue,
        now: CivilDateTime,
        in zone: Zone,
        allDayAt: CivilTime
    ) throws(ParseError) -> (series: TypedSeries, isOnDeadline: Bool)? {
        let begin = { (existing: DateValue?) throws(ParseError) in
            try TypedSeries(phrase, on: nil, besides: existing, now: now, in: zone, allDayAt: allDayAt)
        }
        guard let rule = phrase.rule, let joined = try begin(deadline) else { return nil }
        if joined.date == deadline || deadline.isAllDay && joined.date.date == deadline.date,
            Series(rule: rule, anchor: joined.date, zone: zone, allDayAt: allDayAt).contains(joined.date)
        {
            return (joined, true)
        }
        guard let series = try begin(nil) else { return nil }
        guard !deadline.isBefore(series.date, in: zone) else {
            let (due, first) = (deadline.inWords, series.date.inWords)
            throw ParseError("the deadline, \(due), is before the first occurrence, \(first): give both dates")
        }
        return (series, false)
    }

    /// The first occurrence from a day or time on. In `every other tuesday`, it is on the next Tuesday: the weeks are
    /// counted from there.
    private static func first(
        of rule: RecurrenceRule,
        from start: DateValue,
        _ now: CivilDateTime,
        _ zone: Zone,
        _ allDayAt: CivilTime
    ) -> DateValue {
        var (rule, anchor) = (rule, start)
        let interval = rule.interval
        if rule.frequency >= .weekly { rule.interval = 1 }
        let isTimed = start.isAllDay && (rule.givesSeveralADay || !rule.byHour.isEmpty)
        let isToday = isTimed && start.date == now.date
        if isTimed {
            let minute = CivilDateTime(clockSeconds: now.clockSeconds.floorDivided(by: 60) * 60)
            anchor = DateValue(isToday ? minute : CivilDateTime(start.date))
        }
        let series = Series(rule: rule, anchor: anchor, zone: zone, allDayAt: allDayAt)
        // An occurrence in the current minute is not in the future.
        var occurrences = series.occurrences(after: isToday ? zone.instant(of: now) : nil)
        guard let first = occurrences.next() else { return anchor }
        let found = series.date(of: first, like: anchor)
        return exactStart(of: interval, rule, from: found, &occurrences, series) ?? found
    }

    /// A start from which a rule with an interval comes to its day at all: `every 4 years on 29 feb` would never leave
    /// 28 February if it began there. Nil if the first occurrence will do.
    private static func exactStart(
        of interval: Int,
        _ rule: RecurrenceRule,
        from found: DateValue,
        _ occurrences: inout Occurrences,
        _ series: Series
    ) -> DateValue? {
        let isExact = { (occurrence: Occurrence) in rule.byMonthDay.contains(occurrence.nominal.date.day) }
        guard interval > 1, rule.skip == .backward, rule.byMonthDay.count == 1, rule.byMonthDay[0] > 28 else {
            return nil
        }
        var full = rule
        full.interval = interval
        let real = Series(rule: full, anchor: found, zone: series.zone, allDayAt: .midnight)
        guard !real.occurrences().prefix(12).contains(where: isExact) else { return nil }
        for _ in 0..<48 {
            guard let next = occurrences.next() else { return nil }
            if isExact(next) { return series.date(of: next, like: found) }
        }
        return nil
    }
}

extension CivilDateTime {
    /// The next moment with this time of day. `every week at 9` is on today's weekday, even if it is past nine.
    fileprivate func next(_ time: CivilTime, of rule: RecurrenceRule) -> DateValue {
        if time > self.time { return DateValue(CivilDateTime(date, time)) }
        let days = [rule.byMonth, rule.byMonthDay, rule.byYearDay, rule.byWeekNumber]
        let isOnDate = rule.byDay.isEmpty && days.allSatisfy(\.isEmpty)
        let next =
            switch rule.frequency {
            case .weekly where isOnDate: date.adding(days: 7)
            case .monthly where isOnDate: date.adding(months: 1)
            case .yearly where isOnDate: date.adding(months: 12)
            default: date.adding(days: 1)
            }
        return DateValue(CivilDateTime(next, time))
    }
}

extension DateValue {
    /// `9 dec 2026 18:30`
    fileprivate var inWords: String { date.inWords + (time.map { " \($0)" } ?? "") }

    fileprivate func moved(toTime time: CivilTime, in zone: Zone) -> DateValue {
        let moved = CivilDateTime(clock(in: zone, allDayAt: .midnight).date, time)
        return isAllDay ? DateValue(moved) : self.moved(to: moved, in: zone)
    }
}
