import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

/// Overrides that only move the next occurrence of a series.
@Suite struct CalendarMoveTests: CalendarReading {
    private func series(_ part: String...) -> [UInt8] {
        let master = event(
            "UID:a",
            "SUMMARY:Run",
            "DTSTART;TZID=Europe/Paris:20261123T090000",
            "RRULE:FREQ=WEEKLY"
        )
        let parts = [event(["UID:a", "RECURRENCE-ID;TZID=Europe/Paris:20261123T090000"] + part)]
        return Array((["BEGIN:VCALENDAR", master] + parts + ["END:VCALENDAR"]).joined(separator: "\n").utf8)
    }

    @Test func `the next occurrence moved is the date of its series, and can be had apart`() throws {
        let bytes = series("SUMMARY:Run", "DTSTART;TZID=Europe/Paris:20261124T100000")
        let (reminders, faults) = try read(bytes: bytes)
        #expect(faults.isEmpty && reminders.count == 1)
        let one = try #require(reminders.first)
        #expect(one.new.scheduled?.description == "2026-11-24T10:00")
        #expect(one.new.movedFrom?.description == "2026-11-23T09:00")
        #expect(one.new.skippedInstances.isEmpty)
        #expect(one.apart.map(\.identity) == ["a\n20261123T080000Z"])
    }

    @Test func `an occurrence that was moved and completed there is completed`() throws {
        let status = "STATUS:CANCELLED"
        let bytes = series("SUMMARY:Run", "DTSTART;TZID=Europe/Paris:20261124T100000", status)
        let (reminders, _) = try read(bytes: bytes)
        #expect(reminders.count == 1 && reminders[0].new.skippedInstances.map(\.description) == ["2026-11-23T09:00"])
        let text = String(decoding: bytes, as: UTF8.self).replacing("VEVENT", with: "VTODO")
            .replacing(status, with: "STATUS:COMPLETED")
        let done = try read(bytes: Array(text.utf8)).reminders
        #expect(done.count == 1 && done[0].new.completeInstances.map(\.description) == ["2026-11-23T09:00"])
    }

    @Test(arguments: [
        ("scheduled: 2026-11-30", "last day of each quarter"),
        ("scheduled: 2026-11-28", "yearly on jan 15, apr 15, jul 15, oct 15"),
        ("scheduled: 2026-11-30T09:00", "yearly on mar 1, sep 1"), ("due: 2026-11-30", "last day of each quarter"),
    ]) func `a feed of a series that begins off its rule keeps the phase of the rule`(date: String, rule: String) throws
    {
        let id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
        var source = try ImportFolder(.calendar)
        let words = try RecurrenceRule(parsing: rule)
        let own = date.drop { $0 != " " }.dropFirst()
        source.add("1.md", "---\ntitle: x\n\(date)\nrecurrence: \(words)\nmoved_from: \(own)\nid: \(id)\n---\n")
        let feed = CalendarFeed(.toDo, hasAlarms: false, hasBodies: false, lastYear: 2030)
        let bytes = feed.output(of: try source.reminders, in: source.time).bytes
        var folder = try ImportFolder(.calendar)
        #expect(try folder.take(String(decoding: bytes, as: UTF8.self)).added.count == 1)
        #expect(try folder.dates("1.md").prefix(12) == source.dates("1.md").prefix(12))
    }

    @Test func `an occurrence that says more, or is known already, stays a reminder of its own`() throws {
        let other = try read(bytes: series("SUMMARY:Long run", "DTSTART;TZID=Europe/Paris:20261124T100000"))
        #expect(other.reminders.map(\.new.movedFrom) == [nil, nil])
        let bytes = series("SUMMARY:Run", "DTSTART;TZID=Europe/Paris:20261124T100000")
        let known = try read(bytes: bytes, known: ["a\n20261123T080000Z"])
        #expect(known.reminders.map(\.new.movedFrom) == [nil, nil])
    }

    @Test func `a feed with a moved occurrence is one reminder, whenever it was or is, with the dates to come`() throws
    {
        let today = CivilDate(unchecked: 2026, 11, 28)
        for (rule, time) in [("weekly", ""), ("weekly", "T09:00"), ("every 3 days", "T09:00"), ("monthly", "")] {
            for place in stride(from: -25, through: 9, by: Rounds.areAll ? 2 : 7) {
                for moved in stride(from: place - 4, through: place + 32, by: Rounds.areAll ? 3 : 11)
                where moved != place {
                    let dates = [moved, place].map { "\(today.adding(days: $0))\(time)" }
                    let keys = "scheduled: \(dates[0])\nmoved_from: \(dates[1])\nrecurrence: \(rule)\n"
                    try checkReturn(of: keys, from: today.adding(days: 1))
                }
            }
        }
    }

