import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

/// The deadline in a captured line: `@due friday 16:00`.
@Suite struct CaptureDeadlineTests {
    /// Saturday.
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    private func line(_ text: String) -> CaptureLine { CaptureLine(parsing: text, now: Self.now) }

    @Test(arguments: [
        ("Slides @wed 10:00 @due fri 16:00 +Work", "Slides", "2026-11-25T10:00", "2026-11-27T16:00"),
        ("@due mon Call Bob", "Call Bob", nil, "2026-11-23"),
        ("Toner @Due 15 dec, +Work", "Toner", nil, "2026-12-15"),
        ("Rent @due 1 dec @monthly", "Rent", nil, "2026-12-01"),
        ("Rent @due fri @9am", "Rent", nil, "2026-11-27T09:00"),
        ("Ask @bob about it @due tomorrow", "Ask @bob about it", nil, "2026-11-22"),
        ("-- Toner @due fri", "Toner @due fri", nil, nil),
        ("Ask @by the way", "Ask @by the way", nil, nil),
    ]) func `@due gives the deadline`(text: String, title: String, date: String?, deadline: String?) {
        let line = line(text)
        #expect(line.faults.isEmpty)
        #expect(line.title == title)
        #expect(line.date?.value.iso == date)
        #expect(line.deadline?.value.iso == deadline)
    }

    @Test(arguments: [
        ("Toner @due", ["@due friday", "@due 25 dec 16:00"]), ("Toner @due fri @due sat", []),
        ("Toner @by 15 dec", ["@15 dec", "@due 15 dec"]),
        ("Toner @due fri every week", ["@due fri"]),
    ]) func `a deadline that is unclear is refused`(text: String, proposals: [String]) throws {
        let fault = try #require(line(text).faults.first)
        let found = fault.proposals.map { String($0.drop { $0 != "@" }) }
        #expect(line(text).faults.count == 1 && (proposals.isEmpty || found == proposals), "\(fault.message)")
    }

    @Test func `a misspelt deadline is refused, and not left in the title`() {
        let line = line("Toner @due fridya 16:00")
        #expect(line.faults.first?.proposals == ["Toner @due friday 16:00"], "\(line.faults)")
    }

    @Test(arguments: [
        ("Renew the insurance by 15 dec", ["@due 15 dec", "@15 dec"]), ("Renew it due 15 dec", ["@due 15 dec"]),
        ("Renew it 15 dec, in town +Home", ["@15 dec"]),
        // The start of a span; but not one of two readings.
        ("Meet 5-6pm", ["@5pm"]), ("Trip 14-16 dec", ["@14 dec"]), ("Meet 17:00-18:00 +Home", ["@17:00"]),
        ("Meet tomorrow 5-6pm", ["@tomorrow 5pm"]), ("Call Bob at 5", []),
    ]) func `words that look like a date are proposed as the date or the deadline`(text: String, marked: [String]) {
        let line = line(text)
        let repairs = line.repairs(ofUnused: line.unused ?? "")
        #expect(repairs.map(\.marked) == marked)
        for repair in repairs {
            let read = self.line(repair.line)
            #expect(read.title == repair.title && read.hasPhrase && read.tags == line.tags, "\(repair)")
        }
    }

    @Test func `the words of a deadline are completed`() {
        #expect(CaptureLine.continuation(of: "Toner @du") == .words(["due"]))
        guard case .words(let words) = CaptureLine.continuation(of: "Toner @due fr") else {
            Issue.record("no words")
            return
        }
        #expect(words.contains("friday") && !words.contains("daily"))
    }
}
