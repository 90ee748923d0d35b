/// Occurrences of a series as `complete_instances` and `skipped_instances` hold them: a whole day stands for all of that
/// day, a time for one.
struct RecordedOccurrences: Sendable {
    private var days: Set<CivilDate> = []
    private var clocks: Set<CivilDateTime> = []
    /// Of values with an offset.
    private var instants: Set<Instant> = []
    /// The days of clocks and instants.
    private var timedDays: Set<CivilDate> = []

    init(_ values: [DateValue], in zone: Zone) {
        for value in values {
            if value.isAllDay {
                days.insert(value.date)
                continue
            }
            let clock = value.clock(in: zone, allDayAt: .midnight)
            timedDays.insert(clock.date)
            if value.offset == nil {
                clocks.insert(clock)
            } else {
                instants.insert(value.instant(in: zone, allDayAt: .midnight))
            }
        }
    }

    func contains(_ occurrence: Occurrence) -> Bool {
        let clock = occurrence.nominal
        if days.contains(clock.date) || clocks.contains(clock) || instants.contains(occurrence.instant) { return true }
        // A whole day has no time that could differ.
        return occurrence.isAllDay && timedDays.contains(clock.date)
    }
}

extension Reminder {
    /// The rule by which the series goes on. One that is counted from each completion has no start of its own, and
    /// counts completions.
    var steppingRule: RecurrenceRule? { rule.map(steppingRule) }

    func steppingRule(_ rule: RecurrenceRule) -> RecurrenceRule {
        guard self.anchor == .completion, rule.start != nil else { return rule }
        var rule = rule
        rule.start = nil
        rule.count = nil
        return rule
    }
}
