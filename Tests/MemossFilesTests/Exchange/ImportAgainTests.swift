import TestSupport
import Testing

@testable import Exchange
@testable import MemossFiles

/// What was completed or changed in another program since the last import is completed or changed here, or named: issue 34.
@Suite struct ImportAgainTests {
    /// A change in the other program, as text; nil if it does not apply.
    typealias Change = (what: String, make: @Sendable (String) -> String?)

    private static func replacing(_ what: String, _ old: String, _ new: String) -> Change {
        (what, { $0.contains(old) ? $0.replacing(old, with: new) : nil })
    }

    private static let start = "DTSTART;TZID=Europe/Paris:20261130T090000"
    private static let override = """
        BEGIN:VEVENT
        UID:s
        RECURRENCE-ID;TZID=Europe/Paris:20261130T090000
        SUMMARY:Run
        DTSTART;TZID=Europe/Paris:20261201T100000
        CATEGORIES:Sport
        DESCRIPTION:Far
        END:VEVENT

        """
    private static let other = override.replacing("20261130", with: "20261207").replacing("Run", with: "Race")

    private static func adding(_ what: String, line: String) -> Change {
        (
            what,
            {
                $0.contains("RRULE") && !$0.contains(line)
                    ? $0.replacing("RRULE", with: "\(line)\nRRULE", maxReplacements: 1) : nil
            }
        )
    }

    private static func adding(_ what: String, _ part: String) -> Change {
        (what, { $0.contains(part) ? nil : $0.replacing("END:VCALENDAR", with: "\(part)END:VCALENDAR") })
    }

    private static let changesOfCalendars: [Change] = [
        replacing("a title", "SUMMARY:Run", "SUMMARY:Walk"),
        replacing("tags", "CATEGORIES:Sport", "CATEGORIES:Sport,Fun"),
        replacing("no tags", "CATEGORIES:Sport\n", ""),
        replacing("a text", "DESCRIPTION:Far", "DESCRIPTION:Near"),
        replacing("a place", "LOCATION:Park", "LOCATION:Wood"),
        replacing("a start a period later", start, start.replacing("1130", with: "1207")),
        replacing("a start a period earlier", start, start.replacing("1130", with: "1123")),
        replacing("another day", start, start.replacing("1130", with: "1202")),
        replacing("another time", start, start.replacing("T09", with: "T10")),
        replacing("a rule", "FREQ=WEEKLY", "FREQ=DAILY"),
        replacing("more times", "COUNT=10", "COUNT=12"),
        replacing("fewer times", "COUNT=10", "COUNT=3"),
        replacing("no end", ";COUNT=10", ""),
        replacing("a count", "FREQ=WEEKLY\n", "FREQ=WEEKLY;COUNT=5\n"),
        replacing("an end", "FREQ=WEEKLY\n", "FREQ=WEEKLY;UNTIL=20270301T000000Z\n"),
        adding("an exception", line: "EXDATE;TZID=Europe/Paris:20261207T090000"),
        adding("the first date as an exception", line: "EXDATE;TZID=Europe/Paris:20261130T090000"),
        replacing("an exception taken back", "EXDATE;TZID=Europe/Paris:20261214T090000\n", ""),
        adding("a further date", line: "RDATE;TZID=Europe/Paris:20261209T090000"),
        replacing("a further date taken back", "RDATE;TZID=Europe/Paris:20261210T090000\n", ""),
        adding("a moved occurrence", override),
        replacing("a moved occurrence taken back", override, ""),
        replacing(
            "an occurrence moved again",
            "DTSTART;TZID=Europe/Paris:20261201T100000",
            "DTSTART;TZID=Europe/Paris:20261202T100000"
        ),
        adding("an occurrence of its own", other),
        replacing("an occurrence of its own taken back", other, ""),
        replacing("a to-do completed", "STATUS:NEEDS-ACTION", "STATUS:COMPLETED"),
        replacing("a to-do reopened", "STATUS:COMPLETED", "STATUS:NEEDS-ACTION"),
        replacing("a deadline", "DUE;VALUE=DATE:20261205", "DUE;VALUE=DATE:20261206"),
        replacing("a to-do with a rule", "DUE;VALUE=DATE:20261205\n", "DUE;VALUE=DATE:20261205\nRRULE:FREQ=WEEKLY\n"),
    ]

