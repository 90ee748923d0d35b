import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

/// Words right after a phrase that go on with it: issue 13. Once, they slipped into the title.
struct CaptureContinuationTests {
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    @Test(arguments: [
        "every month wed", "every mon 9am wed", "1 dec wed", "in 2 weeks fri", "every mon 18-19", "tomorrow 9am,5pm",
        "daily for 10", "daily x 10", "every monday 10 mondays", "weekly (4 times)", "monthly dec-feb",
        "25 dec in 2027",
        "every monday in 2027", "tomorrow 9am PT", "tomorrow 9am ET", "tomorrow 9am GMT+1", "tomorrow 9am UTC+2",
        "tomorrow 9am (UTC)", "tomorrow 9am New York time", "tomorrow 9am +0200", "tomorrow 9amPT", "tomorrow ~9am",
        "tomorrow [9am]", "tomorrow (9am)", "tomorrow 9–10", "tomorrow 9—10", "friday (1 dec)", "daily (until 1 may)",
        "daily (except sunday)", "tomorrow/9am", "tomorrow-9am", "tomorrow_9am", "1 dec/9am", "m/w/f", "mwf",
        "mon-wed-fri", "monthly 15", "every day 9", "daily mon", "tomorrow 9am then 5pm", "tomorrow 9am|10am",
        "25 dec 1930", "15 dec 1200", "next month 12", "next month 15", "hourly 9-5", "every monday until 20 nov",
        "weekly 10 mondays", "next month wed", "tomorrow 9am-ish", "tomorrow <9am", "1 dec '26",
        "daily (5x)", "25-27 dec", "dec 24-26", "9am-5pm",
    ])
    func `words that go on with a phrase in a form that it has not are refused`(phrase: String) {
        let line = CaptureLine(parsing: "Gym @\(phrase)", now: Self.now)
        #expect(line.faults.count == 1, "\(line.title) \(line.date?.value.description ?? "")")
    }

    @Test(arguments: [
        ("tomorrow 14:30h", "2026-11-22T14:30"), ("tomorrow 14:30 Uhr", "2026-11-22T14:30"),
        ("tomorrow 16 uhr", "2026-11-22T16:00"), ("tomorrow 9am!", "2026-11-22T09:00"), ("tomorrow!", "2026-11-22"),
        ("nxt mon", "2026-11-23"), ("25 dec 0900", "2026-12-25T09:00"), ("25 dec 2030", "2030-12-25"),
        ("next month 5th", "2026-12-05"), ("next month on the 5th", "2026-12-05"), ("25 dec 1985", "1985-12-25"),
    ])
    func `dates with one natural reading are read`(phrase: String, date: String) {
        let line = CaptureLine(parsing: "Gym @\(phrase)", now: Self.now)
        #expect(line.faults.isEmpty && line.title == "Gym" && line.date?.value.description == date, "\(line)")
    }

    @Test(arguments: [
        ("monthly 1,15", "monthly on 1, 15"), ("monthly 1 and 15", "monthly on 1, 15"),
        ("daily 8,14,20", "daily at 08:00, 14:00, 20:00"), ("daily 8 and 20", "daily at 08:00, 20:00"),
        ("daily 0900 and 1700", "daily at 09:00, 17:00"), ("every mwf", "weekly on monday, wednesday, friday"),
        ("every hour 9-17", "every hour between 9 and 17"), ("hourly 9am–5pm", "every hour between 9 and 17"),
        ("every mon–fri 9am", "weekdays"), ("daily minus sunday", "daily except sunday"), ("every nite", "daily"),
    ])
    func `rules with one natural reading are read`(phrase: String, same: String) throws {
        let line = CaptureLine(parsing: "Gym @\(phrase)", now: Self.now)
        #expect(line.faults.isEmpty && line.title == "Gym", "\(line)")
        #expect(try line.rule?.rule == RulePhrase(parsing: same, now: Self.now).rule, "\(line.rule?.text ?? "")")
    }

