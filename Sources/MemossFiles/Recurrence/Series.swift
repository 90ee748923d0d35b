/// A rule from its start on, in a time zone: all its occurrences, computed as they are asked for.
public struct Series: Sendable {
    let plan: SeriesPlan

    /// - Parameters:
    ///   - rule: when it repeats.
    ///   - zone: on whose clock the occurrences are computed.
    ///   - anchor: where the series begins, and what the rule's missing parts are taken from; a start of the rule's own
    ///     (`DTSTART`) takes its place. One with an offset is computed on the clock of the zone.
    ///   - until: the last day or the last instant; of it and the rule's UNTIL the earlier holds.
    ///   - allDayAt: when a whole day is told of.
    public init(rule: RecurrenceRule, anchor: DateValue, zone: Zone, until: DateValue? = nil, allDayAt: CivilTime) {
        plan = SeriesPlan(rule: rule, anchor: anchor, zone: zone, until: until, allDayAt: allDayAt)
    }

    package var rule: RecurrenceRule { plan.rule }
    package var zone: Zone { plan.zone }
    /// The start on the clock on the wall; it is an occurrence only if it is on the rule's pattern.
    package var start: CivilDateTime { plan.start }

    /// Those strictly after an instant, ascending; from the start on without one.
    public func occurrences(after instant: Instant? = nil) -> Occurrences { Occurrences(plan, after: instant) }

    /// The first occurrence strictly after an instant; nil if the series is over.
    package func next(after instant: Instant) -> Occurrence? {
        var occurrences = Occurrences(plan, after: instant)
        return occurrences.next()
    }

    /// Whether the instant that a date stands for is one of the series'.
    package func contains(_ date: DateValue) -> Bool {
        let instant = date.instant(in: zone, allDayAt: plan.allDayAt)
        return next(after: instant.adding(seconds: -1))?.instant == instant
    }

    /// Whether the series is not over yet at an instant, on its pattern or off it.
    package func isBeforeEnd(_ instant: Instant) -> Bool { instant.secondsSince1970 < plan.end }

    /// The occurrence that a date in the file is, on the rule's pattern or off it.
    func current(_ date: DateValue) -> Occurrence {
        let instant = date.instant(in: zone, allDayAt: plan.allDayAt)
        return Occurrence(
            nominal: date.clock(in: zone, allDayAt: plan.allDayAt),
            local: zone.civil(at: instant),
            instant: instant,
            isAllDay: date.isAllDay && rule.frequency >= .daily
        )
    }

    /// Whether the start is itself an occurrence: a rule `weekly on monday` has no other start than a Monday.
    package var startIsOnPattern: Bool {
        var occurrences = occurrences()
        return occurrences.next()?.nominal == start
    }

    /// - Throws: `ParseError` if the rule gives no date at all from its start on, whatever its end.
    package func check() throws(ParseError) {
        var occurrences = Occurrences(plan, after: nil, endless: true)
        if occurrences.next() == nil {
            throw ParseError("the rule never matches: it gives no date from \(start) on")
        }
    }

    /// The rule's text with the day of the series' start in it, where moving the start could change the series.
    package var pinnedText: String? { rule.pinned(to: DateValue(start.date)) }

    /// The date of an occurrence in the style of another: what `scheduled` becomes. A whole day stays one, unless the
    /// rule counts hours or minutes.
    package func date(of occurrence: Occurrence, like date: DateValue) -> DateValue {
        if date.isAllDay, !occurrence.isAllDay { return DateValue(occurrence.nominal) }
        return date.offset == nil
            ? date.moved(to: occurrence.nominal, in: zone) : date.moved(to: occurrence.instant, in: zone)
    }
}

/// One time of a series.
public struct Occurrence: Sendable, Hashable {
    /// What the rule says, on its clock: 02:30 also on the day when clocks skip it. Stands in the file.
    public var nominal: CivilDateTime
    /// What the clock on the wall shows at that instant: 03:30 then.
    package var local: CivilDateTime
    package var instant: Instant
    /// The time is that at which whole days are told of.
    package var isAllDay: Bool
}

/// What all occurrences of a series have in common.
final class SeriesPlan: Sendable {
    let rule: RecurrenceRule
    let zone: Zone
    let allDayAt: CivilTime
    let start: CivilDateTime
    /// From where time is counted that passes.
    let origin: Instant
    let isAllDay: Bool
    let expander: DayExpander
    let times: DayTimes
    /// The first instant at which the series is over.
    let end: Int64

    init(rule: RecurrenceRule, anchor: DateValue, zone: Zone, until: DateValue?, allDayAt: CivilTime) {
        self.rule = rule
        self.zone = zone
        self.allDayAt = allDayAt
        var first = rule.start ?? anchor
        // A start without a time has that of the reminder.
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
            // Whole days are compared as days, however the last one is spelled.
            if isAllDay { return zone.instant(of: CivilDateTime(last.date, allDayAt)).secondsSince1970 + 1 }
            if last.isAllDay { return zone.instant(of: CivilDateTime(last.date.adding(days: 1))).secondsSince1970 }
            return last.instant(in: zone, allDayAt: allDayAt).secondsSince1970 + 1
        }
        end = ends.min() ?? .max
    }

    /// The seconds between two periods of a rule of hours or minutes.
    var step: Int64 { Int64(rule.interval) * (rule.frequency == .hourly ? 3_600 : 60) }

    /// Whether periods are counted in elapsed time, and not on the wall clock: `hourly`, `every 90 minutes`.
    var countsElapsedTime: Bool {
        rule.frequency < .daily && rule.notation == .friendly && expander.isUnlimited
            && rule.byHour.isEmpty && rule.byMinute.isEmpty && rule.bySecond.isEmpty
    }

    /// At least as many as there can be from the start up to a time on the clock, in seconds.
    func mostOccurrences(before clock: Int64) -> Int {
        guard clock > start.clockSeconds else { return 0 }
        return (Int(clock - start.clockSeconds) / 86_400 + 2) * mostInADay
    }

    private var mostInADay: Int {
        guard rule.frequency < .daily else { return times.count }
        let periods = Int((86_400 + step - 1) / step)
        let hours = rule.byHour.isEmpty ? 24 : rule.byHour.count
        let (minutes, seconds) = (max(1, rule.byMinute.count), max(1, rule.bySecond.count))
        if rule.frequency == .hourly { return min(periods, hours) * minutes * seconds }
        return min(periods, hours * (rule.byMinute.isEmpty ? 60 : minutes)) * seconds
    }
}