    private static func calendar(_ random: inout Random) -> String {
        var text = "BEGIN:VCALENDAR\n"
        if random.below(4) == 0 {
            let status = random.below(3) == 0 ? "COMPLETED" : "NEEDS-ACTION"
            text +=
                "BEGIN:VTODO\nUID:s\nSUMMARY:Run\nDUE;VALUE=DATE:20261205\nSTATUS:\(status)\nDESCRIPTION:Far\nEND:VTODO\n"
        } else {
            text += "BEGIN:VEVENT\nUID:s\nSUMMARY:Run\n\(start)\n"
            if random.below(2) == 0 { text += "EXDATE;TZID=Europe/Paris:20261214T090000\n" }
            if random.below(4) == 0 { text += "RDATE;TZID=Europe/Paris:20261210T090000\n" }
            text += "RRULE:FREQ=WEEKLY\(random.below(3) == 0 ? ";COUNT=10" : "")\n"
            text += "CATEGORIES:Sport\nDESCRIPTION:Far\nLOCATION:Park\nEND:VEVENT\n"
            if random.below(3) == 0 { text += override }
            if random.below(4) == 0 { text += other }
        }
        return text + "END:VCALENDAR\n"
    }

    private static let template =
        "\"uuid\":\"t\",\"description\":\"Rent\",\"status\":\"recurring\",\"recur\":\"weekly\""

    private static let changesOfTasks: [Change] = [
        replacing("a description", "Rent", "Pay"),
        replacing(
            "an annotation",
            "\"entry\"",
            "\"annotations\":[{\"entry\":\"20261120T080000Z\",\"description\":\"Hm\"}],\"entry\""
        ),
        replacing("tags", "\"tags\":[\"home\"]", "\"tags\":[\"home\",\"bills\"]"),
        replacing("a project", "\"project\":\"A\"", "\"project\":\"B\""),
        replacing("a deadline", "20261129T230000Z", "20261130T230000Z"),
        replacing("a period", "\"weekly\"", "\"daily\""),
        replacing("an end", "\"entry\"", "\"until\":\"20270301T000000Z\",\"entry\""),
        replacing("a wait", "\"entry\"", "\"wait\":\"20261128T230000Z\",\"entry\""),
        replacing("a start", "\"entry\"", "\"scheduled\":\"20261128T230000Z\",\"entry\""),
        replacing("completed", "\"status\":\"pending\"", "\"status\":\"completed\",\"end\":\"20261128T070000Z\""),
        replacing("deleted", "\"status\":\"pending\"", "\"status\":\"deleted\",\"end\":\"20261128T070000Z\""),
        replacing("recurring", "\"status\":\"pending\",\"x\":\"1\"", "\"status\":\"recurring\",\"recur\":\"monthly\""),
    ]

    private static func tasks(_ random: inout Random) -> String {
        let rest = "\"tags\":[\"home\"],\"project\":\"A\",\"due\":\"20261129T230000Z\",\"entry\":\"20261101T080000Z\""
        if random.below(3) == 0 {
            return "[{\"uuid\":\"a\",\"description\":\"Rent\",\"status\":\"pending\",\"x\":\"1\",\(rest)}]"
        }
        let made = "\"description\":\"Rent\",\"status\":\"pending\",\"recur\":\"weekly\",\"parent\":\"t\",\"imask\":0"
        return "[{\(template),\"mask\":\"-\",\(rest)},{\"uuid\":\"i\",\(made),\(rest)}]"
    }

    private static let changesOfLines: [Change] = [
        ("completed", { $0.hasPrefix("2026") ? "x 2026-11-28 " + $0 : nil }),
        ("a priority", { $0.hasPrefix("2026") ? "(B) " + $0 : nil }),
    ]

    private static func lines(_ random: inout Random) -> String {
        random.pick([
            "2026-11-01 Milk", "2026-11-01 Milk due:2026-12-01 t:2026-11-20 +Home", "2026-11-01 Tea\n2026-11-01 Milk",
            "2026-11-01 Milk\n2026-11-01 Milk",
        ])
    }

