import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

/// Words after `@` that could silently be read as something else than they mean.
struct CaptureReadingTests {
    /// Wednesday, 10:00.
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 18), CivilTime(unchecked: 10 * 3_600))

    private func read(_ text: String) -> CaptureLine { CaptureLine(parsing: text, now: Self.now) }

    @Test(arguments: [
        ("@friday to sunday", "@every friday to sunday", "@friday"), ("@fri-sun", "@every fri-sun", "@fri"),
        ("@monday to wednesday", "@every monday to wednesday", "@monday"),
        ("@dec 24 and 25", "@every dec 24 and 25", "@dec 24"), ("@24 dec, 25 dec", "@every 24 dec, 25 dec", "@24 dec"),
        ("@the 24th and 25th", "@every the 24th and 25th", "@the 24th"), ("@sat and sun", "@every sat and sun", "@sat"),
        ("@monday and tuesday", "@every monday and tuesday", "@monday"),
        ("@mon wed fri", "@every mon wed fri", "@mon"), ("@ friday to sunday", "@every friday to sunday", "@friday"),
        ("@from friday to sunday", "@every friday to sunday", nil), ("@weekday", "@every weekday", nil),
        ("@Monday Tuesday", "@every Monday Tuesday", "@Monday"),
    ])
    func `several days without 'every' are refused, with a series and one day`(
        phrase: String,
        series: String,
        day: String?
    ) throws {
        let fault = try #require(read("Trip \(phrase)").faults.first)
        #expect(fault.proposals.contains { $0.hasSuffix(series) }, "\(fault.message)")
        #expect(read("Trip \(series)").rule != nil && read("Trip \(series)").faults.isEmpty)
        guard let day else { return }
        #expect(fault.proposals.contains { $0.hasSuffix(day) }, "\(fault.message)")
        #expect(read("Trip \(day)").date != nil && read("Trip \(day)").faults.isEmpty)
    }

    @Test(arguments: [
        "@every friday to sunday", "@each sat and sun", "@weekly on mon, wed", "@fridays", "@mondays and tuesdays",
        "@weekdays", "@daily until tonight", "@9am every monday", "@2 weeks after completion", "@mornings",
        "@once a week", "@jan 1 and jul 1 every year", "@FREQ=DAILY", "@the 1st and 15th of each month",
        "@every friday til christmas",
    ])
    func `what says that it repeats is a series`(phrase: String) {
        let line = read("Walk \(phrase)")
        #expect(line.faults.isEmpty && line.rule != nil && line.title == "Walk", "\(line.faults)")
    }

    @Test(arguments: [
        // An end or a second day.
        "friday until 5pm", "today until 5pm", "friday until bed", "dec 25 to 27", "june 1 to 3", "tomorrow, wed",
        "mon, sat", "dec 24, 25", "friday to 3", "every dec 24 and 25 candles", "dec 23 or 24", "tomorrow thru friday",
        "every friday thru december", "every friday until bed", "every mon to fri 9 to 5", "every friday x5",
        "every friday until 5pm",
        // A time.
        "tomorrow from 3 to 4", "tomorrow before 9", "tomorrow around 9", "tomorrow around 3pm",
        "tomorrow around noon", "tomorrow 10ish", "tomorrow 9.5", "tomorrow lunchtime", "friday arvo",
        "friday am", "tomorrow pm", "sat am", "tomorrow 515pm", "friday 1830 dinner", "tomorrow 9 to 5",
        // A duration and a zone.
        "2nd week of january", "the 1st half of june", "friday 3pm 1h", "friday 3pm 30m", "friday 1h30m",
        "tomorrow 9am est", "tomorrow 9:00 utc", "tomorrow 9am CET",
        "tomorrow 9am London time", "tomorrow at 9 local time",
        // A name of several words.
        "every 3rd party audit", "every third party audit", "every 1st class trip", "next month end report",

        "friday week dentist", "tomorrow week re budget", "friday fortnight Holiday", "monthly on 1 2 tickets",
        "monthly on 15 20 eggs", "monthly on the 15th 3 bills",
    ])
    func `what belongs to a date or a rule is not put into the title`(phrase: String) {
        let line = read("Meet Bob @\(phrase)")
        #expect(!line.faults.isEmpty, "\(line.title)")
    }

    @Test(arguments: [
        ("tomorrow and 3 apples", "and 3 apples"), ("friday after 3 beers", "after 3 beers"),
        ("tomorrow about friday's cake", "about friday's cake"), ("friday 2000 words", "2000 words"),
        ("tomorrow lunch with Ann", "lunch with Ann"), ("friday sunset walk", "sunset walk"),
        ("tomorrow sun cream", "sun cream"), ("tomorrow 9am west wing", "west wing"),
        ("friday est. costs", "est. costs"),
        ("every 15th pay rent", "pay rent"), ("every 3rd Pay rent", "Pay rent"), ("friday 3d printer", "3d printer"),
        ("friday through the park", "through the park"), ("saturday 10k run", "10k run"),
        ("friday from Bob", "from Bob"), ("tomorrow morning to the shop", "to the shop"),
    ])
    func `other words after a date are the title`(phrase: String, title: String) {
        let line = read("@\(phrase)")
        #expect(line.faults.isEmpty && line.title == title && line.hasPhrase, "\(line.faults) \(line.title)")
    }

    @Test(arguments: [
        ("friday week", "2026-11-27"), ("today week", "2026-11-25"), ("tomorrow week", "2026-11-26"),
        ("friday fortnight", "2026-12-04"), ("tomorrow week 9am", "2026-11-26T09:00"),
        ("friday week at 9", "2026-11-27T09:00"),
    ])
    func `a day and 'week' is a week later`(phrase: String, date: String) {
        let line = read("Call @\(phrase)")
        #expect(line.date?.value.description == date && line.title == "Call" && line.faults.isEmpty)
    }

    @Test(arguments: [
        "first week of january", "second half of june", "1830", "5ish", "five",
        "early december", "mid december",
    ])
    func `what was meant as a date but is none is named`(phrase: String) {
        let line = read("Plan @\(phrase)")
        #expect(line.faults.isEmpty && line.title == "Plan @\(phrase)")
        #expect(line.unreadDate.map { $0.offset >= 6 } == true && line.misspelling == nil)
    }

    @Test func `a number apart from its mark is named too`() {
        #expect(read("Plan @ 5").unreadDate?.proposals == ["5am", "5pm"])
        #expect(read("Plan @ 10").unreadDate?.suggestion == "10:00")
        #expect(read("Lunch @ Bob's").unreadDate == nil && read("@five guys").unreadDate == nil)
    }

    @Test(arguments: ["@so 9:00", "@morgen 8am", "@moregn noon", "@tomorow 9am", "@evry 8 hours"])
    func `an unknown word before a time was meant as a date`(phrase: String) {
        let line = read("Café \(phrase)")
        let range = "Café ".utf8.count..<"Café \(phrase)".utf8.count
        let fault = line.unreadDate
        #expect(fault.map { range.contains($0.offset) && $0.offset + $0.length <= range.upperBound } == true)
    }

    @Test(arguments: [
        "Mail @anna", "@fryday", "Mail @anna about 9:00", "Mail @anna @9:00", "Mail @anna 9:00 @friday",
        "Mail @anna tomorrow",
    ])
    func `an unknown word elsewhere may be a name`(text: String) {
        #expect(read(text).unreadDate == nil)
    }

    @Test(arguments: [
        "@monthly on teh last friday", "@monthly on the lst friday", "@every 2 weeks on mnoday or friday",
    ])
    func `misspelt days after a rule are not a part of the title`(phrase: String) {
        #expect(read("Choir \(phrase)").faults.count == 1)
        #expect(read("Review @monthly on the road").faults.isEmpty)
    }

    @Test(arguments: [
        ("Call @tomorrow+Work", "@tomorrow +Work"), ("Call @tomorrow,+Work", "@tomorrow, +Work"),
        ("Call @tomorrow 9am+Work", "@tomorrow 9am +Work"), ("Call @daily+Work", "@daily +Work"),
        ("Call +Work@tomorrow", "+Work @tomorrow"), ("Call +Work,@daily", "+Work, @daily"),
    ])
    func `a date and a tag without a blank between them are refused`(text: String, advice: String) {
        let line = read(text)
        #expect(line.faults.count == 1 && line.faults[0].proposals.contains { $0.contains(advice) }, "\(line.faults)")
    }

    @Test(arguments: ["Mail @bob+work", "Read @C++", "Try @tomorrow++", "Call +Work@home"])
    func `other words with both signs are what they were`(text: String) {
        #expect(read(text).faults.isEmpty)
    }
}
