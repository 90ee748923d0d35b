import Testing

@testable import Exchange
@testable import MemossFiles

/// Where only steps were taken here since the last import, the dates of the other program are taken over, and what is done stays done.
@Suite struct ImportMergeTests {
    private static func toDo(_ start: String, _ rule: String, _ more: String = "") -> String {
        let dates = "DTSTART;TZID=Europe/Paris:\(start)\nRRULE:\(rule)\n\(more)"
        return "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:s\nSUMMARY:Pills\n\(dates)END:VTODO\nEND:VCALENDAR\n"
    }

    private static func task(_ due: String, _ recur: String) -> String {
        """
        [{"uuid":"t","description":"Rent","due":"\(due)","entry":"20261101T080000Z","recur":"\(recur)","status":"recurring","mask":"-"}]
        """
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var format = ImportFormat.calendar
        var before = ImportMergeTests.toDo("20261130T090000", "FREQ=DAILY")
        var after: String
        var steps: [ReminderStep] = [.complete(on: nil, catchesUp: false)]
        /// The coming dates, local; nil if both values are named.
        var dates: [String]?
        /// Whether the other program was further on, so that it opens again what it had completed.
        var isBack = false
        var testDescription: String { after }
    }

    private static let rows: [Row] = [
        Row(after: toDo("20261130T100000", "FREQ=DAILY"), dates: ["2026-12-01T10:00", "2026-12-02T10:00"]),
        Row(
            after: toDo("20261201T100000", "FREQ=DAILY"),
            dates: ["2026-12-01T10:00", "2026-12-02T10:00"],
            isBack: true
        ),
        Row(
            after: toDo("20261202T100000", "FREQ=DAILY"),
            dates: ["2026-12-02T10:00", "2026-12-03T10:00"],
            isBack: true
        ),
        Row(after: toDo("20261130T090000", "FREQ=WEEKLY"), dates: ["2026-12-07T09:00", "2026-12-14T09:00"]),
        Row(after: toDo("20261130T090000", "FREQ=DAILY;COUNT=2"), dates: ["2026-12-01T09:00"]),
        Row(
            after: toDo("20261130T090000", "FREQ=DAILY", "EXDATE;TZID=Europe/Paris:20261201T090000\n"),
            dates: ["2026-12-02T09:00", "2026-12-03T09:00"]
        ),
        Row(
            after: toDo("20261130T090000", "FREQ=DAILY").replacing("Paris", with: "London"),
            steps: [.skip(on: nil)],
            dates: ["2026-12-01T09:00", "2026-12-02T09:00"]
        ),
        Row(
            after: toDo("20261130T100000", "FREQ=DAILY"),
            steps: [
                .complete(on: nil, catchesUp: false), .skip(on: nil),
                .complete(on: DateValue(day(4)), catchesUp: false),
            ],
            dates: ["2026-12-02T10:00", "2026-12-03T10:00", "2026-12-05T10:00"]
        ),
        Row(
            format: .taskwarrior,
            before: task("20261130T230000Z", "daily"),
            after: task("20261130T230000Z", "2days"),
            dates: ["2026-12-03", "2026-12-05"]
        ),
        // A beginning off the rule is a date too.
        Row(after: toDo("20261130T090000", "FREQ=DAILY;BYDAY=TU"), dates: ["2026-12-01T09:00", "2026-12-08T09:00"]),
        // What was done on a day that is none of the new dates may stand for any of them.
        Row(
            before: toDo("20261201T090000", "FREQ=WEEKLY"),
            after: toDo("20261130T090000", "FREQ=WEEKLY"),
            dates: nil
        ),
    ]

    private static func day(_ number: Int) -> CivilDate { CivilDate(unchecked: 2026, 12, number) }

    @Test(arguments: rows)
    func `new dates are taken over beside what was done here, and again`(row: Row) throws {
        var folder = try ImportFolder(row.format)
        _ = try folder.take(row.before)
        for step in row.steps { try folder.step(step, "1.md") }
        let old = try folder.reminder("1.md")
        let outcome = try folder.take(row.after)
        let new = try folder.reminder("1.md")
        #expect(outcome.added.isEmpty && outcome.named.isEmpty == (row.dates != nil), "\(outcome)")
        #expect(new.completeInstances == old.completeInstances, "\(new)")
        let date = try #require(old.date)
        let wanted = row.dates ?? [date.description]
        #expect(Array(try folder.dates("1.md").prefix(wanted.count)) == wanted)
        #expect(try folder.take(row.after).isSilent)
        if row.dates == nil { return }
        // And back.
        let third = try folder.take(row.before)
        #expect(third.named.isEmpty && third.changed == ["1.md"], "\(third)")
        if row.isBack { return }
        #expect(try folder.reminder("1.md").completeInstances == old.completeInstances)
        #expect(try folder.reminder("1.md").date == old.date)
    }

