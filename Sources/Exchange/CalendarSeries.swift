import MemossFiles

/// The dates of a reminder in the terms of RFC 5545: DTSTART, RRULE, RDATE and EXDATE.
///
/// A rule is written only if RFC 5545 defines it and other programs agree on its meaning. Otherwise its dates are
/// listed.
struct CalendarSeries {
    var start: CalendarTime
    var rule: String?
    /// Additional dates.
    var dates: [CalendarTime] = []
    /// The rule of which the dates are, as this library writes it, so that an import makes one series of them again.
    var ownRule: String?
    /// The property that has it.
    static let ownRuleName = "X-MEMOSS-RECURRENCE"
    /// The rule beside listed dates: its first date alone.
    static let ruleOfList = "FREQ=DAILY;COUNT=1"
    var exceptions: [CalendarTime] = []
    /// Whether the series continues after the last listed date.
    var isCut = false

    var isSingle: Bool { rule == nil && dates.isEmpty }

    /// A single date.
    init(start: CalendarTime) { self.start = start }

    /// - Parameter end: the last moment for which dates are listed.
    /// - Returns: nil if there is no open date before the end.
    init?(_ reminder: Reminder, in context: TimeContext, until end: Instant) {
        guard let date = reminder.date else { return nil }
        let zone = context.zone(of: reminder)
        guard !reminder.isCompleted else {
            self.init(start: CalendarTime(date, in: zone))
            return
        }
        var context = context
        let due = date.instant(in: zone, allDayAt: context.allDayAt)
        // Make the result independent of the current time.
        context.now = due.adding(seconds: -1)
        if !reminder.versions.isEmpty {
            context.now = Instant(secondsSince1970: -62_135_596_800)
            self.init(listing: AnySequence(reminder.occurrencesAhead(in: context)), in: zone, until: end)
        } else if reminder.anchor == .scheduled, let rule = reminder.steppingRule,
            let coming = ComingOccurrences(reminder, in: context)
        {
            let series = context.series(of: reminder, from: date, by: rule)
            let left = RecordedOccurrences(reminder.completeInstances + reminder.skippedInstances, of: series)
            if let made = CalendarSeries(series, from: series.current(date), without: left) {
                self = made
            } else if var made = CalendarSeries(listing: AnySequence(coming), in: zone, until: end) {
                made.ownRule = series.ownRule(of: reminder)
                self = made
            } else {
                return nil
            }
        } else {
            self.init(start: CalendarTime(date, in: zone))
        }
    }

    private init?(listing occurrences: AnySequence<Occurrence>, in zone: Zone, until end: Instant) {
        var times: [CalendarTime] = []
        var isCut = false
        for occurrence in occurrences {
            if occurrence.instant > end {
                isCut = true
                break
            }
            times.append(occurrence.calendarTime(in: zone))
        }
        guard let first = times.first else { return nil }
        self.init(start: first)
        dates = Array(times.dropFirst())
        self.isCut = isCut
    }

    /// Nil if the dates have to be listed.
    private init?(_ series: Series, from current: Occurrence, without left: RecordedOccurrences) {
        let zone = series.zone
        var occurrences = series.occurrences(after: current.instant.adding(seconds: -1))
        // A series that is over still has a date in its file.
        guard let first = occurrences.next() else { return nil }
        let countsElapsedTime = series.plan.countsElapsedTime
        guard let rule = series.calendarRule(from: first) else { return nil }
        // All times of a series are local times, except the second one in a fold, which has to be written in UTC.
        let time = { (occurrence: Occurrence) -> CalendarTime in
            countsElapsedTime ? CalendarTime(utc: occurrence.instant) : occurrence.calendarTime(in: zone)
        }
        self.init(start: time(first))
        guard countsElapsedTime || zone.isUTC || start.form != .utc else { return nil }
        self.rule = rule
        if first.instant != current.instant, !left.contains(current) { dates = [time(current)] }
        var seen: Set<CalendarTime> = []
        for day in left.allDays.sorted() where day.adding(days: 1) >= first.nominal.date {
            // A time shifted by a gap may be on the day before or after.
            let floor = zone.instant(of: CivilDateTime(day.adding(days: -1)))
            var coming = series.occurrences(after: max(floor, first.instant.adding(seconds: -1)))
            while let occurrence = coming.next(), occurrence.nominal.date <= day.adding(days: 1) {
                if left.contains(occurrence), seen.insert(time(occurrence)).inserted {
                    exceptions.append(time(occurrence))
                }
            }
        }
    }
}

extension Occurrence {
    fileprivate func calendarTime(in zone: Zone) -> CalendarTime {
        isAllDay ? CalendarTime(nominal.date) : CalendarTime(nominal, at: instant, in: zone)
    }
}

extension Series {
    /// How many occurrences to count at most for a rule that has both a count and an end.
    private static let mostCounted = 100_000

