import Testing

@testable import CivilTime
@testable import MemossFiles

@Suite struct AgendaTests {
    /// Each item as `day kind path local occurrence`; Saturday, 21 November 2026, 08:00 in Paris.
    private func agenda(
        _ files: [String: String],
        now: String = "2026-11-21T07:00Z",
        from first: String = "2026-11-21",
        days: Int = 3
    ) throws -> [String] {
        let folder = try Folder(files, now: try moment(now))
        let first = try DateValue(parsing: first).date
        return Agenda(folder.reminders, from: first, days: days, in: folder.context).days.flatMap { day in
            day.items.map { item in
                let occurrence = item.occurrence.map { " \($0.iso)" } ?? ""
                return "\(day.date.day) \(item.kind) \(item.reminder.path.dropLast(3)) \(item.date.iso)\(occurrence)"
            }
        }
    }

    @Test func `every occurrence of a series is listed, except completed and skipped ones`() throws {
        let pill =
            "scheduled: 2026-11-21T09:00\nrecurrence: daily\ncomplete_instances: [2026-11-22]\n"
            + "skipped_instances: [2026-11-24T09:00]"
        #expect(
            try agenda(["pill.md": pill], days: 5) == [
                "21 occurrence pill 2026-11-21T09:00 2026-11-21T09:00",
                "23 occurrence pill 2026-11-23T09:00 2026-11-23T09:00",
                "25 occurrence pill 2026-11-25T09:00 2026-11-25T09:00",
            ]
        )
    }

    @Test func `an agenda that does not count what was missed is the same otherwise`() throws {
        let folder = try Folder([
            "a.md": "scheduled: 2026-11-01T09:00\nrecurrence: daily",
            "b.md": "scheduled: 2026-11-18T09:00\nrecurrence: daily\nsnoozed: 2026-11-21T20:00",
            "c.md": "scheduled: 2026-11-20T09:00\ndue: 2026-11-19",
        ])
        func days(countsMissed: Bool) -> [Agenda.Day] {
            let today = folder.context.local.date
            return Agenda(folder.reminders, from: today, days: 2, countsMissed: countsMissed, in: folder.context).days
        }
        var counted = days(countsMissed: true)
        #expect(counted[0].items.contains { $0.missed > 5 })
        for day in counted.indices {
            for item in counted[day].items.indices { counted[day].items[item].missed = 0 }
        }
        #expect(days(countsMissed: false) == counted)
    }

    @Test func `overdue items come first, then all-day items, then times`() throws {
        let files = [
            "a.md": "scheduled: 2026-11-21T18:00", "b.md": "scheduled: 2026-11-21",
            "c.md": "scheduled: 2026-11-18T07:00\nrecurrence: daily", "d.md": "scheduled: 2026-11-17\ndue: 2026-11-19",
            "e.md": "due: 2026-11-21T12:00", "f.md": "scheduled: 2026-11-20\ndue: 2026-11-22",
        ]
        #expect(
            try agenda(files, days: 2) == [
                "21 overdue d 2026-11-17", "21 overdue c 2026-11-18T07:00 2026-11-18T07:00", "21 overdue d 2026-11-19",
                "21 overdue f 2026-11-20", "21 overdue c 2026-11-21T07:00 2026-11-21T07:00",
                "21 occurrence b 2026-11-21", "21 deadline e 2026-11-21T12:00",
                "21 occurrence a 2026-11-21T18:00",
                "22 deadline f 2026-11-22", "22 occurrence c 2026-11-22T07:00 2026-11-22T07:00",
            ]
        )
        // Today is not in the range.
        #expect(try agenda(files, from: "2026-11-22", days: 1).count == 2)
        // Past days show what was missed on each of them.
        #expect(
            try agenda(["c.md": files["c.md"] ?? ""], from: "2026-11-19", days: 3) == [
                "19 overdue c 2026-11-19T07:00 2026-11-19T07:00", "20 overdue c 2026-11-20T07:00 2026-11-20T07:00",
                "21 overdue c 2026-11-18T07:00 2026-11-18T07:00", "21 overdue c 2026-11-21T07:00 2026-11-21T07:00",
            ]
        )
    }

    @Test func `of today, what has passed is listed too, although the series was missed before`() throws {
        // It was nowhere on the day itself (#14).
        let twice = "scheduled: 2026-11-20T07:30\nrecurrence: FREQ=DAILY;BYHOUR=7,20;BYMINUTE=30"
        #expect(
            try agenda(["a.md": twice], days: 1) == [
                "21 overdue a 2026-11-20T07:30 2026-11-20T07:30", "21 overdue a 2026-11-21T07:30 2026-11-21T07:30",
                "21 occurrence a 2026-11-21T20:30 2026-11-21T20:30",
            ]
        )
        #expect(
            try agenda(["a.md": twice], now: "2026-11-21T06:00Z", days: 1) == [
                "21 overdue a 2026-11-20T07:30 2026-11-20T07:30", "21 occurrence a 2026-11-21T07:30 2026-11-21T07:30",
                "21 occurrence a 2026-11-21T20:30 2026-11-21T20:30",
            ]
        )
    }

    @Test func `each occurrence has its own deadline, at the distance of the current one`() throws {
        let weekly = "scheduled: 2026-11-12\ndue: 2026-11-15T18:00\nrecurrence: weekly\n"
        #expect(
            try agenda(["a.md": weekly], days: 9) == [
                "21 overdue a 2026-11-12 2026-11-12", "21 overdue a 2026-11-15T18:00 2026-11-12",
                "22 deadline a 2026-11-22T18:00 2026-11-19", "26 occurrence a 2026-11-26 2026-11-26",
                "29 deadline a 2026-11-29T18:00 2026-11-26",
            ]
        )
        // A completed occurrence has none, and those of one day have one together.
        #expect(
            try agenda(["a.md": weekly + "complete_instances: [2026-11-19]"], from: "2026-11-22", days: 8) == [
                "26 occurrence a 2026-11-26 2026-11-26", "29 deadline a 2026-11-29T18:00 2026-11-26",
            ]
        )
        let hourly = "scheduled: 2026-11-21T22:00\ndue: 2026-11-21T23:30\nrecurrence: every 12 hours"
        #expect(
            try agenda(["a.md": hourly], from: "2026-11-22", days: 1) == [
                "22 occurrence a 2026-11-22T10:00 2026-11-22T10:00",
                "22 occurrence a 2026-11-22T22:00 2026-11-22T22:00", "22 deadline a 2026-11-22T23:30 2026-11-22T10:00",
            ]
        )
        // An earlier one, as of a task that must be prepared.
        let early = "scheduled: 2026-11-26\ndue: 2026-11-24\nrecurrence: weekly"
        #expect(try agenda(["a.md": early], from: "2026-12-01", days: 2) == ["1 deadline a 2026-12-01 2026-12-03"])
    }

    @Test func `a snooze moves the current occurrence and nothing else`() throws {
        let series = "scheduled: 2026-11-19T07:00\nrecurrence: daily\nsnoozed: 2026-11-21T20:00"
        #expect(
            try agenda(["a.md": series], days: 2) == [
                "21 overdue a 2026-11-20T07:00 2026-11-20T07:00", "21 overdue a 2026-11-21T07:00 2026-11-21T07:00",
                "21 snooze a 2026-11-21T20:00 2026-11-19T07:00", "22 occurrence a 2026-11-22T07:00 2026-11-22T07:00",
            ]
        )
        // A snooze that ends before the date leaves it in place.
        let soon = "scheduled: 2026-11-22T09:00\nsnoozed: 2026-11-21T20:00"
        #expect(try agenda(["a.md": soon]) == ["21 snooze a 2026-11-21T20:00", "22 occurrence a 2026-11-22T09:00"])
        #expect(
            try agenda(["a.md": soon + "\nrecurrence: daily"], days: 2) == [
                "21 snooze a 2026-11-21T20:00 2026-11-22T09:00", "22 occurrence a 2026-11-22T09:00 2026-11-22T09:00",
            ]
        )
        // It has passed, as in the listing, although the day is not over.
        let once = "scheduled: 2026-11-21\nsnoozed: 2026-11-21T09:30"
        #expect(try agenda(["a.md": once], days: 1) == ["21 snooze a 2026-11-21T09:30"])
        #expect(try agenda(["a.md": once], now: "2026-11-21T09:00Z", days: 1) == ["21 overdue a 2026-11-21"])
        // A snooze does not move a deadline.
        let due = "scheduled: 2026-11-20\ndue: 2026-11-22\nsnoozed: 2026-11-21T20:00"
        #expect(try agenda(["a.md": due]) == ["21 snooze a 2026-11-21T20:00", "22 deadline a 2026-11-22"])
        for rule in ["", "\nrecurrence: monthly"] {
            let alone = "due: 2026-11-22\nsnoozed: 2026-11-21T20:00" + rule
            let day = rule.isEmpty ? "" : " 2026-11-22"
            let items = ["21 snooze a 2026-11-21T20:00\(day)", "22 deadline a 2026-11-22\(day)"]
            #expect(try agenda(["a.md": alone]) == items)
            let later = "due: 2026-11-22\nsnoozed: 2026-11-23T20:00" + rule
            let both = ["22 deadline a 2026-11-22\(day)", "23 snooze a 2026-11-23T20:00\(day)"]
            #expect(try agenda(["a.md": later]) == both)
            // It is overdue once its day is over.
            let passed = "due: 2026-11-20\nsnoozed: 2026-11-23T20:00" + rule
            let of = rule.isEmpty ? "" : " 2026-11-20"
            #expect(
                try agenda(["a.md": passed]) == ["21 overdue a 2026-11-20\(of)", "23 snooze a 2026-11-23T20:00\(of)"]
            )
        }
        #expect(try agenda(["a.md": "completed: false\nsnoozed: 2026-11-22"]) == ["22 snooze a 2026-11-22"])
    }

    @Test func `what was missed besides a snoozed occurrence stays overdue, on whatever day it was`() throws {
        // Today's own occurrence is still to come.
        let series = "scheduled: 2026-11-18T23:00\nrecurrence: daily\nsnoozed: 2026-11-22T20:00"
        #expect(
            try agenda(["a.md": series], days: 2) == [
                "21 overdue a 2026-11-19T23:00 2026-11-19T23:00", "21 occurrence a 2026-11-21T23:00 2026-11-21T23:00",
                "22 snooze a 2026-11-22T20:00 2026-11-18T23:00", "22 occurrence a 2026-11-22T23:00 2026-11-22T23:00",
            ]
        )
        let folder = try Folder(["a.md": series])
        #expect(Agenda.status(of: folder["a.md"], in: folder.context) == .overdue)
    }

    @Test func `a whole day that has begun in its own zone is listed under today`() throws {
        let files = ["a.md": "scheduled: 2026-11-22\ntimezone: Pacific/Kiritimati"]
        #expect(try agenda(files, now: "2026-11-21T15:00Z", days: 2) == ["21 occurrence a 2026-11-22"])
        #expect(try agenda(files, now: "2026-11-21T09:00Z", days: 2) == ["22 occurrence a 2026-11-22"])
        // Without today, it is listed on its day.
        #expect(try agenda(files, now: "2026-11-21T15:00Z", from: "2026-11-22") == ["22 occurrence a 2026-11-22"])
        let series = ["a.md": "scheduled: 2026-11-22\ntimezone: Pacific/Kiritimati\nrecurrence: daily"]
        #expect(
            try agenda(series, now: "2026-11-21T15:00Z", days: 3) == [
                "21 occurrence a 2026-11-22 2026-11-22", "23 occurrence a 2026-11-23 2026-11-23",
            ]
        )
    }

    @Test func `days are those of the user, and an all-day date is the same everywhere`() throws {
        let files = [
            "call.md": "scheduled: 2026-11-21T20:00\ntimezone: America/New_York",
            "day.md": "scheduled: 2026-11-22\ntimezone: America/New_York",
        ]
        #expect(try agenda(files) == ["22 occurrence day 2026-11-22", "22 occurrence call 2026-11-22T02:00"])
        // In New York it is still the 22nd, so the day is not over.
        #expect(
            try agenda(files, now: "2026-11-22T23:30Z", from: "2026-11-23") == [
                "23 overdue call 2026-11-22T02:00", "23 occurrence day 2026-11-22",
            ]
        )
    }

    @Test func `a file in conflict is listed at the times of both sides`() throws {
        let sides = "<<<<<<< HEAD\nscheduled: 2026-11-21T09:00\n=======\nscheduled: 2026-11-22T10:00\n>>>>>>> other"
        #expect(
            try agenda(["a.md": "title: A\n\(sides)"]) == [
                "21 occurrence a 2026-11-21T09:00", "22 occurrence a 2026-11-22T10:00",
            ]
        )
        #expect(
            try agenda(["a.md": "title: A\nrecurrence: daily\n\(sides)"], days: 2) == [
                "21 occurrence a 2026-11-21T09:00 2026-11-21T09:00",
                "22 occurrence a 2026-11-22T09:00 2026-11-22T09:00",
                "22 occurrence a 2026-11-22T10:00 2026-11-22T10:00",
            ]
        )
        let titles = "<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> other\nscheduled: 2026-11-21T09:00"
        #expect(try agenda(["a.md": titles]) == ["21 occurrence a 2026-11-21T09:00"])
    }

    @Test func `notes, completed reminders and undated ones are never listed`() throws {
        let files = [
            "a.md": "title: Note", "b.md": "scheduled: 2026-11-21\ncompleted: 2026-11-20", "c.md": "completed: false",
            "d.md": "scheduled: 2026-11-20T09:00\nrecurrence: daily\ncompleted: true",
            "e.md": "scheduled: 2026-11-01\nrecurrence: daily\nuntil: 2026-11-10\ncomplete_instances: [2026-11-01]",
        ]
        // Missed occurrences of a series that has ended are still overdue.
        #expect(try agenda(files, days: 30) == ["21 overdue e 2026-11-02 2026-11-02"])
        #expect(try agenda(files, days: 0).isEmpty)
    }

    @Test func `of a series counted from completion, only the current occurrence is listed`() throws {
        // It filled every day, although the next occurrence depends on when this one is done (#14).
        let plants = "scheduled: 2026-11-19\ndue: 2026-11-20\nrecurrence: daily\nrecurrence_anchor: completion"
        #expect(
            try agenda(["a.md": plants], days: 30) == [
                "21 overdue a 2026-11-19 2026-11-19", "21 overdue a 2026-11-20 2026-11-19",
            ]
        )
        let ahead = "scheduled: 2026-11-22T09:00\nrecurrence: daily\nrecurrence_anchor: completion"
        #expect(try agenda(["a.md": ahead], days: 30) == ["22 occurrence a 2026-11-22T09:00 2026-11-22T09:00"])
        #expect(try agenda(["a.md": ahead], from: "2026-11-23", days: 30) == [])
        #expect(
            try agenda(["a.md": ahead + "\nsnoozed: 2026-11-22T18:00"], days: 30) == [
                "22 snooze a 2026-11-22T18:00 2026-11-22T09:00"
            ]
        )
    }

    @Test func `the occurrences of a series with only a deadline are deadlines`() throws {
        #expect(
            try agenda(["a.md": "due: 2026-11-20T18:00\nrecurrence: daily"], days: 2) == [
                "21 overdue a 2026-11-20T18:00 2026-11-20T18:00", "21 deadline a 2026-11-21T18:00 2026-11-21T18:00",
                "22 deadline a 2026-11-22T18:00 2026-11-22T18:00",
            ]
        )
    }

    @Test func `the item that represents what was missed says how much that is`() throws {
        func missed(_ front: String, from first: String = "2026-11-21") throws -> [Int] {
            let folder = try Folder(["a.md": front], now: try moment("2026-11-21T07:00Z"))
            let day = try DateValue(parsing: first).date
            return Agenda(folder.reminders, from: day, days: 2, in: folder.context).days.flatMap(\.items).map(\.missed)
        }
        // Those of 19 and 20 November; today's has a line of its own.
        #expect(try missed("scheduled: 2026-11-18T07:00\nrecurrence: daily") == [2, 0, 0])
        #expect(try missed("scheduled: 2026-11-18\nrecurrence: daily\nskipped_instances: [2026-11-20]") == [1, 0, 0])
        #expect(try missed("scheduled: 2026-11-20\nrecurrence: daily") == [0, 0, 0])
        #expect(try missed("scheduled: 2026-11-18\nrecurrence: weekdays") == [2])
        // A snooze moves the first; the second represents the others.
        let snoozed = "scheduled: 2026-11-18T07:00\nrecurrence: daily\nsnoozed: 2026-11-21T20:00"
        #expect(try missed(snoozed) == [1, 0, 0, 0])
        #expect(try missed(snoozed, from: "2026-11-22") == [0, 0])
    }
}
