import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import Exchange
@testable import MemossFiles

/// Events (`expires: true`) pass without being completed.
@Suite struct LapsingTests: CalendarReading {
    private func file(_ fields: String, now: String) -> Stepping { Stepping(fields + "\nexpires: true", now: now) }

    private func lapsed(_ fields: String, now: String) throws -> Reminder {
        let file = file(fields, now: now)
        return file.reminder.lapsed(in: try file.context())
    }

    @Test func `an event is today's until its day is over, and is then done`() throws {
        let concert = file("scheduled: 2026-11-21T20:00", now: "2026-11-21T23:59")
        let late = try concert.context()
        #expect(late.status(concert.reminder.lapsed(in: late)) == .today)
        #expect(Agenda.status(of: concert.reminder, in: late) == .today)
        let over = try lapsed("scheduled: 2026-11-21T20:00", now: "2026-11-22T00:00")
        #expect(over.completed == .on(try DateValue(parsing: "2026-11-21")))
        // A task is overdue.
        let task = Stepping("scheduled: 2026-11-21T20:00", now: "2026-11-22T00:00")
        #expect(try task.context().status(task.reminder.lapsed(in: task.context())) == .overdue)
        // An event with a later last day or a snooze is not over yet.
        #expect(try !lapsed("scheduled: 2026-11-20\ndue: 2026-11-22", now: "2026-11-22T10:00").isCompleted)
        #expect(try lapsed("scheduled: 2026-11-20\ndue: 2026-11-22", now: "2026-11-23T10:00").isCompleted)
        #expect(try !lapsed("scheduled: 2026-11-20\nsnoozed: 2026-11-22T10:00", now: "2026-11-22T12:00").isCompleted)
    }

    @Test func `a series of events moves on, with its deadline and its count, and ends after the last`() throws {
        let birthday = try lapsed("scheduled: 2020-02-29\nrecurrence: yearly", now: "2026-11-21T08:00")
        #expect(birthday.scheduled?.description == "2027-02-28" && birthday.recurrence == "yearly on feb 29")
        let choir = "scheduled: 2026-10-07T18:30\nrecurrence: weekly on wednesday"
        #expect(try lapsed(choir, now: "2026-11-18T23:00").scheduled?.description == "2026-11-18T18:30")
        #expect(try lapsed(choir, now: "2026-11-19T00:00").scheduled?.description == "2026-11-25T18:30")
        let skipped = choir + "\nskipped_instances: [2026-11-25]"
        #expect(try lapsed(skipped, now: "2026-11-19T00:00").scheduled?.description == "2026-12-02T18:30")
        let fair = "scheduled: 2026-11-06\ndue: 2026-11-08\nrecurrence: weekly"
        for (now, start) in [("2026-11-08T10:00", "2026-11-06"), ("2026-11-09T10:00", "2026-11-13")] {
            let fair = try lapsed(fair, now: now)
            #expect(fair.scheduled?.description == start)
            #expect(fair.deadline?.date.daysSinceEpoch == fair.scheduled.map { $0.date.daysSinceEpoch + 2 })
        }
        let counted = try lapsed("scheduled: 2026-11-17\nrecurrence: FREQ=DAILY;COUNT=10", now: "2026-11-21T08:00")
        #expect(counted.recurrence == "FREQ=DAILY;COUNT=6" && counted.scheduled?.description == "2026-11-21")
        let ended = try lapsed("scheduled: 2026-11-17\nrecurrence: daily\nuntil: 2026-11-19", now: "2026-11-21T08:00")
        #expect(ended.completed == .on(try DateValue(parsing: "2026-11-19")))
        // A moved occurrence passes at the date that it was moved to.
        let moved = choir + "\nmoved_from: 2026-10-07T18:30"
        let friday = moved.replacing("scheduled: 2026-10-07", with: "scheduled: 2026-10-09")
        #expect(try lapsed(friday, now: "2026-10-09T20:00").scheduled?.description == "2026-10-09T18:30")
        let after = try lapsed(friday, now: "2026-10-10T20:00")
        #expect(after.scheduled?.description == "2026-10-14T18:30" && after.movedFrom == nil)
    }

