import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles
@testable import Text

/// What calendars in use write, issue 34.
@Suite struct CalendarProgramsTests: CalendarReading {
    /// A zone with the rules of the United States or of Europe.
    private func zone(_ name: String, _ winter: String, _ summer: String, isEuropean: Bool = false) -> String {
        let changes = isEuropean ? ["10;BYDAY=-1SU", "3;BYDAY=-1SU"] : ["11;BYDAY=1SU", "3;BYDAY=2SU"]
        // Europe changes at the same instant.
        let hours = winter == "+0000" ? ["02", "01"] : ["03", "02"]
        let starts =
            isEuropean
            ? ["20071028T\(hours[0])0000", "20070325T\(hours[1])0000"] : ["20071104T020000", "20070311T020000"]
        return """
            BEGIN:VTIMEZONE
            TZID:\(name)
            BEGIN:STANDARD
            DTSTART:\(starts[0])
            RRULE:FREQ=YEARLY;BYMONTH=\(changes[0])
            TZOFFSETFROM:\(summer)
            TZOFFSETTO:\(winter)
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:\(starts[1])
            RRULE:FREQ=YEARLY;BYMONTH=\(changes[1])
            TZOFFSETFROM:\(winter)
            TZOFFSETTO:\(summer)
            END:DAYLIGHT
            END:VTIMEZONE
            """
    }

    private func database() throws -> ImportContext {
        let zones = ZoneDatabase()
        return ImportContext(
            try context(),
            zone: { try? zones.zone(named: $0) },
            freshID: { UUID5(url: "a").description }
        )
    }

    private func found(_ text: String) throws -> (reminders: [ImportedReminder], faults: [ImportedReminder.Fault]) {
        let text = "BEGIN:VCALENDAR\n\(text)\nEND:VCALENDAR\n"
        return ImportFormat.calendar.read(Array(text.utf8), in: try database())
    }

