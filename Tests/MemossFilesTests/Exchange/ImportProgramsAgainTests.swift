import TestSupport
import Testing

@testable import Exchange
@testable import MemossFiles

/// What single programs do between two imports (issue 34).
@Suite struct ImportProgramsAgainTests {
    // MARK: Taskwarrior

    /// A recurring task, and the tasks that were made from it, a letter each: `-` to be done, `+` completed, `X` deleted.
    private static func tasks(_ states: String, _ template: String, _ made: (Int) -> String) -> String {
        let mask = states.replacing("X", with: "-")
        let rest = #""description":"Pills","entry":"20261120T090000Z","recur":"daily""#
        let tasks = states.enumerated().map { number, state in
            let status = state == "-" ? "pending" : state == "+" ? "completed" : "deleted"
            return
                #"{"uuid":"m\#(number)","parent":"t","imask":\#(number),"status":"\#(status)",\#(made(number)),\#(rest)}"#
        }
        return "["
            + ([#"{"uuid":"t","status":"recurring","mask":"\#(mask)",\#(template),\#(rest)}"#] + tasks)
            .joined(separator: ",") + "]"
    }

    private static func ending(_ states: String, _ until: String = "20261130T090000Z") -> String {
        let end = #""until":"\#(until)""#
        return tasks(states, #""due":"20261128T080000Z",\#(end)"#) { #""due":"202611\#(28 + $0)T080000Z",\#(end)"# }
    }

    @Test(arguments: ["XXX", "++X", "+XX", "+++"])
    func `a recurring task that has ended there is completed here, with the history that it has there`(after: String)
        throws
    {
        let text = Self.ending(after)
        for (deeds, end) in [(0, "20261130T090000Z"), (1, "20261130T090000Z"), (0, "20270301T000000Z")] {
            var folder = try ImportFolder(.taskwarrior)
            _ = try folder.take(Self.ending("-", end))
            for _ in 0..<deeds { try folder.step(.complete(on: nil, catchesUp: false), "1.md") }
            folder.time.now = folder.time.now.adding(seconds: 7 * 86_400)
            let outcome = try folder.take(text)
            var other = try ImportFolder(.taskwarrior)
            _ = try other.take(text)
            let (ours, theirs) = (try folder.reminder("1.md"), try other.reminder("1.md"))
            #expect(outcome.added.isEmpty && outcome.named.isEmpty && theirs.isCompleted, "\(outcome)")
            #expect(ours.isCompleted, "\(ours)")
            let done = Set(ours.completeInstances.map(\.date.day))
            #expect(done == Set(theirs.completeInstances.map(\.date.day) + (deeds == 0 ? [] : [28])))
            #expect(try folder.take(text).isSilent)
        }
    }

    @Test(arguments: ["Europe/Paris", "America/New_York", "UTC"])
    func `annotations of Taskwarrior are taken over in every zone, unless the text was edited here`(zone: String) throws
    {
        func task(_ count: Int) -> String {
            let all = (0..<count).map { #"{"entry":"20261120T1\#($0)0000Z","description":"Note \#($0)"}"# }
            return
                #"[{"uuid":"t","description":"Call","due":"20261201T080000Z","status":"pending","annotations":[\#(all.joined(separator: ","))]}]"#
        }
        for isEdited in [false, true] {
            var folder = try ImportFolder(.taskwarrior)
            folder.time.zone = try #require(folder.time.zones[zone])
            _ = try folder.take(task(1))
            for count in [2, 3] {
                if isEdited {
                    let text = String(decoding: try #require(folder.files["1.md"]), as: UTF8.self)
                    folder.add("1.md", text.replacing("Note 0", with: "Mine"))
                }
                let outcome = try folder.take(task(count))
                let body = String(decoding: try folder.reminder("1.md").body, as: UTF8.self)
                #expect(body.contains("Note \(count - 1)") != isEdited && body.contains("Mine") == isEdited, "\(body)")
                #expect(outcome.named.isEmpty != isEdited, "\(outcome)")
                #expect(try folder.take(task(count)).isSilent)
            }
        }
    }

    @Test func `an alarm at an instant is taken over in every zone`() throws {
        func calendar(_ hour: String) -> String {
            let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20261130T\(hour)0000Z\nEND:VALARM\n"
            return
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:s\nSUMMARY:Run\nDUE:20261201T080000Z\n\(alarm)END:VTODO\nEND:VCALENDAR\n"
        }
        var folder = try ImportFolder(.calendar)
        _ = try folder.take(calendar("08"))
        let outcome = try folder.take(calendar("10"))
        #expect(outcome.named.isEmpty && outcome.changed == ["1.md"], "\(outcome)")
        #expect(try folder.reminder("1.md").alarms.map { "\($0.trigger)" }.joined().contains("11:00"))
        #expect(try folder.take(calendar("10")).isSilent)
    }

    @Test(arguments: [("scheduled", "+"), ("scheduled", "X"), ("wait", "+")])
    func `what was done of a recurring task with a date before its deadline is recorded at that date`(
        key: String,
        sign: String
    ) throws {
        func text(_ states: String) -> String {
            Self.tasks(states, #""due":"20261129T080000Z","\#(key)":"20261128T080000Z""#) {
                #""due":"\#(20_261_129 + $0 + ($0 > 1 ? 70 : 0))T080000Z","\#(key)":"\#(20_261_128 + $0 + ($0 > 2 ? 70 : 0))T080000Z""#
            }
        }
        func records(_ reminder: Reminder) -> [String] {
            (sign == "+" ? reminder.completeInstances : reminder.skippedInstances).map(\.description)
        }
        let after = text("\(sign)\(sign)--")
        var folder = try ImportFolder(.taskwarrior)
        _ = try folder.take(after)
        #expect(try records(folder.reminder("1.md")) == ["2026-11-28", "2026-11-29"])
        #expect(try folder.reminder("1.md").date?.date.day == 30)
        // The same, beside what was completed here.
        for count in [0, 1, 2] {
            var folder = try ImportFolder(.taskwarrior)
            _ = try folder.take(text("--"))
            for _ in 0..<count {
                try folder.step(sign == "+" ? .complete(on: nil, catchesUp: false) : .skip(on: nil), "1.md")
            }
            let outcome = try folder.take(after)
            #expect(outcome.named.isEmpty && outcome.added.isEmpty, "\(outcome)")
            #expect(try records(folder.reminder("1.md")) == ["2026-11-28", "2026-11-29"], "\(count)")
            #expect(try folder.reminder("1.md").date?.date.day == 30)
            #expect(try folder.take(after).isSilent)
        }
        // Without the recurring task.
        var other = try ImportFolder(.taskwarrior)
        _ = try other.take(text("--"))
        let done =
            #"[{"uuid":"m0","parent":"t","imask":0,"status":"completed","description":"Pills","recur":"daily","due":"20261129T080000Z","entry":"20261120T090000Z"}]"#
        #expect(try other.take(done).named.isEmpty)
        #expect(try other.reminder("1.md").completeInstances.map(\.description) == ["2026-11-28"])
        #expect(try other.reminder("1.md").date?.date.day == 29)
    }

    @Test func `tasks that Taskwarrior has made on the 30th are on the 30th`() throws {
        for (days, wanted) in [
            (["1031", "1130", "1230"], ["2026-10-31", "2026-11-30", "2026-12-30", "2027-01-30"]),
            (["1031", "1130"], ["2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31"]),
        ] {
            let rest = #""description":"Rent","entry":"20261001T090000Z","recur":"monthly""#
            let made = days.enumerated().map { number, day in
                #"{"uuid":"m\#(number)","parent":"t","imask":\#(number),"status":"pending","due":"2026\#(day)T100000Z",\#(rest)}"#
            }
            let template = #"{"uuid":"t","status":"recurring","mask":"---","due":"20261031T100000Z",\#(rest)}"#
            let text = "[\(([template] + made).joined(separator: ","))]"
            var folder = try ImportFolder(.taskwarrior)
            #expect(try folder.take(text).added.count == 1)
            #expect(try folder.dates("1.md").prefix(4).map { $0.prefix(10).description } == wanted)
            #expect(try folder.take(text).isSilent)
        }
    }

    // MARK: Calendars

    @Test(arguments: ["VEVENT", "VTODO"])
    func `a series that has ended there is completed here, however far it was done here`(name: String) throws {
        func calendar(_ rule: String) -> String {
            "BEGIN:VCALENDAR\nBEGIN:\(name)\nUID:s\nSUMMARY:Run\nDTSTART;TZID=Europe/Paris:20261128T090000\n\(rule)END:\(name)\nEND:VCALENDAR\n"
        }
        let rules = [";UNTIL=20261130T225959Z", ";COUNT=3", ";COUNT=2", ";UNTIL=20261128T225959Z"]
        for after in rules.map({ "RRULE:FREQ=DAILY\($0)\n" }) + [""] {
            for isSkipped in [false, true] where !isSkipped || !after.isEmpty {
                var folder = try ImportFolder(.calendar)
                _ = try folder.take(calendar("RRULE:FREQ=DAILY\n"))
                for number in 0..<3 {
                    try folder.step(
                        isSkipped && number == 2 ? .skip(on: nil) : .complete(on: nil, catchesUp: false),
                        "1.md"
                    )
                }
                folder.time.now = folder.time.now.adding(seconds: 6 * 86_400)
                let outcome = try folder.take(calendar(after))
                let reminder = try folder.reminder("1.md")
                #expect(outcome.named.isEmpty && outcome.changed == ["1.md"], "\(after): \(outcome)")
                #expect(reminder.isCompleted, "\(after): \(reminder)")
                if !after.isEmpty { #expect(reminder.completeInstances.count >= 2, "\(after): \(reminder)") }
                #expect(try folder.take(calendar(after)).isSilent)
                // It goes on there again.
                let again = try folder.take(calendar("RRULE:FREQ=DAILY\n"))
                #expect(try !folder.reminder("1.md").isCompleted || name == "VTODO" && !again.named.isEmpty)
            }
        }
    }

    private static func item(_ uid: String, _ title: String, _ rest: String) -> String {
        "BEGIN:VEVENT\nUID:\(uid)\nSUMMARY:\(title)\n\(rest)\nEND:VEVENT\n"
    }

    private static func calendar(_ items: String...) -> String {
        "BEGIN:VCALENDAR\n\(items.joined())END:VCALENDAR\n"
    }

    @Test func `a calendar whose program makes new ids at every export is imported once`() throws {
        func text(_ id: String, _ about: String = "DESCRIPTION:Far") -> String {
            Self.calendar(
                Self.item("\(id)1", "Run", "DTSTART;TZID=Europe/Paris:20261130T090000\nRRULE:FREQ=WEEKLY\n\(about)"),
                Self.item(
                    "\(id)1",
                    "Run",
                    "RECURRENCE-ID;TZID=Europe/Paris:20261207T090000\nDTSTART;TZID=Europe/Paris:20261208T090000\nDESCRIPTION:Wood"
                ),
                Self.item("\(id)2", "Past", "DTSTART;VALUE=DATE:20261101"),
                Self.item("\(id)3", "Swim", "DTSTART;VALUE=DATE:20261201"),
                Self.item("\(id)4", "Swim", "DTSTART;VALUE=DATE:20261202")
            )
        }
        var folder = try ImportFolder(.calendar)
        #expect(try folder.take(text("a")).added.count == 5)
        try folder.step(.complete(on: nil, catchesUp: false), "1.md")
        let outcome = try folder.take(text("b"))
        #expect(outcome.isSilent && outcome.twins.isEmpty, "\(outcome)")
        #expect(try folder.reminders.allSatisfy { ImportFormat.calendar.identity(of: $0)?.first == "b" })
        let files = folder.files
        #expect(try folder.take(text("b")).isSilent && folder.files == files)
        // What was changed there is changed here.
        let third = try folder.take(text("c", "DESCRIPTION:Near"))
        #expect(third.added.isEmpty && third.changed == ["1.md"] && third.named.isEmpty, "\(third)")
    }

    @Test func `what may be one of several, or has other dates, is named beside the reminder that it was`() throws {
        let day = "DTSTART;VALUE=DATE:202612"
        var folder = try ImportFolder(.calendar)
        _ = try folder.take(
            Self.calendar(
                Self.item("a", "Run", day + "01"),
                Self.item("b", "Swim", day + "01\nLOCATION:A"),
                Self.item("c", "Swim", day + "01")
            )
        )
        let outcome = try folder.take(
            Self.calendar(
                Self.item("d", "Run", day + "02"),
                Self.item("e", "Swim", day + "01\nLOCATION:A"),
                Self.item("f", "Swim", day + "01"),
                Self.item("g", "Other", day + "01")
            )
        )
        #expect(outcome.added.count == 4 && outcome.twins == ["1.md", "2.md", "2.md"], "\(outcome)")
        // One of them is still there.
        var other = try ImportFolder(.calendar)
        _ = try other.take(Self.calendar(Self.item("a", "Run", day + "01")))
        let both = try other.take(Self.calendar(Self.item("a", "Run", day + "01"), Self.item("b", "Run", day + "01")))
        #expect(both.added.count == 1 && both.twins.isEmpty, "\(both)")
    }

    @Test(arguments: [
        "DTSTART:20261128T080000Z", "DTSTART;TZID=Europe/Paris:20261128T090000", "DTSTART;VALUE=DATE:20261128",
    ])
    func `a to-do that caldav completes as a copy moves on here, whatever was done here before`(start: String) throws {
        func later(_ days: Int) -> String {
            start.contains("DATE:") ? "DTSTART;VALUE=DATE:\(20_261_128 + days)" : "DTSTART:\(20_261_128 + days)T080000Z"
        }
        func text(_ start: String, _ count: Int, _ copies: [String]) -> String {
            let copies = copies.enumerated().map { number, start in
                "BEGIN:VTODO\nUID:c\(number)\nSUMMARY:Run\n\(start)\nSTATUS:COMPLETED\nCOMPLETED:20261128T120000Z\nEND:VTODO\n"
            }
            return Self.calendar(
                "BEGIN:VTODO\nUID:s\nSUMMARY:Run\n\(start)\nRRULE:FREQ=DAILY;COUNT=\(count)\nSTATUS:NEEDS-ACTION\nEND:VTODO\n",
                copies.joined()
            )
        }
        for deeds in 0...3 {
            var folder = try ImportFolder(.calendar)
            _ = try folder.take(text(start, 9, []))
            for _ in 0..<deeds { try folder.step(.complete(on: nil, catchesUp: false), "1.md") }
            let after = text(later(2), 7, [start, later(1)])
            let outcome = try folder.take(after)
            let reminder = try folder.reminder("1.md")
            #expect(outcome.added.isEmpty && outcome.named.isEmpty, "\(deeds): \(outcome)")
            #expect(
                reminder.completeInstances.map(\.date.day) == Array([28, 29, 30].prefix(max(2, deeds))),
                "\(reminder)"
            )
            #expect(try folder.dates("1.md").count == 9 - max(2, deeds))
            #expect(try folder.take(after).isSilent)
        }
    }

    // MARK: todo.txt

    @Test func `a completed line that was imported as such completes no other one`() throws {
        let done = "x 2026-11-26 Twice due:2026-12-05\n"
        var folder = try ImportFolder(.todoText)
        _ = try folder.take(done + "Twice due:2026-12-05\n")
        #expect(try folder.take(done).isSilent)
        #expect(try folder.reminders.count { !$0.isCompleted } == 1)
        // The other one too, on the same day.
        #expect(try folder.take(done + done).changed.count == 1)
        #expect(try folder.reminders.allSatisfy(\.isCompleted))
        #expect(try folder.take(done + done).isSilent)
    }

    @Test(arguments: [
        // What an app has gone on with has no history in its line.
        (
            [
                "2026-11-20 N0 due:2026-11-25 rec:+2d",
                "x 2026-11-27 2026-11-20 N0 due:2026-11-25 rec:+2d\n2026-11-27 N0 due:2026-11-27 rec:+2d",
                "x 2026-11-27 2026-11-20 N0 due:2026-11-25 rec:+2d\n2026-11-27 N0 due:2026-12-03 rec:+2d",
            ], "2026-12-03"
        ),
        // The first date is none of the line.
        (["2026-11-20 Water rec:+1d", "2026-11-20 Water rec:+1d due:2026-12-05"], "2026-12-05"),
        (["2026-11-20 Water rec:1d", "2026-11-20 Water rec:1d t:2026-12-05", "2026-11-20 Water rec:1d"], nil),
    ])
    func `dates that only todo.txt has changed are taken over`(texts: [String], date: String?) throws {
        var folder = try ImportFolder(.todoText)
        for text in texts {
            let outcome = try folder.take(text + "\n")
            #expect(outcome.named.isEmpty, "\(text): \(outcome)")
            #expect(try folder.take(text + "\n").isSilent)
            // The day of the import says nothing.
            folder.time.now = folder.time.now.adding(seconds: 86_400)
            #expect(try folder.take(text + "\n").isSilent)
        }
        #expect(try folder.reminders.count == 1)
        if let date { #expect(try folder.reminder("1.md").date?.description == date) }
    }

    @Test func `a first date that was changed here stays`() throws {
        var folder = try ImportFolder(.todoText)
        _ = try folder.take("2026-11-20 Water rec:+1d\n")
        try folder.set("scheduled", "2026-12-20", "1.md")
        #expect(try !folder.take("2026-11-20 Water rec:+1d due:2026-12-05\n").named.isEmpty)
        #expect(try folder.reminder("1.md").date?.description == "2026-12-20")
    }
}
