import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

@Suite struct CalendarImportTests: CalendarReading {
    @Test func `every property of an event is kept`() throws {
        let (reminders, faults) = try read(
            event(
                "UID:a@b",
                "DTSTAMP:20260101T000000Z",
                "CREATED:20260101T100000Z",
                "SUMMARY;LANGUAGE=fr:D\\, entiste",
                "DESCRIPTION:One\\nt",
                " wo\\;",
                "LOCATION:Berlin\\; Mitte",
                "CATEGORIES:Health,A\\,b",
                "CATEGORIES:Health,Home",
                "DTSTART;TZID=America/New_York:20261201T090000",
                "DTEND;TZID=America/New_York:20261201T100000",
                "ATTENDEE;CN=\"Ann: X\":mailto:ann@x.org",
                "ATTENDEE:mailto:bob@x.org",
                "STATUS:TENTATIVE",
                "PRIORITY:1",
                "X-OTHER-THING:a,b\\n",
                "BEGIN:VALARM",
                "ACTION:DISPLAY",
                "TRIGGER;RELATED=START:-PT15M",
                "END:VALARM"
            )
        )
        #expect(faults.isEmpty)
        let new = try #require(reminders.first).new
        #expect(new.title == "D, entiste")
        #expect(String(decoding: new.body, as: UTF8.self) == "One\ntwo;")
        #expect(new.created.description == "2026-01-01T11:00")
        #expect(
            try keys(reminders[0]) == [
                "tags: [Health, A, b, Home]", "scheduled: 2026-12-01T09:00", "timezone: America/New_York",
                "reminders: [15 minutes before]", "ics_uid: a@b",
                "ics_dtstamp: 20260101T000000Z", "ics_summary_parameters: LANGUAGE=fr", "location: Berlin; Mitte",
                "ics_dtend: TZID=America/New_York:20261201T100000",
                "ics_attendee: [\"CN=\\\"Ann: X\\\":mailto:ann@x.org\", \"mailto:bob@x.org\"]", "ics_status: TENTATIVE",
                "priority: high", "ics_priority: 1", "ics_x_other_thing: a,b\\n",
            ]
        )
    }

    @Test(arguments: [
        ("-PT30S", "1 minute before"), ("-PT90S", "2 minutes before"), ("PT90S", "1 minute after"),
        ("-P1DT2H", "1 day 2 hours before"),
    ])
    func `an alarm becomes one in whole minutes, and rather earlier than later`(trigger: String, alarm: String) throws {
        let alarms = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\(trigger)\nEND:VALARM"
        let text = try keys(event("UID:a", "DTSTART:20261201T090000", alarms))
        #expect(text.contains("reminders: [\(alarm)]"), "\(text)")
    }

    @Test func `a time in UTC becomes local, and that of a series stays in UTC`() throws {
        #expect(
            try keys(event("UID:a", "DTSTART:20261201T090000Z")) == [
                "scheduled: 2026-12-01T10:00", "timezone: Europe/Paris", "ics_uid: a",
            ]
        )
        // The second 02:30 of the night.
        #expect(
            try keys(event("UID:a", "DTSTART:20271031T013000Z")) == [
                "scheduled: 2027-10-31T02:30+01:00", "timezone: Europe/Paris", "ics_uid: a",
            ]
        )
        #expect(
            try keys(event("UID:a", "DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY")) == [
                "scheduled: 2026-12-01T09:00", "timezone: UTC", "recurrence: FREQ=DAILY", "ics_uid: a",
            ]
        )
        #expect(try keys(event("UID:a", "DTSTART:20261201T090000")) == ["scheduled: 2026-12-01T09:00", "ics_uid: a"])
        // The name that libical writes.
        #expect(
            try keys(event("UID:a", "DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Paris:20261201T090000"))
                == ["scheduled: 2026-12-01T09:00", "timezone: Europe/Paris", "ics_uid: a"]
        )
        // The name that Windows and Outlook write.
        #expect(
            try keys(event("UID:a", "DTSTART;TZID=Romance Standard Time:20261201T090000"))
                == ["scheduled: 2026-12-01T09:00", "timezone: Europe/Paris", "ics_uid: a"]
        )
        // The time of completion is read in the zone of the reminder.
        #expect(
            try keys(
                event("UID:a", "DUE;TZID=America/New_York:20261201T090000", "COMPLETED:20261130T090000Z", name: "VTODO")
            ) == ["due: 2026-12-01T09:00", "timezone: America/New_York", "completed: 2026-11-30T04:00", "ics_uid: a"]
        )
    }

    @Test func `each zone of Windows is one of the tz database`() throws {
        let lines = WindowsZones.table.split(separator: "\n")
        #expect(lines.count == 139)
        for line in lines {
            let parts = line.split(separator: "=").map(String.init)
            let name = try #require(WindowsZones.name(for: parts[0].lowercased()))
            #expect(try ZoneDatabase().zone(named: name).name == parts[1], "\(line)")
        }
        #expect(WindowsZones.name(for: "Mars Standard Time") == nil)
    }

    @Test func `what is over is completed, and a series goes on where it is`() throws {
        #expect(
            try keys(event("UID:a", "DTSTART;VALUE=DATE:20261120")) == [
                "scheduled: 2026-11-20", "completed: 2026-11-20", "ics_uid: a",
            ]
        )
        // It began today.
        #expect(try keys(event("UID:a", "DTSTART:20261121T030000")) == ["scheduled: 2026-11-21T03:00", "ics_uid: a"])
        // A to-do of the past is still to be done.
        #expect(
            try keys(event("UID:a", "DUE;VALUE=DATE:20251120", name: "VTODO")) == ["due: 2025-11-20", "ics_uid: a"]
        )
        #expect(
            try keys(event("UID:a", "DTSTART:20250106T080000", "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=60")) == [
                "scheduled: 2026-11-23T08:00", "recurrence: DTSTART:20250106T080000;FREQ=WEEKLY;INTERVAL=2;COUNT=60",
                "ics_uid: a",
            ]
        )
        #expect(
            try keys(event("UID:a", "DTSTART;VALUE=DATE:20250106", "RRULE:FREQ=WEEKLY;COUNT=3")) == [
                "scheduled: 2025-01-20", "recurrence: DTSTART:20250106;FREQ=WEEKLY;COUNT=3", "completed: 2025-01-20",
                "ics_uid: a",
            ]
        )
    }

    @Test func `exceptions are skipped, and changed and further dates are reminders of their own`() throws {
        let (reminders, faults) = try read(
            event(
                "UID:a",
                "DTSTART;TZID=Europe/Paris:20261123T090000",
                "RRULE:FREQ=WEEKLY",
                "EXDATE;TZID=Europe/Paris:20261130T090000,20261130T090000",
                "EXDATE:20261214T080000Z",
                "RDATE;TZID=Europe/Paris:20261125T100000,20261123T090000"
            ),
            event(
                "UID:a",
                "RECURRENCE-ID;TZID=Europe/Paris:20261207T090000",
                "SUMMARY:Later",
                "DTSTART:20261208T080000Z"
            )
        )
        #expect(faults.isEmpty)
        #expect(
            try reminders.map(keys) == [
                [
                    "scheduled: 2026-11-23T09:00", "timezone: Europe/Paris", "recurrence: FREQ=WEEKLY",
                    #"skipped_instances: ["2026-11-30T09:00", "2026-12-07T09:00", "2026-12-14T09:00"]"#, "ics_uid: a",
                ],
                [
                    "scheduled: 2026-11-25T10:00", "timezone: Europe/Paris", "ics_uid: a",
                    "ics_recurrence_id: 20261125T090000Z",
                ],
                [
                    "scheduled: 2026-12-08T09:00", "timezone: Europe/Paris", "ics_uid: a",
                    "ics_recurrence_id: 20261207T080000Z",
                ],
            ]
        )
        #expect(reminders.map(\.identity) == ["a", "a\n20261125T090000Z", "a\n20261207T080000Z"])
    }

    @Test func `a series whose first dates are excepted or changed begins with the next one`() throws {
        #expect(
            try keys(
                event(
                    "UID:a",
                    "DTSTART;VALUE=DATE:20261123",
                    "RRULE:FREQ=DAILY;COUNT=5",
                    "EXDATE;VALUE=DATE:20261124,20261123"
                )
            ) == [
                "scheduled: 2026-11-25", "recurrence: DTSTART:20261123;FREQ=DAILY;COUNT=5",
                "skipped_instances: [2026-11-23, 2026-11-24]", "ics_uid: a",
            ]
        )
        // A to-do of the past has its first date that is left; its deadline keeps the distance.
        let task = event(
            "UID:a",
            "DTSTART:20261102T090000",
            "DUE:20261103T180000",
            "RRULE:FREQ=WEEKLY",
            name: "VTODO"
        )
        let moved = event("UID:a", "RECURRENCE-ID:20261102T090000", "DUE:20261104T180000", name: "VTODO")
        for components in [[task, moved], [moved, task]] {
            let text = (["BEGIN:VCALENDAR"] + components + ["END:VCALENDAR"]).joined(separator: "\n")
            let (reminders, faults) = try read(bytes: Array(text.utf8))
            #expect(faults.isEmpty)
            #expect(
                try Set(reminders.map(keys)) == [
                    [
                        "scheduled: 2026-11-09T09:00", "due: 2026-11-10T18:00",
                        "recurrence: DTSTART:20261102T090000;FREQ=WEEKLY", #"skipped_instances: ["2026-11-02T09:00"]"#,
                        "ics_uid: a",
                    ],
                    ["due: 2026-11-04T18:00", "ics_uid: a", "ics_recurrence_id: 20261102T090000"],
                ]
            )
        }
        // Nothing is left.
        #expect(
            try keys(
                event("UID:a", "DTSTART;VALUE=DATE:20261123", "RRULE:FREQ=DAILY;COUNT=1", "EXDATE;VALUE=DATE:20261123")
            ).contains("completed: true")
        )
    }

    @Test func `an event that goes on today is open`() throws {
        func isOpen(_ lines: String...) throws -> Bool {
            try !keys(event(["UID:a"] + lines)).contains { $0.hasPrefix("completed") }
        }
        #expect(try isOpen("DTSTART;VALUE=DATE:20261119", "DTEND;VALUE=DATE:20261122"))
        // The end is not part of it.
        #expect(try !isOpen("DTSTART;VALUE=DATE:20261119", "DTEND;VALUE=DATE:20261121"))
        #expect(try isOpen("DTSTART:20261120T200000Z", "DTEND:20261121T020000Z"))
        #expect(try !isOpen("DTSTART:20261120T200000", "DTEND:20261121T000000"))
        #expect(try isOpen("DTSTART:20261120T200000", "DURATION:PT5H"))
        #expect(try isOpen("DTSTART;VALUE=DATE:20261119", "DURATION:P3D"))
        #expect(
            try keys(
                event("UID:a", "DTSTART;VALUE=DATE:20260911", "DTEND;VALUE=DATE:20260914", "RRULE:FREQ=WEEKLY")
            ).first == "scheduled: 2026-11-20"
        )
        #expect(try read(event("UID:a", "DTSTART:20261120", "DURATION:soon")).faults.map(\.line) == [5])
    }

    @Test func `a to-do with a duration has a deadline`() throws {
        #expect(
            try keys(event("UID:a", "DTSTART:20261201T090000", "DURATION:PT90M", name: "VTODO")) == [
                "scheduled: 2026-12-01T09:00", "due: 2026-12-01T10:30", "ics_uid: a", "ics_duration: PT90M",
            ]
        )
    }

    @Test func `a series skips the changed occurrences that were imported before it`() throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:a
            DTSTART;TZID=Europe/Paris:20261123T090000
            RRULE:FREQ=WEEKLY
            END:VEVENT
            END:VCALENDAR
            """
        let (reminders, _) = try read(bytes: Array(text.utf8), known: ["a\n20261123T080000Z", "b\n20261130T080000Z"])
        #expect(try keys(reminders[0]).contains(#"skipped_instances: ["2026-11-23T09:00"]"#))
        #expect(reminders[0].new.scheduled?.description == "2026-11-30T09:00")
    }

    @Test func `what cannot be imported is a fault with its line`() throws {
        func faults(_ components: String...) throws -> [String] {
            let text = (["BEGIN:VCALENDAR"] + components + ["END:VCALENDAR"]).joined(separator: "\n")
            return try read(bytes: Array(text.utf8)).faults.map { "\($0.line): \($0.message.prefix(24))" }
        }
        #expect(
            try faults(event("UID:a", "DTSTART:20261123", "RRULE:FREQ=SECONDLY"), event("UID:b", "DTSTART:soon")) == [
                "5: RRULE: FREQ=SECONDLY is ", "9: DTSTART: 'soon' is not a",
            ]
        )
        #expect(
            try faults(event("UID:a", "DTSTART;TZID=Mars/Olympus:20261123T090000"))
                == ["4: DTSTART: 'Mars/Olympus' "]
        )
        #expect(try faults(event("UID:a", "EXRULE:FREQ=DAILY")) == ["4: EXRULE cannot be importe"])
        #expect(
            try faults(event("UID:a", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261123", "DTSTART:20261124"))
                == ["4: RANGE cannot be imported"]
        )
        #expect(try faults("BEGIN:VJOURNAL\nEND:VJOURNAL") == ["2: a VJOURNAL cannot be imp"])
        #expect(
            try faults(event("UID:a", "DTSTART:20261124", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"))
                == ["5: RRULE: DTSTART is not an"]
        )
        #expect(try read(bytes: []).faults.map(\.line) == [1])
        #expect(try read(bytes: Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n".utf8)).faults.map(\.line) == [2])
        let broken = Array("BEGIN:VCALENDAR\nX\u{301}Y\nA:\n".utf8) + [0xFF] + Array("\nEND:VEVENT".utf8)
        #expect(try read(bytes: broken).faults.map(\.line) == [2, 4, 5])
    }

    @Test func `a line is split at its bytes, not at its characters`() throws {
        // A colon and an accent are one character.
        #expect(try keys(event("UID:\u{301}a", "X-A;P=\u{301}b:c\u{301}")).last == "ics_x_a: P=\u{301}b:c\u{301}")
    }

    @Test func `hostile bytes give faults, never a crash, and never a reminder that reads back differently`() throws {
        var random = Random(seed: 1_968)
        let files = try ["khal.ics", "todoman.ics"].map { try Fixtures.bytes("import/\($0)") }
        for _ in 0..<Rounds.of(300) {
            let (reminders, _) = try read(bytes: random.mutate(random.pick(files)))
            // The contents are parsed and compared (law 3).
            for reminder in reminders { _ = try? reminder.new.contents() }
        }
    }

    @Test func `what is exported is imported again with the same times`() throws {
        var random = Random(seed: 5_545)
        let context = try context()
        var compared = 0
        for number in 0..<Rounds.of(300) {
            let rule = number.isMultiple(of: 2) ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            let day = CivilDate(daysSinceEpoch: 20_800 + random.below(400))
            let time = random.below(3) == 0 ? nil : CivilTime(unchecked: random.below(288) * 300)
            var reminder = Reminder(path: "a.md", title: "A")
            (reminder.isNote, reminder.scheduled) = (false, DateValue(day).with(date: day, time: time))
            reminder.recurrence = rule
            reminder.skippedInstances = [DateValue(day.adding(days: random.pick([0, 1, 7, 30])))]
            guard reminder.rule != nil else { continue }
            let feed = CalendarFeed(.event, hasAlarms: false, hasBodies: false, lastYear: 2028)
            let output = feed.output(of: [reminder], in: context)
            // A feed lists the dates of some rules, and each is then a reminder.
            guard output.bytes.count < 5_000 else { continue }
            let (found, faults) = try read(bytes: output.bytes)
            guard output.cut.isEmpty, found.count == 1 else { continue }
            #expect(faults.isEmpty, "\(rule): \(faults)")
            let read = ReminderDecoder.decode(try found[0].new.contents(), path: "b.md").reminder
            let again = try #require(read)
            var zones = context
            zones.zones["UTC"] = .utc
            let wanted = Array(reminder.occurrencesAhead(in: zones).prefix(50)).map(\.instant)
            #expect(Array(again.occurrencesAhead(in: zones).prefix(50)).map(\.instant) == wanted, "\(rule) \(day)")
            compared += 1
        }
        #expect(compared > Rounds.least(90), "\(compared)")
    }

    @Test func `the alarms of a feed are imported again, and its date, deadline and snooze are none`() throws {
        let context = try context()
        let alarms = [
            "15 min before", "1 day before at 18:00", "30 min after", "\"2026-11-25T20:00\"", "1 hour before due",
        ]
        let front =
            "---\ntitle: A\nscheduled: 2026-11-26T14:15\ndue: 2026-11-28T12:00\nsnoozed: 2026-11-24T07:00\n"
            + "reminders: [\(alarms.joined(separator: ", "))]\n---\n"
        let reminder = try #require(ReminderDecoder.decode(Array(front.utf8), path: "a.md").reminder)
        let feed = CalendarFeed(.event, hasAlarms: true, hasBodies: false, lastYear: 2028).output(
            of: [reminder],
            in: context
        )
        let new = try #require(try read(bytes: feed.bytes).reminders.first).new
        let again = try #require(ReminderDecoder.decode(try new.contents(), path: "b.md").reminder)
        func rings(_ reminder: Reminder) -> [Instant] {
            var silent = context
            silent.deadlinesRing = false
            return AlarmCursor(reminder, in: silent).map(\.instant)
        }
        var unsnoozed = reminder
        unsnoozed.snoozed = nil
        #expect(rings(again) == rings(unsnoozed) && rings(again).count == 5)
    }

    @Test func `of two components with one UID, none is dropped in silence`() throws {
        let one = event("UID:a", "DTSTART:20261201T090000", "SUMMARY:Base")
        let other = event("UID:a", "DTSTART:20261201T090000", "SUMMARY:Base two", "SEQUENCE:2")
        #expect(try read(one, one).reminders.count == 1)
        #expect(try read(one, one).faults.isEmpty)
        let fault = try #require(try read(one, other).faults.first)
        #expect(fault.line == 7 && fault.message.contains("the UID of the VEVENT on line 2"))
        let moved = event("UID:a", "DTSTART:20261202T090000", "RECURRENCE-ID:20261201T090000", "SUMMARY:Moved")
        #expect(try read(one, moved, moved).reminders.count == 1)
    }
}