    @Test func `what nobody can say of a rule stays in sight`() throws {
        let file = file("scheduled: 2026-11-01\nrecurrence: every blue moon", now: "2026-11-21T08:00")
        let context = try file.context()
        #expect(!file.reminder.lapsed(in: context).isCompleted && context.isOverdue(file.reminder))
    }

    @Test func `an event is no habit, and nothing of it is missed`() throws {
        let file = file("scheduled: 2026-11-02T09:00\nrecurrence: daily", now: "2026-11-21T10:00")
        let context = try file.context()
        let event = file.reminder.lapsed(in: context)
        #expect(Habit(of: event, in: context) == nil && context.missedOccurrences(of: event) == 0)
        #expect(!Agenda.isOverdue(event, in: context) && Agenda.isOnToday(event, in: context))
        let agenda = Agenda([event], from: context.local.date, days: 2, in: context)
        #expect(agenda.days.map { $0.items.map(\.kind) } == [[.occurrence], [.occurrence]])
        let earlier = Agenda([event], from: context.local.date.adding(days: -7), days: 8, in: context)
        #expect(earlier.days.flatMap(\.items).map(\.kind) == [.occurrence])
        // The same without the reading of the day: in the notifier, files are as they are.
        let raw = Agenda([file.reminder], from: context.local.date, days: 1, in: context)
        #expect(raw.days[0].items.map(\.kind) == [.occurrence])
    }

    @Test func `done and skip act on the occurrence of today, and reopening an event that is over changes nothing`()
        throws
    {
        var choir = file("scheduled: 2026-10-07T18:30\nrecurrence: FREQ=WEEKLY;COUNT=20", now: "2026-11-18T19:00")
        try choir.take(.complete(on: nil, catchesUp: false))
        #expect(choir.fields.contains("scheduled: 2026-11-25T18:30"))
        #expect(choir.fields.contains("COUNT=13") && choir.fields.contains("complete_instances: [2026-11-18]"))
        try choir.take(.reopen(on: nil))
        #expect(choir.fields.contains("scheduled: 2026-11-18T18:30") && choir.fields.contains("COUNT=14"))
        choir.now = "2026-11-19T19:00"
        try choir.take(.skip(on: nil))
        #expect(choir.fields.contains("skipped_instances: [2026-11-25]"))
        var concert = file("scheduled: 2026-11-17T20:00", now: "2026-11-18T19:00")
        let before = concert.fields
        for step in [ReminderStep.reopen(on: nil), .complete(on: nil, catchesUp: false)] {
            let outcome = try concert.take(step)
            #expect(outcome.changes.isEmpty && outcome.isCompleted)
        }
        #expect(concert.fields == before)
    }

