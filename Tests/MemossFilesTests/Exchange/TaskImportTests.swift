import TestSupport
import Testing

@testable import MemossFiles

@Suite struct TaskImportTests {
    private func read(
        _ format: ImportFormat,
        _ bytes: [UInt8],
        known: Set<String> = []
    ) throws -> (reminders: [ImportedReminder], faults: [ImportedReminder.Fault]) {
        let paris = try ZoneDatabase().zone(named: "Europe/Paris")
        let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 7 * 3_600)))
        let time = TimeContext(now: now, zone: paris, allDayAt: CivilTime(unchecked: 9 * 3_600))
        let context = ImportContext(
            time,
            zone: { $0 == paris.name ? paris : nil },
            freshID: { "00000000-0000-4000-8000-000000000000" },
            known: known
        )
        return format.read(bytes, in: context)
    }

    /// The front matter without the id, the title, the creation date and what is kept as it is.
    private func keys(_ format: ImportFormat, _ text: String) throws -> [[String]] {
        let (reminders, faults) = try read(format, Array(text.utf8))
        #expect(faults.isEmpty)
        return try reminders.map { reminder in
            let text = String(decoding: try reminder.new.contents(), as: UTF8.self)
            let front = text.split(separator: "---\n", omittingEmptySubsequences: false)[1]
            return front.split(separator: "\n").map(String.init).filter { line in
                !["id:", "title:", "created:", "todotxt_line:", "taskwarrior_"].contains { line.hasPrefix($0) }
            }
        }
    }

    private func faults(_ format: ImportFormat, _ text: String) throws -> [String] {
        try read(format, Array(text.utf8)).faults.map { "\($0.line): \($0.message.prefix(30))" }
    }

    // MARK: Taskwarrior

    private func task(_ members: String..., uuid: String = "a") -> String {
        #"{"uuid":"\#(uuid)","description":"T",\#(members.joined(separator: ","))}"#
    }

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

    @Test func `a series goes on where it is, at its time of day`() throws {
        func made(_ due: String, _ status: String, _ uuid: String, _ more: String = "") -> String {
            task(#""due":"\#(due)","status":"\#(status)","parent":"a""# + more, uuid: uuid)
        }
        let template = task(#""due":"20260831T070000Z","status":"recurring","recur":"monthly""#)
        // After the change of the clocks it is 9:00 in Paris again, wherever Taskwarrior has put it.
        #expect(
            try keys(
                .taskwarrior,
                [
                    template, made("20260831T070000Z", "completed", "b"), made("20260930T070000Z", "deleted", "c"),
                    made("20261031T070000Z", "pending", "d"), made("20261130T080000Z", "pending", "e"),
                ].joined(separator: ",")
            ) == [
                [
                    "due: 2026-10-31T09:00", "timezone: Europe/Paris", "recurrence: monthly",
                    "complete_instances: [2026-08-31]", "skipped_instances: [2026-09-30]",
                ]
            ]
        )
        // 30 November is the day of a month that is too short for the 31st.
        #expect(
            try keys(.taskwarrior, template + made("20261130T080000Z", "pending", "e"))[0]
                .contains("recurrence: monthly on 31")
        )
        // All that were made are done.
        #expect(
            try keys(.taskwarrior, template + made("20260831T070000Z", "completed", "b"))[0].first
                == "due: 2026-09-30T09:00"
        )
        let own = try keys(
            .taskwarrior,
            template + made("20260831T070000Z", "pending", "b", #","priority":"H""#)
                + made("20260930T070000Z", "pending", "c")
        )
        #expect(own.map(\.first) == ["due: 2026-09-30T09:00", "due: 2026-08-31T09:00"])
        #expect(own[0].contains("skipped_instances: [2026-08-31]"))
    }

    /// A recurring task and what Taskwarrior made of it, with their numbers.
    private func series(_ template: String, _ made: (number: Int, members: String)...) throws -> [[String]] {
        let tasks = made.map { made in
            task(
                #""parent":"a","imask":\#(made.number),"status":"pending","entry":"20261120T000000Z""#,
                made.members,
                uuid: "m\(made.number)"
            )
        }
        return try keys(.taskwarrior, ([task(#""status":"recurring""#, template)] + tasks).joined(separator: "\n"))
    }

    @Test
    func `an instance whose date was moved becomes a reminder of its own, and the series skips what it stood for`()
        throws
    {
        let weekly = #""due":"20261126T230000Z","recur":"weekly""#
        // Of 4 December, to the second.
        #expect(
            try series(weekly, (0, #""due":"20261126T230000Z""#), (1, #""due":"20261201T230000Z""#)) == [
                ["due: 2026-11-27", "recurrence: weekly", "skipped_instances: [2026-12-04]"], ["due: 2026-12-02"],
            ]
        )
        // The only one: the series keeps its weekday.
        #expect(
            try series(weekly, (0, #""due":"20261129T230000Z""#)) == [
                ["due: 2026-12-04", "recurrence: weekly", "skipped_instances: [2026-11-27]"], ["due: 2026-11-30"],
            ]
        )
        // By an hour, by somebody: a change of the clocks has no later modification.
        let timed = #""due":"20261025T000000Z","recur":"daily""#
        let hour = #""due":"20261026T010000Z""#
        #expect(try series(timed, (1, hour + #","modified":"20261120T000001Z""#)).count == 2)
        #expect(try series(timed, (1, hour + #","modified":"20261120T000000Z""#)).count == 1)
        // One that is over is history, whenever it was due.
        #expect(
            try series(
                weekly,
                (0, #""due":"20261129T230000Z","status":"completed""#),
                (1, #""due":"20261203T230000Z""#)
            )
            .count == 1
        )
    }

    @Test func `an instance that is scheduled or waits for another time becomes a reminder of its own`() throws {
        let weekly = #""due":"20261126T230000Z","recur":"weekly","scheduled":"20261125T080000Z""#
        let due = #""due":"20261203T230000Z""#
        for kept in [#","scheduled":"20261125T080000Z""#, #","scheduled":"20261202T080000Z""#] {
            #expect(try series(weekly, (0, weekly), (1, due + kept)).count == 1)
        }
        // A wait that is over has no effect.
        let waited = #","scheduled":"20261202T080000Z","wait":"20261120T080000Z""#
        #expect(try series(weekly, (0, weekly), (1, due + waited)).count == 1)
        let others = [
            (#","scheduled":"20261202T080001Z""#, "2026-12-02T09:00:01"), ("", nil),
            (#","wait":"20261130T230000Z","scheduled":"20261201T080000Z""#, "2026-12-01T09:00"),
        ]
        for (other, scheduled) in others {
            let found = try series(weekly, (0, weekly), (1, due + other))
            #expect(found.count == 2)
            #expect(found[0].contains("skipped_instances: [2026-12-04]"))
            #expect(found[1].first == scheduled.map { "scheduled: \($0)" } ?? "due: 2026-12-04")
        }
        let plain = #""due":"20261126T230000Z","recur":"weekly""#
        #expect(
            try series(plain, (0, plain), (1, due + #","wait":"20261130T230000Z""#)).last
                == ["scheduled: 2026-12-01", "due: 2026-12-04"]
        )
    }

    @Test func `an instance counts for the occurrence with its number, whatever Taskwarrior made of the 31st`() throws {
        // From the 31st of January, it goes to 28 February, 28 March and so on.
        let found = try series(
            #""due":"20260130T230000Z","recur":"monthly""#,
            (0, #""due":"20260130T230000Z""#),
            (2, #""due":"20260327T230000Z","status":"completed""#),
            (3, #""due":"20260427T220000Z","status":"deleted""#),
            (4, #""due":"20260331T220000Z""#),
            (5, #""due":"20260627T220000Z""#)
        )
        #expect(
            found == [
                [
                    "due: 2026-01-31", "recurrence: monthly", "complete_instances: [2026-03-31]",
                    "skipped_instances: [2026-04-30, 2026-05-31]",
                ], ["due: 2026-04-01"],
            ]
        )
        // Where the first that is open has lost the day, the series goes on from there.
        #expect(
            try series(
                #""due":"20260130T230000Z","recur":"monthly""#,
                (0, #""due":"20260130T230000Z","status":"completed""#),
                (2, #""due":"20260327T230000Z""#),
                (3, #""due":"20260427T220000Z","status":"deleted""#)
            ) == [
                [
                    "due: 2026-03-28", "recurrence: monthly", "complete_instances: [2026-01-31]",
                    "skipped_instances: [2026-04-28]",
                ]
            ]
        )
        // Some periods are days to it, and keep no time.
        #expect(
            try series(
                #""due":"20260131T080000Z","recur":"2mo""#,
                (0, #""due":"20260131T080000Z""#),
                (1, #""due":"20260401T080000Z","status":"completed""#)
            )[0].contains("complete_instances: [2026-03-31]")
        )
        #expect(
            try series(
                #""due":"20260131T080000Z","recur":"P18M""#,
                (0, #""due":"20260131T080000Z""#),
                (1, #""due":"20270730T220000Z""#)
            ).count == 1
        )
        #expect(
            try series(
                #""due":"20261120T230000Z","recur":"weekdays""#,
                (0, #""due":"20261120T230000Z""#),
                (1, #""due":"20261122T230000Z","status":"completed""#),
                (2, #""due":"20261124T230000Z""#)
            ) == [
                [
                    "due: 2026-11-21", "recurrence: weekdays", "complete_instances: [2026-11-23]",
                    "skipped_instances: [2026-11-24]",
                ], ["due: 2026-11-25"],
            ]
        )
    }

    @Test func `what an export leaves out is in the mask`() throws {
        let template = #""due":"20261116T230000Z","recur":"daily","mask":"+X-+X-""#
        #expect(
            try series(template) == [
                [
                    "due: 2026-11-19", "recurrence: daily", "complete_instances: [2026-11-17, 2026-11-20]",
                    "skipped_instances: [2026-11-18, 2026-11-21]",
                ]
            ]
        )
        #expect(
            try series(template.replacing("-", with: "X"))[0].first == "due: 2026-11-23"
        )
        // A hostile one.
        let long = String(repeating: "X", count: 200_000)
        #expect(
            try series(#""due":"20261116T230000Z","recur":"P9999Y","mask":"\#(long)""#, (199_999, template)).isEmpty
                == false
        )
    }

    @Test func `an end at midnight is a time where the series has times`() throws {
        func until(_ due: String, _ recur: String, _ until: String) throws -> String? {
            try series(#""due":"\#(due)","recur":"\#(recur)","until":"\#(until)""#)[0].first { $0.hasPrefix("until") }
        }
        #expect(try until("20261125T050000Z", "PT90M", "20261125T230000Z") == "until: 2026-11-26T00:00")
        #expect(try until("20261125T050000Z", "daily", "20261127T230000Z") == "until: 2026-11-28T00:00")
        #expect(try until("20261125T050000Z", "daily", "20261128T225959Z") == "until: 2026-11-28")
        #expect(try until("20261124T230000Z", "daily", "20261127T230000Z") == "until: 2026-11-28")
        // The end of that day is later.
        #expect(try until("20261125T225959Z", "daily", "20261127T230000Z") == "until: 2026-11-27")
        // A period of hours begins at midnight, not at the time of a whole day.
        #expect(try series(#""due":"20261124T230000Z","recur":"PT36H""#)[0].first == "due: 2026-11-25T00:00")
    }

    @Test func `a task whose period mm does not have is imported with a note`() throws {
        let text = [
            task(#""status":"recurring","recur":"30s","due":"20261129T230000Z""#),
            task(#""parent":"a","imask":0,"due":"20261129T230000Z","status":"completed""#, uuid: "b"),
            task(#""parent":"a","imask":1,"due":"20261201T230000Z""#, uuid: "c"),
            task(#""parent":"a","imask":2,"due":"20261202T230000Z""#, uuid: "d"),
        ].joined(separator: "\n")
        let (reminders, faults) = try read(.taskwarrior, Array(text.utf8))
        #expect(faults.isEmpty)
        #expect(reminders.map(\.identity) == ["a", "b", "d"])
        #expect(reminders.map { $0.new.deadline?.description } == ["2026-12-02", "2026-11-30", "2026-12-03"])
        #expect(reminders[0].new.recurrence == nil)
        #expect(reminders[0].new.keys.map(\.name).contains("taskwarrior_recur"))
        #expect(reminders[0].new.keys.map(\.name).contains("taskwarrior_instances"))
        #expect(reminders.map { $0.note?.line } == [1, nil, nil])
        #expect(try #require(reminders[0].note).message.contains("'30s'"))
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
                    ["scheduled: 2026-11-21", "recurrence: every 2 weeks", "recurrence_anchor: completion"],
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

    @Test func `a threshold that is over is kept, unless a series begins with it`() throws {
        #expect(
            try keys(
                .todoText,
                "A t:2026-11-20 due:2026-11-28 rec:1w\nB t:2026-11-20 rec:+1w\nC t:2026-11-25 due:2026-11-28 rec:+1w"
            )
                == [
                    [
                        "due: 2026-11-28", "recurrence: weekly", "recurrence_anchor: completion",
                        "todotxt_t: 2026-11-20",
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
        for (format, name) in [(ImportFormat.taskwarrior, "taskwarrior.json"), (.todoText, "todo.txt")] {
            let file = try Fixtures.bytes("import/\(name)")
            for _ in 0..<Rounds.of(300) {
                let (reminders, faults) = try read(format, random.mutate(file))
                guard faults.isEmpty else { continue }
                // The contents are parsed and compared (law 3).
                for reminder in reminders { #expect(throws: Never.self) { try reminder.new.contents() } }
            }
        }
    }
}
