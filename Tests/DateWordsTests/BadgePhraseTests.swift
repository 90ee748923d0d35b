import TestSupport
import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

/// A badge of a listing that is typed as a rule is that rule, or is refused as a mere count: issue 13.
@Suite struct BadgePhraseTests {
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 18), CivilTime(unchecked: 8 * 3_600))

    @Test func `a badge that is typed has the same badge, and only a count is refused`() throws {
        var random = Random(seed: 21)
        var (read, refused) = (0, 0)
        for number in 0..<Rounds.of(2_000) {
            let text = number % 2 == 0 ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            guard let rule = try? RecurrenceRule(parsing: text) else { continue }
            let anchor = DateValue(Self.now.date)
            let badge = rule.badge(anchor: anchor)
            for spelling in badge.spellings {
                do throws(ParseError) {
                    let other = try RulePhrase(parsing: spelling, now: Self.now).rule
                    #expect(other?.badge(anchor: anchor) == badge, "\(text): \(spelling)")
                    read += 1
                } catch {
                    let isCount = spelling.contains("×") && !error.proposals.isEmpty
                    #expect(isCount || spelling == "Repeats", "\(text): \(spelling): \(error.message)")
                    refused += 1
                }
            }
        }
        #expect(read > Rounds.least(500) && refused > 0)
    }
}