    @Test(arguments: [
        ("Buy 10 apples @tomorrow", "Buy 10 apples"), ("Call mum @friday about May", "Call mum about May"),
        ("Meet Pat @mon 9am West Street", "Meet Pat West Street"),
        ("@mon New York trip", "New York trip"), ("Book table @friday for 2", "Book table for 2"),
        ("Book a table @saturday 7pm for 4", "Book a table for 4"), ("@fri 6pm 2 pizzas", "2 pizzas"),
        ("@mon 9am Room 101", "Room 101"), ("@weekly 1:1 with Bob", "1:1 with Bob"), ("@monthly 15 eggs", "15 eggs"),
        ("@every day 10 push ups", "10 push ups"), ("@daily 2 litres of water", "2 litres of water"),
        ("@weekly 3 mile run", "3 mile run"), ("@tomorrow (urgent) fix leak", "(urgent) fix leak"),
        ("@tomorrow [work] slides", "[work] slides"), ("@tomorrow \"Dune\" at cinema", "\"Dune\" at cinema"),
        ("@friday without kids", "without kids"), ("@daily without sugar", "without sugar"),
        ("@weekly x ray check", "x ray check"), ("@friday x factor", "x factor"),
        ("@tomorrow 5-6 people", "5-6 people"),
        ("@tomorrow 3-4 chapters", "3-4 chapters"), ("@tomorrow 7-eleven run", "7-eleven run"),
        ("@sat 10k run", "10k run"), ("@tomorrow ~20 guests", "~20 guests"), ("@thu May I ask", "May I ask"),
        ("@daily 8 and under club", "8 and under club"), ("@next month 12 eggs", "12 eggs"),
        ("@monday.com account", "@monday.com account"), ("@sun-city tickets", "@sun-city tickets"),
        ("@john-smith call back", "@john-smith call back"), ("See @work/laptop", "See @work/laptop"), ("@bob", "@bob"),
        ("@tomorrow 9/11 memorial", "9/11 memorial"), ("@fri 20:00 8 mile", "8 mile"),
        ("Flight @3 dec 6:45 BA123", "Flight BA123"), ("@every friday 20 euros to Anna", "20 euros to Anna"),
        ("@tomorrow Mark essays", "Mark essays"), ("@friday then home", "then home"),
    ])
    func `ordinary titles stay whole`(text: String, title: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title == title, "\(line.faults) \(line.title)")
    }

    @Test(arguments: [
        ("@daily 9 gym", "9"), ("Gym @nex mon", "mon"), ("@every mon 9 gym", "9"),
    ])
    func `a short word that may have been meant as a part of the phrase is named`(text: String, word: String) {
        #expect(CaptureLine(parsing: text, now: Self.now).unused == word)
    }

    @Test(arguments: ["@next month 1st aid course", "@next month 3rd draft", "@monthly 1, 2 bedroom flats"])
    func `a number that may begin the title is refused with both readings`(text: String) throws {
        let fault = try #require(CaptureLine(parsing: text, now: Self.now).faults.first)
        let lines = fault.proposals
        #expect(lines.count == 2, "\(fault.message)")
    }

    @Test(arguments: [
        ("weekly", "2026-11-28T09:00"), ("monthly", "2026-12-21T09:00"), ("yearly", "2027-11-21T09:00"),
        ("every 2 weeks", "2026-11-28T09:00"), ("daily", "2026-11-22T09:00"), ("every sat", "2026-11-28T09:00"),
    ])
    func `a rule with a time that has passed today begins on its next day`(rule: String, date: String) throws {
        let now = CivilDateTime(Self.now.date, CivilTime(unchecked: 10 * 3_600))
        let phrase = try RulePhrase(parsing: "\(rule) at 9", now: now)
        let series = try TypedSeries(phrase, on: nil, now: now, in: .utc, allDayAt: .midnight)
        #expect(series?.date.description == date)
    }

    @Test func `an end that passed within months is no end in a year`() throws {
        #expect(throws: ParseError.self) { try RulePhrase(parsing: "every monday until 20 nov", now: Self.now) }
        #expect(try RulePhrase(parsing: "every monday until 30 nov", now: Self.now).end != nil)
        // On 5 January, 31 December is to come.
        let january = CivilDateTime(CivilDate(unchecked: 2027, 1, 5))
        let phrase = try RulePhrase(parsing: "daily until 31 dec", now: january)
        #expect(phrase.until(from: DateValue(january.date))?.description == "2027-12-31")
    }

    @Test(arguments: [
        ("tomorrow mornign", "@tomorrow morning"), ("1 dec, then monthly", "@1 dec monthly"),
        ("23 nov 9am mon-fri", "@23 nov 9am every mon-fri"), ("tomorrow 9am (weekly)", "@tomorrow 9am weekly"),
        ("1 dec and every month", "@1 dec every month"), ("monthly x12", "@monthly for 12 times"),
        ("tomorrow from 10 to 11", "@tomorrow 10:00"), ("dec 20 - dec 27", "@dec 20"),
        ("1st monday", "@1st monday of the month"),
    ])
    func `the refusal of words in another order proposes the order that is read`(phrase: String, proposal: String) {
        let line = CaptureLine(parsing: "Rent @\(phrase)", now: Self.now)
        let proposals = line.faults.first?.proposals ?? []
        #expect(proposals.contains { $0.hasSuffix(proposal) }, "\(proposals)")
    }

    @Test(arguments: ["Party @8pm @saturday", "Party @saturday @8pm", "@saturday Party @8pm"])
    func `a day and a time that stand apart are one date`(text: String) {
        let line = CaptureLine(parsing: text, now: Self.now)
        #expect(line.faults.isEmpty && line.title == "Party" && line.date?.value.description == "2026-11-28T20:00")
    }
}
