/// Where a series goes from its current occurrence.
struct SeriesAdvance {
    /// Nil if the series is over.
    var next: Occurrence?
    /// Occurrences of the rule from the current one on, up to the next: by so many COUNT is reduced.
    var stepped = 0
    /// Those of them that are neither the current one, nor completed or left out; `mostCounted` is that many or more.
    var passed = 0
    /// The last occurrence of a series that is over; nil if that is the current one.
    var last: Occurrence?

    /// A series of quarters of an hour that was left for three years has as many. Nobody waits for the exact number of
    /// one that was left for a thousand.
    static let mostCounted = 100_000

    /// Over.
    static let none = SeriesAdvance()

    private init() {}

    /// To the next occurrence after the current one that was not recorded.
    ///
    /// - Parameter catchUp: the moment that the next one has to lie ahead of; nil for the very next.
    init(from date: DateValue, of series: Series, leaving left: RecordedOccurrences, catchUp: TimeContext?) {
        let current = series.current(date)
        for occurrence in series.occurrences(after: current.instant.adding(seconds: -1)) {
            if occurrence.instant == current.instant {
                stepped += 1
                continue
            }
            last = occurrence
            let isLeft = left.contains(occurrence)
            // A time that the clock shows twice would be read as the first.
            let written = series.date(of: occurrence, like: date).instant(
                in: series.zone,
                allDayAt: series.plan.allDayAt
            )
            if !isLeft, written > current.instant {
                if catchUp.map({ occurrence.isAhead(in: series.zone, of: $0.now) }) ?? true {
                    next = occurrence
                    return
                }
                passed += 1
                if let catchUp, passed == Self.mostCounted, series.rule.count == nil {
                    // A whole day is ahead until it is over.
                    let start = catchUp.now.adding(seconds: -2 * 86_400)
                    next = series.occurrences(after: start).first {
                        !left.contains($0) && $0.isAhead(in: series.zone, of: catchUp.now)
                    }
                    if next == nil { last = series.last ?? last }
                    return
                }
            }
            stepped += 1
        }
    }

    /// To the next occurrence of a rule that is counted from each completion.
    init(
        completing date: DateValue,
        of series: Series,
        until: DateValue?,
        leaving left: RecordedOccurrences,
        at now: Instant
    ) {
        stepped = series.startIsOnPattern ? 1 : 0
        if let count = series.rule.count, count <= stepped { return }
        var rule = series.rule
        rule.count = nil
        let today = series.zone.civil(at: now)
        let anchor: DateValue
        if rule.frequency < .daily {
            // Hours and minutes are counted from the moment.
            anchor = DateValue(CivilDateTime(clockSeconds: today.clockSeconds.floorDivided(by: 60) * 60))
        } else if date.isAllDay {
            anchor = DateValue(today.date)
        } else {
            anchor = DateValue(CivilDateTime(today.date, series.current(date).nominal.time))
        }
        let allDayAt = series.plan.allDayAt
        let counted = Series(rule: rule, anchor: anchor, zone: series.zone, until: until, allDayAt: allDayAt)
        let start = counted.current(anchor).instant
        next = counted.occurrences(after: start).first { !left.contains($0) }
    }
}

extension Occurrence {
    /// Whether it has not passed; a whole day has when the next begins.
    func isAhead(in zone: Zone, of now: Instant) -> Bool {
        isAllDay ? nominal.date >= zone.civil(at: now).date : instant > now
    }
}
