/// Instants for rules of hours and minutes: time that passes is counted, whatever the clock on the wall shows, and
/// the BY parts are asked of that clock.
struct ElapsedSource: Sendable {
    private let plan: SeriesPlan
    private let start: Int64
    private let step: Int64
    private(set) var period: Int64
    private var candidates: [Int64] = []
    private var index = 0

    init(_ plan: SeriesPlan, after instant: Instant?) {
        self.plan = plan
        start = plan.origin.secondsSince1970
        step = Int64(plan.rule.interval) * (plan.rule.frequency == .hourly ? 3_600 : 60)
        period = 0
        if let seconds = instant?.secondsSince1970, seconds > start {
            period = (min(seconds, Self.last) - start).floorDivided(by: step)
        }
    }

    /// 9999-12-31T00:00:00Z, so that a local time is in the calendar too.
    private static let last: Int64 = 253_402_214_400

    mutating func next(_ budget: inout Int) -> Int64? {
        while true {
            while index < candidates.count {
                index += 1
                if candidates[index - 1] >= start { return candidates[index - 1] }
            }
            let (passed, overflow) = period.multipliedReportingOverflow(by: step)
            guard !overflow, passed <= Self.last - start, budget > 0 else { return nil }
            budget -= 1
            expand(start + passed, &budget)
        }
    }

    /// Fills `candidates` with those of the period that begins at `time`, and goes on to the next period.
    private mutating func expand(_ time: Int64, _ budget: inout Int) {
        candidates.removeAll(keepingCapacity: true)
        index = 0
        period += 1
        if plan.isUnlimited {
            candidates.append(time)
            return
        }
        let rule = plan.rule
        let local = plan.zone.civil(at: Instant(secondsSince1970: time))
        if !plan.expander.passes(local.date.daysSinceEpoch, local.date) {
            let day = nextDay(after: local.date, &budget)
            goTo(plan.zone.instant(of: CivilDateTime(day)).secondsSince1970)
            return
        }
        let inHour = Int64(local.time.minute * 60 + local.time.second)
        if !rule.byHour.isEmpty, !rule.byHour.contains(local.time.hour) {
            goTo(time - inHour + 3_600)
            return
        }
        let minutes: [Int]
        if rule.frequency == .minutely {
            guard rule.byMinute.isEmpty || rule.byMinute.contains(local.time.minute) else { return }
            minutes = [local.time.minute]
        } else {
            minutes = rule.byMinute.isEmpty ? [local.time.minute] : rule.byMinute
        }
        let seconds = rule.bySecond.isEmpty ? [local.time.second] : rule.bySecond
        for minute in minutes {
            for second in seconds { candidates.append(time - inHour + Int64(minute * 60 + second)) }
        }
        if isChanged(local, at: time, inHour) {
            let clocks = minutes.flatMap { minute in seconds.map { CivilTime(unchecked: minute * 60 + $0) } }
            candidates = resolved(clocks, candidates, inHourOf: local)
        }
        budget -= candidates.count
        if !rule.bySetPosition.isEmpty {
            candidates = rule.bySetPosition.places(in: candidates.count).map { candidates[$0] }
        }
    }

    /// Whether clocks are changed within the hour, as they are by half an hour on Lord Howe.
    private func isChanged(_ local: CivilDateTime, at time: Int64, _ inHour: Int64) -> Bool {
        let (first, last) = (time - inHour, time - inHour + 3_599)
        func offset(_ time: Int64) -> Int { plan.zone.offsetSeconds(at: Instant(secondsSince1970: time)) }
        return offset(first) != offset(last) || offset(first) != offset(time)
    }

    /// The instants of clocks in an hour in which they are changed: as guessed where the clock then shows that.
    private func resolved(_ times: [CivilTime], _ guesses: [Int64], inHourOf local: CivilDateTime) -> [Int64] {
        let found = zip(times, guesses).map { time, guess in
            let time = CivilTime(unchecked: local.time.hour * 3_600 + time.secondOfDay)
            let clock = CivilDateTime(local.date, time)
            if plan.zone.civil(at: Instant(secondsSince1970: guess)) == clock { return guess }
            return plan.zone.instant(of: clock).secondsSince1970
        }
        return Set(found).sorted()
    }

    /// Leaves out the periods before an instant.
    private mutating func goTo(_ time: Int64) {
        period = max(period, (time - start + step - 1).floorDivided(by: step))
    }

    private func nextDay(after date: CivilDate, _ budget: inout Int) -> CivilDate {
        var date = date.adding(days: 1)
        while budget > 0, date < .max, !plan.expander.passes(date.daysSinceEpoch, date) {
            budget -= 1
            let rest = plan.expander.isInMonth(date.month) ? 1 : date.daysInMonth - date.day + 1
            date = date.adding(days: rest)
        }
        return date
    }
}
