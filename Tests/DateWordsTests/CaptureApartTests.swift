import TestSupport
import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

/// The day and the time of one date that stand apart in a line: `Call mom tomorrow, please, @8am`. One of them alone is
/// another date.
@Suite struct CaptureApartTests {
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 7 * 3_600))

    private static let days = [
        ("tomorrow", "2026-11-22"), ("friday", "2026-11-27"), ("on friday", "2026-11-27"), ("25 dec", "2026-12-25"),
        ("next monday", "2026-11-23"), ("in 3 days", "2026-11-24"),
    ]
    private static let times = [
        ("8am", "08:00"), ("at 8am", "08:00"), ("17:30", "17:30"), ("9:15", "09:15"), ("8am sharp", "08:00"),
        ("at noon", "12:00"),
    ]

    @Test func `a day and a time in one line are one date, or the line is refused`() {
        var random = Random(seed: 27)
        let others = ["Call", "mom", "Bob", "about rent", "please", "+Home", "the flat", "quickly"]
        var (whole, refused) = (0, 0)
        for _ in 0..<Rounds.of(4_000) {
            let (day, date) = random.pick(Self.days)
            let (time, clock) = random.pick(Self.times)
            // The name of a part of the day may as well be a word of the title.
            let isDayMarked = random.below(2) == 0
            if isDayMarked, time == "at noon" { continue }
            var parts = isDayMarked ? ["@" + day, time] : [day, "@" + time]
            if random.below(2) == 0 { parts.reverse() }
            func more() -> [String] { (0..<random.below(3)).map { _ in random.pick(others) } }
            let text = (["Call"] + more() + [parts[0]] + more() + [parts[1]] + more()).joined(separator: " ")
            let line = CaptureLine(parsing: text, now: Self.now)
            if line.faults.isEmpty {
                #expect(line.date?.value.iso == "\(date)T\(clock)", "\(text)")
                whole += 1
            } else {
                refused += 1
            }
        }
        #expect(whole > Rounds.least(500) && refused > Rounds.least(1_000), "\(whole) \(refused)")
    }

    @Test(arguments: [
        "Call mom tomorrow +Home please @8am", "Call mom at 8am +Home please @friday", "Call +Home at 5 @friday",
        "Take pills at 8am +Home @daily", "Take pills 17:30 +Home @every monday",
    ])
    func `each reading can be typed, and no word is lost`(text: String) throws {
        let line = CaptureLine(parsing: text, now: Self.now)
        let fault = try #require(line.faults.first, "\(line.title)")
        let readings = fault.proposals
        #expect(readings.count >= 2, "\(fault.message)")
        var titles: Set<String> = []
        for reading in readings {
            let read = CaptureLine(parsing: reading, now: Self.now)
            #expect(read.faults.isEmpty && read.hasPhrase && read.tags == ["Home"], "\(reading)")
            titles.insert(read.title)
        }
        #expect(titles.count == 2)
    }

    @Test(arguments: [
        "Good evening mom @tomorrow", "Weekly report @8am", "Buy christmas presents @8am",
        "Meet at 5 Main Street @friday",
        "Read the may issue @9:00", "Call Bob @tomorrow 9am about friday", "Gym @every monday 18:00", "Sun cream @8am",
    ])
    func `words that complete no date stay in the title`(text: String) {
        #expect(CaptureLine(parsing: text, now: Self.now).faults.isEmpty)
    }
}
