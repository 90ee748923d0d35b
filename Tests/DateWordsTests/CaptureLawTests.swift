import TestSupport
import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

/// What a fault proposes is a line, with all of its tags, that has a phrase and no fault.
@Suite struct CaptureLawTests {
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    @Test func `every line that a fault proposes can be typed`() throws {
        var random = Random(seed: 36)
        let titles = ["", "Call", "Call the dentist", "Buy 3 apples", "Ask @bob", "Review 5 slides"]
        let rests = ["", "people", "of Bob", "+Home", "about May", "9 slides", "Evening walk", "-- Mail +1"]
        let rows = try ConformanceTests.lines("everyday").filter { $0[0] != "duration" }
        var count = 0
        for _ in 0..<Rounds.of(16_000) {
            let phrase = random.pick(rows)[1]
            let line = [random.pick(titles), "@" + phrase, random.pick(rests)].filter { !$0.isEmpty }
            let capture = CaptureLine(parsing: line.joined(separator: " "), now: Self.now)
            for fault in capture.faults {
                #expect(fault.offset >= 0 && fault.offset + fault.length <= capture.text.utf8.count)
                for proposal in fault.proposals where proposal.contains("@") && !phrase.contains("'") {
                    count += 1
                    let other = CaptureLine(parsing: proposal, now: Self.now)
                    #expect(other.faults.isEmpty && other.hasPhrase, "\(capture.text): \(proposal)")
                    #expect(other.tags == capture.tags, "\(capture.text): \(proposal)")
                }
            }
        }
        #expect(count > Rounds.least(4_000), "\(count)")
    }

    @Test(arguments: [
        "a@tomorrow ", "@friday 5 slides ", "@every blurp ", "a@b+c@d ", "+a@", "tomorrow at ", "@", "@due ",
    ])
    func `a long line has its faults, and no more than the first have proposals`(text: String) {
        let line = CaptureLine(parsing: String(repeating: text, count: 60), now: Self.now)
        #expect(line.faults.filter { !$0.proposals.isEmpty && $0.proposals[0].contains("@") }.count <= 8)
        for fault in line.faults { #expect(fault.offset + fault.length <= line.text.utf8.count) }
    }
}
