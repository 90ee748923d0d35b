/// The transition of a series from its current occurrence to the next.
struct SeriesAdvance {
    /// Nil if the series is over.
    var next: Occurrence?
    /// The number of occurrences from the current one up to the next: COUNT is reduced by it.
    var stepped = 0
    /// The number of those that are neither current nor completed nor skipped; `mostCounted` means that many or more.
    var passed = 0
    /// The last occurrence of a series that is over; nil if that is the current one.
    var last: Occurrence?

    /// The limit for counting. A series that occurs every 15 minutes reaches it in three years; beyond that, nobody
    /// needs the exact number.
    static let mostCounted = 100_000

    /// The series is over.
    static let none = SeriesAdvance()

    private init() {}

    /// Advances to the next occurrence after the current one that is not recorded.
    ///
    /// - Parameter catchUp: the moment after which the next occurrence must lie; nil for the immediately next one.
    init(from date: DateValue, of series: Series, leaving left: RecordedOccurrences, catchUp: TimeContext?) {
        let current = series.current(date)
        for occurrence in series.occurrences(after: current.instant.adding(seconds: -1)) {
            if occurrence.instant == current.instant {
                stepped += 1
                continue
            }
            last = occurrence
            let isLeft = left.contains(occurrence)
            // A local time that occurs twice would be read as the first.
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
                    // A whole day is not past until it is over.
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

    /// Advances to the next occurrence of a rule counted from completion.
    ///
    /// - Parameter countsFromPeriod: whether an interval counts from the week, month or year of the completion, as RFC 5545 has it.
    init(
        completing date: DateValue,
        of series: Series,
        until: DateValue?,
        leaving left: RecordedOccurrences,
        at now: Instant,
        countsFromPeriod: Bool
    ) {
        stepped = series.startIsOnPattern ? 1 : 0
        if let count = series.rule.count, count <= stepped { return }
        var rule = series.rule
        rule.count = nil
        let today = series.zone.civil(at: now)
        let anchor: DateValue
        if rule.frequency < .daily {
            // Hours and minutes are counted from the current time.
            anchor = DateValue(CivilDateTime(clockSeconds: today.clockSeconds.floorDivided(by: 60) * 60))
        } else if date.isAllDay {
            anchor = DateValue(today.date)
        } else {
            anchor = DateValue(CivilDateTime(today.date, series.current(date).nominal.time))
        }
        func counted(_ rule: RecurrenceRule, from anchor: DateValue) -> Series {
            Series(rule: rule, anchor: anchor, zone: series.zone, until: until, allDayAt: series.plan.allDayAt)
        }
        var start = counted(rule, from: anchor).current(anchor).instant
        if !countsFromPeriod, rule.interval > 1, rule.frequency >= .weekly, rule.namesDays {
            // The days say where a period begins, so the completion only says from which one to count.
            let periods = rule.interval - 1
            rule.interval = 1
            let days = counted(rule, from: anchor)
            guard let first = days.next(after: start) else { return }
            if first.nominal.date < rule.period(of: today.date, after: 1).upperBound {
                start = first.instant(after: periods, of: days)
            } else {
                // A period without such a day, such as a month without a 31st, counts too.
                let begin = rule.period(of: today.date, after: 1 + periods).lowerBound
                start = series.zone.instant(of: CivilDateTime(begin)).adding(seconds: -1)
            }
        }
        next = counted(rule, from: anchor).occurrences(after: start).first { !left.contains($0) }
    }
}

extension Occurrence {
    /// The moment before the occurrence that takes the same position in a later period: the second of the week in another
    /// week. A period with fewer has its last one there, and one without any the first after it.
    fileprivate func instant(after periods: Int, of series: Series) -> Instant {
        let rule = series.rule
        let period = rule.period(of: nominal.date, after: 0)
        let later = rule.period(of: nominal.date, after: periods)
        let position = series.occurrences(from: period.lowerBound, through: instant).count - 1
        let end = series.zone.instant(of: CivilDateTime(later.upperBound))
        let found = series.occurrences(from: later.lowerBound, through: end).filter { later.contains($0.nominal.date) }
        if let same = found.dropFirst(position).first ?? found.last { return same.instant.adding(seconds: -1) }
        return end.adding(seconds: -1)
    }

    /// Whether it has not passed; a whole day passes when the next day begins.
    func isAhead(in zone: Zone, of now: Instant) -> Bool {
        isAllDay ? nominal.date >= zone.civil(at: now).date : instant > now
    }
}

extension RecurrenceRule {
    /// The week, month or year that begins a number of periods after that of a day.
    fileprivate func period(of day: CivilDate, after periods: Int) -> Range<CivilDate> {
        if frequency == .weekly {
            let passed = Int(day.weekday.rawValue - weekStart.rawValue + 7) % 7
            let start = day.adding(days: periods * 7 - passed)
            return start..<start.adding(days: 7)
        }
        let (month, months) = frequency == .yearly ? (1, 12) : (day.month, 1)
        let first = CivilDate(unchecked: day.year, month, 1)
        return first.adding(months: periods * months)..<first.adding(months: (periods + 1) * months)
    }
}
