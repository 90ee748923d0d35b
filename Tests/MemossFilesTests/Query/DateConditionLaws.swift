import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

@Suite struct DateConditionLaws {
    private static let conditions = [
        "2026-11-22", "<2026-11-22", ">=2026-11-22", "2026-11", "2026", "2026-11-20..2026-11-24", "..2026-11-22",
        "2026-11-22 09:00", "<2026-11-22 00:30", ">2026-11-22 23:30", "2026-11-22 23:00..2026-11-23 01:00", "today",
    ]

    @Test func `what is decided without a time zone is true in every zone`() throws {
        let now = CivilDateTime(try #require(CivilDate(year: 2026, month: 11, day: 22)))
        var random = Random(seed: 66)
        var (decided, open) = (0, 0)
        for text in Self.conditions {
            let condition = try DateCondition(parsing: text, now: now)
            for _ in 0..<Rounds.of(2_000) {
                let day = now.date.adding(days: random.below(13) - 6)
                let clock = CivilTime(unchecked: random.below(86_400))
                let date = random.below(4) == 0 ? DateValue(day) : DateValue(CivilDateTime(day, clock))
                guard let answer = condition.matches(inAnyZone: date) else {
                    open += 1
                    continue
                }
                decided += 1
                // From the zone of the reminder to that of the user: 26 hours at most.
                for hours in -26...26 {
                    let moved = Instant(utc: date.clock).adding(seconds: Int64(hours * 3_600))
                    let shown = date.isAllDay ? date : DateValue(Zone.utc.civil(at: moved))
                    #expect(condition.matches(shown) == answer, "\(text): \(date) shown as \(shown)")
                }
            }
        }
        #expect(decided > Rounds.least(5_000) && open > Rounds.least(500))
    }
}