    @Test func `moving the next occurrence of a series of events moves that one and not one that is over`() throws {
        let fair = file("scheduled: 2026-10-09\ndue: 2026-10-11\nrecurrence: weekly on friday", now: "2026-11-16T10:00")
        let context = try fair.context()
        var typed = TypedDates()
        typed.scheduled = .set(try context.when("saturday"))
        var change = ReminderChange()
        try change.set(typed, of: fair.reminder.lapsed(in: context), in: context.zone, context)
        let after = try #require(
            try change.changes(of: fair.bytes, zones: ZoneDatabase()).apply(to: fair.bytes, registry: TagRegistry())
        )
        let moved = Stepping(bytes: after).reminder
        #expect(moved.scheduled?.description == "2026-11-21" && moved.movedFrom?.description == "2026-11-20")
        #expect(moved.deadline?.description == "2026-11-22")
    }

    @Test func `a folder knows whether there are events, also after a change`() throws {
        let task = Array("---\nscheduled: 2026-11-01\n---\n".utf8)
        let event = Array("---\nscheduled: 2026-11-01\nexpires: true\n---\n".utf8)
        let context = try file("", now: "2026-11-21T08:00").context()
        let folder = Snapshot(files: ["a.md": task])
        #expect(!folder.hasEvents)
        let changed = try #require(folder.refreshed(["b.md": event]))
        #expect(changed.hasEvents && changed.lapsed(in: context).reminders.map(\.isCompleted) == [false, true])
        let lapsed = changed.lapsed(in: context)
        #expect(lapsed.asWritten(lapsed.reminders[1]) == changed.reminders[1])
        #expect(lapsed.lapsed(in: context).reminders == lapsed.reminders)
        #expect(Snapshot(files: ["a.md": event]).hasEvents)
    }

    /// Promise 1 for events: the days change what is listed, and never what rings.
    @Test func `the plan of a folder and of what is listed of it is the same, whatever has passed`() throws {
        var random = Random(seed: 73)
        let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 36_000)))
        let time = TimeContext(now: now, zone: .utc, allDayAt: .noon)
        var lapsedCount = 0
        for number in 0..<Rounds.of(400) {
            let date = CivilDate(unchecked: 2026, 11, 22).adding(days: random.below(60) - 50)
            var lines = ["title: Law", "scheduled: \(date)" + (random.below(2) == 0 ? "" : "T09:00"), "expires: true"]
            let rule = random.below(2) == 0 ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            if random.below(5) > 0 { lines.append("recurrence: \"\(rule)\"") }
            if random.below(3) == 0 { lines.append("until: \(date.adding(days: random.below(90)))") }
            if random.below(3) == 0 { lines.append("due: \(date.adding(days: random.below(4)))") }
            if random.below(4) == 0 { lines.append("skipped_instances: [\(date.adding(days: random.below(30)))]") }
            let text = "---\n" + lines.joined(separator: "\n") + "\n---\n"
            let reminder = try #require(ReminderDecoder.decode(Array(text.utf8), path: "\(number).md").reminder)
            let lapsed = reminder.lapsed(in: time)
            if lapsed != reminder { lapsedCount += 1 }
            let budget = NotificationPlan.Budget(next: 20)
            let plans = [reminder, lapsed].map { NotificationPlan([$0], in: time, budget: budget) }
            #expect(plans[0].notifications.map(\.identifier) == plans[1].notifications.map(\.identifier), "\(text)")
            #expect(plans[0].notifications.map(\.instant) == plans[1].notifications.map(\.instant), "\(text)")
            // Day after day comes to the same as all at once, unless the place of the beginning has to be guessed.
            if SeriesPosition(reminder, in: time)?.isMoved == true { continue }
            var later = time
            later.now = time.now.adding(seconds: Int64(random.below(40)) * 86_400)
            #expect(lapsed.lapsed(in: later) == reminder.lapsed(in: later), "\(text)")
            #expect(later.status(reminder.lapsed(in: later)) != .overdue || !reminder.expires, "\(text)")
        }
        #expect(lapsedCount > Rounds.of(400) / 8)
    }

    @Test func `an event that passed while nothing ran is told once, and not again after a restart`() throws {
        var world = try NotifyWorld("2026-11-21T08:00")
        world.serve("bus :1.5")
        try world.add("Concert", "2026-11-21T20:00")
        world.change("Concert") { $0.words[.expires] = "true" }
        try world.add("Call", "2026-11-21T20:00")
        try world.restart(after: 2 * 86_400)
        #expect(world.titles == ["Call", "Concert"])
        try world.restart()
        #expect(world.titles == ["Call"])
    }

    @Test func `an event of a calendar expires, a to-do does not, and a task exported as an event stays one`() throws {
        let time = "DTSTART:20261130T100000Z"
        let (found, _) = try read(
            event("UID:1", "SUMMARY:Meeting", time),
            event("UID:2", "SUMMARY:To do", time, name: "VTODO")
        )
        #expect(found.map { $0.new.words[.expires] } == ["true", nil])
        for (isEvent, kind) in [(false, CalendarFeed.Kind.event), (true, .event), (true, .toDo)] {
            let fields = "title: X\nid: x\nscheduled: 2026-11-30T10:00" + (isEvent ? "\nexpires: true" : "")
            let reminder = Stepping(fields).reminder
            let feed = CalendarFeed(kind, hasAlarms: false, hasBodies: false, lastYear: 2030)
            let bytes = feed.output(of: [reminder], in: try context()).bytes
            #expect(String(decoding: bytes, as: UTF8.self).contains("BEGIN:VEVENT"))
            let back = try read(bytes: bytes).reminders
            #expect(back.map { $0.new.words[.expires] } == [isEvent ? "true" : nil])
        }
    }
}