    /// What todoman writes when an occurrence is completed, and its copy is changed afterwards.
    @Test(arguments: [
        ("T090000", "T180000", "2026-12-01T18:00"), ("FREQ=DAILY", "FREQ=WEEKLY", "2026-12-01T09:00"),
        (";TZID=Europe/Paris:20261201T09", ":20261201T08", "2026-12-01T08:00"),
        ("CATEGORIES:Health", "CATEGORIES:Health,Home", "2026-12-01T09:00"),
    ])
    func `a copy that goes on for a completed occurrence and was changed is the same series`(
        change: (String, String, String)
    ) throws {
        func item(_ uid: String, _ day: Int, _ rest: String) -> String {
            "BEGIN:VTODO\nUID:\(uid)\nSUMMARY:Pills\nCATEGORIES:Health\nDTSTART;TZID=Europe/Paris:\(20_261_100 + day)T090000\n\(rest)\nEND:VTODO\n"
        }
        func calendar(_ items: String) -> String { "BEGIN:VCALENDAR\n\(items)END:VCALENDAR\n" }
        for isDoneHere in [false, true] {
            for title in ["Pills", "Mine"] {
                var folder = try ImportFolder(.calendar)
                _ = try folder.take(calendar(item("s", 30, "RRULE:FREQ=DAILY")))
                if isDoneHere { try folder.step(.complete(on: nil, catchesUp: false), "1.md") }
                try folder.set("title", title, "1.md")
                let copy = item("n", 101, "RRULE:FREQ=DAILY").replacing(change.0, with: change.1)
                let text = calendar(item("s", 30, "STATUS:COMPLETED\nCOMPLETED:20261128T070000Z") + copy)
                let outcome = try folder.take(text)
                #expect(outcome.added.isEmpty && outcome.named.isEmpty, "\(outcome)")
                let reminder = try folder.reminder("1.md")
                #expect(reminder.date?.description == change.2 && reminder.title == title)
                #expect(reminder.completeInstances.map(\.description) == ["2026-11-30"])
                #expect(reminder.tags.count == (change.1.contains("Home") ? 2 : 1))
                #expect(try folder.take(text).isSilent)
            }
        }
    }

    @Test func `two completed series with one title go on with their own copies`() throws {
        func item(_ uid: String, _ start: String, _ rest: String) -> String {
            "BEGIN:VTODO\nUID:\(uid)\nSUMMARY:Pills\nDTSTART;TZID=Europe/Paris:\(start)\n\(rest)\nEND:VTODO\n"
        }
        func calendar(_ items: String...) -> String { "BEGIN:VCALENDAR\n\(items.joined())END:VCALENDAR\n" }
        let (rule, done) = ("RRULE:FREQ=DAILY", "STATUS:COMPLETED\nCOMPLETED:20261128T070000Z")
        var folder = try ImportFolder(.calendar)
        _ = try folder.take(calendar(item("a", "20261130T080000", rule), item("b", "20261130T200000", rule)))
        let text = calendar(
            item("a", "20261130T080000", done),
            item("b", "20261130T200000", done),
            item("d", "20261201T200000", rule),
            item("c", "20261201T073000", rule)
        )
        let outcome = try folder.take(text)
        #expect(outcome.added.isEmpty && outcome.named.isEmpty, "\(outcome)")
        #expect(try folder.reminder("1.md").date?.description == "2026-12-01T07:30")
        #expect(try folder.reminder("2.md").date?.description == "2026-12-01T20:00")
        #expect(try folder.take(text).isSilent)
    }