    /// The rule that, with `first` as DTSTART, gives exactly the occurrences from `first` on.
    ///
    /// - Returns: nil if RFC 5545 has no such rule, or if programs interpret it differently.
    fileprivate func calendarRule(from first: Occurrence) -> String? {
        var rule = (rule.pinnedRule(to: start.date) ?? rule).completed(from: start.date)
        rule.start = nil
        if plan.isAllDay { (rule.byHour, rule.byMinute, rule.bySecond) = ([], [], []) }
        let isShort = rule.byMonthDay.contains { abs($0) > 28 } || rule.byYearDay.contains { abs($0) > 365 }
        if !isShort { rule.skip = .omit }
        if rule.frequency == .yearly, rule.byMonth.isEmpty, !rule.byMonthDay.isEmpty, rule.byWeekNumber.isEmpty,
            rule.byYearDay.isEmpty, rule.byDay.isEmpty
        {
            rule.byMonth = Array(1...12)
        }
        rule.nameMonthEnds()
        // Some programs show BYSETPOS beside BYMONTHDAY on every one of the days, so SKIP cannot be expressed by it.
        guard rule.skip == .omit, rule.isReadAlike else { return nil }
        guard limit(&rule, from: first) else { return nil }
        let text = rule.rfcText()
        return text.contains("SKIP=") ? nil : text
    }

    /// Gives the rule a COUNT or an UNTIL, since it cannot have both.
    ///
    /// - Returns: false if neither can express the end.
    private func limit(_ rule: inout RecurrenceRule, from first: Occurrence) -> Bool {
        rule.until = nil
        if let count = rule.count {
            // If a gap shifts two times to the same instant, `mm` counts them once, but other programs count them
            // twice.
            if rule.givesSeveralADay, !plan.countsElapsedTime { return false }
            var passed = 0
            var number = 0
            for occurrence in Occurrences(plan, after: nil) {
                number += 1
                if occurrence.instant < first.instant { passed += 1 }
                if number == Self.mostCounted { return false }
            }
            rule.count = count - passed
            if number == count { return true }
            rule.count = nil
        }
        rule.until = last(in: zone)
        return true
    }

    /// The end as UNTIL; nil if there is none.
    private func last(in zone: Zone) -> DateValue? {
        guard plan.end < .max else { return nil }
        let last = Instant(secondsSince1970: plan.end - 1)
        if last.utc.date == .max { return nil }
        return plan.isAllDay ? DateValue(zone.civil(at: last).date) : DateValue(last.utc, offset: .zulu)
    }

    /// The words of the file, if they mean the same from the first date on; else the rule with its start and its end.
    fileprivate func ownRule(of reminder: Reminder) -> String? {
        if reminder.until == nil, rule.start == nil, rule.count == nil { return reminder.recurrence }
        var rule = rule
        rule.start = plan.isAllDay ? DateValue(start.date) : DateValue(start)
        rule.until = last(in: zone)
        return rule.count != nil && rule.until != nil ? nil : rule.rfcText()
    }
}

extension RecurrenceRule {
    /// Writes the days of months as all programs read them: no SKIP where it says nothing or means the last day, and months of
    /// a year that are equally far apart as an interval of months.
    fileprivate mutating func nameMonthEnds() {
        let months = byMonth.isEmpty ? Array(1...12) : byMonth
        guard !byMonthDay.isEmpty, byWeekNumber.isEmpty, byYearDay.isEmpty, byDay.isEmpty, bySetPosition.isEmpty,
            frequency == .monthly || frequency == .yearly
        else { return }
        let days = byMonthDay.map(abs).max() ?? 0
        if months.allSatisfy({ CivilDate.daysInMonth(year: 2001, month: $0) >= days }) {
            skip = .omit
        } else if skip == .backward, byMonthDay == [days],
            months.allSatisfy({ CivilDate.daysInMonth(year: 2000, month: $0) <= days })
        {
            (byMonthDay, skip) = ([-1], .omit)
        }
        let sorted = Set(byMonth).sorted()
        guard frequency == .yearly, interval == 1, let first = sorted.first, sorted.count > 1, 12 % sorted.count == 0
        else {
            return
        }
        let step = 12 / sorted.count
        guard sorted.enumerated().allSatisfy({ $0.element == first + $0.offset * step }) else { return }
        (frequency, interval, byMonth) = (.monthly, step, [])
    }

    /// Whether other programs compute the same dates for the rule.
    fileprivate var isReadAlike: Bool {
        // Given a numbered and a plain weekday (`1MO,TU`), some programs require a day to match both.
        let numbered = byDay.count { $0.ordinal != 0 }
        if numbered > 0, numbered < byDay.count { return false }
        // Some repeat a numbered week every week, or look for its days only within the calendar year.
        if !byWeekNumber.isEmpty { return false }
        if bySetPosition.isEmpty { return true }
        // With several days of a month or times of a day, some programs ignore BYSETPOS. All support it for weekdays of a month.
        return frequency == .monthly && !byDay.isEmpty && numbered == 0 && byMonthDay.isEmpty && byYearDay.isEmpty
            && [byHour, byMinute, bySecond].allSatisfy { $0.count < 2 }
    }
}