    /// Imports the feeds of a reminder into another folder, where they are one reminder with the same dates.
    ///
    /// - Parameter day: from when the dates have to be the same.
    private func checkReturn(of keys: String, from day: CivilDate) throws {
        var folder = try ImportFolder(.calendar)
        folder.add("1.md", "---\ntitle: Run\n\(keys)id: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n---\n")
        let start = folder.time.zone.instant(of: CivilDateTime(day))
        for kind in CalendarFeed.Kind.allCases {
            let feed = CalendarFeed(kind, hasAlarms: false, hasBodies: false, lastYear: 2030)
            let text = String(decoding: feed.output(of: try folder.reminders, in: folder.time).bytes, as: UTF8.self)
            var other = try ImportFolder(.calendar)
            #expect(try other.take(text).added == ["1.md"], "\(kind) \(keys)")
            let coming = try [folder, other].map { folder in
                try ComingDates(folder.reminder("1.md"), in: folder.time)?.instants.filter { $0 >= start }
                    .prefix(9).map(\.description)
            }
            #expect(coming[0] == coming[1] && coming[0]?.isEmpty == false, "\(kind) \(keys)")
            #expect(try other.take(text).isSilent)
        }
    }

    @Test(arguments: [
        ("2026-11-29", "weekly on monday"), ("2026-12-31", "every 3 weeks on sun"),
        ("2026-11-29T10:30", "every 3 months on 29"), ("2026-11-28T19:00", "daily at 9:00 and 17:30"),
        ("2027-02-03", "monthly on last sunday"), ("2026-12-05T12:00", "yearly on feb 29"),
    ]) func `a feed of a series that begins off its rule is one reminder that begins there`(
        date: String,
        rule: String
    ) throws {
        let first = try DateValue(parsing: date).date
        try checkReturn(of: "scheduled: \(date)\nrecurrence: \(rule)\nmoved_from: \(date)\n", from: first)
    }

    @Test func `an event that was only moved, and is over, is in the history, and what came between is too`() throws {
        let bytes = series("SUMMARY:Run", "DTSTART;TZID=Europe/Paris:20261124T100000")
        let over = try read(bytes: bytes, on: CivilDate(unchecked: 2026, 12, 2)).reminders
        #expect(over.map(\.new.scheduled?.description) == ["2026-12-07T09:00"])
        #expect(over[0].new.completeInstances.map(\.description) == ["2026-11-23T09:00"])
        let later = series("SUMMARY:Run", "DTSTART;TZID=Europe/Paris:20261205T100000")
        let ahead = try read(bytes: later, on: CivilDate(unchecked: 2026, 12, 2)).reminders
        #expect(ahead.map(\.new.scheduled?.description) == ["2026-12-05T10:00"])
        #expect(ahead[0].new.completeInstances.map(\.description) == ["2026-11-30T09:00"])
    }

    @Test func `a moved occurrence that was completed as the current one does not come again`() throws {
        let paris = try ZoneDatabase().zone(named: "Europe/Paris")
        func fresh(_ records: String, at now: String, title: String = "Run") throws -> [String] {
            let bytes = series("SUMMARY:\(title)", "DTSTART;TZID=Europe/Paris:20261124T100000")
            let apart = try read(bytes: bytes, known: ["a\n20261123T080000Z"]).reminders
            let file =
                "---\ntitle: Run\nscheduled: 2026-11-30T09:00\nrecurrence: weekly\n\(records)ics_uid: a\nid: b\n---\n"
            let keys = KeptKeys.named(ImportFormat.calendar.ownKeys)
            let kept = try #require(ReminderDecoder.decode(Array(file.utf8), path: "run.md", keys: keys).reminder)
            let moment = try DateValue(parsing: now).instant(in: paris, allDayAt: .midnight)
            let time = TimeContext(now: moment, zone: paris, allDayAt: .midnight)
            return ImportMatch(apart, of: .calendar, among: [kept], in: time, zone: { _ in nil }).fresh.map(\.identity)
        }
        let moved = ["a\n20261123T080000Z"]
        #expect(try fresh("complete_instances: [2026-11-23]\n", at: "2026-11-24T12:00").isEmpty)
        // It says something else, it still has to come, or nobody has completed it.
        #expect(try fresh("complete_instances: [2026-11-23]\n", at: "2026-11-24T09:00") == moved)
        #expect(try fresh("complete_instances: [2026-11-23]\n", at: "2026-11-24T12:00", title: "Long run") == moved)
        #expect(try fresh("", at: "2026-11-24T12:00") == moved)
        #expect(try fresh("skipped_instances: [2026-11-23]\n", at: "2026-11-24T12:00") == moved)
    }
}
