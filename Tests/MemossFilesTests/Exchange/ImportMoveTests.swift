import TestSupport
import Testing

@testable import Exchange
@testable import MemossFiles

/// Importing again takes over what was moved in the calendar since the last import (issue 34).
@Suite struct ImportMoveTests {
    /// Of an event, nobody says that it is completed: it is over when its date is. It may have been over already at the first import.
    @Test(arguments: [
        "DTSTART;VALUE=DATE:202611%", "DTSTART;TZID=Europe/London:202611%T090000", "DTSTART:202611%T090000Z",
        "DTSTART;TZID=Europe/Paris:202611%T090000\nRRULE:FREQ=DAILY;COUNT=1",
    ])
    func `an event that was moved there is moved here, and is open unless it was over before`(lines: String) throws {
        func calendar(_ day: Int) -> String {
            let lines = lines.replacing("%", with: "\(day)")
            return "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:s\nSUMMARY:Run\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
        }
        // Imported on the 20th and on the 25th.
        for (before, after, isOpen) in [
            (10, 15, false), (10, 22, false), (10, 28, true), (22, 23, true), (22, 21, true), (22, 28, true),
            (22, 15, true), (27, 29, true), (27, 23, true), (29, 27, true), (29, 24, true),
        ] {
            var folder = try ImportFolder(.calendar)
            let day = folder.time.now.adding(seconds: -3 * 86_400)
            folder.time.now = day.adding(seconds: -5 * 86_400)
            _ = try folder.take(calendar(before))
            folder.time.now = day
            #expect(try folder.take(calendar(before)).isSilent)
            let outcome = try folder.take(calendar(after))
            let reminder = try folder.reminder("1.md")
            #expect(outcome.named.isEmpty && outcome.added.isEmpty, "\(before) \(after): \(outcome)")
            #expect(reminder.isCompleted == !isOpen, "\(before) \(after) \(reminder)")
            // A series that was over is over.
            if !isOpen, lines.contains("RRULE") { continue }
            #expect(reminder.date?.date.day == after && outcome.changed == ["1.md"], "\(before) \(after) \(reminder)")
            #expect(try folder.take(calendar(after)).isSilent)
        }
    }

    @Test
    func
        `a series whose last times have passed and were moved is open at its last one, and one that ends earlier is over`()
        throws
    {
        func calendar(_ rule: String, at hour: String = "T09") -> String {
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:s\nSUMMARY:Run\nDTSTART;TZID=Europe/Paris:20261115\(hour)0000\nRRULE:FREQ=DAILY;\(rule)\n"
                + "END:VEVENT\nEND:VCALENDAR\n"
        }
        for (after, date) in [
            (calendar("COUNT=10", at: "T10"), "2026-11-24T10:00"), (calendar("COUNT=11"), "2026-11-25T09:00"),
            (calendar("COUNT=8"), nil),
        ] {
            var folder = try ImportFolder(.calendar)
            let now = folder.time.now
            folder.time.now = now.adding(seconds: -4 * 86_400)
            _ = try folder.take(calendar("COUNT=10"))
            #expect(try folder.reminder("1.md").date?.description == "2026-11-24T09:00")
            folder.time.now = now
            let outcome = try folder.take(after)
            let reminder = try folder.reminder("1.md")
            #expect(reminder.isCompleted == (date == nil), "\(outcome) \(reminder)")
            if let date { #expect(reminder.date?.description == date, "\(outcome)") }
            #expect(try folder.take(after).isSilent)
        }
    }

    /// The last occurrence of a series, or the only one, is a date of its own once it was moved ahead.
    @Test(arguments: [1, 3])
    func `the last occurrence of a series that was moved ahead is open`(count: Int) throws {
        let last = 24
        func calendar(_ date: String?) -> String {
            let start = "DTSTART;TZID=Europe/Paris:202611\(last - count + 1)T090000"
            let place = "RECURRENCE-ID;TZID=Europe/Paris:202611\(last)T090000"
            let part = date.map {
                "BEGIN:VEVENT\nUID:s\nSUMMARY:Run\n\(place)\nDTSTART;TZID=Europe/Paris:\($0)\nEND:VEVENT\n"
            }
            let rule = "RRULE:FREQ=DAILY;COUNT=\(count)"
            let series = "BEGIN:VEVENT\nUID:s\nSUMMARY:Run\n\(start)\n\(rule)\nEND:VEVENT\n"
            return "BEGIN:VCALENDAR\n" + series + (part ?? "") + "END:VCALENDAR\n"
        }
        for dates in [[nil, "20261205T100000"], ["20261205T100000"], [nil, "20261205T100000", "20261206T110000"]] {
            var folder = try ImportFolder(.calendar)
            for date in dates { #expect(try folder.take(calendar(date)).named.isEmpty, "\(dates)") }
            let all = try folder.reminders
            let open = all.filter { !$0.isCompleted }
            let wanted = dates.last == "20261206T110000" ? "2026-12-06T11:00" : "2026-12-05T10:00"
            #expect(open.map { $0.date?.description } == [wanted], "\(dates) \(all)")
            #expect(try folder.take(calendar(dates[dates.count - 1])).isSilent)
        }
    }

    @Test(arguments: ["VEVENT", "VTODO"])
    func `the current occurrence of a series is moved as often as it is there, also if the series began before`(
        name: String
    )
        throws
    {
        func calendar(_ date: String?) -> String {
            let day = "TZID=Europe/Paris:20261130T090000"
            let part = date.map {
                "BEGIN:VEVENT\nUID:s\nSUMMARY:Run\nRECURRENCE-ID;\(day)\nDTSTART;TZID=Europe/Paris:\($0)\nEND:VEVENT\n"
            }
            let start = "DTSTART;TZID=Europe/Paris:20261109T090000\nRRULE:FREQ=WEEKLY"
            return
                "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:s\nSUMMARY:Run\n\(start)\nEND:VEVENT\n\(part ?? "")END:VCALENDAR\n"
                .replacing("VEVENT", with: name)
        }
        var folder = try ImportFolder(.calendar)
        if name == "VTODO" {
            // A to-do does not pass by itself.
            _ = try folder.take(calendar(nil))
            for day in [9, 16, 23] {
                let date = DateValue(CivilDate(unchecked: 2026, 11, day))
                try folder.step(.complete(on: date, catchesUp: false), "1.md")
            }
        }
        for (date, wanted) in [
            ("20261201T100000", "2026-12-01T10:00"), ("20261202T110000", "2026-12-02T11:00"),
            ("20261203T120000", "2026-12-03T12:00"), ("20261129T070000", "2026-11-29T07:00"),
        ] {
            let outcome = try folder.take(calendar(date))
            let coming = try folder.reminders.map { $0.date?.description }
            #expect(outcome.named.isEmpty && coming.contains(wanted), "\(outcome) \(coming)")
            #expect(try folder.take(calendar(date)).isSilent)
        }
    }
}
