import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// Words for whole periods in queries (#14).
@Suite struct PeriodQueryTests {
    /// Saturday, 21 November 2026.
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    private static let periods: [(text: String, first: String, last: String)] = [
        ("next week", "2026-11-23", "2026-11-29"), ("this week", "2026-11-16", "2026-11-22"),
        ("last week", "2026-11-09", "2026-11-15"), ("the week after next", "2026-11-30", "2026-12-06"),
        ("week 45", "2027-11-08", "2027-11-14"), ("2026-W45", "2026-11-02", "2026-11-08"),
        ("weekend", "2026-11-28", "2026-11-29"), ("next weekend", "2026-11-28", "2026-11-29"),
        ("weekend after next", "2026-12-05", "2026-12-06"),
        ("next month", "2026-12-01", "2026-12-31"), ("this month", "2026-11-01", "2026-11-30"),
        ("last month", "2026-10-01", "2026-10-31"), ("month", "2026-11-01", "2026-11-30"),
        ("november", "2026-11-01", "2026-11-30"), ("Feb", "2027-02-01", "2027-02-28"),
        ("november 2027", "2027-11-01", "2027-11-30"), ("next quarter", "2027-01-01", "2027-03-31"),
        ("next year", "2027-01-01", "2027-12-31"),
    ]

    @Test func `a word for a period means all its days, and a word for a day that day`() throws {
        for (text, first, last) in Self.periods {
            let period = try PeriodPhrase(parsing: text, now: Self.now)
            #expect(period?.first.description == first, "\(text)")
            #expect(period?.last.description == last, "\(text)")
        }
        for text in [
            "monday", "next friday", "friday next week", "next week friday", "end of month", "2026-W45-2", "today",
            "in 2 weeks", "25 dec", "", "next", "november 30",
        ] {
            #expect(try PeriodPhrase(parsing: text, now: Self.now) == nil, "\(text)")
        }
    }

    @Test func `a query for a period finds every day of it, also in comparisons and ranges`() throws {
        for (text, first, last) in Self.periods {
            func condition(_ mark: String) throws -> DateCondition {
                try DateCondition(parsing: mark + text, now: Self.now)
            }
            let (from, to) = (try DateValue(parsing: first), try DateValue(parsing: last))
            let (before, after) = (DateValue(from.date.adding(days: -1)), DateValue(to.date.adding(days: 1)))
            let days = [before, from, to, after]
            #expect(days.map { (try? condition(""))?.matches($0) } == [false, true, true, false], "\(text)")
            #expect(days.map { (try? condition("<"))?.matches($0) } == [true, false, false, false], "\(text)")
            #expect(days.map { (try? condition(">="))?.matches($0) } == [false, true, true, true], "\(text)")
            #expect(days.map { (try? condition(".."))?.matches($0) } == [true, true, true, false], "\(text)")
        }
    }

    @Test(arguments: [
        ("by friday", "2026-11-27", "2026-11-28"), ("until friday", "2026-11-27", "2026-11-28"),
        ("before friday", "2026-11-26", "2026-11-27"), ("since friday", "2026-11-28", "2026-11-26"),
        ("after friday", "2026-11-28", "2026-11-27"),
    ])
    func `a word that compares is no day itself`(text: String, matching: String, other: String) throws {
        let condition = try DateCondition(parsing: text, now: Self.now)
        let (inside, outside) = (try DateValue(parsing: matching), try DateValue(parsing: other))
        #expect(
            condition.matches(inside) && !condition.matches(outside)
        )
    }

    @Test func `what was created has a date that is not to come`() throws {
        let folder = try Folder([
            "a.md": "created: 2026-11-16T08:00", "b.md": "created: 2026-10-05", "c.md": "created: 2026-11-21T07:00",
        ])
        for (query, paths) in [
            ("created:monday", ["a"]), ("created:october", ["b"]), ("created:\"nov 16\"", ["a"]),
            ("created:>=monday", ["a", "c"]), ("created:week", ["a", "c"]), ("created:\"week 47\"", ["a", "c"]),
            ("created:\"since monday\"", ["a", "c"]), ("created:>=\"7 days ago\"", ["a", "c"]),
            ("created:2026", ["a", "b", "c"]),
        ] {
            #expect(try folder.matches(query) == paths, "\(query)")
        }
        for query in ["created:blah", "created:7d", "created:<7d", "created:recently"] {
            #expect(throws: ParseError.self, "\(query)") { try folder.matches(query) }
        }
    }

    @Test func `a quoted value may follow a sign of comparison`() throws {
        let folder = try Folder([
            "a.md": "estimate: 30\ndue: 2026-11-24", "b.md": "estimate: 45\ndue: 2026-12-24",
        ])
        for (query, paths) in [
            ("estimate:>\"30\"", ["b"]), ("estimate:>=\"30\"", ["a", "b"]), ("estimate:<\"45\"", ["a"]),
            ("due:>=\"1 december 2026\"", ["b"]), ("due:<\"1 december 2026\" estimate:30", ["a"]),
            ("(due:<=\"24 december 2026\")", ["a", "b"]),
        ] {
            #expect(try folder.matches(query) == paths, "\(query)")
        }
        #expect(throws: ParseError.self) { try folder.matches("due:>=\"monday") }
    }
}
