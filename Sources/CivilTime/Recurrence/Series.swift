package import Text

/// A rule with a start and a time zone: all of its occurrences, computed lazily.
public struct Series: Sendable {
    package let plan: SeriesPlan

    /// - Parameters:
    ///   - rule: the recurrence rule.
    ///   - zone: the time zone in whose local time the occurrences are computed.
    ///   - anchor: the start of the series, which also supplies anything that the rule does not specify. The rule's own
    ///     start (`DTSTART`) overrides it. An anchor with an offset is converted to local time in the zone.
    ///   - until: the last day or instant, inclusive; the earlier of this and the rule's UNTIL applies.
    ///   - allDayAt: the time of day at which all-day occurrences are notified.
    public init(rule: RecurrenceRule, anchor: DateValue, zone: Zone, until: DateValue? = nil, allDayAt: CivilTime) {
        plan = SeriesPlan(rule: rule, anchor: anchor, zone: zone, until: until, allDayAt: allDayAt)
    }

    /// The rule that is expanded.
    package var rule: RecurrenceRule { plan.rule }
    /// The time zone that local times are resolved in.
    package var zone: Zone { plan.zone }
    /// The start in local time; an occurrence only if it is on the rule's pattern.
    package var start: CivilDateTime { plan.start }

    /// The occurrences strictly after an instant, ascending; from the start if it is nil.
    public func occurrences(after instant: Instant? = nil) -> Occurrences { Occurrences(plan, after: instant) }

    /// The first occurrence strictly after an instant; nil if the series is over.
    public func next(after instant: Instant) -> Occurrence? {
        var occurrences = Occurrences(plan, after: instant)
        return occurrences.next()
    }

    /// Whether the instant of a date is an occurrence of the series.
    public func contains(_ date: DateValue) -> Bool {
        let instant = date.instant(in: zone, allDayAt: plan.allDayAt)
        return next(after: instant.adding(seconds: -1))?.instant == instant
    }

    /// Whether the series has not ended at an instant, on its pattern or off it.
    package func isBeforeEnd(_ instant: Instant) -> Bool { instant.secondsSince1970 < plan.end }

    /// The occurrence that a date in the file denotes, on the rule's pattern or off it.
    package func current(_ date: DateValue) -> Occurrence {
        let instant = date.instant(in: zone, allDayAt: plan.allDayAt)
        return Occurrence(
            nominal: date.clock(in: zone, allDayAt: plan.allDayAt),
            local: zone.civil(at: instant),
            instant: instant,
            isAllDay: date.isAllDay && rule.frequency >= .daily
        )
    }

    /// Whether the start is itself an occurrence: with `weekly on monday`, only if it is a Monday.
    package var startIsOnPattern: Bool {
        var occurrences = occurrences()
        return occurrences.next()?.nominal == start
    }

    /// - Parameter naming: how messages name a date.
    /// - Throws: a `ParseError` if the rule has no dates at all from its start on, regardless of its end.
    package func check(naming: (DateValue) -> String = \.description) throws(ParseError) {
        var occurrences = Occurrences(plan, after: nil, endless: true)
        if occurrences.next() == nil {
            throw ParseError("the rule never matches: it has no occurrence from \(naming(DateValue(start))) on")
        }
    }

    /// The rule with the day of the series' start added, if moving the start could change the series.
    package var pinnedText: String? { rule.pinned(to: DateValue(start.date)) }

    /// The date of an occurrence in the format of another: the next value of `scheduled`. An all-day date remains one,
    /// unless the rule is hourly or minutely.
    package func date(of occurrence: Occurrence, like date: DateValue) -> DateValue {
        if date.isAllDay, !occurrence.isAllDay { return DateValue(occurrence.nominal) }
        return date.offset == nil
            ? date.moved(to: occurrence.nominal, in: zone) : date.moved(to: occurrence.instant, in: zone)
    }
}

