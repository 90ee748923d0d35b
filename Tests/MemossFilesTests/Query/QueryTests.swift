import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

@Suite struct QueryTests {
    private static func folder() throws -> Folder {
        try Folder(
            [
                "done.md": "title: Was done\ncompleted: 2026-11-01\ntags: [Work]",
                "home/milk.md": "title: Buy milk\nscheduled: 2026-11-22T18:00\ntags: [Shopping, errand]",
                "home/plants.md": "title: Water the plants\nscheduled: 2026-11-20\nrecurrence: weekly",
                "idea.md": "title: An idea\ncompleted: false\n---\nÜber MILK and Straße, ça\u{300} va",
                "note.md": "title: Only a note\ntags: office/x",
                "over.md": "title: Report\nscheduled: 2026-11-22T09:00\ntags: work/client",
                "sleep.md": "title: Snoozed\nscheduled: 2026-11-22T08:00\nsnoozed: 2026-11-22T20:00",
                "soon.md": "title: Dentist (upper jaw)\nscheduled: 2026-12-01T10:30\ntags: [workshop]",
            ],
            registry: "Work:\n  aliases: [office]\nShopping: orange\n"
        )
    }

    private static let answers: [(query: String, paths: [String])] = [
        ("", ["done", "home/milk", "home/plants", "idea", "note", "over", "sleep", "soon"]),
        // Tags: also nested ones, aliases and any case, but no mere prefix
        ("tag:work", ["done", "note", "over"]), ("tag:WORK", ["done", "note", "over"]),
        ("tag:#work", ["done", "note", "over"]), ("tag:office", ["done", "note", "over"]),
        ("tag:work/client", ["over"]), ("tag:office/client", ["over"]), ("tag:work/x", ["note"]),
        // As in `add`
        ("+work", ["done", "note", "over"]), ("+office/x", ["note"]), ("+WORK -+work/client", ["done", "note"]),
        ("(+errand OR +client)", ["home/milk"]), ("+1", []), ("\"+work\"", []), ("+\"office\"", []),
        ("tag:wor", []), ("tag:errand", ["home/milk"]), ("TAG:errand", ["home/milk"]),
        // States
        ("is:open", ["home/milk", "home/plants", "idea", "over", "sleep", "soon"]),
        ("is:completed", ["done"]), ("is:overdue", ["home/plants", "over"]),
        ("is:today", ["home/milk", "over", "sleep"]), ("is:upcoming", ["soon"]),
        ("is:undated", ["done", "idea"]), ("is:recurring", ["home/plants"]), ("is:snoozed", ["sleep"]),
        ("is:note", ["note"]), ("is:untagged", ["home/plants", "idea", "sleep"]), ("IS:Note", ["note"]),
        // Words in title, tags or body, in any case
        ("milk", ["home/milk", "idea"]), ("MILK", ["home/milk", "idea"]), ("title:milk", ["home/milk"]),
        ("body:milk", ["idea"]), ("über", ["idea"]), ("STRASSE", ["idea"]), ("ca va", ["idea"]), ("straße", ["idea"]),
        ("errand", ["home/milk"]),
        ("\"buy milk\"", ["home/milk"]), ("\"milk buy\"", []), ("milk buy", ["home/milk"]),
        ("title:\"the plants\"", ["home/plants"]), ("title:(upper", ["soon"]), ("ça\u{300}", ["idea"]),
        ("shopp", ["home/milk"]),
        // Paths
        ("path:home/", ["home/milk", "home/plants"]), ("path:HOME/m", ["home/milk"]), ("path:ome", []),
        // AND, OR, NOT, parentheses
        ("is:open tag:work", ["over"]), ("is:open AND tag:work", ["over"]),
        ("title:report OR title:milk", ["home/milk", "over"]),
        ("tag:work is:open OR is:note", ["note", "over"]), ("is:note OR tag:work is:open", ["note", "over"]),
        ("(is:note OR tag:work) is:open", ["over"]),
        ("is:open -tag:work -is:snoozed", ["home/milk", "home/plants", "idea", "soon"]),
        ("NOT is:open", ["done", "note"]), ("-(is:open OR is:note)", ["done"]), ("--is:note", ["note"]),
        ("NOT NOT is:note", ["note"]), ("-milk is:today", ["over", "sleep"]),
        ("\"OR\"", ["done", "note", "over", "soon"]), ("-\"buy milk\" milk", ["idea"]),
        // Dates: the days in Paris
        ("scheduled:2026-11-22", ["home/milk", "over", "sleep"]), ("scheduled:today", ["home/milk", "over", "sleep"]),
        ("scheduled:<2026-11-22", ["home/plants"]), ("scheduled:<=2026-11-20", ["home/plants"]),
        ("scheduled:>2026-11-22", ["soon"]), ("scheduled:>=2026-11-22", ["home/milk", "over", "sleep", "soon"]),
        ("scheduled:2026-11", ["home/milk", "home/plants", "over", "sleep"]), ("scheduled:2026-12", ["soon"]),
        ("scheduled:2026", ["home/milk", "home/plants", "over", "sleep", "soon"]), ("scheduled:2027", []),
        ("scheduled:>2026-11", ["soon"]), ("scheduled:<2026-12", ["home/milk", "home/plants", "over", "sleep"]),
        ("scheduled:week", ["home/milk", "over", "sleep"]),
        ("scheduled:2026-11-21..2026-11-30", ["home/milk", "over", "sleep"]),
        ("scheduled:2026-12-01..", ["soon"]), ("scheduled:..2026-11-20", ["home/plants"]),
        ("scheduled:2026-11..2026-12", ["home/milk", "home/plants", "over", "sleep", "soon"]),
        ("scheduled:yesterday..tomorrow", ["home/milk", "over", "sleep"]),
    ]

