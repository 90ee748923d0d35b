import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles
@testable import Text

@Suite struct SeriesStepTests {
    @Test func `an occurrence is recorded by its date, however late it is completed, and the series moves on`() throws {
        let fields = "scheduled: 2026-11-18T09:00\nrecurrence: daily"
        let expected = "scheduled: 2026-11-19T09:00\nrecurrence: daily\ncomplete_instances: [2026-11-18]"
        for now in ["2026-11-17T23:59", "2026-11-18T09:00", "2026-11-21T08:00", "2027-03-01T00:00"] {
            #expect(try after(fields, now: now) { try $0.done() } == expected, "\(now)")
        }
    }

    @Test func `completing an occurrence removes it from the skipped ones, however it was spelt`() throws {
        let fields = "scheduled: 2026-11-18T09:00\nrecurrence: every 3 hours\nskipped_instances: [2026-11-18 09:00]"
        let expected =
            "scheduled: 2026-11-18T12:00\nrecurrence: every 3 hours\ncomplete_instances: [\"2026-11-18T09:00\"]"
        #expect(try after(fields, now: "2026-11-18T09:00") { try $0.done() } == expected)
    }

    /// Beyond `mostCounted`, catching up jumps to two days before now. An all-day occurrence is in the future until it
    /// is over, which is 25 hours after it began when the clocks go back.
    @Test(arguments: ["2026-10-25T00:00", "2026-10-25T12:00", "2026-10-25T23:59", "2026-11-22T23:59"])
    func `catching up over centuries of days ends today, at any hour`(now: String) throws {
        let zone = try TestFiles.zone("Europe/Paris")
        let clock = try DateValue(parsing: now).clock
        let context = TimeContext(now: zone.instant(of: clock), zone: zone, allDayAt: .midnight)
        let date = try DateValue(parsing: "1700-01-01")
        let series = Series(rule: try RecurrenceRule(parsing: "daily"), anchor: date, zone: zone, allDayAt: .midnight)
        let advance = SeriesAdvance(
            from: date,
            of: series,
            leaving: RecordedOccurrences([], in: zone),
            catchUp: context
        )
        #expect(advance.passed == SeriesAdvance.mostCounted)
        #expect(advance.next?.nominal.date == clock.date)
    }

    /// The rule, the date before the step and the date after it.
    @Test(arguments: [
        ("weekly on monday", "2026-11-23 19:30", "2026-11-30 19:30"),
        ("weekly on monday", "2026-11-23 14:00", "2026-11-30 14:00"),
        ("every 2 weeks on mon, thu", "2026-11-19", "2026-11-30"),
        ("monthly on 31", "2026-01-31", "2026-02-28"),
        ("monthly on 31", "2026-02-28", "2026-03-31"),
        ("yearly on feb 29", "2027-02-28", "2028-02-29"),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31", "2026-03-31"),
        ("monthly on last friday", "2026-11-27T20:00:00", "2026-12-25T20:00:00"),
        ("every 90 minutes", "2026-11-21T23:00", "2026-11-22T00:30"),
        // The clocks change on 29 March and 25 October 2026.
        ("daily", "2026-03-28T02:30", "2026-03-29T02:30"),
        ("daily", "2026-03-29T02:30", "2026-03-30T02:30"),
        ("daily", "2026-10-24T09:00+02:00", "2026-10-25T09:00+01:00"),
        ("daily", "2026-10-24T07:00Z", "2026-10-25T08:00Z"),
        ("hourly", "2026-03-29T01:30", "2026-03-29T03:30"),
        ("hourly", "2026-10-25T01:30", "2026-10-25T02:30"),
        // 02:30 would mean its first occurrence.
        ("hourly", "2026-10-25T02:30", "2026-10-25T03:30"),
        ("hourly", "2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00"),
        ("every 90 minutes", "2026-10-25T02:30+01:00", "2026-10-25T04:00+01:00"),
        ("DTSTART:20260907T083000Z;FREQ=WEEKLY;BYDAY=MO,WE", "2026-11-23T08:30", "2026-11-25T08:30"),
        ("DTSTART:20260901;FREQ=DAILY;INTERVAL=10", "2026-11-20", "2026-11-30"),
    ]) func `the next date has the style of the previous one`(rule: String, date: String, next: String) throws {
        var file = Stepping("scheduled: \(date)\nrecurrence: \(rule)")
        try file.done()
        #expect(file.reminder.scheduled?.description == next)
        #expect(file.reminder.recurrence == rule)
        try file.reopen()
        #expect(file.fields == "scheduled: \(date)\nrecurrence: \(rule)")
    }

