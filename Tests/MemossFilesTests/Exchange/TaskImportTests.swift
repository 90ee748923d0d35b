import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles
@testable import Text

@Suite struct TaskImportTests: TaskReading {
    // MARK: Taskwarrior

    @Test func `what Taskwarrior exports is read with nothing lost`() throws {
        let bytes = try Fixtures.bytes("import/taskwarrior.json")
        let (reminders, faults) = try read(.taskwarrior, bytes)
        #expect(faults.isEmpty)
        #expect(reminders.count == 9)
        let files = try reminders.map { String(decoding: try $0.new.contents(), as: UTF8.self) }.joined()
        // Every text of every task is in a file, except what Taskwarrior computes and what became a date.
        func texts(_ value: JSON) -> [String] {
            switch value {
            case .string(let text): [text]
            case .array(let elements): elements.flatMap(texts)
            case .object(let members):
                members.filter { !["due", "entry", "end", "scheduled", "until", "wait", "modified"].contains($0.key) }
                    .flatMap { texts($0.value) }
            default: []
            }
        }
        for (_, task) in try JSON.values(parsing: bytes) {
            for text in texts(task) where text != "pending" && text != "recurring" {
                #expect(files.contains(text) || files.contains(text.replacing("\"", with: "\\\"")), "\(text)")
            }
        }
        // What is imported again is known.
        let known = Set(reminders.map(\.identity))
        #expect(known.count == 9)
        #expect(try read(.taskwarrior, bytes, known: known).reminders.allSatisfy { known.contains($0.identity) })
    }

    @Test func `the first and the last second of a day are the day, and a time has its zone`() throws {
        #expect(
            try keys(
                .taskwarrior,
                task(#""due":"20261130T225959Z""#)
                    + task(#""due":"20261201T131500Z","wait":"20261129T230000Z""#, uuid: "b")
            ) == [
                ["due: 2026-11-30"],
                ["scheduled: 2026-11-30", "due: 2026-12-01T14:15", "timezone: Europe/Paris"],
            ]
        )
        // It has waited, or waits for longer than it may.
        #expect(
            try keys(
                .taskwarrior,
                task(#""due":"20261129T230000Z","wait":"20261119T230000Z""#)
                    + task(#""due":"20261129T230000Z","wait":"20261219T230000Z""#, uuid: "b")
            ) == [["due: 2026-11-30"], ["due: 2026-11-30"]]
        )
        #expect(
            try keys(.taskwarrior, task(#""status":"completed","end":"20261105T173000Z""#))
                == [["completed: 2026-11-05T18:30"]]
        )
    }

    @Test func `the periods of Taskwarrior are rules that mm has`() throws {
        let rules = [
            "daily": "daily", "weekdays": "weekdays", "Weekly": "weekly", "biweekly": "every 2 weeks",
            "fortnight": "every 2 weeks", "monthly": "monthly", "bimonthly": "every 2 months",
            "quarterly": "every 3 months", "semiannual": "every 6 months", "annual": "yearly",
            "biannual": "every 2 years", "3days": "every 3 days", "2 wks": "every 2 weeks", "1mo": "monthly",
            "2m": "every 2 months", "2qtrs": "every 6 months", "10d": "every 10 days", "P1D": "daily",
            "P2W": "every 2 weeks", "P1Y": "yearly", "P18M": "every 18 months", "P14D": "every 2 weeks",
            "PT36H": "every 36 hours", "P1DT90M": "every 1530 minutes", "day": "daily", "h": "hourly",
            // Its months have 30 days beside something else.
            "P1M2D": "every 32 days", "P1Y1D": "every 366 days", "1.5days": "every 36 hours",
            "2.5 h": "every 150 minutes",
            "0.5wk": "every 84 hours", "1.5q": "every 3276 hours", "PT24H": "every 24 hours",
        ]
        for (period, rule) in rules {
            #expect(ImportedRule.taskwarrior(period) == rule, "\(period)")
            #expect(throws: Never.self) { try RecurrenceRule(parsing: rule) }
        }
        for period in [
            "", "P", "PT", "P1", "30s", "PT1S", "0d", "0.0d", "-P1D", "soon", "P1H", "99999d", "1.d", ".5d", "1.2.3d",
            "1.00001d", "P" + String(repeating: "9999999Y", count: 40),
        ] {
            #expect(ImportedRule.taskwarrior(period) == nil, "\(period)")
        }
    }

    @Test func `what is no task is a fault with its line`() throws {
        #expect(
            try faults(.taskwarrior, "[\n\(task(#""due":"soon""#)),\n{},\n7\n]").map { $0.prefix(12) } == [
                "2: due: 'soo", "3: the task ", "4: expected ",
            ]
        )
        #expect(try faults(.taskwarrior, "[\n\(task(#""x":1"#))\n").map { $0.prefix(6) } == ["3: not"])
        #expect(try faults(.taskwarrior, task(#""x":1"#) + "\n" + task(#""x":2"#)).map { $0.prefix(8) } == ["2: the t"])
        #expect(
            try faults(.taskwarrior, task(#""recur":"daily","due":"soon""#)).map { $0.prefix(8) } == ["1: due: "]
        )
        #expect(try faults(.taskwarrior, "") == [])
        #expect(
            try read(.taskwarrior, Array(task(#""UUID":"x""#).utf8)).reminders[0].new.keys.map(\.name)
                == ["taskwarrior_uuid", "taskwarrior_uuid_"]
        )
    }

    // MARK: todo.txt

    @Test func `a line becomes a reminder, and is kept`() throws {
        let (reminders, faults) = try read(.todoText, try Fixtures.bytes("import/todo.txt"))
        #expect(faults.isEmpty)
        #expect(
            reminders.map(\.new.title) == [
                "Call Mom", "Pay rent", "Water plants", "Ask Bob about Website at 9:30, see https://example.org",
                "Buy milk", "Buy soil",
            ]
        )
        #expect(
            reminders.map { $0.new.tags.map(\.text) } == [
                ["Family", "phone"], ["Home/Flat"], [], ["Bob", "Website"], [], ["Garden"],
            ]
        )
        #expect(
            try keys(
                .todoText,
                "(A) 2026-11-01 Call Mom due:2026-11-30\r\n\nPay rec:+1m due:2026-12-01\nWater rec:2w\n"
            )
                == [
                    ["due: 2026-11-30", "priority: A"], ["due: 2026-12-01", "recurrence: monthly"],
                    [
                        "scheduled: 2026-11-21", "recurrence: every 2 weeks", "recurrence_anchor: completion",
                        "todotxt_t: 2026-11-21",
                    ],
                ]
        )
        #expect(
            try keys(
                .todoText,
                "x 2026-11-20 2026-11-01 Soil pri:B\nx Milk\nx (C) 2026-11-20 Tea\nA t:2026-11-20\nB t:2026-11-28\n"
            )
                == [
                    ["completed: 2026-11-20", "priority: B"], ["completed: true"],
                    ["completed: 2026-11-20", "priority: C"],
                    ["completed: false", "todotxt_t: 2026-11-20"], ["scheduled: 2026-11-28"],
                ]
        )
        #expect(
            try keys(.todoText, "A line:3 copy:4 @\nxylophone\n(AB) c\n")[0] == [
                "completed: false", "todotxt_line_: \"3\"", "todotxt_copy: \"4\"",
            ]
        )
    }