    @Test func `every term finds what it describes`() throws {
        let folder = try Self.folder()
        for (query, paths) in Self.answers {
            #expect(try folder.matches(query) == paths, "\(query)")
        }
    }

    @Test func `a time of day is compared to the minute, and an all-day date lasts until midnight`() throws {
        let folder = try Folder([
            "day.md": "scheduled: 2026-11-22", "late.md": "scheduled: 2026-11-22T21:00",
            "nine.md": "scheduled: 2026-11-22T09:00", "zulu.md": "scheduled: 2026-11-22T08:00Z",
        ])
        #expect(try folder.matches("scheduled:2026-11-22T09:00") == ["day", "nine", "zulu"])
        #expect(try folder.matches("scheduled:<2026-11-22T09:00") == ["day"])
        #expect(try folder.matches("scheduled:<=2026-11-22T09:00") == ["day", "nine", "zulu"])
        #expect(try folder.matches("scheduled:>2026-11-22T09:00") == ["day", "late"])
        #expect(try folder.matches("scheduled:>=2026-11-22T09:00") == ["day", "late", "nine", "zulu"])
        #expect(try folder.matches("scheduled:2026-11-22T10:00..2026-11-22T22:00") == ["day", "late"])
        #expect(try folder.matches("scheduled:\"2026-11-22 09:00\"") == ["day", "nine", "zulu"])
        #expect(try folder.matches("scheduled:>9pm") == ["day"])
    }

