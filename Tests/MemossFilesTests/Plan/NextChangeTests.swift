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
        "scheduled: 2026-11-20\ncompleted: 2026-11-20\nsnoozed: 2026-11-21T20:20", "scheduled: 2026-11-23",
        "created: 2026-11-21T09:30\nwait: 2026-11-22T12:00\nscheduled: 2026-11-25",
    ]

    /// Filters that mean the same all day.
    private static let queries =
        Query.State.allCases.map { "is:\($0)" } + [
            "tag:task", "-is:overdue", "due:today", "scheduled:<tomorrow", "scheduled:week", "scheduled:\"next week\"",
            "scheduled:\"in 2 days\"", "scheduled:today..monday", "due:>=\"1 day ago\"", "created:today",
            "wait:tomorrow",
            "wait:<monday", "is:snoozed is:completed", "has:due", "scheduled:2026-11-22", "every:hour", "estimate:<2h",
            "completed:yesterday", "scheduled:\"next month\"", "scheduled:sunday OR due:saturday",
        ]

    private static let snapshot = Snapshot(
        files: Dictionary(
            uniqueKeysWithValues: files.enumerated().map { index, keys in
                ("\(index).md", [UInt8]("---\n\(keys)\n---\n".utf8))
            }
        ),
        keys: .all
    )

    private func context(in name: String) throws -> TimeContext {
        let zones = ZoneDatabase()
        var time = TimeContext.ofLocalTimes
        time.zone = try zones.zone(named: name)
        for other in ["Asia/Tokyo", "America/New_York"] { time.zones[other] = try zones.zone(named: other) }
        time.now = try DateValue(parsing: "2026-11-21T07:00").instant(in: time.zone, allDayAt: .midnight)
        return time
    }

    /// The filters that find each reminder at a time.
    private func found(in time: TimeContext) throws -> [[String]] {
        let matchers = try Self.queries.map {
            try QueryMatcher(parsing: $0, registry: Self.snapshot.registry, context: time)
        }
        return Self.snapshot.lapsed(in: time).reminders.map { reminder in
            zip(Self.queries, matchers).filter { $1.matches(reminder) }.map(\.0)
        }
    }

    @Test func `until then, a filter finds the same`() throws {
        var time = try context(in: "America/St_Johns")
        let end = time.now.adding(seconds: 2 * 86_400)
        while time.now < end {
            let (start, old, next) = (time.now, try found(in: time), Self.snapshot.nextChange(in: time))
            let length = next.secondsSince1970 - start.secondsSince1970
            for seconds in [length / 3, length - 1] {
                time.now = start.adding(seconds: seconds)
                for (file, (old, new)) in zip(Self.files, zip(old, try found(in: time))) where old != new {
                    Issue.record("\(time.now): \(file): \(Set(old).symmetricDifference(new))")
                }
            }
            time.now = next
        }
    }

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
        let snapshot = Self.snapshot
        var time = try context(in: name)
        time.deadlinesRing = ring
        let start = time.now
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

    @Test(arguments: [
        "due:<\"in 2 hours\"", "scheduled:18:00", "tag:a (is:open OR scheduled:>now)", "-due:\"today 18:00\"",
        "wait:>\"in 10 min\"",
        "created:>=\"2 hours ago\"", "wait:18:00..19:00", "scheduled:tonight",
    ]) func `a filter with a time of day means something else each minute`(text: String) throws {
        for hour in 0..<24 {
            let now = CivilDateTime(
                try #require(CivilDate(year: 2026, month: 11, day: 21)),
                CivilTime(unchecked: hour * 3_600 + 60)
            )
            // An empty range cannot be read, and is tried again each minute too.
            guard let query = try? Query(parsing: text, now: now) else { continue }
            #expect(query.asksForMoments)
        }
    }

    @Test func `other filters mean the same all day`() throws {
        for text in Self.queries {
            let read = try (0..<24).map { hour in
                let day = try #require(CivilDate(year: 2026, month: 11, day: 21))
                return try Query(parsing: text, now: CivilDateTime(day, CivilTime(unchecked: hour * 3_600 + 60)))
            }
            #expect(Set(read).count == 1, "\(text)")
            #expect(!read[0].asksForMoments, "\(text)")
        }
    }
}
