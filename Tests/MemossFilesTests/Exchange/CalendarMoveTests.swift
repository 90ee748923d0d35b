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

    @Test func `an occurrence that says more, or is known already, stays a reminder of its own`() throws {
        let other = try read(bytes: series("SUMMARY:Long run", "DTSTART;TZID=Europe/Paris:20261124T100000"))
        #expect(other.reminders.map(\.new.movedFrom) == [nil, nil])
        let bytes = series("SUMMARY:Run", "DTSTART;TZID=Europe/Paris:20261124T100000")
        let known = try read(bytes: bytes, known: ["a\n20261123T080000Z"])
        #expect(known.reminders.map(\.new.movedFrom) == [nil, nil])
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
