/// The occurrences of a series after an instant, strictly ascending and computed lazily. Without COUNT, the first costs
/// no more than any other, however long ago the series began.
public struct Occurrences: Sequence, IteratorProtocol, Sendable {
    /// Why there are no more occurrences.
    package enum Ending: Sendable, Hashable {
        /// UNTIL or COUNT of the rule, or the `until` of the reminder.
        case rule
        /// The end of the year 9999.
        case calendar
        /// No occurrence was found in `searched` consecutive periods and days.
        case search
        /// COUNT counts from the start, and more than `counted` occurrences precede the first one requested.
        case counting
    }

    private let plan: SeriesPlan
    private let after: Instant?
    private let end: Int64
    /// Exactly one of the three sources is set, depending on the frequency.
    private var days: WallClockSource?
    private var hours: HourSource?
    private var elapsed: ElapsedSource?
    /// How many more occurrences COUNT allows.
    private var remaining: Int
    /// Whether `remaining` is exact rather than a lower bound.
    private var isExact = true
    private var last = Instant(secondsSince1970: .min)
    /// Occurrences shifted out of a gap, which can follow later times of the rule.
    private var shifted: ArraySlice<Occurrence> = []
    /// The next occurrence that is not shifted, if it has been computed.
    private var ahead: Occurrence?
    /// Nil as long as there may be another occurrence.
    package private(set) var ending: Ending?

    /// The number of periods and days to search in vain before giving up on a rule.
    package static let searched = 200_000
    /// The maximum number of occurrences to count for COUNT before the first one requested.
    package static let counted = 1_000_000

    package init(_ plan: SeriesPlan, after: Instant?, endless: Bool = false) {
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
            // No need to count if COUNT is far from exhausted.
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

    /// The earliest local time whose instant can be after another one. A time in a gap is shifted by the length of the
    /// gap, at most a day.
    private static func earliestClock(after instant: Instant, in zone: Zone) -> Int64 {
        let offset = Swift.min(
            zone.offsetSeconds(at: instant),
            zone.offsetSeconds(at: instant.adding(seconds: -86_400))
        )
        return instant.adding(seconds: Int64(offset)).utc.clockSeconds
    }

    /// The next occurrence; nil after the last one.
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
            // Two times that a gap shifts to the same instant are one occurrence.
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

    /// The next occurrence by instant. A time in a gap is shifted past later times, so those up to its new position must
    /// be seen first.
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

    /// Whether everything that could precede the first shifted occurrence has been seen.
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
