import CivilTime
import TestSupport
import Testing

@testable import DateWords

/// The short path is a second reader, so what it reads is compared with what the tables read.
@Suite struct PlainRuleTests {
    @Test func `a rule that is read without the tables is the one that they have`() throws {
        var random = Random(seed: 41)
        let words = [
            "daily", "weekly", "monthly", "yearly", "every", "on", "and", "monday,", "monday", "tue", "fri,", "Sunday",
            "1", "2", "15,", "31", "0", "32", "99", "day", "days", "week", "weeks", "month", "months", "years", "year",
            "weekday", "other", ",", "", "for", "3rd",
        ]
        var count = 0
        for _ in 0..<Rounds.of(200_000) {
            let lead = ["weekly on ", "monthly on ", "every ", "every 2 weeks on ", "every month on ", ""]
            let text = random.pick(lead) + (0..<random.below(5)).map { _ in random.pick(words) }.joined(separator: " ")
            guard let rule = PlainRule.rule(text) else { continue }
            count += 1
            #expect(try rule == Reader.stored(text), "\(text)")
        }
        #expect(count > Rounds.least(5_000))
    }

    @Test(arguments: [
        "daily", "every day", "every 3 weeks", "weekly on monday", "every monday, friday", "every mon and fri",
        "monthly on 1, 15", "monthly on 31", "every 2 months on 1", "Every 2 Weeks on Sunday", "yearly",
    ])
    func `the rules that most files have are read without the tables`(text: String) throws {
        #expect(try PlainRule.rule(text) == Reader.stored(text))
    }
}