    @Test
    func `a threshold that is over is kept, unless it belongs to a series, which keeps its distance or has an alarm`()
        throws
    {
        #expect(
            try keys(
                .todoText,
                "A t:2026-11-20 due:2026-11-28 rec:1w\nB t:2026-11-20 rec:+1w\nC t:2026-11-25 due:2026-11-28 rec:+1w"
            )
                == [
                    // After completion, the rule counts from the deadline.
                    [
                        "due: 2026-11-28", "recurrence: weekly", "recurrence_anchor: completion",
                        "reminders: [8 days before]",
                    ],
                    ["scheduled: 2026-11-20", "recurrence: weekly"],
                    ["scheduled: 2026-11-25", "due: 2026-11-28", "recurrence: weekly"],
                ]
        )
    }

    @Test func `a line is known by its text and dates, without its priority`() throws {
        func identities(_ text: String) throws -> [String] {
            try read(.todoText, Array(text.utf8)).reminders.map(\.identity)
        }
        #expect(try identities("(A) 2026-11-01 Milk +Shop") == identities("2026-11-01 Milk +Shop pri:B"))
        // Completed lines are moved to another file: the number of an open one does not change.
        #expect(try identities("x Milk\nMilk").last == identities("Milk").first)
        // The same line again is another task.
        #expect(try Set(identities("Milk\nMilk\nx Milk\nx 2026-11-20 Milk\nx 2026-11-21 Milk\n")).count == 5)
        for line in ["(A) 2026-11-01 Milk +Shop", "x 2026-11-20 2026-11-01 Milk pri:A", "Milk"] {
            let imported = try read(.todoText, Array("\(line)\n\(line)\n".utf8)).reminders
            for one in imported {
                let keys = KeptKeys.named(ImportFormat.todoText.identityKeys)
                let decoded = ReminderDecoder.decode(try one.new.contents(), path: "a.md", keys: keys)
                #expect(ImportFormat.todoText.identity(of: try #require(decoded.reminder)) == one.identity)
            }
        }
    }

    @Test func `a line that means something else is a fault`() throws {
        #expect(
            try faults(.todoText, "a\nb due:soon\nc rec:2q\nd rec:+1b\ne t:2026-02-30\n").map { $0.prefix(8) } == [
                "2: due: ", "3: rec: ", "5: t: '2",
            ]
        )
        #expect(try read(.todoText, [0x61, 0x0A, 0xFF, 0x0A]).faults.map(\.line) == [2])
    }

    @Test func `hostile bytes give faults, never a crash, and never a reminder that reads back differently`() throws {
        var random = Random(seed: 2_002)
        let files: [(ImportFormat, String)] = [
            (.taskwarrior, "taskwarrior.json"), (.taskwarrior, "taskwarrior-moved.json"), (.todoText, "todo.txt"),
        ]
        for (format, name) in files {
            let file = try Fixtures.bytes("import/\(name)")
            for _ in 0..<Rounds.of(300) {
                let (reminders, _) = try read(format, random.mutate(file))
                // The contents are parsed and compared (law 3).
                for reminder in reminders { #expect(throws: Never.self) { try reminder.new.contents() } }
            }
        }
    }
}
