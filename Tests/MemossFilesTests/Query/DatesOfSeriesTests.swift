import Testing

@testable import CivilTime
@testable import MemossFiles

/// What a query for dates asks of the series, of which it sees one occurrence.
@Suite struct DatesOfSeriesTests {
    @Test(arguments: [
        ("scheduled:today", "22..22"), ("due:tomorrow tag:work", "23..23"), ("tag:work scheduled:2026-11", "1..30"),
        ("scheduled:>=2026-11-25 scheduled:<2026-11-28", "25..27"), ("scheduled:>2026-11-25", "26.."),
        ("scheduled:<=2026-11-25", "..25"), ("scheduled:2026-11-24T09:00", "24..24"),
        ("scheduled:2026-11-24 OR scheduled:2026-11-28", "24..28"),
        ("scheduled:2026-11-24 OR scheduled:>2026-11-27", "24.."), ("tag:work OR scheduled:2026-11-24", "24..24"),
        // The first date in the text stands in a negation.
        ("-scheduled:today scheduled:2026-11-28", "28..28"), ("-(due:today OR scheduled:today)", "-"),
        ("is:today", "-"), ("", "-"),
    ]) func `the days are those outside of negations`(query: String, days: String) throws {
        let found = try Query(parsing: query, now: Folder.now.utc).days
        let text = found.map { "\($0.first.map { "\($0.day)" } ?? "")..\($0.last.map { "\($0.day)" } ?? "")" }
        #expect((text ?? "-") == days)
    }

    @Test func `every series that would match with another date is kept, and everything that matches`() throws {
        let folder = try Folder([
            "a.md": "scheduled: 2026-11-20\nrecurrence: daily\ntags: work", "b.md": "scheduled: 2026-11-24",
            "c.md": "due: 2026-11-21\nrecurrence: weekly", "d.md": "scheduled: 2026-11-24\ndue: 2026-11-25",
            "e.md": "title: note", "f.md": "scheduled: 2026-11-24\nrecurrence: daily\ncompleted: true",
            "g.md": "scheduled: 2026-11-23\nrecurrence: every blue moon",
        ])
        for text in [
            "scheduled:2026-11-24", "-scheduled:2026-11-20", "due:2026-11-28 OR tag:work",
            "-(scheduled:today tag:work)",
            "-(scheduled:2026-11-20 OR due:2026-11-21)", "scheduled:>2026-11-22 -due:2026-11-25 is:open",
            "-(-scheduled:2026-11-24)",
        ] {
            let query = try Query(parsing: text, now: folder.context.local)
            let matchers = [query, query.withAnySeries].map {
                QueryMatcher($0, registry: TagRegistry(), context: folder.context)
            }
            for reminder in folder.reminders {
                if matchers[0].matches(reminder) { #expect(matchers[1].matches(reminder), "\(text) \(reminder.path)") }
                guard reminder.recurs else {
                    if reminder.attention == nil {
                        #expect(matchers[0].matches(reminder) == matchers[1].matches(reminder), "\(text)")
                    }
                    continue
                }
                for day in 20...30 {
                    var other = reminder
                    let date = DateValue(CivilDate(unchecked: 2026, 11, day))
                    if other.scheduled == nil { other.deadline = date } else { other.scheduled = date }
                    if matchers[0].matches(other) { #expect(matchers[1].matches(reminder), "\(text) \(day)") }
                }
            }
        }
    }
}
