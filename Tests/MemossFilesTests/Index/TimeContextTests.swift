import Testing

@testable import MemossFiles

@Suite struct TimeContextTests {
    private typealias Status = TimeContext.Status

    /// In Paris, at 13:00 on 22 November 2026.
    private static let statuses: [(front: String, status: String, isToday: Bool)] = [
        ("title: x", "note", false), ("completed: false", "undated", false), ("tags: task", "undated", false),
        ("completed: true\nscheduled: 2026-11-22", "completed", true),
        // Times
        ("scheduled: 2026-11-22T13:00", "overdue", true), ("scheduled: 2026-11-22T13:01", "today", true),
        ("scheduled: 2026-11-22T13:00:01", "today", true), ("scheduled: 2026-11-22T12:59:59", "overdue", true),
        ("scheduled: 2026-11-22T00:00", "overdue", true), ("scheduled: 2026-11-22T23:59:59", "today", true),
        ("scheduled: 2026-11-23T00:00", "upcoming", false), ("scheduled: 2026-11-21T23:59", "overdue", false),
        // All-day dates last until the end of the day
        ("scheduled: 2026-11-21", "overdue", false), ("scheduled: 2026-11-22", "today", true),
        ("scheduled: 2026-11-23", "upcoming", false),
        // Offsets: the instant counts, in the local time of the context
        ("scheduled: 2026-11-22T12:00Z", "overdue", true), ("scheduled: 2026-11-22T12:01Z", "today", true),
        ("scheduled: 2026-11-22T23:00Z", "upcoming", false), ("scheduled: 2026-11-22T22:59Z", "today", true),
        ("scheduled: 2026-11-23T08:59+10:00", "today", true), ("scheduled: 2026-11-22T07:00-05:00", "overdue", true),
        // Zones of reminders: 13:00 in Paris is 07:00 in New York and 01:00 of the 23rd in Auckland
        ("timezone: America/New_York\nscheduled: 2026-11-22T07:00", "overdue", true),
        ("timezone: America/New_York\nscheduled: 2026-11-22T07:01", "today", true),
        ("timezone: America/New_York\nscheduled: 2026-11-22T18:00", "upcoming", false),
        ("timezone: America/New_York\nscheduled: 2026-11-22T17:59", "today", true),
        ("timezone: Pacific/Auckland\nscheduled: 2026-11-22", "overdue", false),
        ("timezone: Pacific/Auckland\nscheduled: 2026-11-23", "today", true),
        ("timezone: Pacific/Auckland\nscheduled: 2026-11-23T00:59", "overdue", true),
        // Snoozes: one after the date replaces it until it has passed too
        ("scheduled: 2026-11-22T08:00\nsnoozed: 2026-11-22T13:01", "today", true),
        ("scheduled: 2026-11-22T08:00\nsnoozed: 2026-11-22T13:00", "overdue", true),
        ("scheduled: 2026-11-20T08:00\nsnoozed: 2026-11-24T08:00", "upcoming", false),
        ("scheduled: 2026-11-22T15:00\nsnoozed: 2026-11-22T10:00", "today", true),
        ("scheduled: 2026-11-21\nsnoozed: 2026-11-22T18:00", "today", true),
        // Only a deadline, which is then the date
        ("due:", "undated", false), ("due: 2026-11-21", "overdue", false), ("due: 2026-11-22", "today", true),
        ("due: 2026-11-22T13:00", "overdue", true), ("due: 2026-11-22T13:01", "today", true),
        ("due: 2026-11-23", "upcoming", false), ("due: 2026-11-23\ncompleted: true", "completed", false),
        ("due: 2026-11-22T17:59\ntimezone: America/New_York", "today", true),
        ("due: 2026-11-20T08:00\nsnoozed: 2026-11-24T08:00", "overdue", false),
        ("due: 2026-11-23T08:00\nsnoozed: 2026-11-24T08:00", "upcoming", false),
        ("due: 2026-11-22T08:00\nsnoozed: 2026-11-22T13:00", "overdue", true),
        // Both: the day is that of scheduled, and either can make it overdue
        ("scheduled: 2026-11-22T15:00\ndue: 2026-11-30", "today", true),
        ("scheduled: 2026-11-22T12:00\ndue: 2026-11-30", "overdue", true),
        ("scheduled: 2026-11-25\ndue: 2026-11-22T13:00", "overdue", false),
        ("scheduled: 2026-11-25\ndue: 2026-11-22T13:01", "upcoming", false),
        ("scheduled: 2026-11-25\ndue: 2026-11-22", "upcoming", false),
        ("scheduled: 2026-11-22\ndue: 2026-11-21", "overdue", true),
        ("scheduled: 2026-11-25\ndue: 2026-11-22T07:00\ntimezone: America/New_York", "overdue", false),
        // A snooze moves scheduled, but not a deadline
        ("scheduled: 2026-11-20\ndue: 2026-11-30\nsnoozed: 2026-11-22T18:00", "today", true),
        ("scheduled: 2026-11-20\ndue: 2026-11-21\nsnoozed: 2026-11-22T18:00", "overdue", true),
    ]

