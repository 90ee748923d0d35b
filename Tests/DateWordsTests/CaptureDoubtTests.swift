import Bytes
import TestSupport
import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

struct CaptureDoubtTests {
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    @Test(arguments: [
        "@every 15 minutes for an hour", "@every monday at noon except in august", "@every 6 months on 1 jan",
        "@every month end", "@every year on easter", "@every friday 13th", "@every mon at 9 and tue at 10",
        "@every monday but not dec 28", "@friday 9 people", "@tomorrow 10 clients", "@tomorrow 20 eggs",
        "@friday before christmas", "@monday after christmas", "@monday every tue", "@tomorrow every 3rd",
        "@every day utnil dec 1", "@tomorrow 9ma", "@daily stating monday", "@every month on the fist",
        "@every mon, wde and fri", "@every mon wde fri", "@every day but sundy",
        "@every day expect sunday", "@tomorrow 5-6pm", "@friday at 13:00 CET", "@1 dec 2000 euros", "@1 dec 1500 euros",
        "@every mondya +Home", "@every blurp", "@each customer", "@2 days before my birthday",
        "@2 days after the party",
        "@daily except bank holidays", "@weekdays but not on public holidays", "@daily except when it rains",
        "@everyweek",
        "@dec 5 monthly until june", "@dec 5 every 6 weeks until june", "@every first week", "@every other weekday",
        "@tomorrow, at about 10", "@tomorrow/budget", "@monday after lunch", "@friday before work", "@everymonday 9am",
        "@1 dec + monthly",
        "@tomorrow 9am / weekly",
        "@nextweek", "@thisfriday", "@endofmonth", "@dayaftertomorrow",
    ])
    func `words that may belong to the date or to the title are refused`(phrase: String) {
        let line = CaptureLine(parsing: "Call \(phrase)", now: Self.now)
        #expect(!line.faults.isEmpty, "\(line.title)")
        for fault in line.faults { #expect(fault.offset >= 5 && fault.offset + fault.length <= line.text.utf8.count) }
    }

    @Test(arguments: ["Call mum@tomorrow", "Call mum@next week", "Call mum@every friday +Home", "Call mum@9am"])
    func `a word and a date without a blank between them are refused`(text: String) throws {
        let fault = try #require(CaptureLine(parsing: text, now: Self.now).faults.first)
        #expect(fault.proposals.allSatisfy { $0.contains("mum @") } && !fault.proposals.isEmpty)
    }

    /// Without a rule it would be delivered once.
    @Test(arguments: ["Pills daily @8am", "Run mondays @6am", "Run weekly @friday 6am", "Pills every day @8am"])
    func `a rule right before the date is refused, and both readings can be typed`(text: String) throws {
        let fault = try #require(CaptureLine(parsing: text, now: Self.now).faults.first, "\(text)")
        let readings = fault.proposals
        let lines = readings.map { CaptureLine(parsing: $0, now: Self.now) }
        #expect(lines.map(\.faults.isEmpty) == [true, true], "\(fault.message)")
        #expect(lines.map { $0.rule != nil } == [true, false], "\(fault.message)")
    }

    @Test(arguments: [
        "Daily standup @9am", "Weekly review @friday", "Read The Daily @friday", "Order @monday repeat pills",
    ])
    func `words of a rule elsewhere in a title stay there`(text: String) {
        #expect(CaptureLine(parsing: text, now: Self.now).faults.isEmpty)
    }

    /// To explain a word, another phrase was parsed, which held the same word.
    @Test func `every word of the grammar can be wrong anywhere`() {
        let words = Grammar.advising.scanner.words.all.map(\.description).sorted()
        for word in Rounds.some(of: words, 8) {
            for text in [word, "friday \(word)", "\(word) \(word)", "every \(word) blurp", "\(word) every 2 weeks x"] {
                _ = try? WhenPhrase(parsing: text, now: Self.now)
                _ = try? RulePhrase(parsing: text, now: Self.now)
                _ = try? CivilDuration(parsing: text)
                #expect(CaptureLine(parsing: "Call @\(text)", now: Self.now).text.utf8.count == text.utf8.count + 6)
            }
        }
    }

    /// `@monthly 1st.` was monthly from today on.
    @Test(arguments: [
        ("Rent @friday at noon.", "2026-11-27T12:00", "Rent"), ("Rent @in 2 days.", "2026-11-23", "Rent"),
        ("Rent @next week. Call bank", "2026-11-23", "Rent Call bank"),
        ("Rent @friday noon… Call", "2026-11-27T12:00", "Rent Call"), ("Rent @1. dec", "2026-12-01", "Rent"),
        ("Rent @fri. 9am", "2026-11-27T09:00", "Rent"),
    ])
    func `the end of a sentence ends a date`(text: String, date: String, title: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.date?.value.iso == date && line.title == title, "\(line)")
    }