    @Test(arguments: [
        ("monthly", "2026-01-31", "monthly on 31", "2026-02-28"),
        ("Every Month", "2026-05-30T10:00", "monthly on 30", "2026-06-30T10:00"),
        ("every 3 months", "2026-11-30", "every 3 months on 30", "2027-02-28"),
        ("yearly", "2024-02-29", "yearly on feb 29", "2025-02-28"),
        (
            "FREQ=MONTHLY;SKIP=BACKWARD;COUNT=5", "2026-01-31", "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=31;SKIP=BACKWARD",
            "2026-02-28"
        ),
        ("monthly", "2026-01-28", "monthly", "2026-02-28"),
        ("yearly", "2026-02-28", "yearly", "2027-02-28"),
        ("FREQ=MONTHLY", "2026-01-31", "FREQ=MONTHLY", "2026-03-31"),
    ]) func `the day is written into the rule before a shorter month can move it`(
        rule: String,
        date: String,
        pinned: String,
        next: String
    )
        throws
    {
        for skips in [false, true] {
            var file = Stepping("recurrence: \(rule)\nscheduled: \(date)")
            if skips { try file.skip() } else { try file.done() }
            #expect(file.reminder.scheduled?.description == next)
            let text = try #require(file.reminder.recurrence)
            #expect(try RecurrenceRule(parsing: text) == RecurrenceRule(parsing: pinned), "\(text)")
        }
    }

