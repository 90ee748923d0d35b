import MemossFiles

/// The open dates of a series, up to the limit of a comparison.
struct ComingDates {
    /// In order.
    private(set) var instants: [Instant] = []
    private(set) var isWhole = true

    /// Nil for a reminder without a rule or a date, or whose rule cannot be read.
    init?(_ reminder: Reminder, in time: TimeContext, besides others: RecordedOccurrences? = nil) {
        guard let rule = reminder.steppingRule,
            let coming = ComingOccurrences(reminder, rule, in: time, after: Self.earliest)
        else { return nil }
        if reminder.isCompleted { return }
        // The end of a rule with COUNT shows only in the full list of its dates.
        let most = rule.count == nil ? 400 : 20_000
        for occurrence in coming {
            if instants.count == most {
                isWhole = false
                break
            }
            if others?.contains(occurrence) != true { instants.append(occurrence.instant) }
        }
    }

    private static let earliest = Instant(secondsSince1970: -62_135_596_800)

    func contains(_ date: DateValue, in zone: Zone) -> Bool {
        date.isAllDay
            ? instants.contains { zone.civil(at: $0).date == date.date }
            : instants.contains(date.instant(in: zone, allDayAt: .midnight))
    }

    /// Whether both have the same dates up to the end of the shorter list.
    func agrees(with other: ComingDates) -> Bool {
        let ends = [self, other].filter { !$0.isWhole }.compactMap(\.instants.last)
        guard let end = ends.min() else { return instants == other.instants }
        return instants.prefix { $0 <= end } == other.instants.prefix { $0 <= end }
    }
}

/// Compares the dates of a series in another program with those in its file.
struct SeriesComparison {
    private let there: Reminder
    private let here: Reminder
    private let time: TimeContext

    init(_ there: Reminder, _ here: Reminder, in time: TimeContext) {
        (self.there, self.here, self.time) = (there, here, time)
    }

    /// - Parameter records: what was completed or skipped here, and may be open there.
    func isSame(besides records: [DateValue]) -> Bool {
        guard isSame(there.date, here.date) || there.recurrence != nil, there.date?.isAllDay == here.date?.isAllDay,
            (there.scheduled == nil) == (here.scheduled == nil), (there.deadline == nil) == (here.deadline == nil)
        else { return false }
        guard there.recurrence != nil || here.recurrence != nil else { return isSame(there.deadline, here.deadline) }
        guard there.anchor == here.anchor, distance(there) == distance(here) else { return false }
        if there.anchor == .completion {
            guard hasSameRule else { return false }
            if isSame(there.date, here.date) { return true }
            return there.date.map { date in records.contains { $0.date == date.date } } == true
        }
        let done = RecordedOccurrences(records, in: time.zone(of: here))
        guard let a = ComingDates(there, in: time, besides: done), let b = ComingDates(here, in: time)
        else { return false }
        return a.agrees(with: b) && (a.isWhole || last(of: there) == last(of: here))
    }

    /// Whether the rules and their ends are equal, apart from the date at which they continue.
    var hasSameRule: Bool {
        guard var ours = here.rule, var theirs = there.rule, let date = here.movedFrom ?? here.date,
            let other = there.movedFrom ?? there.date
        else { return there.recurrence == here.recurrence }
        if (ours.count == nil) != (theirs.count == nil) || !isSameEnd(ours, theirs) { return false }
        if ours.count != nil, ComingDates(there, in: time)?.instants.last != ComingDates(here, in: time)?.instants.last
        {
            return false
        }
        (ours.start, theirs.start, theirs.notation) = (nil, nil, ours.notation)
        (ours.count, theirs.count, ours.until, theirs.until) = (nil, nil, nil, nil)
        func whole(_ rule: RecurrenceRule, _ date: DateValue) -> RecurrenceRule {
            (rule.pinnedRule(to: date.date) ?? rule).completed(from: date.date)
        }
        return ours == theirs || whole(ours, date) == whole(theirs, other)
    }

    /// Whether both end on the same day or with the same occurrence. The end is in the rule or has a key of its own.
    private func isSameEnd(_ ours: RecurrenceRule, _ theirs: RecurrenceRule) -> Bool {
        guard let end = ours.until ?? here.until, let other = theirs.until ?? there.until else {
            return ours.until == theirs.until && here.until == there.until
        }
        return end == other || here.anchor != .completion && last(of: here) == last(of: there)
    }

    var hasSameZone: Bool { time.zone(of: there) == time.zone(of: here) }

    /// Whether the current date there is completed or skipped here.
    var isAhead: Bool { (there.movedFrom ?? there.date).map(isRecorded) ?? false }

    private func isRecorded(_ date: DateValue) -> Bool {
        RecordedOccurrences(of: here, in: time.zone(of: here)).allDays.contains(date.date)
    }

    private func last(of reminder: Reminder) -> Instant? { time.series(of: reminder)?.last?.instant }

    private func isSame(_ a: DateValue?, _ b: DateValue?) -> Bool {
        guard let a, let b else { return a == b }
        let instants = [(a, there), (b, here)].map { date, reminder in
            date.instant(in: time.zone(of: reminder), allDayAt: .midnight)
        }
        return a.isAllDay == b.isAllDay && instants[0] == instants[1]
    }

    /// From the date of a series to its deadline: the days, and the time of day.
    private func distance(_ reminder: Reminder) -> [Int] {
        guard let scheduled = reminder.movedFrom ?? reminder.scheduled, let deadline = reminder.separateDeadline else {
            return []
        }
        return [deadline.date.daysSinceEpoch - scheduled.date.daysSinceEpoch, deadline.clock.time.secondOfDay]
    }
}
