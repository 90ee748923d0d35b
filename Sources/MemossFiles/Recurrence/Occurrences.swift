/// The occurrences of a series after some instant, strictly ascending. Computed one by one: without COUNT the first
/// costs no more than any other, however long ago the series began.
public struct Occurrences: Sequence, IteratorProtocol, Sendable {
    private let plan: SeriesPlan
    private let after: Instant?
    private let end: Int64
    /// One of the two is there, by the rule's frequency.
    private var wallClock: WallClockSource?
    private var elapsed: ElapsedSource?
    /// How many may still come, by COUNT.
    private var remaining: Int
    private var last = Instant(secondsSince1970: .min)
    /// Those shifted out of a gap, which can come after times that the rule has later.
    private var shifted: [Occurrence] = []
    /// The next one that is not shifted, if it has been computed.
    private var ahead: Occurrence?
    private var isOver = false

    /// Periods and days that are looked at in vain before a rule is taken to have no more dates.
    private static let budget = 200_000
    /// Occurrences that COUNT counts one by one before the first that is asked for.
    private static let countedBudget = 2_000_000

    init(_ plan: SeriesPlan, after: Instant?, endless: Bool = false) {
        self.plan = plan
        self.after = after
        end = endless ? .max : plan.end
        remaining = endless ? .max : plan.rule.count ?? .max
        let counts = remaining != .max
        if plan.rule.frequency < .daily {
            let jumps = !counts || plan.isUnlimited
            let elapsed = ElapsedSource(plan, after: jumps ? after : nil)
            if counts { remaining -= Int(clamping: elapsed.period) }
            self.elapsed = elapsed
        } else {
            let floor = counts ? nil : after.map { Self.earliestClock(after: $0, in: plan.zone) }
            wallClock = WallClockSource(plan, from: floor ?? .min)
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
        var (budget, counted) = (Self.budget, Self.countedBudget)
        while !isOver, remaining > 0, counted > 0 {
            guard let occurrence = ascending(&budget), occurrence.instant.secondsSince1970 < end else { break }
            // Two times that a gap makes one are one.
            if occurrence.instant <= last { continue }
            last = occurrence.instant
            if plan.rule.count != nil { remaining -= 1 }
            if let after, occurrence.instant <= after {
                counted -= 1
                budget = Self.budget
                continue
            }
            return occurrence
        }
        isOver = true
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
        if let seconds = elapsed?.next(&budget) {
            let instant = Instant(secondsSince1970: seconds)
            let local = plan.zone.civil(at: instant)
            return Occurrence(nominal: local, local: local, instant: instant, isAllDay: false)
        }
        guard let seconds = wallClock?.next(&budget) else { return nil }
        let nominal = CivilDateTime(clockSeconds: seconds)
        let (instant, isInGap) = plan.zone.firstInstant(of: nominal)
        let local = isInGap ? plan.zone.civil(at: instant) : nominal
        return Occurrence(nominal: nominal, local: local, instant: instant, isAllDay: plan.isAllDay)
    }
}