    @Test func `the status of a reminder at the limits of days and times`() throws {
        for (front, status, isToday) in Self.statuses {
            let folder = try Folder(["a.md": front])
            let reminder = folder["a.md"]
            #expect(folder.context.status(reminder).rawValue == status, "\(front)")
            #expect(folder.context.isToday(reminder) == isToday, "\(front)")
        }
    }

    @Test func `days change at midnight, whenever the clocks change`() throws {
        // 25 October 2026 has 25 hours in Paris, 28 March 2027 has 23.
        for (now, scheduled, status) in [
            ("2026-10-25T22:59:59Z", "2026-10-25", "today"), ("2026-10-25T23:00:00Z", "2026-10-25", "overdue"),
            ("2026-10-24T22:00:00Z", "2026-10-25", "today"), ("2026-10-24T21:59:59Z", "2026-10-25", "upcoming"),
            ("2027-03-28T21:59:59Z", "2027-03-28", "today"), ("2027-03-28T22:00:00Z", "2027-03-28", "overdue"),
            // A time in the gap has the offset before it, so it is 03:30 in the new time.
            ("2027-03-28T01:29:59Z", "2027-03-28T02:30", "today"),
            ("2027-03-28T01:30:00Z", "2027-03-28T02:30", "overdue"),
            // Of a time that occurs twice, the first counts.
            ("2026-10-25T00:29:59Z", "2026-10-25T02:30", "today"),
            ("2026-10-25T00:30:00Z", "2026-10-25T02:30", "overdue"),
        ] {
            let folder = try Folder(["a.md": "scheduled: \(scheduled)"], now: try moment(now))
            #expect(folder.context.status(folder["a.md"]).rawValue == status, "\(now) \(scheduled)")
        }
    }

    @Test func `due is the instant of scheduled, else of the deadline, with all-day dates at nine`() throws {
        let folder = try Folder(
            [
                "a.md": "scheduled: 2026-11-23", "b.md": "scheduled: 2026-11-23T10:00\ntimezone: America/New_York",
                "c.md": "scheduled: 2026-11-23T10:00+03:00\ntimezone: America/New_York", "d.md": "completed: false",
                "e.md": "scheduled: 2026-11-23\ntimezone: America/New_York", "f.md": "due: 2026-11-23T10:00Z",
                "g.md": "scheduled: 2026-11-23\ndue: 2026-11-30",
            ]
        )
        let due = ["a.md", "b.md", "c.md", "d.md", "e.md", "f.md", "g.md"].map {
            folder.context.due(folder[$0])?.description
        }
        #expect(
            due == [
                "2026-11-23T08:00:00Z", "2026-11-23T15:00:00Z", "2026-11-23T07:00:00Z", nil, "2026-11-23T14:00:00Z",
                "2026-11-23T10:00:00Z", "2026-11-23T08:00:00Z",
            ]
        )
        let shown = ["a.md", "b.md", "c.md", "e.md"].map { folder.context.dueDate(folder[$0])?.description }
        #expect(shown == ["2026-11-23", "2026-11-23T16:00", "2026-11-23T08:00", "2026-11-23"])
    }
}
