/// The occurrences of a series after some instant, strictly ascending. Computed one by one: without COUNT the first
/// costs no more than any other, however long ago the series began.
public struct Occurrences: Sequence, IteratorProtocol, Sendable {
    /// Why there are no more.
    package enum Ending: Sendable, Hashable {
        /// The rule's UNTIL or COUNT, or the reminder's `until`.
        case rule
        /// The year 9999.
        case calendar
        /// None was found in `searched` periods and days in a row.
        case search
        /// COUNT counts from the start, and more than `counted` occurrences come before the first that was asked for.
        case counting
    }

    private let plan: SeriesPlan
    private let after: Instant?
    private let end: Int64
    /// One of the three is there, by the rule's frequency.
    private var days: WallClockSource?
    private var hours: HourSource?
    private var elapsed: ElapsedSource?
    /// How many may still come, by COUNT.
    private var remaining: Int
    /// Whether `remaining` is exact, and not the least that it can be.
    private var isExact = true
    private var last = Instant(secondsSince1970: .min)
    /// Those shifted out of a gap, which can come after times that the rule has later.
    private var shifted: ArraySlice<Occurrence> = []
    /// The next one that is not shifted, if it has been computed.
    private var ahead: Occurrence?
    /// Nil as long as there may be another.
    package private(set) var ending: Ending?

    /// Periods and days that are looked at in vain before a rule is taken to have no more dates.
    package static let searched = 200_000
    /// Occurrences that COUNT counts one by one before the first that is asked for.
    package static let counted = 1_000_000

    init(_ plan: SeriesPlan, after: Instant?, endless: Bool = false) {
        self.plan = plan
        self.after = after
        end = endless ? .max : plan.end
        remaining = endless ? .max : plan.rule.count ?? .max
        if plan.countsElapsedTime {
            let elapsed = ElapsedSource(plan, after: after)
            if remaining != .max { remaining -= Int(clamping: elapsed.period) }
            self.elapsed = elapsed
            return
        }
        var floor = after.map { Self.earliestClock(after: $0, in: plan.zone) }
        if let clock = floor, remaining != .max {
            // Where COUNT is far from running out there is no need to count.
            let passed = plan.mostOccurrences(before: clock)
            isExact = passed <= Self.counted || remaining - passed <= Self.counted
            if isExact { floor = nil } else { remaining -= passed }
        }
        if plan.rule.frequency < .daily {
            hours = HourSource(plan, from: floor ?? .min)
        } else {
            days = WallClockSource(plan, from: floor ?? .min)
        }
    }

    /// The earliest time on the clock whose instant can be after another. One in a gap is shifted by the gap's length, a
    /// day at most.
    private static func earliestClock(after instant: Instant, in zone: Zone) -> Int64 {
        let offset = Swift.min(
            zone.offsetSeconds(at: instant),
            zone.offsetSeconds(at: instant.adding(seconds: -86_400))
        )
        return instant.adding(seconds: Int64(offset)).utc.clockSeconds
    }

    public mutating func next() -> Occurrence? {
        var (budget, counted) = (Self.searched, Self.counted)
        while ending == nil {
            guard remaining > 0 else {
                ending = isExact ? .rule : .counting
                break
            }
            guard counted > 0 else {
                ending = .counting
                break
            }
            guard let occurrence = ascending(&budget) else {
                ending = budget > 0 ? .calendar : .search
                break
            }
            guard occurrence.instant.secondsSince1970 < end else {
                ending = .rule
                break
            }
            // Two times that a gap makes one are one.
            if occurrence.instant <= last { continue }
            last = occurrence.instant
            if plan.rule.count != nil { remaining -= 1 }
            if let after, occurrence.instant <= after {
                counted -= 1
                budget = Self.searched
                continue
            }
            return occurrence
        }
        return nil
    }

    /// The next by its instant. Times in a gap are shifted behind others, so those up to where it went are seen first.
    private mutating func ascending(_ budget: inout Int) -> Occurrence? {
        while ahead == nil, !isShiftedPast, let candidate = candidate(&budget) {
            if candidate.local == candidate.nominal {
                ahead = candidate
            } else {
                shifted.append(candidate)
            }
        }
        if let first = shifted.first, ahead.map({ first.instant <= $0.instant }) ?? true {
            return shifted.removeFirst()
        }
        defer { ahead = nil }
        return ahead
    }

    /// Whether all that could come before the first shifted one has been seen.
    private var isShiftedPast: Bool {
        guard let first = shifted.first, let last = shifted.last else { return false }
        return last.nominal > first.local
    }

    private mutating func candidate(_ budget: inout Int) -> Occurrence? {
        if let seconds = elapsed?.next() {
            let instant = Instant(secondsSince1970: seconds)
            let local = plan.zone.civil(at: instant)
            return Occurrence(nominal: local, local: local, instant: instant, isAllDay: false)
        }
        guard let seconds = days?.next(&budget) ?? hours?.next(&budget) else { return nil }
        let nominal = CivilDateTime(clockSeconds: seconds)
        let (instant, isInGap) = plan.zone.firstInstant(of: nominal)
        let local = isInGap ? plan.zone.civil(at: instant) : nominal
        return Occurrence(nominal: nominal, local: local, instant: instant, isAllDay: plan.isAllDay)
    }
}
