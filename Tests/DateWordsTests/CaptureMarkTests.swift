import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

struct CaptureMarkTests {
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    @Test(arguments: [
        ("Call the dentist @tomorrow 9am +Health", "Call the dentist", "22 nov 2026 09:00", ""),
        ("Pay rent @every 15th at 9am +Home,Bills", "Pay rent", "", "monthly on 15 at 09:00"),
        ("Water the fern @every 3 days", "Water the fern", "", "every 3 days"),
        ("Mail @bob about it", "Mail @bob about it", "", ""),
        ("Review -- Mail @tomorrow +1", "Review Mail @tomorrow +1", "", ""),
        ("Meet Ann @friday for lunch", "Meet Ann for lunch", "27 nov 2026", ""),
        ("Dinner @dec 3 @ 2:30pm", "Dinner", "3 dec 2026 14:30", ""),
        ("Rent @friday at noon.", "Rent", "27 nov 2026 12:00", ""),
        ("Rent @next week. Call bank", "Rent Call bank", "23 nov 2026", ""),
        ("Call @monday every 2 weeks", "Call", "23 nov 2026", "every 2 weeks"),
        ("The @third party", "The @third party", "", ""), ("Watch @sixth sense", "Watch @sixth sense", "", ""),
        ("Pay rent @1st monthly, 9am", "Pay rent", "1 dec 2026", "monthly at 09:00"),
        ("Tidy @dec 1 every month at 9", "Tidy", "1 dec 2026", "monthly at 09:00"),
        ("first monday of december @first monday of december", "first monday of december", "7 dec 2026", ""),
    ])
    func `a line is a title with its date, its rule and its tags`(
        text: String,
        title: String,
        date: String,
        rule: String
    ) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title == title, "\(line)")
        #expect((line.date?.spelling ?? "") == date && (line.rule?.spelling ?? "") == rule, "\(line)")
    }

    @Test(arguments: [
        "Review @friday 5 slides", "Ask @friday 9 people", "Run @every monday tuesday prep", "Pay @tomorrow 9am,5pm",
        "Do @every day 10 times pushups", "Call @in 2 weeks time off", "Meet @tomorrow at lunch", "Call @tomorrow at 5",
        "Call @friday to sunday", "Call @bimonthly", "Call @twice a week", "Gym @every day utnil dec 1",
        "Pay @5/6/2027", "Pay @due someday",
    ])
    func `what has two readings is refused`(text: String) {
        #expect(CaptureLine(parsing: text, now: Self.now).faults.count == 1, "\(text)")
    }

    @Test(arguments: ["Review @friday 9 slides of Bob", "Run @every monday tuesday prep", "Call @tomorrow 20 eggs"])
    func `both readings of a doubt can be typed`(text: String) throws {
        let fault = try #require(CaptureLine(parsing: text, now: Self.now).faults.first)
        #expect(fault.proposals.count == 2, "\(fault)")
        #expect(Set(fault.proposals.map { CaptureLine(parsing: $0, now: Self.now).title }).count == 2)
    }

    @Test func `a span is refused with its whole start`() {
        let fault = CaptureLine(parsing: "Meeting @9-10am friday", now: Self.now).faults.first
        #expect(fault?.proposals == ["Meeting @9am friday"], "\(fault?.message ?? "")")
    }

    @Test func `a deadline is its own date`() {
        let line = CaptureLine(parsing: "Report @monday 9am @due friday 16:00 +Work", now: Self.now)
        #expect(line.date?.spelling == "23 nov 2026 09:00" && line.deadline?.spelling == "27 nov 2026 16:00")
        #expect(line.title == "Report" && line.tags == ["Work"] && line.faults.isEmpty)
    }

    @Test(arguments: ["Call @mid december", "Call @asap", "Call @someday", "Call @easter Bob"])
    func `what was meant as a date but names none stays in the title, with the reason`(text: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.title == text && line.faults.isEmpty && line.unreadDate != nil, "\(line)")
    }
}
