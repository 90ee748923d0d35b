import Testing

@testable import MemossFiles

struct CaptureDoubtTests {
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    @Test(arguments: [
        "@every 15 minutes for an hour", "@every day at 9 on weekdays", "@every monday at noon except in august",
        "@every day next week", "@every 6 months on 1 jan", "@every month end", "@every year on easter",
        "@every last day of the quarter", "@every friday 13th", "@every mon at 9 and tue at 10",
        "@every day in december",
        "@every monday but not dec 28", "@friday 8 people", "@tomorrow 10 clients", "@tomorrow 20 eggs",
        "@friday before christmas", "@monday after christmas", "@monday every 2 weeks", "@tomorrow every day",
    ])
    func `words that may belong to the date or to the title are refused`(phrase: String) {
        let line = CaptureLine(parsing: "Call \(phrase)", now: Self.now)
        #expect(!line.faults.isEmpty, "\(line.title)")
        for fault in line.faults { #expect(fault.offset >= 5 && fault.offset + fault.length <= line.text.utf8.count) }
    }

    @Test(arguments: [
        ("Meet Ann @friday for lunch", "Meet Ann for lunch"), ("Pay @monday in cash", "Pay in cash"),
        ("Call @tomorrow and ask about the car", "Call and ask about the car"),
        ("Call @tomorrow 9am about the car", "Call about the car"), ("Gifts @dec 23 for mum", "Gifts for mum"),
        ("@first thing", "@first thing"), ("The @third party", "The @third party"), ("Call @mon 9", "Call"),
        ("Run @every monday 20:00 with Tom", "Run with Tom"), ("Walk @tomorrow morning +Health", "Walk"),
    ])
    func `other words stay in the title`(text: String, title: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title == title, "\(line.faults) \(line.title)")
    }
}