/// An occurrence of a series.
public struct Occurrence: Sendable, Hashable {
    /// The local time that the rule gives, which is recorded in the file: 02:30 even on the day when clocks skip it.
    public var nominal: CivilDateTime
    /// The actual local time at the instant: 03:30 in that case.
    public var local: CivilDateTime
    /// When it is notified.
    public var instant: Instant
    /// Whether the time is that at which all-day occurrences are notified.
    package var isAllDay: Bool

    package init(nominal: CivilDateTime, local: CivilDateTime, instant: Instant, isAllDay: Bool) {
        (self.nominal, self.local, self.instant, self.isAllDay) = (nominal, local, instant, isAllDay)
    }
}

/// The properties that all occurrences of a series share.
package final class SeriesPlan: Sendable {
    let rule: RecurrenceRule
    let zone: Zone
    package let allDayAt: CivilTime
    let start: CivilDateTime
    /// The origin for elapsed time.
    let origin: Instant
    package let isAllDay: Bool
    let expander: DayExpander
    let times: DayTimes
    /// The first instant after the end of the series.
    package let end: Int64

    init(rule: RecurrenceRule, anchor: DateValue, zone: Zone, until: DateValue?, allDayAt: CivilTime) {
        self.rule = rule
        self.zone = zone
        self.allDayAt = allDayAt
        var first = rule.start ?? anchor
        // A start without a time takes that of the reminder.
        if first.isAllDay, !anchor.isAllDay {
            first = DateValue(CivilDateTime(first.date, anchor.clock(in: zone, allDayAt: allDayAt).time))
        }
        let start = first.clock(in: zone, allDayAt: allDayAt)
        let isAllDay = first.isAllDay && rule.frequency >= .daily
        self.start = start
        origin = first.offset == nil ? zone.instant(of: start) : first.instant(in: zone, allDayAt: allDayAt)
        self.isAllDay = isAllDay
        expander = DayExpander(rule, anchor: start.date)
        times = DayTimes(rule, start: start.time, isAllDay: isAllDay)
        let ends = [until, rule.until].compactMap(\.self).map { last in
            // All-day series are compared by day, regardless of the format of the end.
            if isAllDay { return zone.instant(of: CivilDateTime(last.date, allDayAt)).secondsSince1970 + 1 }
            if last.isAllDay { return zone.instant(of: CivilDateTime(last.date.adding(days: 1))).secondsSince1970 }
            return last.instant(in: zone, allDayAt: allDayAt).secondsSince1970 + 1
        }
        end = ends.min() ?? .max
    }

    /// The seconds between two periods of an hourly or minutely rule.
    var step: Int64 { Int64(rule.interval) * (rule.frequency == .hourly ? 3_600 : 60) }

    /// Whether periods are counted in elapsed time rather than local time: `hourly`, `every 90 minutes`.
    package var countsElapsedTime: Bool {
        rule.frequency < .daily && rule.notation == .friendly && expander.isUnlimited
            && rule.byHour.isEmpty && rule.byMinute.isEmpty && rule.bySecond.isEmpty
    }

    /// An upper bound for the number of occurrences from the start up to a local time, in seconds.
    func mostOccurrences(before clock: Int64) -> Int {
        guard clock > start.clockSeconds else { return 0 }
        return (Int(clock - start.clockSeconds) / 86_400 + 2) * mostInADay
    }

    /// An upper bound for the number of occurrences on a day; at least 1.
    package var mostInADay: Int {
        guard rule.frequency < .daily else { return times.count }
        let periods = Int((86_400 + step - 1) / step)
        let hours = rule.byHour.isEmpty ? 24 : rule.byHour.count
        let (minutes, seconds) = (max(1, rule.byMinute.count), max(1, rule.bySecond.count))
        if rule.frequency == .hourly { return min(periods, hours) * minutes * seconds }
        return min(periods, hours * (rule.byMinute.isEmpty ? 60 : minutes)) * seconds
    }
}