    /// What the user does here between two imports.
    private static let deeds: [(what: String, make: @Sendable (inout ImportFolder) throws -> Void)] = [
        ("nothing", { _ in }),
        ("done", { try $0.step(.complete(on: nil, catchesUp: false), "1.md") }),
        ("skipped", { if try $0.reminder("1.md").recurrence != nil { try $0.step(.skip(on: nil), "1.md") } }),
        (
            "moved",
            { folder in
                let reminder = try folder.reminder("1.md")
                guard let date = reminder.date, reminder.recurrence != nil else { return }
                try folder.set(reminder.dateKey, date.adding(days: 1, in: folder.time.zone).description, "1.md")
                try folder.set("moved_from", date.description, "1.md")
            }
        ),
        ("another title", { try $0.set("title", "Mine", "1.md") }),
        (
            "reopened",
            {
                try $0.step(.complete(on: nil, catchesUp: false), "1.md")
                try $0.step(.reopen(on: nil), "1.md")
            }
        ),
    ]

    private static let formats: [(ImportFormat, [Change], @Sendable (inout Random) -> String)] = [
        (.calendar, changesOfCalendars, calendar), (.taskwarrior, changesOfTasks, tasks),
        (.todoText, changesOfLines, lines),
    ]

    @Test(arguments: [0, 1, 2])
    func `what has not changed there is silent, whatever was done here`(number: Int) throws {
        let (format, _, make) = Self.formats[number]
        var random = Random(seed: 3_415)
        for _ in 0..<max(10, Rounds.of(1_000)) {
            let text = make(&random)
            for deed in Self.deeds {
                var folder = try ImportFolder(format)
                _ = try folder.take(text)
                if try folder.reminder("1.md").isCompleted { continue }
                try deed.make(&folder)
                let before = folder.files
                let outcome = try folder.take(text)
                #expect(outcome.isSilent && folder.files == before, "\(deed.what): \(outcome)\n\(text)")
            }
        }
    }

