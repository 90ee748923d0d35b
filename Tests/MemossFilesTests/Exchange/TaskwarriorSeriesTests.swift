import Testing

@testable import Exchange
@testable import MemossFiles

@Suite struct TaskwarriorSeriesTests: TaskReading {
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
                #""parent":"a","imask":\#(made.number),"entry":"20261120T000000Z""#,
                made.members,
                uuid: "m\(made.number)"
            )
        }
        return try keys(.taskwarrior, ([task(#""status":"recurring""#, template)] + tasks).joined(separator: "\n"))
    }

    @Test func `what is still to be done of a deleted recurring task stays to be done`() throws {
        let template = task(
            #""due":"20261120T080000Z","status":"deleted","recur":"daily","mask":"+--","end":"20261127T000000Z""#
        )
        let made = (0..<3).map { number in
            task(
                #""due":"202611\#(20 + number)T080000Z","status":"\#(number == 0 ? "completed" : "pending")","parent":"a","imask":\#(number),"recur":"daily""#,
                uuid: "m\(number)"
            )
        }
        let found = try keys(.taskwarrior, ([template] + made).joined(separator: "\n"))
        #expect(found.count == 3 && found[0].contains { $0.hasPrefix("completed: ") }, "\(found)")
        #expect(found.dropFirst().map(\.first) == ["due: 2026-11-21T09:00", "due: 2026-11-22T09:00"])
        #expect(found.dropFirst().allSatisfy { keys in !keys.contains { $0.hasPrefix("completed: ") } })
    }

    @Test func `a day that Taskwarrior has lost in a short month does not come back in a longer one`() throws {
        let month = #""recur":"monthly","mask":"+++-""#
        #expect(
            try series(#""due":"20260830T220000Z","# + month, (3, #""due":"20261129T230000Z""#))[0].prefix(2)
                == ["due: 2026-11-30", "recurrence: monthly"]
        )
        #expect(
            try series(#""due":"20261030T230000Z","recur":"monthly","mask":"+-""#, (1, #""due":"20261129T230000Z""#))[0]
                .prefix(2) == ["due: 2026-11-30", "recurrence: monthly"]
        )
    }

    /// As Taskwarrior 2.6.2 leaves them after `task 1 modify recur:…` or `due:…`; it goes on with the number of the next task.
    @Test
    func
        `what was made before the recurring task had other dates is part of the series if its date is, and never twice`()
        throws
    {
        func made(_ due: Int, _ recur: String = "weekly") -> String {
            #""status":"pending","due":"\#(due)T230000Z","recur":"\#(recur)","modified":"20261119T000000Z""#
        }
        let daily = #""due":"20261122T230000Z","recur":"daily","mask":"----""#
        #expect(
            try series(
                daily,
                (0, made(20_261_122)),
                (1, made(20_261_129)),
                (2, made(20_261_124, "daily")),
                (3, made(20_261_125, "daily"))
            ) == [["due: 2026-11-23", "recurrence: daily", "skipped_instances: [2026-11-24]"]]
        )
        let weekly = #""due":"20261122T230000Z","recur":"weekly","mask":"---""#
        #expect(
            try series(weekly, (0, made(20_261_122)), (1, made(20_261_123, "daily")), (2, made(20_261_124, "daily")))
                == [
                    ["due: 2026-11-23", "recurrence: weekly", "skipped_instances: [2026-11-30, 2026-12-07]"],
                    ["due: 2026-11-24"], ["due: 2026-11-25"],
                ]
        )
        let moved = #""due":"20261123T230000Z","recur":"weekly","mask":"--""#
        #expect(
            try series(moved, (0, made(20_261_122)), (1, made(20_261_129))) == [
                ["due: 2026-12-08", "recurrence: weekly", "skipped_instances: [2026-11-24, 2026-12-01]"],
                ["due: 2026-11-23"], ["due: 2026-11-30"],
            ]
        )
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
        let timed = #""due":"20261110T080000Z","recur":"daily""#
        let hour = #""due":"20261111T090000Z""#
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
            #expect(found[0].contains("skipped_instances: [2026-12-02]"))
            #expect(found[1].first == scheduled.map { "scheduled: \($0)" } ?? "due: 2026-12-04")
        }
        let plain = #""due":"20261126T230000Z","recur":"weekly""#
        #expect(
            try series(plain, (0, plain), (1, due + #","wait":"20261130T230000Z""#)).last
                == ["scheduled: 2026-12-01", "due: 2026-12-04"]
        )
    }

    @Test func `an instance counts for the occurrence with its number, whatever Taskwarrior made of the 31st`() throws {
        // From the 31st of January, it goes to 28 February, 28 March and so on: what is to be done on the 28th of June is on that day.
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
                    "due: 2026-01-31", "recurrence: monthly on 28", "moved_from: 2026-01-31",
                    "complete_instances: [2026-03-28]", "skipped_instances: [2026-04-28, 2026-05-28]",
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
                    "due: 2026-11-21", "recurrence: weekdays", "moved_from: 2026-11-21",
                    "complete_instances: [2026-11-23]", "skipped_instances: [2026-11-24]",
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
        let long = String(repeating: "X", count: 20_000)
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

    @Test func `the second of two equal hours stays the second`() throws {
        let due = #""due":"20261025T013000Z""#
        let found = try series(due + #","recur":"weekly""#, (0, due))
        #expect(found == [["due: 2026-10-25T02:30+01:00", "timezone: Europe/Paris", "recurrence: weekly"]])
    }

    @Test func `a change of the template alone makes no reminder of what was made from it`() throws {
        let template = #""due":"20261119T080000Z","recur":"daily","tags":["new"],"modified":"20261121T000000Z""#
        let made = #""due":"20261119T080000Z","modified":"DATE""#
        #expect(try series(template, (0, made.replacing("DATE", with: "20261120T000000Z"))).count == 1)
        #expect(try series(template, (0, made.replacing("DATE", with: "20261120T090000Z"))).count == 2)
    }

    @Test func `weekdays that a change of the clocks has moved are one series`() throws {
        // 24 and 72 hours apart, as Taskwarrior 2.6.2 has them; 25 October 2026 has 25 hours.
        let stand = #""due":"20261022T073000Z","recur":"weekdays""#
        let days = ["20261022", "20261023", "20261026", "20261027"]
        let dates = days.map { #""due":"\#($0)T073000Z""# }
        let found = try series(stand, (0, dates[0]), (1, dates[1]), (2, dates[2]), (3, dates[3]))
        #expect(found == [["due: 2026-10-22T09:30", "timezone: Europe/Paris", "recurrence: weekdays"]])
        // One that somebody has moved is its own.
        #expect(try series(stand, (0, dates[0]), (2, #""due":"20261026T090000Z""#)).count == 2)
    }

    @Test(arguments: ["scheduled", "wait"])
    func `a series keeps the distance of its template, whatever its instances have`(key: String) throws {
        let weekly = #""due":"20261126T230000Z","recur":"weekly","\#(key)":"20261124T230000Z""#
        for own in ["20261124T230000Z", "20261201T230000Z"] {
            let found = try series(weekly, (1, #""due":"20261203T230000Z","\#(key)":"\#(own)""#))
            #expect(found == [["scheduled: 2026-12-02", "due: 2026-12-04", "recurrence: weekly"]], "\(own)")
        }
    }

    @Test func `instances without their template are one series while one is to be done`() throws {
        func made(_ number: Int, _ due: String, _ status: String) -> String {
            task(
                #""parent":"p","imask":\#(number),"recur":"weekly","due":"\#(due)","status":"\#(status)""#,
                uuid: "m\(number)"
            )
        }
        let over = made(4, "20261119T230000Z", "completed")
        let open = made(5, "20261126T230000Z", "pending")
        #expect(
            try keys(.taskwarrior, over + open)
                == [["due: 2026-11-27", "recurrence: weekly", "complete_instances: [2026-11-20]"]]
        )
        #expect(try read(.taskwarrior, Array(open.utf8)).reminders.map(\.identity) == ["p"])
        // The template may have been deleted: what is over does not come back.
        #expect(try keys(.taskwarrior, over).allSatisfy { !$0.contains("recurrence: weekly") })
    }
}
