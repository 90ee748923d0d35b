/// The occurrences of a series recorded in `complete_instances` and `skipped_instances`. A date without a time covers
/// every occurrence of that day; a date-time covers one.
package struct RecordedOccurrences: Sendable {
    private var days: Set<CivilDate> = []
    private var clocks: Set<CivilDateTime> = []
    /// Instants of values with a UTC offset.
    private var instants: Set<Instant> = []
    /// The dates of all values with a time.
    private var timedDays: Set<CivilDate> = []
    /// The days that they stand for in a series of whole days.
    private var wholeDays: Set<CivilDate> = []

    /// Midnights in UTC, by the day that they name. Each stands for that day, unless it is the time of an occurrence.
    private var midnights: [CivilDate: Instant] = [:]
    private let zone: Zone

    /// - Parameter countsDays: whether the rule gives one occurrence a day, so that midnight is the day that it names.
    package init(_ values: [DateValue], in zone: Zone, countsDays: @autoclosure () -> Bool = false) {
        self.zone = zone
        for value in values {
            if value.isMidnightUTC, countsDays() {
                let instant = value.instant(in: .utc, allDayAt: .midnight)
                midnights[value.date] = instant
                instants.insert(instant)
                wholeDays.insert(value.date)
                continue
            }
            if value.isAllDay || value.isMidnight && countsDays() {
                days.insert(value.date)
                continue
            }
            let clock = value.clock(in: zone, allDayAt: .midnight)
            timedDays.insert(clock.date)
            wholeDays.insert(value.isMidnightUTC ? value.date : clock.date)
            if value.offset == nil {
                clocks.insert(clock)
            } else {
                instants.insert(value.instant(in: zone, allDayAt: .midnight))
            }
        }
    }

    package init(_ values: [DateValue], of series: Series) {
        self.init(values, in: series.zone, countsDays: !series.rule.givesSeveralADay)
    }

    /// All that a series has recorded.
    package init(of reminder: Reminder, in zone: Zone) {
        let values = reminder.completeInstances + reminder.skippedInstances
        self.init(values, in: zone, countsDays: reminder.rule?.givesSeveralADay == false)
    }

    /// The days of all values.
    package var allDays: Set<CivilDate> { days.union(timedDays).union(wholeDays) }

    package func contains(_ occurrence: Occurrence) -> Bool {
        let clock = occurrence.nominal
        if days.contains(clock.date) || clocks.contains(clock) || instants.contains(occurrence.instant) { return true }
        if let midnight = midnights[clock.date] {
            return occurrence.isAllDay || zone.civil(at: midnight).time != clock.time
        }
        // An all-day occurrence has no time to compare.
        return occurrence.isAllDay && wholeDays.contains(clock.date)
    }
}

extension Series {
    /// What a record means: midnight in UTC is the day that it names, unless occurrences have that time.
    ///
    /// - Parameter time: of the occurrences; nil for whole days.
    package func recorded(_ value: DateValue, at time: CivilTime?) -> DateValue {
        guard value.isMidnightUTC, !rule.givesSeveralADay else { return value }
        let isTime = time.map { value.clock(in: zone, allDayAt: .midnight).time == $0 } ?? false
        return isTime ? value : DateValue(value.date)
    }
}

extension DateValue {
    /// Whether it is a moment that is midnight in UTC. yaml.v3 and js-yaml write a day so.
    var isMidnightUTC: Bool { time == .midnight && offset?.seconds == 0 }

    /// Whether it is that, or midnight without an offset, as a program without whole days writes them.
    fileprivate var isMidnight: Bool { time == .midnight && (offset?.seconds ?? 0) == 0 }
}

extension Reminder {
    /// The rule that determines the next occurrence. A series counted from completion has no fixed start and counts
    /// completions instead.
    package var steppingRule: RecurrenceRule? { rule.map(steppingRule) }

    package func steppingRule(_ rule: RecurrenceRule) -> RecurrenceRule {
        guard self.anchor == .completion, rule.start != nil else { return rule }
        var rule = rule
        rule.start = nil
        rule.count = nil
        return rule
    }
}