    @Test(arguments: ["EST", "MST", "HST", "GMT", "UTC", "CET", "Etc/GMT+5", "Customized Time Zone", "Tea Time"])
    func `a name that is no place means what the file says, in summer and in winter`(name: String) throws {
        for (isEuropean, place, offsets) in [
            (false, "America/New_York", ["-0500", "-0400"]), (true, "Europe/London", ["+0000", "+0100"]),
            (true, "Europe/Paris", ["+0100", "+0200"]),
        ] {
            let rules = zone(name, offsets[0], offsets[1], isEuropean: isEuropean)
            let zones = ZoneDatabase()
            let place = try zones.zone(named: place)
            for day in ["20270115", "20270708"] {
                for rule in ["", "\nRRULE:FREQ=DAILY"] {
                    let (reminders, faults) = try found(
                        rules + "\n" + event("UID:a", "DTSTART;TZID=\(name):\(day)T090000" + rule)
                    )
                    #expect(faults.isEmpty)
                    let new = try #require(reminders.first).new
                    let own = try zones.zone(named: try #require(new.timezone))
                    let wanted = place.instant(of: try #require(DateValue(calendar: day + "T090000")).clock)
                    #expect(new.scheduled?.instant(in: own, allDayAt: .midnight) == wanted, "\(place) \(day) \(rule)")
                }
            }
        }
    }

    @Test func `a zone of vobject, whose summer time ends an hour late, is that of the place`() throws {
        // As vobject 0.9.9 writes the rules since 2007 of a zone that dateutil calls EST.
        let rules = """
            BEGIN:VTIMEZONE
            TZID:EST
            BEGIN:STANDARD
            DTSTART:20071104T030000
            RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
            TZNAME:EST
            TZOFFSETFROM:-0400
            TZOFFSETTO:-0500
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:20070311T020000
            RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
            TZNAME:EDT
            TZOFFSETFROM:-0500
            TZOFFSETTO:-0400
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let (reminders, faults) = try found(
            rules + "\n" + event("UID:a", "DTSTART;TZID=EST:20270115T090000\nRRULE:FREQ=DAILY")
        )
        #expect(faults.isEmpty && reminders.first?.new.timezone == "America/New_York", "\(faults) \(reminders)")
    }

    @Test func `the name of a place means the system's rules, and each calendar of a file has its own zones`() throws {
        let day = event("UID:a", "DTSTART;TZID=Europe/Paris:20270708T090000")
        let old = try found(zone("Europe/Paris", "+0100", "+0100") + "\n" + day).reminders
        #expect(old.map(\.new.timezone) == ["Europe/Paris"])
        func calendar(_ uid: String, _ winter: String, _ summer: String) -> String {
            zone("Own", winter, summer) + "\n" + event("UID:\(uid)", "DTSTART;TZID=Own:20270708T090000")
        }
        let two =
            calendar("a", "-0500", "-0400") + "\nEND:VCALENDAR\nBEGIN:VCALENDAR\n" + calendar("b", "-0800", "-0700")
        #expect(try found(two).reminders.map(\.new.timezone) == ["America/New_York", "America/Los_Angeles"])
    }

    @Test func `rules that are those of no zone make an instant, and no series; what cannot be read is left out`()
        throws
    {
        let rules = zone("Own", "+0017", "+0117")
        let one = event("UID:a", "DTSTART;TZID=Own:20270708T090000")
        #expect(try found(rules + "\n" + one).reminders.map { $0.new.scheduled?.description } == ["2027-07-08T09:43"])
        let series = event("UID:a", "DTSTART;TZID=Own:20270708T090000", "RRULE:FREQ=DAILY")
        #expect(try found(rules + "\n" + series).faults.count == 1)
        let hostile = [
            ("FREQ=YEARLY", "FREQ=SECONDLY"), ("FREQ=YEARLY", "FREQ=DAILY"), ("BYDAY=1SU", "BYDAY=9XX"),
            ("TZOFFSETFROM:+0017", "X:1"), ("DTSTART:20071104T020000", "DTSTART:x"),
            ("BYMONTH=11;BYDAY=1SU", "BYMONTH=3;BYDAY=2SU"),
        ]
        for (part, other) in hostile {
            let (reminders, faults) = try found(rules.replacing(part, with: other) + "\n" + one)
            #expect(reminders.isEmpty && faults.count == 1, "\(other)")
        }
    }

    @Test func `an occurrence that replaces a lone event, or a stand-in, is there once`() throws {
        let moved = event("UID:a", "RECURRENCE-ID:20270627T090000", "DTSTART:20270627T150000", "SUMMARY:Moved")
        for more in [[], ["X-MOZ-FAKED-MASTER:1", "RDATE:20270627T090000"]] {
            let found = try read(event(["UID:a", "DTSTART:20270627T090000"] + more), moved)
            #expect(found.reminders.map { $0.new.scheduled?.description } == ["2027-06-27T15:00"])
            #expect(found.faults.isEmpty)
        }
    }

    @Test func `a further date that the rule or another RDATE has counts once`() throws {
        let found = try read(
            event(
                "UID:a",
                "DTSTART:20270101T090000Z",
                "RRULE:FREQ=DAILY;COUNT=2",
                "RDATE:20270102T090000Z,20270103T090000Z",
                "RDATE;TZID=Europe/Paris:20270103T100000"
            )
        )
        #expect(found.reminders.map { $0.new.scheduled?.description } == ["2027-01-01T09:00", "2027-01-03T09:00"])
    }

    @Test func `a whole day of Exchange is a day, and so is a day with zeros`() throws {
        let flag = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"
        for lines in [
            ["DTSTART;TZID=Europe/Paris:20270324T000000", flag], ["DTSTART:20270323T230000Z", flag],
            ["DTSTART:20270324T000000", flag], ["DTSTART;VALUE=DATE:20270324T000000"],
        ] {
            #expect(try keys(event(["UID:a"] + lines)).first == "scheduled: 2027-03-24")
            let series = try keys(event(["UID:a", "RRULE:FREQ=DAILY", "EXDATE:20270325T000000"] + lines))
            #expect(
                series.prefix(3) == [
                    "scheduled: 2027-03-24", "recurrence: FREQ=DAILY", "skipped_instances: [2027-03-25]",
                ]
            )
        }
        // The day that begins at UNTIL is the last one.
        for (start, until) in [
            ("TZID=Europe/Paris", "20270326T230000Z"), ("TZID=America/New_York", "20270327T040000Z"),
        ] {
            let series = try keys(
                event("UID:a", "DTSTART;\(start):20270324T000000", flag, "RRULE:FREQ=DAILY;UNTIL=\(until);INTERVAL=1")
            )
            #expect(series.prefix(2).last == "recurrence: FREQ=DAILY;UNTIL=20270327;INTERVAL=1", "\(series)")
        }
        #expect(try keys(event("UID:a", "DTSTART:20270324T090000", flag)).first == "scheduled: 2027-03-24T09:00")
        #expect(try keys(event("UID:a", "DTSTART:20270324T000000")).first == "scheduled: 2027-03-24T00:00")
    }

    @Test func `an occurrence that was only completed or cancelled is in the history, one with more is a file`() throws
    {
        let series = event("UID:a", "SUMMARY:S", "DTSTART;VALUE=DATE:20261120", "RRULE:FREQ=DAILY", name: "VTODO")
        func part(_ day: String, _ lines: String...) -> String {
            event(
                ["UID:a", "SUMMARY:S", "RECURRENCE-ID;VALUE=DATE:\(day)", "DTSTAMP:20261121T000000Z"] + lines,
                name: "VTODO"
            )
        }
        let found = try read(
            part("20261120", "DTSTART;VALUE=DATE:20261120", "STATUS:COMPLETED", "COMPLETED:20261120T080000Z"),
            series,
            part("20261121", "STATUS:CANCELLED"),
            part("20261122", "PERCENT-COMPLETE:100", "COMPLETED:20261120T080000Z"),
            part("20261124", "STATUS:COMPLETED", "DESCRIPTION:Other"),
            part("20261125", "STATUS:COMPLETED", "DTSTART;VALUE=DATE:20261126")
        )
        #expect(found.faults.isEmpty)
        #expect(
            try keys(found.reminders[0]).prefix(4) == [
                "scheduled: 2026-11-23", "recurrence: DTSTART:20261120;FREQ=DAILY",
                "complete_instances: [2026-11-20, 2026-11-22, 2026-11-25]",
                "skipped_instances: [2026-11-21, 2026-11-24]",
            ]
        )
        #expect(found.reminders.count == 2)
    }

    @Test func `what says nothing is left out and said, a rule without a date is kept, and RANGE costs only itself`()
        throws
    {
        let found = try read(
            event("DTSTAMP:20260531T070527Z", name: "VTODO"),
            event("UID:b", "SUMMARY:", name: "VTODO"),
            event("UID:c", "RRULE:FREQ=DAILY;UNTIL=20261020", name: "VTODO"),
            event("UID:d", "DTSTART:20261201", "RRULE:FREQ=DAILY", name: "VTODO"),
            event("UID:d", "RECURRENCE-ID:20261202", "STATUS:COMPLETED", name: "VTODO"),
            event("UID:d", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261202", "DTSTART:20261203", name: "VTODO")
        )
        #expect(found.faults.map(\.extent) == [.nothing, .nothing, .item])
        #expect(found.reminders.map(\.id) == ["c", "d"])
        #expect(try keys(found.reminders[0]).contains("ics_rrule: FREQ=DAILY;UNTIL=20261020"))
        #expect(found.reminders[0].note?.message.contains("no date") == true)
        #expect(try keys(found.reminders[1]).contains("complete_instances: [2026-12-02]"))
    }

    @Test func `a priority is a word, so that the highest is last as in the other lists`() throws {
        let words = try (0...9).map { number in
            try keys(event("UID:a", "SUMMARY:A", "PRIORITY:\(number)", name: "VTODO")).first {
                $0.hasPrefix("priority")
            }
        }
        let high = "priority: high", low = "priority: low"
        #expect(words == [nil, high, high, high, high, "priority: normal", low, low, low, low])
    }

    @Test func `a to-do without UID is the same when it is completed, and when it is exported again`() throws {
        let open = ["SUMMARY:Call Mom", "PRIORITY:0"]
        let forms = [
            open, open + ["STATUS:COMPLETED"], open + ["STATUS:COMPLETED", "COMPLETED:20261120T090000Z"],
            open + ["PERCENT-COMPLETE:50", "DTSTAMP:20261121T090000Z", "STATUS:IN-PROCESS"],
        ]
        let identities = try forms.map { try read(event($0, name: "VTODO")).reminders.map(\.identity) }
        #expect(Set(identities).count == 1 && identities[0].count == 1)
        let other = try read(event(["SUMMARY:Call Dad", "PRIORITY:0"], name: "VTODO")).reminders.map(\.identity)
        #expect(other != identities[0])
    }

    @Test func `whole days and series of calcurse keep their dates`() throws {
        let (reminders, faults) = try read(bytes: Fixtures.bytes("import/calcurse.ics"))
        #expect(faults.isEmpty && reminders.count == 10)
        let found = Dictionary(uniqueKeysWithValues: reminders.map { ($0.new.title, $0.new) })
        #expect(found["Bins"]?.skippedInstances.map(\.description) == ["2026-12-07"])
        #expect(found["Water plants"]?.recurrence == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH")
        #expect(found["Night shift"]?.scheduled?.description == "2026-12-07T23:30")
        #expect(found["Read a book"]?.completed == .completed)
    }
}
