import MemossFiles
import Testing

@testable import CivilTime
@testable import mm

@Suite struct AgendaWordsTests {
    @Test(arguments: [
        ("", "", ""), ("tomorrow", "tomorrow", ""), ("tag:work", "", "tag:work"),
        ("friday tag:work", "friday", "tag:work"),
        ("tag:work friday", "friday", "tag:work"), ("-tag:home next week", "next week", "-tag:home"),
        ("december -is:overdue @bills", "december", "-is:overdue @bills"), ("dec 5 at 9:00", "dec 5 at 9:00", ""),
        ("tag:a OR tag:b december", "december", "tag:a OR tag:b"), ("2026-11-22T09:00", "2026-11-22T09:00", ""),
        ("(tag:a OR milk)", "", "(tag:a OR milk)"), ("-1d", "-1d", ""), ("tag:a milk", "", "tag:a milk"),
        ("dentist", "dentist", ""), ("NOT tag:a", "", "NOT tag:a"), ("+2w priority:high", "+2w", "priority:high"),
        ("tag:a friday to sunday", "friday to sunday", "tag:a"),
    ]) func `a date and the terms of a query are told apart`(line: String, when: String, query: String) {
        let time = TimeContext(now: Instant(secondsSince1970: 1_795_248_000), zone: .utc, allDayAt: .noon)
        let words = AgendaWords(line.split(separator: " ").map(String.init), at: time)
        #expect(words.when == when)
        #expect(words.query == query)
        // In quotes, as programs give it.
        #expect(AgendaWords([line], at: time) == words)
    }

    @Test(arguments: [
        ("22 nov to 25 nov", "2026-11-22", 4), ("fri - sun", "2026-11-27", 3),
        ("2026-12-20..2027-01-06", "2026-12-20", 18),
        // From the first day on, although a Monday comes before it.
        ("wednesday until monday", "2026-11-25", 6), ("today through today", "2026-11-21", 1),
        ("sunday", "2026-11-22", 7), ("december", "2026-12-01", 31), ("next week", "2026-11-23", 7),
    ]) func `a span of days is shown from its first day to its last`(line: String, first: String, days: Int) throws {
        let time = TimeContext(now: Instant(secondsSince1970: 1_795_248_000), zone: .utc, allDayAt: .noon)
        guard case .run(let invocation) = try Grammar.mm.parse(["agenda", line]) else { return #expect(Bool(false)) }
        let start = try AgendaWords([line], at: time).start(invocation, at: time)
        #expect(start.first.description == first && start.days == days)
    }
}
