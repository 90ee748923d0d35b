/// Where a series stands: its current occurrence has a place in the rule and a date, which differ if it was moved.
///
/// What follows is counted from the place: the next occurrence, the phase of an interval, COUNT, the distance to `due`.
/// The history records the place too.
package struct SeriesPosition: Sendable {
    /// Starts at the place.
    package let series: Series
    /// The occurrence of the rule that is current: `moved_from`, or else the date, or else the occurrence that the date
    /// must have been moved from.
    package let place: DateValue
    /// When it comes up: `scheduled`, or `due` if there is none.
    package let date: DateValue

    /// The current occurrence at its place in the rule.
    var current: Occurrence { series.current(place) }
    /// The current occurrence at the time when it comes up.
    var shown: Occurrence { series.current(date) }
    package var isMoved: Bool { place != date }

    /// Nil for a reminder without a rule or a date.
    package init?(_ reminder: Reminder, in context: TimeContext) {
        guard let rule = reminder.steppingRule, let date = reminder.date else { return nil }
        self.init(reminder, date, rule, in: context)
    }

    /// - Parameters:
    ///   - date: that of the reminder.
    ///   - rule: the rule that determines the next occurrence.
    init(_ reminder: Reminder, _ date: DateValue, _ rule: RecurrenceRule, in context: TimeContext) {
        self.date = date
        let series = context.series(of: reminder, from: date, by: rule)
        let place =
            Self.written(of: reminder, date, rule, in: context)
            ?? Self.inferred(of: reminder, date, series, in: context)
        self.place = place ?? date
        self.series = place.map { context.series(of: reminder, from: $0, by: rule) } ?? series
    }

    /// The value of `moved_from`. In an open series it is ignored if the date is a later open occurrence itself: an editor,
    /// or a program that does not know the key, has then moved the series on.
    private static func written(
        of reminder: Reminder,
        _ date: DateValue,
        _ rule: RecurrenceRule,
        in context: TimeContext
    ) -> DateValue? {
        guard let place = reminder.movedFrom else { return nil }
        if reminder.isCompleted { return place }
        let series = context.series(of: reminder, from: place, by: rule)
        let current = series.current(date)
        let isLater = current.instant > series.current(place).instant && series.contains(date)
        return isLater && !RecordedOccurrences(of: reminder, in: series.zone).contains(current) ? nil : place
    }
}

/// Inferring the place of an occurrence that was moved by hand.
extension SeriesPosition {
    /// The open occurrence nearest to a date that is not one itself: not before the last recorded one, and in the phase of
    /// the history if there is an interval. Nil if the date is an occurrence, or none is near.
    private static func inferred(
        of reminder: Reminder,
        _ date: DateValue,
        _ series: Series,
        in context: TimeContext
    ) -> DateValue? {
        if series.rule.surelyIncludes(date) { return nil }
        let due = date.instant(in: series.zone, allDayAt: context.allDayAt)
        guard series.isBeforeEnd(due) else { return nil }
        var coming = series.occurrences(after: due.adding(seconds: -1))
        let next = coming.next()
        if next?.instant == due || next == nil && coming.ending != .rule { return nil }
        let records = (reminder.completeInstances + reminder.skippedInstances).sorted {
            $0.isBefore($1, in: series.zone)
        }
        let left = RecordedOccurrences(reminder.isCompleted ? [] : records, of: series)
        let day = series.current(date).nominal.date
        if reminder.isTask {
            // TaskNotes leaves the date there where it finds no occurrence for it.
            if records.contains(where: { $0.date == day }) { return nil }
            return ofTask(reminder, from: day, through: due, leaving: left, series).map {
                series.date(of: $0, like: date)
            }
        }
        let last = records.last { $0.date <= day }?.date
        // A record may have the time of the completion, and is that of its day all the same.
        let isPassed = !series.rule.givesSeveralADay && !reminder.isCompleted
        let floor = last.map { isPassed ? $0.adding(days: 1) : $0 } ?? .min
        let known = reference(for: reminder, date, records, series, in: context)
        let later = known.occurrences(after: due).prefix(Self.searched).first { !left.contains($0) }
        let spans = later.map { [$0.nominal.date.daysSinceEpoch - day.daysSinceEpoch + 1] } ?? [35, 400, 4_020]
        var earlier: Occurrence?
        for span in spans where earlier == nil {
            let found = known.occurrences(from: max(floor, day.adding(days: -span)), through: due)
            earlier = found.last { $0.instant < due && !left.contains($0) }
        }
        let distance = { (occurrence: Occurrence) in
            abs(occurrence.instant.secondsSince1970 - due.secondsSince1970)
        }
        // Of two that are equally near, the earlier: the later one still comes then.
        guard let nearest = [earlier, later].compactMap(\.self).min(by: { distance($0) < distance($1) }),
            // A whole day is no place in a rule of hours.
            nearest.isAllDay == date.isAllDay
        else { return nil }
        return known.date(of: nearest, like: date)
    }

