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
        "@every day utnil dec 1", "@tomorrow 9ma", "@daily stating monday", "@every month on the fist",
        "@every mon, wde and fri", "@every mon wde fri", "@every day but sundy", "@every day ending aug 3",
        "@every day expect sunday", "@tomorrow 5-6pm", "@friday at 13:00 CET", "@1 dec 2000 euros", "@1 dec 1500 euros",
        "@every mondya +Home", "@every blurp", "@each customer",
    ])
    func `words that may belong to the date or to the title are refused`(phrase: String) {
        let line = CaptureLine(parsing: "Call \(phrase)", now: Self.now)
        #expect(!line.faults.isEmpty, "\(line.title)")
        for fault in line.faults { #expect(fault.offset >= 5 && fault.offset + fault.length <= line.text.utf8.count) }
    }

    @Test(arguments: [
        ("Call @tomorow", "@tomorow", "@tomorrow"), ("Call @evry day", "@evry day", "@every day"),
        ("Call @tmorrow 9am Bob", "@tmorrow 9am", "@tomorrow 9am"),
        ("Call tmorrow 9am", "tmorrow 9am", "@tomorrow 9am"),
        ("Call @next mondy 9am", "@next mondy 9am", "@next monday 9am"),
        ("Call @in 3 dyas", "@in 3 dyas", "@in 3 days"),
        ("@Wendesday 9:00", "@Wendesday 9:00", "@wednesday 9:00"),
    ])
    func `a misspelt date stays in the title and is corrected with all its words`(
        text: String,
        typed: String,
        correction: String
    ) throws {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title.contains(typed) && line.unused == nil)
        let found = try #require(line.misspelling)
        #expect(found.typed == typed && found.correction == correction)
        #expect(CaptureLine(parsing: found.correction, now: Self.now).hasPhrase)
    }

    @Test(arguments: [
        "@bob", "@Jane", "@mark 5", "@dan", "@noah", "@fortnight", "@mary", "@home", "@work", "@1st", "@Tony 9",
    ])
    func `a name is no misspelt date`(text: String) {
        let line = CaptureLine(parsing: "Call \(text)", now: Self.now)
        #expect(line.misspelling == nil && line.faults.isEmpty, "\(line.misspelling?.correction ?? "")")
    }

    @Test(arguments: [
        ("Call @mid december", "'mid december' names no day"), ("Call @asap", "'asap' names no date"),
        ("Call @someday", "'someday' names no date"), ("Call @17", "'17' does not say whether it is an hour"),
        ("Call @easter Bob", "'easter' is on another date every year"),
    ])
    func `what was meant as a date but names none stays in the title, with the reason`(text: String, reason: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.title == text && line.faults.isEmpty)
        #expect(line.refusal?.message.hasPrefix(reason) == true, "\(line.refusal?.message ?? "")")
    }

    @Test(arguments: [
        ("Meet Ann @friday for lunch", "Meet Ann for lunch"), ("Pay @monday in cash", "Pay in cash"),
        ("Call @tomorrow and ask about the car", "Call and ask about the car"),
        ("Call @tomorrow 9am about the car", "Call about the car"), ("Gifts @dec 23 for mum", "Gifts for mum"),
        ("@first thing", "@first thing"), ("The @third party", "The @third party"), ("Call @mon 9", "Call"),
        ("Meet @tomorrow at 8 people from work", "Meet people from work"),
        ("Run @every monday 20:00 with Tom", "Run with Tom"), ("Walk @tomorrow morning +Health", "Walk"),
        ("@friday Weed the garden", "Weed the garden"), ("@tomorrow light candles", "light candles"),
        ("Meet @tomorrow 5-6 people", "Meet 5-6 people"), ("Buy @tomorrow 2kg flour", "Buy 2kg flour"),
        ("Read @1 dec 2027 War and Peace", "Read War and Peace"), ("Mail @everyone", "Mail @everyone"),
    ])
    func `other words stay in the title`(text: String, title: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title == title, "\(line.faults) \(line.title)")
    }
}
