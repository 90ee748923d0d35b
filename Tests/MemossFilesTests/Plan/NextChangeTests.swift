import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

/// A list that nobody touches has to be made again only when time changes it.
@Suite struct NextChangeTests {
    private static let files = [
        "scheduled: 2026-11-21T10:30", "scheduled: 2026-11-22", "due: 2026-11-21T18:00",
        "timezone: Asia/Tokyo\nscheduled: 2026-11-22",
        "scheduled: 2026-11-20\ndue: 2026-11-21T12:10", "scheduled: 2026-11-20T09:00\nsnoozed: 2026-11-21T13:13",
        "scheduled: 2026-11-22T09:00\nsnoozed: 2026-11-21T13:17", "scheduled: 2026-11-20T09:00\nrecurrence: daily",
        "scheduled: 2026-11-21T08:00\nrecurrence: every 5 hours",
        "scheduled: 2026-11-19T09:45\nrecurrence: daily\nmissed: skip",
        "scheduled: 2026-11-20T07:05\nrecurrence: every 9 hours\nrecurrence_anchor: completion",
        "scheduled: 2026-11-21T11:11\nexpires: true", "scheduled: 2026-11-21\nexpires: true",
        "timezone: America/New_York\nscheduled: 2026-11-21T09:00\nrecurrence: weekdays",
        "scheduled: 2026-11-21T15:00\nrecurrence: weekly\nreminders: [20 min before]", "completed: 2026-11-20",
        "tags: [task]",
        "scheduled: 2026-11-21T16:00+03:00\ndue: 2026-11-21T17:00", "scheduled: 2026-11-30T08:00",
    ]

    /// What a list says of each reminder at a time.
    private func said(_ snapshot: Snapshot, _ time: TimeContext) -> [String] {
        snapshot.lapsed(in: time).reminders.map { reminder in
            let late = reminder.date.map { "\(time.hasPassed($0, of: reminder))" } ?? ""
            let snooze = time.snooze(reminder).map { "\($0 > time.now)" } ?? ""
            let missed = time.missedOccurrences(of: reminder).map { "\($0)" } ?? ""
            let ahead = reminder.timesAhead(in: time).first { _ in true }.map { "\($0.instant)" } ?? ""
            let status = "\(time.status(reminder)) \(Agenda.status(of: reminder, in: time))"
            return [status, late, snooze, missed, ahead].joined(separator: " ")
        }
    }

    @Test(arguments: ["UTC", "Europe/Paris", "America/St_Johns"], [true, false])
    func `until then, nothing changes`(name: String, ring: Bool) throws {
        let all = Dictionary(
            uniqueKeysWithValues: Self.files.enumerated().map { index, keys in
                ("\(index).md", [UInt8]("---\n\(keys)\n---\n".utf8))
            }
        )
        let snapshot = Snapshot(files: all)
        let zones = ZoneDatabase()
        var time = TimeContext.ofLocalTimes
        time.zone = try zones.zone(named: name)
        for other in ["Asia/Tokyo", "America/New_York"] { time.zones[other] = try zones.zone(named: other) }
        time.deadlinesRing = ring
        let start = try DateValue(parsing: "2026-11-21T07:00").instant(in: time.zone, allDayAt: .midnight)
        time.now = start
        var (old, next, looks) = (said(snapshot, time), snapshot.nextChange(in: time), 0)
        for minute in 1...2 * 1_440 {
            time.now = start.adding(seconds: Int64(minute) * 60)
            let new = said(snapshot, time)
            if time.now >= next {
                (next, looks) = (snapshot.nextChange(in: time), looks + 1)
            } else if new != old {
                let changed = zip(old, new).enumerated().first { $1.0 != $1.1 }
                Issue.record("\(time.now): \(changed.map { "\(Self.files[$0]): \($1)" } ?? "")")
            }
            old = new
        }
        #expect(looks < 80)
    }
}