    /// The occurrence that TaskNotes takes a date off the rule for: the last open one before it, or else the first after it. A
    /// series counted from completion has none.
    private static func ofTask(
        _ reminder: Reminder,
        from day: CivilDate,
        through due: Instant,
        leaving left: RecordedOccurrences,
        _ series: Series
    ) -> Occurrence? {
        guard reminder.anchor == .scheduled else { return nil }
        let (least, period) =
            switch series.rule.frequency {
            case .daily: (30, 1)
            case .weekly: (90, 7)
            case .monthly: (400, 31)
            default: (800, 366)
            }
        let begin = day.adding(days: -max(least, 2 * period * series.rule.interval))
        let earlier = series.rule.start == nil ? [] : series.occurrences(from: begin, through: due)
        return earlier.last { $0.instant < due && !left.contains($0) }
            ?? series.occurrences(after: due).prefix(searched).first { !left.contains($0) }
    }

    /// How many recorded occurrences may follow the date.
    private static let searched = 1_000

    /// The series without COUNT, in the phase of the last recorded occurrence. Without a record, every period counts.
    private static func reference(
        for reminder: Reminder,
        _ date: DateValue,
        _ records: [DateValue],
        _ series: Series,
        in context: TimeContext
    ) -> Series {
        guard series.rule.start == nil else { return series }
        var rule = series.rule
        rule.count = nil
        let phased: [Series] = (reminder.anchor == .completion ? [] : records.suffix(8)).reversed().map { record in
            let time = date.clock(in: series.zone, allDayAt: context.allDayAt).time
            let day = record.clock(in: series.zone, allDayAt: .midnight).date
            let anchor = date.isAllDay ? DateValue(day) : DateValue(CivilDateTime(day, time))
            return context.series(of: reminder, from: anchor, by: rule)
        }
        if rule.interval > 1, let known = phased.first(where: \.startIsOnPattern) { return known }
        rule.interval = 1
        return context.series(of: reminder, from: date, by: rule)
    }
}

extension RecurrenceRule {
    /// Whether a series that starts on a date has an occurrence then, as far as that is known without computing any.
    fileprivate func surelyIncludes(_ date: DateValue) -> Bool {
        guard start == nil, date.offset == nil, byMonth.isEmpty, byWeekNumber.isEmpty, byYearDay.isEmpty,
            byHour.isEmpty, byMinute.isEmpty, bySecond.isEmpty, bySetPosition.isEmpty
        else { return false }
        if byDay.isEmpty { return byMonthDay.isEmpty || byMonthDay.contains(date.date.day) }
        return byMonthDay.isEmpty && byDay.contains(OrdinalWeekday(date.date.weekday))
    }
}

extension Reminder {
    /// The place of the current occurrence, if an edit that sets only the date moves it off its rule; nil otherwise.
    package func place(leftFor date: DateValue, in context: TimeContext) -> DateValue? {
        guard let position = SeriesPosition(self, in: context), !position.includes(date, of: self, in: context) else {
            return nil
        }
        return position.place
    }
}

extension Reminder {
    /// The value of `moved_from` for a series that begins on a date off its rule: its deadline, if that is on the rule. Otherwise
    /// that date itself, so that no occurrence of the rule counts as this one. Nil if the date is on the rule.
    package func placeOfBeginning(in context: TimeContext) -> DateValue? {
        guard !isCompleted, let position = SeriesPosition(self, in: context), position.isMoved else { return nil }
        guard let place = separateDeadline?.timed(like: position.date), place.offset == nil,
            position.series.isBeforeEnd(place.instant(in: position.series.zone, allDayAt: context.allDayAt)),
            context.series(of: self, from: place, by: position.series.rule).startIsOnPattern
        else { return position.date }
        return place
    }

    /// Whether it is a series that begins on a date off its rule, which `moved_from` says.
    package var isBeginning: Bool { self.movedFrom != nil && self.movedFrom == date }
}

extension DateValue {
    /// The day with the time of another date, or without one.
    func timed(like other: DateValue) -> DateValue {
        other.time.map { DateValue(CivilDateTime(self.date, $0)) } ?? DateValue(self.date)
    }
}

extension SeriesPosition {
    /// Whether a date is an open occurrence of the series. If the rule says no day, it follows the date.
    fileprivate func includes(_ date: DateValue, of reminder: Reminder, in context: TimeContext) -> Bool {
        let known = reminder.completeInstances + reminder.skippedInstances
        if reminder.isTask, let rule = reminder.rule,
            rule.hasOther(on: date, than: place, until: reminder.until, besides: known)
        {
            return true
        }
        let rule = series.rule
        let clock = date.clock(in: series.zone, allDayAt: context.allDayAt)
        // A time of day that the rule does not say follows the date too: with a rule of hours, the minute.
        let (day, time) = (current.nominal.date, current.nominal.time.secondOfDay)
        let unit = rule.frequency == .hourly ? 3_600 : rule.frequency == .minutely ? 60 : 86_400
        let kept = CivilTime(unchecked: time - time % unit + clock.time.secondOfDay % unit)
        let start = date.isAllDay ? DateValue(day) : DateValue(CivilDateTime(day, kept))
        // An occurrence that was already moved keeps the day of its place.
        let anchor = rule.namesDays ? start : reminder.movedFrom == nil ? date : place
        let moved = context.series(of: reminder, from: anchor, by: rule)
        let records = RecordedOccurrences(of: reminder, in: series.zone)
        // What comes before a recorded occurrence is over.
        if let last = records.allDays.filter({ $0 < day }).max(), clock.date < last { return false }
        let due = moved.current(date).instant
        // A time that clocks skip is that of the same instant.
        return moved.occurrences(from: clock.date.adding(days: -1), through: due).contains {
            $0.instant == due && !records.contains($0)
        }
    }
}