    @Test func `a step reduces COUNT by the occurrences it passes, and changes nothing else in the rule`() throws {
        var file = Stepping("scheduled: 2026-11-18\nrecurrence: freq=daily; count=5 ;interval=2")
        try file.done()
        #expect(
            file.fields
                == "scheduled: 2026-11-20\nrecurrence: freq=daily; count=4 ;interval=2\ncomplete_instances: [2026-11-18]"
        )
        try file.done(on: "2026-11-24")
        try file.done()
        try file.skip()
        #expect(file.reminder.recurrence == "freq=daily; count=1 ;interval=2")
        #expect(file.reminder.scheduled?.description == "2026-11-26")
        let last = file.fields
        let outcome = try file.done()
        #expect(
            outcome.isCompleted
                && file.fields == last.replacing(
                    "[2026-11-18, 2026-11-20, 2026-11-24]",
                    with: "[2026-11-18, 2026-11-20, 2026-11-24, 2026-11-26]"
                ) + "\ncompleted: 2026-11-26"
        )
        try file.reopen()
        #expect(file.fields == last)
        try file.reopen()
        #expect(file.reminder.scheduled?.description == "2026-11-24")
        #expect(file.reminder.recurrence == "freq=daily; count=2 ;interval=2")
        try file.reopen()
        #expect(file.reminder.scheduled?.description == "2026-11-20")
        #expect(file.reminder.recurrence == "freq=daily; count=4 ;interval=2")
    }

    @Test func `COUNT is never rewritten in a rule with its own start`() throws {
        let rule = "DTSTART:20261118;FREQ=DAILY;COUNT=3"
        var file = Stepping("scheduled: 2026-11-18\nrecurrence: \(rule)")
        try file.done()
        try file.done()
        #expect(file.reminder.scheduled?.description == "2026-11-20" && !file.reminder.isCompleted)
        try file.done()
        #expect(file.reminder.completed == .on(try DateValue(parsing: "2026-11-20")))
        #expect(file.reminder.recurrence == rule)
        for _ in 0..<3 { try file.reopen() }
        #expect(file.fields == "scheduled: 2026-11-18\nrecurrence: \(rule)")
    }

    @Test func `after the last occurrence, the reminder is completed on the date of that occurrence`() throws {
        let fields = "scheduled: 2026-11-20T09:00\nrecurrence: daily\nuntil: 2026-11-20"
        let end = fields + "\ncomplete_instances: [2026-11-20]\ncompleted: 2026-11-20"
        #expect(try after(fields) { try $0.done() } == end)
        #expect(
            try after(fields) {
                try $0.done()
                try $0.reopen()
            } == fields
        )
        #expect(
            try after(fields) { try $0.skip() } == fields + "\nskipped_instances: [2026-11-20]\ncompleted: 2026-11-20"
        )
        #expect(
            try after(fields) {
                try $0.skip()
                try $0.reopen()
            } == fields
        )
        let notes = "status: open\n" + fields
        #expect(
            try after(notes) { try $0.done() }
                == "status: done\n" + fields + "\ncomplete_instances: [2026-11-20]\ncompletedDate: 2026-11-20"
        )
        // A series completed as a whole is reopened as a whole.
        #expect(
            try after(fields + "\ncomplete_instances: [2026-11-19]\ncompleted: true") { try $0.reopen() }
                == fields + "\ncomplete_instances: [2026-11-19]"
        )
    }

    @Test(arguments: [
        ("daily", "\nuntil: 2026-11-18", "2026-11-18"), ("FREQ=DAILY;COUNT=4", "", "2026-11-13"),
        ("FREQ=DAILY;UNTIL=20261115", "", "2026-11-15"), ("daily", "\nuntil: 2026-11-10", "2026-11-10"),
        ("weekly on tuesday, friday", "\nuntil: 2026-11-19", "2026-11-17"),
    ]) func `a series that ends while catching up is completed on the date of its last occurrence`(
        rule: String,
        end: String,
        last: String
    ) throws {
        for (missed, catchesUp) in [("", true), ("\nmissed: skip", false)] {
            let fields = "scheduled: 2026-11-10\nrecurrence: \(rule)\(end)\(missed)"
            var file = Stepping(fields)
            try file.done(catchingUp: catchesUp)
            #expect(file.fields == fields + "\ncomplete_instances: [2026-11-10]\ncompleted: \(last)")
            try file.reopen()
            #expect(file.fields == fields)
        }
    }

    @Test func `the last occurrence counts if it was completed ahead of time, even after centuries`() throws {
        var ahead = Stepping("scheduled: 2026-11-20\nrecurrence: weekly\nuntil: 2026-12-04")
        try ahead.done(on: "2026-12-04")
        try ahead.done()
        try ahead.done()
        #expect(ahead.reminder.completed == .on(try DateValue(parsing: "2026-12-04")))
        var old = Stepping("scheduled: 1500-11-10T08:00\nrecurrence: every 15 minutes\nuntil: 1700-01-01", zone: "UTC")
        try old.done(catchingUp: true)
        #expect(old.reminder.completed == .on(try DateValue(parsing: "1700-01-01")))
    }

    @Test func `reopen never reopens an occurrence after the current one unless it is named`() throws {
        let fields = "scheduled: 2026-11-23\nrecurrence: weekly"
        for anchor in ["", "\nrecurrence_anchor: completion"] {
            var file = Stepping(fields + anchor)
            try file.done(on: "2026-12-07")
            let ahead = file.bytes
            let outcome = try file.reopen()
            #expect(outcome.event == .unchanged("only later occurrences are completed, the first on 2026-12-07"))
            #expect(outcome.remedy == .reopenOccurrence("2026-12-07"))
            #expect(file.bytes == ahead)
            try file.reopen(on: "2026-12-07")
            #expect(file.fields == fields + anchor)
        }
        // Counted from an early completion, the next date is earlier.
        var early = Stepping("scheduled: 2026-12-01\nrecurrence: every 3 days\nrecurrence_anchor: completion")
        let before = early.bytes
        try early.done()
        #expect(early.reminder.scheduled?.description == "2026-11-24")
        try early.reopen()
        #expect(early.bytes == before)
    }

    @Test func `an outcome names its occurrence and says whether it is in the future`() throws {
        func due(_ fields: String, on day: String? = nil) throws -> String {
            var file = Stepping(fields)
            let outcome = try file.done(on: day)
            return "\(outcome.date?.description ?? "none")\(outcome.isAhead ? " ahead" : "")"
        }
        let daily = "scheduled: 2026-11-21T07:00\nrecurrence: daily"
        #expect(try due(daily) == "2026-11-21T07:00")
        #expect(try due(daily, on: "2026-11-23") == "2026-11-23T07:00 ahead")
        #expect(try due("scheduled: 2026-11-21T08:01\nrecurrence: daily") == "2026-11-21T08:01 ahead")
        #expect(try due("scheduled: 2026-11-21\nrecurrence: daily") == "2026-11-21")
        #expect(try due("scheduled: 2026-11-22") == "2026-11-22 ahead")
        #expect(try due("completed: false") == "none")
        // 08:00 in Paris is 02:00 in Toronto.
        #expect(
            try due("scheduled: 2026-11-21T02:30\ntimezone: America/Toronto\nrecurrence: daily")
                == "2026-11-21T02:30 ahead"
        )
    }

    @Test func `catching up over a thousand years does not count the occurrences one by one`() throws {
        var file = Stepping("scheduled: 1013-11-21T09:30\nrecurrence: every 15 minutes", zone: "UTC")
        let outcome = try file.done(catchingUp: true)
        #expect(outcome.passed == StepOutcome.mostPassed)
        #expect(file.reminder.scheduled == (try DateValue(parsing: "2026-11-21T08:15")))
        var over = Stepping("scheduled: 1013-11-21T09:30\nrecurrence: every 15 minutes\nuntil: 2026-11-20", zone: "UTC")
        #expect(try over.done(catchingUp: true).isCompleted)
    }

    @Test func `catching up moves to the first future occurrence and counts those passed over`() throws {
        let fields = "scheduled: 2026-11-17T07:30\nrecurrence: daily"
        var file = Stepping(fields)
        let outcome = try file.done(catchingUp: true)
        #expect(outcome.passed == 4)
        #expect(file.fields == "scheduled: 2026-11-22T07:30\nrecurrence: daily\ncomplete_instances: [2026-11-17]")
        try file.reopen()
        #expect(file.fields == fields)
        // A recorded occurrence was not missed, and an all-day one is not missed before its day is over.
        var days = Stepping("scheduled: 2026-11-17\nrecurrence: daily\nskipped_instances: [2026-11-19]\nmissed: skip")
        #expect(try days.done().passed == 2)
        #expect(days.reminder.scheduled?.description == "2026-11-21")
        #expect(try days.done().passed == 0)
        #expect(days.reminder.scheduled?.description == "2026-11-22")
        var counted = Stepping("scheduled: 2026-11-17\nrecurrence: FREQ=DAILY;COUNT=10")
        try counted.done(catchingUp: true)
        #expect(counted.reminder.recurrence == "FREQ=DAILY;COUNT=6")
        try counted.reopen()
        #expect(counted.fields == "scheduled: 2026-11-17\nrecurrence: FREQ=DAILY;COUNT=10")
        var over = Stepping("scheduled: 2026-11-17\nrecurrence: daily\nuntil: 2026-11-19")
        #expect(try over.done(catchingUp: true).isCompleted)
    }

    @Test(arguments: [
        // Late, on time, early.
        ("every 3 days", "2026-11-18T09:00", "2026-11-24T09:00"),
        ("every 3 days", "2026-11-21T09:00", "2026-11-24T09:00"),
        ("every 3 days", "2026-11-23T09:00", "2026-11-24T09:00"), ("monthly", "2026-10-31", "2026-12-21"),
        ("weekly on monday", "2026-11-16", "2026-11-23"), ("weekly on monday", "2026-11-23", "2026-11-30"),
        ("daily", "2026-11-22", "2026-11-23"), ("every 90 minutes", "2026-11-21T06:00", "2026-11-21T09:30"),
        ("DTSTART:20260801;FREQ=DAILY;INTERVAL=10", "2026-11-19", "2026-12-01"),
    ]) func `counted from completion, the interval starts on the day of completion`(
        rule: String,
        date: String,
        next: String
    )
        throws
    {
        let fields = "scheduled: \(date)\nrecurrence: \(rule)\nrecurrence_anchor: completion"
        var file = Stepping(fields)
        try file.done()
        #expect(file.reminder.scheduled?.description == next)
        #expect(file.reminder.recurrence == rule)
        try file.reopen()
        #expect(file.fields == fields)
    }

    @Test func `counted from completion, COUNT counts completions`() throws {
        for rule in ["FREQ=DAILY;INTERVAL=3;COUNT=2", "DTSTART:20260801;FREQ=DAILY;INTERVAL=3;COUNT=2"] {
            var file = Stepping("scheduled: 2026-11-18\nrecurrence: \(rule)\nrecurrence_anchor: completion")
            try file.done()
            #expect(!file.reminder.isCompleted)
            try file.done()
            #expect(file.reminder.isCompleted, "\(rule)")
        }
    }

    @Test func `other occurrences are recorded once, and the current one stays`() throws {
        let fields = "scheduled: 2026-11-21T09:00\nrecurrence: every 2 days\ncomplete_instances: [2026-11-19]"
        var file = Stepping(fields)
        for day in ["2026-11-15", "2026-11-25T09:00", "2026-11-15", "2026-11-25"] { try file.done(on: day) }
        #expect(file.fields == fields.replacing("[2026-11-19]", with: "[2026-11-15, 2026-11-19, 2026-11-25]"))
        // The current one moves on past the one that is already completed.
        try file.done(on: "2026-11-21")
        try file.done(on: "2026-11-23")
        #expect(file.reminder.scheduled?.description == "2026-11-27T09:00")
        let moved = file.fields
        #expect(
            try file.done(on: "2026-11-23").event == .unchanged("the occurrence of 2026-11-23 is already completed")
        )
        // The series moves back to an earlier one that is reopened.
        try file.reopen(on: "2026-11-15")
        try file.reopen(on: "2026-11-15")
        #expect(file.fields == moved.replacing("2026-11-15, ", with: "").replacing("-27T09:00", with: "-15T09:00"))
        try file.done()
        #expect(file.reminder.scheduled?.description == "2026-11-17T09:00")
    }

    @Test func `an invalid occurrence is refused, with the nearest valid one`() throws {
        var file = Stepping("title: Bins\nscheduled: 2026-11-23T19:30\nrecurrence: weekly on monday\nuntil: 2026-12-01")
        for (day, nearest) in [
            ("2026-11-25", "the nearest are 2026-11-23T19:30 and 2026-11-30T19:30"),
            ("2026-11-23T19:00", "the nearest are 2026-11-16T19:30 and 2026-11-23T19:30"),
            ("2026-12-07", "the nearest are 2026-11-30T19:30"),
        ] {
            let error = #expect(throws: MemossError.self) { try file.done(on: day) }
            #expect(error?.message == "\(day) is not an occurrence of 'Bins': \(nearest)")
        }
        var hours = Stepping("title: Fold\nscheduled: 2026-11-21T09:30\nrecurrence: every 8 hours")
        let error = #expect(throws: MemossError.self) { try hours.done(on: "2026-11-22") }
        let times = ["2026-11-22T01:30", "2026-11-22T09:30", "2026-11-22T17:30"]
        #expect(error?.remedy == .chooseOccurrence(times, rest: nil))
        try hours.done(on: "2026-11-22T01:30")
        #expect(hours.reminder.completeInstances.map(\.description) == ["2026-11-22T01:30"])
        var undated = Stepping("recurrence: daily\ncompleted: false")
        #expect(throws: MemossError.self) { try undated.done() }
    }

    @Test func `skipped and completed exclude each other`() throws {
        var file = Stepping("title: x\nscheduled: 2026-11-21\nrecurrence: daily\nsnoozed: 2026-11-21T10:00")
        try file.skip()
        #expect(file.fields == "title: x\nscheduled: 2026-11-22\nrecurrence: daily\nskipped_instances: [2026-11-21]")
        #expect(try file.skip(on: "2026-11-21").event == .unchanged("the occurrence of 2026-11-21 is already skipped"))
        try file.done(on: "2026-11-21")
        #expect(file.fields == "title: x\nscheduled: 2026-11-22\nrecurrence: daily\ncomplete_instances: [2026-11-21]")
        let error = #expect(throws: MemossError.self) { try file.skip(on: "2026-11-21") }
        #expect(error?.remedy == .reopen(path: "a.md", occurrence: "2026-11-21"))
        try file.skip()
        try file.reopen(on: "2026-11-22")
        #expect(file.reminder.skippedInstances.isEmpty)
        // A merge leaves it in both lists if one machine completed it and another skipped it.
        let lists = "\ncomplete_instances: [2026-11-21]\nskipped_instances: [2026-11-21]"
        var both = Stepping("scheduled: 2026-11-22\nrecurrence: daily" + lists)
        #expect(throws: MemossError.self) { try both.skip(on: "2026-11-21") }
        try both.reopen(on: "2026-11-21")
        #expect(both.reminder.completeInstances.isEmpty && both.reminder.skippedInstances.isEmpty)
    }

    @Test func `lists keep their form and order`() throws {
        let block =
            "scheduled: 2026-11-21\nrecurrence: daily\ncomplete_instances:\n  - 2026-11-19   # late\n  - '2026-11-25'\nx: 1"
        #expect(
            try after(block) { try $0.done() }
                == block
                .replacing("scheduled: 2026-11-21", with: "scheduled: 2026-11-22").replacing(
                    "  - '2026-11-25'",
                    with: "  - 2026-11-21\n  - '2026-11-25'"
                )
        )
        let empty = "complete_instances: []\nscheduled: 2026-11-21\nrecurrence: daily"
        var file = Stepping(empty)
        try file.done()
        #expect(file.fields.hasPrefix("complete_instances: [2026-11-21]\n"))
        try file.reopen()
        #expect(file.fields == empty)
    }
}