    @Test(arguments: [0, 1, 2])
    func `what has changed there is changed here or named, once`(number: Int) throws {
        let (format, changes, make) = Self.formats[number]
        var random = Random(seed: 3_416)
        var (tried, named) = (Set<String>(), 0)
        for round in 0..<max(16, Rounds.of(1_000)) {
            let text = make(&random)
            for (index, (what, change)) in changes.enumerated() {
                let isTried = Rounds.areAll || changes.count < 10 || (index + round).isMultiple(of: 3)
                guard isTried, let after = change(text) else { continue }
                tried.insert(what)
                var folder = try ImportFolder(format)
                var other = folder
                _ = try folder.take(text)
                _ = try other.take(after)
                let deed = Self.deeds[round.isMultiple(of: 2) ? 0 : random.below(Self.deeds.count)]
                if try folder.reminder("1.md").isCompleted, deed.what != "another title" { continue }
                try deed.make(&folder)
                let outcome = try folder.take(after)
                let about = "\(what), \(deed.what) here: \(outcome)\n\(text)\n\(after)"
                if !outcome.named.isEmpty {
                    named += 1
                } else if deed.what == "nothing" {
                    #expect(try folder.contents() == other.contents(), "\(about)")
                } else if deed.what == "done" || deed.what == "skipped" {
                    // Nothing comes up here that does not there, and nothing is missing but what was done.
                    let (ours, theirs) = (try folder.contents(), try other.contents())
                    #expect(!outcome.isSilent || ours.count == theirs.count, "\(about)")
                }
                let there = try other.reminders.count { $0.recurrence != nil && !$0.isCompleted }
                #expect(
                    try folder.reminders.count { $0.recurrence != nil && !$0.isCompleted } <= max(1, there),
                    "\(about)"
                )
                let before = folder.files
                let third = try folder.take(after)
                #expect(third.isSilent && folder.files == before, "\(third) after \(about)")
            }
        }
        #expect(tried.count > changes.count * 3 / 4, "\(changes.map(\.what).filter { !tried.contains($0) })")
        // A part of the rounds may have nothing to name.
        #expect(named > 0 || !Rounds.areAll)
    }

    @Test func `a feed of a folder comes back into it and into another one without a word`() throws {
        var random = Random(seed: 3_417)
        var series = 0
        for round in 0..<max(16, Rounds.of(1_000)) {
            let rule = round.isMultiple(of: 2) ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            let day = CivilDate(daysSinceEpoch: 20_780 + random.below(60))
            let time = random.below(2) == 0 ? "" : "T0\(random.below(10)):15"
            let key = random.pick(["scheduled", "due"])
            var folder = try ImportFolder(.calendar)
            folder.add(
                "1.md",
                "---\ntitle: Run\n\(key): \(day)\(time)\nrecurrence: \(rule)\nid: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n---\nHm\n"
            )
            guard let position = SeriesPosition(try folder.reminder("1.md"), in: folder.time),
                position.series.startIsOnPattern
            else { continue }
            series += 1
            let kind = random.pick(CalendarFeed.Kind.allCases)
            let hasBodies = random.below(2) == 0
            let feed = CalendarFeed(kind, hasAlarms: random.below(2) == 0, hasBodies: hasBodies, lastYear: 2030)
            let text = String(decoding: feed.output(of: try folder.reminders, in: folder.time).bytes, as: UTF8.self)
            guard text.contains("UID"), text.utf8.count < 20_000 else { continue }
            for deed in Self.deeds {
                var other = try ImportFolder(.calendar)
                _ = try other.take(text)
                for var folder in [folder, other] where try !folder.reminder("1.md").isCompleted {
                    guard (try? deed.make(&folder)) != nil else { continue }
                    let before = folder.files
                    let outcome = try folder.take(text)
                    #expect(outcome.isSilent && folder.files == before, "\(deed.what), \(rule): \(outcome)\n\(text)")
                }
            }
        }
        #expect(series > 5)
    }

    @Test func `a feed of a folder that another program changed is taken into it, or named`() throws {
        let file = """
            ---
            title: Run
            due: 2026-12-05
            tags: [Sport]
            id: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff
            ---

            """
        let changes: [(String, String, isCompleted: Bool)] = [
            ("NEEDS-ACTION", "COMPLETED", true), ("SUMMARY:Run", "SUMMARY:Walk", false),
            ("20261205", "20261206", false),
            ("CATEGORIES:Sport", "CATEGORIES:Sport,Fun", false),
            ("STATUS:NEEDS", "RRULE:FREQ=DAILY\r\nSTATUS:NEEDS", false),
        ]
        for (old, new, isCompleted) in changes {
            for hasDigest in [true, false] {
                var folder = try ImportFolder(.calendar)
                folder.add("1.md", file)
                let feed = CalendarFeed(.toDo, hasAlarms: true, hasBodies: false, lastYear: 2030)
                var text = String(decoding: feed.output(of: try folder.reminders, in: folder.time).bytes, as: UTF8.self)
                #expect(text.contains(old), "\(old)")
                text = text.replacing(old, with: new)
                if !hasDigest { text = text.replacing("X-MEMOSS-DIGEST", with: "X-OTHER") }
                let outcome = try folder.take(text)
                #expect(
                    outcome.added.isEmpty && (isCompleted ? outcome.changed == ["1.md"] : outcome.named.count == 1),
                    "\(outcome)"
                )
                #expect(try folder.reminder("1.md").isCompleted == isCompleted)
                let before = folder.files
                #expect(try folder.take(text).isSilent && folder.files == before, "\(new)")
            }
        }
    }

    @Test func `a feed of a folder that is new again says nothing, after one that another program changed`() throws {
        var folder = try ImportFolder(.calendar)
        folder.add("1.md", "---\ntitle: Run\ndue: 2026-12-05\nid: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n---\n")
        func feed() throws -> String {
            let feed = CalendarFeed(.event, hasAlarms: false, hasBodies: false, lastYear: 2030)
            return String(decoding: feed.output(of: try folder.reminders, in: folder.time).bytes, as: UTF8.self)
        }
        let changed = try feed().replacing("SUMMARY:Run", with: "SUMMARY:Walk")
        #expect(try folder.take(changed).named == ["1.md: key(\"title\"): Run, Walk"])
        try folder.set("title", "Swim", "1.md")
        try folder.set("due", "2026-12-06", "1.md")
        let before = folder.files
        #expect(try folder.take(feed()).isSilent && folder.take(changed).isSilent && folder.files == before)
    }

    @Test(arguments: ["until: 2026-12-20", "until: 2026-12-20T09:00"])
    func `a series with an end that another program moved has the same rule and end`(end: String) throws {
        var folder = try ImportFolder(.calendar)
        folder.add(
            "1.md",
            "---\ntitle: Run\nscheduled: 2026-12-05T09:00\nrecurrence: daily\n\(end)\nid: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n---\n"
        )
        let feed = CalendarFeed(.event, hasAlarms: false, hasBodies: false, lastYear: 2030)
        let text = String(decoding: feed.output(of: try folder.reminders, in: folder.time).bytes, as: UTF8.self)
        let outcome = try folder.take(text.replacing("Paris:20261205", with: "Paris:20261204"))
        #expect(outcome.named == ["1.md: key(\"scheduled\"): 2026-12-05T09:00, 2026-12-04T09:00"])
    }

    @Test func `an override of a series of this folder is a reminder, and the series skips it`() throws {
        var folder = try ImportFolder(.calendar)
        folder.add(
            "1.md",
            "---\ntitle: Run\nscheduled: 2026-11-30T09:00\nrecurrence: weekly\nid: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n---\n"
        )
        let feed = CalendarFeed(.event, hasAlarms: false, hasBodies: false, lastYear: 2030)
        let text = String(decoding: feed.output(of: try folder.reminders, in: folder.time).bytes, as: UTF8.self)
        let part = Self.other.replacing("UID:s", with: "UID:6f9619ff-8b86-4d01-b42d-00cf4fc964ff")
        let changed = text.replacing("END:VCALENDAR", with: part.replacing("\n", with: "\r\n") + "END:VCALENDAR")
        #expect(try folder.take(changed).added == ["2.md"])
        #expect(try folder.reminder("1.md").skippedInstances.map(\.description) == ["2026-12-07"])
        #expect(try folder.take(changed).isSilent)
    }

    @Test(arguments: [
        ("recurrence: weekly\n", "RRULE"), ("recurrence: monthly on 30, 31\n", "RDATE"), ("", "SUMMARY"),
        ("recurrence: weekly\nmoved_from: 2026-12-01\n", "RRULE:FREQ=WEEKLY"),
        ("recurrence: every 3 days\nrecurrence_anchor: completion\n", "SUMMARY"),
    ])
    func `a date that another program adds to a series of this folder is a reminder`(keys: String, line: String) throws
    {
        var folder = try ImportFolder(.calendar)
        folder.add(
            "1.md",
            "---\ntitle: Run\nscheduled: 2026-11-30\n\(keys)id: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n---\n"
        )
        for kind in CalendarFeed.Kind.allCases {
            let feed = CalendarFeed(kind, hasAlarms: false, hasBodies: false, lastYear: 2030)
            let text = String(
                decoding: feed.output(of: [try folder.reminder("1.md")], in: folder.time).bytes,
                as: UTF8.self
            )
            var other = folder
            let old = try other.reminder("1.md")
            let changed = text.replacing("\(line)", with: "RDATE;VALUE=DATE:20261203\r\n\(line)", maxReplacements: 1)
            let outcome = try other.take(changed)
            #expect(
                outcome.added == ["2.md"] && outcome.changed.isEmpty && outcome.named.isEmpty,
                "\(outcome)\n\(changed)"
            )
            #expect(try other.reminder("2.md").date?.description == "2026-12-03")
            #expect(try other.reminder("1.md").date == old.date)
            #expect(try other.take(changed).isSilent && other.take(text).added.isEmpty)
        }
    }

    @Test func `a series that an app of todo.txt went on with is one series`() throws {
        for (before, after, date) in [
            ("Rent rec:+1m due:2026-12-01 t:2026-11-20", "Rent rec:+1m due:2027-01-01 t:2026-12-20", "2027-01-01"),
            ("Rent rec:+1m t:2026-11-20", "Rent rec:+1m t:2026-12-20", "2026-12-20"),
            ("Rent rec:1w due:2026-11-25", "Rent rec:1w due:2026-12-04", "2026-12-04"),
            ("Rent rec:1w due:2026-11-25 t:2026-11-23", "Rent rec:1w due:2026-12-04 t:2026-12-02", "2026-12-04"),
        ] {
            var folder = try ImportFolder(.todoText)
            _ = try folder.take("2026-11-01 \(before)\n")
            let text = "x 2026-11-27 2026-11-01 \(before)\n2026-11-27 \(after)\n"
            let outcome = try folder.take(text)
            #expect(
                outcome.added.isEmpty && outcome.named.isEmpty && outcome.changed == ["1.md"],
                "\(before): \(outcome)"
            )
            #expect(try folder.reminder("1.md").date?.description == date)
            #expect(try folder.reminder("1.md").completeInstances.count == 1)
            #expect(try folder.take(text).isSilent)
        }
    }

    @Test func `a series of todo.txt whose completed line was archived goes on`() throws {
        var folder = try ImportFolder(.todoText)
        _ = try folder.take("(A) 2026-11-02 Rent due:2026-11-28 rec:+1m\n2026-11-02 Tea due:2026-11-28\n")
        let text = "(A) 2026-11-27 Rent due:2026-12-28 rec:+1m\n2026-11-02 Tea due:2026-11-28\n"
        let outcome = try folder.take(text)
        #expect(outcome.added.isEmpty && outcome.named.isEmpty && outcome.changed == ["1.md"], "\(outcome)")
        #expect(try folder.reminder("1.md").date?.description == "2026-12-28")
        #expect(try folder.reminder("1.md").completeInstances.map(\.description) == ["2026-11-28"])
        #expect(try folder.take(text).isSilent)
        // Two series of one name are not told apart.
        var pair = try ImportFolder(.todoText)
        _ = try pair.take("Rent due:2026-11-28 rec:+1m\nRent due:2026-11-29 rec:+1m\n")
        #expect(try pair.take("Rent due:2026-12-28 rec:+1m\n").added.count == 1)
    }

    @Test(arguments: [
        ("Rent t:2026-10-29 due:2026-11-01 rec:+1m", ["2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01"]),
        ("Rent t:2026-11-28 due:2026-11-30 rec:+1m", ["2026-11-30", "2026-12-30", "2027-01-30", "2027-02-28"]),
    ]) func `a date before the deadline is an alarm where the ends of months would move the deadline`(
        line: String,
        dates: [String]
    ) throws {
        var folder = try ImportFolder(.todoText)
        _ = try folder.take("2026-10-01 \(line)\n")
        let reminder = try folder.reminder("1.md")
        #expect(reminder.scheduled == nil && reminder.alarms.count == 1)
        for date in dates {
            #expect(try folder.reminder("1.md").deadline?.description == date)
            try folder.step(.complete(on: nil, catchesUp: false), "1.md")
        }
    }

    @Test func `what is left of a recurring task that was deleted there, and is done here, stays done`() throws {
        func task(_ number: Int, _ day: Int) -> String {
            #"{"uuid":"00000000-0000-4000-8000-00000000000\#(number)","description":"Pills","status":"pending","#
                + #""entry":"20261020T080000Z","modified":"20261020T080000Z","parent":"00000000-0000-4000-8000-000000000009","#
                + #""recur":"daily","imask":\#(number),"due":"202610\#(day)T080000Z"}"#
        }
        func export(_ status: String) -> String {
            let template =
                #"{"uuid":"00000000-0000-4000-8000-000000000009","description":"Pills","status":"\#(status)","#
                + #""entry":"20261020T080000Z","modified":"20261020T080000Z","recur":"daily","due":"20261021T080000Z","mask":"---"}"#
            return "[" + ([template] + (0..<3).map { task($0, 21 + $0) }).joined(separator: ",\n") + "]"
        }
        var folder = try ImportFolder(.taskwarrior)
        _ = try folder.take(export("recurring"))
        for _ in 0..<2 { try folder.step(.complete(on: nil, catchesUp: false), "1.md") }
        let outcome = try folder.take(export("deleted"))
        #expect(outcome.added.count == 1, "the one that is open on both sides: \(outcome)")
    }

    @Test func `an edited line of a program without ids is named beside the reminder that it was`() throws {
        var folder = try ImportFolder(.todoText)
        _ = try folder.take("(B) Fix bike due:2026-12-03\nTea\n")
        #expect(try folder.take("(C) Fix bike due:2026-12-05\nTea\n").twins == ["1.md"])
        #expect(try folder.take("(C) Fix bike due:2026-12-05\nTea\n").isSilent)
    }
}