    @Test(arguments: ["Rent @monthly on the 1st.", "Rent @every month on the 1st. Call", "Rent @every 1st."])
    func `the end of a sentence ends a rule`(text: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.rule?.rule?.byMonthDay == [1], "\(line)")
    }

    @Test func `an address of mail stays in the title`() {
        let line = CaptureLine(parsing: "Write to bob@example.com @tomorrow", now: Self.now)
        #expect(line.faults.isEmpty && line.title == "Write to bob@example.com")
    }

    /// Its last words are a whole phrase with those before them, and without them the beginning of a title.
    @Test(arguments: [
        "@monday Sun Microsystems", "@every mon and sun cream",
        "@every monday Tuesday prep", "@every monday tuesday prep", "@daily Evening walk", "@tomorrow Noon meeting",
        "@every day 10 times pushups", "@every day ten times pushups", "@1 dec 2050 euros",
        "@1 dec 2060 cards",
        "@in 2 weeks time off", "@every day Morning run", "@1 jan and 1 may flowers", "@friday 9 people",
        "@daily morning walk", "@weekly evening run", "@tomorrow 20 eggs", "@weekly on mon and sat nav",
        "@Friday Evening walk",
    ])
    func `a phrase with a shorter one in it is refused, and each reading can be typed`(phrase: String) throws {
        let line = CaptureLine(parsing: "Ask +Home \(phrase) of Bob", now: Self.now)
        let fault = try #require(line.faults.first, "\(line.title)")
        let readings = fault.proposals
        #expect(readings.count == 2, "\(fault.message)")
        var titles: Set<String> = []
        for text in readings {
            let read = CaptureLine(parsing: text, now: Self.now)
            #expect(read.faults.isEmpty && read.hasPhrase && read.tags == ["Home"], "\(text)")
            titles.insert(read.title)
            // No word is lost.
            let words = Set(text.split(separator: " ").map { $0.drop { $0 == "@" } })
            #expect(words.isSuperset(of: line.text.split(separator: " ").map { $0.drop { $0 == "@" } }), "\(text)")
        }
        #expect(titles.count == 2)
    }

    @Test(arguments: [
        ("Call @tom", "@tomorrow"), ("Learn Greek @one day", "tomorrow"), ("Write to @Tom about it", "@tomorrow"),
        ("Call @monday Sun", "@every monday Sun"),
        ("Work @friday 2h", "2:00"), ("Work @friday 2h30 on it", "2:30"), ("@every friday 9h", "9:00"),
        ("x @every friday starting 6 nov", "6 nov 2026"), ("x @daily from 1.10.", "1 oct 2026"),
        ("Call Bob @daily from 9 to 17", "@daily at 09:00"), ("@every day between 9 and 17", "@every day at 09:00"),
    ])
    func `a phrase with two readings is refused with one that is clear`(text: String, proposal: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.first?.proposals.contains { $0.hasSuffix(proposal) } == true, "\(line)")
    }

    @Test(arguments: [
        ("Call @tom 9am", "Call"), ("Shift @friday 17h", "Shift"), ("Shift @friday 09h", "Shift"),
        ("Shift @friday at 9h", "Shift"), ("Gym @every mon wed fri", "Gym"), ("@every mon wed fri gym", "gym"),
        ("Hike @every sat and sun", "Hike"), ("@fri 27 nov Lunch", "Lunch"),
        ("@tomorrow morning walk the dog", "walk the dog"), ("@Every 2 Weeks On Monday Gym", "Gym"),
        ("@tomorrow 9 AM Call", "Call"), ("x @every friday starting 6 feb", "x"),
        ("x @every friday starting 6 nov 2026", "x"),
        ("@1 dec 2027 pay rent", "pay rent"), ("@25 dec 2027 presents", "presents"),
        ("x @daily starting in 10 months", "x"),
    ])
    func `a clear end of a phrase is accepted`(text: String, title: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title == title && line.hasPhrase, "\(line.faults) \(line.title)")
    }

    @Test(arguments: [("Call Bob +Work.", "Work"), ("Is it +work/client?", "work/client"), ("+v1.2: read", "v1.2")])
    func `a tag ends before the punctuation of a sentence`(text: String, tag: String) {
        #expect(CaptureLine(parsing: text, now: Self.now).tags == [tag])
    }

    @Test(arguments: ["@every monday at noon except in august", "@friday before christmas"])
    func `words that no phrase has are left to the title in a line that can be typed`(phrase: String) throws {
        let message = try #require(CaptureLine(parsing: "Call \(phrase)", now: Self.now).faults.first?.message)
        let text = try #require(message.split(separator: "'").map(String.init).last { $0.contains("@") })
        let read = CaptureLine(parsing: text, now: Self.now)
        #expect(read.faults.isEmpty && read.hasPhrase && !text.hasSuffix(phrase), "\(message)")
    }

    @Test(arguments: [("Only done today", "today"), ("Pay gone friday 9am", "friday 9am")])
    func `a word before a date is no misspelt date of its own`(text: String, date: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.misspelling == nil && line.unused == date && line.faults.isEmpty)
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
        ("Call @mid december", "'mid december' names no day"), ("Call @asap", "'asap'"), ("Call @someday", "'someday'"),
        ("Call @17", "'17' does not say whether it is a time"),
        ("Call @easter Bob", "'easter' is on a different date every year"),
        ("Meet @lunchtime", "'lunchtime' is not a fixed time"),
    ])
    func `what was meant as a date but names none stays in the title, with the reason`(text: String, reason: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.title == text && line.faults.isEmpty)
        #expect(line.unreadDate?.message.hasPrefix(reason) == true, "\(line.unreadDate?.message ?? "")")
    }

    @Test(arguments: [
        ("Meet Ann @friday for lunch", "Meet Ann for lunch"), ("Pay @monday in cash", "Pay in cash"),
        ("Call @tomorrow and ask about the car", "Call and ask about the car"),
        ("Call @tomorrow 9am about the car", "Call about the car"), ("Gifts @dec 23 for mum", "Gifts for mum"),
        ("@first thing", "@first thing"), ("Watch @sixth sense", "Watch @sixth sense"),
        ("@twenty-first century", "@twenty-first century"), ("Plan @every monday morning walks", "Plan walks"),
        ("The @third party", "The @third party"), ("Call @mon 9", "Call"),
        ("Meet @tomorrow at 9 people from work", "Meet people from work"),
        ("Run @every monday 20:00 with Tom", "Run with Tom"), ("Walk @tomorrow morning +Health", "Walk"),
        ("@friday Weed the garden", "Weed the garden"), ("@tomorrow light candles", "light candles"),
        ("Meet @tomorrow 5-6 people", "Meet 5-6 people"), ("Buy @tomorrow 2kg flour", "Buy 2kg flour"),
        ("Read @1 dec 2027 War and Peace", "Read War and Peace"), ("Mail @everyone", "Mail @everyone"),
    ])
    func `other words stay in the title`(text: String, title: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title == title, "\(line.faults) \(line.title)")
    }

    @Test(arguments: [
        ("Call @friday weekly", "2026-11-27", "weekly"), ("Call @monday every 2 weeks", "2026-11-23", "every 2 weeks"),
        ("Rent @1 dec every month +Home", "2026-12-01", "every month"),
        ("Read @tomorrow 9am every day", "2026-11-22T09:00", "every day"),
        ("Stand-up @monday 9am every weekday", "2026-11-23T09:00", "every weekday"),
    ])
    func `a date before a rule is the first one of the series`(text: String, date: String, rule: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.date?.value.description == date && line.rule?.text == rule, "\(line)")
        #expect(!line.title.contains("every") && !line.title.contains("week"))
    }

    @Test func `'weekly' before more words may belong to the title`() {
        for text in [
            "Do @friday weekly review", "Do @friday every monday", "Do @friday 9am daily walk",
            "Do @15th monthly report",
        ] {
            #expect(CaptureLine(parsing: text, now: Self.now).faults.count == 1, "\(text)")
        }
    }

    @Test(arguments: ["Dinner @dec 3 @ 2:30pm", "Dinner @dec 3 @2:30pm", "Dinner @ dec 3 @ 14:30 +Home"])
    func `'@' before the time of a date is 'at'`(text: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title == "Dinner", "\(line.faults)")
        #expect(line.date?.value.description == "2026-12-03T14:30")
    }

    @Test(arguments: [
        ("Pay @by friday", "friday"), ("Pay @By 1 dec 9am", "1 dec 9am"),
    ])
    func `a date after 'by' may be the deadline`(text: String, when: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.count == 1 && line.deadline == nil)
        #expect(line.faults.first?.proposals == ["Pay @\(when)", "Pay @due \(when)"])
    }

    @Test func `a hash before a word is a tag in other programs`() {
        let line = CaptureLine(parsing: "Buy milk #shopping, #2 and C# (#home)", now: Self.now)
        #expect(line.title == "Buy milk #shopping, #2 and C# (#home)" && line.faults.isEmpty)
        #expect(line.hashtags == ["#shopping", "#home"])
    }

    @Test(arguments: [
        ("Call @wednesday 10-11am", "@wednesday 10am'"), ("Call @wednesday 10:00-11:00", "@wednesday 10:00'"),
        ("Call @wednesday 11-1pm", "@wednesday 11am'"), ("Call @friday by 5pm", "@friday 5pm'"),
        ("Call @tomorrow around 3pm", "@tomorrow 3pm'"), ("Call @thu 14:00-15:00", "@thu 14:00'"),
        ("Meet Bob @friday until 5pm", "@friday 5pm'"),
    ])
    func `of a span of time the beginning is proposed`(text: String, proposal: String) {
        let fault = CaptureLine(parsing: text, now: Self.now).faults.first
        #expect(fault?.proposals.contains { "\($0)'".contains(proposal) } == true, "\(fault?.message ?? "")")
        // A line with the span in its title would ring at another time.
        for line in fault?.proposals ?? [] where fault?.message.contains("is a span") == true {
            #expect(CaptureLine(parsing: line, now: Self.now).date?.hasTime == true, "\(line)")
        }
    }

    @Test(arguments: [
        "@every 3 days after I finish", "@every 2 weeks from last completion", "@every 3 months when done",
        "@every 3 months after doing it", "@every 3 months from when I complete it", "@every 2 weeks after last time",
        "@every 6 months once it is completed", "@every 3 days after it's done",
    ])
    func `what follows the last completion`(text: String) {
        let line = CaptureLine(parsing: "Oil " + text, now: Self.now)
        #expect(line.title == "Oil" && line.rule?.countsFromCompletion == true, "\(line)")
    }

    @Test(arguments: [
        ("Run @every day this week", "2026-11-22"), ("Run @every friday this month", "2026-11-30"),
        ("Run @daily this year", "2026-12-31"),
    ])
    func `a rule in this week ends with it`(text: String, end: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        let day = DateValue(CivilDate(unchecked: 2026, 11, 21))
        #expect(line.title == "Run" && line.rule?.until(from: day)?.description == end, "\(line)")
    }

    @Test(arguments: ["Meet @tomorrow at lunch", "Meet @friday at bedtime"])
    func `a time that is not fixed is not part of the title`(text: String) {
        #expect(CaptureLine(parsing: text, now: Self.now).faults.count == 1)
    }
}
