import Testing

@testable import CivilTime
@testable import MemossFiles

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
        ("Toner @due", "'@due' needs a date: write '@due friday' or '@due 25 dec 16:00'"),
        ("Toner @due fri @due sat", "there are two deadlines; give only one"),
        (
            "Toner @by 15 dec",
            "'@by 15 dec' may be the date or the deadline: write '@15 dec' for the date, or '@due 15 dec' for the deadline"
        ),
        (
            "Toner @due fri every week",
            "'every week' is not part of a valid deadline; if it belongs to the title, write 'Toner every week @due fri'"
        ),
    ]) func `a deadline that is unclear is refused`(text: String, reason: String) {
        #expect(line(text).faults.map(\.message) == [reason])
    }

    @Test func `a misspelt deadline is refused, and not left in the title`() {
        let line = line("Toner @due fridya 16:00")
        #expect(line.faults.first?.suggestion == "friday 16:00")
    }

    @Test func `words after by are proposed as the date and as the deadline`() {
        let line = line("Renew the insurance by 15 dec")
        let readings = line.readings(ofUnused: line.unused ?? "", now: Self.now, times: .usual)
        #expect(readings.map(\.text) == ["@15 dec", "@due 15 dec"])
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