    @Test(arguments: [#","due":"20261202T230000Z""#, #","due":"20261129T230000Z","description":"Pay""#])
    func `a task that has a file of its own is completed there, or named`(change: String) throws {
        func tasks(_ status: String, _ own: String) -> String {
            let rest = #""entry":"20261101T080000Z","recur":"weekly""#
            let series =
                #"{"uuid":"t","description":"Rent","due":"20261129T230000Z","status":"recurring",\#(rest),"mask":"-"}"#
            let title = own.contains("description") ? "" : #","description":"Rent""#
            let modified = #""modified":"20261102T080000Z""#
            return
                #"[\#(series),{"uuid":"i","parent":"t","imask":0,\#(rest),\#(modified),"status":"\#(status)"\#(title)\#(own)}]"#
        }
        for (status, isNamed) in [("completed", false), ("deleted", true)] {
            for before in [[], [tasks("pending", #","due":"20261129T230000Z""#)]] {
                var folder = try ImportFolder(.taskwarrior)
                for text in before + [tasks("pending", change)] { _ = try folder.take(text) }
                let after = tasks(status, change + #","end":"20261203T070000Z""#)
                let outcome = try folder.take(after)
                #expect(outcome.added.isEmpty && outcome.named.isEmpty != isNamed, "\(outcome)")
                #expect(try folder.reminder("2.md").isCompleted != isNamed)
                #expect(try folder.reminder("1.md").date?.description == "2026-12-07")
                #expect(try folder.take(after).isSilent)
            }
        }
    }

    /// A line has no id.
    @Test(arguments: [
        ("Mom due:2026-11-30", "Mom due:2026-12-02", true), ("Mom", "Mom @phone due:2026-12-02", true),
        ("Rent rec:+1m due:2026-12-02", "Rent rec:+2m due:2026-12-02", true),
        ("Mom due:2026-12-02", "Mum due:2026-12-02", false),
    ])
    func `an edited line is known by its title and the day when it was created`(
        before: String,
        after: String,
        isSame: Bool
    ) throws {
        for (old, new, count) in [
            ("2026-11-01 \(before)\nTea\n", "2026-11-01 \(after)\nTea\n", isSame ? 2 : 3),
            ("2026-11-01 \(before)\n", "x 2026-11-27 2026-11-01 \(after)\n", isSame ? 1 : 2),
            // It may be another one.
            ("2026-11-01 \(before)\n", "2026-11-02 \(after)\n", 2), ("\(before)\n", "\(after)\n", 2),
            ("2026-11-01 \(before)\n", "2026-11-01 \(after)\n2026-11-01 \(after) a:b\n", 3),
            ("2026-11-01 \(before)\n2026-11-01 \(before) a:b\n", "2026-11-01 \(after)\n", 3),
        ] {
            var folder = try ImportFolder(.todoText)
            _ = try folder.take(old)
            let outcome = try folder.take(new)
            // A series that ends there is named.
            let isNamed = count == 1 && after.contains("rec:")
            #expect(try folder.reminders.count == count && outcome.named.isEmpty != isNamed, "\(old)\(new): \(outcome)")
            if isSame, new.contains("2026-11-01"), count < 3, !isNamed {
                let reminder = try folder.reminder("1.md")
                #expect(reminder.isCompleted == new.hasPrefix("x"))
                #expect(reminder.deadline?.description == "2026-12-02", "\(new)")
            }
            #expect(try folder.take(new).isSilent)
        }
    }

    @Test func `what cannot be written is named each time`() throws {
        let before = Self.toDo("20261130T090000", "FREQ=DAILY")
        for key in ["ics_imported", "ics_uid"] {
            var folder = try ImportFolder(.calendar)
            _ = try folder.take(before)
            try folder.alias(key, "1.md")
            let successor = before.replacing("UID:s", with: "UID:n").replacing("1130T", with: "1201T")
            let done = before.replacing("RRULE:FREQ=DAILY", with: "STATUS:COMPLETED").replacing(
                "END:VCALENDAR\n",
                with: ""
            )
            let after = done + successor.replacing("BEGIN:VCALENDAR\n", with: "")
            #expect(try folder.take(after).named.contains { $0.contains("is the alias") })
            #expect(try folder.take(after).named.contains { $0.contains("is the alias") })
        }
        var folder = try ImportFolder(.calendar)
        _ = try folder.take(before)
        folder.add(
            "1.md",
            String(decoding: folder.files["1.md"] ?? [], as: UTF8.self)
                .replacing("recurrence:", with: "mine: &b [2026-12-10]\nskipped_instances: *b\nrecurrence:")
        )
        let part =
            "BEGIN:VTODO\nUID:s\nSUMMARY:Other\nRECURRENCE-ID:20261202T080000Z\nDTSTART:20261202T080000Z\nEND:VTODO\n"
        let outcome = try folder.take("BEGIN:VCALENDAR\n\(part)END:VCALENDAR\n")
        #expect(
            outcome.added == ["2.md"] && outcome.named.count == 1 && outcome.named[0].contains("open, left out"),
            "\(outcome)"
        )
    }
}