    @Test func `a deadline has its own key and also affects the status`() throws {
        let folder = try Folder([
            "both.md": "scheduled: 2026-11-23\ndue: 2026-11-27T17:00", "day.md": "due: 2026-11-22",
            "empty.md": "due:", "far.md": "scheduled: 2026-11-24\ndue: 2026-12-24T08:00Z",
            "late.md": "scheduled: 2026-11-29\ndue: 2026-11-21", "note.md": "title: x",
            "plan.md": "scheduled: 2026-11-22", "wall.md": "due: 2026-11-22T23:30\ntimezone: America/New_York",
        ])
        for (query, paths) in [
            ("due:today", ["day"]), ("due:tomorrow", ["wall"]), ("due:week", ["both", "day", "wall"]),
            ("due:2026-11-27", ["both"]), ("due:<2026-11-22", ["late"]), ("due:<=2026-11-22", ["day", "late"]),
            ("due:>2026-11", ["far"]), ("due:2026-11", ["both", "day", "late", "wall"]), ("DUE:2026-12", ["far"]),
            ("due:2026-11-23..2026-11-27", ["both", "wall"]), ("due:>=2026-11-27T17:00", ["both", "far"]),
            ("due:>2026-11-27T17:00", ["far"]), ("due:2026-12-24T09:00", ["far"]),
            ("-due:2026", ["empty", "note", "plan"]),
            // Only the key scheduled
            ("scheduled:week", ["far", "both", "plan"].sorted()), ("scheduled:2026-11-29", ["late"]),
            ("-scheduled:2026", ["day", "empty", "note", "wall"]),
            ("is:undated", ["empty"]), ("is:overdue", ["late"]), ("is:today", ["day", "plan"]),
            ("is:upcoming", ["both", "far", "wall"]), ("is:note", ["note"]),
        ] {
            #expect(try folder.matches(query) == paths, "\(query)")
        }
        let order = { (order: ReminderOrder) in order.sorted(folder.reminders, in: folder.context).map(\.path) }
        #expect(order(.due).prefix(5) == ["late.md", "day.md", "wall.md", "both.md", "far.md"])
        #expect(order(.due).suffix(3) == ["empty.md", "note.md", "plan.md"])
        #expect(
            order(.scheduled) == [
                "day.md", "plan.md", "wall.md", "both.md", "far.md", "late.md", "empty.md", "note.md",
            ]
        )
    }

    @Test func `a listing shows open reminders unless the query mentions others`() throws {
        let folder = try Self.folder()
        #expect(try folder.matches("", listed: true) == ["home/milk", "home/plants", "idea", "over", "sleep", "soon"])
        #expect(try folder.matches("tag:work", listed: true) == ["over"])
        #expect(try folder.matches("is:completed", listed: true) == ["done"])
        #expect(try folder.matches("is:note tag:work", listed: true) == ["note"])
        #expect(try folder.matches("tag:work -is:completed", listed: true) == ["over"])
        #expect(try folder.matches("is:note OR is:completed", listed: true) == ["done", "note"])
    }

    private static let faults: [(query: String, offset: Int, message: String, suggestion: String?)] = [
        (
            "tags:work", 0,
            "unknown term 'tags:', expected one of tag:, is:, scheduled:, due:, path:, title:, body:, has:, every: or a key of the front matter",
            "tag:work"
        ),
        ("milk TODO:", 5, "'TODO:' needs a value; quote text that contains a colon", nil),
        (
            "every:fortnight", 0,
            "unknown unit 'every:fortnight', expected minute, hour, day, week, month or year", nil
        ),
        (
            "every:Weekly", 0, "unknown unit 'every:Weekly', expected minute, hour, day, week, month or year",
            "every:week"
        ),
        ("x estimate:>=", 13, "estimate: expected a value after '>='", nil),
        ("estimate:30..10", 9, "estimate: the range is empty: 30 is after 10", "10..30"),
        ("rank:M..A", 5, "rank: the range is empty: M is after A", "A..M"),
        ("review:<2026-02-30", 8, "review: '2026-02-30' does not exist", "2026-02-28"),
        (
            "is:overdu", 0,
            "unknown state 'is:overdu', expected open, completed, overdue, today, upcoming, undated, recurring, snoozed, event, note, untagged, broken, archived, blocked or tracking",
            "is:overdue"
        ),
        (
            "is:xyzzy", 0,
            "unknown state 'is:xyzzy', expected open, completed, overdue, today, upcoming, undated, recurring, snoozed, event, note, untagged, broken, archived, blocked or tracking",
            nil
        ),
        ("a tag:", 2, "'tag:' needs a value", nil),
        ("due:2026-02-30", 4, "due: '2026-02-30' does not exist", "2026-02-28"),
        (
            "scheduled:2026-02-30", 10, "scheduled: '2026-02-30' does not exist",
            "2026-02-28"
        ),
        ("x scheduled:<", 13, "scheduled: expected a date after '<'", nil),
        ("scheduled:..", 10, "scheduled: expected a date before or after '..'", nil),
        (
            "scheduled:2026-12..2026-11", 10, "scheduled: the range is empty: 2026-12 is after 2026-11",
            "2026-11..2026-12"
        ),
        ("(milk", 0, "this parenthesis is never closed", nil),
        ("milk)", 4, "this parenthesis has no matching opening one", nil),
        ("é \"milk", 3, "this quote is never closed", nil),
        ("title:\"milk", 6, "this quote is never closed", nil),
        ("()", 1, "expected a term here", nil), ("OR milk", 0, "expected a term here", nil),
        ("milk OR", 7, "expected a term after OR", nil), ("milk OR OR x", 8, "expected a term after OR", nil),
        ("NOT", 3, "expected a term after NOT", nil), ("milk AND", 8, "expected a term after AND", nil),
        ("(a OR )", 6, "expected a term after OR", nil),
    ]

    @Test func `an invalid query is reported with its reason and position`() throws {
        let noon = CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon)
        for (query, offset, message, suggestion) in Self.faults {
            let error = #expect(throws: ParseError.self, "\(query)") { try Query(parsing: query, now: noon) }
            let length = error?.length ?? 0
            #expect(error == ParseError(message, suggestion: suggestion, offset: offset, length: length), "\(query)")
        }
    }

    @Test func `the nesting of queries is limited`() {
        let noon = CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon)
        for bomb in [
            String(repeating: "(", count: 100_000), String(repeating: "-", count: 100_000) + "a",
            String(repeating: "NOT ", count: 50_000) + "a",
        ] {
            #expect(throws: ParseError.self) { try Query(parsing: bomb, now: noon) }
        }
        let deep = String(repeating: "(", count: 99) + "a" + String(repeating: ")", count: 99)
        #expect(throws: Never.self) { try Query(parsing: deep, now: noon) }
    }

    @Test func `bodies are read only if the query needs them`() throws {
        let noon = CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon)
        for (query, needs) in [("milk", true), ("-body:x", true), ("tag:a title:b path:c is:open", false), ("", false)]
        {
            #expect(try Query(parsing: query, now: noon).needsBodies == needs, "\(query)")
        }
        #expect(try Query(parsing: "tag:a OR -(tag:b/c x)", now: noon).tags == [TagName("a"), TagName("b/c")])
    }

    @Test func `no text crashes the parser`() {
        let noon = CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon)
        let pieces = [
            "(", ")", "-", "\"", "tag:", "is:open", "scheduled:", "..", "<", "OR", "AND", "NOT", " ", "é", "\u{301}",
            "a", "#", ":", "2026-11", "\n",
        ]
        var random = Random(seed: 3)
        var read = 0
        for _ in 0..<Rounds.of(20_000) {
            let text = (0...random.below(8)).map { _ in random.pick(pieces) }.joined()
            do throws(ParseError) {
                _ = try Query(parsing: text, now: noon)
                read += 1
            } catch {
                #expect(0...text.utf8.count ~= error.offset, "\(text.debugDescription): \(error)")
            }
        }
        #expect(read > Rounds.least(1_000))
    }
}
