import CivilTime

@testable import DateWords
@testable import Text

/// A copy of what the library does with the old reader, until it uses this one.
///
/// Translates the words of a rule to keys of a file: a time of day goes into the date, an end into `until`, and a
/// series without a date starts at its first occurrence from now on.
struct TypedSeries: Sendable, Hashable {
    /// The date of the series.
    var date: DateValue
    var until: DateValue?

    /// - Parameters:
    ///   - phrase: the rule as typed.
    ///   - when: the date as typed; nil if there was none.
    ///   - existing: the date that the reminder has; nil for none.
    ///   - now: the current time in `zone`.
    ///   - zone: the time zone of the reminder.
    ///   - allDayAt: the time of day at which all-day reminders are notified.
    /// - Returns: nil if the words mean that there is no rule.
    /// - Throws: a `Refusal` if the rule and the date have different times of day.
    init?(
        _ phrase: RulePhrase,
        on when: WhenPhrase?,
        besides existing: DateValue? = nil,
        now: CivilDateTime,
        in zone: Zone,
        allDayAt: CivilTime
    ) throws(Refusal) {
        guard let rule = phrase.rule else { return nil }
        if let when, when.named != .day, let time = phrase.time, when.value.time != time {
            throw Refusal(.secondTime)
        }
        if when?.named == .dayWithoutTime, !rule.byHour.isEmpty {
            throw Refusal(.secondTime)
        }
        if phrase.start != nil, let when, when.named != .time {
            throw Refusal(.secondStart)
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
    fileprivate func moved(toTime time: CivilTime, in zone: Zone) -> DateValue {
        let moved = CivilDateTime(clock(in: zone, allDayAt: .midnight).date, time)
        return isAllDay ? DateValue(moved) : self.moved(to: moved, in: zone)
    }
}

extension WhenPhrase {
    /// Changes an existing date; parts that were not named are kept.
    ///
    /// - Parameters:
    ///   - date: the existing date; nil for none.
    ///   - zone: the time zone in which `date` is read.
    func changing(_ date: DateValue?, in zone: Zone) -> DateValue {
        guard let date else { return value }
        let clock = date.clock(in: zone, allDayAt: .midnight)
        switch named {
        case .both, .dayWithoutTime: return value
        case .allDay: return DateValue(clock.date)
        case .day: return date.moved(to: CivilDateTime(value.date, clock.time), in: zone)
        case .time: return value.time.map { date.moved(toTime: $0, in: zone) } ?? value
        }
    }
}

extension RulePhrase {
    /// The last day of a series that begins at `start`, or its last moment; nil if it has no end. `every 8 hours for 10
    /// days` has 30 occurrences at any time of the start.
    func until(from start: DateValue) -> DateValue? {
        switch end {
        case .until(let value): value
        case .lasting(let duration):
            if let time = start.time, let rule, rule.frequency < .daily, rule.byHour.isEmpty {
                DateValue(CivilDateTime(start.date, time).adding(duration).adding(CivilDuration(seconds: -60)))
            } else {
                DateValue(CivilDateTime(start.date).adding(duration).date.adding(days: -1))
            }
        case nil: nil
        }
    }
}
