import CivilTime
import Testing
import Text

@testable import DateWords

/// Phrases that were read as something else than they mean, without a word.
struct MisreadPhraseTests {
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    @Test(arguments: [
        ("Call @tomorrow morning 11", "2026-11-22T11:00"), ("Call @tonight 9", "2026-11-21T21:00"),
        ("Call @friday night 11", "2026-11-27T23:00"), ("Call @wk 50", "2026-12-07"),
        ("Call @christmas 2027", "2027-12-25"),
    ])
    func `the whole phrase is the date`(text: String, date: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title == "Call" && line.date?.value.iso == date, "\(line)")
    }

    @Test(arguments: [
        "Call @tomorrow morning 11 people", "Call @tomorrow from 9", "Call @every weekday from 9",
        "Call @weekly sat nav",
        "Call @every 2 weeks sun cream", "Call @the 15th may be late", "Call @in 2 hours 30", "Call @every monday ten",
    ])
    func `what may go on is a doubt, and each reading can be typed`(text: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.count == 1 && (line.faults.first?.proposals.count ?? 0) > 1, "\(line)")
        for proposal in line.faults.flatMap(\.proposals) {
            #expect(CaptureLine(parsing: proposal, now: Self.now).faults.isEmpty, "\(proposal)")
        }
    }

    @Test func `a long list is read to its end`() {
        let days = (1...25).map(String.init).joined(separator: ", ")
        let line = CaptureLine(parsing: "Pay @monthly on \(days) rent", now: Self.now)
        #expect(line.faults.isEmpty && line.title == "Pay rent" && line.rule?.rule?.byMonthDay == Array(1...25))
    }

    /// Also if the list is longer than the words that are looked at first, and if a doubt follows it.
    @Test func `a phrase that does not fit is refused, and never cut`() {
        let quarters = (0..<96).map { "\($0 / 4):\($0 % 4 * 15 / 10)\($0 % 4 * 15 % 10)" }
        let day = CaptureLine(parsing: "Pill @daily at \(quarters.joined(separator: ", "))", now: Self.now)
        #expect(day.faults.isEmpty && day.title == "Pill" && day.rule?.rule?.byHour.count == 24, "\(day.faults)")
        let long = (quarters + quarters).joined(separator: ", ")
        #expect(!CaptureLine(parsing: "Pill @daily at \(long)", now: Self.now).faults.isEmpty)
        let days = (1...25).map(String.init).joined(separator: ", ")
        for rest in ["utnil dec 1", "except in august"] {
            #expect(!CaptureLine(parsing: "Pay @monthly on \(days) \(rest)", now: Self.now).faults.isEmpty, "\(rest)")
        }
    }

    @Test(arguments: ["every 30th of february", "every 31st of april", "30th of february", "every 31st of june, july"])
    func `a day that no year has is refused`(text: String) {
        #expect(PhraseKind.rule.refusal(of: text)?.reason == .noSuchDate)
    }

    @Test(arguments: [
        ("last business day of each quarter", "2026-12-31 2027-03-31 2027-06-30"),
        ("first working day of every quarter", "2027-01-01 2027-04-01 2027-07-01"),
        ("last weekday of march and june", "2027-03-31 2027-06-30 2028-03-31"),
    ])
    func `working days of several months are counted in each`(text: String, dates: String) throws {
        let phrase = try RulePhrase(parsing: text, now: Self.now)
        let rule = try #require(phrase.rule)
        let series = Series(rule: rule, anchor: DateValue(Self.now.date), zone: .utc, allDayAt: .noon)
        #expect(series.occurrences().prefix(3).map(\.local.date.description).joined(separator: " ") == dates)
        #expect(try RecurrenceRule(parsing: #require(phrase.text)) == rule)
    }

    @Test(arguments: ["bi-monthly", "bi-annually", "semi monthly", "tri-weekly"])
    func `a frequency with two readings is refused with both, also with a hyphen`(text: String) {
        #expect(PhraseKind.rule.refusal(of: text)?.alternatives.count == 2)
    }

    @Test(arguments: [("thu 25 dec 6pm", "friday 25 dec 2026 18:00"), ("31 april", "30 apr")])
    func `a date that is wrong is corrected with its time`(text: String, date: String) {
        let suggestion = #expect(throws: ParseError.self) { try WhenPhrase(parsing: text, now: Self.now) }?.suggestion
        #expect(suggestion == date)
    }
}
