import Testing

@testable import Exchange
@testable import MemossFiles

/// Components that other programs write against the rules.
@Suite struct CalendarPartialImportTests: CalendarReading {
    @Test func `a component that cannot be imported is left out, and the others are imported`() throws {
        let (reminders, faults) = try read(
            event("UID:a", "DTSTART:20261123", "RRULE:FREQ=WEEKLY"),
            event("UID:a", "RECURRENCE-ID:20261130", "DTSTART;TZID=Mars/Olympus:20261201T090000"),
            event("SUMMARY:x", name: "VJOURNAL"),
            event("UID:b", "SUMMARY:Tax", name: "VTODO")
        )
        #expect(reminders.map(\.new.title) == ["Untitled", "Tax"])
        // The series keeps what nothing replaces.
        #expect(try !keys(reminders[0]).contains { $0.hasPrefix("skipped") })
        #expect(faults.map(\.line) == [10, 12])
        #expect(faults.allSatisfy { $0.extent == .item })
        #expect(try read(bytes: Array("BEGIN:VCALENDAR\n".utf8)).faults.map(\.extent) == [.file])
    }

    @Test func `a component without UID is known by what it says`() throws {
        func ids(_ components: String...) throws -> [String] {
            let text = (["BEGIN:VCALENDAR"] + components + ["END:VCALENDAR"]).joined(separator: "\n")
            let (reminders, faults) = try read(bytes: Array(text.utf8))
            #expect(faults.isEmpty)
            for reminder in reminders {
                let read = ReminderDecoder.decode(
                    try reminder.new.contents(),
                    path: "a.md",
                    keys: .named(ImportFormat.calendar.identityKeys)
                )
                #expect(ImportFormat.calendar.identity(of: try #require(read.reminder)) == reminder.identity)
            }
            return reminders.map(\.identity)
        }
        let milk = event("SUMMARY:Milk", "DTSTAMP:20260101T000000Z", name: "VTODO")
        let again = event("UID:", "SUMMARY:Milk", "DTSTAMP:20261231T000000Z", name: "VTODO").replacing(
            "UID:\n",
            with: ""
        )
        #expect(try ids(milk) == ids(again))
        #expect(try Set(ids(milk, again, event("SUMMARY:Tea", name: "VTODO"))).count == 3)
        #expect(try ids(milk, again) == ids(again, milk))
    }

    @Test func `a zone of the file that has another name, or always the same offset, is understood`() throws {
        func zone(_ lines: String...) -> String {
            (["BEGIN:VTIMEZONE", "TZID:Own"] + lines + ["END:VTIMEZONE"]).joined(separator: "\n")
        }
        func part(_ offset: String) -> String { "BEGIN:STANDARD\nTZOFFSETTO:\(offset)\nEND:STANDARD" }
        let single = event("UID:a", "DTSTART;TZID=Own:20261201T090000")
        #expect(
            try keys(zone("X-LIC-LOCATION:America/New_York", part("-0500"), part("-0400")), single)
                == ["scheduled: 2026-12-01T09:00", "timezone: America/New_York", "ics_uid: a"]
        )
        #expect(
            try keys(zone(part("+0530")), single)
                == ["scheduled: 2026-12-01T04:30", "timezone: Europe/Paris", "ics_uid: a"]
        )
        #expect(
            try keys(event("UID:a", "DTSTART;TZID=GMT+0100:20261201T090000"))
                == ["scheduled: 2026-12-01T09:00", "timezone: Europe/Paris", "ics_uid: a"]
        )
        // Its days may be others in UTC.
        let series = event("UID:a", "DTSTART;TZID=Own:20261201T030000", "RRULE:FREQ=WEEKLY;BYDAY=TU")
        #expect(try read(zone(part("+0530")), series).faults.map(\.line) == [11])
        #expect(try read(zone(part("-0500"), part("-0400")), single).faults.count == 1)
        for offset in ["", "+", "05", "+05300", "+9930", "-ab"] {
            #expect(try read(zone(part(offset)), single).faults.count == 1, "\(offset)")
        }
        // It has a name where it is whole hours.
        #expect(CalendarOwnZones.fixedName(-10_800) == "Etc/GMT+3")
        #expect(CalendarOwnZones.fixedName(36_000) == "Etc/GMT-10")
        #expect(try read(event("UID:a", "DTSTART;TZID=Paris+1:20261201T090000")).faults.count == 1)
    }

    @Test func `a further date that was imported before is found again`() throws {
        let text = """
            BEGIN:VCALENDAR
            X-WR-CALNAME:Family
            BEGIN:VEVENT
            UID:a
            DTSTART:20261123T090000
            RRULE:FREQ=WEEKLY
            RDATE;VALUE=PERIOD:20261125T100000/PT1H,20261126T100000/20261126T110000
            END:VEVENT
            END:VCALENDAR
            """
        let (reminders, faults) = try read(bytes: Array(text.utf8))
        #expect(faults.isEmpty)
        let dates = reminders.map { $0.new.scheduled?.description }
        #expect(dates == ["2026-11-23T09:00", "2026-11-25T10:00", "2026-11-26T10:00"])
        // The ends and the name of the calendar are kept.
        #expect(
            try keys(reminders[0]).suffix(2) == [
                "ics_rdate: VALUE=PERIOD:20261125T100000/PT1H,20261126T100000/20261126T110000",
                "ics_x_wr_calname: Family",
            ]
        )
        let known = Set(reminders.map(\.identity))
        #expect(try read(bytes: Array(text.utf8), known: known).reminders.map(\.identity) == reminders.map(\.identity))
    }
}
